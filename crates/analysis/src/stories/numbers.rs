//! Numbers as words: one word for one number, however it is written.

use crate::tongue::{Tongue, is_eastern};

/// The number that a piece begins, with the pieces behind it, and how many of them belong to it.
pub(super) fn number<'t>(
    piece: &str,
    mut behind: impl Iterator<Item = &'t str>,
    tongue: Tongue,
) -> (String, usize) {
    let (digits, unit) = digits(piece, tongue);
    if !unit.is_empty() {
        return (written(piece, &digits, unit), 0);
    }
    let Some(next) = behind.next() else { return (written(piece, &digits, unit), 0) };
    if let Some(unit) = magnitude(next) {
        return (format!("{digits}{unit}"), 1);
    }
    match tongue.magnitude(next) {
        // A unit of Chinese is written together with what follows it.
        Some(power) if next.starts_with(is_eastern) => (amount(&digits, power), 0),
        // Spanish counts thousands of millions.
        Some(3) => match behind.next().and_then(|next| tongue.magnitude(next)) {
            Some(more) => (amount(&digits, 3 + more), 2),
            None => (amount(&digits, 3), 1),
        },
        Some(power) => (amount(&digits, power), 1),
        None => (written(piece, &digits, unit), 0),
    }
}

/// The digits that a piece begins with, without what is only spelling, and what follows them.
fn digits(piece: &str, tongue: Tongue) -> (String, &str) {
    let end = piece.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',').unwrap_or(piece.len());
    let mut digits = match tongue.has_decimal_comma() {
        true => piece[..end].replace('.', "").replace(',', "."),
        false => piece[..end].replace(',', ""),
    };
    if digits.contains('.') {
        digits.truncate(digits.trim_end_matches('0').trim_end_matches('.').len());
    }
    (digits, &piece[end..])
}

/// A number as one word: `2.70B` is `2.7b`, `3rd` is `3`, `4x` stays.
fn written(piece: &str, digits: &str, unit: &str) -> String {
    match magnitude(unit) {
        Some(unit) => format!("{digits}{unit}"),
        None if ["", "st", "nd", "rd", "th"].contains(&unit) => digits.to_owned(),
        None => piece.to_lowercase(),
    }
}

fn magnitude(word: &str) -> Option<char> {
    let units: [(&[&str], char); 4] = [
        (&["k", "thousand"], 'k'),
        (&["m", "mn", "mln", "million"], 'm'),
        (&["b", "bn", "billion"], 'b'),
        (&["t", "tn", "trillion"], 't'),
    ];
    let is = |known: &&str| known.eq_ignore_ascii_case(word);
    units.iter().find(|(spellings, _)| spellings.iter().any(is)).map(|(_, unit)| *unit)
}

/// As English would write it: 4,000 times ten thousand is 40 million.
fn amount(digits: &str, power: u32) -> String {
    const UNITS: [&str; 5] = ["", "k", "m", "b", "t"];
    let Ok(number) = digits.parse::<f64>() else { return format!("{digits}e{power}") };
    let mut value = number * 10_f64.powi(power as i32);
    let mut unit = 0;
    while value >= 999.9995 && unit + 1 < UNITS.len() {
        value /= 1_000.0;
        unit += 1;
    }
    let value = format!("{value:.3}");
    format!("{}{}", value.trim_end_matches('0').trim_end_matches('.'), UNITS[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(code: &str, text: &str) -> String {
        let mut words = text.split(' ');
        let first = words.next().unwrap_or_default();
        number(first, words, Tongue::of(code)).0
    }

    #[test]
    fn an_amount_is_one_in_every_language() {
        for (code, text) in [
            ("en", "2.70 billion"),
            ("en", "2.7B"),
            ("es", "2,7 mil millones"),
            ("es", "2.700 millones"),
            ("pt", "2,7 bilhões"),
            ("fr", "2,7 milliards"),
            ("de", "2,7 Mrd"),
            ("it", "2,7 miliardi"),
            ("pl", "2,7 mld"),
            ("tr", "2,7 milyar"),
            ("ru", "2,7 млрд"),
            ("id", "2,7 miliar"),
            ("zh", "27 亿美"),
            ("ja", "27 億ド"),
            ("ko", "27 억달"),
        ] {
            assert_eq!(read(code, text), "2.7b", "{code} {text}");
        }
        assert_eq!(read("zh", "4000 万美"), "40m");
        assert_eq!(read("de", "25.812 Bitcoin"), "25812");
        assert_eq!(read("en", "25,812 bitcoin"), "25812");
        assert_eq!(read("es", "40 mil usuarios"), "40k");
    }

    #[test]
    fn what_is_no_amount_stays() {
        assert_eq!(read("en", "3rd"), "3");
        assert_eq!(read("en", "4x"), "4x");
        assert_eq!(read("de", "2,50"), "2.5");
        assert_eq!(read("ko", "3"), "3");
    }
}
