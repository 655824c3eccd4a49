//! What the clusterer takes from an item: its terms, and where in it they stand. Small enough to be kept, so that its
//! memory can be made again.

use domain::DocumentId;

use super::frequency::TermMap;
use super::settings::Settings;
use super::sketch::Sketch;
use super::terms::{Kind, Term, Word, entity, frame, words};
use super::{StoryId, StoryItem};

/// Words of a title that are read.
const TITLE_WORDS: usize = 60;

/// Named entities that are read.
const MAX_ENTITIES: usize = 20;

/// Words of the content after which a term counts half.
const HALF_WAY: f32 = 100.0;

/// Fewer words than this are no text beyond a title.
const TEXT_WORDS: u16 = 12;

const MS_PER_DAY: i64 = 86_400_000;

/// One term of an item.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Mark {
    pub term: Term,
    /// Its weight in the whole, before rarity.
    pub whole: f32,
    pub in_title: u8,
    /// Times in the first words of the content.
    pub in_lead: u8,
    pub in_content: u8,
    /// Times with a capital letter in the content.
    pub as_name: u8,
    pub is_number: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ItemTerms {
    pub(super) id: DocumentId,
    pub(super) at_ms: i64,
    pub(super) fingerprint: u64,
    /// Of the title without its numbers: what the titles of a daily column have in common. 0 where that is little.
    pub(super) frame: u64,
    /// Words of the content that were read.
    pub(super) words: u16,
    /// In the order of their terms.
    pub(super) marks: Vec<Mark>,
    pub(super) sketch: Sketch,
}

impl ItemTerms {
    pub fn of(item: &StoryItem, settings: &Settings) -> ItemTerms {
        let mut marks = Marks(TermMap::default());
        let title: Vec<Word> = words(item.title).take(TITLE_WORDS).collect();
        for word in &title {
            let mark = marks.of(*word);
            mark.whole += settings.title_weight;
            mark.in_title = mark.in_title.saturating_add(1);
        }
        let mut read = 0;
        for (place, word) in words(item.content).take(settings.content_words).enumerate() {
            let mark = marks.of(word);
            mark.whole += 1.0 / (1.0 + place as f32 / HALF_WAY);
            mark.in_content = mark.in_content.saturating_add(1);
            mark.in_lead = mark.in_lead.saturating_add(u8::from(place < settings.lead_words));
            mark.as_name = mark.as_name.saturating_add(u8::from(word.kind == Kind::Name));
            read = place as u16 + 1;
        }
        for name in item.entities.iter().take(MAX_ENTITIES) {
            let mark = marks.of(Word { term: entity(name), kind: Kind::Name });
            mark.whole = 1.0;
        }
        let mut marks: Vec<Mark> = marks.0.into_values().collect();
        marks.sort_unstable_by_key(|mark| mark.term);
        for mark in &mut marks {
            mark.whole = mark.whole.ln_1p();
        }
        ItemTerms {
            id: item.id,
            at_ms: item.at.ms(),
            fingerprint: item.fingerprint,
            frame: frame(&title),
            words: read,
            marks,
            sketch: Sketch::of(item.title, item.content),
        }
    }

    pub(super) fn is_text(&self) -> bool {
        self.words >= TEXT_WORDS
    }

    pub(super) fn day(&self) -> i64 {
        self.at_ms.div_euclid(MS_PER_DAY)
    }

    /// Of its time only the day is known.
    pub(super) fn is_dated_by_day(&self) -> bool {
        self.at_ms.rem_euclid(MS_PER_DAY) == 0
    }

    /// Writes it down together with the story that it was put into.
    pub fn write(&self, story: StoryId, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.id.bytes());
        out.extend_from_slice(&story.bytes());
        out.extend_from_slice(&self.at_ms.to_le_bytes());
        out.extend_from_slice(&self.fingerprint.to_le_bytes());
        out.extend_from_slice(&self.frame.to_le_bytes());
        out.extend_from_slice(&self.words.to_le_bytes());
        // The bounds above are far below this.
        out.extend_from_slice(&(self.marks.len() as u16).to_le_bytes());
        for mark in &self.marks {
            out.extend_from_slice(&mark.term.to_le_bytes());
            out.extend_from_slice(&mark.whole.to_le_bytes());
            let number = u8::from(mark.is_number);
            out.extend_from_slice(&[mark.in_title, mark.in_lead, mark.in_content, mark.as_name, number]);
        }
        self.sketch.write(out);
    }

    /// The first item of these bytes and its story, and the bytes behind it; none where they were not written by `write`.
    pub fn read(bytes: &[u8]) -> Option<(ItemTerms, StoryId, &[u8])> {
        let (id, bytes) = bytes.split_first_chunk::<16>()?;
        let (story, bytes) = bytes.split_first_chunk::<16>()?;
        let (at_ms, bytes) = bytes.split_first_chunk::<8>()?;
        let (fingerprint, bytes) = bytes.split_first_chunk::<8>()?;
        let (frame, bytes) = bytes.split_first_chunk::<8>()?;
        let (words, bytes) = bytes.split_first_chunk::<2>()?;
        let (count, bytes) = bytes.split_first_chunk::<2>()?;
        let (marks, bytes) = bytes.split_at_checked(usize::from(u16::from_le_bytes(*count)) * MARK_BYTES)?;
        let marks: Vec<Mark> = marks.as_chunks::<MARK_BYTES>().0.iter().map(Mark::read).collect();
        let (sketch, bytes) = Sketch::read(bytes)?;
        let item = ItemTerms {
            id: DocumentId::from_bytes(*id),
            at_ms: i64::from_le_bytes(*at_ms),
            fingerprint: u64::from_le_bytes(*fingerprint),
            frame: u64::from_le_bytes(*frame),
            words: u16::from_le_bytes(*words),
            marks,
            sketch,
        };
        let story = StoryId::of_first(DocumentId::from_bytes(*story));
        item.is_sound().then_some((item, story, bytes))
    }

    fn is_sound(&self) -> bool {
        self.marks.is_sorted_by(|a, b| a.term < b.term)
            && self.marks.iter().all(|mark| mark.whole.is_finite() && mark.whole >= 0.0)
    }
}

const MARK_BYTES: usize = 17;

impl Mark {
    fn read(bytes: &[u8; MARK_BYTES]) -> Mark {
        let [a, b, c, d, e, f, g, h, i, j, k, l, in_title, in_lead, in_content, as_name, number] = *bytes;
        Mark {
            term: Term::from_le_bytes([a, b, c, d, e, f, g, h]),
            whole: f32::from_le_bytes([i, j, k, l]),
            in_title,
            in_lead,
            in_content,
            as_name,
            is_number: number != 0,
        }
    }
}

struct Marks(TermMap<Mark>);

impl Marks {
    fn of(&mut self, word: Word) -> &mut Mark {
        let mark = self.0.entry(word.term).or_insert(Mark { term: word.term, ..Mark::default() });
        mark.is_number |= word.kind == Kind::Number;
        mark
    }
}
