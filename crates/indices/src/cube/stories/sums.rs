//! Sums over the rows of one story. Those of a long one are summed in blocks beforehand, so that a year of a story that
//! is told every day by everybody costs a few blocks and not hundreds of rows.

use domain::Category;

use super::rows::{DayRows, StoryDay};
use crate::cube::by_day::ByDay;
use crate::fixed::ONE;
use crate::rollup::Tally;

/// Rows of a block. Tests have short stories, which must be summed in blocks too.
const BLOCK: usize = if cfg!(test) { 4 } else { 16 };

/// Day, and where the row of that day begins.
pub type At = (i32, u32);

/// A story in some days.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summed {
    pub tally: Tally,
    /// Attention of each day against what is usual on it, in steps of 2^-32.
    pub volume: i64,
    /// Distinct outlet families.
    pub families: usize,
    /// Those of them that say more than others said before; one at least.
    pub own_families: usize,
    /// The commonest first category of its items.
    pub category: Option<Category>,
}

/// A bit for each place.
#[derive(Clone, Debug, Default)]
struct Places(Vec<u64>);

impl Places {
    fn insert(&mut self, place: usize) {
        if self.0.len() <= place / 64 {
            self.0.resize(place / 64 + 1, 0);
        }
        self.0[place / 64] |= 1 << (place % 64);
    }

    fn merge(&mut self, other: &Places) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            *own |= other;
        }
    }

    fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let of_word = |(at, word): (usize, &u64)| {
            let word = *word;
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| at * 64 + bit)
        };
        self.0.iter().enumerate().flat_map(of_word)
    }
}

/// Several rows together.
#[derive(Clone, Debug, Default)]
pub struct Block {
    tally: Tally,
    volume: i64,
    families: Places,
    own_families: Places,
    categories: [u32; Category::ALL.len()],
}

/// What is usual on each day that is held, in story units.
pub type Norms = ByDay<f64>;

/// The blocks of a story's rows, of which the last may be shorter; none for a story that is quickly summed without.
pub fn blocks(rows: &[At], days: &ByDay<DayRows>, norms: &Norms) -> Vec<Block> {
    let block = |rows: &[At]| {
        let mut block = Block::default();
        rows.iter().for_each(|at| block.add(*at, days, norms));
        block
    };
    if rows.len() < 2 * BLOCK { Vec::new() } else { rows.chunks(BLOCK).map(block).collect() }
}

/// The rows from the first to the last day, of a story with these rows and their blocks.
pub fn sum(
    rows: &[At],
    blocks: &[Block],
    (first, last): (i32, i32),
    days: &ByDay<DayRows>,
    norms: &Norms,
) -> Block {
    let mut at = rows.partition_point(|(day, _)| *day < first);
    let end = rows.partition_point(|(day, _)| *day <= last);
    let mut whole = Block::default();
    while at < end {
        let next = rows.len().min(at + BLOCK);
        match blocks.get(at / BLOCK).filter(|_| at % BLOCK == 0 && next <= end) {
            Some(block) => {
                whole.merge(block);
                at = next;
            }
            None => {
                whole.add(rows[at], days, norms);
                at += 1;
            }
        }
    }
    whole
}

/// No less than the volume of these days, from the blocks alone; none where there are no blocks.
pub fn volume_at_most(rows: &[At], blocks: &[Block], first: i32, last: i32) -> Option<i64> {
    let from = rows.partition_point(|(day, _)| *day < first);
    let end = rows.partition_point(|(day, _)| *day <= last);
    let touched = blocks.get(from / BLOCK..end.div_ceil(BLOCK)).filter(|_| !blocks.is_empty())?;
    Some(touched.iter().map(|block| block.volume).sum())
}

pub fn row_at((day, start): At, days: &ByDay<DayRows>) -> Option<StoryDay<'_>> {
    days.get(day)?.row(start)
}

/// Attention against what is usual on its day, both in steps of 2^-32: sums of these do not depend on their order.
pub fn against(attention: i64, day: i32, norms: &Norms) -> i64 {
    (attention as f64 / norms.get(day).copied().unwrap_or(1.0)).round() as i64
}

impl Block {
    fn add(&mut self, at: At, days: &ByDay<DayRows>, norms: &Norms) {
        let Some(row) = row_at(at, days) else { return };
        self.tally += row.tally;
        self.volume += against(row.tally.attention, at.0, norms);
        for (family, report) in row.reports() {
            self.families.insert(family as usize);
            if report.is_own {
                self.own_families.insert(family as usize);
            }
        }
        for (category, count) in row.categories() {
            self.categories[category as usize] += count;
        }
    }

    fn merge(&mut self, other: &Block) {
        self.tally += other.tally;
        self.volume += other.volume;
        self.families.merge(&other.families);
        self.own_families.merge(&other.own_families);
        for (own, other) in self.categories.iter_mut().zip(other.categories) {
            *own += other;
        }
    }

    /// Its own families weighed, each by the weight at its place, in steps of 2^-32; a story has one at least.
    pub fn weigh(&self, weights: &[i64]) -> i64 {
        let sum = self.own_families.iter().map(|place| weights.get(place).copied().unwrap_or(ONE)).sum();
        if sum > 0 { sum } else { ONE }
    }

    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// How many families say more than others said before; none where there are no rows.
    pub fn own_families(&self) -> usize {
        self.own_families.count()
    }

    pub fn summed(&self) -> Summed {
        Summed {
            tally: self.tally,
            volume: self.volume,
            families: self.families.count(),
            own_families: self.own_families.count().max(1),
            category: commonest(&self.categories),
        }
    }
}

/// The first of those that most items have.
pub fn commonest(categories: &[u32; Category::ALL.len()]) -> Option<Category> {
    let most = categories.iter().copied().max().filter(|most| *most > 0)?;
    Category::ALL.get(categories.iter().position(|count| *count == most)?).copied()
}
