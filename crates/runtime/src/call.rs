//! What every room knows of a call: where an operation stands and who may come in, what the caller brought along, and
//! the answer.

use std::net::IpAddr;
use std::pin::Pin;

use bytes::Bytes;
use domain::Instant;
use metering::Scope;
use store::audit_log::{Actor, Origin};

use crate::error::{ApiError, Code};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Get,
    Post,
    Put,
    Patch,
    Delete,
}

impl Method {
    pub fn name(self) -> &'static str {
        match self {
            Method::Get => "GET",
            Method::Post => "POST",
            Method::Put => "PUT",
            Method::Patch => "PATCH",
            Method::Delete => "DELETE",
        }
    }
}

/// Method and path; a path segment in braces is a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Route {
    pub method: Method,
    pub path: &'static str,
}

impl Route {
    pub const fn get(path: &'static str) -> Route {
        Route { method: Method::Get, path }
    }

    pub const fn post(path: &'static str) -> Route {
        Route { method: Method::Post, path }
    }

    pub const fn put(path: &'static str) -> Route {
        Route { method: Method::Put, path }
    }

    pub const fn patch(path: &'static str) -> Route {
        Route { method: Method::Patch, path }
    }

    pub const fn delete(path: &'static str) -> Route {
        Route { method: Method::Delete, path }
    }
}

/// Who may come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Anyone, and a wrong key does no harm.
    Unchecked,
    /// Anyone; a key that is sent must be right.
    Anonymous,
    /// Anyone for the plain view, a key for the protected one.
    KeyForFull,
    Key,
    /// A key, or a payment for this one call.
    KeyOrPayment,
}

/// What a caller brought along, as far as an operation may know it.
#[derive(Clone, Debug)]
pub struct RequestContext {
    pub now: Instant,
    pub request_id: String,
    /// As the audit log names the caller, and where the call came from.
    pub actor: Actor,
    pub address: Option<IpAddr>,
    /// The account behind the key, if there is one.
    pub account: Option<String>,
    /// How much the caller may do.
    pub scope: Scope,
    /// How the answer is to be written, where it can be written so.
    pub format: Format,
}

/// How an answer is written. A format is a line here and an arm in `interface::written`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    #[default]
    Json,
    Csv,
    Ndjson,
    Markdown,
}

impl Format {
    /// The one that is given where a caller has no preference comes first.
    pub const ALL: [Format; 4] = [Format::Json, Format::Csv, Format::Ndjson, Format::Markdown];

    /// As an Accept header names it.
    pub fn media_type(self) -> &'static str {
        match self {
            Format::Json => "application/json",
            Format::Csv => "text/csv",
            Format::Ndjson => "application/x-ndjson",
            Format::Markdown => "text/markdown",
        }
    }

    pub fn content_type(self) -> &'static str {
        match self {
            Format::Json => "application/json",
            Format::Csv => "text/csv; charset=utf-8",
            Format::Ndjson => "application/x-ndjson",
            Format::Markdown => "text/markdown; charset=utf-8",
        }
    }
}

/// Where an answer stands in a longer list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paging {
    /// The query parameters that give the next page, in the place of those that gave this one.
    pub next: Option<(&'static str, String)>,
    /// How many rows the whole list has, where the answer itself does not say so.
    pub total: Option<u64>,
}

/// An answer that is ready for any door.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub content_type: &'static str,
    pub body: Bytes,
    pub charged: bool,
    pub fresh_for_s: u64,
    pub paging: Paging,
}

/// CSV text, part by part.
pub type Parts = Pin<Box<dyn futures_util::Stream<Item = Result<Bytes, ApiError>> + Send>>;

/// Some rows of a table as CSV text; the names of the columns stand before the first.
pub struct Block {
    pub rows: u32,
    pub text: Bytes,
}

pub type Blocks = Pin<Box<dyn futures_util::Stream<Item = Result<Block, ApiError>> + Send>>;

impl RequestContext {
    /// What the audit log says of a change that this call makes.
    pub fn origin(&self) -> Origin {
        Origin { actor: self.actor.clone(), address: self.address, at: self.now }
    }

    /// The account whose things these are.
    pub fn owner(&self) -> Result<&str, ApiError> {
        self.account.as_deref().ok_or_else(|| {
            ApiError::new(Code::NotConfigured, "Metering is switched off here: there are no accounts.")
        })
    }
}
