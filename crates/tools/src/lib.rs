//! The tool door: what agents may call, by the Model Context Protocol.
//!
//! A tool is an operation under another name: the same reader, price, admission and ledger stand around it. Here is
//! only what a model needs beside that: names and descriptions, schemas in few words, and answers as short text.
//! Refused here: to compute a number, to decide about money, to speak HTTP to ourselves.

mod call;
mod completion;
mod definition;
mod lead;
mod prompts;
mod resources;
mod schema;
mod server;
mod stdio;
mod table;
mod text;
mod tool;

pub use call::Visitor;
pub use definition::{find, listed};
pub use rmcp::ServerHandler;
pub use server::{HttpService, ToolServer, http_service, http_service_of};
pub use stdio::serve_stdio;
pub use table::all;
pub use tool::{Detail, Tool};
