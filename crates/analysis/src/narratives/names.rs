//! What a narrative is called: one or two phrases that recur in the titles of its stories and in few others.
//!
//! A phrase is up to four words that stand side by side in a title. It is judged by the share of the narrative's
//! stories that use it against the share of all stories that do, so that no single outlet's sentence can become a name.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::name_words::{
    are_forms, breaks, is_article_of_name, is_edge, is_general, is_national, is_voice, key, says_again,
};
use crate::statements::is_given_name;
use crate::stories::terms::stir;
use crate::tongue::{is_eastern, is_hiragana};

/// Words of a phrase.
const MAX_WORDS: usize = 4;
/// What a phrase of one, two … words counts; a single word that is no name says less.
const LENGTHS: [f32; MAX_WORDS] = [0.9, 1.4, 1.7, 1.7];
const PLAIN_WORD: f32 = 0.4;
const PLAIN_WORDS: f32 = 0.85;
/// Many titles have a capital letter at every word. A word that this share of the stories writes small is no name.
const PLAIN: f32 = 0.05;
/// What a phrase counts that half of all themes could be called.
const GENERAL: f32 = 0.6;
/// A second phrase must be worth this share of the first, or this where the first says little.
const SECOND: f32 = 0.3;
const SECOND_OF_WEAK: f32 = 0.12;
/// What a bare name is about must be worth this share of it.
const ABOUT: f32 = 0.06;
/// The first phrase of a name stands in so many of its stories, if any does: what few of them say is the name of a part. Each phrase of
/// the name that is shown for some days stands in so many of their articles.
pub const GOOD_SHARE: f32 = 0.25;
/// The second phrase stands in so many of all its stories.
const SECOND_SHARE: f32 = 0.12;
/// Second phrases, and phrases alone, that may fit a part of its stories.
const MAX_BESIDE: usize = 12;
const MAX_ALONE: usize = 3;
/// "York" that so often comes behind "New" is no name without it.
const BOUND: f32 = 0.8;
/// What so often stands before a title's colon, or behind its last bar or dash, is a column or an outlet.
const LABEL: f32 = 0.8;
const LABELS: f32 = 3.0;
/// A name that stands in fewer of its stories than this share of them has been outlived.
const OUTLIVED: f32 = 0.1;
/// Stories of a narrative that are looked at for its name.
const MAX_STORIES: usize = 120;

/// How many of all remembered stories use each phrase in their titles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PhraseCounts {
    counts: HashMap<u64, u32>,
    stories: u32,
}

impl PhraseCounts {
    /// Takes in the titles of a story.
    pub fn add(&mut self, titles: &[String]) {
        self.stories += 1;
        for key in keys(titles) {
            *self.counts.entry(key).or_insert(0) += 1;
        }
    }

    /// Takes out the titles of a story as they were added.
    pub fn remove(&mut self, titles: &[String]) {
        self.stories = self.stories.saturating_sub(1);
        for key in keys(titles) {
            if let Some(count) = self.counts.get_mut(&key) {
                *count -= 1;
                if *count == 0 {
                    self.counts.remove(&key);
                }
            }
        }
    }

    /// The name of a narrative with stories of these titles that is not taken by another; none where nothing recurs in them.
    pub fn name(&self, stories: &[&[String]], is_taken: impl Fn(&str) -> bool) -> Option<String> {
        self.names(stories, is_taken).into_iter().next()
    }

    /// What a narrative with stories of these titles can be called, none of it taken by another: its name, and what may fit
    /// a part of its stories better. Nothing where nothing recurs in them.
    pub fn names(&self, stories: &[&[String]], is_taken: impl Fn(&str) -> bool) -> Vec<String> {
        let step = stories.len().div_ceil(MAX_STORIES).max(1);
        let stories: Vec<&[String]> = stories.iter().step_by(step).copied().collect();
        let ranked = self.ranked(&stories);
        let is_about = |candidate: &&Candidate| {
            3 * candidate.stories as usize > stories.len() || !is_only_heard(candidate, &ranked)
        };
        let told: Vec<&Candidate> = ranked.iter().filter(is_about).collect();
        let naming = Naming { counts: self, stories: stories.len() };
        let names = naming.names(&told, &is_taken);
        // Better called after who comments on it than not at all.
        if names.is_empty() { naming.names(&ranked.iter().collect::<Vec<_>>(), &is_taken) } else { names }
    }

