//! An open story: the sum of its items, and how like it a new one is.

use domain::DocumentId;

use super::StoryId;
use super::settings::Weights;
use super::terms::Term;
use super::vector::Vector;
use crate::fingerprint;

/// Fingerprints that a story keeps, the latest.
const PRINTS: usize = 16;

/// Title pairs that a story keeps.
const PAIRS: usize = 150;

const MS_PER_DAY: f32 = 86_400_000.0;

/// What a story knows of one term.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Known {
    pub term: Term,
    /// Sum of the items' weights.
    pub whole: f32,
    pub title: f32,
    /// Items that have it.
    pub count: f32,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Story {
    pub id: StoryId,
    pub size: u32,
    pub first_ms: i64,
    pub last_ms: i64,
    /// The number of the last item that joined, so that the longest untouched story can be told.
    pub touched: u64,
    /// In the order of their terms.
    pub terms: Vec<Known>,
    /// In order, each with the number of titles that have it.
    pub pairs: Vec<(Term, f32)>,
    pub prints: Vec<(u64, DocumentId)>,
    /// Lengths of the sums.
    pub whole_length: f32,
    pub title_length: f32,
}

/// Terms that came and went with an update, for the index.
#[derive(Default)]
pub(super) struct Changed {
    pub gained: Vec<Term>,
    pub lost: Vec<Term>,
}

impl Story {
    pub fn new(id: StoryId, at_ms: i64) -> Story {
        Story {
            id,
            size: 0,
            first_ms: at_ms,
            last_ms: at_ms,
            touched: 0,
            terms: Vec::new(),
            pairs: Vec::new(),
            prints: Vec::new(),
            whole_length: 0.0,
            title_length: 0.0,
        }
    }

    /// The earlier item that this fingerprint is a near copy of.
    pub fn copy_of(&self, print: u64) -> Option<DocumentId> {
        self.prints.iter().find(|(known, _)| fingerprint::near(*known, print)).map(|(_, id)| *id)
    }

    /// How much speaks for the item being one of the story's.
    pub fn points(&self, item: &Vector, at_ms: i64, scale: f32, weights: &Weights) -> f32 {
        let size = self.size.max(1) as f32;
        let (mut whole, mut title, mut cover, mut shared) = (0.0, 0.0, 0.0, 0.0);
        let mut rarest = [0f32; 3];
        let mut known = self.terms.iter().peekable();
        for weighted in &item.terms {
            while known.next_if(|known| known.term < weighted.term).is_some() {}
            let Some(known) = known.next_if(|known| known.term == weighted.term) else { continue };
            let share = known.count / size;
            whole += weighted.whole * known.whole;
            title += weighted.title * known.title;
            cover += weighted.whole * share;
            shared += 1.0;
            keep_largest(&mut rarest, weighted.rarity * share.sqrt());
        }
        let count = item.terms.len().max(1) as f32;
        let cosine = whole / self.whole_length.max(1e-9);
        let titles = title / self.title_length.max(1e-9);
        let age = (at_ms - self.last_ms).max(self.first_ms - at_ms).max(0) as f32 / MS_PER_DAY;
        weights.always
            + weights.cosine * cosine
            + weights.cover * cover / item.mass
            + weights.titles * titles
            + weights.pairs * self.shared_pairs(item)
            + weights.rarest * rarest.iter().sum::<f32>() / scale
            + weights.shared * (shared / count).sqrt()
            + weights.size * size.ln()
            + weights.cosine_by_size * cosine * size.ln()
            + weights.content * item.content
            + weights.titles_by_content * titles * item.content
            + weights.length * count.ln()
            + weights.cosine_by_length * cosine * count.ln()
            - weights.age * age.ln_1p()
    }

    fn shared_pairs(&self, item: &Vector) -> f32 {
        let size = self.size.max(1) as f32;
        let mut sum = 0.0;
        for pair in &item.pairs {
            if let Ok(index) = self.pairs.binary_search_by_key(pair, |(known, _)| *known) {
                sum += (self.pairs[index].1 / size).sqrt();
            }
        }
        sum / item.pair_count.max(3) as f32
    }

