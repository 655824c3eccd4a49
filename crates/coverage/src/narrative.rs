//! GET /narratives/{id}: the life of one theme, and the articles behind every turn of it.

use domain::hash::{from_hex, to_hex};
use domain::{Day, DayRange};
use indices::narratives::{DayAttention, MAX_DAYS, NarrativeDay, StoryPart, Turn, known_days, turns};
use schemars::JsonSchema;
use serde::Serialize;
use store::narratives::{Carrier as StoredCarrier, CarryingCountry as StoredCountry};

use crate::article::Headline;
use crate::explain::FeedQuery;
use crate::narrative_voices::{Disagreement, NarrativeCohort, cohorts};
use crate::narratives::{LIFE_DAYS, Measured, Narrative, rounded, tell, told_on};
use crate::recent::Recent;
use crate::story_lines::{StoryLine, lines};
use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::{ApiError, Code};

/// Stories and outlets that are listed.
const STORIES: usize = 10;
const CARRIERS: usize = 25;
/// Posts and reports of statements that are looked at.
const MAX_VOICES: usize = 20_000;
/// Stories behind a turn, and days from it on in which they are looked for.
const TURN_STORIES: usize = 3;
const TURN_DAYS: i64 = 3;
/// Days on both sides of a turn in which others are compared.
const DISPLACED_DAYS: i64 = 7;

pub struct GetNarrative;

pub struct Request {
    id: String,
    days: Recent,
}

#[derive(Serialize, JsonSchema)]
pub struct NarrativeDetail {
    #[serde(flatten)]
    pub narrative: Narrative,
    /// The first article of its first story: who told it first.
    pub first_article: Option<Headline>,
    /// Days with coverage, in order.
    pub days: Vec<NarrativePoint>,
    /// Outlets that carried it in the range, those with most articles first; tone and start may differ.
    pub carriers: Vec<Carrier>,
    /// Countries whose outlets carried it, in the order in which it reached them.
    pub countries: Vec<CarryingCountry>,
    /// What people of each role say in it, in posts and in reported statements.
    pub cohorts: Vec<NarrativeCohort>,
    /// Where roles of three people or more are furthest apart; null where there are no two.
    pub disagreement: Option<Disagreement>,
    /// Days on which its share of the attention turned for longer than chance allows, in order; also before the range.
    pub change_points: Vec<ChangePoint>,
}

#[derive(Serialize, JsonSchema)]
pub struct NarrativePoint {
    #[schemars(extend("format" = "date"))]
    pub date: String,
    pub article_count: i64,
    /// Stories with articles on the day.
    pub story_count: u32,
    /// Of all attention of the day.
    #[schemars(range(min = 0, max = 1))]
    pub share: f64,
    /// Mean tone, from -1 to 1; null where there are no articles.
    pub tone: Option<f64>,
    /// Outlet families that have carried it in the range up to this day.
    pub families_so_far: usize,
    /// The call that lists the day's articles.
    pub query: String,
}

#[derive(Serialize, JsonSchema)]
pub struct Carrier {
    pub outlet: String,
    pub family: String,
    /// ISO 3166-1 alpha-2, or empty.
    pub country: String,
    pub article_count: i64,
    /// Mean tone of these articles, from -1 to 1; null where none is in a language that is read.
    pub tone: Option<f64>,
    #[schemars(extend("format" = "date-time"))]
    pub first_at: String,
    /// The call that lists them.
    pub query: String,
}

#[derive(Serialize, JsonSchema)]
pub struct CarryingCountry {
    /// ISO 3166-1 alpha-2.
    pub country: String,
    pub article_count: i64,
    pub outlet_families: i64,
    #[schemars(extend("format" = "date-time"))]
    pub first_at: String,
    /// The call that lists them.
    pub query: String,
}

/// A day from which on it has another share of the attention.
#[derive(Serialize, JsonSchema)]
pub struct ChangePoint {
    #[schemars(extend("format" = "date"))]
    pub date: String,
    /// Share of all attention since the turn before, and from this one to the next or the end of the range.
    pub share_before: f64,
    pub share_after: f64,
    /// Twice the logarithm of how much likelier two shares are than one, its usual scatter taken into account.
    pub strength: f64,
    /// The stories with most attention in the three days from then on.
    pub stories: Vec<StoryLine>,
    /// Where it rose: the narrative that lost most, the week from then on against the week before.
    pub displaced: Option<Displaced>,
    /// The call that lists the articles of these days.
    pub query: String,
}