    /// What recurs in stories of these titles, the best first.
    fn ranked(&self, stories: &[&[String]]) -> Vec<Candidate> {
        let mut found: HashMap<u64, Candidate> = HashMap::new();
        for (place, titles) in stories.iter().enumerate() {
            for phrase in titles.iter().flat_map(|title| phrases(title)) {
                found.entry(phrase.key).or_insert_with(|| Candidate::new(&phrase)).see(&phrase, place);
            }
        }
        found.retain(|key, candidate| {
            candidate.worth = self.worth(*key, candidate, stories.len());
            candidate.stories > 1 && candidate.worth > 0.0
        });
        let parts = parts_of_longer(&found);
        let whole = found.into_iter().filter(|(key, _)| !parts.contains(key));
        let whole =
            whole.filter(|(_, candidate)| !matches!(&candidate.words[..], [word] if is_national(word)));
        let mut ranked: Vec<Candidate> = whole.map(|(_, candidate)| candidate).collect();
        ranked.sort_by(|a, b| b.worth.total_cmp(&a.worth).then_with(|| a.words.cmp(&b.words)));
        ranked
    }

    /// Whether a name is hardly said any more in the titles of the stories that a narrative has now.
    pub fn is_outlived(&self, name: &str, stories: &[&[String]]) -> bool {
        let step = stories.len().div_ceil(MAX_STORIES).max(1);
        let seen = stories.len().div_ceil(step);
        let parts = SaidPhrases::new(name.split(", "));
        let saying = stories.iter().step_by(step).filter(|titles| parts.said(titles) != 0).count();
        seen > 3 && (saying as f32) < OUTLIVED * seen as f32
    }

    /// Whether it is written without a capital letter often enough to be no name.
    fn is_plain(&self, word: &String) -> bool {
        let count = |key: u64| self.counts.get(&key).copied().unwrap_or(0) as f32;
        count(small(word)) >= (PLAIN * count(key_of(std::slice::from_ref(word)))).max(1.0)
    }

    fn worth(&self, key: u64, candidate: &Candidate, stories: usize) -> f32 {
        let share = candidate.stories as f32 / stories as f32;
        let known = self.counts.get(&key).copied().unwrap_or(0).max(candidate.stories);
        let usual = (known as f32 + 0.5) / (self.stories as f32 + 1.0).max(stories as f32);
        if self.is_fragment(candidate) {
            return 0.0;
        }
        let is_plain = |word: &String| self.is_plain(word);
        let general = if candidate.is_general() { GENERAL } else { 1.0 };
        let kind = match candidate.words.len() {
            1 if candidate.words.iter().any(is_plain) => PLAIN_WORD,
            _ if candidate.words.iter().any(is_plain) => PLAIN_WORDS,
            _ => 1.0,
        };
        share.powf(0.8) * (share / usual).ln() * LENGTHS[candidate.words.len() - 1] * kind * general
    }

    /// Whether it lacks a "New" that belongs to it, or has one that does not.
    fn is_fragment(&self, candidate: &Candidate) -> bool {
        let count = |words: &[String]| self.counts.get(&key_of(words)).copied().unwrap_or(0) as f32;
        let belongs = |rest: &[String]| {
            let with: Vec<String> = std::iter::once(NEW.to_owned()).chain(rest.iter().cloned()).collect();
            count(&with) >= (BOUND * count(rest)).max(1.0)
        };
        match candidate.words.split_first() {
            Some((first, rest)) if first == NEW => !belongs(&rest[..rest.len().min(1)]),
            Some((first, rest)) => {
                belongs(std::slice::from_ref(first))
                    || rest.is_empty() && is_given_name(first)
                    || self.is_label(&candidate.words)
            }
            None => true,
        }
    }

    fn is_label(&self, words: &[String]) -> bool {
        let count = |key: u64| self.counts.get(&key).copied().unwrap_or(0) as f32;
        let labels = count(label(key_of(words)));
        labels >= LABELS && labels >= LABEL * count(key_of(words))
    }
}

/// Phrases of names that are looked for in titles.
pub struct SaidPhrases(Vec<Vec<String>>);

impl SaidPhrases {
    /// So many at most.
    pub const MOST: usize = 32;

    pub fn new<'a>(phrases: impl IntoIterator<Item = &'a str>) -> SaidPhrases {
        let words = |phrase: &str| phrase.split_whitespace().map(key).collect();
        SaidPhrases(phrases.into_iter().take(SaidPhrases::MOST).map(words).collect())
    }

    /// One bit for each that one of the titles says.
    pub fn said(&self, titles: &[String]) -> u32 {
        titles.iter().fold(0, |bits, title| {
            let words: Vec<String> = runs(title).into_iter().flatten().map(key).collect();
            let says = |phrase: &[String]| words.windows(phrase.len().max(1)).any(|words| words == phrase);
            let said = self.0.iter().enumerate().filter(|(_, phrase)| says(phrase));
            said.fold(bits, |bits, (at, _)| bits | 1 << at)
        })
    }
}

