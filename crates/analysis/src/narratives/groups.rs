//! Rows in groups, and how alike rows and groups are on average.

use std::sync::Arc;

use super::likeness::Row;
use super::linkage::Pairs;
use super::panels::{HEIGHT, Panels, Tile, WIDTH, filled};
use super::sums::Sums;

/// Which rows are together.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    /// Of each row.
    pub of: Vec<Option<usize>>,
    /// Stories of each group.
    pub sizes: Vec<f32>,
}

impl Groups {
    pub fn new(of: Vec<Option<usize>>, count: usize, rows: &[Arc<Row>]) -> Groups {
        let mut groups = Groups { of, sizes: vec![0.0; count] };
        groups.measure(rows);
        groups
    }

    /// Counts the stories of each group.
    pub fn measure(&mut self, rows: &[Arc<Row>]) {
        self.sizes.fill(0.0);
        for (group, row) in self.of.iter().zip(rows) {
            if let Some(group) = group {
                self.sizes[*group] += row.size;
            }
        }
    }

    /// One row for each group.
    pub fn sums(&self, rows: &[Arc<Row>], sums: &mut Sums) -> Vec<Arc<Row>> {
        let mut members: Vec<Vec<&Arc<Row>>> = vec![Vec::new(); self.sizes.len()];
        for (group, row) in self.of.iter().zip(rows) {
            group.iter().for_each(|group| members[*group].push(row));
        }
        members.into_iter().map(|members| sums.of(&members)).collect()
    }

    /// How much each of some rows is like the rest of its own group; nothing where it is alone or in none.
    pub fn own_links(
        &self,
        rows: &[Arc<Row>],
        sums: &[Arc<Row>],
        columns: usize,
        power: f32,
        which: impl Fn(usize) -> bool,
    ) -> Vec<f32> {
        let mut members: Vec<Vec<usize>> = vec![Vec::new(); sums.len()];
        for (row, group) in self.of.iter().enumerate().filter(|(row, _)| which(*row)) {
            group.iter().for_each(|group| members[*group].push(row));
        }
        let mut links = vec![0.0; rows.len()];
        let mut weights = vec![0.0; columns];
        for (sum, members) in sums.iter().zip(members).filter(|(_, members)| !members.is_empty()) {
            sum.phrases.iter().for_each(|(column, weight)| weights[*column as usize] = *weight);
            let power = sum.size.powf(power);
            for at in members {
                let row = &rows[at];
                let phrases = row.phrases.iter().map(|(column, weight)| weight * weights[*column as usize]);
                let dense = row.dense.iter().zip(&sum.dense).map(|(own, other)| own * other);
                let both = phrases.chain(dense).fold(0.0, |sum, product| sum + product);
                links[at] = link(both, row, sum.size, power, true).unwrap_or(0.0);
            }
            sum.phrases.iter().for_each(|(column, _)| weights[*column as usize] = 0.0);
        }
        links
    }
}

/// How much a row is like a group on average, itself apart where it is in it; none where nothing else is in it. `both` is
/// the product of the two.
fn link(both: f32, row: &Row, size: f32, power: f32, is_own: bool) -> Option<f32> {
    let rest = size - if is_own { row.size } else { 0.0 };
    let itself = if is_own { row.with_itself() } else { 0.0 };
    (rest >= 0.5).then(|| (both - itself) / rest * power)
}

/// Column by column which rows have it, and how much: one list for all of them.
struct Postings {
    entries: Vec<(u32, f32)>,
    /// Where each column begins, and where what was put in so far ends.
    begins: Vec<u32>,
    ends: Vec<u32>,
}

impl Postings {
    /// With room for these rows.
    fn with_room<'a>(rows: impl Iterator<Item = &'a Row>, columns: usize) -> Postings {
        let mut counts = vec![0u32; columns];
        for (column, _) in rows.flat_map(|row| &row.phrases) {
            counts[*column as usize] += 1;
        }
        let mut all = 0;
        let begin = |count: &u32| {
            all += count;
            all - count
        };
        let begins: Vec<u32> = counts.iter().map(begin).collect();
        Postings { entries: vec![(0, 0.0); all as usize], ends: begins.clone(), begins }
    }

    fn put(&mut self, at: usize, row: &Row) {
        for (column, weight) in &row.phrases {
            let end = &mut self.ends[*column as usize];
            self.entries[*end as usize] = (at as u32, *weight);
            *end += 1;
        }
    }

    /// Adds what a row has in common with those that were put in.
    fn add_common(&self, row: &Row, sums: &mut [f32]) {
        for (column, weight) in &row.phrases {
            let column = *column as usize;
            for (other, theirs) in &self.entries[self.begins[column] as usize..self.ends[column] as usize] {
                sums[*other as usize] += weight * theirs;
            }
        }
    }
}

