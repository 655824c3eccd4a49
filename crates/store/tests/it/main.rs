//! Every test on every engine.

#![allow(clippy::unwrap_used)]

mod db;
mod documents;
mod sample;
mod sources;