/// Puts names together of phrases that recur in so many stories.
struct Naming<'a> {
    counts: &'a PhraseCounts,
    stories: usize,
}

impl Naming<'_> {
    /// The name first, then the others by what their phrases are worth.
    fn names(&self, ranked: &[&Candidate], is_taken: &impl Fn(&str) -> bool) -> Vec<String> {
        let firsts = ranked.iter().copied().filter(|candidate| self.recurs(candidate));
        let (good, rest): (Vec<&Candidate>, Vec<&Candidate>) = firsts.partition(|first| self.holds(first));
        let is_free = |name: &String| !is_taken(name);
        // What only some of its stories say is added only where all else is taken.
        let fitting =
            good.iter().find_map(|first| Some((*first, self.fitting(first, ranked).find(is_free)?)));
        let firsts = || good.iter().chain(&rest);
        let any = || firsts().find_map(|first| Some((*first, self.any(first, ranked).find(is_free)?)));
        let Some((first, name)) = fitting.or_else(any) else { return Vec::new() };
        let beside = self.beside(first, ranked).filter(|second| second.worth >= first.worth * ABOUT);
        let beside = beside.filter(|second| second.stories > 2).take(MAX_BESIDE);
        let pairs = beside.flat_map(|second| self.pairs(first, second));
        let others = good.iter().filter(|other| !self.says_little(other)).take(MAX_ALONE);
        let alone = std::iter::once(&first).chain(others).map(|first| shown(first, None));
        let mut names = vec![name];
        for name in pairs.chain(alone).filter(is_free) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    fn recurs(&self, candidate: &Candidate) -> bool {
        self.stories < 4 || candidate.stories > 2
    }

    fn holds(&self, candidate: &Candidate) -> bool {
        candidate.stories as f32 >= GOOD_SHARE * self.stories as f32
    }

    fn holds_beside(&self, second: &Candidate) -> bool {
        second.stories as f32 >= SECOND_SHARE * self.stories as f32
    }

    fn is_plain(&self, candidate: &Candidate) -> bool {
        candidate.words.iter().any(|word| self.counts.is_plain(word))
    }

    fn is_weak(&self, first: &Candidate) -> bool {
        first.is_general() || first.words.len() == 1 && self.is_plain(first)
    }

    /// It is no name without a second phrase.
    fn says_little(&self, first: &Candidate) -> bool {
        self.is_weak(first) && first.words.len() == 1
    }

    /// With what holds in its stories: the second phrase that tells most, others, and none.
    fn fitting(&self, first: &Candidate, ranked: &[&Candidate]) -> impl Iterator<Item = String> {
        let second = self.second(first, ranked).filter(|second| self.holds_beside(second));
        let plain = (!self.says_little(first)).then(|| shown(first, None));
        let others = self.beside(first, ranked).filter(|second| self.holds_beside(second));
        let others: Vec<String> = others.flat_map(|second| self.pairs(first, second)).collect();
        let second = second.map(|second| self.pairs(first, second));
        let (early, late) = if second.is_some() { (None, plain) } else { (plain, None) };
        second.into_iter().flatten().chain(early).chain(others).chain(late)
    }

    /// With any second phrase that tells it apart, however little it is worth.
    fn any(&self, first: &Candidate, ranked: &[&Candidate]) -> impl Iterator<Item = String> {
        let others = self.beside(first, ranked).flat_map(|second| self.pairs(first, second));
        let others: Vec<String> = others.collect();
        std::iter::once(shown(first, None)).chain(others)
    }

    /// The second phrase that a name is best told with.
    fn second<'r>(&self, first: &Candidate, ranked: &'r [&Candidate]) -> Option<&'r Candidate> {
        let least = if self.is_weak(first) { SECOND_OF_WEAK } else { SECOND };
        let has_room = first.words.len() < MAX_WORDS;
        let second =
            self.beside(first, ranked).find(|second| has_room && second.worth >= first.worth * least);
        // A name alone says who, and not what about it.
        let is_bare = first.words.len() < 3 && !self.is_plain(first);
        let tells = |second: &&Candidate| {
            let recurs = second.stories > 2 || self.stories < 6 && second.words.len() > 1;
            is_bare && recurs && !second.is_general() && second.worth >= first.worth * ABOUT
        };
        second.or_else(|| apart(first, ranked).find(tells))
    }

    fn beside<'r>(&self, first: &Candidate, ranked: &'r [&Candidate]) -> impl Iterator<Item = &'r Candidate> {
        let is_weak = self.is_weak(first);
        apart(first, ranked).filter(move |second| {
            (is_weak || self.recurs(second)) && !(first.is_general() && second.is_general())
        })
    }

    /// Who comes before what: Iran, tensions.
    fn pairs(&self, first: &Candidate, second: &Candidate) -> impl Iterator<Item = String> + use<> {
        let in_order = first.words.len() > 1 || !self.is_plain(first) || self.is_plain(second);
        let turned = (!in_order).then(|| shown(second, Some(first)));
        turned.into_iter().chain([shown(first, Some(second))])
    }
}

