//! How asking arrives: connections, requests, answers, and what stands around every answer.

pub mod answer;
pub mod feeds;
mod idempotency;
pub mod mcp;
pub mod middleware;
pub mod negotiate;
pub mod oauth;
pub mod openapi;
pub mod query;
pub mod request;
mod server;

pub use request::{client_address, connected};
pub use server::{Limits, serve};
