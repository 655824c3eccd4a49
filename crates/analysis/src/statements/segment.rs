//! Cuts names out of headings that ran into the text: `Explosive Dragosch ties` is about Dragosch.
//!
//! A name that stands between small words or marks is clean. One that opens a sentence may have words of a heading before
//! or behind it: it is compared with the clean ones.

use super::countries::is_place;
use super::known_offices;
use super::lexicon::Flags;
use super::names::Name;
use super::office_words::is_office_word;
use super::spelling::Rows;
use super::tokens::{Kind, Tokens};
use super::voices;
use crate::fixed::{Secret, TextMap};
use crate::reader::is_common_word;

const HONORIFICS: [&str; 10] = ["dr", "mr", "mrs", "ms", "sen", "rep", "gov", "prof", "hon", "st"];
/// Words that a name keeps where nothing says how long it is.
const MAX_UNKNOWN: usize = 3;

pub fn cut(tokens: &Tokens, names: &mut [Name]) {
    let rows = Rows::of(names, |name, row| row.extend(words(tokens, name)));
    // Each way of writing has a number; by it, how often it is written and how often clean.
    let mut known: TextMap<&[&str], usize> = TextMap::with_capacity_and_hasher(names.len(), Secret);
    let mut seen: Vec<(u32, u32)> = Vec::with_capacity(names.len());
    let mut writings: Vec<&[&str]> = Vec::with_capacity(names.len());
    let mut of_names: Vec<(usize, bool)> = Vec::with_capacity(names.len());
    for (i, name) in names.iter().enumerate() {
        let number = *known.entry(rows.row(i)).or_insert(writings.len());
        if number == writings.len() {
            writings.push(rows.row(i));
            seen.push((0, 0));
        }
        let clean = is_clean(tokens, *name);
        seen[number].0 += 1;
        seen[number].1 += u32::from(clean);
        of_names.push((number, clean));
    }
    let is_solid = |(count, clean): (u32, u32)| clean > 0 || count > 1;
    let solid = |words: &[&str]| known.get(words).is_some_and(|&number| is_solid(seen[number]));
    let longer = || writings.iter().zip(&seen).filter(|(words, _)| words.len() > 1);
    let surnames: Vec<&[&str]> =
        longer().filter(|(_, (_, clean))| *clean > 0).map(|(words, _)| *words).collect();
    let given_of: Vec<bool> =
        writings.iter().map(|words| words.len() > 1 && voices::is_given_name(words[0])).collect();
    let people: Vec<&[&str]> =
        writings.iter().zip(&given_of).filter(|(_, given)| **given).map(|(words, _)| *words).collect();
    let mut cuts = Vec::new();
    for (i, name) in names.iter().enumerate() {
        let words = rows.row(i);
        if words.len() < 2 {
            continue;
        }
        // `U.S. Commodity Futures Trading Commission`, `Guide to Rules Securities and Exchange Commission`.
        if known_offices::find(words).is_some() {
            continue;
        }
        if let Some(k) = office_behind_heading(words) {
            cuts.push((i, Name { from: nth(tokens, *name, k), to: name.to }));
            continue;
        }
        let (number, clean) = of_names[i];
        // `Jesse Myers Myers`: a caption ran into the text.
        if words.len() > 2 && words[words.len() - 1] == words[words.len() - 2] {
            cuts.push((i, Name { from: name.from, to: nth(tokens, *name, words.len() - 1) }));
            continue;
        }
        // `of Bitcoin Adler Jr. stated`: a heading may end in a coin.
        let repeated = seen[number].0 > 1;
        let given = given_of[number];
        if clean && !given && !repeated && words.len() > 2 && solid(&words[1..]) && !goes_on(&words[1..]) {
            cuts.push((i, Name { from: nth(tokens, *name, 1), to: name.to }));
            continue;
        }
        // `Reserve Lummis said`: a word of a heading before somebody whose whole name the article gives.
        if !given && is_heading_before(tokens, *name, words, &people, &surnames) {
            cuts.push((i, Name { from: nth(tokens, *name, words.len() - 1), to: name.to }));
            continue;
        }
        // `to Clients Jamie Dimon`: whoever everybody knows has no other first name.
        if !given && let Some(k) = (1..words.len() - 1).find(|&k| voices::find(&words[k..]).is_some()) {
            cuts.push((i, Name { from: nth(tokens, *name, k), to: name.to }));
            continue;
        }
        // `in MetaPlanet Shares Grows`: a heading that begins with a name.
        let often = |words: &[&str]| known.get(words).is_some_and(|&number| seen[number].0 > 1);
        if clean && !given && !repeated && words.len() > 2 {
            let prefix = (1..words.len()).rev().find(|&k| often(&words[..k]) && !goes_on(&words[k..]));
            if let Some(k) = prefix {
                cuts.push((i, Name { from: name.from, to: nth(tokens, *name, k) }));
                continue;
            }
        }
        if clean || is_solid(seen[number]) {
            continue;
        }
        // `Post-Trump Bitcoin Eric Semler`: a person begins with a given name.
        let person = (1..words.len() - 1)
            .rev()
            .find(|&k| voices::is_given_name(words[k]) && words.len() - k <= MAX_UNKNOWN);
        if let Some(k) = person.filter(|_| !given) {
            cuts.push((i, Name { from: nth(tokens, *name, k), to: name.to }));
            continue;
        }
        // Right behind a stop two words are a person's name rather than a heading and a name.
        let starts = name.from > 0 && super::marks::stops(tokens, name.from - 1) && words.len() == 2;
        let named = given && words.len() <= MAX_UNKNOWN || starts;
        let suffix = (1..words.len()).find(|&k| {
            let tail = &words[k..];
            if tail.len() > 1 {
                return solid(tail);
            }
            !named
                && (solid(tail) || surnames.iter().any(|full| full.last() == tail.last() && *full != words))
        });
        if let Some(k) = suffix {
            cuts.push((i, Name { from: nth(tokens, *name, k), to: name.to }));
            continue;
        }
        let joins = |k: usize| tokens.list[nth(tokens, *name, k)].kind == Kind::Small;
        let prefix =
            (1..words.len()).rev().find(|&k| solid(&words[..k]) && !goes_on(&words[k..]) && !joins(k));
        if let Some(k) = prefix.filter(|_| !named) {
            cuts.push((i, Name { from: name.from, to: nth(tokens, *name, k) }));
        } else if words.len() > MAX_UNKNOWN
            && !is_firm_of_two(tokens, *name)
            && !is_abbreviated(tokens, *name)
            && !is_office(tokens, *name, words)
        {
            cuts.push((i, Name { from: nth(tokens, *name, words.len() - 2), to: name.to }));
        }
    }
    for (i, mut name) in cuts {
        // `von der Leyen`: what stands before is part of the surname.
        let small =
            |at: usize| tokens.list[at].kind == Kind::Small && !tokens.is(at, "of") && !tokens.is(at, "and");
        while name.from > names[i].from && (small(name.from) || small(name.from - 1)) {
            name.from -= 1;
        }
        names[i] = name;
    }
}

