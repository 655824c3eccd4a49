//! Many days in memory, ready for any range.
//!
//! Each key (outlet, category, company ...) has running sums over its own days, so that a range costs the same
//! however many documents it holds. A day is replaced as a whole when it was counted again. Answers depend on
//! the days held, never on the order in which they came.

mod series;
mod stories;
mod table;
mod voices;

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::hash::hash128;
use domain::{Category, Cohort, Day, DayRange, Kind};

pub use stories::{StoryInRange, TrendSettings};

use crate::rollup::{DayRollup, OutletRow, Tally, categories_of};
use series::Series;
use stories::Stories;
use table::Table;
use voices::VoicesByCohort;

/// A day as it is held: the rollup, and where its rows stand among all.
#[derive(Clone, Debug)]
pub struct Held {
    pub rollup: Arc<DayRollup>,
    /// For each place in the rollup's list, the place in the cube's.
    pub outlets: Vec<u32>,
    pub families: Vec<u32>,
    pub assets: Vec<u32>,
    pub people: Vec<u32>,
}

#[derive(Clone, Debug, Default)]
pub struct Cube {
    days: BTreeMap<Day, Held>,
    totals: Table<()>,
    outlets: Table<String>,
    abouts: Vec<About>,
    families: Table<String>,
    kinds: Table<Kind>,
    categories: Table<Category>,
    languages: Table<String>,
    companies: Table<String>,
    tickers: Vec<Option<String>>,
    assets: Table<String>,
    asset_tickers: Vec<Option<String>>,
    cohorts: Table<Cohort>,
    cohort_categories: Table<(Cohort, Category)>,
    people: Table<String>,
    voices: VoicesByCohort,
    stories: Stories,
}

/// What an outlet is, as of the newest day on which it has items.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct About {
    pub category: String,
    pub family: String,
    pub country: String,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutletInRange<'a> {
    pub name: &'a str,
    pub about: &'a About,
    pub tally: Tally,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NamedInRange<'a> {
    pub name: &'a str,
    pub ticker: Option<&'a str>,
    pub tally: Tally,
}

impl Cube {
    pub fn new(settings: TrendSettings) -> Cube {
        Cube { stories: Stories::new(settings), ..Cube::default() }
    }

    /// Puts a day in the place of what was held for it. A day without documents is held no longer.
    pub fn replace(&mut self, rollup: Arc<DayRollup>) {
        let day = rollup.day;
        if rollup.totals.count == 0 {
            return self.remove(day);
        }
        self.take_out(day);
        let outlets = rollup.outlets.iter().map(|row| self.outlets.place(row.name.as_str())).collect();
        let families = rollup.families.iter().map(|name| self.families.place(name.as_str())).collect();
        let assets = rollup.assets.iter().map(|row| self.assets.place(row.name.as_str())).collect();
        let people = rollup.people.iter().map(|row| self.people.place(row.name.as_str())).collect();
        let held = Held { rollup, outlets, families, assets, people };
        self.apply(&held, 1);
        self.days.insert(day, held);
        self.stories.settle(day, &self.days, &self.totals);
        self.describe(day, None);
    }

    /// Forgets a day; that it was never held is no error.
    pub fn remove(&mut self, day: Day) {
        self.take_out(day);
        self.stories.measure_days(day, &self.days, &self.totals);
    }

    pub fn day(&self, day: Day) -> Option<&Held> {
        self.days.get(&day)
    }

    pub fn days(&self, range: DayRange) -> impl DoubleEndedIterator<Item = (Day, &Held)> {
        self.days.range(range.first()..=range.last()).map(|(day, held)| (*day, held))
    }

    /// The first and the last day held.
    pub fn span(&self) -> Option<DayRange> {
        let (first, last) = (self.days.first_key_value()?.0, self.days.last_key_value()?.0);
        DayRange::inclusive(*first, *last)
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

    pub fn total(&self, range: DayRange) -> Tally {
        self.totals.find(&()).map_or(Tally::default(), |place| self.totals.series(place).total(range))
    }

    /// Days with coverage, in order.
    pub fn by_day(&self, range: DayRange) -> Vec<(Day, Tally)> {
        let series = self.totals.find(&()).map(|place| self.totals.series(place));
        series.map_or(Vec::new(), |series| series.by_day(range).collect())
    }

    pub fn by_outlet(&self, range: DayRange) -> Vec<OutletInRange<'_>> {
        let row = |(place, tally)| OutletInRange {
            name: self.outlets.key(place),
            about: &self.abouts[place as usize],
            tally,
        };
        self.outlets.totals(range).map(row).collect()
    }

    pub fn by_kind(&self, range: DayRange) -> Vec<(Kind, Tally)> {
        self.kinds.totals(range).map(|(place, tally)| (*self.kinds.key(place), tally)).collect()
    }

