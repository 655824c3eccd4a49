//! The tone toward one thing that a text names: its sentences are found, the thing is marked, and the network reads them.

use std::ops::Range;
use std::sync::Arc;

use domain::{Field, Language, Span, Tone};

use super::sentences::{Sentences, TITLE_WEIGHT};
use super::target::THING;
use super::turns::{self, Spot, Turn};
use super::vocabulary::Tokens;
use super::words::{Word, Words};
use super::{MAX_CONTENT, MAX_TITLE, MODELS, Models, Outcome, Part, Source, languages, read_in};

/// Sentences with fewer words say too little.
const MIN_WORDS: usize = 2;
/// Words to either side within which a sentence is looked for.
const MAX_REACH: usize = 60;
/// Words behind which a stop ends no sentence.
const SHORTENED: [&str; 16] =
    ["inc", "corp", "ltd", "co", "mr", "mrs", "ms", "dr", "no", "vs", "st", "sen", "rep", "gov", "jr", "mt"];

impl Outcome {
    /// The tone toward what stands at `spans`, over the first sentences that name it; none where they say too little.
    pub fn tone_toward(&mut self, spans: &[Span]) -> Option<Tone> {
        self.tones_toward(&[spans]).pop()?
    }

    /// The same for many things, whose sentences pass the network together.
    pub fn tones_toward(&mut self, things: &[&[Span]]) -> Vec<Option<Tone>> {
        let mut asked = Sentences::default();
        match self.kept.source.as_deref() {
            None => vec![None; things.len()],
            Some(Source::English(fields)) => {
                for spans in things {
                    let named = [(0, Field::Title), (1, Field::Content)].map(|(i, field)| {
                        let (words, tokens) = &fields[i];
                        Named { words, tokens: Some(tokens), places: places(words, spans, field) }
                    });
                    add(&mut asked, named);
                }
                let (tones, layers) = asked.read(&MODELS.targets);
                self.kept.toward = Some(Arc::new(layers));
                tones
            }
            Some(Source::Other(language, fields)) => {
                let mut cuts = languages::cuts(fields);
                things.iter().for_each(|spans| languages::add(&mut asked, *language, &mut cuts, spans));
                asked.read(languages::targets()).0
            }
        }
    }
}

/// The tone of a text in some language toward a name, wherever it stands as whole words.
pub fn tone_toward_in(language: &str, title: &str, content: &str, name: &str) -> Option<Tone> {
    match Language::from_name(language) {
        None if language != "und" => None,
        None | Some(Language::English) => tone_toward(title, content, name),
        Some(_) => {
            let mut spans = languages::named(title, Field::Title, name);
            spans.extend(languages::named(content, Field::Content, name));
            read_in(language, title, content).tone_toward(&spans)
        }
    }
}

/// The same of an English text.
pub fn tone_toward(title: &str, content: &str, name: &str) -> Option<Tone> {
    let words = [Words::of(title, MAX_TITLE), Words::of(content, MAX_CONTENT)];
    let name = Words::of(name, MAX_TITLE);
    let mut asked = Sentences::default();
    add(
        &mut asked,
        words.each_ref().map(|words| Named {
            words,
            tokens: None,
            places: named(words, 0..words.list.len(), &name),
        }),
    );
    asked.read(&MODELS.targets).0.pop()?
}

/// The tokens of a stretch with the name marked in it, or a mark in front of it where it names nothing.
pub fn marked(models: &Models, part: &Part, name: Option<&str>) -> Vec<u32> {
    let Part { words, tokens, range } = part;
    let places = name.map_or(Vec::new(), |name| named(words, range.clone(), &Words::of(name, MAX_TITLE)));
    let mut marked = Vec::with_capacity(2 * range.len() + 1);
    if places.is_empty() {
        marked.push(THING);
    }
    let named = Named { words, tokens: Some(tokens), places };
    add_tokens(models, &named, range.start, range.end, &named.places, &mut marked);
    marked
}

/// A field and where it names a thing.
struct Named<'a> {
    words: &'a Words,
    /// Of these words, where they are known already.
    tokens: Option<&'a Tokens>,
    places: Vec<(usize, usize)>,
}