/// How alike pairs of rows are. Rows that have one number in `fixed` stay together; those that have any are not compared
/// with each other.
pub(super) fn pairs(rows: &[Arc<Row>], columns: usize, fixed: Vec<Option<u32>>) -> Pairs {
    let is_free: Vec<bool> = fixed.iter().map(Option::is_none).collect();
    let free: Vec<usize> = (0..rows.len()).filter(|at| is_free[*at]).collect();
    let mut of_free = Postings::with_room(free.iter().map(|at| &*rows[*at]), columns);
    let mut pairs = Pairs::new(rows.iter().map(|row| row.size).collect(), fixed);
    for at in &free {
        of_free.add_common(&rows[*at], pairs.before(*at));
        of_free.put(*at, &rows[*at]);
    }
    let mut common = vec![0.0; rows.len()];
    for at in (0..rows.len()).filter(|at| !is_free[*at]) {
        of_free.add_common(&rows[at], &mut common);
        free.iter().for_each(|other| *pairs.sum(at, *other) = std::mem::take(&mut common[*other]));
    }
    let panels = Panels::of(rows.iter().map(|row| &**row));
    for panel in 0..panels.len() {
        let columns = panel * WIDTH..rows.len().min((panel + 1) * WIDTH);
        // Two free rows meet once, in the row of the later one.
        let meets = |row: usize, column: usize| !is_free[column] || column < row;
        let later = match is_free[columns.clone()].iter().all(|free| *free) {
            true => free.partition_point(|row| *row <= columns.start),
            false => 0,
        };
        for chunk in free[later..].chunks(HEIGHT) {
            let of_chunk: Vec<&Row> = chunk.iter().map(|row| &*rows[*row]).collect();
            let mut tile: Tile = [[0.0; WIDTH]; HEIGHT];
            for (sums, row) in tile.iter_mut().zip(chunk) {
                for (sum, column) in sums.iter_mut().zip(columns.clone()).filter(|(_, at)| meets(*row, *at)) {
                    *sum = *pairs.sum(*row, column);
                }
            }
            panels.add(panel, filled(&of_chunk), &mut tile);
            for (sums, row) in tile.iter().zip(chunk) {
                for (sum, column) in sums.iter().zip(columns.clone()).filter(|(_, at)| meets(*row, *at)) {
                    *pairs.sum(*row, column) = *sum;
                }
            }
        }
    }
    pairs
}

/// Groups that rows can be compared with.
pub(super) struct Targets {
    sizes: Vec<f32>,
    /// A group's size to the power that counts where rows choose.
    powers: Vec<f32>,
    phrases: Postings,
    dense: Panels,
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
    pub fn of(sums: &[Arc<Row>], columns: usize, power: f32) -> Targets {
        let mut phrases = Postings::with_room(sums.iter().map(|row| &**row), columns);
        sums.iter().enumerate().for_each(|(group, row)| phrases.put(group, row));
        Targets {
            sizes: sums.iter().map(|row| row.size).collect(),
            powers: sums.iter().map(|row| row.size.powf(power)).collect(),
            phrases,
            dense: Panels::of(sums.iter().map(|row| &**row)),
        }
    }

    /// The groups that each row is most like, itself apart where it is in the group beside it.
    pub fn nearest(&self, rows: &[(&Row, Option<usize>)]) -> Vec<Nearest> {
        if self.sizes.is_empty() {
            return vec![Nearest::default(); rows.len()];
        }
        let breadth = self.dense.len() * WIDTH;
        let mut sums = vec![0.0; HEIGHT * breadth];
        let mut found = Vec::with_capacity(rows.len());
        for chunk in rows.chunks(HEIGHT) {
            sums.fill(0.0);
            let of_chunk: Vec<&Row> = chunk.iter().map(|(row, _)| *row).collect();
            for (row, sums) in of_chunk.iter().zip(sums.chunks_mut(breadth)) {
                self.phrases.add_common(row, sums);
            }
            for panel in 0..self.dense.len() {
                let places: [usize; HEIGHT] = std::array::from_fn(|row| row * breadth + panel * WIDTH);
                let mut tile: Tile = places.map(|at| std::array::from_fn(|column| sums[at + column]));
                self.dense.add(panel, filled(&of_chunk), &mut tile);
                for (at, of_row) in places.into_iter().zip(tile) {
                    sums[at..at + WIDTH].copy_from_slice(&of_row);
                }
            }
            for ((row, own), sums) in chunk.iter().zip(sums.chunks(breadth)) {
                found.push(self.choose(row, *own, sums));
            }
        }
        found
    }

    fn choose(&self, row: &Row, own: Option<usize>, sums: &[f32]) -> Nearest {
        let mut nearest = Nearest::default();
        for (group, size) in self.sizes.iter().enumerate() {
            let is_own = own == Some(group);
            let Some(link) = link(sums[group], row, *size, self.powers[group], is_own) else { continue };
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
