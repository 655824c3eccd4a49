//! Hours, days, weeks or months of a range, and what was counted in them: by the figures where nothing narrows the
//! question, else by the finder. Figures are kept by day: hours are always counted by the finder, of a few days.

use domain::{Day, DayRange, Instant};
use indices::Tally;
use indices::answers::Granularity;
use search::DayTally;

use crate::explain::FeedQuery;
use crate::filters::Filters;
use interface::{App, ParamReader};
use runtime::error::ApiError;

/// What narrows a question about days, and how finely it is told.
#[derive(Clone, Debug)]
pub struct Slice {
    pub days: DayRange,
    pub filters: Filters,
    pub length: PeriodLength,
}

/// How much a row tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeriodLength {
    Hour,
    Days(Granularity),
}

const LENGTHS: [(&str, PeriodLength); 4] = [
    ("hour", PeriodLength::Hour),
    ("day", PeriodLength::Days(Granularity::Daily)),
    ("week", PeriodLength::Days(Granularity::Weekly)),
    ("month", PeriodLength::Days(Granularity::Monthly)),
];

/// Days that can be told by the hour: each article of them is looked at.
pub const MAX_HOURLY_DAYS: i64 = 14;

impl PeriodLength {
    pub fn read(from: &mut ParamReader) -> Result<PeriodLength, ApiError> {
        let names = LENGTHS.map(|(name, _)| name);
        let words = "What a row is: an hour (of at most 14 days), a day, a week (from Monday) or a month; those at the ends are cut to the days asked for.";
        let picked = from.choice("granularity", words, &names, Some("day"))?;
        let known = LENGTHS.into_iter().find(|(name, _)| Some(*name) == picked);
        Ok(known.map_or(PeriodLength::Days(Granularity::Daily), |(_, length)| length))
    }

    /// Whether so many days can be told so finely.
    pub fn check(self, days: DayRange) -> Result<(), ApiError> {
        if self != PeriodLength::Hour || days.length() <= MAX_HOURLY_DAYS {
            return Ok(());
        }
        let detail = format!(
            "By the hour at most {MAX_HOURLY_DAYS} days can be asked for; these are {}.",
            days.length()
        );
        Err(ApiError::parameter("granularity", detail))
    }
}

/// What a row tells of: some days, or the hour that begins at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Period {
    Days(DayRange),
    Hour(Instant),
}

impl Period {
    /// Its first day.
    pub fn date(self) -> String {
        match self {
            Period::Days(days) => days.first().to_string(),
            Period::Hour(start) => start.day().to_string(),
        }
    }

    /// When it begins, where it is an hour.
    pub fn hour(self) -> Option<String> {
        match self {
            Period::Days(_) => None,
            Period::Hour(start) => Some(start.rfc3339()),
        }
    }

    pub fn query(self) -> FeedQuery {
        match self {
            Period::Days(days) => FeedQuery::of(days),
            Period::Hour(start) => FeedQuery::of_hour(start),
        }
    }
}

impl Slice {
    pub fn read(from: &mut ParamReader) -> Result<Slice, ApiError> {
        let days = from.days()?;
        let (filters, length) = (Filters::read(from)?, PeriodLength::read(from)?);
        if !from.is_describing() {
            length.check(days)?;
        }
        Ok(Slice { days, filters, length })
    }

    /// Every day, nothing left out.
    pub fn of(days: DayRange) -> Slice {
        Slice { days, filters: Filters::default(), length: PeriodLength::Days(Granularity::Daily) }
    }

    /// A name for the answer to this question where it follows from the figures alone.
    pub fn kept(&self) -> Option<String> {
        let Slice { days, filters, length } = self;
        let counted = filters.is_empty() && *length != PeriodLength::Hour;
        counted.then(|| format!("{} {} {length:?}", days.first(), days.last()))
    }

    /// The call that lists all of it.
    pub fn query(&self) -> FeedQuery {
        self.query_of(Period::Days(self.days))
    }

    /// The call that lists a row of it.
    pub fn query_of(&self, period: Period) -> FeedQuery {
        self.filters.narrow(period.query())
    }
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
pub async fn tallies(app: &App, slice: &Slice) -> Result<Vec<(Period, Tally)>, ApiError> {
    let days = slice.days;
    let granularity = match slice.length {
        PeriodLength::Days(granularity) => granularity,
        PeriodLength::Hour => {
            let filters = slice.filters.clone();
            let found =
                app.search(move |finder, give_up| finder.hours_until(&filters.search(days), give_up)).await?;
            return Ok(found
                .into_iter()
                .map(|(start, found)| (Period::Hour(start), tally_of(&found)))
                .collect());
        }
    };
    let by_day: Vec<(Day, Tally)> = match slice.filters.is_empty() {
        true => app.figures.counted()?.ask(|cube| cube.by_day(days)),
        false => {
            let filters = slice.filters.clone();
            let mut found =
                app.search(move |finder, give_up| finder.tally_until(&filters.search(days), give_up)).await?;
            found.reverse();
            found.iter().map(|found| (found.day, tally_of(found))).collect()
        }
    };
    let rows = grouped(by_day, days, granularity, |a, b| a + b);
    Ok(rows.into_iter().map(|(days, tally)| (Period::Days(days), tally)).collect())
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
        tally: tally(found.count, found.unread, found.positive, found.negative),
        outlet: found.outlet,
    };
    Ok(found.into_iter().map(row).collect())
}

/// What was counted by language, in the order of their codes; those without anything are left out.
pub async fn languages(app: &App, slice: &Slice) -> Result<Vec<(String, Tally)>, ApiError> {
    let days = slice.days;
    let counted = |(language, tally): (&str, Tally)| (language.to_owned(), tally);
    let all: Vec<(String, Tally)> =
        app.figures.counted()?.ask(|cube| cube.by_language(days).into_iter().map(counted).collect());
    if slice.filters.is_empty() {
        return Ok(all);
    }
    let filters = slice.filters.clone();
    let wanted =
        move |language: &String| filters.languages.is_empty() || filters.languages.contains(language);
    let names: Vec<String> = all.into_iter().map(|(language, _)| language).filter(wanted).collect();
    let filters = slice.filters.clone();
    let found = app.search(move |finder, give_up| {
        let mut found = Vec::with_capacity(names.len());
        for language in names {
            let only = Filters { languages: vec![language.clone()], ..filters.clone() };
            let days = finder.tally_until(&only.search(days), give_up)?;
            let sum = days.iter().map(tally_of).sum();
            found.push((language, sum));
        }
        Ok(found)
    });
    Ok(found.await?.into_iter().filter(|(_, tally): &(String, Tally)| tally.count > 0).collect())
}

fn tally_of(found: &DayTally) -> Tally {
    tally(found.count, found.unread, found.positive, found.negative)
}

fn tally(count: u64, unread: u64, positive: u64, negative: u64) -> Tally {
    let [count, unread, positive, negative] = [count, unread, positive, negative].map(|number| number as i64);
    Tally { count, unread, positive, negative, ..Tally::default() }
}
