//! Narratives: the list of a period, and the life of one with the stories behind every turn of it.

use std::collections::HashMap;
use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use coverage::explain::FeedQuery;
use coverage::narrative::{Carrier, ChangePoint, GetNarrative, NarrativeDetail, NarrativePoint};
use coverage::narratives::{GetNarratives, Narrative};

use super::asked::{Asked, address, ask, or_given};
use super::chips::Chips;
use super::course::{CountedDay, Course};
use super::frame::Frame;
use super::links;
use super::parts::{ArticleRow, Counted, Names, Ranked, Stories, StoryCard, same_owner, tone_class};
use super::period::{Change, Period, change, signed, tone_change};
use super::plot::{Figure, number};
use super::reply::Trouble;
use super::{unless_waiting, visitor};
use crate::texts::{Markup as _, say, t};
use interface::App;

/// Narratives of the list.
const MAX_ROWS: &str = "50";
/// What narrows the list, as /narratives names it, and how people call it.
const FILTERS: [(&str, &str); 2] = [("stage", "Stage"), ("limit", "Rows")];
/// Outlets that are shown.
const MAX_OUTLETS: usize = 12;

#[derive(Template)]
#[template(path = "narratives.html")]
struct ListPage {
    frame: Frame,
    period: Period,
    chips: Chips,
    rows: Vec<Row>,
    api: String,
}

struct Row {
    name: String,
    href: String,
    stage: &'static str,
    /// The list of those that stand there too.
    stage_href: String,
    count: i64,
    count_href: String,
    stories: usize,
    share: String,
    moved: String,
    tone: String,
    tone_class: &'static str,
    since: String,
}

pub async fn list(State(app): State<Arc<App>>, asked: Asked) -> Result<Response, Trouble> {
    let period = Period::read(&app, &asked, "30d")?;
    let (first, last) = period.parameters();
    let mut query = vec![("startDate", first.as_str()), ("endDate", last.as_str())];
    query.extend(asked.given_to::<GetNarratives>());
    let query = or_given(query, "limit", MAX_ROWS);
    let api = format!("GET {}{}", app.config.public_base(), address("/narratives", query.iter().copied()));
    let found = unless_waiting(ask::<GetNarratives>(&app, &visitor(&app), &[], &query).await)?;
    let description = t("Themes of the digital-asset coverage that last for weeks, and where each stands.");
    let page = ListPage {
        frame: Frame::new(&app, "/narratives", t("Narratives"), description).await?,
        chips: Chips::of(&asked, &FILTERS, |name, value| match name {
            "stage" => t(value).to_owned(),
            _ => value.to_owned(),
        }),
        rows: found.unwrap_or_default().into_iter().map(|one| row(one, &asked, &period)).collect(),
        api,
        period,
    };
    asked.reply(&page, &[])
}

fn row(one: Narrative, asked: &Asked, period: &Period) -> Row {
    let tone = one.tone.unwrap_or(0.0);
    Row {
        href: links::named("narratives", &one.id, period),
        stage: t(one.stage),
        stage_href: asked.with(&["stage"], &[("stage", one.stage)]),
        count: one.article_count,
        count_href: links::articles(&one.query),
        stories: one.story_count,
        share: percent(one.share),
        moved: say!("{} after {}", percent(one.share_last_week), percent(one.share_before)),
        tone: signed(tone),
        tone_class: tone_class(tone),
        since: one.first_date,
        name: one.name,
    }
}

#[derive(Template)]
#[template(path = "narrative.html")]
struct OnePage {
    frame: Frame,
    period: Period,
    detail: NarrativeDetail,
    count_href: String,
    change: Change,
    share: String,
    tone: String,
    tone_class: &'static str,
    tone_change: Change,
    attention: Figure,
    tones: Option<Figure>,
    first: Option<ArticleRow>,
    turns: Vec<TurnShown>,
    stories: Stories,
    outlets: Ranked,
    companies: Names,
    assets: Names,
    api: String,
}

struct TurnShown {
    date: String,
    href: String,
    before: String,
    after: String,
    stories: Vec<(String, String)>,
    /// Name and page of what lost most.
    displaced: Option<(String, String)>,
}

