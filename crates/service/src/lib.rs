//! The program: what can be asked, who may ask, how asking arrives, and how the world comes in.
//!
//! Time and randomness enter here and nowhere below.

pub mod admission;
pub mod app;
pub mod cli;
pub mod clock;
pub mod config;
pub mod cursor;
pub mod error;
pub mod figures;
pub mod followers;
pub mod http;
pub mod names;
pub mod open_files;
pub mod operations;
pub mod pages;
pub mod people;
pub mod pipeline;
pub mod portfolio;
pub mod private_folder;
pub mod secret;
pub mod telemetry;
pub mod versions;
