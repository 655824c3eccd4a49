//! A list of millions that grows without moving what it holds: a growing `Vec` copies everything into twice the room, and a start
//! spent a tenth of its time on that.

use std::ops::{Index, IndexMut};

/// Items of a part.
const PART: usize = 4096;

#[derive(Clone, Debug)]
pub struct Steady<T> {
    /// All but the last are full.
    parts: Vec<Vec<T>>,
}

impl<T> Default for Steady<T> {
    fn default() -> Steady<T> {
        Steady { parts: Vec::new() }
    }
}

impl<T> Steady<T> {
    /// Returns its place.
    pub fn push(&mut self, item: T) -> u32 {
        if self.parts.last().is_none_or(|part| part.len() == PART) {
            // The first part of a small list takes no more than it needs.
            let room = if self.parts.is_empty() { 0 } else { PART };
            self.parts.push(Vec::with_capacity(room));
        }
        let full = self.parts.len() - 1;
        let last = &mut self.parts[full];
        last.push(item);
        (full * PART + last.len() - 1) as u32
    }

    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.parts.iter().flatten()
    }
}

impl<T> Index<u32> for Steady<T> {
    type Output = T;

    fn index(&self, place: u32) -> &T {
        &self.parts[place as usize / PART][place as usize % PART]
    }
}

impl<T> IndexMut<u32> for Steady<T> {
    fn index_mut(&mut self, place: u32) -> &mut T {
        &mut self.parts[place as usize / PART][place as usize % PART]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_keeps_its_place_over_the_ends_of_parts() {
        let mut list = Steady::default();
        for number in 0..3 * PART + 1 {
            assert_eq!(list.push(number), number as u32);
        }
        assert!([0, PART - 1, PART, 3 * PART].into_iter().all(|at| list[at as u32] == at));
        list[PART as u32] = 7;
        assert_eq!(list.iter().copied().nth(PART), Some(7));
        assert_eq!(list.iter().count(), 3 * PART + 1);
    }
}
