//! What every room of the program stands on: time and chance, settings, errors, counters, and the runner of followers.

pub mod call;
pub mod clock;
pub mod config;
pub mod database;
pub mod error;
pub mod followers;
pub mod off_thread;
pub mod open_files;
pub mod priority;
pub mod private_folder;
pub mod retention;
pub mod role;
pub mod sealed;
pub mod secret;
pub mod telemetry;
pub mod versions;
