//! How likely two items tell the same.

use domain::marks::near_copies;

use super::across::WeighedSounds;
use super::frequency::Frequencies;
use super::item::{ItemTerms, Mark};
use super::kinds::Kinds;
use super::places::Places;
use super::settings::{AcrossWeights, PairWeights, Settings};
use super::terms::Term;

/// Cosine below which two items have nothing in common.
const LEAST_WHOLE: f32 = 0.04;

/// Chance that a near copy tells the same.
const COPY: f32 = 0.98;

/// Days between two items of which one is dated by the day alone.
const UNKNOWN_GAP_DAYS: f32 = 0.33;

/// From then on a title frame that comes back is a column's next number.
pub(super) const COLUMN_DAYS: f32 = 0.75;

/// What an outlet publishes within this time of its own is seldom about the same.
const SAME_OUTLET_DAYS: f32 = 0.25;

/// Share of the words that an outlet has from another text of its own beyond which more says nothing: its template.
const MAX_SAME_WORDS: f32 = 0.5;

const GAPS_PER_DAY: f32 = 48.0;
pub(super) const MS_PER_DAY: f32 = 86_400_000.0;

/// An item with the rarity of its terms as of some moment.
pub(super) struct Weighed {
    pub item: ItemTerms,
    /// The lower half of each mark's term: close together, for they are gone through most.
    halves: Box<[u32]>,
    /// One for each mark.
    rarity: Vec<f32>,
    lengths: Lengths,
    sounds: WeighedSounds,
    kinds: Kinds,
}

/// Lengths of the item as a vector, by what of it is looked at.
#[derive(Clone, Copy, Default)]
struct Lengths {
    whole: f32,
    title: f32,
    lead: f32,
    numbers: f32,
    entities: f32,
    /// Not a length but a sum of squares: what its names weigh.
    names: f32,
}

/// What each mark weighs, by what of the item is looked at, before rarity.
struct Parts {
    whole: f32,
    title: f32,
    lead: f32,
    numbers: f32,
    /// Counts as it is, whatever its rarity.
    entity: f32,
}

fn parts(mark: &Mark) -> Parts {
    let counted = |count: u8| LOGS[usize::from(count).min(LOGS.len() - 1)];
    let everywhere = mark.in_title.saturating_add(mark.in_content);
    Parts {
        whole: mark.whole(),
        title: f32::from(mark.in_title.min(1)),
        lead: counted(mark.in_title.saturating_add(mark.in_lead)),
        numbers: if mark.is_number { counted(everywhere) } else { 0.0 },
        entity: f32::from(u8::from(mark.is_entity)),
    }
}

/// Logarithms of one plus a count, to as many places as the weights were tuned with.
#[allow(clippy::approx_constant)]
const LOGS: [f32; 12] = [
    0.0, 0.693_147, 1.098_612, 1.386_294, 1.609_438, 1.791_759, 1.945_91, 2.079_442, 2.197_225, 2.302_585,
    2.397_895, 2.484_907,
];

impl Weighed {
    pub fn new(item: ItemTerms, frequencies: &Frequencies, sounds: &Frequencies) -> Weighed {
        let mut weighed = Weighed {
            halves: item.marks.iter().map(|mark| mark.term as u32).collect(),
            rarity: Vec::with_capacity(item.marks.len()),
            lengths: Lengths::default(),
            sounds: WeighedSounds::default(),
            kinds: Kinds::of(&item),
            item,
        };
        weighed.weigh(frequencies, sounds);
        weighed
    }