/// Phrases that do not say again what the first says.
fn apart<'r>(first: &Candidate, ranked: &'r [&Candidate]) -> impl Iterator<Item = &'r Candidate> {
    ranked.iter().copied().filter(|other| {
        other.words.iter().all(|word| first.words.iter().all(|own| !are_forms(own, word)))
            && !says_again(&first.words, &other.words)
    })
}

/// Whether it is somebody who comments, or who gathers figures: no narrative is called so unless it is about them.
fn is_only_heard(candidate: &Candidate, ranked: &[Candidate]) -> bool {
    let shown = candidate.shown();
    let is_whole = |other: &&Candidate| other.words.len() > 1 && other.words.last() == candidate.words.last();
    is_voice(&shown)
        || candidate.words.len() == 1 && ranked.iter().filter(is_whole).any(|other| is_voice(&other.shown()))
}

/// Phrases that hardly stand without the words beside them in the stories of a narrative: "Donald" of "Donald Trump".
fn parts_of_longer(found: &HashMap<u64, Candidate>) -> HashSet<u64> {
    let mut parts = HashSet::new();
    for longer in found.values() {
        for length in 1..longer.words.len() {
            for part in longer.words.windows(length).map(key_of) {
                let alone = found.get(&part).map_or(0, |candidate| candidate.stories);
                if longer.stories as f32 >= BOUND * alone as f32 {
                    parts.insert(part);
                }
            }
        }
    }
    parts
}

/// Shortened words that go on.
const TITLES: [&str; 4] = ["Mt", "St", "Dr", "Mr"];

/// Part of a name before some words, and before others a word that says nothing.
const NEW: &str = "new";

/// A phrase in one title.
struct Phrase<'a> {
    key: u64,
    words: Vec<String>,
    shown: Vec<&'a str>,
}

struct Candidate {
    words: Vec<String>,
    stories: u32,
    last: Option<usize>,
    spellings: BTreeMap<String, u32>,
    worth: f32,
}

impl Candidate {
    fn new(phrase: &Phrase) -> Candidate {
        Candidate {
            words: phrase.words.clone(),
            stories: 0,
            last: None,
            spellings: BTreeMap::new(),
            worth: 0.0,
        }
    }

    fn see(&mut self, phrase: &Phrase, story: usize) {
        self.stories += u32::from(self.last != Some(story));
        self.last = Some(story);
        *self.spellings.entry(phrase.shown.join(" ")).or_insert(0) += 1;
    }

    /// Every word of it stands in many themes.
    fn is_general(&self) -> bool {
        self.words.iter().all(|word| is_general(word))
    }

    /// As most titles spell it.
    fn shown(&self) -> String {
        let most = self.spellings.iter().max_by_key(|(_, count)| **count);
        most.map_or(String::new(), |(spelling, _)| spelling.clone())
    }
}

/// One or two phrases, with a capital letter.
fn shown(first: &Candidate, second: Option<&Candidate>) -> String {
    let name = match second {
        Some(second) => format!("{}, {}", first.shown(), second.shown()),
        None => first.shown(),
    };
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |letter| letter.to_uppercase().chain(letters).collect())
}

/// The phrases of a story's titles, each once.
fn keys(titles: &[String]) -> HashSet<u64> {
    let mut keys = HashSet::new();
    for phrase in titles.iter().flat_map(|title| phrases(title)) {
        keys.insert(phrase.key);
        if let ([word], [shown]) = (phrase.words.as_slice(), phrase.shown.as_slice())
            && shown.starts_with(char::is_lowercase)
        {
            keys.insert(small(word));
        }
    }
    for part in
        titles.iter().flat_map(|title| labels(title)).filter(|part| part.contains(char::is_whitespace))
    {
        keys.extend(phrases(part).iter().map(|phrase| label(phrase.key)));
    }
    keys
}

