//! The stories of all days, found by their evidence in any range without looking at each of them.
//!
//! A story's evidence in a range is bounded by that of its whole life, so that the stories of a first day, strongest
//! first, can be left as soon as one is too weak for the list (`search`). What a story is compared with looks back from
//! the end of the range and never past it (`measure`). Method: `answers::trends`.

mod measure;
mod search;
mod sums;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::{Category, Day, DayRange};

use super::Held;
use super::series::Series;
use super::table::Table;
use crate::fixed::{ONE, to_f64};
use crate::rollup::{StoryRow, Tally};
pub use measure::{Age, Rise, StoryInRange, Volume};
use measure::{norm, plain_evidence};
use sums::{At, Block, Norms, Summed, blocks, row_at, sum};

/// What makes a story a trend, and against what it is measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrendSettings {
    /// Items in the range below which a story is no trend.
    pub items_min: i64,
    /// Days whose stories a signal is ranked among, and from which families have their authority.
    pub reference_days: i64,
    /// Earlier weeks of which the same weekday tells what is usual.
    pub norm_weeks: i64,
}

impl Default for TrendSettings {
    fn default() -> TrendSettings {
        TrendSettings { items_min: 2, reference_days: 90, norm_weeks: 8 }
    }
}

impl TrendSettings {
    /// Enough items, and not all of them bought.
    fn is_trend(self, tally: &Tally) -> bool {
        tally.count >= self.items_min && tally.attention > 0
    }
}

/// The tables of the cube that stories are measured by.
#[derive(Clone, Copy, Debug)]
pub struct Tables<'a> {
    pub days: &'a BTreeMap<Day, Held>,
    pub totals: &'a Table<()>,
    /// How early each family reports what others report too (`earliness`).
    pub families: &'a Table<String>,
}

#[derive(Clone, Debug)]
struct Entry {
    story: [u8; 16],
    /// Where its rows stand, ascending. There are millions of stories: nothing here has room to spare.
    days: Box<[At]>,
    blocks: Box<[Block]>,
    listed: Option<Listed>,
}

impl Entry {
    /// Attention by day up to `last`.
    fn attention<'a>(
        &'a self,
        last: i32,
        days: &'a BTreeMap<Day, Held>,
    ) -> impl Iterator<Item = (i32, i64)> + 'a {
        let rows = self.days.iter().take_while(move |(day, _)| *day <= last);
        rows.filter_map(|at| Some((at.0, row_at(*at, days)?.1.tally.attention)))
    }
}

/// What a story of several items is listed under.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Listed {
    first: i32,
    last: i32,
    /// These are of the whole life.
    evidence: f64,
    tone: i64,
    attention: i64,
    count: u32,
    unread: u32,
    positive: u32,
    negative: u32,
    own_families: u32,
    category: Option<Category>,
}

impl Listed {
    fn new(first: i32, last: i32, summed: &Summed) -> Listed {
        let Tally { count, unread, positive, negative, tone, attention } = summed.tally;
        Listed {
            first,
            last,
            evidence: plain_evidence(summed),
            tone,
            attention,
            count: count as u32,
            unread: unread as u32,
            positive: positive as u32,
            negative: negative as u32,
            own_families: summed.own_families as u32,
            category: summed.category,
        }
    }

    fn tally(&self) -> Tally {
        Tally {
            count: self.count.into(),
            unread: self.unread.into(),
            positive: self.positive.into(),
            negative: self.negative.into(),
            tone: self.tone,
            attention: self.attention,
        }
    }
}

/// The stories of several items that begin on one day.
#[derive(Clone, Debug, Default)]
struct Begun {
    /// Strongest first, by the plain evidence of the whole life.
    places: Vec<u32>,
    /// This evidence, in the same order.
    evidence: Vec<f64>,
    /// Those that two families or more reported on the day: their attention by age in days, together, in steps of 2^-32.
    curve: Vec<i64>,
    /// How many of those there are, and the squares of what they had on the day, in story units.
    curved: i64,
    first_squares: f64,
}

#[derive(Clone, Debug, Default)]
pub struct Stories {
    settings: TrendSettings,
    places: HashMap<[u8; 16], u32>,
    entries: Vec<Entry>,
    by_first: BTreeMap<i32, Begun>,
    /// Stories that have items on this day or before, and after it.
    crossing: BTreeMap<i32, BTreeSet<u32>>,
    /// No story is longer, in days.
    longest: i32,
    /// How many stories begin and end on a day, per category (the last is: none).
    opened: Vec<Series>,
    closed: Vec<Series>,
    /// The attention that is usual on a day, in story units.
    norms: Norms,
}

