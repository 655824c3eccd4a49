//! Hostile bytes for everything that reads bytes from outside. A target is a plain function over bytes that must
//! return: without a panic, in time, and within memory.
//!
//! The driver needs nothing but a stable compiler: it changes the files of `corpus` at random, from a seed, and keeps
//! what makes a target work harder. A test runs it for seconds; `cargo run -p fuzz -- --seconds 600 [target]` at
//! length. Whoever has a nightly compiler finds the same targets for `cargo fuzz` in the folder `fuzz`.

pub mod driver;
mod headers;
mod inputs;
pub mod memory;
mod mutate;
mod payments;
mod targets;

pub use targets::{TARGETS, Target};
