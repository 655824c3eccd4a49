//! `OutletFrames` as bytes for a store.

use std::collections::BTreeMap;

use super::entry::{Entry, MAX_RUN_WORDS};
use super::frames::{MAX_ENTRIES, MAX_FORGOTTEN, OutletFrames};
use super::names::{MAX_HEADLINES, MAX_NAMES};
use super::recent::Recent;

const VERSION: u8 = 1;
/// Of any list, so that no number in the bytes makes room for more.
const MAX_BYTES: usize = 1 << 20;

impl OutletFrames {
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = vec![VERSION];
        put(&mut out, u64::from(self.n_articles));
        put(&mut out, u64::from(self.recent.n_young));
        put_sparse(&mut out, &self.recent.young);
        put_sparse(&mut out, &self.recent.old);
        put(&mut out, self.forgotten.len() as u64);
        for (key, example) in &self.forgotten {
            out.extend(key.to_le_bytes());
            put_text(&mut out, example);
        }
        for names in [&self.names.sites, &self.names.tails] {
            put(&mut out, names.len() as u64);
            for (name, n) in names {
                put_text(&mut out, name);
                put(&mut out, u64::from(*n));
            }
        }
        put(&mut out, self.names.headlines().len() as u64);
        self.names.headlines().for_each(|hash| out.extend(hash.to_le_bytes()));
        // In order, so that the same knowledge is the same bytes.
        let mut entries: Vec<_> = self.entries.iter().collect();
        entries.sort_by_key(|(key, _)| **key);
        put(&mut out, entries.len() as u64);
        for (key, entry) in entries {
            out.extend(key.to_le_bytes());
            put_entry(&mut out, entry);
        }
        out
    }

    /// `None` where the bytes are not what `to_bytes` writes.
    pub fn from_bytes(bytes: &[u8]) -> Option<OutletFrames> {
        let mut rest = Rest(bytes);
        if rest.byte()? != VERSION {
            return None;
        }
        let n_articles = rest.number()?;
        let recent = Recent { n_young: rest.number()?, young: rest.sparse()?, old: rest.sparse()? };
        let mut frames = OutletFrames { n_articles, recent, ..OutletFrames::default() };
        for _ in 0..rest.count(MAX_FORGOTTEN)? {
            let key = u64::from_le_bytes(rest.array()?);
            frames.forgotten.insert(key, rest.text()?);
        }
        frames.names.sites = rest.names()?;
        frames.names.tails = rest.names()?;
        for _ in 0..rest.count(MAX_HEADLINES)? {
            frames.names.remember_headline(u32::from_le_bytes(rest.array()?));
        }
        for _ in 0..rest.count(MAX_ENTRIES)? {
            let key = u64::from_le_bytes(rest.array()?);
            frames.entries.insert(key, rest.entry()?);
        }
        (rest.0.is_empty() && frames.recent.is_sound()).then_some(frames)
    }
}

fn put_entry(out: &mut Vec<u8>, entry: &Entry) {
    let numbers = [entry.n, entry.n_days, entry.n_stories, entry.last_day as u32, entry.born, entry.last];
    let days = entry.days.map(|day| day as u32);
    let ends = [entry.n_full, entry.n_anew, entry.n_long, entry.n_short];
    numbers.iter().chain(&days).chain(&ends).chain(&entry.places).for_each(|n| put(out, u64::from(*n)));
    out.extend(entry.share.to_le_bytes());
    out.push(u8::from(entry.has_number) | u8::from(entry.is_inside) << 1);
    out.push(entry.words.len() as u8);
    entry.words.iter().for_each(|word| out.extend(word.to_le_bytes()));
    put_text(out, &entry.example);
    out.push(entry.stories.len() as u8);
    entry.stories.iter().flatten().for_each(|part| out.extend(part.to_le_bytes()));
}

/// Seven bits a byte, the lowest first.
fn put(out: &mut Vec<u8>, mut n: u64) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

fn put_text(out: &mut Vec<u8>, text: &str) {
    put(out, text.len() as u64);
    out.extend(text.as_bytes());
}

/// The length, then in turns how many zeros there are and the bytes behind them.
fn put_sparse(out: &mut Vec<u8>, bytes: &[u8]) {
    put(out, bytes.len() as u64);
    let mut at = 0;
    while at < bytes.len() {
        let n_zeros = bytes[at..].iter().take_while(|byte| **byte == 0).count();
        let n_others = bytes[at + n_zeros..].iter().take_while(|byte| **byte != 0).count();
        put(out, n_zeros as u64);
        put(out, n_others as u64);
        out.extend(&bytes[at + n_zeros..at + n_zeros + n_others]);
        at += n_zeros + n_others;
    }
}

struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn number<T: TryFrom<u64>>(&mut self) -> Option<T> {
        let mut n = 0u64;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            n |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return T::try_from(n).ok();
            }
        }
        None
    }

    fn count(&mut self, most: usize) -> Option<usize> {
        self.number().filter(|n| *n <= most)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(n)?;
        self.0 = rest;
        Some(taken)
    }

    fn text(&mut self) -> Option<String> {
        let n = self.number()?;
        String::from_utf8(self.take(n)?.to_vec()).ok()
    }

    fn names(&mut self) -> Option<BTreeMap<String, u32>> {
        (0..self.count(MAX_NAMES)?).map(|_| Some((self.text()?, self.number()?))).collect()
    }

    fn sparse(&mut self) -> Option<Vec<u8>> {
        let n = self.count(MAX_BYTES)?;
        let mut bytes = Vec::with_capacity(n);
        while bytes.len() < n {
            let n_zeros = self.count(n - bytes.len())?;
            bytes.resize(bytes.len() + n_zeros, 0);
            let n_others = self.count(n - bytes.len())?;
            bytes.extend(self.take(n_others)?);
            if n_zeros + n_others == 0 {
                return None;
            }
        }
        Some(bytes)
    }

    fn entry(&mut self) -> Option<Entry> {
        let mut entry = Entry { n: self.number()?, n_days: self.number()?, ..Entry::default() };
        entry.n_stories = self.number()?;
        entry.last_day = self.number::<u32>()? as i32;
        entry.born = self.number()?;
        entry.last = self.number()?;
        for day in &mut entry.days {
            *day = self.number::<u32>()? as i32;
        }
        entry.n_full = self.number()?;
        entry.n_anew = self.number()?;
        entry.n_long = self.number()?;
        entry.n_short = self.number()?;
        for place in &mut entry.places {
            *place = self.number()?;
        }
        entry.share = f32::from_le_bytes(self.array()?);
        let flags = self.byte()?;
        (entry.has_number, entry.is_inside) = (flags & 1 != 0, flags & 2 != 0);
        let n_words = usize::from(self.byte()?);
        if n_words > MAX_RUN_WORDS {
            return None;
        }
        for _ in 0..n_words {
            entry.words.push(u16::from_le_bytes(self.array()?));
        }
        entry.example = self.text()?;
        for _ in 0..self.byte()? {
            let mut story = [0; 4];
            for part in &mut story {
                *part = u16::from_le_bytes(self.array()?);
            }
            entry.stories.push(story);
        }
        Some(entry)
    }
}
