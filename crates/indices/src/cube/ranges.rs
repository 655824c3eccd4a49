//! What can be asked of a range of days. Every answer is a subtraction of running sums or a walk over the days of
//! one key; none looks at a document.

use std::borrow::Borrow;
use std::hash::Hash;

use domain::{Category, Day, DayRange, Kind};

use super::stories::Tables;
use super::table::Table;
use super::{About, Cube, Held, StoryDay, StoryInRange, Volume};
use crate::fixed::to_f64;
use crate::rollup::{DayRollup, Tally};

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

    /// Items without any category.
    pub fn uncategorised(&self, range: DayRange) -> Tally {
        let place = self.uncategorised.find(&());
        place.map_or(Tally::default(), |place| self.uncategorised.series(place).total(range))
    }

    pub fn by_language(&self, range: DayRange) -> Vec<(&str, Tally)> {
        self.languages
            .totals(range)
            .map(|(place, tally)| (self.languages.key(place).as_str(), tally))
            .collect()
    }

    pub fn by_company(&self, range: DayRange) -> Vec<NamedInRange<'_>> {
        let row = |(place, tally)| NamedInRange {
            name: self.companies.key(place),
            ticker: self.ticker(place),
            tally,
        };
        self.companies.totals(range).map(row).collect()
    }

    pub fn by_asset(&self, range: DayRange) -> Vec<NamedInRange<'_>> {
        let row = |(place, tally)| NamedInRange {
            name: self.assets.key(place),
            ticker: self.asset_tickers[place as usize].as_deref(),
            tally,
        };
        self.assets.totals(range).map(row).collect()
    }

    /// The days of the range on which the company is named.
    pub fn company_days(&self, company: &str, range: DayRange) -> Vec<(Day, Tally)> {
        days_of(&self.companies, company, range)
    }

    /// The same from the first to the last, one after the other.
    pub fn company_rows(
        &self,
        company: &str,
        range: DayRange,
    ) -> impl DoubleEndedIterator<Item = (Day, Tally)> + '_ {
        let series = self.companies.find(company).map(|place| self.companies.series(place));
        series.into_iter().flat_map(move |series| series.by_day(range))
    }

    /// How many these are.
    pub fn company_days_count(&self, company: &str, range: DayRange) -> usize {
        self.companies.find(company).map_or(0, |place| self.companies.series(place).length(range))
    }

    pub fn asset_days(&self, asset: &str, range: DayRange) -> Vec<(Day, Tally)> {
        days_of(&self.assets, asset, range)
    }

    pub fn outlet_days(&self, outlet: &str, range: DayRange) -> Vec<(Day, Tally)> {
        days_of(&self.outlets, outlet, range)
    }

    /// The stories with most evidence in the range, strongest first.
    pub fn stories(&self, range: DayRange, limit: usize) -> Vec<StoryInRange> {
        let covered = self.covered(range);
        covered.map_or(Vec::new(), |range| self.stories.strongest(range, limit, self.story_tables()))
    }

    /// All of them, strongest first. The work grows with their number.
    pub fn all_stories(&self, range: DayRange) -> Vec<StoryInRange> {
        let covered = self.covered(range);
        covered.map_or(Vec::new(), |range| self.stories.all(range, self.story_tables()))
    }

    /// One story's standing in the range; none where it has no item there.
    pub fn story(&self, story: [u8; 16], range: DayRange) -> Option<StoryInRange> {
        self.stories.find(story, self.covered(range)?, self.story_tables())
    }

    /// The same of a story that has items on one day alone, from that whole day: outlines may be without it.
    pub fn story_of_one_day(
        &self,
        whole: &DayRollup,
        story: [u8; 16],
        range: DayRange,
    ) -> Option<StoryInRange> {
        let range = self.covered(range).filter(|range| range.contains(whole.day))?;
        self.stories.of_one_day(whole, story, range.last(), &self.families)
    }

    /// The story's attention in the latter half of the range, and what is usual for its age.
    pub fn story_volume(&self, story: [u8; 16], range: DayRange) -> Option<Volume> {
        self.stories.volume(story, self.covered(range)?, &self.totals)
    }

    /// For each story with its evidence how many others of the reference days up to `last` have more, ties counted half;
    /// and how many stories these days have.
    pub fn story_ranks(&self, last: Day, stories: &[([u8; 16], f64)]) -> (Vec<f64>, usize) {
        self.stories.rank(last, stories)
    }

    /// How many families report often what others report too, as of a day.
    pub fn panel(&self, last: Day) -> usize {
        self.stories.panel(last, &self.families)
    }

    /// What a family's reports weigh as of a day: 0.5 where it reports after all others, 1.5 where before them.
    pub fn authority(&self, family: &str, last: Day) -> f64 {
        let weight = |place: u32| self.stories.weight(place, last, &self.families);
        self.families.find(family).map_or(1.0, |place| to_f64(weight(place)))
    }

    /// Whether the story has items on the day.
    pub fn story_has(&self, story: [u8; 16], day: Day) -> bool {
        self.stories.has(story, day)
    }

    /// The days on which the story has items.
    pub fn story_days(&self, story: [u8; 16]) -> impl Iterator<Item = Day> + '_ {
        self.stories.days(story)
    }

    /// What the story has on the days of a range.
    pub fn story_rows(&self, story: [u8; 16], range: DayRange) -> impl Iterator<Item = (Day, StoryDay<'_>)> {
        self.stories.rows(story, range)
    }

    /// The stories of a day, each with what it has on it.
    pub fn stories_of(&self, day: Day) -> impl Iterator<Item = ([u8; 16], StoryDay<'_>)> {
        self.stories.of_day(day)
    }

    /// A family by its place.
    pub fn family(&self, place: u32) -> &str {
        self.families.key(place)
    }

    /// The stories of several items, each with what it has over all days and its first and last day.
    pub fn stories_of_several(&self) -> impl Iterator<Item = ([u8; 16], Tally, DayRange)> + '_ {
        self.stories.several()
    }

    /// Of the stories of several items that begin in the range those with most evidence over all days.
    pub fn stories_begun(&self, range: DayRange, limit: usize) -> Vec<[u8; 16]> {
        let Some(span) = self.span() else { return Vec::new() };
        let (first, last) = (range.first().number() as i32, range.last().number() as i32);
        let found = self.stories.strongest_begun(first..=last, span, limit, self.story_tables());
        found.into_iter().map(|story| story.story).collect()
    }

    /// How many stories have several items in the range, by their category there; none: no category known.
    pub fn stories_by_category(&self, range: DayRange) -> Vec<(Option<Category>, i64)> {
        self.covered(range).map_or(Vec::new(), |range| self.stories.by_category(range))
    }

    /// Names in order, for those who list what there is.
    pub fn outlet_names(&self) -> impl Iterator<Item = (&str, &About)> {
        let about = |place: &u32| (self.outlets.key(*place).as_str(), &self.abouts[*place as usize]);
        self.outlets.places_by_key().iter().map(about)
    }

    pub fn company_names(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        let row = |place: &u32| (self.companies.key(*place).as_str(), self.ticker(*place));
        self.companies.places_by_key().iter().map(row)
    }

    fn ticker(&self, company: u32) -> Option<&str> {
        let ticker = self.ticker_names.key(self.tickers[company as usize]);
        Some(ticker.as_str()).filter(|ticker| !ticker.is_empty())
    }

    /// The companies of a day, each with the articles that speak of it most plainly.
    pub fn company_articles<'a>(
        &'a self,
        held: &'a Held,
    ) -> impl Iterator<Item = (&'a str, &'a [[u8; 16]])> + 'a {
        held.companies.articles().map(|(place, articles)| (self.companies.key(place).as_str(), articles))
    }

    pub fn asset_names(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        let row =
            |place: &u32| (self.assets.key(*place).as_str(), self.asset_tickers[*place as usize].as_deref());
        self.assets.places_by_key().iter().map(row)
    }

    pub(super) fn story_tables(&self) -> Tables<'_> {
        Tables { days: &self.days, totals: &self.totals, families: &self.families }
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

    pub(crate) fn find_outlet(&self, name: &str) -> Option<u32> {
        self.outlets.find(name)
    }

    pub(crate) fn find_family(&self, name: &str) -> Option<u32> {
        self.families.find(name)
    }

    pub(crate) fn find_person(&self, name: &str) -> Option<u32> {
        self.people.find(name)
    }

    pub(crate) fn find_asset(&self, name: &str) -> Option<u32> {
        self.assets.find(name)
    }
}

fn days_of<Key, Name>(table: &Table<Key>, key: &Name, range: DayRange) -> Vec<(Day, Tally)>
where
    Key: Clone + Eq + Hash + Ord + Borrow<Name>,
    Name: Eq + Hash + ?Sized,
{
    table.find(key).map_or(Vec::new(), |place| table.series(place).by_day(range).collect())
}
