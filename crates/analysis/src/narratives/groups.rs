//! Rows in groups, and how alike rows and groups are on average.

use super::likeness::{DENSE, Row};
use super::linkage::Pairs;

/// Which rows are together.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    /// Of each row.
    pub of: Vec<Option<usize>>,
    /// Stories of each group.
    pub sizes: Vec<f32>,
}

impl Groups {
    pub fn new(of: Vec<Option<usize>>, count: usize, rows: &[&Row]) -> Groups {
        let mut groups = Groups { of, sizes: vec![0.0; count] };
        groups.measure(rows);
        groups
    }

    /// Counts the stories of each group.
    pub fn measure(&mut self, rows: &[&Row]) {
        self.sizes.fill(0.0);
        for (group, row) in self.of.iter().zip(rows) {
            if let Some(group) = group {
                self.sizes[*group] += row.size;
            }
        }
    }

    /// One row for each group.
    pub fn sums(&self, rows: &[&Row], columns: usize) -> Vec<Row> {
        let mut members: Vec<Vec<&Row>> = vec![Vec::new(); self.sizes.len()];
        for (group, row) in self.of.iter().zip(rows) {
            group.iter().for_each(|group| members[*group].push(row));
        }
        let mut scratch = vec![0.0; columns];
        members.into_iter().map(|members| sum(&members, &mut scratch)).collect()
    }
}

fn sum(rows: &[&Row], scratch: &mut [f32]) -> Row {
    let mut dense = [0.0; DENSE];
    let mut touched = Vec::new();
    for row in rows {
        for (column, weight) in &row.phrases {
            let sum = &mut scratch[*column as usize];
            if *sum == 0.0 {
                touched.push(*column);
            }
            *sum += weight;
        }
        dense.iter_mut().zip(row.dense).for_each(|(sum, x)| *sum += x);
    }
    touched.sort_unstable();
    let phrases = touched.iter().map(|column| (*column, std::mem::take(&mut scratch[*column as usize])));
    Row { size: rows.iter().map(|row| row.size).sum(), phrases: phrases.collect(), dense }
}

/// How alike all pairs of rows are. Rows that have one number in `fixed` stay together.
pub(super) fn pairs(rows: &[&Row], columns: usize, fixed: Vec<Option<u32>>) -> Pairs {
    let mut pairs = Pairs::new(rows.iter().map(|row| row.size).collect(), fixed);
    let mut users: Vec<Vec<(u32, f32)>> = vec![Vec::new(); columns];
    // Number by number, so that whole rows are added at once.
    let dense: Vec<Vec<f32>> = (0..DENSE).map(|k| rows.iter().map(|row| row.dense[k]).collect()).collect();
    for (at, row) in rows.iter().enumerate() {
        let sums = pairs.before(at);
        for (column, weight) in &row.phrases {
            let users = &mut users[*column as usize];
            for (other, theirs) in users.iter() {
                sums[*other as usize] += weight * theirs;
            }
            users.push((at as u32, *weight));
        }
        for (own, others) in row.dense.iter().zip(&dense) {
            sums.iter_mut().zip(others).for_each(|(sum, other)| *sum += own * other);
        }
    }
    pairs
}

/// Groups that rows can be compared with.
pub(super) struct Targets {
    sizes: Vec<f32>,
    /// A group's size to the power that counts where rows choose.
    powers: Vec<f32>,
    /// Column by column what each group has.
    phrases: Vec<Vec<(u32, f32)>>,
    dense: Vec<Vec<f32>>,
}

/// The groups that a row is most like, each with how much.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Nearest {
    pub first: Option<(f32, usize)>,
    pub second: Option<(f32, usize)>,
    /// How much it is like the rest of its own group.
    pub own: f32,
}

impl Targets {
    pub fn of(sums: &[Row], columns: usize, power: f32) -> Targets {
        let mut phrases = vec![Vec::new(); columns];
        for (group, row) in sums.iter().enumerate() {
            row.phrases.iter().for_each(|(column, x)| phrases[*column as usize].push((group as u32, *x)));
        }
        Targets {
            sizes: sums.iter().map(|row| row.size).collect(),
            powers: sums.iter().map(|row| row.size.powf(power)).collect(),
            phrases,
            dense: (0..DENSE).map(|k| sums.iter().map(|row| row.dense[k]).collect()).collect(),
        }
    }

    /// The groups that a row is most like, itself apart where it is in group `own`.
    pub fn nearest(&self, row: &Row, own: Option<usize>) -> Nearest {
        let mut sums = vec![0.0; self.sizes.len()];
        for (column, weight) in &row.phrases {
            for (group, theirs) in &self.phrases[*column as usize] {
                sums[*group as usize] += weight * theirs;
            }
        }
        for (own, others) in row.dense.iter().zip(&self.dense) {
            sums.iter_mut().zip(others).for_each(|(sum, other)| *sum += own * other);
        }
        let mut nearest = Nearest::default();
        for (group, sum) in sums.into_iter().enumerate() {
            let is_own = own == Some(group);
            let rest = self.sizes[group] - if is_own { row.size } else { 0.0 };
            if rest < 0.5 {
                continue;
            }
            let itself = if is_own { row.with_itself() } else { 0.0 };
            let link = (sum - itself) / rest * self.powers[group];
            if is_own {
                nearest.own = link;
            }
            if nearest.first.is_none_or(|(most, _)| link > most) {
                nearest.second = nearest.first;
                nearest.first = Some((link, group));
            } else if nearest.second.is_none_or(|(most, _)| link > most) {
                nearest.second = Some((link, group));
            }
        }
        nearest
    }
}