#[derive(Serialize, JsonSchema)]
pub struct Displaced {
    pub id: String,
    pub name: String,
    pub share_before: f64,
    pub share_after: f64,
}

/// What follows from the counts.
struct Counted {
    measured: Measured,
    points: Vec<(Day, NarrativeDay, f64, usize)>,
    turns: Vec<(Turn, Vec<StoryPart>, Option<Displaced>)>,
}

impl Operation for GetNarrative {
    const ID: &'static str = "getNarrative";
    const ROUTE: Route = Route::get("/narratives/{id}");
    const TELLS_OF_ALL_DAYS: bool = true;
    const SUMMARY: &'static str =
        "One theme: its life day by day, who carries it, where it turned and by which stories.";
    const ACCESS: Access = Access::Key;
    const BASE_CREDITS: u32 = 2;
    const TABULAR: bool = true;
    const ROWS: Option<&'static str> = Some("/days");
    const STATUSES: &'static [(u16, &'static str)] =
        &[(404, "No narrative has this id, or none of its days.")];
    type Request = Request;
    type Response = NarrativeDetail;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        let id = from.segment("id", "The id of a narrative; one that was joined to another leads there.");
        Ok(Request { id, days: Recent::read(from)? })
    }

    async fn answer(
        app: &App,
        ask: &RequestContext,
        request: Request,
    ) -> Result<Reply<NarrativeDetail>, ApiError> {
        let days = request.days.days(ask.now);
        let nothing = || ApiError::new(Code::NotFound, "There is no narrative with this id in these days.");
        let known = app.store.narratives.find(&request.id.to_ascii_lowercase()).await?.ok_or_else(nothing)?;
        let id: [u8; 16] = from_hex(&known.id).ok_or_else(nothing)?;
        let counted = counted(app, id, days, ask.now.day())?.ok_or_else(nothing)?;
        let first = app.store.narratives.first_documents(&known.id, days, 1).await?;
        let first_article = app.store.documents.headlines(&first).await?;
        let carriers = app.store.narratives.carriers(&known.id, days, CARRIERS).await?;
        let countries = app.store.narratives.countries(&known.id, days).await?;
        let voices = app.store.narratives.voices(&known.id, days, MAX_VOICES).await?;
        let (cohorts, disagreement) = cohorts(voices, days, &known.id);
        let leading: Vec<StoryPart> = counted.measured.outline.leading.clone();
        let stories = lines(app, days, &leading).await?;
        let mut change_points = Vec::with_capacity(counted.turns.len());
        for (turn, parts, displaced) in counted.turns {
            let behind = behind(turn.day, days);
            change_points.push(ChangePoint {
                date: turn.day.to_string(),
                share_before: rounded(turn.before, 1e6),
                share_after: rounded(turn.after, 1e6),
                strength: rounded(turn.strength, 1e2),
                stories: lines(app, behind, &parts).await?,
                displaced,
                query: FeedQuery::of(behind).with("narrative", &known.id).to_string(),
            });
        }
        Ok(NarrativeDetail {
            narrative: tell(counted.measured, stories, days, &mut Default::default()),
            first_article: first_article.first().map(Headline::from),
            days: counted.points.into_iter().map(|point| shown(point, &known.id)).collect(),
            carriers: carriers.into_iter().map(|carrier| carried(carrier, days, &known.id)).collect(),
            countries: countries.into_iter().map(|country| reached(country, days, &known.id)).collect(),
            cohorts,
            disagreement,
            change_points,
        }
        .into())
    }

    /// The days.
    fn table(detail: &NarrativeDetail) -> Option<Table> {
        let columns =
            vec!["date", "article_count", "story_count", "share", "tone", "families_so_far", "query"];
        let row = |point: &NarrativePoint| {
            vec![
                point.date.clone(),
                point.article_count.to_string(),
                point.story_count.to_string(),
                point.share.to_string(),
                point.tone.map(|tone| tone.to_string()).unwrap_or_default(),
                point.families_so_far.to_string(),
                point.query.clone(),
            ]
        };
        Some(Table { columns, rows: detail.days.iter().map(row).collect() })
    }
}

/// The days from a turn on whose stories are behind it.
fn behind(turn: Day, days: DayRange) -> DayRange {
    DayRange::inclusive(turn, turn.plus(TURN_DAYS - 1).min(days.last())).unwrap_or(DayRange::single(turn))
}

