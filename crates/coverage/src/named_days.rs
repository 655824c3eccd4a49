//! What a company, an asset or an outlet has in some days: counts, tone, momentum and the themes it stands in.

use std::collections::{BTreeSet, HashMap};

use domain::hash::to_hex;
use domain::{Day, DayRange, MentionKind};
use figures::directory::Directory;
use indices::Tally;
use indices::narratives::{DayAttention, known_days, life};
use schemars::JsonSchema;
use serde::Serialize;
use store::documents::NamedIn;

use crate::explain::FeedQuery;
use crate::narratives::{Measured, measured, rounded, told_on};
use interface::{App, Table};
use runtime::error::ApiError;

/// Days up to the last one from which a stage is told.
const LIFE_DAYS: usize = 120;
/// Themes that are listed, of how many that are looked through.
const NARRATIVES: usize = 10;
const MAX_LOOKED_THROUGH: usize = 150;
/// Stories of each whose articles are asked whether they name it: those with most attention.
const MAX_STORIES: usize = 40;
/// A theme is listed where so many of its articles, and one in so many of them, name what is asked for.
const MIN_NAMING: i64 = 3;
const MIN_NAMING_PART: i64 = 10;

/// What is named, by the parameter of /feed that lists its articles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    Company,
    Asset,
    Outlet,
}

impl Thing {
    pub fn parameter(self) -> &'static str {
        match self {
            Thing::Company => "company",
            Thing::Asset => "asset",
            Thing::Outlet => "outlet",
        }
    }

    pub fn directory(self) -> Directory {
        match self {
            Thing::Company => Directory::Companies,
            Thing::Asset => Directory::Assets,
            Thing::Outlet => Directory::Outlets,
        }
    }
}

#[derive(Serialize, JsonSchema)]
pub struct NamedFigures {
    pub name: String,
    pub ticker: Option<String>,
    /// Its articles in the range.
    pub article_count: i64,
    /// Of all articles.
    #[schemars(range(min = 0, max = 1))]
    pub share: f64,
    pub positive: i64,
    pub neutral: i64,
    pub negative: i64,
    /// Mean tone of these articles, from -1 to 1; null where there are none.
    pub tone: Option<f64>,
    /// Its articles against its own past on the last day, as the stage of a narrative; null where it has none in 120 days.
    #[schemars(extend("enum" = ["emerging", "growing", "peaking", "steady", "fading", "dormant", "returning", null]))]
    pub stage: Option<&'static str>,
    /// How many standard deviations lie between the last seven days and what the 28 before them let expect.
    pub deviations: Option<f64>,
    /// Themes of which three articles and a tenth of those in the range name it, or more; those of which most do first. Of an
    /// outlet those that it has most articles of.
    pub narratives: Vec<NamedNarrative>,
    /// Days with coverage, in order.
    pub days: Vec<NamedDay>,
    /// The call that lists its articles.
    pub query: String,
}

/// A theme in which something is named, as /narratives tells of it.
#[derive(Clone, Serialize, JsonSchema)]
pub struct NamedNarrative {
    pub id: String,
    pub name: String,
    #[schemars(extend("enum" = ["emerging", "growing", "peaking", "steady", "fading", "dormant", "returning"]))]
    pub stage: &'static str,
    /// Its articles in the range.
    pub article_count: i64,
    /// Of them, those that name it, of the theme's 40 leading stories; of an outlet its own.
    pub named_count: i64,
    /// Of all attention in the range.
    #[schemars(range(min = 0, max = 1))]
    pub share: f64,
    /// The call that lists its articles.
    pub query: String,
}

impl NamedNarrative {
    fn of(measured: &Measured, named_count: i64, days: DayRange) -> NamedNarrative {
        let id = to_hex(&measured.info.id);
        NamedNarrative {
            name: measured.info.name.clone(),
            stage: measured.life.stage.name(),
            article_count: measured.range.tally.count,
            named_count,
            share: rounded(measured.share, 1e6),
            query: FeedQuery::of(days).with("narrative", &id).to_string(),
            id,
        }
    }
}

#[derive(Serialize, JsonSchema)]
pub struct NamedDay {
    #[schemars(extend("format" = "date"))]
    pub date: String,
    pub article_count: i64,
    #[schemars(range(min = 0, max = 1))]
    pub share: f64,
    pub tone: Option<f64>,
    pub query: String,
}

/// None where nothing was ever counted under this very name.
pub async fn figures(
    app: &App,
    thing: Thing,
    name: &str,
    days: DayRange,
    today: Day,
) -> Result<Option<NamedFigures>, ApiError> {
    let Some(mut found) = counted(app, thing, name, days, today) else { return Ok(None) };
    found.narratives = match thing {
        Thing::Company => themes_naming(app, MentionKind::Company, name, days, today).await?,
        Thing::Asset => themes_naming(app, MentionKind::Asset, name, days, today).await?,
        Thing::Outlet => outlet_narratives(app, &found.name, days, today).await?,
    };
    Ok(Some(found))
}