/// Adds the sentences of a thing: those of the title, then those of the content.
fn add(asked: &mut Sentences, fields: [Named; 2]) {
    asked.next();
    for (field, share) in fields.iter().zip([TITLE_WEIGHT, 1.0]) {
        let (places, mut next) = (&field.places, 0);
        while next < places.len() && !asked.is_full() {
            let (from, to) = sentence(field.words, places[next].0);
            let inside = places[next..].partition_point(|place| place.0 < to);
            let here = &places[next..next + inside.max(1)];
            next += here.len();
            if to - from >= MIN_WORDS {
                let turn = turn(field.words, (from, to)).filter(|turn| {
                    let words = &field.words.list;
                    here.iter().all(|place| turn.touches(&(words[place.0].start..words[place.1 - 1].end)))
                });
                asked.push(tokens_of(&MODELS, field, from, to, here), share, turn);
            }
        }
    }
}

/// Where in a range the words of `name` stand one after the other.
fn named(words: &Words, range: Range<usize>, name: &Words) -> Vec<(usize, usize)> {
    let length = name.list.len();
    let same = |at: usize| (0..length).all(|i| words.stem(&words.list[at + i]) == name.stem(&name.list[i]));
    let mut places = Vec::new();
    let mut at = range.start;
    while length > 0 && at + length <= range.end {
        match same(at) {
            true => {
                places.push((at, at + length));
                at += length;
            }
            false => at += 1,
        }
    }
    places
}

/// First word and first word after, for each span of the field that lies inside the words.
fn places(words: &Words, spans: &[Span], field: Field) -> Vec<(usize, usize)> {
    let spans = spans.iter().filter(|span| span.field == field);
    let mut places: Vec<(usize, usize)> = spans
        .filter_map(|span| {
            let first = words.list.partition_point(|word| word.end <= span.start);
            let after = words.list.partition_point(|word| word.start < span.end);
            (first < after).then_some((first, after))
        })
        .take(MAX_REACH)
        .collect();
    places.sort_unstable();
    places.dedup_by(|later, earlier| later.0 < earlier.1);
    places
}

/// What turns the tone of a sentence.
pub fn turn(words: &Words, (from, to): (usize, usize)) -> Option<Turn> {
    let spot = |word: &Word| {
        let Word { start, end, after, .. } = *word;
        Spot { text: words.stem(word), place: start..end, is_owner: after > end }
    };
    turns::of_words(Language::English, words.list[from..to].iter().map(spot))
}

/// The sentence around a word: from its first word to the first word after it.
pub fn sentence(words: &Words, at: usize) -> (usize, usize) {
    let lowest = at.saturating_sub(MAX_REACH);
    let highest = (at + MAX_REACH).min(words.list.len());
    let from = (lowest + 1..=at).rev().find(|&i| begins(words, i)).unwrap_or(lowest);
    let to = (at + 1..highest).find(|&i| begins(words, i)).unwrap_or(highest);
    (from, to)
}

/// True where a sentence ends before the word: a new line, or a stop and a blank.
fn begins(words: &Words, i: usize) -> bool {
    let (before, word): (&Word, &Word) = (&words.list[i - 1], &words.list[i]);
    if word.after_break {
        return true;
    }
    match words.text(before) {
        "!" | "?" => word.start > before.end,
        "." => word.start > before.end && !shortened(words, i - 1),
        _ => false,
    }
}

/// True where the stop belongs to the word before it: `Inc.`, `U.S.`, `J.`.
fn shortened(words: &Words, stop: usize) -> bool {
    let Some(before) = stop.checked_sub(1).map(|i| &words.list[i]) else { return false };
    let text = words.text(before);
    before.end == words.list[stop].start
        && (text.chars().count() == 1 && text.chars().all(char::is_alphabetic) || SHORTENED.contains(&text))
}

/// Tokens of a sentence with the thing marked at its places.
fn tokens_of(models: &Models, field: &Named, from: usize, to: usize, places: &[(usize, usize)]) -> Vec<u32> {
    let mut out = Vec::with_capacity(2 * (to - from));
    add_tokens(models, field, from, to, places, &mut out);
    out
}

fn add_tokens(
    models: &Models,
    field: &Named,
    from: usize,
    to: usize,
    places: &[(usize, usize)],
    out: &mut Vec<u32>,
) {
    for i in from..to {
        match places.iter().find(|place| place.0 <= i && i < place.1) {
            Some(place) if place.0 == i => out.push(THING),
            Some(_) => {}
            None => match field.tokens {
                Some(tokens) => out.extend_from_slice(tokens.of_word(i)),
                None => models.vocabulary.push(field.words.text(&field.words.list[i]), out),
            },
        }
    }
}
