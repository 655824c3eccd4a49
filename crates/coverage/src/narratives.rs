//! GET /narratives: the themes of the days, those with most attention first.
//!
//! Which stories a narrative has and which names it can have is known as of today; every number follows from the days alone,
//! and its stage from the days up to the end.

use std::collections::{HashMap, HashSet};

use domain::hash::to_hex;
use domain::{Day, DayRange};
use figures::narratives::NarrativeInfo;
use indices::narratives::{
    Id, Life, LifeStage, NarrativeDays, NarrativeInRange, Outline, StoryPart, known_days,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::explain::FeedQuery;
use crate::story_lines::{Sentence, StoryLine, lines};
use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::ApiError;

/// Stories that are named of each narrative.
const STORIES: usize = 3;
/// Subjects that are listed of each.
const CATEGORIES: usize = 3;
/// A theme holds this many stories up to the end of the days, or else so much of all attention in them, told by so many
/// families: what is the talk of the week counts however few stories tell it.
const MIN_STORIES: usize = 3;
const MIN_SHARE: f64 = 0.005;
const MIN_FAMILIES: usize = 5;

pub struct GetNarratives;

pub struct Request {
    days: DayRange,
    stage: Option<&'static str>,
    limit: usize,
}

/// A theme that holds many stories.
#[derive(Clone, Serialize, JsonSchema)]
pub struct Narrative {
    /// Stays; one that was joined to another leads there.
    pub id: String,
    /// What recurs in the titles of its stories of these days, or what an operator calls it.
    pub name: String,
    /// Where its attention stands against its own past on the last day: first heard within two weeks (emerging), more
    /// than its past allows (growing), as high as ever and no longer rising (peaking), neither (steady), less (fading), none
    /// for two weeks (dormant), heard again after three (returning). Days without any coverage are no silence.
    #[schemars(extend("enum" = ["emerging", "growing", "peaking", "steady", "fading", "dormant", "returning"]))]
    pub stage: &'static str,
    /// One sentence each of its leading stories.
    pub description: String,
    /// Whose sentences these are.
    pub sentences: Vec<Sentence>,
    /// The first day on which one of its stories has articles, before the range or in it, since its last silence of 120 days
    /// with coverage, or of a year: after that it begins anew.
    #[schemars(extend("format" = "date"))]
    pub first_date: String,
    /// Its articles in the range, and its stories that have any.
    pub article_count: i64,
    pub story_count: usize,
    /// Distinct outlet families that carry it in the range.
    pub outlet_families: usize,
    /// Of all attention in the range.
    #[schemars(range(min = 0, max = 1))]
    pub share: f64,
    /// Of all attention in the last seven days, and in the 28 before them from the day on which it was first heard.
    pub share_last_week: f64,
    pub share_before: f64,
    /// How many standard deviations lie between the last seven days and what the 28 before them let expect; null without a
    /// past.
    pub deviations: Option<f64>,
    /// Mean tone of its articles in the range, from -1 to 1.
    pub tone: Option<f64>,
    /// What its stories are about and name most often, the commonest first.
    pub categories: Vec<&'static str>,
    pub companies: Vec<String>,
    pub assets: Vec<String>,
    /// Its stories with most attention in the range.
    pub stories: Vec<StoryLine>,
    /// The call that lists its articles.
    pub query: String,
}

/// A narrative as it was counted.
pub struct Measured {
    pub info: NarrativeInfo,
    pub range: NarrativeInRange,
    pub life: Life,
    pub outline: Outline,
    pub first: Day,
    /// Of all attention in the range.
    pub share: f64,
}

impl Operation for GetNarratives {
    const ID: &'static str = "getNarratives";
    const ROUTE: Route = Route::get("/narratives");
    const TELLS_OF_ALL_DAYS: bool = true;
    const SUMMARY: &'static str =
        "Themes that last for weeks and hold many stories, by their share of the attention.";
    const ACCESS: Access = Access::Key;
    const BASE_CREDITS: u32 = 2;
    const TABULAR: bool = true;
    const ROWS: Option<&'static str> = Some("");
    type Request = Request;
    type Response = Vec<Narrative>;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        let limit = from.limit(25, 100)? as usize;
        let days = from.days()?;
        let stages: Vec<&'static str> = LifeStage::ALL.iter().map(|stage| stage.name()).collect();
        let stage =
            from.choice("stage", "Only narratives that stand here on the last day.", &stages, None)?;
        Ok(Request { days, stage, limit })
    }

    fn kept(Request { days, stage, limit }: &Request, ask: &RequestContext) -> Option<String> {
        // Of days to come, today is the last that is told about.
        let told = days.last().min(ask.now.day());
        Some(format!("{} {} {told} {} {limit}", days.first(), days.last(), stage.unwrap_or("")))
    }

    async fn answer(
        app: &App,
        ask: &RequestContext,
        request: Request,
    ) -> Result<Reply<Vec<Narrative>>, ApiError> {
        let Request { days, stage, limit } = request;
        let is_wanted = |life: &Life| stage.is_none_or(|stage| life.stage.name() == stage);
        let found = measured(app, days, ask.now.day(), is_wanted, limit, STORIES)?;
        Ok(told(app, days, found).await?.into())
    }

    fn table(narratives: &Vec<Narrative>) -> Option<Table> {
        Some(Table::of(
            &[
                "id",
                "name",
                "stage",
                "first_date",
                "article_count",
                "story_count",
                "outlet_families",
                "share",
                "share_last_week",
                "share_before",
                "tone",
                "categories",
                "companies",
                "assets",
                "description",
                "query",
            ],
            narratives,
        ))
    }
}