/// The last word is the surname of somebody else, and the one before it is none that people are called.
fn is_heading_before(
    tokens: &Tokens,
    name: Name,
    words: &[&str],
    people: &[&[&str]],
    clean: &[&[&str]],
) -> bool {
    let (surname, before) = (words[words.len() - 1], words[words.len() - 2]);
    // `Reduced Sell Pressure Taha`: of two words, the second of which is none of the language, a name is somebody's.
    let is_name = || !is_common_word(surname) && !super::lexicon::look_up(surname).flags.has(Flags::SUFFIX);
    let of_another = people.iter().any(|full| full.last() == Some(&surname) && *full != words)
        || is_name() && clean.iter().any(|full| full.len() == 2 && full[1] == surname && *full != words)
        || voices::find(&[surname]).is_some();
    // `Result Vance`, `City Services for New York Adams`: behind words of a heading, or a place before somebody’s surname.
    let from = name.from.checked_sub(1).map(|before| &tokens.list[before]);
    let headed = words.len() > 2
        || from.is_some_and(|from| from.is_capital() && !from.flags.has(Flags::ROLE.or(Flags::ROLES)));
    let plain = || {
        people.iter().any(|full| full.last() == Some(&surname) && *full != words)
            && (is_place(before) || headed && is_common_word(before) && !voices::is_given_name(before))
    };
    of_another && (before == "bitcoin" || tokens.has_small(before) || plain())
}

