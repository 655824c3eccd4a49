//! Which of many fingerprints are near each other, without comparing all pairs.
//!
//! The bits are cut into bands. Two fingerprints that are near differ in few bits of at least one band: were it more in
//! every band, it would be too many in all. So each is compared with those alone that share a band but for these few bits.

use domain::marks::{NEAR_BITS, near_copies};

use super::patience::Patience;
use crate::error::Error;

struct Band {
    bits: u32,
    /// Bits of the band in which two may differ.
    apart: u32,
}

const BANDS: [Band; 5] = [
    Band { bits: 13, apart: 2 },
    Band { bits: 13, apart: 2 },
    Band { bits: 13, apart: 2 },
    Band { bits: 13, apart: 1 },
    Band { bits: 12, apart: 1 },
];
const _: () = {
    let (mut bits, mut least, mut band) = (0, 0, 0);
    while band < BANDS.len() {
        bits += BANDS[band].bits;
        least += BANDS[band].apart + 1;
        band += 1;
    }
    assert!(bits == u64::BITS && least > NEAR_BITS, "two that are near could be missed");
};

/// The number of a fingerprint that no other is near to.
const ALONE: u32 = u32::MAX;
/// A longer list is kept as bits: a thousand versions of one text make a million pairs.
const MAX_LISTED: usize = 64;

/// For each of some fingerprints the others that are near.
pub struct Alike {
    /// Where each fingerprint's row is.
    rows_of: Vec<u32>,
    rows: Vec<Row>,
}

/// Which other rows are near.
pub enum Row {
    Few(Vec<u32>),
    Many(Bits),
}

impl Row {
    fn add(&mut self, row: u32) {
        match self {
            Row::Few(rows) if rows.contains(&row) => {}
            Row::Few(rows) if rows.len() < MAX_LISTED => rows.push(row),
            Row::Few(rows) => {
                let mut bits = Bits::default();
                rows.iter().chain([&row]).for_each(|row| bits.set(*row));
                *self = Row::Many(bits);
            }
            Row::Many(bits) => bits.set(row),
        }
    }

    /// Whether one of them is among these.
    pub fn meets(&self, these: &Bits) -> bool {
        match self {
            Row::Few(rows) => rows.iter().any(|row| these.has(*row)),
            Row::Many(bits) => bits.0.iter().zip(&these.0).any(|(a, b)| a & b != 0),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Row::Few(rows) => rows.len() * size_of::<u32>(),
            Row::Many(bits) => bits.0.len() * size_of::<u64>(),
        }
    }
}

#[derive(Default)]
pub struct Bits(Vec<u64>);

impl Bits {
    pub fn set(&mut self, at: u32) {
        let word = at as usize / 64;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (at % 64);
    }

    pub fn clear(&mut self, at: u32) {
        if let Some(word) = self.0.get_mut(at as usize / 64) {
            *word &= !(1 << (at % 64));
        }
    }

    fn has(&self, at: u32) -> bool {
        self.0.get(at as usize / 64).is_some_and(|word| word >> (at % 64) & 1 != 0)
    }
}

impl Alike {
    /// Of so many fingerprints, none of which is near another as far as anyone knows.
    pub fn of(length: usize) -> Alike {
        Alike { rows_of: vec![ALONE; length], rows: Vec::new() }
    }

    /// No fingerprint is given twice.
    pub fn among(fingerprints: &[u64], patience: &mut Patience<'_>) -> Result<Alike, Error> {
        let mut alike = Alike::of(fingerprints.len());
        let mut shift = 0;
        for band in &BANDS {
            let values = 1u64 << band.bits;
            let value_of = |fingerprint: u64| (fingerprint >> shift) & (values - 1);
            let shelves = Shelves::fill(fingerprints, values as usize, value_of);
            let masks: Vec<u64> = (0..values).filter(|mask| mask.count_ones() <= band.apart).collect();
            for (number, &one) in fingerprints.iter().enumerate() {
                let mut steps = masks.len();
                for mask in &masks {
                    let others = shelves.of(value_of(one) ^ mask);
                    let earlier = others.iter().take_while(|(other, _)| (*other as usize) < number);
                    for &(other, fingerprint) in earlier {
                        steps += 1;
                        if near_copies(one, fingerprint) {
                            alike.join(number as u32, other);
                        }
                    }
                }
                patience.spend(steps as u32)?;
            }
            shift += band.bits;
        }
        Ok(alike)
    }

    /// Says that two are near each other.
    pub fn join(&mut self, one: u32, other: u32) {
        let (a, b) = (self.row_of(one), self.row_of(other));
        self.rows[a as usize].add(b);
        self.rows[b as usize].add(a);
    }

    fn row_of(&mut self, number: u32) -> u32 {
        let row = &mut self.rows_of[number as usize];
        if *row == ALONE {
            *row = self.rows.len() as u32;
            self.rows.push(Row::Few(Vec::new()));
        }
        *row
    }

    /// The row of a fingerprint, by its number; none where no other is near.
    pub fn row(&self, number: u32) -> Option<(u32, &Row)> {
        let row = self.rows_of[number as usize];
        self.rows.get(row as usize).map(|near| (row, near))
    }

    pub fn bytes(&self) -> usize {
        let rows: usize = self.rows.iter().map(|row| size_of::<Row>() + row.bytes()).sum();
        self.rows_of.len() * size_of::<u32>() + rows
    }
}

/// Fingerprints by the value of a band, each with its number, ascending.
struct Shelves {
    starts: Vec<u32>,
    placed: Vec<(u32, u64)>,
}

impl Shelves {
    fn fill(fingerprints: &[u64], values: usize, value_of: impl Fn(u64) -> u64) -> Shelves {
        let mut starts = vec![0u32; values + 1];
        fingerprints.iter().for_each(|one| starts[value_of(*one) as usize + 1] += 1);
        for value in 0..values {
            starts[value + 1] += starts[value];
        }
        let mut next = starts.clone();
        let mut placed = vec![(0, 0); fingerprints.len()];
        for (number, &one) in fingerprints.iter().enumerate() {
            let place = &mut next[value_of(one) as usize];
            placed[*place as usize] = (number as u32, one);
            *place += 1;
        }
        Shelves { starts, placed }
    }

    fn of(&self, value: u64) -> &[(u32, u64)] {
        &self.placed[self.starts[value as usize] as usize..self.starts[value as usize + 1] as usize]
    }
}
