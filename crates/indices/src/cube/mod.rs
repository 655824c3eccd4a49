//! Many days in memory, ready for any range.
//!
//! Each key (outlet, category, company ...) has running sums over its own days, so that a range costs the same
//! however many documents it holds. A day is replaced as a whole when it was counted again. Answers depend on
//! the days held, never on the order in which they came.

mod by_day;
mod ranges;
mod series;
mod stories;
mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;

use domain::hash::hash128;
use domain::{Category, Day, DayRange, Kind};

pub use ranges::{NamedInRange, OutletInRange};
pub(crate) use series::Series;
pub use stories::{Age, Course, Rise, StoryDay, StoryInRange, TrendSettings, Volume};

use crate::rollup::{CompanyRow, DayRollup, OutletRow, Tally};
use stories::{Changed, Stories, Tables, earliness};
use table::Table;

/// A day as it is held: the rollup, and where its rows stand among all.
#[derive(Clone, Debug)]
pub struct Held {
    pub rollup: Arc<DayRollup>,
    /// For each place in the rollup's list, the place in the cube's.
    pub outlets: Vec<u32>,
    pub families: Vec<u32>,
    pub assets: Vec<u32>,
    pub people: Vec<u32>,
    companies: HeldCompanies,
}

/// The companies of a day without their names, which they have on every day, and without their tallies, which stand in the
/// running sums.
#[derive(Clone, Debug, Default)]
struct HeldCompanies {
    /// By place: place of the company, place of its ticker, and how many articles stand before its own.
    rows: Vec<(u32, u32, u32)>,
    articles: Vec<[u8; 16]>,
}

impl HeldCompanies {
    /// Adds the companies of a day to their table.
    fn add(
        companies: &mut Table<String>,
        tickers: &mut Table<String>,
        day: Day,
        mut rows: Vec<CompanyRow>,
    ) -> HeldCompanies {
        let mut places: Vec<(u32, u32, usize)> = Vec::with_capacity(rows.len());
        for (at, row) in rows.iter().enumerate() {
            let place = companies.place(row.name.as_str());
            companies.add(place, day, row.tally);
            places.push((place, tickers.place(row.ticker.as_deref().unwrap_or("")), at));
        }
        places.sort_unstable();
        let length = rows.iter().map(|row| row.articles.len()).sum();
        let mut held =
            HeldCompanies { rows: Vec::with_capacity(rows.len()), articles: Vec::with_capacity(length) };
        for (place, ticker, at) in places {
            held.rows.push((place, ticker, held.articles.len() as u32));
            held.articles.append(&mut rows[at].articles);
        }
        held
    }

    fn places(&self) -> impl Iterator<Item = u32> + '_ {
        self.rows.iter().map(|row| row.0)
    }

    fn ticker(&self, place: u32) -> Option<u32> {
        self.rows.binary_search_by_key(&place, |row| row.0).ok().map(|at| self.rows[at].1)
    }

    /// Each with the articles that speak of it most plainly.
    fn articles(&self) -> impl Iterator<Item = (u32, &[[u8; 16]])> {
        let end = |at: usize| self.rows.get(at + 1).map_or(self.articles.len(), |next| next.2 as usize);
        let row =
            move |(at, row): (usize, &(u32, u32, u32))| (row.0, &self.articles[row.2 as usize..end(at)]);
        self.rows.iter().enumerate().map(row)
    }
}

#[derive(Clone, Debug, Default)]
pub struct Cube {
    days: BTreeMap<Day, Held>,
    totals: Table<()>,
    outlets: Table<String>,
    abouts: Vec<About>,
    /// Their series tell how early they report (`stories::earliness`), in the place of tone.
    families: Table<String>,
    kinds: Table<Kind>,
    categories: Table<Category>,
    uncategorised: Table<()>,
    languages: Table<String>,
    companies: Table<String>,
    /// For each company the place of its ticker.
    tickers: Vec<u32>,
    /// Every ticker that a company ever had; the empty one is none.
    ticker_names: Table<String>,
    assets: Table<String>,
    asset_tickers: Vec<Option<String>>,
    people: Table<String>,
    stories: Stories,
}