/// Where a well-known office begins behind words of a heading.
fn office_behind_heading(words: &[&str]) -> Option<usize> {
    if !known_offices::may_end(words.last()?) {
        return None;
    }
    let is_heading = |word: &str| {
        let flags = super::lexicon::look_up(word).flags;
        is_common_word(word) && !is_place(word) && !flags.has(Flags::NATION.or(Flags::SUFFIX))
    };
    let office = |&k: &usize| known_offices::find(&words[k..]).is_some();
    (1..words.len().saturating_sub(1)).filter(office).find(|&k| is_heading(words[k - 1]))
}

/// Words that belong to the name of a firm or a person wherever they stand.
pub fn goes_on(rest: &[impl AsRef<str>]) -> bool {
    rest.iter().map(AsRef::as_ref).all(|word| {
        super::lexicon::look_up(word).flags.has(Flags::SUFFIX)
            || ["jr", "sr", "as", "asa", "ab", "se", "nv", "asset"].contains(&word)
    })
}

/// `Trump Media & Technology Group`: who has a sign for "and" in the name has all of it.
fn is_firm_of_two(tokens: &Tokens, name: Name) -> bool {
    (name.from..name.to).any(|i| tokens.is_mark(i, '&'))
}

/// `Cantor Fitzgerald Asset Management (CFAM)`.
fn is_abbreviated(tokens: &Tokens, name: Name) -> bool {
    tokens.is_mark(name.to, '(')
        && tokens.list.get(name.to + 1).is_some_and(|short| short.kind == Kind::Capitals)
        && tokens.is_mark(name.to + 2, ')')
}

/// `The European Securities and Markets Authority`: behind its article, or with words that join the others, an office has all of
/// its name.
fn is_office(tokens: &Tokens, name: Name, words: &[&str]) -> bool {
    let ends = words.last().is_some_and(|last| is_office_word(last) || goes_on(&[last]));
    let opens = name.from > 0 && tokens.is(name.from - 1, "the");
    ends && (opens || (name.from..name.to).any(|i| tokens.list[i].kind == Kind::Small))
}

fn words<'a>(tokens: &'a Tokens, name: Name) -> impl Iterator<Item = &'a str> {
    (name.from..name.to)
        .filter(|&i| !matches!(tokens.list[i].kind, Kind::Mark(_)))
        .map(|i| tokens.word(i).trim_end_matches('.'))
}

/// The token of the word number `k`.
fn nth(tokens: &Tokens, name: Name, k: usize) -> usize {
    (name.from..name.to).filter(|&i| !matches!(tokens.list[i].kind, Kind::Mark(_))).nth(k).unwrap_or(name.to)
}

/// Stands behind a small word, a comma or a title: nothing of a heading can be glued to it.
fn is_clean(tokens: &Tokens, name: Name) -> bool {
    let Some(before) = name.from.checked_sub(1).map(|i| &tokens.list[i]) else { return false };
    if tokens.list[name.from].after_break {
        return false;
    }
    match before.kind {
        Kind::Small => !tokens.is(name.from - 1, "and"),
        Kind::Mark('.') => before.joined && name.from > 1 && HONORIFICS.contains(&tokens.word(name.from - 2)),
        Kind::Mark(mark) => matches!(mark, ',' | '(' | '“' | '"'),
        Kind::Capital | Kind::Capitals => before.flags.has(Flags::ROLE) || before.possessive,
        _ => false,
    }
}
