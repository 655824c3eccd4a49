//! One value for each of some days, found quickly: most days follow each other.

use std::ops::RangeInclusive;

use super::series::place;

#[derive(Clone, Debug)]
pub struct ByDay<T> {
    days: Vec<i32>,
    values: Vec<T>,
}

impl<T> Default for ByDay<T> {
    fn default() -> ByDay<T> {
        ByDay { days: Vec::new(), values: Vec::new() }
    }
}

impl<T> ByDay<T> {
    pub fn get(&self, day: i32) -> Option<&T> {
        self.find(day).ok().map(|at| &self.values[at])
    }

    /// What was there before.
    pub fn insert(&mut self, day: i32, value: T) -> Option<T> {
        match self.find(day) {
            Ok(at) => Some(std::mem::replace(&mut self.values[at], value)),
            Err(at) => {
                self.days.insert(at, day);
                self.values.insert(at, value);
                None
            }
        }
    }

    pub fn remove(&mut self, day: i32) -> Option<T> {
        let at = self.find(day).ok()?;
        self.days.remove(at);
        Some(self.values.remove(at))
    }

    pub fn get_or_default(&mut self, day: i32) -> &mut T
    where
        T: Default,
    {
        let at = self.find(day).unwrap_or_else(|at| {
            self.days.insert(at, day);
            self.values.insert(at, T::default());
            at
        });
        &mut self.values[at]
    }

    pub fn range(&self, days: RangeInclusive<i32>) -> impl Iterator<Item = (i32, &T)> {
        let (first, last) = days.into_inner();
        let (from, to) = (place(&self.days, first), place(&self.days, last.saturating_add(1)));
        let to = to.max(from);
        self.days[from..to].iter().copied().zip(&self.values[from..to])
    }

    /// The values of so many days from the first on, where each of them has one.
    pub fn run(&self, first: i32, length: usize) -> Option<&[T]> {
        let at = self.find(first).ok()?;
        let end = at.checked_add(length)?;
        let last = self.days.get(end.checked_sub(1)?)?;
        (*last - first == length as i32 - 1).then(|| &self.values[at..end])
    }

    fn find(&self, day: i32) -> Result<usize, usize> {
        let at = place(&self.days, day);
        if self.days.get(at) == Some(&day) { Ok(at) } else { Err(at) }
    }
}
