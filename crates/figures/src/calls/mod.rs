//! Scored calls as they are kept and read again.

mod scored;
mod standing;

pub use scored::{Mark, ReasonRead, ScoredExchange, Words, most_telling, version};
pub use standing::{Band, CompanyScore, FEWEST_QUESTIONS, LATEST_CALLS, Rating, TopicScore, score_company};
