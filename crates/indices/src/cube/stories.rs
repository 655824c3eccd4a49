//! The stories of all days, found by strength in any range without looking at each of them.
//!
//! A story's strength in a range is never more than the strength of its whole life, so that the stories of a
//! first day, strongest first, can be left as soon as one is too weak for the list. Method: `answers::trends`.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::{Category, Day, DayRange};

use super::Held;
use super::series::Series;
use super::sums::{At, Block, Summed, attention_at_most, blocks, sum};
use super::table::Table;
use crate::math::log10;
use crate::rollup::{StoryRow, Tally};

/// What makes a story a trend, and against what it is measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrendSettings {
    /// Items in the range below which a story is no trend.
    pub items_min: i64,
    /// Days before the range over which its usual share is taken.
    pub baseline_days: i64,
    /// Days whose stories a signal is ranked among.
    pub reference_days: i64,
}

impl Default for TrendSettings {
    fn default() -> TrendSettings {
        TrendSettings { items_min: 2, baseline_days: 14, reference_days: 90 }
    }
}

/// A story's standing in a range of days.
#[derive(Clone, Debug, PartialEq)]
pub struct StoryInRange {
    pub story: [u8; 16],
    pub tally: Tally,
    /// Distinct outlet families.
    pub families: usize,
    /// Of the range's attention.
    pub share: f64,
    /// Of the attention of the days before the range.
    pub baseline_share: f64,
    /// Its strength by the measure of `answers::trends`.
    pub raw: f64,
    /// Attention in the equally long range before, in story units.
    pub attention_before: f64,
    /// The commonest first category of its items.
    pub category: Option<Category>,
    /// First and last day on which it has items, in the range or not.
    pub life: DayRange,
}

/// (v - b) * v / (b + 1/T) * log10(1 + u): a share that rose above its usual one, carried by many families.
/// `whole` is the range's attention T in story units.
pub fn raw_strength(share: f64, baseline_share: f64, whole: f64, families: usize) -> f64 {
    if whole <= 0.0 {
        return 0.0;
    }
    (share - baseline_share) * share / (baseline_share + 1.0 / whole) * log10(1.0 + families as f64)
}

/// The raw strength times T that so much attention and so many families have where the story is new: no less than
/// with any share before.
fn strongest_score(units: f64, families: usize) -> f64 {
    units * units * log10(1.0 + families as f64)
}

#[derive(Clone, Debug)]
struct Entry {
    story: [u8; 16],
    /// Where its rows stand, ascending.
    days: Vec<At>,
    blocks: Vec<Block>,
    listed: Option<Listed>,
}

impl Entry {
    fn sum(&self, first: i32, last: i32, days: &BTreeMap<Day, Held>) -> Summed {
        sum(&self.days, &self.blocks, first, last, days)
    }

    fn attention(&self, range: DayRange, days: &BTreeMap<Day, Held>) -> f64 {
        self.sum(range.first().number() as i32, range.last().number() as i32, days).tally.attention_units()
    }
}

/// What a story of several items is listed under.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Listed {
    first: i32,
    last: i32,
    /// Raw strength of the whole life, times T: no range can give it more.
    score: f64,
    /// Of the whole life.
    summed: Summed,
}

#[derive(Clone, Debug, Default)]
pub struct Stories {
    settings: TrendSettings,
    places: HashMap<[u8; 16], u32>,
    entries: Vec<Entry>,
    /// Places by first day, strongest first.
    by_first: BTreeMap<i32, Vec<u32>>,
    /// No story is longer, in days.
    longest: i32,
    /// How many stories begin and end on a day, per category (the last is: none).
    opened: Vec<Series>,
    closed: Vec<Series>,
    /// Strengths of each single day's stories, ascending.
    strengths: BTreeMap<i32, Vec<f64>>,
}

impl Stories {
    pub fn new(settings: TrendSettings) -> Stories {
        Stories { settings, ..Stories::default() }
    }

    /// Takes in changed days, each with what was held for it before, if anything; the days hold what is now. Only
    /// stories that changed are put in order again, and each of them once.
    pub fn settle(
        &mut self,
        changed: &[(Day, Option<Held>)],
        days: &BTreeMap<Day, Held>,
        totals: &Table<()>,
    ) {
        let mut places = Vec::new();
        for (day, before) in changed {
            self.enter(*day, before.as_ref(), days.get(day), &mut places);
        }
        places.sort_unstable();
        places.dedup();
        for place in places {
            self.list(place, days);
        }
        // Strengths look back on the days before.
        let looking_back = |(day, _): &(Day, Option<Held>)| {
            days.range(*day..=day.plus(self.settings.baseline_days))
                .map(|(day, _)| *day)
                .collect::<Vec<Day>>()
        };
        let looking_back: BTreeSet<Day> = changed.iter().flat_map(looking_back).collect();
        for day in looking_back {
            self.measure_day(day, days, totals);
        }
    }

