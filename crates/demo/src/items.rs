//! The year, told day by day: each day is written when it is asked for, and forgotten after.

use std::collections::{BTreeMap, VecDeque};

use domain::{Day, Instant};

use crate::prices::Market;
use crate::stories::{self, Story, spread};
use crate::told::Told;
use crate::{calls, filings, foreign, podcasts, posts, singles};

/// How many days people keep talking about a story.
const TALKED_ABOUT_DAYS: i64 = 3;

/// Everything of a run of days, in time order.
pub struct Telling {
    market: Market,
    next: Day,
    first: Day,
    last: Day,
    until: Instant,
    /// Articles of stories already born, by the day on which they appear.
    waiting: BTreeMap<Day, Vec<Told>>,
    /// The stories of the last days, the newest last.
    recent: Vec<Story>,
    ready: VecDeque<Told>,
}

impl Telling {
    pub fn new(market: Market, first: Day, until: Instant) -> Telling {
        Telling {
            market,
            // Stories born before the first day still have articles inside the year.
            next: first.plus(-stories::MAX_DAYS),
            first,
            last: until.day(),
            until,
            waiting: BTreeMap::new(),
            recent: Vec::new(),
            ready: VecDeque::new(),
        }
    }

    fn write_day(&mut self, day: Day) {
        for story in stories::births(&self.market, day) {
            for told in spread::tell(&self.market, &story) {
                if let Some(at) = told.item.published_at {
                    self.waiting.entry(at.day()).or_default().push(told);
                }
            }
            self.recent.push(story);
        }
        self.recent.retain(|story| day.since(story.born.day()) < TALKED_ABOUT_DAYS);
        let mut today = self.waiting.remove(&day).unwrap_or_default();
        if day < self.first {
            return;
        }
        let market = &self.market;
        today.extend(singles::tell(market, day));
        today.extend(calls::tell(market, day));
        today.extend(filings::tell(market, day));
        today.extend(podcasts::tell(market, day, &self.recent));
        today.extend(posts::tell(market, day, &self.recent));
        today.extend(foreign::tell(market, day, &self.recent));
        today.retain(|told| told.item.published_at.is_some_and(|at| at <= self.until));
        today.sort_by(|a, b| (a.item.published_at, &a.item.url).cmp(&(b.item.published_at, &b.item.url)));
        self.ready.extend(today);
    }
}

impl Iterator for Telling {
    type Item = Told;

    fn next(&mut self) -> Option<Told> {
        while self.ready.is_empty() && self.next <= self.last {
            let day = self.next;
            self.next = day.plus(1);
            self.write_day(day);
            // The calendar's very last day has no day after it.
            if self.next == day {
                self.last = day.plus(-1);
            }
        }
        self.ready.pop_front()
    }
}
