//! People who are known in the field by their surname alone, and the role that is public knowledge.

use std::sync::LazyLock;

use domain::Cohort;

use crate::fixed::{FixedMap, Table};

#[derive(Debug, PartialEq, Eq)]
pub struct Voice {
    pub name: String,
    /// The name's words in small letters.
    pub words: Vec<String>,
    /// None where the person has a known name and none of the roles.
    pub cohort: Option<Cohort>,
}

/// By their words with blanks between them.
static VOICES: LazyLock<FixedMap<String, Voice>> = LazyLock::new(|| {
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
            voices.insert(spelling.to_ascii_lowercase(), voice);
        }
    }
    voices
});

fn words(name: &str) -> Vec<String> {
    name.split(' ').map(|word| word.to_ascii_lowercase()).collect()
}

/// The last words of all voices: hardly a name of a text ends in one of them.
static LAST_WORDS: LazyLock<Table<()>> =
    LazyLock::new(|| Table::new(VOICES.keys().map(|name| (name.rsplit(' ').next().unwrap_or(name), ()))));

/// The known voice of a name, whose words are in small letters.
pub fn find(words: &[impl AsRef<str>]) -> Option<&'static Voice> {
    LAST_WORDS.get(words.last()?.as_ref())?;
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    VOICES.get(&words.join(" "))
}

static GIVEN: LazyLock<Table<()>> = LazyLock::new(|| {
    let lines = include_str!("../../lists/given_names.txt").lines().filter(|line| !line.starts_with('#'));
    Table::new(lines.flat_map(str::split_whitespace).map(|name| (name, ())))
});

/// Whether a word in small letters is a common given name.
pub fn is_given_name(word: &str) -> bool {
    GIVEN.get(word).is_some() || !word.is_ascii() && GIVEN.get(&plain(word)).is_some()
}

/// Whether two words are the same but for accents.
pub fn is_alike(one: &str, other: &str) -> bool {
    one == other || one.chars().map(plain_letter).eq(other.chars().map(plain_letter))
}

/// Without accents.
fn plain(word: &str) -> String {
    word.chars().map(plain_letter).collect()
}

fn plain_letter(c: char) -> char {
    match c {
        'à'..='å' => 'a',
        'è'..='ë' => 'e',
        'ì'..='ï' => 'i',
        'ò'..='ö' | 'ø' => 'o',
        'ù'..='ü' => 'u',
        'ç' => 'c',
        'ñ' => 'n',
        _ => c,
    }
}
