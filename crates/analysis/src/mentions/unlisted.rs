//! Whether a name in no list can be a firm's: what speaks for it and against it.

use crate::statements::{is_given_name, is_place};

use super::context::opens_name;
use super::firm_names::is_legal;
use super::learned::Spot;
use super::place::{Place, Style};
use super::sources::{is_cited, is_source};
use super::words::{
    AFTER_COMPANY, ALSO_NOUNS, EXCHANGES, FIRMS_OF_PEOPLE, KINDS_OF_FIRM, NO_PERSON, PERSONS,
};

/// Countries whose words are no places by themselves.
const COUNTRIES: [&str; 6] =
    ["costa rica", "puerto rico", "sri lanka", "san marino", "burkina faso", "el salvador"];

/// Places of a name that are looked at in one text.
const MAX_PLACES: usize = 20;
/// Words behind a name and a comma within which it is said what somebody is.
const APPOSED: usize = 6;
/// Names of a person behind a title.
const MAX_NAMES: usize = 3;

/// Countries, regions and cities, and whatever somebody is in; `Investors in Zebrano` are in a firm, too.
pub(crate) fn is_place_name(name: &str, content: &str) -> bool {
    let small = name.to_lowercase();
    let mut words = small.split([' ', '-']).filter(|word| !word.is_empty());
    let is_in = |place: Place| {
        let (previous, before) = (place.previous_word(), place.word_before_previous().to_lowercase());
        let invested =
            ["invest", "stake", "share", "position", "interest", "confiden", "trust", "holding", "involve"];
        previous.eq_ignore_ascii_case("in") && !invested.iter().any(|word| before.starts_with(word))
    };
    let one = !name.contains(' ');
    words.all(is_place)
        || COUNTRIES.contains(&small.as_str())
        || one && places(name, content).any(is_in) && !places(name, content).any(|place| has_cue(&place))
}

/// Whoever has a given name, a title or an office, or is called by it: `Minister Ada Quill`, `Quill, a lawyer`.
pub(crate) fn is_person(name: &str, title: &str, content: &str) -> bool {
    let words: Vec<&str> = name.split(' ').collect();
    let is_name = |word: &&str| {
        word.starts_with(char::is_uppercase)
            && word.chars().all(|c| c.is_alphabetic() || "-'\u{2019}.".contains(c))
    };
    if words.len() > MAX_NAMES || !words.iter().all(is_name) || FIRMS_OF_PEOPLE.has(words[words.len() - 1]) {
        return false;
    }
    if words.len() > 1 && is_given_name(&words[0].to_lowercase()) {
        return true;
    }
    let mut all = places(name, content).chain(places(name, title));
    all.any(|place| is_titled(&place) || is_apposed(&place) || is_apposition(&place))
}

/// `its chair, Ada Quill, said`; `the owner of its parent firm, Zebrano, said` is of a firm.
fn is_apposition(place: &Place) -> bool {
    let Some(before) = place.before.trim_end().strip_suffix(',') else { return false };
    let from = before.rfind([',', '.', ';', '\n']).map_or(0, |at| at + 1);
    let mut words =
        before[from..].split(' ').rev().filter(|word| !word.is_empty()).take(APPOSED + 2).peekable();
    place.after.trim_start().starts_with([',', '.'])
        && words.peek().is_some_and(|last| !KINDS_OF_FIRM.has(last))
        && words.any(|word| PERSONS.has(word))
}

/// A title stands before it, perhaps with other names of the same person between.
fn is_titled(place: &Place) -> bool {
    if place.style() != Style::Sentence {
        return false;
    }
    let before: Vec<&str> = place.words_before().take(MAX_NAMES).collect();
    let joined = place.before.ends_with(' ') && !place.before.trim_end().ends_with([',', '.', ';', ':', '(']);
    let title = before.iter().position(|word| PERSONS.has(word));
    // `Minister Ada Quill`: what stands between is a name, too.
    joined
        && title.is_some_and(|title| {
            let between = &before[..title];
            between.iter().all(|word| word.starts_with(char::is_uppercase) && !word.ends_with("'s"))
                && !place.is_possessive()
                || title == 0
        })
        && !KINDS_OF_FIRM.has(place.next_word())
}