    /// Notes on which rows of the day its stories stand; tells which stories changed.
    fn enter(&mut self, day: Day, before: Option<&Held>, now: Option<&Held>, changed: &mut Vec<u32>) {
        let number = day.number() as i32;
        for old in before.map_or(&[][..], |before| &before.rollup.stories) {
            if now.is_none_or(|now| find_row(now, old.story).is_none()) {
                let Some(&place) = self.places.get(&old.story) else { continue };
                self.entries[place as usize].days.retain(|(other, _)| *other != number);
                changed.push(place);
            }
        }
        for (row, story) in now.iter().flat_map(|now| now.rollup.stories.iter().enumerate()) {
            let place = *self.places.entry(story.story).or_insert_with(|| {
                self.entries.push(Entry {
                    story: story.story,
                    days: Vec::new(),
                    blocks: Vec::new(),
                    listed: None,
                });
                self.entries.len() as u32 - 1
            });
            let own = &mut self.entries[place as usize].days;
            match own.binary_search_by_key(&number, |(other, _)| *other) {
                Ok(at) => own[at].1 = row as u32,
                Err(at) => own.insert(at, (number, row as u32)),
            }
            let same = |before: &Held| {
                now.zip(find_row(before, story.story))
                    .is_some_and(|(now, old)| same_row(before, old, now, story))
            };
            if !before.is_some_and(same) {
                changed.push(place);
            }
        }
        if now.is_none() {
            self.strengths.remove(&number);
        }
    }

    pub fn strongest(
        &self,
        range: DayRange,
        limit: usize,
        days: &BTreeMap<Day, Held>,
        totals: &Table<()>,
    ) -> Vec<StoryInRange> {
        let whole = attention(totals, range);
        if limit == 0 || whole <= 0.0 {
            return Vec::new();
        }
        let (first, last) = (range.first().number() as i32, range.last().number() as i32);
        let mut best = Best { limit, stories: Vec::with_capacity(limit.min(1000) + 1) };
        // The bound and the strength are rounded on different ways; a hair's breadth keeps ties in.
        let bound = |score: f64| score / whole * (1.0 + 1e-9);
        let mut reaching_out: Vec<(f64, u32)> = Vec::new();
        // Those that lie inside are cheap to weigh; they raise the bar for the ones that reach out of the range.
        let inside = self.by_first.range(first..=last);
        let reaching_in = self.by_first.range(first.saturating_sub(self.longest)..first);
        for (_, places) in inside.chain(reaching_in) {
            for &place in places {
                let entry = &self.entries[place as usize];
                let Some(listed) = entry.listed else { continue };
                if best.excludes(bound(listed.score)) {
                    break;
                }
                if listed.last < first {
                    continue;
                }
                if listed.first >= first && listed.last <= last {
                    let share = listed.summed.tally.attention_units() / whole;
                    best.insert(raw_strength(share, 0.0, whole, listed.summed.families), entry.story, place);
                    continue;
                }
                // A long story may reach far out: what it has in the blocks of the range bounds it more closely.
                let units = attention_at_most(&entry.days, &entry.blocks, first, last);
                let score =
                    units.map_or(listed.score, |units| strongest_score(units, listed.summed.families));
                reaching_out.push((bound(score), place));
            }
        }
        reaching_out.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
        for (bound, place) in reaching_out {
            if best.excludes(bound) {
                break;
            }
            let found = self.measure(place, range, days, totals);
            let counts = |found: &StoryInRange| {
                found.tally.count >= self.settings.items_min && found.tally.attention > 0
            };
            if let Some(found) = found.filter(counts) {
                best.insert(found.raw, found.story, place);
            }
        }
        let best = best.stories.into_iter();
        best.filter_map(|(_, _, place)| self.compare(place, range, days, totals)).collect()
    }

    pub fn find(
        &self,
        story: [u8; 16],
        range: DayRange,
        days: &BTreeMap<Day, Held>,
        totals: &Table<()>,
    ) -> Option<StoryInRange> {
        self.compare(*self.places.get(&story)?, range, days, totals)
    }