impl Stories {
    pub fn new(settings: TrendSettings) -> Stories {
        Stories { settings, ..Stories::default() }
    }

    /// Gives back memory that was set aside for growing.
    pub fn shrink(&mut self) {
        self.entries.shrink_to_fit();
        self.places.shrink_to_fit();
        for begun in self.by_first.values_mut() {
            begun.places.shrink_to_fit();
            begun.evidence.shrink_to_fit();
            begun.curve.shrink_to_fit();
        }
    }

    /// Takes in changed days, each with what was held for it before, if anything; the days hold what is now. Only
    /// stories that changed are put in order again, and each of them once.
    pub fn settle(&mut self, changed: &[(Day, Option<Held>)], tables: Tables<'_>) {
        let mut places = Vec::new();
        for (day, before) in changed {
            self.enter(*day, before.as_ref(), tables.days.get(day), &mut places);
        }
        self.measure_norms(changed.iter().map(|(day, _)| *day), tables, &mut places);
        places.sort_unstable();
        places.dedup();
        let mut firsts = BTreeSet::new();
        for place in places {
            self.list(place, tables.days, &mut firsts);
        }
        for first in firsts {
            self.order(first, tables.days);
        }
    }

    /// Notes on which rows of the day its stories stand; tells which stories changed.
    fn enter(&mut self, day: Day, before: Option<&Held>, now: Option<&Held>, changed: &mut Vec<u32>) {
        let number = day.number() as i32;
        for old in before.map_or(&[][..], |before| &before.rollup.stories) {
            if now.is_none_or(|now| find_row(now, old.story).is_none()) {
                let Some(&place) = self.places.get(&old.story) else { continue };
                let own = &mut self.entries[place as usize].days;
                *own = own.iter().copied().filter(|(other, _)| *other != number).collect();
                changed.push(place);
            }
        }
        for (row, story) in now.iter().flat_map(|now| now.rollup.stories.iter().enumerate()) {
            let place = *self.places.entry(story.story).or_insert_with(|| {
                self.entries.push(Entry {
                    story: story.story,
                    days: Box::default(),
                    blocks: Box::default(),
                    listed: None,
                });
                self.entries.len() as u32 - 1
            });
            let own = &mut self.entries[place as usize].days;
            match own.binary_search_by_key(&number, |(other, _)| *other) {
                Ok(at) => own[at].1 = row as u32,
                Err(at) => {
                    let (before, after) = own.split_at(at);
                    *own = [before, &[(number, row as u32)], after].concat().into_boxed_slice();
                }
            }
            let same = |before: &Held| {
                now.zip(find_row(before, story.story))
                    .is_some_and(|(now, old)| same_row(before, old, now, story))
            };
            if !before.is_some_and(same) {
                changed.push(place);
            }
        }
    }

    /// What is usual on changed days, and on those that look back on them; where that changed, so did their stories.
    fn measure_norms(
        &mut self,
        changed_days: impl Iterator<Item = Day>,
        tables: Tables<'_>,
        changed: &mut Vec<u32>,
    ) {
        let weeks = self.settings.norm_weeks;
        let mut looking_back: BTreeSet<Day> = BTreeSet::new();
        for day in changed_days {
            let later = tables.days.range(day.plus(1)..).map(|(later, _)| *later);
            let same_weekday = later.filter(|later| later.weekday() == day.weekday());
            looking_back.insert(day);
            looking_back.extend(until_loud(same_weekday, weeks.max(0) as usize, tables.totals));
        }
        for day in looking_back {
            let number = day.number() as i32;
            let Some(held) = tables.days.get(&day) else {
                self.norms.remove(&number);
                continue;
            };
            let now = norm(day, weeks, tables.totals);
            if self.norms.insert(number, now) != Some(now) {
                let rows = held.rollup.stories.iter();
                changed.extend(rows.filter_map(|row| self.places.get(&row.story)));
            }
        }
    }

    fn sum(&self, entry: &Entry, first: i32, last: i32, days: &BTreeMap<Day, Held>) -> Block {
        sum(&entry.days, &entry.blocks, (first, last), days, &self.norms)
    }

    /// Whether the story has items on the day.
    pub fn has(&self, story: [u8; 16], day: Day) -> bool {
        let place = self.places.get(&story);
        let number = day.number() as i32;
        place.is_some_and(|place| {
            self.entries[*place as usize].days.binary_search_by_key(&number, |(day, _)| *day).is_ok()
        })
    }

