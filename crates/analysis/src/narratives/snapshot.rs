//! What stories say and what narratives keep of forgotten ones, as bytes and back, so that a restart goes on where it
//! stopped. Bytes that are not ours, cut off or of another version give `None`; the owner then reads the story again.

use super::article::{MEANING, Phrase};
use super::past::Past;
use super::profile::StoryTerms;

/// Grows with every change of what is kept.
const TERMS: u8 = 2;
const PAST: u8 = 3;
/// A past without the day of its latest article.
const UNDATED: u8 = 2;
/// The same without what titles mean, as earlier versions kept them.
const WITHOUT_MEANING: u8 = 1;

impl StoryTerms {
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer(vec![TERMS]);
        out.number(self.articles as usize);
        out.phrases(&self.phrases);
        self.subjects.iter().chain(&self.meaning).for_each(|x| out.real(*x));
        out.0
    }

    /// Whether nothing is missing in these bytes that the articles would give.
    pub fn is_whole(bytes: &[u8]) -> bool {
        bytes.first() == Some(&TERMS)
    }

    pub fn from_bytes(bytes: &[u8]) -> Option<StoryTerms> {
        let (version, rest) = bytes.split_first()?;
        let mut input = Reader(rest);
        let (articles, phrases, subjects) = (input.number()?, input.phrases()?, input.reals()?);
        let terms = StoryTerms { articles, phrases, subjects, meaning: input.meaning(*version, TERMS)? };
        input.0.is_empty().then_some(terms)
    }
}

impl Past {
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer(vec![PAST]);
        out.real(self.stories);
        // Days before 1970 are none.
        out.number(self.last.map_or(0, |last| last.max(0) as usize + 1));
        out.phrases(&self.phrases);
        self.subjects.iter().chain(&self.meaning).for_each(|x| out.real(*x));
        out.0
    }

    pub fn from_bytes(bytes: &[u8]) -> Option<Past> {
        let (version, rest) = bytes.split_first()?;
        let mut input = Reader(rest);
        let stories = input.real()?;
        let last = if *version == PAST { input.number()? } else { 0 };
        let last = last.checked_sub(1).map(i64::from);
        let (phrases, subjects) = (input.phrases()?, input.reals()?);
        let version = if *version == UNDATED { PAST } else { *version };
        let past = Past { stories, last, phrases, subjects, meaning: input.meaning(version, PAST)? };
        input.0.is_empty().then_some(past)
    }
}

struct Writer(Vec<u8>);

impl Writer {
    fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn number(&mut self, number: usize) {
        self.bytes(&(number as u32).to_le_bytes());
    }

    fn real(&mut self, real: f32) {
        self.bytes(&real.to_le_bytes());
    }

    fn phrases(&mut self, phrases: &[(Phrase, f32)]) {
        self.number(phrases.len());
        for (phrase, weight) in phrases {
            self.bytes(&phrase.to_le_bytes());
            self.real(*weight);
        }
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*bytes)
    }

    fn number(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.take()?))
    }

    fn real(&mut self) -> Option<f32> {
        Some(f32::from_le_bytes(self.take()?)).filter(|real| real.is_finite())
    }

    fn reals<const N: usize>(&mut self) -> Option<[f32; N]> {
        let mut reals = [0.0; N];
        for real in &mut reals {
            *real = self.real()?;
        }
        Some(reals)
    }

    fn meaning(&mut self, version: u8, current: u8) -> Option<[f32; MEANING]> {
        match version {
            WITHOUT_MEANING => Some([0.0; MEANING]),
            version if version == current => self.reals(),
            _ => None,
        }
    }

    fn phrases(&mut self) -> Option<Vec<(Phrase, f32)>> {
        let count = self.number()? as usize;
        // Each takes eight bytes: a number that lies promises nothing.
        let mut phrases = Vec::with_capacity(count.min(self.0.len() / 8));
        for _ in 0..count {
            phrases.push((self.number()?, self.real()?));
        }
        phrases.is_sorted_by(|a, b| a.0 < b.0).then_some(phrases)
    }
}