/// What stands before a title's first colon, and behind its last bar or dash.
fn labels(title: &str) -> impl Iterator<Item = &str> {
    let before = title.split_once(": ").map(|(label, _)| label);
    let behind = [" | ", " - ", " – ", " — "].iter().filter_map(|mark| Some(title.rsplit_once(mark)?.1));
    before.into_iter().chain(behind)
}

/// What may be a name, or part of one, in a title.
fn phrases(title: &str) -> Vec<Phrase<'_>> {
    let mut phrases = Vec::new();
    for words in runs(title) {
        let keys: Vec<String> = words.iter().map(|word| key(word)).collect();
        for first in 0..words.len() {
            for length in 1..=MAX_WORDS.min(words.len() - first) {
                let part = first..first + length;
                let begins = !is_edge(&keys[first])
                    || length > 1
                        && (keys[first] == NEW || is_article_of_name(words[first], words[first + 1]));
                if !begins || is_edge(&keys[part.end - 1]) {
                    continue;
                }
                if length > 2 && keys[first + 1..part.end - 1].iter().any(|word| breaks(word)) {
                    break;
                }
                let key = key_of(&keys[part.clone()]);
                phrases.push(Phrase { key, words: keys[part.clone()].to_vec(), shown: words[part].to_vec() });
            }
        }
    }
    phrases
}