    /// The days on which the story has items.
    pub fn days(&self, story: [u8; 16]) -> impl Iterator<Item = Day> + '_ {
        let entry = self.places.get(&story).map(|place| &self.entries[*place as usize]);
        entry
            .into_iter()
            .flat_map(|entry| &entry.days)
            .filter_map(|(day, _)| Day::from_number(i64::from(*day)))
    }

    /// The story's rows of a range, each with its day.
    pub fn rows<'a>(
        &'a self,
        story: [u8; 16],
        range: DayRange,
        days: &'a BTreeMap<Day, Held>,
    ) -> impl Iterator<Item = (&'a Held, &'a StoryRow)> + 'a {
        let entry = self.places.get(&story).map(|place| &self.entries[*place as usize]);
        let (first, last) = (range.first().number() as i32, range.last().number() as i32);
        let rows = entry.into_iter().flat_map(|entry| &entry.days);
        rows.filter(move |(day, _)| (first..=last).contains(day)).filter_map(|at| row_at(*at, days))
    }

    /// The stories of several items, each with what it has over all days and its first and last day.
    pub fn several(&self) -> impl Iterator<Item = ([u8; 16], Tally, DayRange)> + '_ {
        let number = |day: i32| Day::from_number(i64::from(day)).unwrap_or(Day::MIN);
        self.entries.iter().filter_map(move |entry| {
            let listed = entry.listed?;
            let life = DayRange::inclusive(number(listed.first), number(listed.last))?;
            Some((entry.story, listed.tally(), life))
        })
    }

    /// The trends of the range by category. Those that lie inside are counted by their ends; those that reach out of
    /// it, by what they have in it.
    pub fn by_category(&self, range: DayRange, days: &BTreeMap<Day, Held>) -> Vec<(Option<Category>, i64)> {
        let until_last = DayRange::inclusive(Day::MIN, range.last()).unwrap_or(range);
        let before_first = DayRange::inclusive(Day::MIN, range.first().plus(-1));
        let mut counts: Vec<i64> = self
            .opened
            .iter()
            .zip(&self.closed)
            .map(|(opened, closed)| {
                let gone = before_first.map_or(0, |before| closed.total(before).count);
                opened.total(until_last).count - gone
            })
            .collect();
        let (first, last) = (range.first().number() as i32, range.last().number() as i32);
        let crossing = |day: i32| self.crossing.get(&day).into_iter().flatten().copied();
        let reaching_out: BTreeSet<u32> = crossing(first - 1).chain(crossing(last)).collect();
        for place in reaching_out {
            let entry = &self.entries[place as usize];
            let Some(listed) = entry.listed else { continue };
            counts[slot(listed.category)] -= 1;
            let inside = self.sum(entry, first, last, days).summed();
            if self.settings.is_trend(&inside.tally) {
                counts[slot(inside.category)] += 1;
            }
        }
        let rows = counts.into_iter().enumerate().filter(|(_, count)| *count > 0);
        rows.map(|(slot, count)| (Category::ALL.get(slot).copied(), count)).collect()
    }

    /// Puts a story where its whole life belongs; notes the first days that are to be ordered again.
    fn list(&mut self, place: u32, days: &BTreeMap<Day, Held>, firsts: &mut BTreeSet<i32>) {
        if let Some(listed) = self.entries[place as usize].listed.take() {
            self.count(listed, -1);
            firsts.insert(listed.first);
            if let Some(begun) = self.by_first.get_mut(&listed.first) {
                begun.places.retain(|other| *other != place);
            }
            for day in listed.first..listed.last {
                if let Some(crossing) = self.crossing.get_mut(&day) {
                    crossing.remove(&place);
                    if crossing.is_empty() {
                        self.crossing.remove(&day);
                    }
                }
            }
        }
        let entry = &mut self.entries[place as usize];
        entry.blocks = blocks(&entry.days, days, &self.norms).into_boxed_slice();
        let (Some(&(first, _)), Some(&(last, _))) = (entry.days.first(), entry.days.last()) else { return };
        let summed = sum(&entry.days, &entry.blocks, (first, last), days, &self.norms).summed();
        // What was bought from first to last is no story of the coverage.
        if !self.settings.is_trend(&summed.tally) {
            return;
        }
        let listed = Listed::new(first, last, &summed);
        entry.listed = Some(listed);
        self.longest = self.longest.max(last - first);
        self.count(listed, 1);
        firsts.insert(first);
        self.by_first.entry(first).or_default().places.push(place);
        for day in first..last {
            self.crossing.entry(day).or_default().insert(place);
        }
    }

    /// Brings the stories that begin on a day into their order, and sums their course.
    fn order(&mut self, first: i32, days: &BTreeMap<Day, Held>) {
        let Some(begun) = self.by_first.get_mut(&first) else { return };
        if begun.places.is_empty() {
            self.by_first.remove(&first);
            return;
        }
        let entries = &self.entries;
        let key = |place: u32| {
            let entry = &entries[place as usize];
            (entry.listed.map_or(0.0, |listed| listed.evidence), entry.story)
        };
        let mut places: Vec<(f64, [u8; 16], u32)> = begun
            .places
            .iter()
            .map(|place| {
                let (evidence, story) = key(*place);
                (evidence, story, *place)
            })
            .collect();
        places.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        *begun = Begun::default();
        for (evidence, _, place) in places {
            begun.places.push(place);
            begun.evidence.push(evidence);
            let course: Vec<(i32, i64)> = entries[place as usize].attention(i32::MAX, days).collect();
            let of_first = course.first().map_or(0, |(_, attention)| *attention);
            if of_first < 2 * ONE {
                continue;
            }
            begun.curved += 1;
            begun.first_squares += to_f64(of_first) * to_f64(of_first);
            for (day, attention) in course {
                let age = (day - first) as usize;
                if begun.curve.len() <= age {
                    begun.curve.resize(age + 1, 0);
                }
                begun.curve[age] += attention;
            }
        }
    }

    fn count(&mut self, listed: Listed, sign: i64) {
        self.opened.resize(SLOTS, Series::default());
        self.closed.resize(SLOTS, Series::default());
        let slot = slot(listed.category);
        let one = Tally { count: sign, ..Tally::default() };
        for (series, day) in [(&mut self.opened[slot], listed.first), (&mut self.closed[slot], listed.last)] {
            series.add(Day::from_number(i64::from(day)).unwrap_or(Day::MIN), one);
        }
    }
}

