//! Languages in Latin letters: small words, endings and letters vote, and the letter statistics with them.

use std::sync::LazyLock;

use super::words::LATIN;
use crate::fixed::FixedMap;
use crate::letters::{is_letter, small_word};

/// Letters from which the letter statistics are trusted even when few small words agree.
const LONG: usize = 160;

/// What a word votes for: places in `LATIN`.
type Votes = FixedMap<&'static str, Vec<usize>>;

static WORDS: LazyLock<Votes> = LazyLock::new(|| votes(|language| language.words));
static ENDINGS: LazyLock<Votes> = LazyLock::new(|| votes(|language| language.endings));
/// Bytes of the longest.
static MAX_ENDING: LazyLock<usize> =
    LazyLock::new(|| ENDINGS.keys().map(|ending| ending.len()).max().unwrap_or(0));
/// The languages whose own letter one is, a bit for each place in `LATIN`.
static LETTERS: LazyLock<FixedMap<char, u32>> = LazyLock::new(|| {
    let mut letters = FixedMap::default();
    for (place, language) in LATIN.iter().enumerate() {
        language.letters.chars().for_each(|c| *letters.entry(c).or_insert(0) |= 1 << place);
    }
    letters
});

fn votes(of: fn(&super::words::Language) -> &'static str) -> Votes {
    let mut votes = Votes::default();
    for (place, language) in LATIN.iter().enumerate() {
        for word in of(language).split_ascii_whitespace() {
            let places = votes.entry(word).or_default();
            if !places.contains(&place) {
                places.push(place);
            }
        }
    }
    votes
}

/// True where at least one word is a small word of some language, so that it is not all names.
pub fn has_small_words(head: &str) -> bool {
    words(head).any(|(word, before)| {
        !matches!(before, Before::NoWord) && word.chars().count() > 1 && WORDS.contains_key(word.as_str())
    })
}

/// The language that leads by so much that the letter statistics, which take most of the time, could not change the outcome:
/// more than they add to another one, and than any language needs beyond English.
fn decided(scores: &[f32; LATIN.len()], letters: usize, all: f32) -> Option<&'static str> {
    let (code, score) = best(scores);
    let others = LATIN.iter().zip(scores).filter(|(language, _)| language.code != code);
    let second = others.map(|(_, score)| *score).fold(0.0, f32::max);
    let is_ahead = score - second > 2.0 + 0.1 * all && score >= 0.12 * all;
    (letters >= LONG && is_ahead).then_some(code)
}

/// None where nothing tells: a row of names, a ticker.
pub fn detect(head: &str) -> Option<&'static str> {
    let mut scores = [0.0f32; LATIN.len()];
    let (mut letters, mut all) = (0, 0);
    for (word, before) in words(head) {
        all += 1;
        letters += word.chars().count();
        if let Before::NoWord = before {
            continue;
        }
        if let Before::Name = before {
            // Turkish writes what it adds to a name behind an apostrophe.
            if TURKISH_SUFFIXES.split(' ').any(|suffix| suffix == word) {
                add(&mut scores, "tr", 1.0);
            }
            continue;
        }
        score_word(&word, &mut scores);
    }
    let all = all as f32;
    if let Some(code) = decided(&scores, letters, all) {
        return Some(code);
    }
    let guess = whatlang::detect(head);
    let guess = guess.filter(|guess| guess.script() == whatlang::Script::Latin);
    if let Some(guess) = guess.as_ref().filter(|guess| guess.is_reliable()) {
        let code = super::two_letters(guess.lang());
        let weight = if letters >= LONG { 1.0 + 0.1 * all } else { 0.8 };
        let known = LATIN.iter().any(|language| language.code == code);
        match known {
            true => add(&mut scores, code, weight),
            // A language without a list wins where the lists know hardly any of the words.
            false if letters >= LONG && best(&scores).1 < 0.12 * all => return Some(code),
            false => {}
        }
    }
    let (code, score) = best(&scores);
    let english = scores[0];
    let agreed = guess.is_some_and(|guess| super::two_letters(guess.lang()) == code);
    let enough = match code {
        "en" => 0.3,
        _ if agreed => english + 0.35,
        // Other languages have accents sooner or later.
        _ if head.is_ascii() => english + 0.9,
        _ => english + 0.7,
    };
    match score >= enough {
        true => Some(code),
        false if english > 0.0 => Some("en"),
        false => None,
    }
}

