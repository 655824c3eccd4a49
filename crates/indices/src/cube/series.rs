//! One key's tallies over the days on which it has any, as running sums: a range is one subtraction, however
//! long it is. The sums are whole numbers, so that the difference is exact.

use domain::{Day, DayRange};

use crate::rollup::Tally;

#[derive(Clone, Debug, Default)]
pub struct Series {
    days: Vec<i32>,
    /// Of this day and all before it.
    sums: Vec<Tally>,
}

impl Series {
    /// Changes one day by a difference. Days after it cost an addition each; the newest day costs nothing more.
    pub fn add(&mut self, day: Day, difference: Tally) {
        if difference.is_zero() {
            return;
        }
        let number = day.number() as i32;
        let at = place(&self.days, number);
        let before = self.before(at);
        if self.days.get(at) != Some(&number) {
            self.days.insert(at, number);
            self.sums.insert(at, before);
        }
        for sum in &mut self.sums[at..] {
            *sum += difference;
        }
        if self.sums[at] == before {
            self.days.remove(at);
            self.sums.remove(at);
        }
    }

    pub fn total(&self, range: DayRange) -> Tally {
        let (from, to) = self.places(range);
        if from == to { Tally::default() } else { self.sums[to - 1] - self.before(from) }
    }

    /// The days of the range on which there is something.
    pub fn by_day(&self, range: DayRange) -> impl DoubleEndedIterator<Item = (Day, Tally)> + '_ {
        let (from, to) = self.places(range);
        (from..to).map(|at| (day_of(self.days[at]), self.sums[at] - self.before(at)))
    }

    /// How many days these are.
    pub fn length(&self, range: DayRange) -> usize {
        let (from, to) = self.places(range);
        to - from
    }

    pub fn shrink(&mut self) {
        self.days.shrink_to_fit();
        self.sums.shrink_to_fit();
    }

    pub fn last_day(&self) -> Option<Day> {
        self.days.last().map(|day| day_of(*day))
    }

    fn before(&self, at: usize) -> Tally {
        at.checked_sub(1).map_or(Tally::default(), |before| self.sums[before])
    }

    fn places(&self, range: DayRange) -> (usize, usize) {
        let (first, last) = (range.first().number() as i32, range.last().number() as i32);
        (place(&self.days, first), place(&self.days, last + 1))
    }
}

/// How many days lie before `day`. Most series have an entry nearly every day, so the place is guessed from the
/// newest entry first: most questions are about ranges near the end.
pub(super) fn place(days: &[i32], day: i32) -> usize {
    let Some(&last) = days.last() else { return 0 };
    if day > last {
        return days.len();
    }
    if day <= days[0] {
        return 0;
    }
    let guess = days.len().saturating_sub((last - day) as usize + 1);
    if days[guess] == day {
        return guess;
    }
    days.partition_point(|other| *other < day)
}

pub(super) fn day_of(number: i32) -> Day {
    Day::from_number(i64::from(number)).unwrap_or(Day::MIN)
}
