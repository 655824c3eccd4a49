//! One company, asset or outlet: how much it is spoken of and in what tone, what moved that, who carries it, who speaks.

use std::collections::HashMap;
use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::{Redirect, Response};
use coverage::channel_volume::ChannelVolume;
use coverage::cohorts::GetCohorts;
use coverage::directness;
use coverage::explain::FeedQuery;
use coverage::feed::SearchArticles;
use coverage::named_days::{NamedFigures, NamedNarrative};
use coverage::trends::GetTrends;
use domain::{Day, DayRange};

use super::asked::{Asked, ask, encoded};
use super::course::{CountedDay, Course};
use super::frame::Frame;
use super::kind::Kind;
use super::links;
use super::newest::newest_articles;
use super::parts::{Articles, Counted, Ranked, Stories, StoryCard, tone_class, tone_from};
use super::period::{Change, Period, change, signed, tone_change};
use super::plot::{Figure, number};
use super::reply::Trouble;
use super::visitor;
use super::voices::{Voices, voices};
use crate::texts::{Markup as _, nouns, say, t};
use interface::App;
use runtime::error::ApiError;

/// Stories, outlets and peers of the page; the API has more.
const MAX_STORIES: &str = "6";
const MAX_OUTLETS: usize = 10;
const MAX_PEERS: usize = 8;
/// Days with most articles that are explained.
const MAX_PEAKS: usize = 3;

#[derive(Template)]
#[template(path = "named.html")]
struct NamedPage {
    frame: Frame,
    kind: Kind,
    name: String,
    ticker: String,
    period: Period,
    figures: NamedFigures,
    count_href: String,
    change: Change,
    tone: String,
    tone_class: &'static str,
    tone_change: Change,
    share: String,
    attention: Option<Figure>,
    tones: Option<Figure>,
    peaks: Vec<Peak>,
    narratives: Vec<Theme>,
    stories: Stories,
    peers: Ranked,
    outlets: Ranked,
    cohorts: Ranked,
    /// Score and its page, where its calls are known.
    directness: Option<(String, String)>,
    voices: Option<Voices>,
    articles: Articles,
    /// Filings, disclosures and calls, with how many there are and where.
    filed: Vec<(String, u64, String)>,
    api: String,
}

/// A narrative in which it is named, as the list of narratives has it.
struct Theme {
    name: String,
    href: String,
    stage: &'static str,
    count: i64,
    count_href: String,
    share: String,
}

impl Theme {
    fn of(one: &NamedNarrative, period: &Period) -> Theme {
        Theme {
            name: one.name.clone(),
            href: period.on(&format!("/narratives/{}", one.id)),
            stage: t(one.stage),
            count: one.article_count,
            count_href: links::articles(&one.query),
            share: format!("{} %", number(one.share * 100.0)),
        }
    }
}

/// A day on which it had more articles than on most others.
struct Peak {
    day: Day,
    count: i64,
    href: String,
    story: Option<(String, String)>,
}

pub async fn company(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    asked: Asked,
) -> Result<Response, Trouble> {
    page(&app, Kind::Company, &name, asked).await
}

pub async fn asset(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    asked: Asked,
) -> Result<Response, Trouble> {
    page(&app, Kind::Asset, &name, asked).await
}

pub async fn outlet(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    asked: Asked,
) -> Result<Response, Trouble> {
    page(&app, Kind::Outlet, &name, asked).await
}

/// Who speaks for a company stood on a page of its own once.
pub async fn voices_moved(Path(name): Path<String>) -> Redirect {
    Redirect::permanent(&format!("/companies/{}#speakers-heading", encoded(&name)))
}

