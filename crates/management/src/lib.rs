//! What is owned and managed: accounts and their keys, people and how they sign in, Spaces, Brains, runs, sources.

pub mod accounts;
pub mod agents;
pub mod mail;
pub mod operations;
pub mod people;
