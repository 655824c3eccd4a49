//! sources

pub mod transcript;