/// The same without themes.
pub fn counted(app: &App, thing: Thing, name: &str, days: DayRange, today: Day) -> Option<NamedFigures> {
    app.figures.ask_narratives(|cube, _| {
        let owned = |(name, ticker): (&str, Option<&str>)| (name.to_owned(), ticker.map(str::to_owned));
        let (name, ticker) = match thing {
            Thing::Company => cube.company_names().find(|(known, _)| *known == name).map(owned),
            Thing::Asset => cube.asset_names().find(|(known, _)| *known == name).map(owned),
            Thing::Outlet => {
                cube.outlet_names().find(|(known, _)| *known == name).map(|(name, _)| (name.to_owned(), None))
            }
        }?;
        let by_day = |range: DayRange| match thing {
            Thing::Company => cube.company_days(&name, range),
            Thing::Asset => cube.asset_days(&name, range),
            Thing::Outlet => cube.outlet_days(&name, range),
        };
        let own = by_day(days);
        let all = cube.by_day(days);
        let sum: Tally = own.iter().map(|(_, tally)| *tally).sum();
        let total: Tally = all.iter().map(|(_, tally)| *tally).sum();
        let link = |days: DayRange| FeedQuery::of(days).with(thing.parameter(), &name).to_string();
        let found = cube.covered(days).and_then(|held| {
            let last = told_on(days, held, today);
            let window = known_days(last, LIFE_DAYS, cube);
            let begins = window.first()?.0;
            let before = DayRange::inclusive(Day::MIN, begins.plus(-1));
            let heard_before = before.is_some_and(|before| !by_day(before).is_empty());
            life(&attention(cube, &window, by_day), heard_before)
        });
        let point = |(day, all): &(Day, Tally)| {
            let of_day = own.iter().find(|(of, _)| of == day).map_or(Tally::default(), |(_, tally)| *tally);
            NamedDay {
                date: day.to_string(),
                article_count: of_day.count,
                share: share(of_day, *all),
                tone: tone(of_day),
                query: link(DayRange::single(*day)),
            }
        };
        Some(NamedFigures {
            article_count: sum.count,
            share: share(sum, total),
            positive: sum.positive,
            neutral: sum.neutral(),
            negative: sum.negative,
            tone: tone(sum),
            stage: found.map(|life| life.stage.name()),
            deviations: found.and_then(|life| life.deviations).map(|z| rounded(z, 1e2)),
            narratives: Vec::new(),
            days: all.iter().map(point).collect(),
            query: link(days),
            name,
            ticker,
        })
    })
}

/// The themes of which most articles of these days name this. Looked through are first those whose stories name it most often,
/// then those with most attention.
async fn themes_naming(
    app: &App,
    kind: MentionKind,
    name: &str,
    days: DayRange,
    today: Day,
) -> Result<Vec<NamedNarrative>, ApiError> {
    let lists = |one: &Measured| {
        let names = if kind == MentionKind::Company { &one.info.companies } else { &one.info.assets };
        names.iter().any(|listed| listed == name)
    };
    let mut themes = measured(app, days, today, |_| true, usize::MAX, MAX_STORIES)?;
    themes.sort_by_key(|one| !lists(one));
    themes.truncate(MAX_LOOKED_THROUGH);
    let leading = |one: &Measured| one.outline.leading.clone();
    let stories: BTreeSet<[u8; 16]> = themes.iter().flat_map(leading).map(|part| part.story).collect();
    let stories: Vec<[u8; 16]> = stories.into_iter().collect();
    let naming = app.store.documents.stories_naming(kind, name, NamedIn::Text, days, &stories).await?;
    let naming: HashMap<[u8; 16], i64> = naming.into_iter().collect();
    let counted = themes.iter().map(|one| {
        let parts = leading(one);
        let named = parts.iter().filter_map(|part| naming.get(&part.story)).sum::<i64>();
        (one, named, parts.iter().map(|part| part.tally.count).sum::<i64>().max(1))
    });
    let mut counted: Vec<(&Measured, i64, i64)> =
        counted.filter(|(_, named, all)| *named >= MIN_NAMING && named * MIN_NAMING_PART >= *all).collect();
    // Those of equal shares stay in the order of their attention.
    counted.sort_by(|a, b| (b.1 * a.2).cmp(&(a.1 * b.2)));
    let row = |(one, named, _): &(&Measured, i64, i64)| NamedNarrative::of(one, *named, days);
    Ok(counted.iter().take(NARRATIVES).map(row).collect())
}

/// The themes that an outlet has most articles of in these days.
async fn outlet_narratives(
    app: &App,
    outlet: &str,
    days: DayRange,
    today: Day,
) -> Result<Vec<NamedNarrative>, ApiError> {
    let themes = measured(app, days, today, |_| true, usize::MAX, 0)?;
    let themes: HashMap<String, &Measured> = themes.iter().map(|one| (to_hex(&one.info.id), one)).collect();
    let found = app.store.narratives.of_outlet(outlet, days, 2 * NARRATIVES).await?;
    let rows = found.iter().filter_map(|(id, count)| Some(NamedNarrative::of(themes.get(id)?, *count, days)));
    Ok(rows.take(NARRATIVES).collect())
}

/// By items, on the days of a window.
fn attention(
    cube: &indices::Cube,
    window: &[(Day, f64)],
    by_day: impl Fn(DayRange) -> Vec<(Day, Tally)>,
) -> Vec<DayAttention> {
    let ends = window.first().zip(window.last());
    let Some(range) = ends.and_then(|(first, last)| DayRange::inclusive(first.0, last.0)) else {
        return Vec::new();
    };
    let (own, all) = (by_day(range), cube.by_day(range));
    let count = |rows: &[(Day, Tally)], day: Day| {
        rows.iter().find(|(of, _)| *of == day).map_or(0.0, |(_, tally)| tally.count as f64)
    };
    let days = window.iter().map(|(day, _)| *day);
    days.map(|day| DayAttention { day, own: count(&own, day), all: count(&all, day) }).collect()
}

fn share(own: Tally, all: Tally) -> f64 {
    rounded(own.count as f64 / all.count.max(1) as f64, 1e6)
}

fn tone(tally: Tally) -> Option<f64> {
    tally.mean_tone().map(|tone| rounded(tone, 1e4))
}

/// The days as rows.
pub fn table(figures: &NamedFigures) -> Table {
    Table::of(&["date", "article_count", "share", "tone", "query"], &figures.days)
}