    /// An item counts in each of its categories, so that these do not sum to the total.
    pub fn by_category(&self, range: DayRange) -> Vec<(Category, Tally)> {
        self.categories.totals(range).map(|(place, tally)| (*self.categories.key(place), tally)).collect()
    }

    pub fn by_language(&self, range: DayRange) -> Vec<(&str, Tally)> {
        self.languages
            .totals(range)
            .map(|(place, tally)| (self.languages.key(place).as_str(), tally))
            .collect()
    }

    pub fn by_company(&self, range: DayRange) -> Vec<NamedInRange<'_>> {
        named(&self.companies, &self.tickers, range)
    }

    pub fn by_asset(&self, range: DayRange) -> Vec<NamedInRange<'_>> {
        named(&self.assets, &self.asset_tickers, range)
    }

    /// The days of the range on which the company is named.
    pub fn company_days(&self, company: &str, range: DayRange) -> Vec<(Day, Tally)> {
        days_of(&self.companies, company, range)
    }

    pub fn asset_days(&self, asset: &str, range: DayRange) -> Vec<(Day, Tally)> {
        days_of(&self.assets, asset, range)
    }

    pub fn outlet_days(&self, outlet: &str, range: DayRange) -> Vec<(Day, Tally)> {
        days_of(&self.outlets, outlet, range)
    }

    pub fn category_days(&self, category: Category, range: DayRange) -> Vec<(Day, Tally)> {
        days_of(&self.categories, &category, range)
    }

    /// Tallies by cohort, with how many people spoke and the last day on which one did.
    pub fn by_cohort(&self, range: DayRange) -> Vec<CohortInRange> {
        let row = |(place, tally)| {
            self.cohort_row(*self.cohorts.key(place), None, self.cohorts.series(place), tally, range)
        };
        self.cohorts.totals(range).map(row).collect()
    }

    /// The same, of items in one category.
    pub fn by_cohort_about(&self, category: Category, range: DayRange) -> Vec<CohortInRange> {
        let row = |cohort: &Cohort| {
            let series = self.cohort_categories.series(self.cohort_categories.find(&(*cohort, category))?);
            let tally = series.total(range);
            (tally.count != 0).then(|| self.cohort_row(*cohort, Some(category), series, tally, range))
        };
        Cohort::ALL.iter().filter_map(row).collect()
    }

    fn cohort_row(
        &self,
        cohort: Cohort,
        about: Option<Category>,
        series: &Series,
        tally: Tally,
        range: DayRange,
    ) -> CohortInRange {
        let last_day = series.by_day(range).next_back().map_or(range.first(), |(day, _)| day);
        CohortInRange { cohort, tally, speakers: self.voices.count(cohort, about, range), last_day }
    }

    /// The strongest stories of the range, strongest first.
    pub fn stories(&self, range: DayRange, limit: usize) -> Vec<StoryInRange> {
        self.stories.strongest(range, limit, &self.days, &self.totals)
    }

    /// One story's standing in the range; none where it has no item there.
    pub fn story(&self, story: [u8; 16], range: DayRange) -> Option<StoryInRange> {
        self.stories.find(story, range, &self.days, &self.totals)
    }

    /// How many stories of several items were alive in the range, by their category; none: no category known.
    pub fn stories_by_category(&self, range: DayRange) -> Vec<(Option<Category>, i64)> {
        self.stories.by_category(range)
    }

    /// The measures of the stories of single days up to `last`, against which a signal is ranked.
    pub fn reference_rank(&self, last: Day, raw: f64) -> Option<f64> {
        self.stories.rank(last, raw)
    }

    /// Names in order, for those who list what there is.
    pub fn outlet_names(&self) -> impl Iterator<Item = (&str, &About)> {
        let about = |place: &u32| (self.outlets.key(*place).as_str(), &self.abouts[*place as usize]);
        self.outlets.places_by_key().iter().map(about)
    }

    pub fn company_names(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        let row =
            |place: &u32| (self.companies.key(*place).as_str(), self.tickers[*place as usize].as_deref());
        self.companies.places_by_key().iter().map(row)
    }

    pub fn asset_names(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        let row =
            |place: &u32| (self.assets.key(*place).as_str(), self.asset_tickers[*place as usize].as_deref());
        self.assets.places_by_key().iter().map(row)
    }

    /// Places of all outlets in the order of their names; sums of floats run in this order.
    pub(crate) fn outlet_places(&self) -> &[u32] {
        self.outlets.places_by_key()
    }

    pub(crate) fn outlet(&self, place: u32) -> (&str, &About) {
        (self.outlets.key(place), &self.abouts[place as usize])
    }

    pub(crate) fn asset_places(&self) -> &[u32] {
        self.assets.places_by_key()
    }

    pub(crate) fn asset(&self, place: u32) -> &str {
        self.assets.key(place)
    }

    pub(crate) fn find_asset(&self, name: &str) -> Option<u32> {
        self.assets.find(name)
    }

    fn take_out(&mut self, day: Day) {
        let Some(held) = self.days.remove(&day) else { return };
        self.apply(&held, -1);
        self.stories.forget(day, &held.rollup, &self.days);
        self.describe(day, Some(&held.rollup));
    }

    /// Adds the day to every table, or takes it away.
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
        for (kind, tally) in &rollup.kinds {
            let place = self.kinds.place(kind);
            self.kinds.add(place, day, signed(*tally));
        }
        for (category, tally) in &rollup.categories {
            let place = self.categories.place(category);
            self.categories.add(place, day, signed(*tally));
        }
        for (language, tally) in &rollup.languages {
            let place = self.languages.place(language.as_str());
            self.languages.add(place, day, signed(*tally));
        }
        for row in &rollup.companies {
            let place = self.companies.place(row.name.as_str());
            self.companies.add(place, day, signed(row.tally));
        }
        for (cohort, tally) in &rollup.cohorts {
            let place = self.cohorts.place(cohort);
            self.cohorts.add(place, day, signed(*tally));
        }
        for (key, tally) in &rollup.cohort_categories {
            let place = self.cohort_categories.place(key);
            self.cohort_categories.add(place, day, signed(*tally));
        }
        for (row, place) in rollup.people.iter().zip(&held.people) {
            let Some(cohort) = row.cohort else { continue };
            for subject in categories_of(row.categories).map(Some).chain([None]) {
                if sign > 0 {
                    self.voices.insert(cohort, subject, *place, day);
                } else {
                    self.voices.remove(cohort, subject, *place, day);
                }
            }
        }
    }

    /// Brings what outlets and names are up to date, for those whose newest day changed.
    fn describe(&mut self, day: Day, removed: Option<&DayRollup>) {
        self.abouts.resize(self.outlets.len(), About::default());
        self.tickers.resize(self.companies.len(), None);
        self.asset_tickers.resize(self.assets.len(), None);
        let held = self.days.get(&day);
        let Some(touched) = removed.or(held.map(|held| held.rollup.as_ref())) else { return };
        for row in &touched.outlets {
            let Some(place) = self.outlets.find(row.name.as_str()) else { continue };
            let newest = newest(&self.days, self.outlets.series(place).last_day());
            let row_of = |rollup: &DayRollup| find_outlet(rollup, &row.name).map(|row| about(rollup, row));
            if let Some(about) = newest.and_then(row_of) {
                self.abouts[place as usize] = about;
            }
        }
        for row in &touched.companies {
            let Some(place) = self.companies.find(row.name.as_str()) else { continue };
            let newest = newest(&self.days, self.companies.series(place).last_day());
            if let Some(rollup) = newest {
                let at = rollup.companies.binary_search_by(|other| other.name.cmp(&row.name));
                self.tickers[place as usize] = at.ok().and_then(|at| rollup.companies[at].ticker.clone());
            }
        }
        for row in &touched.assets {
            let Some(place) = self.assets.find(row.name.as_str()) else { continue };
            let newest = newest(&self.days, self.assets.series(place).last_day());
            if let Some(rollup) = newest {
                let at = rollup.assets.binary_search_by(|other| other.name.cmp(&row.name));
                self.asset_tickers[place as usize] = at.ok().and_then(|at| rollup.assets[at].ticker.clone());
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CohortInRange {
    pub cohort: Cohort,
    pub tally: Tally,
    pub speakers: usize,
    pub last_day: Day,
}

fn newest(days: &BTreeMap<Day, Held>, day: Option<Day>) -> Option<&DayRollup> {
    Some(days.get(&day?)?.rollup.as_ref())
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

fn named<'a>(
    table: &'a Table<String>,
    tickers: &'a [Option<String>],
    range: DayRange,
) -> Vec<NamedInRange<'a>> {
    let row = |(place, tally)| NamedInRange {
        name: table.key(place),
        ticker: tickers[place as usize].as_deref(),
        tally,
    };
    table.totals(range).map(row).collect()
}

fn days_of<Key, Name>(table: &Table<Key>, key: &Name, range: DayRange) -> Vec<(Day, Tally)>
where
    Key: Clone + Eq + std::hash::Hash + Ord + std::borrow::Borrow<Name>,
    Name: Eq + std::hash::Hash + ?Sized,
{
    table.find(key).map_or(Vec::new(), |place| table.series(place).by_day(range).collect())
}

#[cfg(test)]
#[path = "cube_tests.rs"]
mod tests;
