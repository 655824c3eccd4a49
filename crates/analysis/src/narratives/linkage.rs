//! Groups by average linkage over all pairs: the two groups that are most alike become one, until none are alike enough.

/// Rows to be grouped, and how alike they are.
pub(super) struct Pairs {
    /// Sums of likeness between rows, row by row; a row may stand for several stories.
    sums: Vec<f32>,
    /// Stories of each row.
    sizes: Vec<f32>,
    /// Rows with one number stay together, rows with different ones apart.
    fixed: Vec<Option<u32>>,
}

/// Rows and columns that are mirrored at once.
const SQUARE: usize = 32;

impl Pairs {
    pub fn new(sizes: Vec<f32>, fixed: Vec<Option<u32>>) -> Pairs {
        Pairs { sums: vec![0.0; sizes.len() * sizes.len()], sizes, fixed }
    }

    /// What a row has in common with those before it.
    pub fn before(&mut self, row: usize) -> &mut [f32] {
        let start = row * self.sizes.len();
        &mut self.sums[start..start + row]
    }

    /// What two rows have in common.
    pub fn sum(&mut self, one: usize, other: usize) -> &mut f32 {
        &mut self.sums[one.max(other) * self.sizes.len() + one.min(other)]
    }

    /// For each row the first of those that it was grouped with. `size` is the power of a group's size that counts
    /// for its growing, `join` the linkage that it takes.
    pub fn group(mut self, join: f32, size: f32) -> Vec<usize> {
        self.mirror();
        let mut joining = Joining {
            factors: self.sizes.iter().map(|stories| factor(*stories, size)).collect(),
            first: (0..self.sizes.len()).collect(),
            alive: (0..self.sizes.len()).collect(),
            nearest: vec![(f32::MIN, usize::MAX); self.sizes.len()],
            pairs: self,
            size,
        };
        joining.join_fixed();
        for at in 0..joining.alive.len() {
            joining.look_again(joining.alive[at]);
        }
        while let Some((one, other)) = joining.best(join) {
            joining.join(one, other);
        }
        let Joining { mut first, .. } = joining;
        for row in 0..first.len() {
            // What a row was joined to comes before it, and is known already.
            first[row] = first[first[row]];
        }
        first
    }

    fn mirror(&mut self) {
        let rows = self.sizes.len();
        // Square by square, so that what is read and what is written stay near.
        for from in (0..rows).step_by(SQUARE) {
            for beside in (0..=from).step_by(SQUARE) {
                for row in from..rows.min(from + SQUARE) {
                    for column in beside..row.min(beside + SQUARE) {
                        self.sums[column * rows + row] = self.sums[row * rows + column];
                    }
                }
            }
        }
    }

    fn may_meet(&self, one: usize, other: usize) -> bool {
        self.fixed[one].is_none() || self.fixed[other].is_none() || self.fixed[one] == self.fixed[other]
    }
}

struct Joining {
    pairs: Pairs,
    size: f32,
    /// What a sum is multiplied by for each side.
    factors: Vec<f32>,
    first: Vec<usize>,
    /// First rows of groups, in their order.
    alive: Vec<usize>,
    /// Of each of them, how near the nearest is and which.
    nearest: Vec<(f32, usize)>,
}

impl Joining {
    fn join_fixed(&mut self) {
        for row in 0..self.pairs.sizes.len() {
            if let Some(number) = self.pairs.fixed[row]
                && let Some(first) = (0..row).find(|first| self.pairs.fixed[*first] == Some(number))
            {
                self.unite(first, row);
            }
        }
    }

    fn best(&self, join: f32) -> Option<(usize, usize)> {
        let mut best: Option<(f32, usize)> = None;
        for row in &self.alive {
            let (link, _) = self.nearest[*row];
            if link >= join && best.is_none_or(|(most, _)| link > most) {
                best = Some((link, *row));
            }
        }
        best.map(|(_, row)| (row.min(self.nearest[row].1), row.max(self.nearest[row].1)))
    }

    fn join(&mut self, one: usize, other: usize) {
        self.unite(one, other);
        self.look_again(one);
        for at in 0..self.alive.len() {
            let row = self.alive[at];
            if row == one {
                continue;
            }
            if self.nearest[row].1 == one || self.nearest[row].1 == other {
                self.look_again(row);
            } else if self.pairs.may_meet(one, row) {
                let link = self.link(one, row);
                if link > self.nearest[row].0 {
                    self.nearest[row] = (link, one);
                }
            }
        }
    }

    /// Makes two groups one, under the first.
    fn unite(&mut self, one: usize, other: usize) {
        let rows = self.pairs.sizes.len();
        self.alive.retain(|row| *row != other);
        for row in &self.alive {
            let sum = self.pairs.sums[one * rows + row] + self.pairs.sums[other * rows + row];
            self.pairs.sums[one * rows + row] = sum;
            self.pairs.sums[row * rows + one] = sum;
        }
        self.pairs.sizes[one] += self.pairs.sizes[other];
        self.pairs.fixed[one] = self.pairs.fixed[one].or(self.pairs.fixed[other]);
        self.factors[one] = factor(self.pairs.sizes[one], self.size);
        self.first[other] = one;
    }

    fn look_again(&mut self, row: usize) {
        let mut nearest = (f32::MIN, usize::MAX);
        for other in &self.alive {
            if *other != row && self.pairs.may_meet(row, *other) {
                let link = self.link(row, *other);
                if link > nearest.0 {
                    nearest = (link, *other);
                }
            }
        }
        self.nearest[row] = nearest;
    }

    fn link(&self, one: usize, other: usize) -> f32 {
        self.pairs.sums[one * self.pairs.sizes.len() + other] * self.factors[one] * self.factors[other]
    }
}

fn factor(stories: f32, size: f32) -> f32 {
    stories.powf(size - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grouped(likeness: &[&[f32]], fixed: Vec<Option<u32>>) -> Vec<usize> {
        let mut pairs = Pairs::new(vec![1.0; likeness.len()], fixed);
        for (row, known) in likeness.iter().enumerate() {
            pairs.before(row).copy_from_slice(known);
        }
        pairs.group(0.5, 0.0)
    }

    #[test]
    fn the_nearest_are_joined_and_a_bridge_is_not_enough() {
        let likeness: [&[f32]; 5] = [&[], &[0.9], &[0.8, 0.8], &[0.1, 0.1, 0.7], &[0.0, 0.1, 0.1, 0.9]];
        assert_eq!(grouped(&likeness, vec![None; 5]), [0, 0, 0, 3, 3]);
    }

    #[test]
    fn what_is_fixed_stays_together_and_apart() {
        let likeness: [&[f32]; 4] = [&[], &[0.9], &[0.0, 0.0], &[0.8, 0.8, 0.1]];
        assert_eq!(grouped(&likeness, vec![Some(0), Some(1), Some(0), None])[..3], [0, 1, 0]);
    }
}
