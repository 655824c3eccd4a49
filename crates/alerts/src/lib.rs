//! What is told without being asked: rules over coverage, the events that they make, and their delivery.
//!
//! A rule is a question that `causes` answers for any days. The follower asks it of what has just arrived, a backtest of
//! the last ninety days; both go through the same conditions and the same throttle. A cause has a name, an event's id
//! follows from it, and the store writes each id once: nothing here has to remember what was told.

pub mod backtest;
mod cause;
pub mod causes;
pub mod digest;
pub mod event;
pub mod feeds;
pub mod follower;
pub mod mail;
mod percolate;
mod readings;
mod series;
mod stories;
pub mod streams;
pub mod watch;
pub mod webhooks;
