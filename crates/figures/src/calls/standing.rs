//! A company's score from the stored marks of its calls: the one place where operations get scores from.

use analysis::directness::score;
use domain::Day;

use super::Mark;

pub use score::{Band, CompanyScore, FEWEST_QUESTIONS, LATEST_CALLS, Rating, TopicScore};

/// The same company and marks give the same interval on every machine.
pub fn score_company(ticker: &str, calls: &[(Day, Vec<Mark>)]) -> CompanyScore {
    let assessed: Vec<_> = calls
        .iter()
        .map(|(day, marks)| (*day, marks.iter().map(Mark::directness).collect::<Vec<_>>()))
        .collect();
    score::score_company(&assessed, score::seed_of(ticker.as_bytes()))
}