/// The day on which a stage is told: the last that is asked for, unless it is still to come. Where nothing at all came for
/// the last days, a theme was silent on them all the same.
pub fn told_on(asked: DayRange, held: DayRange, today: Day) -> Day {
    asked.last().min(today).max(held.last())
}

/// The narratives of the days that are not muted and that `wanted` lets through by their lives, `limit` at most, each with
/// `stories` of its leading stories at most.
pub fn measured(
    app: &App,
    days: DayRange,
    today: Day,
    wanted: impl Fn(&Life) -> bool,
    limit: usize,
    stories: usize,
) -> Result<Vec<Measured>, ApiError> {
    let infos = app.figures.narratives.infos();
    app.figures.counted()?;
    Ok(app.figures.ask_narratives(|cube, narratives| {
        let Some(held) = cube.covered(days) else { return Vec::new() };
        let all = cube.total(held).attention_units().max(1e-9);
        let until = DayRange::inclusive(Day::MIN, held.last()).unwrap_or(held);
        let window = known_days(told_on(days, held, today), LIFE_DAYS, cube);
        let mut found = Vec::new();
        let mut shown = HashSet::new();
        for range in narratives.in_range(held) {
            let Some(info) = infos.get(&range.narrative).filter(|info| !info.muted) else { continue };
            let (count, first) = narratives.begun(range.narrative, held.last(), cube);
            let first = first.unwrap_or(held.last());
            let outline = |stories| narratives.outline(range.narrative, held, stories, cube);
            let share = range.tally.attention_units() / all;
            let is_told = range.tally.count >= MIN_ARTICLES || held.length() == 1;
            if !info.pinned && (!is_told || !is_listed(count, share, || outline(0).family_count)) {
                continue;
            }
            let told = narratives.counts(range.narrative, held, cube);
            if !info.pinned && is_told_by(&shown, narratives, &told) {
                continue;
            }
            shown.insert(range.narrative);
            let life = narratives.life(range.narrative, &window, first);
            let Some(life) = life.filter(&wanted) else { continue };
            found.push(Measured {
                info: info.for_stories(&told),
                range,
                life,
                outline: outline(stories),
                first: first.max(until.first()),
                share,
            });
            if found.len() == limit {
                break;
            }
        }
        found
    }))
}

/// Of a range of days: one article is no theme of it.
const MIN_ARTICLES: i64 = 2;

/// Whether it holds enough stories, or is the talk of the days.
fn is_listed(stories: usize, share: f64, families: impl Fn() -> usize) -> bool {
    stories >= MIN_STORIES || share >= MIN_SHARE && families() >= MIN_FAMILIES
}

/// Whether most of its articles are of stories that one of those before it has, too: it says the same again.
fn is_told_by(shown: &HashSet<Id>, narratives: &NarrativeDays, told: &[(Id, i64)]) -> bool {
    let mut shared: HashMap<Id, i64> = HashMap::new();
    for (story, articles) in told {
        let membership = narratives.membership(*story);
        let others = [membership.first, membership.second].into_iter().flatten();
        others.filter(|id| shown.contains(id)).for_each(|id| *shared.entry(id).or_insert(0) += articles);
    }
    let all: i64 = told.iter().map(|(_, articles)| articles).sum();
    shared.into_values().any(|articles| 2 * articles > all)
}

/// Days with coverage that a stage is told from.
pub const LIFE_DAYS: usize = 120;

