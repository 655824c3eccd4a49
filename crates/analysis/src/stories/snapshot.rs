//! The clusterer as bytes and back, so that a restart goes on where it stopped.
//!
//! Little-endian numbers behind a mark and a version. Bytes that are not ours, cut off or from another version give
//! `None`; the owner then grows the stories again from the stored items, in their order.

use domain::DocumentId;

use super::StoryId;
use super::clusterer::Clusterer;
use super::settings::Settings;
use super::story::{Known, Story};

const MARK: &[u8; 8] = b"stories1";

impl Clusterer {
    /// Everything that the next item's place depends on, but for the settings.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer(MARK.to_vec());
        out.u64(self.placed);
        out.u64(self.latest_ms as u64);
        out.f64(self.frequencies.total);
        out.f64(self.frequencies.unit);
        let mut counts: Vec<(u64, f64)> = self.frequencies.counts.iter().map(|(t, c)| (*t, *c)).collect();
        counts.sort_unstable_by_key(|(term, _)| *term);
        out.u64(counts.len() as u64);
        for (term, count) in counts {
            out.u64(term);
            out.f64(count);
        }
        out.u64(self.slots.len() as u64);
        for slot in &self.slots {
            out.u64(u64::from(slot.is_some()));
            if let Some(story) = slot {
                out.story(story);
            }
        }
        out.u64(self.free.len() as u64);
        for slot in &self.free {
            out.u64(*slot as u64);
        }
        out.0
    }

    /// The clusterer that wrote these bytes.
    pub fn from_bytes(settings: Settings, bytes: &[u8]) -> Option<Clusterer> {
        let mut input = Reader(bytes.strip_prefix(MARK)?);
        let mut clusterer = Clusterer::new(settings);
        clusterer.placed = input.u64()?;
        clusterer.latest_ms = input.u64()? as i64;
        clusterer.frequencies.total = input.f64()?;
        clusterer.frequencies.unit = input.f64()?;
        for _ in 0..input.count(16)? {
            let (term, count) = (input.u64()?, input.f64()?);
            clusterer.frequencies.counts.insert(term, count);
        }
        for _ in 0..input.count(8)? {
            let story = if input.u64()? == 0 { None } else { Some(input.story()?) };
            clusterer.restore(story);
        }
        for _ in 0..input.count(8)? {
            let slot = usize::try_from(input.u64()?).ok()?;
            let empty = clusterer.slots.get(slot)?.is_none();
            clusterer.free.push(empty.then_some(slot)?);
        }
        let empty = clusterer.slots.iter().filter(|slot| slot.is_none()).count();
        (input.0.is_empty() && clusterer.free.len() == empty).then_some(clusterer)
    }
}

struct Writer(Vec<u8>);

impl Writer {
    fn u64(&mut self, value: u64) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    fn f64(&mut self, value: f64) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    fn f32(&mut self, value: f32) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    fn story(&mut self, story: &Story) {
        self.0.extend_from_slice(&story.id.bytes());
        self.u64(u64::from(story.size));
        self.u64(story.first_ms as u64);
        self.u64(story.last_ms as u64);
        self.u64(story.touched);
        self.f32(story.whole_length);
        self.f32(story.title_length);
        self.u64(story.terms.len() as u64);
        for known in &story.terms {
            self.u64(known.term);
            self.f32(known.whole);
            self.f32(known.title);
            self.f32(known.count);
        }
        self.u64(story.pairs.len() as u64);
        for (pair, count) in &story.pairs {
            self.u64(*pair);
            self.f32(*count);
        }
        self.u64(story.prints.len() as u64);
        for (print, id) in &story.prints {
            self.u64(*print);
            self.0.extend_from_slice(&id.bytes());
        }
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*head)
    }

    fn u64(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    fn f64(&mut self) -> Option<f64> {
        self.take().map(f64::from_le_bytes).filter(|value| value.is_finite())
    }

    fn f32(&mut self) -> Option<f32> {
        self.take().map(f32::from_le_bytes).filter(|value| value.is_finite())
    }

    /// A number of things of at least `size` bytes each; none that the bytes could not hold.
    fn count(&mut self, size: usize) -> Option<usize> {
        let count = usize::try_from(self.u64()?).ok()?;
        (count <= self.0.len() / size).then_some(count)
    }

    fn story(&mut self) -> Option<Story> {
        let id = StoryId::of_first(DocumentId::from_bytes(self.take()?));
        let mut story = Story::new(id, 0);
        story.size = u32::try_from(self.u64()?).ok()?;
        story.first_ms = self.u64()? as i64;
        story.last_ms = self.u64()? as i64;
        story.touched = self.u64()?;
        story.whole_length = self.f32()?;
        story.title_length = self.f32()?;
        for _ in 0..self.count(20)? {
            let (term, whole, title, count) = (self.u64()?, self.f32()?, self.f32()?, self.f32()?);
            story.terms.push(Known { term, whole, title, count });
        }
        for _ in 0..self.count(12)? {
            story.pairs.push((self.u64()?, self.f32()?));
        }
        for _ in 0..self.count(24)? {
            story.prints.push((self.u64()?, DocumentId::from_bytes(self.take()?)));
        }
        let in_order =
            story.terms.is_sorted_by_key(|known| known.term) && story.pairs.is_sorted_by_key(|pair| pair.0);
        in_order.then_some(story)
    }
}
