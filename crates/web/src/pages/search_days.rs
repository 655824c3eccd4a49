//! The parameters of a search as /feed takes them: the period of the page said as its first and last day.

use super::asked::Asked;
use super::period::Period;
use interface::App;
use runtime::error::ApiError;

const DEFAULT: &str = "30d";
const DAYS: [&str; 3] = ["period", "startDate", "endDate"];

pub fn period(app: &App, asked: &Asked) -> Result<Period, ApiError> {
    Period::read(app, asked, DEFAULT)
}

/// Fields of a form that were left empty are left out.
pub fn filters(asked: &Asked) -> Vec<(String, String)> {
    let said = |(name, value): &&(String, String)| !value.trim().is_empty() && !DAYS.contains(&name.as_str());
    asked.query.iter().filter(said).cloned().collect()
}

pub fn with_days(app: &App, asked: &Asked) -> Result<Vec<(String, String)>, ApiError> {
    let (first, last) = period(app, asked)?.parameters();
    let mut query = vec![("startDate".to_owned(), first), ("endDate".to_owned(), last)];
    query.extend(filters(asked));
    Ok(query)
}
