//! Names as languages other than English write them: in their own letters, and with endings.
//!
//! Chinese, Japanese and Korean spellings are looked for letter by letter, since nothing separates words there; Cyrillic
//! ones by word, in any case form; Latin names with the endings that German and Polish add to them. What Turkish adds
//! stands behind an apostrophe and needs nothing.

use std::cmp::Reverse;
use std::collections::HashMap;

use domain::MentionKind;

use super::entry::Entry;
use crate::fixed::FixedMap;
use crate::letters::{begins_letter, is_letter, is_letter_or_digit, small};

/// Letters of the shortest name that is looked for with an ending.
const MIN_INFLECTED: usize = 5;
/// Letters that a stem has at least.
const BEGINNING: usize = 3;
/// Syllables from which a Korean name is sure whatever follows it without a space.
const LONG_KOREAN: usize = 4;

const FIRST_BITS: usize = 1 << 13;
const BEGINNING_BITS: usize = 1 << 16;

/// The place and the bit of a first letter.
fn first_bit(c: char) -> (usize, u64) {
    let at = c as usize % FIRST_BITS;
    (at / 64, 1 << (at % 64))
}

/// Where a name stands, in bytes.
pub(super) struct Native {
    pub start: usize,
    pub end: usize,
    pub entry: usize,
}

/// One spelling, whose it is, and in which language it is a word.
struct Spelled {
    text: String,
    entry: Option<usize>,
    word_in: Option<&'static str>,
}

pub(super) struct NativeNames {
    /// By their first letters, the longest first. None: looks like a name and is not.
    spelled: FixedMap<char, Vec<Spelled>>,
    /// A bit for each of these first letters, by its last bits: nearly all letters are none.
    firsts: Vec<u64>,
    /// The same for the words with endings, in either case.
    word_firsts: Vec<u64>,
    /// Cyrillic words in lower case, without the ending that changes.
    stems: HashMap<String, usize>,
    /// Latin names in lower case. A company's is written as listed; a coin's may stand in lower case.
    inflected: HashMap<String, (Option<String>, usize)>,
    /// A bit for the first letters of those, by their hash: most words are none of them.
    beginnings: Vec<u64>,
}

impl NativeNames {
    /// `names` are the spellings that are a name and nothing else, with the places of their entries.
    pub fn new(list: &str, entries: &[Entry], names: &[(usize, String)]) -> NativeNames {
        let places: HashMap<(MentionKind, &str), usize> =
            entries.iter().enumerate().map(|(at, entry)| ((entry.kind, entry.name.as_str()), at)).collect();
        let mut spelled: FixedMap<char, Vec<Spelled>> = FixedMap::default();
        let mut stems = HashMap::new();
        for line in list.lines().filter(|line| !line.starts_with('#')) {
            let mut columns = line.split('\t');
            let mut column = || columns.next().unwrap_or("").trim();
            let (kind, name, spellings) = (column(), column(), column());
            let Some(kind) = MentionKind::from_name(kind) else { continue };
            let Some(&entry) = places.get(&(kind, name)) else { continue };
            for spelling in spellings.split('|').filter(|spelling| !spelling.is_empty()) {
                let (spelling, word_in) = match spelling.strip_prefix("-de:") {
                    Some(other) => (other, Some("de")),
                    None => (spelling, None),
                };
                let (text, entry) = match spelling.strip_prefix('!') {
                    Some(other) => (other, None),
                    None => (spelling, Some(entry)),
                };
                match entry {
                    Some(entry) if text.chars().all(is_cyrillic) => {
                        stems.insert(stem(&text.to_lowercase(), 'а').to_owned(), entry);
                    }
                    _ => {
                        let first = text.chars().next().unwrap_or(' ');
                        spelled.entry(first).or_default().push(Spelled {
                            text: text.to_owned(),
                            entry,
                            word_in,
                        });
                    }
                }
            }
        }
        // The longest first; a name before what only looks like one.
        let order = |one: &Spelled| (Reverse(one.text.len()), one.entry.is_none(), one.entry);
        spelled.values_mut().for_each(|all| all.sort_by_key(order));
        let mut inflected = HashMap::new();
        for (entry, name) in names {
            let is_word = name.chars().all(char::is_alphabetic) && name.starts_with(char::is_uppercase);
            if is_word && name.chars().count() >= MIN_INFLECTED {
                let spelled = (entries[*entry].kind == MentionKind::Company).then(|| name.clone());
                let lower = name.to_lowercase();
                for key in [stem(&lower, 'a'), lower.as_str()] {
                    inflected.entry(key.to_owned()).or_insert((spelled.clone(), *entry));
                }
            }
        }
        let long_enough = |name: &String| beginning(name).is_some();
        assert!(
            stems.keys().chain(inflected.keys()).all(long_enough),
            "a stem of the list has letters enough"
        );
        let mut beginnings = vec![0; BEGINNING_BITS / 64];
        for (word, bit) in stems.keys().chain(inflected.keys()).filter_map(|name| beginning(name)) {
            beginnings[word] |= bit;
        }
        let bits_of = |letters: &mut dyn Iterator<Item = char>| {
            let mut bits = vec![0; FIRST_BITS / 64];
            for c in letters {
                let (word, bit) = first_bit(c);
                bits[word] |= bit;
            }
            bits
        };
        let firsts = bits_of(&mut spelled.keys().copied());
        let words = stems.keys().chain(inflected.keys()).filter_map(|name: &String| name.chars().next());
        let word_firsts = bits_of(&mut words.flat_map(|c| c.to_uppercase().chain([c])));
        NativeNames { spelled, firsts, word_firsts, stems, inflected, beginnings }
    }

