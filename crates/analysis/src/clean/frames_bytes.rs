//! `OutletFrames` as bytes for a store. What was seen once is left out: it is most of them, and can be seen again.

use super::frames::{Entry, MAX_FRAMES, MAX_HEADLINES, OutletFrames};

const VERSION: u8 = 1;

impl OutletFrames {
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = vec![VERSION];
        put(&mut out, u64::from(self.n_articles));
        put(&mut out, self.sites.len() as u64);
        for (name, n) in &self.sites {
            put_text(&mut out, name);
            put(&mut out, u64::from(*n));
        }
        put(&mut out, self.headline_order.len() as u64);
        self.headline_order.iter().for_each(|hash| out.extend(hash.to_le_bytes()));
        let mut kept: Vec<_> = self.entries.iter().filter(|(_, entry)| entry.n > 1).collect();
        kept.sort_by_key(|(hash, _)| **hash);
        put(&mut out, kept.len() as u64);
        for (hash, entry) in kept {
            out.extend(hash.to_le_bytes());
            let numbers = [entry.n, entry.n_days, entry.n_stories, entry.last_day as u32, entry.born];
            numbers.iter().chain(&entry.places).for_each(|n| put(&mut out, u64::from(*n)));
            out.push(u8::from(entry.varies));
            put_text(&mut out, &entry.example);
            out.push(entry.stories.len() as u8);
            entry.stories.iter().flatten().for_each(|part| out.extend(part.to_le_bytes()));
        }
        out
    }

    /// `None` where the bytes are not what `to_bytes` writes.
    pub fn from_bytes(bytes: &[u8]) -> Option<OutletFrames> {
        let mut rest = Rest(bytes);
        if rest.byte()? != VERSION {
            return None;
        }
        let mut frames = OutletFrames { n_articles: rest.number()?, ..OutletFrames::default() };
        for _ in 0..rest.number::<u32>()? {
            let name = rest.text()?;
            frames.sites.insert(name, rest.number()?);
        }
        let n_headlines: usize = rest.number()?;
        if n_headlines > MAX_HEADLINES {
            return None;
        }
        for _ in 0..n_headlines {
            let hash = u64::from_le_bytes(rest.array()?);
            frames.headline_order.push_back(hash);
            frames.headlines.insert(hash);
        }
        let n_entries: usize = rest.number()?;
        if n_entries > MAX_FRAMES {
            return None;
        }
        for _ in 0..n_entries {
            let hash = u64::from_le_bytes(rest.array()?);
            let entry = rest.entry()?;
            frames.entries.insert(hash, entry);
        }
        rest.0.is_empty().then_some(frames)
    }
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

struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
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

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    fn text(&mut self) -> Option<String> {
        let n: usize = self.number()?;
        let (text, rest) = self.0.split_at_checked(n)?;
        self.0 = rest;
        String::from_utf8(text.to_vec()).ok()
    }

    fn entry(&mut self) -> Option<Entry> {
        let mut entry = Entry { n: self.number()?, n_days: self.number()?, ..Entry::default() };
        entry.n_stories = self.number()?;
        entry.last_day = self.number::<u32>()? as i32;
        entry.born = self.number()?;
        for place in &mut entry.places {
            *place = self.number()?;
        }
        entry.varies = self.byte()? != 0;
        entry.example = self.text()?;
        for _ in 0..self.byte()? {
            let mut story = [0; 4];
            for part in &mut story {
                *part = u32::from_le_bytes(self.array()?);
            }
            entry.stories.push(story);
        }
        Some(entry)
    }
}
