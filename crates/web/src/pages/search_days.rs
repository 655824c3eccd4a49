//! The parameters of a search as /feed takes them: the period of the page said as its first and last day.

use super::asked::{Asked, DAYS};
use super::period::Period;
use interface::App;
use runtime::error::ApiError;

const DEFAULT: &str = "30d";
pub fn period(app: &App, asked: &Asked) -> Result<Period, ApiError> {
    Period::read(app, asked, DEFAULT)
}

/// Fields of a form that were left empty are left out. The words may be called `q`, as in most other places.
pub fn filters(asked: &Asked) -> Vec<(String, String)> {
    let said = |(name, value): &&(String, String)| !value.trim().is_empty() && !DAYS.contains(&name.as_str());
    let has_keyword = asked.get("keyword").is_some();
    let renamed = |(name, value): (String, String)| match name == "q" && !has_keyword {
        true => ("keyword".to_owned(), value),
        false => (name, value),
    };
    asked.query.iter().filter(said).cloned().map(renamed).collect()
}

pub fn with_days(app: &App, asked: &Asked) -> Result<Vec<(String, String)>, ApiError> {
    let (first, last) = period(app, asked)?.parameters();
    let mut query = vec![("startDate".to_owned(), first), ("endDate".to_owned(), last)];
    query.extend(filters(asked));
    Ok(query)
}
