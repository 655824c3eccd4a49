//! Who is quoted: the list of a period, and one speaker with statements, roles and subjects.

use std::collections::HashMap;
use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use coverage::explain::FeedQuery;
use coverage::speaker::{GetSpeaker, Speaker, SpeakerDay};
use coverage::speakers::{GetSpeakers, SpeakerRow};
use coverage::timeseries::{GetTimeseries, Point};

use super::asked::{Asked, address, ask, or_given};
use super::chips::Chips;
use super::course::{CountedDay, Course};
use super::frame::Frame;
use super::links;
use super::parts::tone_from;
use super::period::Period;
use super::plot::Figure;
use super::reply::{self, Trouble};
use super::visitor;
use super::voices::SaidRow;
use crate::texts::{self, Markup as _, nouns, say, t};
use interface::App;

const MAX_ROWS: &str = "50";
/// What narrows the list, as /speakers names it, and how people call it.
const FILTERS: [(&str, &str); 5] = [
    ("cohort", "Role"),
    ("company", "About"),
    ("asset", "About"),
    ("affiliation", "Speaks for"),
    ("limit", "Rows"),
];

#[derive(Template)]
#[template(path = "speakers.html")]
struct ListPage {
    frame: Frame,
    period: Period,
    chips: Chips,
    /// Orders that can be had: words, address, and whether it is this one.
    orders: [(&'static str, String, bool); 2],
    rows: Vec<Row>,
    /// What is wrong with a filter; empty where nothing is.
    problem: String,
    api: String,
}

struct Row {
    speaker: SpeakerRow,
    href: String,
}

impl Row {
    fn of(speaker: SpeakerRow, period: &Period) -> Row {
        // What the list was narrowed by narrows the statements behind a row too.
        let narrowed = speaker.query.split('&').skip(2).map(|pair| format!("&{pair}")).collect::<String>();
        let href = links::named("speakers", &speaker.id, period);
        let joint = if href.contains('?') || narrowed.is_empty() { "" } else { "?" };
        Row { href: format!("{href}{joint}{narrowed}"), speaker }
    }
}

pub async fn list(State(app): State<Arc<App>>, asked: Asked) -> Result<Response, Trouble> {
    let period = Period::read(&app, &asked, "30d")?;
    let (first, last) = period.parameters();
    let given = asked.given_to::<GetSpeakers>();
    let mut query = vec![("startDate", first.as_str()), ("endDate", last.as_str())];
    query.extend(&given);
    let query = or_given(query, "limit", MAX_ROWS);
    let api = format!("GET {}{}", app.config.public_base(), address("/speakers", query.iter().copied()));
    // Whoever set a filter that cannot be finds it here, and takes it off.
    let (rows, problem) = match ask::<GetSpeakers>(&app, &visitor(&app), &[], &query).await {
        Ok(found) => (found.speakers, None),
        Err(error) if error.code.status().is_client_error() => (Vec::new(), Some(error)),
        Err(error) => return Err(error.into()),
    };
    let by_statements = given.contains(&("order", "statements"));
    let page = ListPage {
        frame: Frame::new(
            &app,
            "/speakers",
            t("Speakers"),
            t("Who is quoted in the coverage, and by how many."),
        )
        .await?,
        chips: Chips::of(&asked, &FILTERS, shown),
        orders: [
            (t("most outlets first"), asked.with(&["order"], &[]), !by_statements),
            (t("most statements first"), asked.with(&["order"], &[("order", "statements")]), by_statements),
        ],
        rows: rows.into_iter().map(|row| Row::of(row, &period)).collect(),
        problem: problem.as_ref().map_or(String::new(), |error| texts::told(&error.detail)),
        api,
        period,
    };
    match problem {
        None => asked.reply(&page, &[]),
        Some(error) => reply::private(&page, error.code.status().as_u16()),
    }
}

fn shown(parameter: &str, value: &str) -> String {
    if parameter == "cohort" { t(value).to_owned() } else { value.to_owned() }
}

#[derive(Template)]
#[template(path = "speaker.html")]
struct OnePage {
    frame: Frame,
    period: Period,
    chips: Chips,
    speaker: Speaker,
    /// Articles that quote the speaker, and where they are listed.
    count: i64,
    count_href: Option<String>,
    attention: Option<Figure>,
    tones: Option<Figure>,
    statements: Vec<SaidRow>,
    subjects: Vec<SubjectShown>,
    api: String,
}

struct SubjectShown {
    name: String,
    /// Empty where there is no page of it.
    href: String,
    count: i64,
    tone: String,
    tone_class: &'static str,
}

pub async fn page(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    asked: Asked,
) -> Result<Response, Trouble> {
    let period = Period::read(&app, &asked, "90d")?;
    let (first, last) = period.parameters();
    let mut query = vec![("startDate", first.as_str()), ("endDate", last.as_str())];
    query.extend(asked.given_to::<GetSpeaker>());
    let narrowed = query.clone();
    let mut speaker = ask::<GetSpeaker>(&app, &visitor(&app), &[("id", &id)], &query).await?;
    // A name that somebody wrote with quotes would end the phrase.
    let keyword = format!("speaker:\"{}\"", speaker.name.replace('"', " "));
    let query = [("q", keyword.as_str()), ("startDate", &first), ("endDate", &last)];
    let points = ask::<GetTimeseries>(&app, &visitor(&app), &[], &query).await?;
    let path = format!("/speakers/{}", speaker.id);
    let api = format!("GET {}{}", app.config.public_base(), address(&path, narrowed.iter().copied()));
    let narrow = |query: FeedQuery| query.with("keyword", &keyword);
    let articles = |point: &Point| CountedDay::new(&point.date, point.count as i64, None);
    let said = |day: &SpeakerDay| CountedDay::new(&day.date, day.statement_count, Some(day.tone));
    let course = |days: Vec<CountedDay>| Course {
        asked: &asked,
        period: &period,
        days,
        narrow: &narrow,
        call: api.clone(),
        prices: HashMap::new(),
    };
    // One word finds others of that name too: `Ali` finds Ali Martinez. Then the statements alone are counted.
    let found: i64 = points.iter().map(|point| point.count as i64).sum();
    let is_found = found == speaker.article_count || speaker.name.contains(' ') && narrowed.len() == 2;
    let count = if is_found { found } else { speaker.article_count };
    let attention =
        (is_found && count > 0).then(|| course(points.iter().filter_map(articles).collect()).attention());
    let tones =
        course(speaker.by_day.iter().filter_map(said).collect()).tone_of(t("statements"), nouns::statements);
    let statements = std::mem::take(&mut speaker.statements);
    let subject = |one: &coverage::speaker::Subject| {
        let (tone, tone_class) = tone_from(one.tone, one.statement_count);
        SubjectShown {
            href: match one.kind {
                "company" => links::named("companies", &one.name, &period),
                "asset" => links::named("assets", &one.name, &period),
                _ => String::new(),
            },
            name: one.name.clone(),
            count: one.statement_count,
            tone,
            tone_class,
        }
    };
    let description = say!("What {} said, with the articles that report it.", speaker.name);
    let page = OnePage {
        frame: Frame::new(&app, "/speakers", speaker.name.clone(), description).await?,
        chips: Chips::of(&asked, &FILTERS, shown),
        count,
        count_href: is_found.then(|| links::articles(&narrow(FeedQuery::of(period.days)).to_string())),
        attention,
        tones,
        statements: statements.into_iter().map(|one| SaidRow::of(one, &period)).collect(),
        subjects: speaker.subjects.iter().map(subject).collect(),
        speaker,
        api,
        period,
    };
    let figures: Vec<&Figure> = page.attention.iter().chain(&page.tones).collect();
    asked.reply(&page, &figures)
}
