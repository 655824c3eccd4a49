//! Groups of rows as one row each, and those of the last review again where nothing in them changed.

use std::collections::HashMap;
use std::sync::Arc;

use super::likeness::{DENSE, Row};

/// The sums that were made, by the stamps of their rows. Most groups are the same from one review to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Sums {
    made: HashMap<Box<[u64]>, Made>,
    review: u64,
    scratch: Scratch,
}

#[derive(Clone, Debug)]
struct Made {
    sum: Arc<Row>,
    /// The review that needed it last.
    review: u64,
}

impl Sums {
    /// What the last review did not need is forgotten.
    pub fn next_review(&mut self) {
        let review = self.review;
        self.made.retain(|_, made| made.review == review);
        self.review += 1;
    }

    pub fn of(&mut self, rows: &[&Arc<Row>]) -> Arc<Row> {
        if let [row] = rows {
            return Arc::clone(row);
        }
        let stamps: Box<[u64]> = rows.iter().map(|row| row.stamp).collect();
        let (review, scratch) = (self.review, &mut self.scratch);
        let made =
            self.made.entry(stamps).or_insert_with(|| Made { sum: Arc::new(scratch.sum(rows)), review });
        made.review = review;
        Arc::clone(&made.sum)
    }
}

/// A number for each column, and a bit where it is not nothing.
#[derive(Clone, Debug, Default)]
struct Scratch {
    weights: Vec<f32>,
    touched: Vec<u64>,
}

impl Scratch {
    fn sum(&mut self, rows: &[&Arc<Row>]) -> Row {
        let mut dense = [0.0; DENSE];
        for row in rows {
            // Columns ascend: the last is the highest.
            let columns = row.phrases.last().map_or(0, |(column, _)| *column as usize + 1);
            if self.weights.len() < columns {
                self.weights.resize(columns, 0.0);
                self.touched.resize(columns.div_ceil(64), 0);
            }
            for (column, weight) in &row.phrases {
                let column = *column as usize;
                self.touched[column / 64] |= 1 << (column % 64);
                self.weights[column] += weight;
            }
            dense.iter_mut().zip(row.dense).for_each(|(sum, x)| *sum += x);
        }
        let count: u32 = self.touched.iter().map(|word| word.count_ones()).sum();
        let mut phrases = Vec::with_capacity(count as usize);
        for (at, word) in self.touched.iter_mut().enumerate() {
            while *word != 0 {
                let column = 64 * at + word.trailing_zeros() as usize;
                *word &= *word - 1;
                phrases.push((column as u32, std::mem::take(&mut self.weights[column])));
            }
        }
        Row { stamp: 0, size: rows.iter().map(|row| row.size).sum(), phrases, dense }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(stamp: u64, phrases: &[(u32, f32)]) -> Arc<Row> {
        let mut dense = [0.0; DENSE];
        dense[3] = stamp as f32;
        Arc::new(Row { stamp, size: 1.0, phrases: phrases.to_vec(), dense })
    }

    #[test]
    fn a_sum_has_what_its_rows_have_and_is_made_once() {
        let (a, b, c) =
            (row(1, &[(0, 0.5), (70, 1.0)]), row(2, &[(70, 0.25), (200, 2.0)]), row(3, &[(0, 1.0)]));
        let mut sums = Sums::default();
        let sum = sums.of(&[&a, &b]);
        assert_eq!(sum.phrases, [(0, 0.5), (70, 1.25), (200, 2.0)]);
        assert_eq!((sum.size, sum.dense[3]), (2.0, 3.0));
        sums.next_review();
        assert!(Arc::ptr_eq(&sum, &sums.of(&[&a, &b])));
        assert_eq!(sums.of(&[&a, &c]).phrases, [(0, 1.5), (70, 1.0)], "nothing is left of the sum before");
        assert!(Arc::ptr_eq(&a, &sums.of(&[&a])));
        sums.next_review();
        sums.next_review();
        assert!(!Arc::ptr_eq(&sum, &sums.of(&[&a, &b])), "two reviews did without it");
    }
}