/// A number for some words.
fn key_of(words: &[String]) -> u64 {
    words.iter().fold(words.len() as u64, |key, word| {
        word.bytes().fold(stir(key), |key, byte| (key ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
    })
}

/// The same for a word that is written without a capital letter.
fn small(word: &String) -> u64 {
    !key_of(std::slice::from_ref(word))
}

/// The same for words that are a title's label, or part of one.
fn label(key: u64) -> u64 {
    stir(key ^ 0x6c61_6265_6c73)
}

/// Words that stand side by side, without a sign or a figure between them.
fn runs(title: &str) -> Vec<Vec<&str>> {
    let mut runs = vec![Vec::new()];
    for piece in title.split_whitespace() {
        if piece.contains(is_eastern) {
            runs.extend(eastern_words(piece).map(|word| vec![word]));
            runs.push(Vec::new());
            continue;
        }
        let word = piece.trim_matches(|c: char| !c.is_alphanumeric());
        let owner = word.strip_suffix("'s").or_else(|| word.strip_suffix("\u{2019}s")).unwrap_or(word);
        let is_word = owner.chars().any(char::is_alphabetic) && !owner.chars().any(|c| c.is_ascii_digit());
        // A sign before or behind a word ends the run, as does what is no word.
        let begins = piece.starts_with(char::is_alphanumeric);
        if !is_word || !begins {
            runs.push(Vec::new());
        }
        if is_word {
            runs.last_mut().into_iter().for_each(|run| run.push(owner));
            let ends = !piece.ends_with(char::is_alphanumeric) && !TITLES.contains(&owner);
            if owner.len() < word.len() || ends {
                runs.push(Vec::new());
            }
        }
    }
    runs
}

/// The words of a piece of Chinese, Japanese or Korean, where the script shows them. A longer one is a sentence.
fn eastern_words(piece: &str) -> impl Iterator<Item = &str> {
    let words = piece.split(|c: char| !c.is_alphabetic() || is_hiragana(c));
    let words = words.flat_map(|words| {
        let ends = words
            .char_indices()
            .zip(words.chars().skip(1))
            .filter(|((_, c), next)| script(*c) != script(*next));
        let mut start = 0;
        let ends: Vec<usize> = ends.map(|((at, c), _)| at + c.len_utf8()).chain([words.len()]).collect();
        ends.into_iter().map(move |end| &words[std::mem::replace(&mut start, end)..end])
    });
    words.filter(|word| {
        let most = if word.starts_with(is_eastern) { MAX_EASTERN } else { word.len() };
        (2..=most).contains(&word.chars().count())
    })
}

const MAX_EASTERN: usize = 8;

/// Katakana, other eastern letters, and those of the west.
fn script(c: char) -> u8 {
    match c {
        '\u{30a0}'..='\u{30ff}' => 0,
        c if is_eastern(c) => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn titles(titles: &[&str]) -> Vec<Vec<String>> {
        titles.iter().map(|title| vec![(*title).to_owned()]).collect()
    }

    fn named(of: &[&str], others: &[&str]) -> Option<String> {
        let (of, others) = (titles(of), titles(others));
        let mut counts = PhraseCounts::default();
        of.iter().chain(&others).for_each(|titles| counts.add(titles));
        counts.name(&of.iter().map(Vec::as_slice).collect::<Vec<_>>(), |_| false)
    }

    const OTHERS: [&str; 6] = [
        "Bitcoin falls below $100,000 as traders wait",
        "SEC delays decision on staking",
        "Hackers drain bridge of $5 million",
        "Bitcoin miners sell reserves",
        "Senate passes stablecoin bill",
        "Exchange lists new token",
    ];

    #[test]
    fn what_recurs_and_tells_apart_is_the_name() {
        let of = [
            "SEC acknowledges spot Solana ETF filing",
            "Spot Solana ETF could come in weeks, analysts say",
            "Issuers update filings for spot Solana ETFs",
            "Bitcoin steady while spot Solana ETFs near approval",
        ];
        assert_eq!(named(&of, &OTHERS).as_deref(), Some("Spot Solana ETFs"));
    }

    #[test]
    fn two_phrases_where_one_says_half() {
        let of = [
            "Strategy buys 500 BTC, says Michael Saylor",
            "Michael Saylor hints at new purchase by Strategy",
            "Strategy raises $1 billion; Michael Saylor cheers",
        ];
        let name = named(&of, &OTHERS).expect("something recurs");
        assert!(name.contains("Michael Saylor") && name.contains("Strategy"), "{name}");
    }

    #[test]
    fn a_title_of_one_story_is_no_name() {
        assert_eq!(
            named(&["Lone words here", "Other things there", "Nothing shared anywhere"], &OTHERS),
            None
        );
    }

    #[test]
    fn a_name_does_not_say_one_thing_twice() {
        let of = [
            "Hackers steal millions in exchange hack",
            "Exchange hack: hackers move funds",
            "Police arrest hackers after exchange hack",
        ];
        assert_eq!(named(&of, &OTHERS).as_deref(), Some("Exchange hack"));
    }

    #[test]
    fn a_city_keeps_its_new_and_a_product_does_not() {
        let of = [
            "New York sues crypto firm over losses",
            "Crypto firms fight New York in court",
            "New York adds crypto task force",
        ];
        assert_eq!(named(&of, &OTHERS).as_deref(), Some("New York, crypto firm"));
        let of =
            ["Ledger ships new Nano wallet", "Ledger Nano wallet recalled", "Ledger Nano wallet is back"];
        let name = named(&of, &OTHERS).expect("something recurs");
        assert!(!name.to_lowercase().contains("new"), "{name}");
    }

    #[test]
    fn half_of_a_name_is_none() {
        let of = [
            "Trump family sells stake in coin venture",
            "President Donald Trump praises coin venture",
            "Donald Trump and the memecoin dinner",
            "Trump memecoin dinner draws senators",
            "Senators ask about Trump",
        ];
        let name = named(&of, &OTHERS).expect("something recurs");
        assert!(name.contains("Trump") && !name.contains(", Donald"), "{name}");
        let of = [
            "'Rich Dad Poor Dad' author Kiyosaki buys silver",
            "Kiyosaki of 'Rich Dad Poor Dad' warns of a crash",
            "Kiyosaki: Rich Dad Poor Dad author prefers gold",
        ];
        let name = named(&of, &OTHERS).expect("something recurs");
        assert!(name.contains("Rich Dad Poor Dad"), "{name}");
    }

    #[test]
    fn other_signs_make_no_other_name() {
        let of = [
            "Mt.Gox moves coins",
            "Mt Gox pays creditors",
            "Mt.Gox and Mt Gox trustee waits",
            "Mt. Gox: Mt.Gox pays",
        ];
        let name = named(&of, &OTHERS).expect("something recurs");
        assert!(!name.contains(", Mt"), "{name}");
    }

    #[test]
    fn a_name_comes_before_what_is_said_of_it() {
        let of = [
            "Tensions rise as Iran answers",
            "Oil climbs on tensions with Iran",
            "Iran: tensions weigh on miners",
            "Traders hedge as tensions mount",
            "Tensions ease",
        ];
        assert_eq!(named(&of, &OTHERS).as_deref(), Some("Iran, tensions"));
        let of = ["Bitwise CEO sees inflows", "Bitwise CEO on funds", "What the Bitwise CEO expects"];
        assert_eq!(named(&of, &OTHERS).as_deref(), Some("Bitwise"));
    }

    #[test]
    fn a_bare_name_says_what_about_it() {
        let of = [
            "Ethereum holds gains",
            "Buyers return to Ethereum",
            "Why Ethereum waits",
            "Ethereum slips behind Solana",
            "Whales leave Ethereum",
            "Ethereum nears a resistance level",
            "Ethereum tests its support level",
            "Ethereum loses a key level",
        ];
        let mut others = OTHERS.to_vec();
        others.extend(["Solana breaks a level", "Gold waits for the Fed"]);
        assert_eq!(named(&of, &others).as_deref(), Some("Ethereum, level"));
    }

    #[test]
    fn a_ticker_is_no_second_phrase() {
        let of = [
            "Cardano (ADA) slides as Hoskinson speaks",
            "Cardano whales buy ADA, says Hoskinson",
            "ADA and Hoskinson: Cardano waits",
        ];
        let name = named(&of, &OTHERS).expect("something recurs");
        assert!(name.contains("Hoskinson"), "{name}");
        assert!(!(name.contains("Cardano") && name.contains("ADA")), "{name}");
    }

    #[test]
    fn what_all_themes_say_stands_beside_what_tells_them_apart() {
        let of = [
            "Bitcoin price: analysts watch the halving",
            "Bitcoin price after the halving",
            "What the halving did to the Bitcoin price",
        ];
        let name = named(&of, &OTHERS).expect("something recurs");
        assert!(name.to_lowercase().contains("halving"), "{name}");
    }

    #[test]
    fn a_name_that_is_taken_has_what_tells_it_apart() {
        let of =
            titles(&["XRP whales move coins", "XRP holders sell to whales", "Whales leave XRP", "XRP waits"]);
        let mut counts = PhraseCounts::default();
        of.iter().chain(&titles(&OTHERS)).for_each(|titles| counts.add(titles));
        let of: Vec<&[String]> = of.iter().map(Vec::as_slice).collect();
        let plain = counts.name(&of, |_| false).expect("something recurs");
        assert!(plain.contains("XRP"), "{plain}");
        let other = counts.name(&of, |name| name == plain || name == "XRP").expect("there is more");
        assert!(other != plain && other != "XRP" && other.to_lowercase().contains("whales"), "{other}");
        assert_eq!(counts.name(&of, |_| true), None, "it is no name that others have");
    }

    #[test]
    fn what_few_of_its_stories_say_is_the_name_of_a_part() {
        let mut of = vec![
            "CLARITY Act passes committee",
            "CLARITY Act: what it says of taxes",
            "CLARITY Act vote nears",
        ];
        let rest = [
            "Lawmakers weigh tax bill for crypto",
            "Tax bill would spare small crypto payments",
            "New tax bill for miners",
            "Senator files tax bill on crypto",
            "Crypto lobby backs tax bill",
            "Tax bill on staking divides lawmakers",
            "Hearing on tax bill set",
            "Tax bill clears first hurdle",
            "Miners await tax bill",
            "A tax bill that traders fear",
        ];
        of.extend(rest);
        let mut others: Vec<&str> = OTHERS.to_vec();
        others.extend([
            "Mayor weighs tax bill",
            "Bank fights tax bill",
            "Tax bill for homes",
            "Tax bill in Spain",
        ]);
        let name = named(&of, &others).expect("something recurs");
        assert!(name.to_lowercase().starts_with("tax bill"), "{name}");
    }

    #[test]
    fn small_words_of_other_languages_are_no_names() {
        let of = [
            "El precio de Bitcoin cae en El Salvador por la deuda",
            "Bukele defiende en El Salvador la compra por el Estado",
            "El FMI y la deuda de El Salvador",
        ];
        assert_eq!(named(&of, &OTHERS).as_deref(), Some("El Salvador"));
        let of = ["Na giełdzie Zonda bez wypłat", "Na co czekają klienci? Zonda milczy", "Zonda i klienci"];
        assert_eq!(named(&of, &OTHERS).as_deref(), Some("Zonda"));
        let of = ["Что будет с курсом Тонкоина", "Тонкоин и что дальше", "Как Тонкоин стал дешевле"];
        assert_eq!(named(&of, &OTHERS).as_deref(), Some("Тонкоин"));
        let of = ["Trade war hits miners", "Markets fear trade war", "Trade war: what miners say"];
        assert_eq!(named(&of, &OTHERS).as_deref(), Some("Trade war"));
    }

    #[test]
    fn eastern_names_are_words_and_no_sentences() {
        let of = [
            "メタプラネットがビットコインを追加購入",
            "メタプラネットの株価が急騰",
            "株価が2倍に、メタプラネット社長が語る",
        ];
        assert_eq!(named(&of, &OTHERS).as_deref(), Some("メタプラネット, 株価"));
        let sentence = "一个很长的标题里面没有任何空格可以分开";
        assert_eq!(named(&[sentence, sentence, sentence], &OTHERS), None);
        let words = |text| eastern_words(text).collect::<Vec<_>>();
        assert_eq!(words("SBI証券は、MicroStrategyと"), ["SBI", "証券", "MicroStrategy"]);
        assert_eq!(words("ビットコイン・トレーダー"), ["ビットコイン", "トレーダー"]);
    }

    #[test]
    fn a_name_comes_with_others_that_may_fit_some_days_better() {
        let of = [
            "Farm subsidy vote nears, says Ohio",
            "Ohio drops farm subsidy",
            "Farm subsidy: Ohio answers",
            "Farm subsidy bill in committee",
            "Farm subsidy passes",
            "Court weighs farm subsidy",
            "Who pays the farm subsidy",
            "Farm subsidy and its costs",
            "Farm subsidy is back",
            "Lobby backs farm subsidy",
            "Governor signs farm subsidy",
            "Farm subsidy stalls",
            "Farm subsidy talks",
        ];
        assert_eq!(named(&of, &OTHERS).as_deref(), Some("Farm subsidy"));
        let of = titles(&of);
        let mut counts = PhraseCounts::default();
        of.iter().chain(&titles(&OTHERS)).for_each(|titles| counts.add(titles));
        let of: Vec<&[String]> = of.iter().map(Vec::as_slice).collect();
        let names = counts.names(&of, |_| false);
        assert!(names.contains(&"Farm subsidy, Ohio".to_owned()), "for days of which it holds: {names:?}");
        let phrases = SaidPhrases::new(["Ohio", "Farm subsidies", "Farm subsidy"]);
        assert_eq!((phrases.said(of[0]), phrases.said(of[3])), (0b101, 0b100));
    }

    #[test]
    fn who_comments_and_who_gathers_figures_name_nothing_that_is_not_about_them() {
        let of = [
            "Eric Zubrowski sees yield curve turning",
            "Yield curve inverts again, says Eric Zubrowski",
            "Zubrowski: yield curve is broken",
            "Yield curve flattens, Glassnode data shows",
            "Glassnode: yield curve and bonds",
            "What the yield curve says of bonds",
            "Yield curve steepens as bonds fall",
            "Glassnode charts the yield curve",
        ];
        let name = named(&of, &OTHERS).expect("something recurs");
        assert!(!name.contains("Zubrowski") && !name.contains("Glassnode"), "{name}");
        let of = ["Eric Zubrowski is arrested", "Eric Zubrowski in court", "Police hold Eric Zubrowski"];
        assert_eq!(named(&of, &OTHERS).as_deref(), Some("Eric Zubrowski"), "it is about him");
    }

    #[test]
    fn columns_outlets_given_names_and_pieces_of_sentences_are_no_names() {
        let of = [
            "Market Tea Americas: Dollar slips as Hyperpool opens",
            "Market Tea Americas: Hyperpool fees climb",
            "Market Tea Americas: Traders turn to Hyperpool",
            "Hyperpool explained - Coin Planet",
            "Hyperpool grows again - Coin Planet",
            "Hyperpool fees fall - Coin Planet",
        ];
        let name = named(&of, &OTHERS).expect("something recurs");
        assert!(name.starts_with("Hyperpool") && !name.contains("Tea") && !name.contains("Planet"), "{name}");
        let of = ["Adam warns of Hyperpool", "Hyperpool answers Adam", "Adam: Hyperpool will fail"];
        assert_eq!(named(&of, &OTHERS).as_deref(), Some("Hyperpool"));
        let of =
            ["Bitcoin surges past record", "Bitcoin surges past gold", "Bitcoin surges past silver in size"];
        let name = named(&of, &OTHERS).unwrap_or_default();
        assert!(!name.to_lowercase().contains("past"), "{name}");
        let of = [
            "Hyperpool might bring a billionaire",
            "A billionaire and Hyperpool",
            "Hyperpool, bold, might wait",
        ];
        assert_eq!(named(&of, &OTHERS).as_deref(), Some("Hyperpool"));
    }

    #[test]
    fn a_name_is_outlived_when_its_stories_are_about_other_things() {
        let titles =
            titles(&["Hyperpool grows", "Hyperpool fees fall", "Bridge drained", "Bridge pays back"]);
        let stories: Vec<&[String]> = titles.iter().map(Vec::as_slice).collect();
        let counts = PhraseCounts::default();
        assert!(!counts.is_outlived("Hyperpool, fees", &stories));
        assert!(counts.is_outlived("Spot ETFs, inflows", &stories));
    }

    #[test]
    fn counts_can_be_taken_back() {
        let mut counts = PhraseCounts::default();
        let titles = titles(&OTHERS);
        counts.add(&titles[0]);
        let before = counts.clone();
        counts.add(&titles[1]);
        counts.remove(&titles[1]);
        assert_eq!(counts, before);
    }
}
