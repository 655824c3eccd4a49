//! Daily closes from a file: a CSV with a column of dates and one of prices, whatever else stands beside them.
//!
//! A price that is missing, given twice, not above zero or absurd is refused with its line and the reason: an index
//! that weighs prices would carry a mistake for months.

use std::collections::HashMap;

use domain::Day;

/// What a file may hold.
pub const MAX_FILE_BYTES: u64 = 64 << 20;
const MAX_LINES: usize = 1_000_000;
/// Names of the columns, in lower case.
const DAY_COLUMNS: &[&str] = &["date", "day", "time", "timestamp"];
const PRICE_COLUMNS: &[&str] = &["close", "close_usd", "price_usd", "price", "closing price (usd)"];
/// No asset was ever worth more, or less and still quoted.
const PRICE_MIN: f64 = 1e-9;
const PRICE_MAX: f64 = 1e9;
/// A close so many times above or below its neighbours' median is a slip of a decimal point.
const ABSURD_TIMES: f64 = 10.0;
/// Neighbours on either side that a close is held against, in lines and in days.
const NEIGHBOURS: usize = 5;
const NEIGHBOUR_DAYS: i64 = 30;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReadClose {
    /// From 1, as an editor counts.
    pub line: usize,
    pub day: Day,
    pub close: f64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedLine {
    pub line: usize,
    pub reason: String,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadPrices {
    /// In the order of their days.
    pub closes: Vec<ReadClose>,
    /// In the order of their lines.
    pub refused: Vec<RefusedLine>,
}

/// Reads the file's text; an error means that it is no list of prices at all. Days from `today` on are not over.
pub fn read(text: &str, today: Day) -> Result<ReadPrices, String> {
    let mut lines = text.trim_start_matches('\u{feff}').lines().enumerate();
    let (_, header) = lines.next().ok_or("the file is empty")?;
    let header: Vec<String> = cells(header).into_iter().map(|cell| cell.trim().to_lowercase()).collect();
    let find = |names: &[&str]| names.iter().find_map(|name| header.iter().position(|cell| cell == name));
    let day_at = find(DAY_COLUMNS).ok_or_else(|| format!("no column is named {}", DAY_COLUMNS.join(", ")))?;
    let price_at =
        find(PRICE_COLUMNS).ok_or_else(|| format!("no column is named {}", PRICE_COLUMNS.join(", ")))?;
    let mut read = ReadPrices::default();
    let mut seen: HashMap<Day, usize> = HashMap::new();
    for (index, text) in lines.filter(|(_, text)| !text.trim().is_empty()) {
        let line = index + 1;
        if index > MAX_LINES {
            return Err(format!("the file has more than {MAX_LINES} lines"));
        }
        let cells = cells(text);
        let cell = |at: usize| cells.get(at).map_or("", |cell| cell.trim());
        match one(cell(day_at), cell(price_at), today) {
            Err(reason) => read.refused.push(RefusedLine { line, reason }),
            Ok((day, close)) => match seen.insert(day, line) {
                Some(first) => {
                    seen.insert(day, first);
                    let reason = format!("{day} has a price already, on line {first}");
                    read.refused.push(RefusedLine { line, reason });
                }
                None => read.closes.push(ReadClose { line, day, close }),
            },
        }
    }
    read.closes.sort_by_key(|close| close.day);
    refuse_absurd(&mut read);
    read.refused.sort_by_key(|refused| refused.line);
    Ok(read)
}

fn one(day: &str, price: &str, today: Day) -> Result<(Day, f64), String> {
    // A time of day after the date says nothing about a daily close.
    let date = day.get(..10).unwrap_or(day);
    let rest_is_time = day.len() == date.len() || day[date.len()..].starts_with(['T', ' ']);
    let day = match Day::parse(date) {
        Ok(day) if rest_is_time => day,
        _ => return Err(format!("{:?} is not a day as YYYY-MM-DD", cut(day))),
    };
    if day >= today {
        return Err(format!("{day} is not over, so it has no close yet"));
    }
    if price.is_empty() {
        return Err(format!("the price of {day} is missing"));
    }
    let close: f64 = price.parse().map_err(|_| format!("{:?} is not a number", cut(price)))?;
    if !close.is_finite() || close <= 0.0 {
        return Err(format!("a price of {close} is not above zero"));
    }
    if !(PRICE_MIN..=PRICE_MAX).contains(&close) {
        return Err(format!("a price of {close} US dollars is absurd"));
    }
    Ok((day, close))
}

fn refuse_absurd(read: &mut ReadPrices) {
    let closes = &read.closes;
    let absurd = |at: usize| {
        let own = closes[at];
        let near = |other: &&ReadClose| (other.day.since(own.day)).abs() <= NEIGHBOUR_DAYS;
        let before = closes[..at].iter().rev().take(NEIGHBOURS).filter(near);
        let after = closes[at + 1..].iter().take(NEIGHBOURS).filter(near);
        let mut around: Vec<f64> = before.chain(after).map(|other| other.close).collect();
        around.sort_unstable_by(f64::total_cmp);
        let median = *around.get(around.len() / 2)?;
        let times = own.close / median;
        (around.len() > 1 && !(1.0 / ABSURD_TIMES..=ABSURD_TIMES).contains(&times)).then_some((own, median))
    };
    let absurd: Vec<(ReadClose, f64)> = (0..closes.len()).filter_map(absurd).collect();
    read.closes.retain(|close| !absurd.iter().any(|(own, _)| own.line == close.line));
    for (own, median) in absurd {
        let reason = format!(
            "a price of {} on {} is absurd beside {median}, the median of the days around it",
            own.close, own.day
        );
        read.refused.push(RefusedLine { line: own.line, reason });
    }
}

/// The cells of a line; a cell may stand in quotes, with two of them for one inside.
fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut cell, mut quoted) = (Vec::new(), String::new(), false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cell.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(std::mem::take(&mut cell)),
            _ => cell.push(letter),
        }
    }
    cells.push(cell);
    cells
}

/// Somebody else's text in a message.
fn cut(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
#[path = "prices_tests.rs"]
mod tests;
