//! Weighs the surroundings of a doubtful spelling: is it the name or just the word?
//!
//! Each observation adds or takes a few points; the sums were set on half of the annotated headlines and
//! checked on the other half. A listed negative phrase never comes here: exclusions are sifted out before.

use domain::MentionKind;

use super::entry::Rule;
use super::learned::NAMES;
use super::place::{Place, Style};
use super::words::{
    AFTER_ASSET, AFTER_COIN, AFTER_COMPANY, AFTER_PLAIN_WORD, BEFORE_ASSET, BEFORE_COMPANY,
    BEFORE_PLAIN_WORD, BUSINESS, COIN_OF_COMPANY, OPENERS, PART_OF_COMPANY, PLAIN_ARTICLES, PLAIN_NOUNS,
};

/// Points from which a doubtful spelling counts.
pub(super) const ENOUGH: i32 = 3;

/// Points from which it also speaks for its entry elsewhere in the text.
pub(super) const STRONG: i32 = 5;

/// What the rest of the text says about each entry.
pub(super) struct Support {
    evidence: Vec<Evidence>,
    /// Entries of which a namesake is named.
    namesakes: Vec<usize>,
}

/// From nothing to certainty; only grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Evidence {
    None,
    /// A person or product that belongs to it is named.
    Cue,
    /// One doubtful place was decided by its own words.
    Settled,
    /// A spelling that is nothing else occurs.
    Sure,
}

impl Support {
    pub fn new(entries: usize) -> Support {
        Support { evidence: vec![Evidence::None; entries], namesakes: Vec::new() }
    }

    pub fn cue(&mut self, entry: usize) {
        self.raise(entry, Evidence::Cue);
    }

    pub fn settled(&mut self, entry: usize) {
        self.raise(entry, Evidence::Settled);
    }

    pub fn sure(&mut self, entry: usize) {
        self.raise(entry, Evidence::Sure);
    }

    pub fn namesake(&mut self, entry: usize) {
        self.namesakes.push(entry);
    }

    pub fn is_sure(&self, entry: usize) -> bool {
        self.evidence[entry] == Evidence::Sure
    }

    pub fn has_namesake(&self, entry: usize) -> bool {
        self.namesakes.contains(&entry)
    }

    /// Points for every doubtful place of an entry.
    pub fn points(&self, entry: usize) -> i32 {
        let points = match self.evidence[entry] {
            Evidence::None => 0,
            Evidence::Cue | Evidence::Settled => 3,
            Evidence::Sure => 4,
        };
        if self.has_namesake(entry) { points - 4 } else { points }
    }

    fn raise(&mut self, entry: usize, evidence: Evidence) {
        self.evidence[entry] = self.evidence[entry].max(evidence);
    }
}

/// The points of one doubtful place.
pub(super) fn score(kind: MentionKind, rule: Rule, place: &Place, outside: i32, in_a_row: bool) -> i32 {
    outside
        + i32::from(in_a_row) * 3
        + match (rule, kind) {
            (Rule::Word, MentionKind::Company) => company_word(place),
            (Rule::Word, _) => asset_word(place),
            (Rule::TickerWord, _) => ticker(place) + 3,
            _ => ticker(place),
        }
}

/// Whether the name of a company is its coin's here: `Ripple price`, `Ripple to $3`.
pub(super) fn is_coin_of_company(place: &Place) -> bool {
    let next = place.next_word();
    let is_priced = |before: &str| place.after.strip_prefix(before).is_some_and(|rest| rest.starts_with('$'));
    COIN_OF_COMPANY.has(next) || [" to ", " at ", " above ", " below ", " hits "].into_iter().any(is_priced)
}

/// A word with a capital that makes a longer name of the word beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Neighbour<'a> {
    Before(&'a str),
    Behind(&'a str),
}

impl Neighbour<'_> {
    pub fn is_abbreviation(&self) -> bool {
        let (Neighbour::Before(word) | Neighbour::Behind(word)) = self;
        !word.chars().any(char::is_lowercase)
    }
}

/// The neighbour with which a word is some other name, where running text shows it.
pub(super) fn neighbour_in_name<'a>(kind: MentionKind, place: &Place<'a>) -> Option<Neighbour<'a>> {
    if place.style() != Style::Sentence {
        return None;
    }
    let company = kind == MentionKind::Company;
    let (before, after) =
        if company { (&BEFORE_COMPANY, &AFTER_COMPANY) } else { (&BEFORE_ASSET, &AFTER_ASSET) };
    let (previous, next) = (place.previous_word(), place.next_word());
    // `Saylor's Strategy` is no name.
    let is_owner = previous.ends_with("'s") || previous.ends_with("\u{2019}s");
    if is_capitalised(previous) && !is_owner && !before.has(previous) && !opens(place, previous) {
        return Some(Neighbour::Before(previous));
    }
    let is_part = is_capitalised(next) && !after.has(next) && !place.is_possessive();
    is_part.then_some(Neighbour::Behind(next))
}