/// Counted narratives in the words of their stories.
pub async fn told(app: &App, days: DayRange, found: Vec<Measured>) -> Result<Vec<Narrative>, ApiError> {
    let parts: Vec<StoryPart> =
        found.iter().flat_map(|measured| &measured.outline.leading).copied().collect();
    let mut named: HashMap<String, StoryLine> = HashMap::new();
    for line in lines(app, days, &parts).await? {
        named.insert(line.story_id.clone(), line);
    }
    let mut lent = HashSet::new();
    let narrative = |measured: Measured| {
        let stories = measured
            .outline
            .leading
            .iter()
            .filter_map(|part| named.get(&to_hex(&part.story)).cloned())
            .collect();
        tell(measured, stories, days, &mut lent)
    };
    Ok(found.into_iter().map(narrative).collect())
}

/// A story of two narratives `lent` its sentence to the first of them; the second says something else where it can.
pub fn tell(
    measured: Measured,
    stories: Vec<StoryLine>,
    days: DayRange,
    lent: &mut HashSet<String>,
) -> Narrative {
    let Measured { info, range, life, outline, first, share } = measured;
    let id = to_hex(&info.id);
    let all: Vec<Sentence> =
        stories.iter().take(STORIES).filter_map(|story| story.sentence.clone()).collect();
    let own: Vec<Sentence> = all.iter().filter(|sentence| !lent.contains(&sentence.text)).cloned().collect();
    let sentences = if own.is_empty() { all } else { own };
    lent.extend(sentences.iter().map(|sentence| sentence.text.clone()));
    let description: Vec<&str> = sentences.iter().map(|sentence| sentence.text.as_str()).collect();
    Narrative {
        name: info.name,
        stage: life.stage.name(),
        description: description.join(" "),
        first_date: first.to_string(),
        article_count: range.tally.count,
        story_count: outline.story_count,
        outlet_families: outline.family_count,
        share: rounded(share, 1e6),
        share_last_week: rounded(life.share, 1e6),
        share_before: rounded(life.past_share, 1e6),
        deviations: life.deviations.map(|z| rounded(z, 1e2)),
        tone: range.tally.mean_tone().map(|tone| rounded(tone, 1e4)),
        categories: outline.categories.iter().take(CATEGORIES).map(|category| category.name()).collect(),
        companies: info.companies,
        assets: info.assets,
        query: FeedQuery::of(days).with("narrative", &id).to_string(),
        sentences,
        stories,
        id,
    }
}

pub fn rounded(value: f64, steps: f64) -> f64 {
    (value * steps).round() / steps
}

#[cfg(test)]
mod tests {
    use indices::Cube;
    use indices::narratives::Membership;

    use super::*;

    fn day(text: &str) -> Day {
        Day::parse(text).expect("a day")
    }

    fn days(first: &str, last: &str) -> DayRange {
        DayRange::inclusive(day(first), day(last)).expect("days")
    }

    #[test]
    fn few_stories_are_listed_where_they_are_the_talk_of_the_days() {
        assert!(is_listed(2, 0.015, || 12));
        assert!(!is_listed(2, 0.015, || 2), "an outlet or two");
        assert!(!is_listed(2, 0.001, || 12));
        assert!(is_listed(3, 0.0, || 1));
    }

    #[test]
    fn what_mostly_tells_the_same_again_is_shown_once() {
        let (whales, wallets) = ([1; 16], [2; 16]);
        let (both, own) = ([7; 16], [8; 16]);
        let of = |first, second| Membership { first: Some(first), second };
        let mut narratives = NarrativeDays::default();
        narratives
            .move_stories([(both, of(wallets, Some(whales))), (own, of(wallets, None))], &Cube::default());
        let shown = HashSet::from([whales]);
        assert!(is_told_by(&shown, &narratives, &[(both, 44), (own, 9)]));
        assert!(!is_told_by(&shown, &narratives, &[(both, 9), (own, 9)]));
        assert!(!is_told_by(&HashSet::new(), &narratives, &[(both, 44)]));
    }

    #[test]
    fn a_stage_is_told_on_the_last_day_that_is_asked_for_and_not_to_come() {
        let held = days("2026-01-01", "2026-02-10");
        let told =
            |asked: &str, today: &str| told_on(days("2026-01-05", asked), held, day(today)).to_string();
        assert_eq!(told("2026-03-31", "2026-06-01"), "2026-03-31", "nothing came for weeks: all are silent");
        assert_eq!(told("2026-03-31", "2026-02-11"), "2026-02-11", "the month is not over yet");
        assert_eq!(told("2026-02-10", "2026-06-01"), "2026-02-10");
        assert_eq!(told("2026-02-28", "2026-02-08"), "2026-02-10", "what is dated ahead is held");
    }
}
