//! GET /breaking: stories that break now, as soon as a third outlet family reports on its own.

use std::collections::HashMap;

use domain::{Day, DayRange, Instant};
use indices::cube::{Age, Cube};
use indices::narratives::StoryPart;
use schemars::JsonSchema;
use serde::Serialize;

use crate::narratives::rounded;
use crate::story::{NarrativeLink, links};
use crate::story_lines::{StoryLine, lines};
use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::ApiError;

/// Families that must say more than others said before.
const MIN_FAMILIES: usize = 3;
/// Standard deviations beyond what stories of its age have.
const NOISE: f64 = 1.96;
const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;

pub struct GetBreaking;

pub struct Request {
    hours: i64,
    limit: usize,
}

#[derive(Serialize, JsonSchema)]
pub struct Breaking {
    #[serde(flatten)]
    pub story: StoryLine,
    /// When the third outlet family reported it on its own.
    #[schemars(extend("format" = "date-time"))]
    pub broke_at: String,
    /// Outlet families that report it on their own, up to now.
    pub independent_families: usize,
    /// How many standard deviations its attention lies beyond that of stories of its age.
    pub deviations: f64,
    /// The themes that it belongs to: none, one or two.
    pub narratives: Vec<NarrativeLink>,
}

struct Found {
    part: StoryPart,
    broke_at: Instant,
    families: usize,
    deviations: f64,
    narratives: indices::narratives::Membership,
}

impl Operation for GetBreaking {
    const ID: &'static str = "getBreaking";
    const ROUTE: Route = Route::get("/breaking");
    const SUMMARY: &'static str =
        "Stories that break now: carried by three families of their own and beyond what is usual.";
    const ACCESS: Access = Access::Key;
    const BASE_CREDITS: u32 = 2;
    const TABULAR: bool = true;
    const ROWS: Option<&'static str> = Some("");
    type Request = Request;
    type Response = Vec<Breaking>;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        let hours =
            from.integer("hours", "Only stories that broke within this many hours.", 1..=48, 24)? as i64;
        let limit = from.limit(10, 50)? as usize;
        Ok(Request { hours, limit })
    }

    async fn answer(
        app: &App,
        ask: &RequestContext,
        request: Request,
    ) -> Result<Reply<Vec<Breaking>>, ApiError> {
        let since = Instant::from_ms(ask.now.ms() - request.hours * HOUR_MS);
        let today = ask.now.day();
        // A story may have had its first two families on the days before.
        let days = DayRange::inclusive(since.day().plus(-2), today).unwrap_or(DayRange::single(today));
        app.figures.counted()?;
        let mut found = app.figures.ask_narratives(|cube, narratives| {
            let mut found = breaking(cube, days, since, ask.now);
            found.iter_mut().for_each(|found| found.narratives = narratives.membership(found.part.story));
            found
        });
        found.sort_by(|a, b| b.deviations.total_cmp(&a.deviations).then(a.part.story.cmp(&b.part.story)));
        found.truncate(request.limit);
        let parts: Vec<StoryPart> = found.iter().map(|found| found.part).collect();
        let named = lines(app, days, &parts).await?.into_iter();
        let mut named: HashMap<String, StoryLine> = named.map(|line| (line.story_id.clone(), line)).collect();
        let shown = |found: Found| {
            Some(Breaking {
                story: named.remove(&domain::hash::to_hex(&found.part.story))?,
                broke_at: found.broke_at.rfc3339(),
                independent_families: found.families,
                deviations: rounded(found.deviations, 1e2),
                narratives: links(app, found.narratives),
            })
        };
        Ok(found.into_iter().filter_map(shown).collect::<Vec<_>>().into())
    }

    fn table(breaking: &Vec<Breaking>) -> Option<Table> {
        Some(Table::of(
            &[
                "story_id",
                "title",
                "broke_at",
                "article_count",
                "independent_families",
                "deviations",
                "query",
            ],
            breaking,
        ))
    }
}

/// Stories whose third family came after `since`, and that have more attention than others of their age.
fn breaking(cube: &Cube, days: DayRange, since: Instant, now: Instant) -> Vec<Found> {
    let mut firsts: HashMap<[u8; 16], HashMap<u32, Instant>> = HashMap::new();
    for (day, _) in cube.days(days) {
        for (story, row) in cube.stories_of(day).filter(|(_, row)| row.tally.count > 1 || row.families > 1) {
            let families = firsts.entry(story).or_default();
            for (family, report) in row.reports().filter(|(_, report)| report.is_own) {
                let at = reported(day, report.minute);
                let first = families.entry(family).or_insert(at);
                *first = at.min(*first);
            }
        }
    }
    let mut found = Vec::new();
    for (story, families) in firsts {
        let mut times: Vec<Instant> = families.into_values().filter(|at| *at <= now).collect();
        times.sort_unstable();
        let Some(broke_at) = times.get(MIN_FAMILIES - 1).copied().filter(|at| *at >= since) else { continue };
        let (Some(standing), Some(volume)) = (cube.story(story, days), cube.story_volume(story, days)) else {
            continue;
        };
        let deviations = (volume.latest - volume.expected) / volume.deviation;
        // What began today has only other first days to be compared with; three families are what tells.
        if deviations > NOISE || volume.age == Age::New && deviations > 0.0 {
            let life = DayRange::inclusive(standing.life.first().max(days.first()), standing.life.last());
            found.push(Found {
                part: StoryPart { story, tally: standing.tally, days: life.unwrap_or(standing.life) },
                broke_at,
                families: times.len(),
                deviations,
                narratives: Default::default(),
            });
        }
    }
    found
}

/// When a family reported; midday where only the day is known.
fn reported(day: Day, minute: Option<u16>) -> Instant {
    Instant::from_ms(day.start().ms() + i64::from(minute.unwrap_or(12 * 60)) * MINUTE_MS)
}