    /// In the order of their places, none overlapping; `most` at most.
    pub fn find(&self, text: &str, language: &str, most: usize) -> Vec<Native> {
        let mut found = Vec::new();
        let (mut at, mut in_word) = (0, false);
        while let Some(c) = text[at..].chars().next() {
            if found.len() >= most {
                break;
            }
            let (word, bit) = first_bit(c);
            let listed = (self.firsts[word] & bit != 0).then(|| self.spelled.get(&c)).flatten();
            let known = listed.and_then(|all| {
                let before = text[..at].chars().next_back().unwrap_or(' ');
                all.iter().find(|Spelled { text: name, word_in, .. }| {
                    text[at..].starts_with(name.as_str())
                        && *word_in != Some(language)
                        && stands_alone(text, at, name, before)
                })
            });
            let mut last = c;
            let mut end = at + c.len_utf8();
            if let Some(Spelled { text: name, entry, .. }) = known {
                end = at + name.len();
                last = name.chars().next_back().unwrap_or(c);
                found.extend(entry.map(|entry| Native { start: at, end, entry }));
            } else if !in_word && is_letter_or_digit(c) && !is_cjk(c) {
                // What stands inside a word begins no name.
                end = word_end(text, at);
                if self.word_firsts[word] & bit != 0 && is_letter(c) {
                    let entry = self.word(&text[at..end], language);
                    found.extend(entry.map(|entry| Native { start: at, end, entry }));
                }
            }
            in_word = is_letter_or_digit(last);
            at = end;
        }
        found
    }

    /// Whose name a word is, with an ending or without.
    fn word(&self, word: &str, language: &str) -> Option<usize> {
        let ends = match language {
            _ if word.starts_with(is_cyrillic) => CYRILLIC_ENDINGS,
            "de" => "s",
            "pl" => POLISH_ENDINGS,
            _ => return None,
        };
        if beginning(word).is_none_or(|(word, bit)| self.beginnings[word] & bit == 0) {
            return None;
        }
        if ends == CYRILLIC_ENDINGS {
            let lower = word.to_lowercase();
            return endings(&lower, ends).find_map(|stem| self.stems.get(stem)).copied();
        }
        let lower = word.to_lowercase();
        let known = endings(&lower, ends).filter(|stem| *stem != lower);
        let is_written = |(name, stem): &(&Option<String>, &str)| match name {
            Some(name) => name.get(..stem.len()).is_some_and(|begin| word.starts_with(begin)),
            None => true,
        };
        let named =
            known.filter_map(|stem| self.inflected.get(stem).map(|(name, entry)| ((name, stem), entry)));
        named.into_iter().find(|(spelled, _)| is_written(spelled)).map(|(_, entry)| *entry)
    }
}