/// One more than there are categories: for stories of none.
const SLOTS: usize = Category::ALL.len() + 1;

fn slot(category: Option<Category>) -> usize {
    category.map_or(SLOTS - 1, |category| category as usize)
}

/// The days up to the one with which so many have attention: days without any are looked at and never looked back on.
fn until_loud<'a>(
    days: impl Iterator<Item = Day> + 'a,
    enough: usize,
    totals: &'a Table<()>,
) -> impl Iterator<Item = Day> + 'a {
    let series = totals.find(&()).map(|place| totals.series(place));
    let is_loud =
        move |day: Day| series.is_some_and(|series| series.total(DayRange::single(day)).attention > 0);
    let mut found = 0;
    days.take_while(move |day| {
        let is_wanted = found < enough;
        found += usize::from(is_loud(*day));
        is_wanted
    })
}

/// How early each family of a story's row reports it: 1 before all others, 0 after them, in steps of 2^-32. None where
/// it has no time, or nobody to be compared with.
pub fn earliness(row: &StoryRow) -> impl Iterator<Item = (u32, i64)> + '_ {
    let timed = row.reports.iter().filter_map(|report| report.minute);
    let others = timed.count() as i64 - 1;
    let early = move |minute: u16| {
        let count = |holds: &dyn Fn(u16) -> bool| {
            row.reports.iter().filter(|report| report.minute.is_some_and(holds)).count() as i64
        };
        let (later, alike) = (count(&|other| other > minute), count(&|other| other == minute) - 1);
        (2 * later + alike) * ONE / (2 * others)
    };
    let reports = row.families.iter().zip(&row.reports).filter(move |_| others > 0);
    reports.filter_map(move |(family, report)| Some((*family, early(report.minute?))))
}

fn find_row(held: &Held, story: [u8; 16]) -> Option<&StoryRow> {
    let rows = &held.rollup.stories;
    rows.binary_search_by_key(&story, |row| row.story).ok().map(|at| &rows[at])
}

/// Nothing about the story is different; its families may have other places in the other rollup.
fn same_row(a_held: &Held, a: &StoryRow, b_held: &Held, b: &StoryRow) -> bool {
    let families = |held: &Held, row: &StoryRow| -> Vec<u32> {
        row.families.iter().map(|family| held.families[*family as usize]).collect()
    };
    a.tally == b.tally
        && a.categories == b.categories
        && a.reports == b.reports
        && families(a_held, a) == families(b_held, b)
}
