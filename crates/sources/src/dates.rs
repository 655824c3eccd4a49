//! Dates in every form that feeds, pages and filings use. What cannot be read is none, never a guess
//! of today.
//!
//! The text is cut into numbers and words; a handful of shapes then say which number is what.

mod names;

use domain::{Day, Instant, Precision};

use names::{month_number, zone_by_name};

/// The moment, and whether the text named a time of day. A time without a zone is taken as UTC.
pub fn parse_date(text: &str) -> Option<(Instant, Precision)> {
    let text = text.trim();
    if text.is_empty() || text.len() > 120 {
        return None;
    }
    if text.bytes().all(|byte| byte.is_ascii_digit()) && matches!(text.len(), 9 | 10 | 12 | 13) {
        return unix_time(text);
    }
    if text.len() == 14 && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return parse_date(&format!("{} {}", &text[..8], &text[8..]));
    }
    let parts = cut(text);
    let (day, used) = calendar_day(&parts)?;
    match time_of_day(&parts, used) {
        Some(ms) => Some((day.start().plus_ms(ms), Precision::Second)),
        None => Some((day.start(), Precision::Day)),
    }
}

/// Convenience for those who need only the moment.
pub fn parse_instant(text: &str) -> Option<Instant> {
    parse_date(text).map(|(instant, _)| instant)
}

fn unix_time(text: &str) -> Option<(Instant, Precision)> {
    let number: i64 = text.parse().ok()?;
    let ms = if text.len() >= 12 { number } else { number * 1000 };
    Some((Instant::from_ms(ms), Precision::Second))
}

#[derive(Clone, Debug, PartialEq)]
enum Part {
    /// Its value and how many digits were written.
    Number(u32, usize),
    Word(String),
    Mark(char),
}

fn cut(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        if let Some(digit) = c.to_digit(10) {
            let (mut value, mut length) = (digit, 1);
            while let Some(digit) = characters.peek().and_then(|next| next.to_digit(10)) {
                value = value.saturating_mul(10).saturating_add(digit);
                length += 1;
                characters.next();
            }
            parts.push(Part::Number(value, length));
        } else if matches!(parts.last(), Some(Part::Number(..))) && "年月日년월일".contains(c) {
            parts.push(Part::Word(c.to_string()));
        } else if matches!(parts.last(), Some(Part::Number(..))) && "时時시".contains(c) {
            parts.push(Part::Mark(':'));
        } else if matches!(parts.last(), Some(Part::Number(..))) && "分분秒초".contains(c) {
            // Hours and minutes are told apart already.
        } else if c.is_alphabetic() {
            let mut word: String = c.to_lowercase().collect();
            while let Some(next) =
                characters.peek().filter(|next| next.is_alphabetic() || **next == '\u{301}')
            {
                word.extend(next.to_lowercase());
                characters.next();
            }
            // `T` between a day and a clock, and the ordinal endings, only separate.
            if !matches!(word.as_str(), "st" | "nd" | "rd" | "th" | "of" | "de" | "at" | "on") {
                parts.push(Part::Word(word));
            }
        } else if !c.is_whitespace() && c != ',' {
            parts.push(Part::Mark(match c {
                '−' | '–' => '-',
                other => other,
            }));
        }
    }
    parts
}

/// The day, and the index of the first part after it.
fn calendar_day(parts: &[Part]) -> Option<(Day, usize)> {
    numeric_year_first(parts)
        .or_else(|| cjk_day(parts))
        .or_else(|| month_name_day(parts))
        .or_else(|| numeric_year_last(parts))
}

/// `2026-01-31`, `2026/1/31`, `20260131`, `2026-01`, `2026-031`, `2026-W05-6`, `2026`.
fn numeric_year_first(parts: &[Part]) -> Option<(Day, usize)> {
    let start = parts.iter().position(|part| matches!(part, Part::Number(..)))?;
    // A weekday may stand before it, nothing else.
    if start > 1 {
        return None;
    }
    let rest = &parts[start..];
    let day = |year: u32, month: u32, day: u32| Day::from_civil(year as i32, month, day);
    match rest {
        [Part::Number(value, 8), ..] => {
            Some((day(value / 10_000, value / 100 % 100, value % 100)?, start + 1))
        }
        [Part::Number(year, 4), Part::Mark('-'), Part::Word(week), Part::Number(number, 2), tail @ ..]
            if week == "w" =>
        {
            let (weekday, length) = match tail {
                [Part::Mark('-'), Part::Number(weekday @ 1..=7, 1), ..] => (*weekday, 6),
                _ => (1, 4),
            };
            let fourth = day(*year, 1, 4)?;
            let monday = fourth.plus(-i64::from(fourth.weekday()));
            let offset = (i64::from(*number) - 1) * 7 + i64::from(weekday) - 1;
            (1..=53).contains(number).then(|| (monday.plus(offset), start + length))
        }
        [Part::Number(year, 4), Part::Mark('-'), Part::Number(of_year, 3), ..] => {
            let first = day(*year, 1, 1)?;
            (1..=366).contains(of_year).then(|| (first.plus(i64::from(*of_year) - 1), start + 3))
        }
        [Part::Number(year, 4), Part::Mark('-' | '/' | '.' | ':'), Part::Number(month, 1..=2), tail @ ..] => {
            match tail {
                [Part::Mark('-' | '/' | '.' | ':'), Part::Number(date, 1..=2), ..] => {
                    Some((day(*year, *month, (*date).max(1))?, start + 5))
                }
                _ => Some((day(*year, *month, 1)?, start + 3)),
            }
        }
        [Part::Number(year, 4), Part::Mark('-'), Part::Mark('-'), ..] => Some((day(*year, 1, 1)?, start + 1)),
        [Part::Number(year @ 1900..=2199, 4)] => Some((day(*year, 1, 1)?, start + 1)),
        [Part::Number(value, 6)] if (1..=12).contains(&(value % 100)) => {
            Some((day(value / 100, value % 100, 1)?, start + 1))
        }
        // Years of two digits in ISO order are only safe with dashes: `03-12-31`.
        [
            Part::Number(year, 2),
            Part::Mark('-'),
            Part::Number(month @ 1..=12, 2),
            Part::Mark('-'),
            Part::Number(date, 2),
            ..,
        ] => Some((day(full_year(*year, 2), *month, *date)?, start + 5)),
        _ => None,
    }
}