async fn page(app: &Arc<App>, kind: Kind, asked_name: &str, asked: Asked) -> Result<Response, Trouble> {
    let period = Period::read(app, &asked, "30d")?;
    let figures = kind.figures(app, asked_name, period.days).await?;
    let name = figures.name.clone();
    let is_company = kind == Kind::Company;
    let newest = [(kind.parameter(), name.as_str())];
    // None waits for another.
    let (before, prices, peaks, stories, outlets, cohorts, articles) = tokio::try_join!(
        kind.figures(app, &name, period.before()),
        prices(app, kind, &figures, period.days),
        peaks(app, kind, &figures),
        stories(app, kind, &name, period.days),
        outlets(app, kind, &name, &period),
        cohorts(app, kind, &name, period.days),
        newest_articles(app, &period, &newest),
    )?;
    let (directness, voices, filed) = match is_company {
        false => (None, None, Vec::new()),
        true => tokio::try_join!(
            directness_of(app, figures.ticker.as_deref()),
            voices(app, &name, &period),
            filed(app, &name, &period),
        )?,
    };
    let description =
        say!("{} in the coverage of the digital-asset industry: attention, tone, stories.", name);
    let frame = Frame::new(app, kind.list(), name.clone(), description).await?;
    let api = format!("GET {}{}", app.config.public_base(), call(kind, &name, period.days));
    let narrow = |query: FeedQuery| query.with(kind.parameter(), &name);
    let course = Course {
        asked: &asked,
        period: &period,
        days: figures
            .days
            .iter()
            .filter_map(|day| CountedDay::new(&day.date, day.article_count, day.tone))
            .collect(),
        narrow: &narrow,
        call: api.clone(),
        prices,
    };
    let (attention, tones) = match figures.article_count {
        0 => (None, None),
        _ => (Some(course.attention()), course.tone()),
    };
    let page = NamedPage {
        frame,
        kind,
        ticker: figures.ticker.clone().unwrap_or_default(),
        count_href: links::articles(&figures.query),
        change: change(figures.article_count, before.article_count),
        tone: figures.tone.map_or("–".into(), signed),
        tone_class: figures.tone.map_or("dim", tone_class),
        tone_change: tone_change(figures.tone, before.tone),
        share: format!("{} %", number(figures.share * 100.0)),
        peaks,
        narratives: figures.narratives.iter().map(|one| Theme::of(one, &period)).collect(),
        stories,
        peers: peers(app, kind, &name, &period),
        outlets,
        cohorts,
        directness,
        voices,
        filed,
        articles,
        attention,
        tones,
        figures,
        name: name.clone(),
        api,
        period,
    };
    let drawn: Vec<&Figure> = page.attention.iter().chain(&page.tones).collect();
    asked.reply(&page, &drawn)
}

/// The call of its route.
fn call(kind: Kind, name: &str, days: DayRange) -> String {
    let (path, name) = (kind.path(), encoded(name));
    format!("/{path}/{name}?startDate={}&endDate={}", days.first(), days.last())
}

async fn prices(
    app: &App,
    kind: Kind,
    figures: &NamedFigures,
    days: DayRange,
) -> Result<HashMap<Day, f64>, ApiError> {
    match (kind, &figures.ticker) {
        (Kind::Asset, Some(ticker)) => {
            let closes = app.store.prices.list(ticker, days).await?;
            Ok(closes.into_iter().map(|close| (close.day, close.close)).collect())
        }
        _ => Ok(HashMap::new()),
    }
}

/// The strongest stories that name it; of an outlet there is no such list.
async fn stories(app: &App, kind: Kind, name: &str, days: DayRange) -> Result<Stories, ApiError> {
    if kind == Kind::Outlet {
        return Ok(Stories::default());
    }
    let (first, last) = (days.first().to_string(), days.last().to_string());
    let query =
        [("startDate", first.as_str()), ("endDate", &last), (kind.parameter(), name), ("limit", MAX_STORIES)];
    let found = ask::<GetTrends>(app, &visitor(app), &[], &query).await?;
    Ok(Stories { cards: found.into_iter().map(StoryCard::from).collect() })
}

/// The days with most articles, and the story about it that had most articles on each; of as many, the strongest.
async fn peaks(app: &App, kind: Kind, figures: &NamedFigures) -> Result<Vec<Peak>, ApiError> {
    let mean = figures.article_count as f64 / figures.days.len().max(1) as f64;
    let mut days: Vec<_> =
        figures.days.iter().filter(|day| day.article_count as f64 > mean.max(1.0)).collect();
    days.sort_by(|a, b| b.article_count.cmp(&a.article_count).then_with(|| a.date.cmp(&b.date)));
    let mut peaks = Vec::new();
    for day in days.into_iter().take(MAX_PEAKS) {
        let Ok(on) = Day::parse(&day.date) else { continue };
        let told = stories(app, kind, &figures.name, DayRange::single(on)).await?.cards;
        let story = told.into_iter().rev().max_by_key(|story| story.count);
        peaks.push(Peak {
            day: on,
            count: day.article_count,
            href: links::articles(&day.query),
            story: story.map(|story| (story.title, story.href)),
        });
    }
    Ok(peaks)
}