pub async fn page(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    asked: Asked,
) -> Result<Response, Trouble> {
    let period = Period::read(&app, &asked, "90d")?;
    let path = [("id", id.as_str())];
    let (first, last) = period.parameters();
    let query = [("startDate", first.as_str()), ("endDate", &last)];
    let mut detail = ask::<GetNarrative>(&app, &visitor(&app), &path, &query).await?;
    let call = address(&format!("/narratives/{}", detail.narrative.id), query);
    let api = format!("GET {}{call}", app.config.public_base());
    let before = period.before();
    let (first, last) = (before.first().to_string(), before.last().to_string());
    let query = [("startDate", first.as_str()), ("endDate", &last)];
    // None of its articles in the days before is no fault.
    let before = ask::<GetNarrative>(&app, &visitor(&app), &path, &query).await.ok();
    let one = &detail.narrative;
    let (id, tone) = (one.id.clone(), one.tone);
    let narrow = |query: FeedQuery| query.with("narrative", &id);
    let day = |day: &NarrativePoint| CountedDay::new(&day.date, day.article_count, day.tone);
    let course = Course {
        asked: &asked,
        period: &period,
        days: detail.days.iter().filter_map(day).collect(),
        narrow: &narrow,
        call: api.clone(),
        prices: HashMap::new(),
    };
    let (attention, tones) = (course.attention(), course.tone());
    let carriers: Vec<Carrier> = std::mem::take(&mut detail.carriers).into_iter().take(MAX_OUTLETS).collect();
    let families: Vec<(String, String)> =
        carriers.iter().map(|one| (one.outlet.clone(), one.family.clone())).collect();
    let carrier = |one: Carrier| Counted {
        href: links::named("outlets", &one.outlet, &period),
        note: match same_owner(&one.outlet, &one.family, &families) {
            names if names.is_empty() => String::new(),
            names => say!("same owner as {}", names),
        },
        name: one.outlet,
        count: one.article_count,
        query: one.query,
        tone: one.tone,
    };
    let carriers = carriers.into_iter().map(carrier).collect();
    let turns =
        std::mem::take(&mut detail.change_points).into_iter().map(|turn| shown(turn, &period)).collect();
    let stories = std::mem::take(&mut detail.narrative.stories).into_iter().map(StoryCard::from).collect();
    let one = &detail.narrative;
    let page = OnePage {
        frame: Frame::new(&app, "/narratives", one.name.clone(), one.description.clone()).await?,
        count_href: links::articles(&one.query),
        change: change(one.article_count, before.as_ref().map_or(0, |before| before.narrative.article_count)),
        share: percent(one.share),
        tone: tone.map_or("–".into(), signed),
        tone_class: tone.map_or("dim", tone_class),
        tone_change: tone_change(tone, before.and_then(|before| before.narrative.tone)),
        attention,
        tones,
        first: detail.first_article.as_ref().map(|article| ArticleRow::of(article, &period)),
        turns,
        stories: Stories { cards: stories },
        outlets: Ranked::new(t("Outlets that carry it"), t("Outlet"), carriers, ""),
        companies: Names::of("companies", one.companies.iter().map(String::as_str), &period),
        assets: Names::of("assets", one.assets.iter().map(String::as_str), &period),
        api,
        detail,
        period,
    };
    let figures: Vec<&Figure> = std::iter::once(&page.attention).chain(&page.tones).collect();
    asked.reply(&page, &figures)
}

fn shown(turn: ChangePoint, period: &Period) -> TurnShown {
    TurnShown {
        href: links::articles(&turn.query),
        before: percent(turn.share_before),
        after: percent(turn.share_after),
        stories: turn
            .stories
            .into_iter()
            .map(|one| (one.title, format!("/stories/{}", one.story_id)))
            .collect(),
        displaced: turn.displaced.map(|one| (one.name, links::named("narratives", &one.id, period))),
        date: turn.date,
    }
}

fn percent(share: f64) -> String {
    format!("{} %", number(share * 100.0))
}