    /// Whether the story has items on the day.
    pub fn has(&self, story: [u8; 16], day: Day) -> bool {
        let place = self.places.get(&story);
        let number = day.number() as i32;
        place.is_some_and(|place| {
            self.entries[*place as usize].days.binary_search_by_key(&number, |(day, _)| *day).is_ok()
        })
    }

    /// Of the stories that begin in the range the strongest, by their whole lives. Those that lead a longer range
    /// are among them.
    pub fn begun(&self, range: DayRange, limit: usize) -> Vec<[u8; 16]> {
        let (first, last) = (range.first().number() as i32, range.last().number() as i32);
        let of_day = |places: &[u32]| -> Vec<u32> { places.iter().take(limit).copied().collect() };
        let places = self.by_first.range(first..=last).flat_map(|(_, places)| of_day(places));
        let mut found: Vec<(f64, [u8; 16])> = places
            .map(|place| &self.entries[place as usize])
            .filter_map(|entry| Some((entry.listed?.score, entry.story)))
            .collect();
        found.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        found.into_iter().take(limit).map(|(_, story)| story).collect()
    }

    pub fn by_category(&self, range: DayRange) -> Vec<(Option<Category>, i64)> {
        let until_last = DayRange::inclusive(Day::MIN, range.last()).unwrap_or(range);
        let before_first = DayRange::inclusive(Day::MIN, range.first().plus(-1));
        let mut rows = Vec::new();
        for (slot, (opened, closed)) in self.opened.iter().zip(&self.closed).enumerate() {
            let gone = before_first.map_or(0, |before| closed.total(before).count);
            let alive = opened.total(until_last).count - gone;
            if alive > 0 {
                rows.push((Category::ALL.get(slot).copied(), alive));
            }
        }
        rows
    }

    /// The share of the last days' stories that are weaker, ties counted half; none before there are any.
    pub fn rank(&self, last: Day, raw: f64) -> Option<f64> {
        let last = last.number() as i32;
        let first = last.saturating_sub(self.settings.reference_days as i32 - 1);
        let (mut below, mut equal, mut all) = (0, 0, 0);
        for (_, strengths) in self.strengths.range(first..=last) {
            let under = places_below(strengths, |other| other < raw);
            below += under;
            equal += places_below(strengths, |other| other <= raw) - under;
            all += strengths.len();
        }
        (all > 0).then(|| (below as f64 + 0.5 * equal as f64) / all as f64)
    }

    /// Puts a story where its whole life belongs.
    fn list(&mut self, place: u32, days: &BTreeMap<Day, Held>) {
        if let Some(listed) = self.entries[place as usize].listed.take() {
            self.count(listed, -1);
            if let Some(places) = self.by_first.get_mut(&listed.first) {
                places.retain(|other| *other != place);
                if places.is_empty() {
                    self.by_first.remove(&listed.first);
                }
            }
        }
        let entry = &mut self.entries[place as usize];
        entry.blocks = blocks(&entry.days, days);
        let (Some(&(first, _)), Some(&(last, _))) = (entry.days.first(), entry.days.last()) else { return };
        let summed = entry.sum(first, last, days);
        // What was bought from first to last is no story of the coverage.
        if summed.tally.count < self.settings.items_min || summed.tally.attention <= 0 {
            return;
        }
        let score = strongest_score(summed.tally.attention_units(), summed.families);
        let listed = Listed { first, last, score, summed };
        self.longest = self.longest.max(last - first);
        self.count(listed, 1);
        self.entries[place as usize].listed = Some(listed);
        let entries = &self.entries;
        let key = |place: u32| {
            let entry = &entries[place as usize];
            (entry.listed.map_or(0.0, |listed| listed.score), entry.story)
        };
        let (own_score, own_story) = key(place);
        let places = self.by_first.entry(first).or_default();
        let at = places.partition_point(|other| {
            let (score, story) = key(*other);
            score > own_score || (score == own_score && story < own_story)
        });
        places.insert(at, place);
    }

    fn count(&mut self, listed: Listed, sign: i64) {
        let slots = Category::ALL.len() + 1;
        self.opened.resize(slots, Series::default());
        self.closed.resize(slots, Series::default());
        let slot = listed.summed.category.map_or(slots - 1, |category| category as usize);
        let one = Tally { count: sign, ..Tally::default() };
        for (series, day) in [(&mut self.opened[slot], listed.first), (&mut self.closed[slot], listed.last)] {
            series.add(Day::from_number(i64::from(day)).unwrap_or(Day::MIN), one);
        }
    }

