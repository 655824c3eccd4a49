//! What things are: the nouns that every room shares.
//!
//! Nothing here reads a clock, draws a random number, touches a file or knows a wire format.
//! A type here makes a wrong value hard to write down: a range is never backwards, a day is a real day.

pub mod account;
pub mod alert;
pub mod category;
pub mod cohort;
pub mod cut;
pub mod document;
pub mod hash;
pub mod language;
pub mod marks;
pub mod money;
pub mod time;
pub mod url;

pub use account::{FundingSource, PaymentState, PaymentStatus, RunStatus, Scope};
pub use alert::{AlertCondition, AlertSubject, EventType, Frequency, Weekday};
pub use category::{Category, Named};
pub use cohort::Cohort;
pub use cut::{Cut, CutReason};
pub use document::{
    Document, DocumentId, Extent, Item, Kind, Outlet, Precision, Role, Section, Speaker, Turn,
    is_before_all_news,
};
pub use language::Language;
pub use marks::statement;
pub use marks::statement::{SpeakerId, Statement, StatementSpeaker, StatementTarget};
pub use marks::{Field, Marks, Mention, MentionKind, Sentiment, Span, Tone};
pub use money::{Credits, MicroUsd};
pub use time::{Day, DayRange, Instant};
