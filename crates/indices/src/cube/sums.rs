//! Sums over the rows of one story. Those of a long one are summed in blocks beforehand, so that a year of a story that
//! is told every day by everybody costs a few blocks and not hundreds of rows.

use std::collections::BTreeMap;

use domain::{Category, Day};

use super::Held;
use crate::rollup::{StoryRow, Tally};

/// Rows of a block. Tests have short stories, which must be summed in blocks too.
const BLOCK: usize = if cfg!(test) { 4 } else { 16 };

/// Day and row in that day's rollup.
pub type At = (i32, u32);

/// A story in some days.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summed {
    pub tally: Tally,
    /// Distinct outlet families.
    pub families: usize,
    /// The commonest first category of its items.
    pub category: Option<Category>,
}

/// Several rows together.
#[derive(Clone, Debug, Default)]
pub struct Block {
    tally: Tally,
    /// A bit for each family, by its place.
    families: Vec<u64>,
    categories: [u32; Category::ALL.len()],
}

/// The blocks of a story's rows, of which the last may be shorter; none for a story that is quickly summed without.
pub fn blocks(rows: &[At], days: &BTreeMap<Day, Held>) -> Vec<Block> {
    let block = |rows: &[At]| {
        let mut block = Block::default();
        rows.iter().for_each(|at| block.add(*at, days));
        block
    };
    if rows.len() < 2 * BLOCK { Vec::new() } else { rows.chunks(BLOCK).map(block).collect() }
}

/// The rows from the first to the last day, of a story with these rows and their blocks.
pub fn sum(rows: &[At], blocks: &[Block], first: i32, last: i32, days: &BTreeMap<Day, Held>) -> Summed {
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
                whole.add(rows[at], days);
                at += 1;
            }
        }
    }
    whole.summed()
}

/// No less than the attention of these days, from the blocks alone; none where there are no blocks.
pub fn attention_at_most(rows: &[At], blocks: &[Block], first: i32, last: i32) -> Option<f64> {
    let from = rows.partition_point(|(day, _)| *day < first);
    let end = rows.partition_point(|(day, _)| *day <= last);
    let touched = blocks.get(from / BLOCK..end.div_ceil(BLOCK)).filter(|_| !blocks.is_empty())?;
    Some(touched.iter().map(|block| block.tally).sum::<Tally>().attention_units())
}

pub fn row_at((day, row): At, days: &BTreeMap<Day, Held>) -> Option<(&Held, &StoryRow)> {
    let held = days.get(&Day::from_number(i64::from(day))?)?;
    Some((held, held.rollup.stories.get(row as usize)?))
}

impl Block {
    fn add(&mut self, at: At, days: &BTreeMap<Day, Held>) {
        let Some((held, row)) = row_at(at, days) else { return };
        self.tally += row.tally;
        for family in &row.families {
            let family = held.families[*family as usize] as usize;
            if self.families.len() <= family / 64 {
                self.families.resize(family / 64 + 1, 0);
            }
            self.families[family / 64] |= 1 << (family % 64);
        }
        for (category, count) in &row.categories {
            self.categories[*category as usize] += count;
        }
    }

    fn merge(&mut self, other: &Block) {
        self.tally += other.tally;
        if self.families.len() < other.families.len() {
            self.families.resize(other.families.len(), 0);
        }
        for (own, other) in self.families.iter_mut().zip(&other.families) {
            *own |= other;
        }
        for (own, other) in self.categories.iter_mut().zip(other.categories) {
            *own += other;
        }
    }

    fn summed(&self) -> Summed {
        let most = self.categories.iter().copied().max().filter(|most| *most > 0);
        let category = most.and_then(|most| self.categories.iter().position(|count| *count == most));
        Summed {
            tally: self.tally,
            families: self.families.iter().map(|word| word.count_ones() as usize).sum(),
            category: category.map(|slot| Category::ALL[slot]),
        }
    }
}