    /// The strengths of a single day's stories.
    fn measure_day(&mut self, day: Day, days: &BTreeMap<Day, Held>, totals: &Table<()>) {
        let Some(held) = days.get(&day) else { return };
        let range = DayRange::single(day);
        let strong = |row: &StoryRow| {
            let place = self.places.get(&row.story)?;
            (row.tally.count >= self.settings.items_min && row.tally.attention > 0)
                .then(|| self.measure(*place, range, days, totals))?
        };
        let mut strengths: Vec<f64> =
            held.rollup.stories.iter().filter_map(strong).map(|story| story.raw).collect();
        strengths.sort_unstable_by(f64::total_cmp);
        self.strengths.insert(day.number() as i32, strengths);
    }

    /// A story measured, with its attention before the range, which only those that are told need.
    fn compare(
        &self,
        place: u32,
        range: DayRange,
        days: &BTreeMap<Day, Held>,
        totals: &Table<()>,
    ) -> Option<StoryInRange> {
        let found = self.measure(place, range, days, totals)?;
        let attention_before = match found.life.first() < range.first() {
            true => self.entries[place as usize].attention(range.before(), days),
            false => 0.0,
        };
        Some(StoryInRange { attention_before, ..found })
    }

    fn measure(
        &self,
        place: u32,
        range: DayRange,
        days: &BTreeMap<Day, Held>,
        totals: &Table<()>,
    ) -> Option<StoryInRange> {
        let entry = &self.entries[place as usize];
        let (first, last) = (range.first().number() as i32, range.last().number() as i32);
        let found = match entry.listed {
            Some(listed) if listed.first >= first && listed.last <= last => listed.summed,
            _ => entry.sum(first, last, days),
        };
        if found.tally.count == 0 {
            return None;
        }
        let baseline =
            DayRange::inclusive(range.first().plus(-self.settings.baseline_days), range.first().plus(-1));
        let whole = attention(totals, range);
        let share = if whole > 0.0 { found.tally.attention_units() / whole } else { 0.0 };
        let born_before = entry.days.first().is_some_and(|(day, _)| *day < first);
        // Most stories begin inside the range; nothing needs to be looked up for them.
        let baseline_share = match baseline.filter(|_| born_before) {
            Some(baseline) => match attention(totals, baseline) {
                usual if usual > 0.0 => entry.attention(baseline, days) / usual,
                _ => 0.0,
            },
            None => 0.0,
        };
        let number = |day: i32| Day::from_number(i64::from(day)).unwrap_or(Day::MIN);
        let life = DayRange::inclusive(number(entry.days.first()?.0), number(entry.days.last()?.0))?;
        Some(StoryInRange {
            story: entry.story,
            tally: found.tally,
            families: found.families,
            share,
            baseline_share,
            raw: raw_strength(share, baseline_share, whole, found.families),
            attention_before: 0.0,
            category: found.category,
            life,
        })
    }
}

/// The strongest so far, strongest first.
struct Best {
    limit: usize,
    stories: Vec<(f64, [u8; 16], u32)>,
}

impl Best {
    /// Whether there is no place for a story that is no stronger than this.
    fn excludes(&self, bound: f64) -> bool {
        self.stories.len() == self.limit && self.stories.last().is_some_and(|weakest| bound < weakest.0)
    }

    /// Strength first, then the id, so that equal ones have an order of their own.
    fn insert(&mut self, raw: f64, story: [u8; 16], place: u32) {
        let at = self.stories.partition_point(|other| other.0 > raw || (other.0 == raw && other.1 < story));
        self.stories.insert(at, (raw, story, place));
        self.stories.truncate(self.limit);
    }
}

/// How many come before the first that does not hold. Trends are stronger than most, so the search steps back from
/// the end in growing strides before it halves.
fn places_below(sorted: &[f64], holds: impl Fn(f64) -> bool) -> usize {
    let mut stride = 1;
    let mut end = sorted.len();
    while end >= stride && !holds(sorted[end - stride]) {
        end -= stride;
        stride *= 2;
    }
    let start = end.saturating_sub(stride);
    start + sorted[start..end].partition_point(|value| holds(*value))
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
    a.tally == b.tally && a.categories == b.categories && families(a_held, a) == families(b_held, b)
}

fn attention(totals: &Table<()>, range: DayRange) -> f64 {
    totals.find(&()).map_or(0.0, |place| totals.series(place).total(range).attention_units())
}
