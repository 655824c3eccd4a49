//! The stories of all days, found by their evidence in any range without looking at each of them.
//!
//! A story's evidence in a range is bounded by that of its whole life, so that the stories of a first day, strongest
//! first, can be left as soon as one is too weak for the list (`search`). What a story is compared with looks back from
//! the end of the range and never past it (`measure`). Method: `answers::trends`.

mod ends;
mod measure;
mod rows;
mod search;
mod steady;
mod sums;

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::{Category, Day, DayRange};

use super::Held;
use super::by_day::ByDay;
use super::series::day_of;
use super::table::Table;
use crate::fixed::{ONE, to_f64};
use crate::ids::IdState;
use crate::rollup::{Report, Tally};
use ends::Ends;
pub use measure::{Age, Course, Rise, StoryInRange, Volume};
use measure::{norm, plain_evidence};
use rows::DayRows;
pub use rows::StoryDay;
use steady::Steady;
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
    fn attention<'a>(&'a self, last: i32, days: &'a ByDay<DayRows>) -> impl Iterator<Item = (i32, i64)> + 'a {
        let rows = self.days.iter().take_while(move |(day, _)| *day <= last);
        rows.filter_map(|at| Some((at.0, row_at(*at, days)?.tally.attention)))
    }
}

/// What a story of several items is listed under.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Listed {
    first: i32,
    last: i32,
    /// Of the first day.
    first_attention: i64,
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
    fn new((first, last): (i32, i32), first_attention: i64, summed: &Summed) -> Listed {
        let Tally { count, unread, positive, negative, tone, attention } = summed.tally;
        Listed {
            first,
            last,
            first_attention,
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

    /// Two families or more reported it on its first day: its course is one of those that others are compared with.
    fn is_curved(&self) -> bool {
        self.first_attention >= 2 * ONE
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
    /// This evidence and the last day of each, in the same order.
    evidence: Vec<f64>,
    lasts: Vec<i32>,
    /// None of them ends later.
    latest: i32,
    /// Those that two families or more reported on the day: their attention by age in days, together, in steps of 2^-32.
    curve: Vec<i64>,
    /// How many of those there are, and the squares of what they had on the day, in story units.
    curved: i64,
    first_squares: f64,
    /// How many stories begin on the day, per category (the last is: none).
    categories: [i32; SLOTS],
}

#[derive(Clone, Debug, Default)]
pub struct Stories {
    settings: TrendSettings,
    places: HashMap<[u8; 16], u32, IdState>,
    entries: Steady<Entry>,
    rows: ByDay<DayRows>,
    by_first: BTreeMap<i32, Begun>,
    /// What lies before and behind the end of a day, of stories that go on after it.
    ends: ByDay<Box<Ends>>,
    /// No story is longer, in days.
    longest: i32,
    /// The attention that is usual on a day, in story units.
    norms: Norms,
}

impl Stories {
    pub fn new(settings: TrendSettings) -> Stories {
        Stories { settings, ..Stories::default() }
    }

    /// Gives back memory that was set aside for growing.
    pub fn shrink(&mut self) {
        self.places.shrink_to_fit();
        for begun in self.by_first.values_mut() {
            begun.places.shrink_to_fit();
            begun.evidence.shrink_to_fit();
            begun.lasts.shrink_to_fit();
            begun.curve.shrink_to_fit();
        }
    }

    /// Puts what the stories of a day have on it in the place of what was held; the day is settled with others.
    pub fn enter(&mut self, day: Day, held: Option<&Held>, changed: &mut Changed) {
        changed.days.push(day);
        let day = day.number() as i32;
        let now = held.map(|held| {
            let stories = &held.rollup.stories;
            DayRows::pack(stories, stories.iter().map(|row| self.place(row.story)), &held.families)
        });
        let before = self.rows.get(day).map_or(&[][..], |rows| &rows.stories);
        let now = now.unwrap_or_default();
        // Both are in the order of ids.
        let story = |at: usize, list: &[(u32, u32)]| list.get(at).map(|row| self.entries[row.0].story);
        let (mut touched, mut gone) = (Vec::new(), Vec::new());
        let (mut old, mut new) = (0, 0);
        loop {
            let order = match (story(old, before), story(new, &now.stories)) {
                (None, None) => break,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(old), Some(new)) => old.cmp(&new),
            };
            match order {
                Ordering::Less => gone.push(before[old].0),
                Ordering::Greater => touched.push(now.stories[new].0),
                Ordering::Equal => {
                    let is_same = self.rows.get(day).is_some_and(|rows| rows.bytes(old) == now.bytes(new));
                    if !is_same {
                        touched.push(before[old].0);
                    }
                }
            }
            old += usize::from(order.is_le());
            new += usize::from(order.is_ge());
        }
        // While their rows are what they were listed by.
        for place in touched.iter().chain(&gone) {
            self.unlist(*place, &mut changed.firsts);
        }
        for place in &gone {
            let own = &mut self.entries[*place].days;
            *own = own.iter().copied().filter(|(other, _)| *other != day).collect();
        }
        changed.places.extend(touched.into_iter().chain(gone));
        for (place, start) in &now.stories {
            let own = &mut self.entries[*place].days;
            match own.binary_search_by_key(&day, |(other, _)| *other) {
                Ok(at) => own[at].1 = *start,
                Err(at) => {
                    let (before, after) = own.split_at(at);
                    *own = [before, &[(day, *start)], after].concat().into_boxed_slice();
                }
            }
        }
        match now.stories.is_empty() {
            true => self.rows.remove(day),
            false => self.rows.insert(day, now),
        };
    }

    fn place(&mut self, story: [u8; 16]) -> u32 {
        *self.places.entry(story).or_insert_with(|| {
            self.entries.push(Entry { story, days: Box::default(), blocks: Box::default(), listed: None })
        })
    }

    /// Brings the stories of days that were entered up to date. Only those that changed are put in order again, and each of
    /// them once.
    pub fn settle(&mut self, mut changed: Changed, tables: Tables<'_>) {
        self.measure_norms(&changed.days, tables, &mut changed.places);
        changed.places.sort_unstable();
        changed.places.dedup();
        for place in changed.places {
            self.unlist(place, &mut changed.firsts);
            self.list(place, &mut changed.firsts);
        }
        for first in changed.firsts {
            self.order(first);
        }
    }

    /// What is usual on changed days, and on those that look back on them; where that changed, so did their stories.
    fn measure_norms(&mut self, changed_days: &[Day], tables: Tables<'_>, changed: &mut Vec<u32>) {
        let weeks = self.settings.norm_weeks;
        let mut looking_back: BTreeSet<Day> = BTreeSet::new();
        for day in changed_days {
            let later = tables.days.range(day.plus(1)..).map(|(later, _)| *later);
            let same_weekday = later.filter(|later| later.weekday() == day.weekday());
            looking_back.insert(*day);
            looking_back.extend(until_loud(same_weekday, weeks.max(0) as usize, tables.totals));
        }
        for day in looking_back {
            let number = day.number() as i32;
            if !tables.days.contains_key(&day) {
                self.norms.remove(number);
                continue;
            }
            let now = norm(day, weeks, tables.totals);
            if self.norms.insert(number, now) != Some(now) {
                let stories = self.rows.get(number).map_or(&[][..], |rows| &rows.stories);
                changed.extend(stories.iter().map(|row| row.0));
            }
        }
    }

    fn sum(&self, entry: &Entry, first: i32, last: i32) -> Block {
        sum(&entry.days, &entry.blocks, (first, last), &self.rows, &self.norms)
    }

    /// Whether the story has items on the day.
    pub fn has(&self, story: [u8; 16], day: Day) -> bool {
        let place = self.places.get(&story);
        let number = day.number() as i32;
        place.is_some_and(|place| {
            self.entries[*place].days.binary_search_by_key(&number, |(day, _)| *day).is_ok()
        })
    }

    /// The days on which the story has items.
    pub fn days(&self, story: [u8; 16]) -> impl Iterator<Item = Day> + '_ {
        let entry = self.places.get(&story).map(|place| &self.entries[*place]);
        entry.into_iter().flat_map(|entry| &entry.days).map(|(day, _)| day_of(*day))
    }

    /// What the story has on the days of a range.
    pub fn rows(
        &self,
        story: [u8; 16],
        range: DayRange,
    ) -> impl Iterator<Item = (Day, StoryDay<'_>)> + use<'_> {
        let entry = self.places.get(&story).map(|place| &self.entries[*place]);
        let (first, last) = (range.first().number() as i32, range.last().number() as i32);
        let rows = entry.into_iter().flat_map(|entry| &entry.days);
        let rows = rows.filter(move |(day, _)| (first..=last).contains(day));
        rows.filter_map(|at| Some((day_of(at.0), row_at(*at, &self.rows)?)))
    }

    /// The stories of a day, each with what it has on it.
    pub fn of_day(&self, day: Day) -> impl Iterator<Item = ([u8; 16], StoryDay<'_>)> + use<'_> {
        let rows = self.rows.get(day.number() as i32).into_iter().flat_map(DayRows::rows);
        rows.map(|(place, row)| (self.entries[place].story, row))
    }

    /// The stories of several items, each with what it has over all days and its first and last day.
    pub fn several(&self) -> impl Iterator<Item = ([u8; 16], Tally, DayRange)> + '_ {
        self.entries.iter().filter_map(move |entry| {
            let listed = entry.listed?;
            let life = DayRange::inclusive(day_of(listed.first), day_of(listed.last))?;
            Some((entry.story, listed.tally(), life))
        })
    }

    /// Puts a story where its whole life belongs; notes the first days that are to be ordered again.
    fn list(&mut self, place: u32, firsts: &mut BTreeSet<i32>) {
        let entry = &mut self.entries[place];
        entry.blocks = blocks(&entry.days, &self.rows, &self.norms).into_boxed_slice();
        let (Some(&(first, _)), Some(&(last, _))) = (entry.days.first(), entry.days.last()) else { return };
        let summed = sum(&entry.days, &entry.blocks, (first, last), &self.rows, &self.norms).summed();
        // What was bought from first to last is no story of the coverage.
        if !self.settings.is_trend(&summed.tally) {
            return;
        }
        let first_attention = entry.attention(first, &self.rows).map(|(_, attention)| attention).sum();
        let listed = Listed::new((first, last), first_attention, &summed);
        entry.listed = Some(listed);
        self.longest = self.longest.max(last - first);
        self.count_ends(place, listed, 1);
        self.count_course(place, listed, 1);
        firsts.insert(first);
        self.by_first.entry(first).or_default().places.push(place);
    }

    /// Adds a story to the course of those that begin with it, or takes it away there.
    fn count_course(&mut self, place: u32, listed: Listed, sign: i64) {
        if !listed.is_curved() {
            return;
        }
        let begun = self.by_first.entry(listed.first).or_default();
        begun.curved += sign;
        for (day, attention) in self.entries[place].attention(i32::MAX, &self.rows) {
            let age = (day - listed.first) as usize;
            if begun.curve.len() <= age {
                begun.curve.resize(age + 1, 0);
            }
            begun.curve[age] += sign * attention;
        }
    }

    /// Takes a story out again, whose rows are still those that it was listed by.
    fn unlist(&mut self, place: u32, firsts: &mut BTreeSet<i32>) {
        let Some(listed) = self.entries[place].listed else { return };
        self.count_ends(place, listed, -1);
        self.count_course(place, listed, -1);
        self.entries[place].listed = None;
        firsts.insert(listed.first);
        if let Some(begun) = self.by_first.get_mut(&listed.first) {
            begun.places.retain(|other| *other != place);
        }
    }

    /// Brings the stories that begin on a day into their order.
    fn order(&mut self, first: i32) {
        let Some(begun) = self.by_first.get_mut(&first) else { return };
        if begun.places.is_empty() {
            self.by_first.remove(&first);
            return;
        }
        let listed = |place: u32| {
            let entry = &self.entries[place];
            entry.listed.map(|listed| (listed, entry.story, place))
        };
        let mut stories: Vec<(Listed, [u8; 16], u32)> =
            begun.places.iter().filter_map(|place| listed(*place)).collect();
        stories.sort_unstable_by(|a, b| b.0.evidence.total_cmp(&a.0.evidence).then(a.1.cmp(&b.1)));
        let (curve, curved) = (std::mem::take(&mut begun.curve), begun.curved);
        *begun = Begun { curve, curved, latest: first, ..Begun::default() };
        for (listed, _, place) in stories {
            begun.places.push(place);
            begun.evidence.push(listed.evidence);
            begun.lasts.push(listed.last);
            begun.latest = begun.latest.max(listed.last);
            begun.categories[slot(listed.category)] += 1;
            if listed.is_curved() {
                let units = to_f64(listed.first_attention);
                begun.first_squares += units * units;
            }
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
pub fn earliness(reports: &[(u32, Report)]) -> impl Iterator<Item = (u32, i64)> + '_ {
    let timed = reports.iter().filter_map(|(_, report)| report.minute);
    let others = timed.count() as i64 - 1;
    let early = move |minute: u16| {
        let count = |holds: &dyn Fn(u16) -> bool| {
            reports.iter().filter(|(_, report)| report.minute.is_some_and(holds)).count() as i64
        };
        let (later, alike) = (count(&|other| other > minute), count(&|other| other == minute) - 1);
        (2 * later + alike) * ONE / (2 * others)
    };
    let compared = reports.iter().filter(move |_| others > 0);
    compared.filter_map(move |(family, report)| Some((*family, early(report.minute?))))
}

/// What days that were entered changed, until they are settled.
#[derive(Debug, Default)]
pub struct Changed {
    days: Vec<Day>,
    places: Vec<u32>,
    /// First days of stories whose order is another.
    firsts: BTreeSet<i32>,
}
