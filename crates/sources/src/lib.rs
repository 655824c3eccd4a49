//! The world in: feeds, podcasts, filings, calls and conversations become items.
//!
//! Every kind of source is split in two: a pure reading of bytes, which can be tested with a file, and
//! a polite, limited fetch. This room knows `domain` and HTTP; it refuses SQL, analysis and the clock:
//! time and randomness are arguments.

pub mod charset;
pub mod dates;
pub mod feed;
pub mod markup;
pub mod transcript;
