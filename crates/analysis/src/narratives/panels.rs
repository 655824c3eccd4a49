//! Dense numbers of many rows, laid out so that several rows are multiplied with several others at once.
//!
//! Each pair adds its products in the order of the numbers, so that a sum is the same to the last bit however
//! many rows are taken together.

use super::likeness::{DENSE, Row};

/// Rows of a panel, and rows that are multiplied with a panel at once: as many sums as fit into registers.
pub(super) const WIDTH: usize = 8;
pub(super) const HEIGHT: usize = 4;

/// Sums of `HEIGHT` rows with a panel.
pub(super) type Tile = [[f32; WIDTH]; HEIGHT];

/// A row after the other, `WIDTH` of them side by side; the last panel is filled up with zeros.
pub(super) struct Panels(Vec<[[f32; WIDTH]; DENSE]>);

impl Panels {
    pub fn of<'a>(rows: impl ExactSizeIterator<Item = &'a Row>) -> Panels {
        let mut panels = vec![[[0.0; WIDTH]; DENSE]; rows.len().div_ceil(WIDTH)];
        for (at, row) in rows.enumerate() {
            let panel = panels[at / WIDTH].iter_mut();
            panel.zip(&row.dense).for_each(|(numbers, x)| numbers[at % WIDTH] = *x);
        }
        Panels(panels)
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds the products of some rows with a panel.
    pub fn add(&self, panel: usize, rows: [&Row; HEIGHT], tile: &mut Tile) {
        let mut sums = *tile;
        let own = rows.map(|row| &row.dense);
        for (k, theirs) in self.0[panel].iter().enumerate() {
            for (sums, own) in sums.iter_mut().zip(own) {
                let own = own[k];
                sums.iter_mut().zip(theirs).for_each(|(sum, theirs)| *sum += own * theirs);
            }
        }
        *tile = sums;
    }
}

/// `HEIGHT` rows of a chunk; the last stands for those that it lacks.
pub(super) fn filled<'a>(chunk: &[&'a Row]) -> [&'a Row; HEIGHT] {
    std::array::from_fn(|at| chunk[at.min(chunk.len() - 1)])
}