/// Those with most articles, and itself wherever it stands.
fn peers(app: &App, kind: Kind, name: &str, period: &Period) -> Ranked {
    let all = kind.counted(app, period.days);
    let place = all.iter().position(|one| one.name == name);
    let shown = all.into_iter().enumerate().filter(|(at, _)| *at < MAX_PEERS || Some(*at) == place);
    let row = |(at, one): (usize, super::kind::Counted)| Counted {
        href: links::named(kind.path(), &one.name, period),
        note: say!("rank {}", at + 1),
        count: one.tally.count,
        query: kind.articles(&one.name, period.days).to_string(),
        tone: one.tally.mean_tone(),
        name: one.name,
    };
    Ranked::new(t("Share of voice against peers"), t(kind.title()), shown.map(row).collect(), name)
}

async fn outlets(app: &App, kind: Kind, name: &str, period: &Period) -> Result<Ranked, ApiError> {
    if kind == Kind::Outlet {
        return Ok(Ranked::default());
    }
    let (first, last) = period.parameters();
    let query = [("startDate", first.as_str()), ("endDate", &last), (kind.parameter(), name)];
    let found = ask::<ChannelVolume>(app, &visitor(app), &[], &query).await?;
    let row = |one: coverage::channel_volume::Volume| Counted {
        href: links::named("outlets", &one.outlet, period),
        name: one.outlet,
        note: t(&one.category).to_owned(),
        count: one.count,
        query: one.query,
        tone: None,
    };
    Ok(Ranked::new(
        t("Outlets that carry it"),
        t("Outlet"),
        found.into_iter().take(MAX_OUTLETS).map(row).collect(),
        "",
    ))
}

/// Who speaks about it, by role.
async fn cohorts(app: &App, kind: Kind, name: &str, days: DayRange) -> Result<Ranked, ApiError> {
    if kind == Kind::Outlet {
        return Ok(Ranked::default());
    }
    let (first, last) = (days.first().to_string(), days.last().to_string());
    let query = [("startDate", first.as_str()), ("endDate", &last), (kind.parameter(), name)];
    let found = ask::<GetCohorts>(app, &visitor(app), &[], &query).await?;
    let said = |one: &coverage::cohorts::CohortRow| one.statement_count + one.post_count;
    let row = |one: &coverage::cohorts::CohortRow| Counted {
        name: t(one.cohort).to_owned(),
        href: String::new(),
        note: format!("{}, {}", nouns::people(one.speaker_count), nouns::statements(said(one))),
        count: one.article_count,
        query: one.query.clone(),
        tone: Some(one.net_sentiment),
    };
    let mut found = found.cohorts;
    found.sort_by_key(|one| std::cmp::Reverse(one.article_count));
    let mut ranked =
        Ranked::new(t("What is said about it, by role"), t("Role"), found.iter().map(row).collect(), "");
    for (row, one) in ranked.rows.iter_mut().zip(&found) {
        (row.tone, row.tone_class) = tone_from(one.net_sentiment, said(one));
    }
    Ok(ranked)
}

/// What the company itself has filed and said, where there is any.
async fn filed(app: &App, name: &str, period: &Period) -> Result<Vec<(String, u64, String)>, ApiError> {
    let (first, last) = period.parameters();
    let mut filed = Vec::new();
    type Named = fn(u64) -> String;
    let kinds: [(&str, Named); 3] = [
        ("filing", nouns::filings),
        ("disclosure", nouns::disclosures),
        ("earnings_call", nouns::earnings_calls),
    ];
    for (kind, number_of) in kinds {
        let query = [
            ("startDate", first.as_str()),
            ("endDate", &last),
            ("company", name),
            ("kind", kind),
            ("limit", "1"),
        ];
        let found = ask::<SearchArticles>(app, &visitor(app), &[], &query).await?.pagination.total;
        let query = FeedQuery::of(period.days).with("company", name).with("kind", kind);
        if found > 0 {
            filed.push((number_of(found), found, links::articles(&query.to_string())));
        }
    }
    Ok(filed)
}

async fn directness_of(app: &App, ticker: Option<&str>) -> Result<Option<(String, String)>, ApiError> {
    let Some(ticker) = ticker else { return Ok(None) };
    let companies = directness::companies(app).await?;
    let Ok((_, read)) = companies.find(ticker) else { return Ok(None) };
    let score = read.summary.score.map_or(t("no score yet").to_owned(), |score| format!("{score:.1}"));
    Ok(Some((score, format!("/directness/{}", encoded(&read.summary.ticker)))))
}