    /// Takes the rarity of its terms, and of the sounds of its names in all languages, as it is now.
    pub fn weigh(&mut self, frequencies: &Frequencies, sounds: &Frequencies) {
        self.sounds = WeighedSounds::of(&self.item.profile, sounds);
        self.rarity.clear();
        let tongue = self.item.tongue;
        self.rarity.extend(self.item.marks.iter().map(|mark| frequencies.rarity(tongue, mark.term)));
        let mut sums = Lengths::default();
        for (mark, rarity) in self.item.marks.iter().zip(&self.rarity) {
            let (parts, square) = (parts(mark), rarity * rarity);
            sums.whole += parts.whole * parts.whole * square;
            sums.title += parts.title * parts.title * square;
            sums.lead += parts.lead * parts.lead * square;
            sums.names += if mark.is_name() { square } else { 0.0 };
            sums.numbers += parts.numbers * parts.numbers * square;
            sums.entities += parts.entity;
        }
        let length = |sum: f32| sum.sqrt().max(1e-6);
        self.lengths = Lengths {
            whole: length(sums.whole),
            title: length(sums.title),
            lead: length(sums.lead),
            names: sums.names.max(1e-6),
            numbers: length(sums.numbers),
            entities: length(sums.entities),
        };
    }

    /// What the item begins with: the terms of its title and of its first words, each with its weight.
    pub fn beginning(&self) -> impl Iterator<Item = (&Mark, f32)> {
        let marks = self.item.marks.iter().zip(&self.rarity);
        marks
            .filter(|(mark, _)| mark.in_title + mark.in_lead > 0)
            .map(|(m, rarity)| (m, parts(m).lead * rarity))
    }

    /// The most telling terms, heaviest first.
    pub fn heaviest(&self, limit: usize) -> Vec<(Term, f32)> {
        let mut terms: Vec<(Term, f32)> = self
            .item
            .marks
            .iter()
            .zip(&self.rarity)
            .map(|(m, rarity)| (m.term, m.whole() * rarity * rarity))
            .collect();
        let heavier = |a: &(Term, f32), b: &(Term, f32)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
        if terms.len() > limit {
            terms.select_nth_unstable_by(limit - 1, heavier);
            terms.truncate(limit);
        }
        terms.sort_unstable_by(heavier);
        terms
    }

    pub fn is_copy_of(&self, other: &Weighed) -> bool {
        near_copies(self.item.fingerprint, other.item.fingerprint)
    }

    /// Whether a good part of its words, or of the other's, was taken over from the other.
    pub fn repeats(&self, other: &Weighed) -> bool {
        self.is_copy_of(other) || self.item.sketch.overlaps(&other.item.sketch)
    }

    /// Ready to be compared with many.
    pub fn compared<'a>(&'a self, places: &'a mut Places) -> Compared<'a> {
        places.set(&self.item.marks);
        Compared { own: self, places }
    }
}

/// An item that others are compared with.
pub(super) struct Compared<'a> {
    own: &'a Weighed,
    places: &'a Places,
}

