//! Days, weeks or months of a range, and what was counted in them: by the figures where nothing narrows the question,
//! else by the finder.

use domain::{Day, DayRange};
use indices::Tally;
use indices::answers::Granularity;

use crate::explain::FeedQuery;
use crate::filters::Filters;
use interface::{App, ParamReader};
use runtime::error::ApiError;

/// What narrows a question about days, and how finely it is told.
#[derive(Clone, Debug)]
pub struct Slice {
    pub days: DayRange,
    pub filters: Filters,
    pub granularity: Granularity,
}

const GRANULARITIES: [(&str, Granularity); 3] =
    [("day", Granularity::Daily), ("week", Granularity::Weekly), ("month", Granularity::Monthly)];

impl Slice {
    pub fn read(from: &mut ParamReader) -> Result<Slice, ApiError> {
        let days = from.days()?;
        Ok(Slice { filters: Filters::read(from)?, granularity: read_granularity(from)?, days })
    }

    /// Every day, nothing left out.
    pub fn of(days: DayRange) -> Slice {
        Slice { days, filters: Filters::default(), granularity: Granularity::Daily }
    }

    /// A name for the answer to this question where it follows from the figures alone.
    pub fn kept(&self) -> Option<String> {
        let Slice { days, filters, granularity } = self;
        filters.is_empty().then(|| format!("{} {} {granularity:?}", days.first(), days.last()))
    }

    pub fn query(&self, days: DayRange) -> FeedQuery {
        self.filters.narrow(FeedQuery::of(days))
    }
}

pub fn read_granularity(from: &mut ParamReader) -> Result<Granularity, ApiError> {
    let names = GRANULARITIES.map(|(name, _)| name);
    let words = "What a row is: a day, a week (from Monday) or a month; those at the ends are cut to the days asked for.";
    let picked = from.choice("granularity", words, &names, Some("day"))?;
    let known = GRANULARITIES.into_iter().find(|(name, _)| Some(*name) == picked);
    Ok(known.map_or(Granularity::Daily, |(_, granularity)| granularity))
}

/// The days of a range that share a row with each of these, in order; each with what they make together.
pub fn grouped<T>(
    days: impl IntoIterator<Item = (Day, T)>,
    range: DayRange,
    granularity: Granularity,
    add: impl Fn(T, T) -> T,
) -> Vec<(DayRange, T)> {
    let mut rows: Vec<(i64, DayRange, T)> = Vec::new();
    for (day, value) in days {
        let period = granularity.period(day);
        match rows.pop() {
            Some((last, row, sum)) if last == period => rows.push((last, row, add(sum, value))),
            before => {
                rows.extend(before);
                rows.push((period, granularity.days(day, range), value));
            }
        }
    }
    rows.into_iter().map(|(_, row, value)| (row, value)).collect()
}

/// What was counted by period; periods without anything are left out.
pub async fn tallies(app: &App, slice: &Slice) -> Result<Vec<(DayRange, Tally)>, ApiError> {
    let days = slice.days;
    let by_day: Vec<(Day, Tally)> = match slice.filters.is_empty() {
        true => app.figures.counted()?.ask(|cube| cube.by_day(days)),
        false => {
            let filters = slice.filters.clone();
            let mut found =
                app.search(move |finder, give_up| finder.tally_until(&filters.search(days), give_up)).await?;
            found.reverse();
            let tally = |found: &search::DayTally| tally(found.count, found.positive, found.negative);
            found.iter().map(|found| (found.day, tally(found))).collect()
        }
    };
    Ok(grouped(by_day, days, slice.granularity, |a, b| a + b))
}

/// One outlet's articles.
pub struct OutletCount {
    pub outlet: String,
    pub category: String,
    pub tally: Tally,
}

/// What was counted by outlet, in the order of names.
pub async fn outlets(app: &App, slice: &Slice) -> Result<Vec<OutletCount>, ApiError> {
    let days = slice.days;
    if slice.filters.is_empty() {
        let row = |row: indices::cube::OutletInRange<'_>| OutletCount {
            outlet: row.name.to_owned(),
            category: row.about.category.clone(),
            tally: row.tally,
        };
        return Ok(app.figures.counted()?.ask(|cube| cube.by_outlet(days).into_iter().map(row).collect()));
    }
    let filters = slice.filters.clone();
    let found =
        app.search(move |finder, give_up| finder.by_outlet_until(&filters.search(days), give_up)).await?;
    let categories: std::collections::HashMap<String, String> = app.figures.counted()?.ask(|cube| {
        cube.outlet_names().map(|(name, about)| (name.to_owned(), about.category.clone())).collect()
    });
    let row = |found: search::OutletTally| OutletCount {
        category: categories.get(&found.outlet).cloned().unwrap_or_default(),
        tally: tally(found.count, found.positive, found.negative),
        outlet: found.outlet,
    };
    Ok(found.into_iter().map(row).collect())
}

fn tally(count: u64, positive: u64, negative: u64) -> Tally {
    Tally { count: count as i64, positive: positive as i64, negative: negative as i64, ..Tally::default() }
}
