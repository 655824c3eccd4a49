//! What can be asked about what is owned: one file each, and their list.

pub mod account;
pub mod account_export;
pub mod accounts;
pub mod alerts;
pub mod audit_log;
pub mod brains;
pub mod digests;
pub mod events;
pub mod feeds;
pub mod invitations;
pub mod keys;
pub mod list;
pub mod members;
pub mod owned;
pub mod people;
pub mod removals;
pub mod runs;
pub mod source_trial;
pub mod sources;
pub mod sources_health;
pub mod spaces;
pub mod stream;
pub mod usage;
pub mod webhooks;
