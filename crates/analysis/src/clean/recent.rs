//! Which hashes were seen lately, in fixed space: two Bloom filters, of which the fuller one is the younger. It may say
//! yes for what it never saw (one in two hundred when full), never no for what came within the last `CAPACITY`.

/// Of one filter.
const CAPACITY: u32 = 4_000;
const BYTES: usize = 8_192;

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Recent {
    pub n_young: u32,
    /// Empty or of full size.
    pub young: Vec<u8>,
    pub old: Vec<u8>,
}

impl Recent {
    pub fn contains(&self, hash: u64) -> bool {
        let has = |filter: &[u8]| {
            !filter.is_empty() && bits(hash).iter().all(|bit| filter[bit / 8] >> (bit % 8) & 1 == 1)
        };
        has(&self.young) || has(&self.old)
    }

    pub fn insert(&mut self, hash: u64) {
        if self.n_young >= CAPACITY {
            self.old = std::mem::take(&mut self.young);
            self.n_young = 0;
        }
        self.young.resize(BYTES, 0);
        for bit in bits(hash) {
            self.young[bit / 8] |= 1 << (bit % 8);
        }
        self.n_young += 1;
    }

    /// False for filters that `insert` could not have made.
    pub fn is_sound(&self) -> bool {
        let is_size = |filter: &[u8]| filter.is_empty() || filter.len() == BYTES;
        is_size(&self.young) && is_size(&self.old) && self.n_young <= CAPACITY
    }
}

fn bits(hash: u64) -> [usize; 3] {
    [hash, hash >> 21, hash >> 42].map(|part| part as usize % (BYTES * 8))
}
