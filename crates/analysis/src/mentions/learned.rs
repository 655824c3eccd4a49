//! Weights learned from annotated headlines (`training/firms.py`): what stands around names that are also words, and
//! what tells a firm from other organisations.

use std::sync::LazyLock;

use super::place::Place;
use crate::fixed::FixedMap;

const WEIGHTS: &str = include_str!("../../models/firms.tsv");

/// From which score on an organisation is a firm: more than nine in ten of what is then found are right.
const FIRM: f32 = 0.75;
/// Points of the scores of `context` for one step of weight, and how many one neighbour can give or take.
const POINTS: f32 = 1.5;
const MAX_POINTS: f32 = 4.0;
/// Places of one organisation that count for more than fewer do.
const MAX_PLACES: usize = 4;

pub(super) static NAMES: LazyLock<Weights> = LazyLock::new(|| Weights::of("name"));
static FIRMS: LazyLock<Weights> = LazyLock::new(|| Weights::of("firm"));

/// By what is seen, such as `after=shares`; the weight of nothing is always there.
pub(super) struct Weights(FixedMap<&'static str, f32>);

impl Weights {
    fn of(table: &str) -> Weights {
        let line = |line: &'static str| {
            let mut columns = line.split('\t');
            let of_table = columns.next() == Some(table);
            let (key, weight) = (columns.next()?, columns.next()?.parse().ok()?);
            of_table.then_some((key, weight))
        };
        Weights(WEIGHTS.lines().filter_map(line).collect())
    }

    fn get(&self, side: &str, seen: &str) -> Option<f32> {
        self.0.get(format!("{side}={seen}").as_str()).copied()
    }

    /// Points for a neighbour of a doubtful word.
    pub fn neighbour(&self, side: &str, word: &str) -> i32 {
        let weight = self.get(side, &word.to_lowercase()).unwrap_or(0.0);
        (weight * POINTS).clamp(-MAX_POINTS, MAX_POINTS).round() as i32
    }

    /// Points, none or below, for a word whose capital says nothing.
    pub fn prior(&self, word: &str) -> i32 {
        self.get("word", &word.to_lowercase()).map_or(0, |weight| weight.round() as i32)
    }
}

/// One place of an organisation: the title's or the content's, and where in bytes.
#[derive(Clone, Copy)]
pub struct Spot<'a> {
    pub in_title: bool,
    pub text: &'a str,
    pub start: usize,
    pub end: usize,
}

impl Spot<'_> {
    pub fn in_content(&self) -> bool {
        !self.in_title
    }
}

/// Whether an organisation in no list is a firm, by its name and by what stands around it. `is_asset` where the same
/// words name a coin.
pub fn is_firm(name: &str, spots: &[Spot<'_>], is_asset: bool) -> bool {
    let mut seen = of_name(name);
    if is_asset {
        seen.push("asset".to_owned());
    }
    for spot in spots {
        let place = Place::new(spot.text, spot.start, spot.end);
        seen.push(format!("before={}", place.before_key()));
        seen.push(format!("before2={}", place.before_that_key()));
        seen.push(format!("after={}", place.after_key()));
        if place.is_possessive() {
            seen.push("possessive".to_owned());
        }
        seen.push(if spot.in_title { "in=title" } else { "in=content" }.to_owned());
    }
    seen.sort_unstable();
    seen.dedup();
    let weight = |key: &str| FIRMS.0.get(key).copied().unwrap_or(0.0);
    // In the order of the keys, so that the sum is the same everywhere.
    let sum: f32 = seen.iter().map(|key| weight(key)).sum();
    weight("") + sum + weight("places") * spots.len().min(MAX_PLACES) as f32 >= FIRM
}

fn of_name(name: &str) -> Vec<String> {
    let lower = name.to_lowercase();
    let words: Vec<&str> = lower
        .split_whitespace()
        .map(|word| word.trim_matches(['.', ',']))
        .filter(|word| !word.is_empty())
        .collect();
    let mut seen = vec![format!("words={}", words.len().clamp(1, 4)), format!("name={lower}")];
    if words.len() == 1 {
        let letters: Vec<char> = name.chars().collect();
        if name.to_uppercase() == name {
            seen.push("capitals".to_owned());
        } else if letters.windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase())
        {
            seen.push("camel".to_owned());
        }
    }
    if name.contains(|c: char| c.is_ascii_digit()) {
        seen.push("digit".to_owned());
    }
    if name.contains('.') {
        seen.push("dot".to_owned());
    }
    if let [others @ .., last] = &words[..] {
        seen.extend(others.iter().map(|word| format!("has={word}")));
        seen.push(format!("last={last}"));
        seen.extend([4, 3].iter().filter_map(|&length| Some(format!("end={}", ending(last, length)?))));
    }
    if let Some(first) = words.first()
        && first.chars().count() > 4
    {
        seen.push(format!("begin={}", first.chars().take(4).collect::<String>()));
    }
    seen
}

/// The last letters of a word of more than four.
fn ending(word: &str, length: usize) -> Option<&str> {
    let all = word.chars().count();
    (all > 4).then(|| word.char_indices().nth(all - length).map_or(word, |(at, _)| &word[at..]))
}
