//! Which items are of a language and a day.

use super::frequency::TermMap;
use super::terms::stir;
use crate::tongue::Tongue;

/// Where an item stands: among those of its language and its day.
#[derive(Clone, Copy)]
pub(super) struct Shelf {
    pub tongue: Tongue,
    pub day: i64,
}

impl Shelf {
    /// Another number for every language and day.
    pub fn salt(self) -> u64 {
        self.tongue.salt() ^ (self.day as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// From languages and days to the slots of items.
#[derive(Default)]
pub(super) struct Shelves {
    slots: TermMap<Vec<u32>>,
}

impl Shelves {
    pub fn add(&mut self, shelf: Shelf, slot: u32) {
        self.slots.entry(stir(shelf.salt())).or_default().push(slot);
    }

    pub fn remove(&mut self, shelf: Shelf, slot: u32) {
        let key = stir(shelf.salt());
        if let Some(slots) = self.slots.get_mut(&key) {
            slots.retain(|known| *known != slot);
            if slots.is_empty() {
                self.slots.remove(&key);
            }
        }
    }

    /// In the order in which they came.
    pub fn on(&self, shelf: Shelf) -> &[u32] {
        self.slots.get(&stir(shelf.salt())).map_or(&[], Vec::as_slice)
    }
}
