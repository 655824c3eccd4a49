//! A statement: what somebody is reported to have said, and who that is.

use std::fmt;

use crate::cohort::Cohort;
use crate::hash::{from_hex, hash128, to_hex};
use crate::marks::{MentionKind, Span, Tone};

/// Something that somebody said, verbatim as a document gives it, with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    pub text: String,
    pub span: Span,
    /// Somebody's own words, rather than what the document makes of them.
    pub direct: bool,
    /// Whoever said it; several where they spoke together, never nobody.
    pub speakers: Vec<StatementSpeaker>,
    /// As the document states it; empty where it states none.
    pub title: String,
    /// The firm or office that the title names; empty where it names none.
    pub affiliation: String,
    pub cohort: Option<Cohort>,
    /// How sure the role is, 0 to 1.
    pub confidence: f32,
    /// What it is about; none where that cannot be told.
    pub target: Option<StatementTarget>,
    /// The tone toward what it is about.
    pub tone: Tone,
    /// Its words in rows of three, hashed: statements that share most of them are one statement.
    pub shingles: Vec<u32>,
    /// The same for statements of a speaker that are one; of its own until others were compared.
    pub group: u64,
}

impl Statement {
    /// The names of all who said it.
    pub fn speaker_names(&self) -> String {
        let names: Vec<&str> = self.speakers.iter().map(|speaker| speaker.name.as_str()).collect();
        names.join(" and ")
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementSpeaker {
    /// The fullest name that the document gives.
    pub name: String,
    /// The name under which the lists know it, where that is another.
    pub known_as: Option<String>,
    /// A person or an account, rather than a firm or an office.
    pub is_person: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementTarget {
    pub kind: MentionKind,
    /// The name under which it is counted.
    pub name: String,
}

/// Identifies a speaker by name, so that the same name in any document is the same speaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SpeakerId([u8; 16]);

impl SpeakerId {
    /// Spelling that does not tell people apart (case, accents, dots, blanks) does not count.
    pub fn of_name(name: &str) -> SpeakerId {
        SpeakerId(hash128(format!("speaker {}", spelling(name)).as_bytes()))
    }

    pub fn from_bytes(bytes: [u8; 16]) -> SpeakerId {
        SpeakerId(bytes)
    }

    pub fn bytes(self) -> [u8; 16] {
        self.0
    }

    pub fn parse(text: &str) -> Option<SpeakerId> {
        from_hex(text).map(SpeakerId)
    }
}

impl fmt::Display for SpeakerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&to_hex(&self.0))
    }
}

/// A name as it is compared: small letters without accents, words apart by one blank.
pub fn spelling(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars().flat_map(char::to_lowercase) {
        match plain(c) {
            Some(letter) => out.push(letter),
            // `O'Leary` and `U.S.` are one word each.
            None if matches!(c, '\'' | '’' | '.') => {}
            None if !out.ends_with(' ') && !out.is_empty() => out.push(' '),
            None => {}
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// A letter or digit without its accent.
fn plain(c: char) -> Option<char> {
    let letter = match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
        'ç' | 'ć' | 'č' => 'c',
        'ď' | 'đ' => 'd',
        'è'..='ë' | 'ē' | 'ę' | 'ě' => 'e',
        'ğ' => 'g',
        'ì'..='ï' | 'ī' | 'ı' => 'i',
        'ł' => 'l',
        'ñ' | 'ń' | 'ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ő' => 'o',
        'ř' => 'r',
        'ś' | 'š' | 'ş' => 's',
        'ť' | 'ţ' => 't',
        'ù'..='ü' | 'ū' | 'ů' | 'ű' => 'u',
        'ý' | 'ÿ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        c if c.is_alphanumeric() => c,
        _ => return None,
    };
    Some(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_name_are_one_speaker() {
        for (one, other) in [
            ("Michaël van de Poppe", "Michael Van De Poppe"),
            ("Kevin O’Leary", "kevin o'leary"),
            ("Robert F. Kennedy Jr.", "Robert F Kennedy Jr"),
            ("  Hester  Peirce ", "Hester Peirce"),
        ] {
            assert_eq!(SpeakerId::of_name(one), SpeakerId::of_name(other), "{one}");
        }
        assert_ne!(SpeakerId::of_name("Donald Trump"), SpeakerId::of_name("Donald Trump Jr."));
        let id = SpeakerId::of_name("Cathie Wood");
        assert_eq!(SpeakerId::parse(&id.to_string()), Some(id));
    }
}
