//! Where the terms of one item stand among its marks. What it shares with many others is found by going through theirs alone.

use super::item::Mark;
use super::terms::Term;

/// Several times as many as an item has marks, so that a foreign term mostly meets an empty place.
const PLACES: usize = 1 << 13;

/// Kept between items for its memory alone.
pub(super) struct Places {
    /// One more than the number of a mark; 0 where there is none. A mark stands at the first free place from its term on.
    numbers: Box<[u16; PLACES]>,
    taken: Vec<u16>,
}

impl Default for Places {
    fn default() -> Places {
        Places { numbers: Box::new([0; PLACES]), taken: Vec::new() }
    }
}

impl Places {
    pub fn set(&mut self, marks: &[Mark]) {
        for place in self.taken.drain(..) {
            self.numbers[usize::from(place)] = 0;
        }
        for (number, mark) in marks.iter().enumerate().take(PLACES / 2) {
            let mut place = first(mark.term);
            while self.numbers[place] != 0 {
                place = (place + 1) % PLACES;
            }
            self.numbers[place] = number as u16 + 1;
            self.taken.push(place as u16);
        }
    }

    /// The number of the mark with a term of which the lower half is known, and the rest where that half fits.
    #[inline]
    pub fn find(&self, marks: &[Mark], half: u32, term: impl Fn() -> Term) -> Option<usize> {
        let mut place = first(Term::from(half));
        loop {
            let number = usize::from(self.numbers[place]).checked_sub(1)?;
            let own = marks[number].term;
            if own as u32 == half && own == term() {
                return Some(number);
            }
            place = (place + 1) % PLACES;
        }
    }
}

/// Terms are hashes.
fn first(term: Term) -> usize {
    term as usize % PLACES
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(terms: impl IntoIterator<Item = Term>) -> Vec<Mark> {
        let mark = |term| {
            let mut mark = Mark::default();
            mark.term = term;
            mark
        };
        terms.into_iter().map(mark).collect()
    }

    #[test]
    fn terms_are_found_where_they_stand_though_they_fall_on_one_place() {
        let step = PLACES as Term;
        let mut places = Places::default();
        let old = marks([5, 6, 7 + step, 8]);
        places.set(&old);
        let own = marks([5, 5 + step, 5 + 2 * step, 6, step - 1, 2 * step - 1]);
        places.set(&own);
        for (number, mark) in own.iter().enumerate() {
            assert_eq!(places.find(&own, mark.term as u32, || mark.term), Some(number));
        }
        for other in [7, 8, 7 + step, 5 + 3 * step, 3 * step - 1, 0, 5 + (1 << 32)] {
            assert_eq!(places.find(&own, other as u32, || other), None);
        }
    }
}
