//! Numbers and days as a language writes them. English is what the pages are made with: 1,234.5 and 2026-03-14.

use std::borrow::Cow;

use domain::Day;

use super::{Language, language, t};

/// A value that is a number or a moment, as the reader writes it; any other as it is.
pub fn localised(value: &str) -> Cow<'_, str> {
    match language() {
        Language::English => Cow::Borrowed(value),
        Language::German => german(value),
    }
}

fn german(value: &str) -> Cow<'_, str> {
    if let Some((day, rest)) = value.split_at_checked(10)
        && let Some(day) = german_day(day)
        && is_time(rest)
    {
        return Cow::Owned(format!("{day}{rest}"));
    }
    let is_number = |letter: char| letter.is_ascii_digit() || ".,+−–-% $".contains(letter);
    if !value.chars().all(is_number)
        || !value.contains(['.', ','])
        || !value.contains(|c: char| c.is_ascii_digit())
        // An address or a version, not a figure of ours: those have one point.
        || value.split(' ').any(|part| part.matches('.').count() > 1)
    {
        return Cow::Borrowed(value);
    }
    let swapped = value.chars().map(|letter| match letter {
        '.' => ',',
        ',' => '.',
        other => other,
    });
    Cow::Owned(swapped.collect())
}

/// 14.03.2026
fn german_day(text: &str) -> Option<String> {
    let mut parts = text.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let is_right = [(year, 4), (month, 2), (day, 2)]
        .iter()
        .all(|(part, length)| part.len() == *length && part.bytes().all(|byte| byte.is_ascii_digit()));
    is_right.then(|| format!("{day}.{month}.{year}"))
}

/// Nothing, or what follows the day of a moment: ` 10:30`, ` 10:30 UTC`.
fn is_time(text: &str) -> bool {
    text.chars().all(|letter| letter.is_ascii_digit() || " :UTC".contains(letter))
}

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// The short name of a month, and 3 Mar.
pub fn day_and_month(day: Day) -> (String, &'static str) {
    let (_, month, number) = day.civil();
    let month = t(MONTHS[(month.clamp(1, 12) - 1) as usize]);
    let point = if language() == Language::German { "." } else { "" };
    (format!("{number}{point} {month}"), month)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn german_numbers_and_days() {
        for (english, expected) in [
            ("1,234.5", "1.234,5"),
            ("+0.25", "+0,25"),
            ("12.5 %", "12,5 %"),
            ("45.1 – 67.2", "45,1 – 67,2"),
            ("2026-03-14", "14.03.2026"),
            ("2026-03-14 10:30 UTC", "14.03.2026 10:30 UTC"),
            ("1234", "1234"),
            ("2026-03-14T10:30:00Z", "2026-03-14T10:30:00Z"),
            ("Version 1.2", "Version 1.2"),
            ("127.0.0.1", "127.0.0.1"),
            ("…", "…"),
            (".", "."),
            ("", ""),
        ] {
            assert_eq!(german(english), expected, "{english}");
        }
    }
}