/// `, a Canadian rapper`, `, head of the office`, `, who`.
fn is_apposed(place: &Place) -> bool {
    let Some(rest) = place.after.trim_start().strip_prefix(',') else { return false };
    let rest = &rest[..rest.find(['.', ',', '\n', ';']).unwrap_or(rest.len())];
    let mut words = rest.split(' ').filter(|word| !word.is_empty()).take(APPOSED).peekable();
    match words.peek() {
        Some(&"who") => true,
        // `According to Zebrano, CEO Ada Quill`: the title is another's where a name follows it.
        Some(first) if PERSONS.has(first) => {
            let next = words.nth(1).unwrap_or("");
            !next.starts_with(char::is_uppercase)
        }
        Some(&("a" | "an" | "the" | "head")) => {
            rest.trim_start().starts_with("head of")
                || words
                    .find(|word| PERSONS.has(word) || NO_PERSON.has(word))
                    .is_some_and(|word| PERSONS.has(word))
        }
        _ => false,
    }
}

/// Whether a text says it in a sentence, or with something that only a firm has: capitals of a headline make no name.
pub(crate) fn stands(name: &str, spots: &[Spot<'_>], content: &str) -> bool {
    let is_said = |place: &Place| {
        let next = place.next_word();
        let goes_on =
            next.starts_with(char::is_uppercase) && !place.is_possessive() && !AFTER_COMPANY.has(next);
        place.style() == Style::Sentence && !goes_on && !place.after.starts_with(':')
    };
    let spotted = spots.iter().map(|spot| Place::new(spot.text, spot.start, spot.end));
    let mut all = places(name, content).chain(spotted);
    all.any(|place| is_said(&place) || has_cue(&place))
}

/// Who is named only as the one from whom something is known.
pub(crate) fn only_tells(spots: &[Spot<'_>]) -> bool {
    !spots.is_empty()
        && spots.iter().all(|spot| {
            let place = Place::new(spot.text, spot.start, spot.end);
            is_cited(&place)
                || place.previous_word() == "told"
                || spot.in_content() && is_source(&place) && is_told_by(&place)
        })
}

/// `as reported by Zebrano`, `Zebrano reported`, `Source: Zebrano`.
fn is_told_by(place: &Place) -> bool {
    place.before.trim_end().ends_with(':') || ["told", "via", "per"].contains(&place.previous_word())
}

/// The word with which the name is longer wherever it stands: `Sixty` of a `Six Capital` that was cut.
pub(crate) fn lacks_before<'a>(spots: &[Spot<'a>]) -> Option<&'a str> {
    let mut words = spots.iter().map(|spot| {
        let place = Place::new(spot.text, spot.start, spot.end);
        let word = place.previous_word();
        let is_part = place.before.ends_with(' ') && opens_name(&place, word);
        is_part.then_some(word).filter(|word| !is_place(&word.to_lowercase()) && !PERSONS.has(word))
    });
    let first = words.next()??;
    (spots.len() > 1 && words.all(|word| word == Some(first))).then_some(first)
}

/// What only a firm does or has stands beside it.
fn has_cue(place: &Place) -> bool {
    let next = place.next_word();
    let listed = place.after.trim_start().strip_prefix('(').and_then(|rest| rest.split_once(':'));
    AFTER_COMPANY.has(next) && !ALSO_NOUNS.has(next)
        || KINDS_OF_FIRM.has(place.previous_word())
        || is_legal(next.trim_end_matches(','))
        || listed.is_some_and(|(exchange, _)| EXCHANGES.has(exchange.trim()))
}

/// Where a text has a name as whole words.
fn places<'a>(name: &'a str, text: &'a str) -> impl Iterator<Item = Place<'a>> {
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let found = text.match_indices(name).map(move |(at, _)| (at, at + name.len()));
    let whole = found.filter(move |&(start, end)| {
        !is_letter(text[..start].chars().next_back()) && !is_letter(text[end..].chars().next())
    });
    whole.take(MAX_PLACES).map(|(start, end)| Place::new(text, start, end))
}