/// `2026年1月31日`, and the Korean form of the same.
fn cjk_day(parts: &[Part]) -> Option<(Day, usize)> {
    let start = parts.iter().position(|part| matches!(part, Part::Number(_, 4)))?;
    match &parts[start..] {
        [
            Part::Number(year, 4),
            Part::Word(y),
            Part::Number(month, _),
            Part::Word(m),
            Part::Number(date, _),
            Part::Word(d),
            ..,
        ] if matches!(y.as_str(), "年" | "년")
            && matches!(m.as_str(), "月" | "월")
            && matches!(d.as_str(), "日" | "일") =>
        {
            Some((Day::from_civil(*year as i32, *month, *date)?, start + 6))
        }
        _ => None,
    }
}

/// A named month with the day before or after it: RFC 822, asctime, `January 31, 2026`, `31-Jan-26`.
fn month_name_day(parts: &[Part]) -> Option<(Day, usize)> {
    let (at, month) = parts.iter().enumerate().find_map(|(index, part)| match part {
        Part::Word(word) => month_number(word).map(|month| (index, month)),
        _ => None,
    })?;
    let number_before = parts[..at].iter().rev().find_map(as_number);
    // `.` after an abbreviated month and dashes are passed over.
    let mut after = at + 1;
    while matches!(parts.get(after), Some(Part::Mark('.' | '-' | '/' | '\''))) {
        after += 1;
    }
    match number_before {
        Some((date, _)) if date <= 31 => {
            let (year, digits) = as_number(parts.get(after)?)?;
            if matches!(parts.get(after + 1), Some(Part::Mark(':'))) {
                return None;
            }
            Some((Day::from_civil(full_year(year, digits) as i32, month, date)?, after + 1))
        }
        // `2026 January 31`.
        Some((year, 4)) => {
            let (date, _) = as_number(parts.get(after)?)?;
            Some((Day::from_civil(year as i32, month, date)?, after + 1))
        }
        Some(_) => None,
        None => {
            let (first, digits) = as_number(parts.get(after)?)?;
            if digits == 4 {
                // A month alone: `January 2026`.
                return Some((Day::from_civil(first as i32, month, 1)?, after + 1));
            }
            // asctime writes the clock between the day and the year.
            let mut index = after + 1;
            while let Some(part) = parts.get(index) {
                if let Part::Number(year, 4) = part
                    && !matches!(parts.get(index - 1), Some(Part::Mark('+' | '-' | ':')))
                {
                    let day = Day::from_civil(*year as i32, month, first)?;
                    let clock_between = parts[after + 1..index].contains(&Part::Mark(':'));
                    return Some((day, if clock_between { after + 1 } else { index + 1 }));
                }
                index += 1;
            }
            let year = match parts.get(after + 1..)? {
                [Part::Mark('\'' | '-' | '/'), Part::Number(year, 2), ..] => (*year, after + 3),
                [Part::Number(year, 2), next, ..] if *next != Part::Mark(':') => (*year, after + 2),
                [Part::Number(year, 2)] => (*year, after + 2),
                _ => return None,
            };
            Some((Day::from_civil(full_year(year.0, 2) as i32, month, first)?, year.1))
        }
    }
}