fn counted(app: &App, id: [u8; 16], days: DayRange, today: Day) -> Result<Option<Counted>, ApiError> {
    let infos = app.figures.narratives.infos();
    let Some(info) = infos.get(&id).cloned() else { return Ok(None) };
    app.figures.counted()?;
    Ok(app.figures.ask_narratives(|cube, narratives| {
        let held = cube.covered(days)?;
        let attention = narratives.attention(id, held.last(), MAX_DAYS, cube);
        let range = narratives.in_range(held).into_iter().find(|range| range.narrative == id)?;
        let spread = narratives.spread(id, held, cube);
        let first = narratives.begun(id, held.last(), cube).1?;
        let last = told_on(days, held, today);
        let window = known_days(last, LIFE_DAYS, cube);
        let life = narratives.life(id, &window, first)?;
        let told = narratives.counts(id, held, cube);
        let by_day = narratives.by_day(id, held);
        let known = cube.by_day(held);
        let points = known.iter().map(|(day, all)| {
            let of_day =
                by_day.iter().find(|(of, _)| of == day).map_or(NarrativeDay::default(), |(_, of)| *of);
            let share = of_day.tally.attention_units() / all.attention_units().max(1e-9);
            let families = spread.families.values().filter(|since| *since <= day).count();
            (*day, of_day, share, families)
        });
        let turn = |turn: Turn| {
            let parts = narratives.outline(id, behind(turn.day, held), TURN_STORIES, cube).leading;
            let loser = (turn.after > turn.before).then(|| {
                let window = |first: Day, last: Day| DayRange::inclusive(first, last.min(held.last()));
                let before = window(turn.day.plus(-DISPLACED_DAYS), turn.day.plus(-1))?;
                let after = window(turn.day, turn.day.plus(DISPLACED_DAYS - 1))?;
                let shares = |days: DayRange| {
                    let all = cube.total(days).attention_units().max(1e-9);
                    let rows = narratives.in_range(days).into_iter();
                    rows.map(move |row| (row.narrative, row.tally.attention_units() / all))
                };
                let then: std::collections::HashMap<_, _> = shares(after).collect();
                let loss = |(id, share): &([u8; 16], f64)| share - then.get(id).copied().unwrap_or(0.0);
                let most = shares(before).filter(|(other, _)| *other != id && infos.contains_key(other));
                let (other, share) = most.max_by(|a, b| loss(a).total_cmp(&loss(b)).then(b.0.cmp(&a.0)))?;
                let now = then.get(&other).copied().unwrap_or(0.0);
                (now < share).then(|| Displaced {
                    id: to_hex(&other),
                    name: infos.get(&other).map_or(String::new(), |info| info.name.clone()),
                    share_before: rounded(share, 1e6),
                    share_after: rounded(now, 1e6),
                })
            });
            (turn, parts, loser.flatten())
        };
        let share = range.tally.attention_units() / cube.total(held).attention_units().max(1e-9);
        Some(Counted {
            points: points.collect(),
            turns: turns(&trimmed(&attention)).into_iter().map(turn).collect(),
            measured: Measured {
                info: info.for_stories(&told),
                range,
                life,
                outline: spread.outline(STORIES),
                first,
                share,
            },
        })
    }))
}

/// Without days on which nothing at all was published: a store that began later says nothing about them.
fn trimmed(days: &[DayAttention]) -> Vec<DayAttention> {
    days.iter().copied().filter(|day| day.all > 0.0).collect()
}

fn shown((day, of_day, share, families_so_far): (Day, NarrativeDay, f64, usize), id: &str) -> NarrativePoint {
    NarrativePoint {
        date: day.to_string(),
        article_count: of_day.tally.count,
        story_count: of_day.stories,
        share: rounded(share, 1e6),
        tone: of_day.tally.mean_tone().map(|tone| rounded(tone, 1e4)),
        families_so_far,
        query: FeedQuery::of_day(day).with("narrative", id).to_string(),
    }
}

fn reached(country: StoredCountry, days: DayRange, id: &str) -> CarryingCountry {
    CarryingCountry {
        article_count: country.articles,
        outlet_families: country.families,
        first_at: country.first_at.rfc3339(),
        query: FeedQuery::of(days).with("narrative", id).with("country", &country.country).to_string(),
        country: country.country,
    }
}

fn carried(carrier: StoredCarrier, days: DayRange, id: &str) -> Carrier {
    Carrier {
        article_count: carrier.articles,
        tone: (carrier.toned > 0).then(|| rounded(carrier.tone / carrier.toned as f64, 1e4)),
        first_at: carrier.first_at.rfc3339(),
        query: FeedQuery::of(days).with("narrative", id).with("outlet", &carrier.outlet).to_string(),
        outlet: carrier.outlet,
        family: carrier.family,
        country: carrier.country,
    }
}