const CYRILLIC_ENDINGS: &str = "ами ах ам ов ом ой ем ою а у е ы и ю я";
const POLISH_ENDINGS: &str = "owi ami ach ów om em ie a u y i e ę ą o";

/// The place and the bit of the first letters of a word in lower case; none where it has fewer.
fn beginning(word: &str) -> Option<(usize, u64)> {
    let mut letters = word.chars().map(|c| small(c).or_else(|| c.to_lowercase().next()).unwrap_or(c));
    let mut hash = 0_u32;
    for _ in 0..BEGINNING {
        hash = (hash ^ letters.next()? as u32).wrapping_mul(0x9e37_79b1);
    }
    let at = (hash >> 16) as usize % BEGINNING_BITS;
    Some((at / 64, 1 << (at % 64)))
}

/// The word itself and what is left of it without one of the endings.
fn endings<'w>(word: &'w str, endings: &'static str) -> impl Iterator<Item = &'w str> {
    let stems = endings.split(' ').filter_map(move |ending| word.strip_suffix(ending));
    std::iter::once(word).chain(stems)
}

/// Without the last letter where that is one which changes with the case.
fn stem(name: &str, vowel: char) -> &str {
    name.strip_suffix(vowel).unwrap_or(name)
}

fn word_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let mut end = start;
    while let Some(&byte) = bytes.get(end) {
        end += match byte {
            _ if byte.is_ascii_alphanumeric() => 1,
            _ if begins_letter(byte) => 2,
            _ if byte.is_ascii() => break,
            _ => match text[end..].chars().next() {
                Some(c) if is_letter_or_digit(c) && !is_cjk(c) => c.len_utf8(),
                _ => break,
            },
        };
    }
    end
}

/// What Korean adds to a noun without a space.
const PARTICLES: &str = "은 는 이 가 을 를 의 에 와 과 도 로 만 나 랑 에서 에게 으로 까지 부터 보다 처럼 이나 이라 라는 이라는 \
                         에는 에도 에서는 에서도 으로는 로는 와의 과의 에게는 측은 측이 측 사 코인 등 등이 등을 등의";

/// Nothing of the same script goes on where the name begins and ends.
fn stands_alone(text: &str, start: usize, name: &str, before: char) -> bool {
    let after = text[start + name.len()..].chars().next().unwrap_or(' ');
    let (first, last) = (name.chars().next().unwrap_or(' '), name.chars().next_back().unwrap_or(' '));
    let begins = match first {
        c if is_katakana(c) => !is_katakana(before),
        c if is_hangul(c) => !is_hangul(before),
        c if is_cjk(c) => true,
        _ => !is_letter_or_digit(before) || is_cjk(before),
    };
    let ends = match last {
        c if is_katakana(c) => !is_katakana(after),
        c if is_hangul(c) && is_hangul(after) => {
            let rest = &text[start + name.len()..];
            let run = &rest[..rest.find(|c: char| !is_hangul(c)).unwrap_or(rest.len())];
            name.chars().count() >= LONG_KOREAN
                || PARTICLES.split_whitespace().any(|particle| particle == run)
        }
        c if is_cjk(c) => true,
        _ => !is_letter_or_digit(after) || is_cjk(after),
    };
    begins && ends
}

fn is_katakana(c: char) -> bool {
    matches!(c, '\u{30a1}'..='\u{30fa}' | '\u{30fc}' | '\u{ff66}'..='\u{ff9f}')
}

fn is_hangul(c: char) -> bool {
    matches!(c, '\u{ac00}'..='\u{d7a3}')
}

/// Letters of scripts that stand next to each other and to Latin ones without a space.
pub(super) fn is_cjk(c: char) -> bool {
    is_hangul(c)
        || matches!(c, '\u{3005}'..='\u{3007}' | '\u{3041}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
            | '\u{ff66}'..='\u{ff9f}')
}

fn is_cyrillic(c: char) -> bool {
    matches!(c, '\u{400}'..='\u{52f}')
}
