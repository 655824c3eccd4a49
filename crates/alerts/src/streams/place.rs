//! A place in a stream: the last event and the last document that were sent.

use std::fmt;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    pub event: i64,
    pub document: i64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.event, self.document)
    }
}

impl Place {
    /// None where it is not one of ours.
    pub fn parse(text: &str) -> Option<Place> {
        let (event, document) = text.split_once('-')?;
        let number = |text: &str| -> Option<i64> {
            let digits = (1..=18).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
            digits.then(|| text.parse().ok()).flatten()
        };
        Some(Place { event: number(event)?, document: number(document)? })
    }
}

#[cfg(test)]
mod tests {
    use super::Place;

    #[test]
    fn a_place_reads_back() {
        let place = Place { event: 12, document: 90_000_000_000 };
        assert_eq!(Place::parse(&place.to_string()), Some(place));
        for text in ["", "1", "1-", "-1-2", "1-x", "+1-2", "1-2-3", "9999999999999999999-1"] {
            assert_eq!(Place::parse(text), None, "{text}");
        }
    }
}