fn company_word(place: &Place) -> i32 {
    let (previous, next) = (place.previous_word(), place.next_word());
    let style = place.style();
    let first = place.starts_sentence();
    let mut points = 0;
    if place.has_cashtag()
        || place.after.trim_start().starts_with("(NASDAQ")
        || place.after.trim_start().starts_with("(NYSE")
    {
        points += 5;
    }
    if style == Style::Sentence && !first {
        points += 3;
    }
    if place.is_possessive() {
        points += if style == Style::Sentence { 3 } else { 2 };
    }
    let listed = match next {
        next if AFTER_COMPANY.has(next) => 2 + i32::from(first),
        next if AFTER_PLAIN_WORD.has(next) => -3,
        _ => 0,
    };
    points += stronger(listed, NAMES.neighbour("after", next));
    // `Block 840,000` and `Gate 3` are things with a number.
    if next.starts_with(|c: char| c.is_ascii_digit()) {
        points -= 3;
    }
    let listed = match previous {
        previous if BEFORE_COMPANY.has(previous) => 2 - i32::from(style == Style::Sentence),
        previous if PLAIN_ARTICLES.has(previous) => -4,
        _ => 0,
    };
    points += stronger(listed, NAMES.neighbour("before", previous));
    if previous == "of" && PART_OF_COMPANY.has(place.word_before_previous()) {
        points += 2;
    }
    // Where every word or the first one has a capital, the name must be likelier than the word.
    if (first || style != Style::Sentence) && !place.sentence_has(&BUSINESS) {
        points += NAMES.prior(place.matched);
    }
    // In running text a capital next to it makes it a part of some other name.
    if neighbour_in_name(MentionKind::Company, place).is_some() {
        points -= 3;
    }
    points
}

/// What was learned counts where it says more than the lists, or the contrary.
fn stronger(listed: i32, learned: i32) -> i32 {
    if learned.abs() > listed.abs() || learned * listed < 0 { learned } else { listed }
}

fn asset_word(place: &Place) -> i32 {
    let (previous, next) = (place.previous_word(), place.next_word());
    let style = place.style();
    let first = place.starts_sentence();
    let mut points = 0;
    if place.has_cashtag() {
        points += 5;
    }
    if place.has_hashtag() {
        points += 2;
    }
    if style == Style::Sentence && !first {
        points += 2;
    }
    // A capital that every word or the first one has says nothing, and plain nouns rise and fall, too.
    let is_plain = PLAIN_NOUNS.has(place.matched) && (first || style != Style::Sentence);
    if AFTER_ASSET.has(next) {
        points += if is_plain && !AFTER_COIN.has(next) { 0 } else { 3 };
    } else if place.is_possessive() {
        points += 1;
    } else if is_plain && next.starts_with(char::is_alphanumeric) {
        points -= 4;
    }
    if place.matched.starts_with(char::is_uppercase) && place.has_ticker_behind() {
        points += 3;
    }
    if BEFORE_ASSET.has(previous) {
        points += 2;
    }
    if previous == "on" && style == Style::Sentence {
        points += 1;
    }
    if BEFORE_PLAIN_WORD.has(previous) {
        points -= if style == Style::Sentence && previous != "a" { 1 } else { 3 };
    }
    if AFTER_PLAIN_WORD.has(next) {
        points -= 3;
    }
    if let Some(neighbour) = neighbour_in_name(MentionKind::Asset, place) {
        points -= if let Neighbour::Behind(_) = neighbour { 3 } else { 2 };
    }
    points
}

fn ticker(place: &Place) -> i32 {
    // Of `U.S.` and `S&P` a coin is left in every second text; nothing around it speaks for it.
    if place.matched.len() == 1 && !place.in_brackets() {
        return -10;
    }
    let (previous, next) = (place.previous_word(), place.next_word());
    let mut points = 0;
    if place.style() == Style::Capitals {
        points -= 3;
    }
    if place.has_hashtag() {
        points += 2;
    }
    if place.in_brackets() {
        points += 1;
    }
    if AFTER_ASSET.has(next) {
        points += 3;
    }
    if BEFORE_ASSET.has(previous) {
        points += 2;
    } else if previous.chars().all(|c| c.is_ascii_digit())
        && !previous.is_empty()
        && !place.before.ends_with(':')
    {
        points += 1;
    }
    if place.after.starts_with("/USD") || place.after.starts_with("/BTC") || place.after.starts_with("-USD") {
        points += 5;
    }
    points
}

fn is_capitalised(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}

/// Whether the word before the place, which has a capital, may be part of its name.
pub(super) fn opens_name(place: &Place, previous: &str) -> bool {
    let is_owner = previous.ends_with("'s") || previous.ends_with("\u{2019}s");
    is_capitalised(previous)
        && !is_owner
        && !OPENERS.has(previous)
        && !BEFORE_COMPANY.has(previous)
        && !opens(place, previous)
}

/// True where `previous`, the word before the place, opens its sentence and would have a capital there anyway.
fn opens(place: &Place, previous: &str) -> bool {
    begins(place, previous) && OPENERS.has(previous)
}

/// True where `previous`, the word before the place, is the first of its sentence.
fn begins(place: &Place, previous: &str) -> bool {
    let rest = place.before.trim_end();
    let rest = rest[..rest.len() - previous.len()].trim_end();
    rest.is_empty() || rest.ends_with(['.', '!', '?', '\n', ':'])
}