    /// Takes an item in.
    pub fn add(
        &mut self,
        item: &Vector,
        id: DocumentId,
        print: u64,
        at_ms: i64,
        most_terms: usize,
    ) -> Changed {
        let mut changed = Changed::default();
        let added =
            item.terms.iter().map(|w| Known { term: w.term, whole: w.whole, title: w.title, count: 1.0 });
        self.sum(added, &mut changed);
        let pairs = item.pairs.iter().map(|pair| (*pair, 1.0));
        self.sum_pairs(pairs);
        self.size += 1;
        self.first_ms = self.first_ms.min(at_ms);
        self.last_ms = self.last_ms.max(at_ms);
        if print != 0 {
            self.prints.push((print, id));
        }
        self.trim(most_terms, &mut changed);
        changed
    }

    /// Takes another story in.
    pub fn absorb(&mut self, other: Story, most_terms: usize) -> Changed {
        let mut changed = Changed::default();
        self.sum(other.terms.into_iter(), &mut changed);
        self.sum_pairs(other.pairs.into_iter());
        self.size += other.size;
        self.first_ms = self.first_ms.min(other.first_ms);
        self.last_ms = self.last_ms.max(other.last_ms);
        self.touched = self.touched.max(other.touched);
        self.prints.extend(other.prints);
        self.trim(most_terms, &mut changed);
        changed
    }

    /// Merges terms that come in order into those that are there.
    fn sum(&mut self, added: impl Iterator<Item = Known>, changed: &mut Changed) {
        let mut merged = Vec::with_capacity(self.terms.len() + 16);
        let mut old = std::mem::take(&mut self.terms).into_iter().peekable();
        for new in added {
            while let Some(known) = old.next_if(|known| known.term < new.term) {
                merged.push(known);
            }
            match old.next_if(|known| known.term == new.term) {
                Some(known) => merged.push(Known {
                    term: new.term,
                    whole: known.whole + new.whole,
                    title: known.title + new.title,
                    count: known.count + new.count,
                }),
                None => {
                    changed.gained.push(new.term);
                    merged.push(new);
                }
            }
        }
        merged.extend(old);
        self.terms = merged;
        self.measure();
    }

    fn sum_pairs(&mut self, added: impl Iterator<Item = (Term, f32)>) {
        for (pair, count) in added {
            match self.pairs.binary_search_by_key(&pair, |(known, _)| *known) {
                Ok(index) => self.pairs[index].1 += count,
                Err(index) => self.pairs.insert(index, (pair, count)),
            }
        }
    }

    /// Keeps the story within its bounds; goes half as far again before it cuts, so that cutting is rare.
    fn trim(&mut self, most_terms: usize, changed: &mut Changed) {
        if self.prints.len() > PRINTS {
            self.prints.drain(..self.prints.len() - PRINTS);
        }
        if self.pairs.len() > PAIRS * 3 / 2 {
            self.pairs.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            self.pairs.truncate(PAIRS);
            self.pairs.sort_unstable_by_key(|(pair, _)| *pair);
        }
        if self.terms.len() > most_terms * 3 / 2 {
            self.terms.sort_unstable_by(|a, b| b.whole.total_cmp(&a.whole).then(a.term.cmp(&b.term)));
            changed.lost.extend(self.terms.drain(most_terms..).map(|known| known.term));
            self.terms.sort_unstable_by_key(|known| known.term);
            self.measure();
        }
    }

    fn measure(&mut self) {
        self.whole_length = self.terms.iter().map(|known| known.whole * known.whole).sum::<f32>().sqrt();
        self.title_length = self.terms.iter().map(|known| known.title * known.title).sum::<f32>().sqrt();
    }

    /// Cosine of two stories.
    pub fn likeness(&self, other: &Story) -> f32 {
        let mut sum = 0.0;
        let mut theirs = other.terms.iter().peekable();
        for ours in &self.terms {
            while theirs.next_if(|known| known.term < ours.term).is_some() {}
            if let Some(known) = theirs.next_if(|known| known.term == ours.term) {
                sum += ours.whole * known.whole;
            }
        }
        sum / (self.whole_length * other.whole_length).max(1e-9)
    }
}

fn keep_largest(three: &mut [f32; 3], value: f32) {
    if value > three[0] {
        *three = [value, three[0], three[1]];
    } else if value > three[1] {
        *three = [three[0], value, three[1]];
    } else if value > three[2] {
        three[2] = value;
    }
}
