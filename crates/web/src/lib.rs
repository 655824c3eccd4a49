//! How asking arrives: the list of all operations, HTTP, and the pages that people look at.

pub mod http;
mod near;
pub mod operations;
pub mod pages;
mod router;
pub mod texts;

pub use router::{compression, health_router, router, router_with};