fn score_word(word: &str, scores: &mut [f32; LATIN.len()]) {
    if let Some(places) = WORDS.get(word) {
        // One letter may be anything: an initial, a list, a formula.
        let weight = if word.len() == 1 { 0.4 } else { 1.0 };
        share(places, weight, scores);
        return;
    }
    let length = word.chars().count();
    // A language's own letters are beyond ASCII, as a test sees to.
    let own = word.chars().filter(|c| !c.is_ascii()).filter_map(|c| LETTERS.get(&c));
    let own = own.fold(0, |all, languages| all | languages);
    for (place, score) in scores.iter_mut().enumerate() {
        if own >> place & 1 == 1 {
            *score += 0.6;
        }
    }
    if length < 5 {
        return;
    }
    if length >= 6 && INDONESIAN_PREFIXES.iter().any(|prefix| word.starts_with(prefix)) {
        add(scores, "id", 0.3);
    }
    // The longest ending that is known.
    let may_be_listed = |start: &usize| word.len() - start <= *MAX_ENDING;
    for start in word.char_indices().skip(2).map(|(start, _)| start).filter(may_be_listed) {
        if let Some(places) = ENDINGS.get(&word[start..]) {
            share(places, 0.4, scores);
            return;
        }
    }
}

fn share(places: &[usize], weight: f32, scores: &mut [f32; LATIN.len()]) {
    for &place in places {
        scores[place] += weight / (places.len() as f32).sqrt();
    }
}

fn add(scores: &mut [f32; LATIN.len()], code: &str, weight: f32) {
    if let Some(place) = LATIN.iter().position(|language| language.code == code) {
        scores[place] += weight;
    }
}

/// The strongest; the earlier in the list where two are level.
fn best(scores: &[f32; LATIN.len()]) -> (&'static str, f32) {
    let mut best = 0;
    for (place, score) in scores.iter().enumerate() {
        if *score > scores[best] {
            best = place;
        }
    }
    (LATIN[best].code, scores[best])
}

const INDONESIAN_PREFIXES: [&str; 7] = ["meng", "memp", "memb", "menj", "peng", "pemb", "terd"];

const TURKISH_SUFFIXES: &str = "ın in un ün nın nin nun nün da de ta te dan den tan ten a e ya ye ı i u ü yı yi yu yü \
                                 nda nde ndan nden la le yla yle lar ler ları leri lık lik dır dir tır tir ki daki deki";

/// What stands before a word, or how it is written where that says more.
enum Before {
    /// A name and an apostrophe.
    Name,
    /// A ticker or an abbreviation, in capitals among words that are not, or the end of an address: no small word.
    NoWord,
    Anything,
}

/// Words in lower case. What follows an apostrophe after three letters or a digit belongs to the word before it.
fn words(head: &str) -> impl Iterator<Item = (String, Before)> + '_ {
    let mut before = "";
    let is_shouted =
        head.chars().filter(|c| c.is_uppercase()).count() > head.chars().filter(|c| c.is_lowercase()).count();
    head.split_inclusive(|c: char| !is_letter(c)).filter_map(move |piece| {
        let word = piece.trim_end_matches(|c: char| !is_letter(c));
        let attached = before.ends_with(['\'', '’']);
        let stem = before.trim_end_matches(['\'', '’']).chars().count();
        let in_address = before.ends_with('.');
        before = piece;
        if word.is_empty() {
            return None;
        }
        let is_capitals =
            || !is_shouted && word.chars().nth(1).is_some() && word.chars().all(|c| !c.is_lowercase());
        let place = match () {
            () if attached && (stem >= 3 || stem == 0) => Before::Name,
            () if in_address || is_capitals() => Before::NoWord,
            () => Before::Anything,
        };
        let mut small = String::with_capacity(word.len());
        small_word(word, &mut small);
        Some((small, place))
    })
}