impl Compared<'_> {
    /// The chance that two items tell the same, with `crowd` items around them in time. The rarity of shared terms is
    /// taken from the first.
    pub fn chance(&self, other: &Weighed, crowd: f32, settings: &Settings) -> f32 {
        let (one, two) = (&self.own.item, &other.item);
        let mut gap = (one.at_ms - two.at_ms).unsigned_abs() as f32 / MS_PER_DAY;
        if one.is_dated_by_day() || two.is_dated_by_day() {
            gap = gap.max(UNKNOWN_GAP_DAYS);
        }
        let copies = self.own.is_copy_of(other);
        if one.frame != 0 && one.frame == two.frame && gap >= COLUMN_DAYS && !copies {
            return 0.0;
        }
        let shared = self.shared(other);
        if one.tongue.is_foreign_to(two.tongue) && !copies {
            return self.chance_across(other, &shared, gap, crowd, &settings.across);
        }
        if shared.whole < LEAST_WHOLE && !copies {
            return 0.0;
        }
        let weights = if one.is_text() || two.is_text() { &settings.texts } else { &settings.titles };
        let mut points = points(&shared, gap, crowd, weights);
        points += weights.market * self.own.kinds.market.max(other.kinds.market)
            + weights.advice * self.own.kinds.advice.max(other.kinds.advice)
            + weights.sale * self.own.kinds.sale.max(other.kinds.sale)
            + weights.words * f32::from(one.words.min(two.words)).ln_1p();
        if one.outlet != 0 && one.outlet == two.outlet {
            points += weights.same_words * one.sketch.shared_with(&two.sketch).min(MAX_SAME_WORDS);
            points += if gap < SAME_OUTLET_DAYS { weights.same_outlet } else { 0.0 };
        }
        let chance = 1.0 / (1.0 + (-points).exp());
        if copies { chance.max(COPY) } else { chance }
    }

    /// The same for two items in different languages.
    fn chance_across(
        &self,
        other: &Weighed,
        shared: &Shared,
        gap: f32,
        crowd: f32,
        weights: &AcrossWeights,
    ) -> f32 {
        let points = weights.always
            + self.points_across(other, shared, weights)
            + weights.gap * (gap * GAPS_PER_DAY).ln_1p()
            + weights.crowd * crowd.max(1.0).ln();
        1.0 / (1.0 + (-points).exp())
    }

    /// What is the same in both whatever their languages, whenever they were published.
    fn points_across(&self, other: &Weighed, shared: &Shared, weights: &AcrossWeights) -> f32 {
        let (own, theirs) = (&self.own.item.profile, &other.item.profile);
        weights.vector * own.cosine(theirs)
            + weights.telling * own.met(theirs)
            + weights.sounds * self.own.sounds.cosine(&other.sounds, own, theirs)
            + weights.numbers * shared.numbers
            + weights.entities * shared.entities
    }

    /// How alike two items are in whatever languages, 0 to 1, by the signs and weights by which stories know them.
    pub fn likeness_across(&self, other: &Weighed, weights: &AcrossWeights) -> f32 {
        let AcrossWeights { vector, telling, sounds, numbers, entities, .. } = weights;
        let most = vector + telling + sounds + numbers + entities;
        (self.points_across(other, &self.shared(other), weights) / most).clamp(0.0, 1.0)
    }

    fn shared(&self, other: &Weighed) -> Shared {
        let mut sums = Shared::default();
        let (mut names, mut names_of_other) = (0.0, 0.0);
        let (own, theirs) = (&self.own.item.marks, &other.item.marks);
        for (number, half) in other.halves.iter().enumerate() {
            let Some(place) = self.places.find(own, *half, || theirs[number].term) else { continue };
            let (mark, known, rarity) = (&own[place], &theirs[number], self.own.rarity[place]);
            let (a, b, square) = (parts(mark), parts(known), rarity * rarity);
            sums.whole += a.whole * b.whole * square;
            sums.title += a.title * b.title * square;
            sums.lead += a.lead * b.lead * square;
            sums.numbers += a.numbers * b.numbers * square;
            sums.entities += a.entity * b.entity;
            names += if mark.is_name() { square } else { 0.0 };
            names_of_other += if known.is_name() { other.rarity[number] * other.rarity[number] } else { 0.0 };
        }
        let (ours, theirs) = (&self.own.lengths, &other.lengths);
        Shared {
            whole: sums.whole / (ours.whole * theirs.whole),
            title: sums.title / (ours.title * theirs.title),
            lead: sums.lead / (ours.lead * theirs.lead),
            numbers: sums.numbers / (ours.numbers * theirs.numbers),
            entities: sums.entities / (ours.entities * theirs.entities),
            names: (names / ours.names).max(names_of_other / theirs.names),
        }
    }
}

/// Cosines of two items.
#[derive(Default)]
struct Shared {
    whole: f32,
    title: f32,
    lead: f32,
    numbers: f32,
    entities: f32,
    /// The share of one's names that the other has, the better of the two.
    names: f32,
}

fn points(shared: &Shared, gap: f32, crowd: f32, weights: &PairWeights) -> f32 {
    weights.always
        + weights.whole * shared.whole
        + weights.whole_log * (shared.whole + 0.03).ln()
        + weights.title_log * (shared.title + 0.06).ln()
        + weights.lead_log * (shared.lead + 0.05).ln()
        + weights.names * shared.names
        + weights.numbers * shared.numbers
        + weights.entities * shared.entities
        + weights.gap * (gap * GAPS_PER_DAY).ln_1p()
        + weights.crowd * crowd.max(1.0).ln()
}
