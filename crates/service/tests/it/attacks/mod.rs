//! Attacks that once worked. Each file tries one again, and the siblings found beside it.

mod a_facilitator_that_lies;
mod a_feed_that_explodes;
mod a_feed_that_moves_once;
mod a_follower_that_dies;
mod a_payment_that_vanishes;
mod a_retry_while_settling;
mod a_stolen_password;
mod an_index_of_another_store;
mod both_versions_of_the_protocol;
mod bytes_that_panic;
mod changes_without_a_trace;
mod exports_for_nothing;
mod files_and_wires;
mod keys_that_outlive_their_maker;
mod limits_of_one_process;
mod locked_out_by_others;
mod one_payment_endless_answers;
mod paid_never_answered;
mod silent_sockets;
mod tenant_takeover;
mod work_without_bounds;