/// What an outlet is, as of the newest day on which it has items.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct About {
    pub category: String,
    pub family: String,
    pub country: String,
}

impl Cube {
    pub fn new(settings: TrendSettings) -> Cube {
        Cube { stories: Stories::new(settings), ..Cube::default() }
    }

    /// Puts a day in the place of what was held for it. A day without documents is held no longer.
    pub fn replace(&mut self, rollup: Arc<DayRollup>) {
        self.replace_all(vec![rollup]);
    }

    /// The same for several days: a story that runs through them is weighed once.
    pub fn replace_all(&mut self, rollups: Vec<Arc<DayRollup>>) {
        let mut changed = Changed::default();
        let mut touched = Touched::default();
        let mut days: BTreeMap<Day, Arc<DayRollup>> =
            rollups.into_iter().map(|rollup| (rollup.day, rollup)).collect();
        let replaced: Vec<Day> = days.keys().copied().collect();
        for day in &replaced {
            if let Some(before) = self.take_out(*day) {
                touched.add(&before);
            }
        }
        let mut companies: Vec<(Day, Vec<CompanyRow>)> = Vec::new();
        for (day, rollup) in &mut days {
            if rollup.totals.count != 0 && !rollup.companies.is_empty() {
                companies.push((*day, std::mem::take(&mut Arc::make_mut(rollup).companies)));
            }
        }
        // A first look takes many days in. Companies have nothing to do with the rest.
        let mut tables = (std::mem::take(&mut self.companies), std::mem::take(&mut self.ticker_names));
        let hold = move || {
            let of_day = |(day, rows)| (day, HeldCompanies::add(&mut tables.0, &mut tables.1, day, rows));
            let held: Vec<(Day, HeldCompanies)> = companies.into_iter().map(of_day).collect();
            (tables, held)
        };
        let (tables, held) = thread::scope(|scope| {
            let beside = if days.len() > 1 { Ok(scope.spawn(hold)) } else { Err(hold()) };
            days.into_iter().for_each(|(day, rollup)| self.take_in(day, rollup, &mut changed));
            beside
                .map_or_else(|done| done, |thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
        });
        (self.companies, self.ticker_names) = tables;
        for (day, companies) in held {
            if let Some(held) = self.days.get_mut(&day) {
                held.companies = companies;
            }
        }
        replaced.iter().filter_map(|day| self.days.get(day)).for_each(|held| touched.add(held));
        self.settle_stories(changed);
        self.describe(touched);
    }

    /// These days alone and as much of each as the metrics ask for: stories and companies are left out,
    /// which cost most. What is held depends on no day that is not among them.
    pub fn for_metrics(days: impl IntoIterator<Item = Arc<DayRollup>>) -> Cube {
        let mut cube = Cube::default();
        for rollup in days {
            cube.add_for_metrics(rollup);
        }
        cube
    }

    /// One more day, which must not be held yet.
    pub fn add_for_metrics(&mut self, rollup: Arc<DayRollup>) {
        let day = rollup.day;
        if rollup.totals.count == 0 || self.days.contains_key(&day) {
            return;
        }
        let held = self.hold(Arc::clone(&rollup));
        let place = self.totals.place(&());
        self.totals.add(place, day, rollup.totals);
        for (row, place) in rollup.outlets.iter().zip(&held.outlets) {
            self.outlets.add(*place, day, row.tally);
        }
        for (row, place) in rollup.assets.iter().zip(&held.assets) {
            self.assets.add(*place, day, row.tally);
        }
        let mut touched = Touched::default();
        touched.add(&held);
        self.days.insert(day, held);
        self.describe(touched);
    }

    /// The days up to `last` as they were counted; they are shared, not copied.
    pub fn rollups(&self, last: Day) -> Vec<Arc<DayRollup>> {
        self.days.range(..=last).map(|(_, held)| Arc::clone(&held.rollup)).collect()
    }

    /// Forgets a day; that it was never held is no error.
    pub fn remove(&mut self, day: Day) {
        let Some(before) = self.take_out(day) else { return };
        let mut touched = Touched::default();
        touched.add(&before);
        let mut changed = Changed::default();
        self.stories.enter(day, None, &mut changed);
        self.settle_stories(changed);
        self.describe(touched);
    }

    pub fn day(&self, day: Day) -> Option<&Held> {
        self.days.get(&day)
    }

    pub fn days(&self, range: DayRange) -> impl DoubleEndedIterator<Item = (Day, &Held)> {
        self.days.range(range.first()..=range.last()).map(|(day, held)| (*day, held))
    }

    /// The days of a range as they are held, in their order.
    pub(crate) fn rollups_of(&self, range: DayRange) -> impl Iterator<Item = &DayRollup> {
        self.days(range).map(|(_, held)| held.rollup.as_ref())
    }

    /// Gives back memory that was set aside for growing: for the end of a first look.
    pub fn shrink(&mut self) {
        self.totals.shrink();
        self.outlets.shrink();
        self.families.shrink();
        self.kinds.shrink();
        self.categories.shrink();
        self.uncategorised.shrink();
        self.languages.shrink();
        self.companies.shrink();
        self.assets.shrink();
        self.stories.shrink();
    }

    /// How many days are held.
    pub fn length(&self) -> usize {
        self.days.len()
    }

    /// The first and the last day held.
    pub fn span(&self) -> Option<DayRange> {
        let (first, last) = (self.days.first_key_value()?.0, self.days.last_key_value()?.0);
        DayRange::inclusive(*first, *last)
    }

    /// The range without what lies before all days held, and without its end as far as no day is held there.
    pub fn covered(&self, range: DayRange) -> Option<DayRange> {
        let first = self.days.first_key_value()?.0;
        let last = self.days.range(..=range.last()).next_back()?.0;
        DayRange::inclusive(range.first().max(*first), *last)
    }

    /// Names everything that was counted in the range: equal digests mean equal inputs.
    pub fn digest(&self, range: DayRange) -> [u8; 16] {
        let mut bytes = Vec::new();
        for (day, held) in self.days(range) {
            bytes.extend_from_slice(&day.number().to_le_bytes());
            bytes.extend_from_slice(&held.rollup.digest);
        }
        hash128(&bytes)
    }

    /// The same of what was said in known roles.
    pub fn voices_digest(&self, range: DayRange) -> [u8; 16] {
        let mut bytes = Vec::new();
        for (day, held) in self.days(range) {
            bytes.extend_from_slice(&day.number().to_le_bytes());
            bytes.extend_from_slice(&held.rollup.voices.digest);
        }
        hash128(&bytes)
    }

    fn settle_stories(&mut self, changed: Changed) {
        let tables = Tables { days: &self.days, totals: &self.totals, families: &self.families };
        self.stories.settle(changed, tables);
    }

    /// Where the day's rows stand among all.
    fn hold(&mut self, rollup: Arc<DayRollup>) -> Held {
        Held {
            outlets: rollup.outlets.iter().map(|row| self.outlets.place(row.name.as_str())).collect(),
            families: rollup.families.iter().map(|name| self.families.place(name.as_str())).collect(),
            assets: rollup.assets.iter().map(|row| self.assets.place(row.name.as_str())).collect(),
            people: rollup.people.iter().map(|row| self.people.place(row.name.as_str())).collect(),
            companies: HeldCompanies::default(),
            rollup,
        }
    }

    fn take_out(&mut self, day: Day) -> Option<Held> {
        let held = self.days.remove(&day)?;
        self.apply(&held, -1);
        let single = DayRange::single(day);
        for place in held.companies.places() {
            let tally = self.companies.series(place).total(single);
            self.companies.add(place, day, Tally::default() - tally);
        }
        Some(held)
    }

    /// Adds the day to every table but that of the companies. Its stories are held without their rows from then on.
    fn take_in(&mut self, day: Day, rollup: Arc<DayRollup>, changed: &mut Changed) {
        let held = (rollup.totals.count != 0).then(|| self.hold(rollup));
        self.stories.enter(day, held.as_ref(), changed);
        let Some(mut held) = held else { return };
        self.apply(&held, 1);
        if !held.rollup.stories.is_empty() {
            Arc::make_mut(&mut held.rollup).stories = Vec::new();
        }
        self.days.insert(day, held);
    }

    /// Adds the day to every table but that of the companies, or takes it away.
    fn apply(&mut self, held: &Held, sign: i64) {
        let rollup = held.rollup.as_ref();
        let day = rollup.day;
        let signed = |tally: Tally| if sign > 0 { tally } else { Tally::default() - tally };
        let place = self.totals.place(&());
        self.totals.add(place, day, signed(rollup.totals));
        for (row, place) in rollup.outlets.iter().zip(&held.outlets) {
            self.outlets.add(*place, day, signed(row.tally));
        }
        for (row, place) in rollup.assets.iter().zip(&held.assets) {
            self.assets.add(*place, day, signed(row.tally));
        }
        // Most families report on many stories of a day.
        let mut seen = vec![Tally::default(); self.families.len()];
        let mut reports = Vec::new();
        for (_, row) in self.stories.of_day(day) {
            reports.clear();
            reports.extend(row.reports());
            for (family, early) in earliness(&reports) {
                seen[family as usize] += Tally { count: 1, tone: early, ..Tally::default() };
            }
        }
        for (family, seen) in (0..).zip(seen) {
            self.families.add(family, day, signed(seen));
        }
        for (kind, tally) in &rollup.kinds {
            let place = self.kinds.place(kind);
            self.kinds.add(place, day, signed(*tally));
        }
        for (category, tally) in &rollup.categories {
            let place = self.categories.place(category);
            self.categories.add(place, day, signed(*tally));
        }
        let place = self.uncategorised.place(&());
        self.uncategorised.add(place, day, signed(rollup.uncategorised));
        for (language, tally) in &rollup.languages {
            let place = self.languages.place(language.as_str());
            self.languages.add(place, day, signed(*tally));
        }
    }

    /// Brings what outlets and names are up to date, for those that a changed day speaks of.
    fn describe(&mut self, touched: Touched) {
        self.abouts.resize(self.outlets.len(), About::default());
        let no_ticker = self.ticker_names.place("");
        self.tickers.resize(self.companies.len(), no_ticker);
        self.asset_tickers.resize(self.assets.len(), None);
        for place in touched.outlets {
            let newest = newest(&self.days, self.outlets.series(place).last_day());
            let name = self.outlets.key(place);
            let row_of = |held: &Held| find_outlet(&held.rollup, name).map(|row| about(&held.rollup, row));
            if let Some(about) = newest.and_then(row_of) {
                self.abouts[place as usize] = about;
            }
        }
        for place in touched.companies {
            let newest = newest(&self.days, self.companies.series(place).last_day());
            if let Some(held) = newest {
                self.tickers[place as usize] = held.companies.ticker(place).unwrap_or(no_ticker);
            }
        }
        for place in touched.assets {
            let newest = newest(&self.days, self.assets.series(place).last_day());
            if let Some(held) = newest {
                let rows = &held.rollup.assets;
                let at = rows.binary_search_by(|other| other.name.cmp(self.assets.key(place)));
                self.asset_tickers[place as usize] = at.ok().and_then(|at| rows[at].ticker.clone());
            }
        }
    }
}

/// The places of what changed days speak of.
#[derive(Default)]
struct Touched {
    outlets: BTreeSet<u32>,
    companies: BTreeSet<u32>,
    assets: BTreeSet<u32>,
}

impl Touched {
    fn add(&mut self, held: &Held) {
        self.outlets.extend(&held.outlets);
        self.companies.extend(held.companies.places());
        self.assets.extend(&held.assets);
    }
}

fn newest(days: &BTreeMap<Day, Held>, day: Option<Day>) -> Option<&Held> {
    days.get(&day?)
}

fn find_outlet<'a>(rollup: &'a DayRollup, name: &str) -> Option<&'a OutletRow> {
    let at = rollup.outlets.binary_search_by(|row| row.name.as_str().cmp(name)).ok()?;
    Some(&rollup.outlets[at])
}

fn about(rollup: &DayRollup, row: &OutletRow) -> About {
    About {
        category: row.category.clone(),
        family: rollup.families[row.family as usize].clone(),
        country: row.country.clone(),
    }
}

#[cfg(test)]
#[path = "cube_tests.rs"]
mod tests;