/// `01/31/2026` and `31.01.2026`. A slash with both numbers possible reads the American way, a dot the European.
fn numeric_year_last(parts: &[Part]) -> Option<(Day, usize)> {
    let start = parts.iter().position(|part| matches!(part, Part::Number(..)))?;
    let [
        Part::Number(first, 1..=2),
        Part::Mark(one),
        Part::Number(second, 1..=2),
        Part::Mark(two),
        Part::Number(year, digits),
        ..,
    ] = &parts[start..]
    else {
        return None;
    };
    if one != two || !matches!(one, '/' | '.' | '-') || !matches!(digits, 2 | 4) {
        return None;
    }
    let year = full_year(*year, *digits) as i32;
    let american = Day::from_civil(year, *first, *second);
    let european = Day::from_civil(year, *second, *first);
    let day = if *one == '/' { american.or(european) } else { european.or(american) };
    Some((day?, start + 5))
}

fn as_number(part: &Part) -> Option<(u32, usize)> {
    match part {
        Part::Number(value, digits) => Some((*value, *digits)),
        _ => None,
    }
}

fn full_year(year: u32, digits: usize) -> u32 {
    match (year, digits) {
        (0..=68, 1..=2) => 2000 + year,
        (69..=99, 1..=2) => 1900 + year,
        // RFC 822 clocks of the year 2000 wrote 100 for it.
        (100..=199, 3) => 1900 + year,
        _ => year,
    }
}

/// Milliseconds of the day in UTC (beyond it where the zone carries over), from the parts after the date.
fn time_of_day(parts: &[Part], used: usize) -> Option<i64> {
    let parts = parts.get(used..)?;
    let at = parts.iter().position(|part| matches!(part, Part::Number(..)))?;
    let (hour, digits) = as_number(&parts[at])?;
    let mut next = at + 1;
    let (mut hour, minute, second, ms) = match &parts[next..] {
        [Part::Mark(':' | '.' | 'h'), Part::Number(minute, 1..=2), tail @ ..] => {
            next += 2;
            let (second, milli) = match tail {
                [Part::Mark(':' | '.'), Part::Number(second, 1..=2), tail @ ..] => {
                    next += 2;
                    let milli = match tail {
                        [Part::Mark('.' | ','), Part::Number(value, digits), ..] => {
                            next += 2;
                            fraction_ms(*value, *digits)
                        }
                        [Part::Mark(':'), Part::Number(_, 1..=3), ..] => {
                            next += 2;
                            0
                        }
                        _ => 0,
                    };
                    (*second, milli)
                }
                _ => (0, 0),
            };
            (hour, *minute, second, milli)
        }
        // `18h30`, as French and Portuguese write it.
        [Part::Word(h), Part::Number(minute, 1..=2), ..] if h == "h" => {
            next += 2;
            (hour, *minute, 0, 0)
        }
        [Part::Word(half), ..] if matches!(half.as_str(), "am" | "pm") => (hour, 0, 0, 0),
        _ if digits == 6 => (hour / 10_000, hour / 100 % 100, hour % 100, 0),
        _ if digits == 4 && at > 0 => (hour / 100, hour % 100, 0, 0),
        [] | [Part::Word(_), ..] if digits <= 2 && at > 0 => (hour, 0, 0, 0),
        _ => return None,
    };
    let (before, after) = (parts.get(..at)?, parts.get(next..).unwrap_or(&[]));
    if let Some(Part::Word(half)) = after.first().or(before.last()) {
        match half.as_str() {
            "pm" | "p" | "오후" | "下午" | "午後" | "μμ" if hour < 12 => hour += 12,
            "am" | "a" | "오전" | "上午" | "午前" | "πμ" if hour == 12 => hour = 0,
            _ => {}
        }
    }
    if hour > 24 || minute > 59 || second > 60 {
        return None;
    }
    let ms =
        i64::from(ms) + 1000 * (i64::from(hour) * 3600 + i64::from(minute) * 60 + i64::from(second.min(59)));
    Some(ms - zone_minutes(after) * 60_000)
}

fn fraction_ms(value: u32, digits: usize) -> u32 {
    match digits {
        1 => value * 100,
        2 => value * 10,
        3 => value,
        // Saturated numbers are no fraction of anything.
        4..=9 => value / 10u32.pow(digits as u32 - 3),
        _ => 0,
    }
}

/// The offset east of UTC. A sign counts even after a name: `GMT+0200`.
fn zone_minutes(parts: &[Part]) -> i64 {
    let mut named = 0;
    for (index, part) in parts.iter().enumerate().take(6) {
        match part {
            Part::Mark(sign @ ('+' | '-')) => {
                let minutes = match &parts[index + 1..] {
                    [Part::Number(hours, 1..=2), Part::Mark(':'), Part::Number(minutes, 2), ..] => {
                        hours * 60 + minutes
                    }
                    [Part::Number(value, 3..=4), ..] => value / 100 * 60 + value % 100,
                    [Part::Number(hours, 1..=2), ..] => hours * 60,
                    _ => 0,
                };
                let minutes = if minutes > 15 * 60 { 0 } else { i64::from(minutes) };
                return if *sign == '-' { -minutes } else { minutes };
            }
            Part::Word(word) => named = zone_by_name(word).unwrap_or(named),
            _ => {}
        }
    }
    named
}

#[cfg(test)]
#[path = "dates_tests.rs"]
mod tests;
