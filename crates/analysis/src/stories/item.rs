//! What the clusterer takes from an item: its terms, and where in it they stand. Small enough to be kept, so that its
//! memory can be made again.

use domain::DocumentId;

use super::across::Profile;
use super::frequency::TermMap;
use super::happening;
use super::settings::Settings;
use super::shelves::Shelf;
use super::sketch::Sketch;
use super::terms::{Kind, Term, Word, entity, frame, outlet, words_in};
use super::{StoryId, StoryItem};
use crate::tongue::Tongue;

/// Words of a title that are read.
const TITLE_WORDS: usize = 60;

/// Named entities that are read.
const MAX_ENTITIES: usize = 20;

/// Words of the content after which a term counts half.
const HALF_WAY: f32 = 100.0;

/// Words of a title that a happening counts for.
const HAPPENING: f32 = 8.0;

/// Fewer words than this are no text beyond a title.
const TEXT_WORDS: u16 = 12;

/// Times that a term is counted in a title, and in the content.
const MAX_IN_TITLE: u8 = 3;
const MAX_IN_CONTENT: u8 = 15;

/// A term's weight is kept in steps of this.
const WEIGHT_STEP: f32 = 1.0 / 64.0;

const MS_PER_DAY: i64 = 86_400_000;

/// One term of an item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mark {
    pub term: Term,
    weight: u8,
    pub in_title: u8,
    /// Times in the first words of the content.
    pub in_lead: u8,
    pub in_content: u8,
    /// Times with a capital letter in the content.
    pub as_name: u8,
    pub is_number: bool,
    /// A company or an asset that is in our lists.
    pub is_entity: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ItemTerms {
    pub(super) id: DocumentId,
    pub(super) at_ms: i64,
    pub(super) fingerprint: u64,
    /// Of the title without its numbers: what the titles of a daily column have in common. 0 where that is little.
    pub(super) frame: u64,
    /// A number for its outlet; 0 where nobody said.
    pub(super) outlet: u32,
    pub(super) tongue: Tongue,
    /// Words of the content that were read.
    pub(super) words: u16,
    /// In the order of their terms.
    pub(super) marks: Vec<Mark>,
    pub(super) sketch: Sketch,
    /// How items in other languages know it.
    pub(super) profile: Profile,
}

impl ItemTerms {
    pub fn of(item: &StoryItem, settings: &Settings) -> ItemTerms {
        let tongue = Tongue::of(item.language);
        let mut marks = Marks(TermMap::default());
        let title: Vec<Word> = words_in(item.title, tongue).take(TITLE_WORDS).collect();
        for word in &title {
            let (mark, weight) = marks.of(*word);
            *weight += settings.title_weight;
            mark.in_title = MAX_IN_TITLE.min(mark.in_title + 1);
        }
        let mut read = 0;
        for (place, word) in words_in(item.content, tongue).take(settings.content_words).enumerate() {
            let (mark, weight) = marks.of(word);
            *weight += 1.0 / (1.0 + place as f32 / HALF_WAY);
            let count = |times: u8, is: bool| MAX_IN_CONTENT.min(times + u8::from(is));
            mark.in_content = count(mark.in_content, true);
            mark.in_lead = count(mark.in_lead, place < settings.lead_words);
            mark.as_name = count(mark.as_name, word.kind == Kind::Name);
            read = place as u16 + 1;
        }
        for name in item.entities.iter().take(MAX_ENTITIES) {
            let (mark, weight) = marks.of(Word { term: entity(name), kind: Kind::Name });
            mark.is_entity = true;
            *weight = 1.0;
        }
        if let Some(happening) = happening::of_title(item.title) {
            let (mark, weight) = marks.of(Word { term: entity(&happening), kind: Kind::Plain });
            (mark.in_title, mark.in_lead) = (MAX_IN_TITLE, MAX_IN_TITLE);
            *weight = HAPPENING * settings.title_weight;
        }
        ItemTerms {
            id: item.id,
            at_ms: item.at.ms(),
            fingerprint: item.fingerprint,
            frame: frame(&title),
            outlet: outlet(item.outlet),
            tongue,
            words: read,
            marks: marks.in_order(),
            sketch: Sketch::of(item.title, item.content),
            profile: match item.across {
                true => Profile::of(item.title, item.content, tongue),
                false => Profile::default(),
            },
        }
    }

    pub fn id(&self) -> DocumentId {
        self.id
    }

    /// The numbers of its distinct terms, for whoever counts how common they are.
    pub fn term_numbers(&self) -> impl Iterator<Item = u64> {
        self.marks.iter().map(|mark| mark.term)
    }

    pub(super) fn is_text(&self) -> bool {
        self.words >= TEXT_WORDS
    }

    pub(super) fn day(&self) -> i64 {
        self.at_ms.div_euclid(MS_PER_DAY)
    }

    pub(super) fn shelf(&self) -> Shelf {
        Shelf { tongue: self.tongue, day: self.day() }
    }

    /// Of its time only the day is known.
    pub(super) fn is_dated_by_day(&self) -> bool {
        self.at_ms.rem_euclid(MS_PER_DAY) == 0
    }

