//! Agents that people let into their accounts, as OAuth 2.1 has it: a program registers or describes itself, somebody who is signed in
//! allows it, and it exchanges a code for tokens that are good at the tool door alone.
//!
//! Refused here: any grant but a code with proof of possession (PKCE, S256), any client with a secret, a code or a
//! refreshing token twice. Whoever shows one twice ends the agent, for one of the two who had it stole it.

mod consent;
pub mod described;
mod registration;
mod tokens;

use interface::App;
use metering::Scope;
use runtime::error::ApiError;

pub use consent::{Asked, Refusal, allow, read};
pub use registration::{MAX_REGISTRATION_BYTES, register};
pub use tokens::{IssuedTokens, exchange, revoke};

/// What a client is told, by the names of RFC 6749, 7591 and 8707.
#[derive(Debug)]
pub struct OAuthError {
    pub error: &'static str,
    pub description: String,
    /// Seconds after which trying again makes sense.
    pub retry_after_s: Option<u64>,
    pub status: u16,
}

impl OAuthError {
    fn new(error: &'static str, description: impl Into<String>) -> OAuthError {
        OAuthError { error, description: description.into(), retry_after_s: None, status: 400 }
    }
}

/// Our own faults and limits, in the same form.
impl From<ApiError> for OAuthError {
    fn from(error: ApiError) -> OAuthError {
        let status = error.code.status().as_u16();
        OAuthError {
            error: if status >= 500 { "server_error" } else { "temporarily_unavailable" },
            description: error.detail,
            retry_after_s: error.retry_after_s,
            status,
        }
    }
}

impl From<store::Error> for OAuthError {
    fn from(error: store::Error) -> OAuthError {
        ApiError::from(error).into()
    }
}

/// Where the tokens of agents are good.
pub fn resource(app: &App) -> String {
    format!("{}/mcp", app.config.public_base())
}

/// Names of what an agent may ask for.
pub const SCOPES: [&str; 2] = ["read", "write"];

/// What was asked for; asking for nothing is asking to read.
fn scope_of(text: Option<&str>) -> Option<Scope> {
    let mut scope = Scope::Read;
    for word in text.unwrap_or("").split_ascii_whitespace() {
        match word {
            // Every agent gets a token that refreshes, asked for or not.
            "read" | "offline_access" => {}
            "write" => scope = Scope::Write,
            _ => return None,
        }
    }
    Some(scope)
}

/// The same as clients write it.
pub fn scope_words(scope: Scope) -> &'static str {
    if scope >= Scope::Write { "read write" } else { "read" }
}

/// Whether a resource that a client names is ours.
fn is_ours(app: &App, named: Option<&str>) -> bool {
    named.is_none_or(|named| named.trim_end_matches('/').eq_ignore_ascii_case(&resource(app)))
}
