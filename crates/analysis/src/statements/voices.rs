//! People who are known in the field by their surname alone, and the role that is public knowledge.

use std::sync::LazyLock;

use domain::Cohort;

use crate::fixed::{FixedMap, FixedSet};

#[derive(Debug, PartialEq, Eq)]
pub struct Voice {
    pub name: String,
    /// The name's words in small letters.
    pub words: Vec<String>,
    /// None where the person has a known name and none of the roles.
    pub cohort: Option<Cohort>,
}

static VOICES: LazyLock<FixedMap<Vec<String>, Voice>> = LazyLock::new(|| {
    let mut voices = FixedMap::default();
    for line in include_str!("../../lists/voices.tsv").lines() {
        let mut columns = line.split('\t').map(str::trim);
        let (Some(name), Some(cohort)) = (columns.next(), columns.next()) else { continue };
        if name.is_empty() || name.starts_with('#') {
            continue;
        }
        let spellings = columns.next().unwrap_or("").split('|').filter(|spelling| !spelling.is_empty());
        for spelling in std::iter::once(name).chain(spellings) {
            let voice =
                Voice { name: name.to_owned(), words: words(name), cohort: Cohort::from_name(cohort) };
            voices.insert(words(spelling), voice);
        }
    }
    voices
});

fn words(name: &str) -> Vec<String> {
    name.split(' ').map(|word| word.to_ascii_lowercase()).collect()
}

/// The known voice of a name, whose words are in small letters.
pub fn find(words: &[String]) -> Option<&'static Voice> {
    VOICES.get(words)
}

static GIVEN: LazyLock<FixedSet<&'static str>> = LazyLock::new(|| {
    let lines = include_str!("../../lists/given_names.txt").lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(str::split_whitespace).collect()
});

/// Whether a word in small letters is a common given name.
pub fn is_given_name(word: &str) -> bool {
    GIVEN.contains(word) || !word.is_ascii() && GIVEN.contains(plain(word).as_str())
}

/// Without accents.
fn plain(word: &str) -> String {
    let plain = |c: char| match c {
        'à'..='å' => 'a',
        'è'..='ë' => 'e',
        'ì'..='ï' => 'i',
        'ò'..='ö' | 'ø' => 'o',
        'ù'..='ü' => 'u',
        'ç' => 'c',
        'ñ' => 'n',
        _ => c,
    };
    word.chars().map(plain).collect()
}