    /// Writes it down together with the story that it was put into.
    pub(super) fn write(&self, story: StoryId, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.id.bytes());
        out.extend_from_slice(&story.bytes());
        out.extend_from_slice(&self.at_ms.to_le_bytes());
        out.extend_from_slice(&self.fingerprint.to_le_bytes());
        out.extend_from_slice(&self.frame.to_le_bytes());
        out.extend_from_slice(&self.outlet.to_le_bytes());
        out.push(self.tongue.number());
        out.extend_from_slice(&self.words.to_le_bytes());
        // The bounds above are far below this.
        out.extend_from_slice(&(self.marks.len() as u16).to_le_bytes());
        for mark in &self.marks {
            out.extend_from_slice(&mark.bytes());
        }
        self.sketch.write(out);
        self.profile.write(out);
    }

    /// The first item of these bytes and its story, and the bytes behind it; none where they were not written by `write`.
    pub(super) fn read(bytes: &[u8]) -> Option<(ItemTerms, StoryId, &[u8])> {
        let (id, bytes) = bytes.split_first_chunk::<16>()?;
        let (story, bytes) = bytes.split_first_chunk::<16>()?;
        let (at_ms, bytes) = bytes.split_first_chunk::<8>()?;
        let (fingerprint, bytes) = bytes.split_first_chunk::<8>()?;
        let (frame, bytes) = bytes.split_first_chunk::<8>()?;
        let (outlet, bytes) = bytes.split_first_chunk::<4>()?;
        let (tongue, bytes) = bytes.split_first()?;
        let (words, bytes) = bytes.split_first_chunk::<2>()?;
        let (count, bytes) = bytes.split_first_chunk::<2>()?;
        let (marks, bytes) = bytes.split_at_checked(usize::from(u16::from_le_bytes(*count)) * MARK_BYTES)?;
        let marks: Vec<Mark> = marks.as_chunks::<MARK_BYTES>().0.iter().map(Mark::read).collect();
        let (sketch, bytes) = Sketch::read(bytes)?;
        let (profile, bytes) = Profile::read(bytes)?;
        let item = ItemTerms {
            id: DocumentId::from_bytes(*id),
            at_ms: i64::from_le_bytes(*at_ms),
            fingerprint: u64::from_le_bytes(*fingerprint),
            frame: u64::from_le_bytes(*frame),
            outlet: u32::from_le_bytes(*outlet),
            tongue: Tongue::from_number(*tongue)?,
            words: u16::from_le_bytes(*words),
            marks,
            sketch,
            profile,
        };
        let story = StoryId::of_first(DocumentId::from_bytes(*story));
        item.marks.is_sorted_by(|a, b| a.term < b.term).then_some((item, story, bytes))
    }
}

const MARK_BYTES: usize = 8;

impl Mark {
    /// Written with a capital in the content.
    pub fn is_name(&self) -> bool {
        self.as_name > 0 && !self.is_number
    }

    /// Its weight in the whole, before rarity.
    pub fn whole(&self) -> f32 {
        f32::from(self.weight) * WEIGHT_STEP
    }

    /// Five bytes of the term, the weight, and the counts in four bits each but the title's, which takes two.
    fn bytes(&self) -> [u8; MARK_BYTES] {
        let counts = u16::from(self.in_title)
            | u16::from(self.in_lead) << 2
            | u16::from(self.in_content) << 6
            | u16::from(self.as_name) << 10
            | u16::from(self.is_number) << 14
            | u16::from(self.is_entity) << 15;
        let [a, b, c, d, e, ..] = self.term.to_le_bytes();
        let [low, high] = counts.to_le_bytes();
        [a, b, c, d, e, self.weight, low, high]
    }

    fn read(bytes: &[u8; MARK_BYTES]) -> Mark {
        let [a, b, c, d, e, weight, low, high] = *bytes;
        let counts = u16::from_le_bytes([low, high]);
        let times = |shift: u16| (counts >> shift) as u8 & MAX_IN_CONTENT;
        Mark {
            term: Term::from_le_bytes([a, b, c, d, e, 0, 0, 0]),
            weight,
            in_title: counts as u8 & MAX_IN_TITLE,
            in_lead: times(2),
            in_content: times(6),
            as_name: times(10),
            is_number: counts >> 14 & 1 == 1,
            is_entity: counts >> 15 == 1,
        }
    }
}

/// The marks of an item while it is read, each with its weight so far.
struct Marks(TermMap<(Mark, f32)>);

impl Marks {
    fn of(&mut self, word: Word) -> (&mut Mark, &mut f32) {
        let empty = (Mark { term: word.term, ..Mark::default() }, 0.0);
        let (mark, weight) = self.0.entry(word.term).or_insert(empty);
        mark.is_number |= word.kind == Kind::Number;
        (mark, weight)
    }

    fn in_order(self) -> Vec<Mark> {
        let weighed = |(mark, weight): (Mark, f32)| Mark {
            weight: (weight.ln_1p() / WEIGHT_STEP).round().min(255.0) as u8,
            ..mark
        };
        let mut marks: Vec<Mark> = self.0.into_values().map(weighed).collect();
        marks.sort_unstable_by_key(|mark| mark.term);
        marks
    }
}
