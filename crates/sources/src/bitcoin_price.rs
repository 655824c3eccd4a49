//! Daily closes of Bitcoin in US dollars, from CSV or JSON in the forms that public services and files use.
//! A day's last value wins; a value that is no price is passed over.

use std::collections::BTreeMap;

use domain::{Day, Instant};
use serde_json::Value;

use crate::charset;
use crate::dates::parse_instant;
use crate::error::SourceError;
use crate::source::{Context, DailyClose, Parsed, Source};

/// From the first block to the calendar's end there are fewer days than this.
const MAX_ROWS: usize = 100_000;

pub struct BitcoinPrice;

impl Source for BitcoinPrice {
    fn parse(&self, bytes: &[u8], context: &Context<'_>) -> Result<Parsed, SourceError> {
        let closes = closes(bytes, context.content_type)?;
        Ok(Parsed { title: Some(context.entry.outlet.clone()), closes, ..Parsed::default() })
    }
}

/// The closes in the order of their days, one a day.
pub fn closes(bytes: &[u8], content_type: Option<&str>) -> Result<Vec<DailyClose>, SourceError> {
    let text = charset::decode(bytes, content_type).text;
    let text = text.trim_start();
    let mut days = BTreeMap::new();
    if text.starts_with(['{', '[']) {
        let value: Value = crate::json::read(text).map_err(|_| SourceError::Prices("the JSON is broken"))?;
        let rows = rows_of(&value).ok_or(SourceError::Prices("the JSON holds no list"))?;
        for row in rows.iter().take(MAX_ROWS) {
            if let Some((day, usd)) = json_row(row) {
                days.insert(day, usd);
            }
        }
    } else {
        csv(text, &mut days)?;
    }
    if days.is_empty() {
        return Err(SourceError::Prices("no day with a price"));
    }
    Ok(days.into_iter().map(|(day, usd)| DailyClose { day, usd }).collect())
}

/// The list itself, or the one under the name that a service gives it.
fn rows_of(value: &Value) -> Option<&Vec<Value>> {
    if let Some(rows) = value.as_array() {
        return Some(rows);
    }
    ["data", "values", "prices", "Data", "result"].iter().find_map(|key| {
        value
            .get(*key)
            .and_then(|inner| inner.as_array().or_else(|| rows_of(inner).filter(|_| inner.is_object())))
    })
}

/// `[time, …, close]` in the order of an exchange's candles or `[time, price]`, or an object with names.
fn json_row(row: &Value) -> Option<(Day, f64)> {
    match row {
        Value::Array(cells) => {
            // Open, high, low, close: the close is the fifth of six cells or more.
            let close = if cells.len() >= 6 { cells.get(4) } else { cells.get(1) };
            Some((day_of(cells.first()?)?, price_of(close?)?))
        }
        Value::Object(_) => {
            let day = ["date", "day", "time", "timestamp", "t", "x", "time_close"]
                .iter()
                .find_map(|key| day_of(row.get(*key)?))?;
            let usd = ["close", "price_usd", "PriceUSD", "priceUsd", "price", "value", "usd", "c", "y"]
                .iter()
                .find_map(|key| price_of(row.get(*key)?))?;
            Some((day, usd))
        }
        _ => None,
    }
}

fn day_of(value: &Value) -> Option<Day> {
    match value {
        Value::String(text) => parse_instant(text).map(Instant::day),
        Value::Number(number) => {
            let number = number.as_f64()?;
            // Seconds until the year 5138, milliseconds from 1973 on.
            let ms = if number < 1e11 { number * 1000.0 } else { number };
            (ms.is_finite() && ms > 0.0 && ms < 1e14).then(|| Instant::from_ms(ms as i64).day())
        }
        _ => None,
    }
}

fn price_of(value: &Value) -> Option<f64> {
    let price = match value {
        Value::Number(number) => number.as_f64()?,
        Value::String(text) => parse_price(text)?,
        _ => return None,
    };
    (price.is_finite() && price > 0.0 && price < 1e10).then_some(price)
}

fn parse_price(text: &str) -> Option<f64> {
    let price: f64 = text.trim().trim_matches(['"', '$', ' ']).replace(',', "").parse().ok()?;
    (price.is_finite() && price > 0.0 && price < 1e10).then_some(price)
}

fn csv(text: &str, days: &mut BTreeMap<Day, f64>) -> Result<(), SourceError> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let header = lines.next().ok_or(SourceError::Prices("the file is empty"))?;
    let separator = [',', ';', '\t'].into_iter().find(|mark| header.contains(*mark)).unwrap_or(',');
    let names: Vec<String> = cells(header, separator).iter().map(|cell| cell.to_ascii_lowercase()).collect();
    let find = |wanted: &[&str]| wanted.iter().find_map(|name| names.iter().position(|known| known == name));
    let date_column = find(&["date", "day", "time", "timestamp", "snapped_at", "timeopen", "unix"]);
    let price_column =
        find(&["close", "price_usd", "priceusd", "price", "close/last", "value", "usd", "adj close"]);
    let (date_column, price_column, first) = match (date_column, price_column) {
        (Some(date), Some(price)) => (date, price, None),
        // No header: the first line is already data.
        _ if parse_instant(cells(header, separator).first().map_or("", String::as_str)).is_some() => {
            (0, 1, Some(header))
        }
        _ => return Err(SourceError::Prices("no columns named for a date and a price")),
    };
    for line in first.into_iter().chain(lines).take(MAX_ROWS) {
        let cells = cells(line, separator);
        let day = cells.get(date_column).and_then(|cell| parse_instant(cell)).map(Instant::day);
        if let (Some(day), Some(usd)) = (day, cells.get(price_column).and_then(|cell| parse_price(cell))) {
            days.insert(day, usd);
        }
    }
    Ok(())
}

/// Quotes protect the separator.
fn cells(line: &str, separator: char) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    for c in line.trim_end().chars() {
        match c {
            '"' => quoted = !quoted,
            c if c == separator && !quoted => cells.push(String::new()),
            c => {
                if let Some(cell) = cells.last_mut() {
                    cell.push(c);
                }
            }
        }
    }
    cells.iter_mut().for_each(|cell| *cell = cell.trim().to_owned());
    cells
}

#[cfg(test)]
#[path = "bitcoin_price_tests.rs"]
mod tests;
