//! The first page: what is known right now, and calls that work as they stand.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use coverage::explain::FeedQuery;
use domain::{Day, DayRange};
use indices::answers::fear_greed;
use indices::answers::fear_greed::ITEMS_MIN;

use super::asked::address;
use super::frame::Frame;
use super::plot::number;
use super::reply::{self, Trouble};
use super::visitor;
use crate::texts::t;
use coverage::index;
use interface::App;

#[derive(Template)]
#[template(path = "start.html")]
struct StartPage {
    frame: Frame,
    /// None while nothing was taken in.
    known: Option<Known>,
    /// The headline index, where it has a value.
    index: Option<(String, String)>,
    /// A key that anyone may try.
    guest_key: Option<String>,
    /// Whether calls need a key at all.
    metered: bool,
    collects: bool,
    calls: Vec<Call>,
    base: String,
}

struct Known {
    items: String,
    last_week: String,
    /// Where the articles of the last seven days, all articles and all companies are listed.
    week: String,
    all: String,
    named: String,
    outlets: String,
    companies: String,
    days: DayRange,
    /// The newest day that is over.
    mood: Option<Mood>,
}

struct Mood {
    value: u8,
    label: &'static str,
    day: String,
    items: String,
}

struct Call {
    name: &'static str,
    text: String,
}

pub async fn page(State(app): State<Arc<App>>, asked: HeaderMap) -> Result<Response, Trouble> {
    let description = t("Narrative intelligence for the digital-asset industry, open from end to end.");
    let frame = Frame::new(&app, "", t("Narrative intelligence, open from end to end"), description).await?;
    // An archive that has ended is shown as of its end.
    let now = visitor(&app).now.day();
    let newest = app.figures.ask(|cube| cube.span()).map_or(now, |span| span.last().min(now));
    let base = app.config.public_base();
    let guest_key = app.admission.gate().and_then(|gate| gate.guest()).map(str::to_owned);
    let page = StartPage {
        frame,
        known: known(&app, now, newest),
        index: index(&app).await,
        calls: calls(&base, guest_key.as_deref(), newest),
        guest_key,
        metered: app.config.metering,
        collects: app.config.collect,
        base,
    };
    reply::public(&page, &asked)
}

/// Score and status. A page that greets people does not fail because a reading is missing.
async fn index(app: &App) -> Option<(String, String)> {
    let told = index::index(app, index::Request::default()).await.ok()?;
    Some((format!("{:.1}", told.score?), t(told.status.as_deref().unwrap_or("")).to_owned()))
}

fn known(app: &App, today: Day, newest: Day) -> Option<Known> {
    let week = DayRange::inclusive(newest.plus(-6), newest)?;
    // A day that has only begun says little.
    let over = newest.min(today.plus(-1));
    app.figures.ask(|cube| {
        let days = cube.span()?;
        let mood = cube.by_day(DayRange::inclusive(over.plus(-29), over)?).pop().and_then(|(day, tally)| {
            let mood = fear_greed(tally, ITEMS_MIN)?;
            let items = number(mood.article_count as f64);
            Some(Mood { value: mood.value, label: t(mood.label), day: day.to_string(), items })
        });
        Some(Known {
            items: number(cube.total(days).count as f64),
            last_week: number(cube.total(week).count as f64),
            week: FeedQuery::of(week).on("/search"),
            all: FeedQuery::of(days).on("/search"),
            named: address(
                "/companies",
                [("startDate", &*days.first().to_string()), ("endDate", &*days.last().to_string())],
            ),
            outlets: number(cube.by_outlet(days).len() as f64),
            companies: number(cube.by_company(days).len() as f64),
            days,
            mood,
        })
    })
}

/// The same question in three languages: the newest good news about Bitcoin.
fn calls(base: &str, key: Option<&str>, last: Day) -> Vec<Call> {
    let first = last.plus(-6);
    let key = key.unwrap_or("YOUR_KEY");
    let curl = format!(
        "curl -H 'Authorization: Bearer {key}' \\\n  '{base}/feed?startDate={first}&endDate={last}&keyword=bitcoin&sentiment=Positive&limit=5'"
    );
    let python = format!(
        r#"import json
import urllib.parse
import urllib.request

query = urllib.parse.urlencode({{
    "startDate": "{first}", "endDate": "{last}",
    "keyword": "bitcoin", "sentiment": "Positive", "limit": 5,
}})
request = urllib.request.Request(
    "{base}/feed?" + query,
    headers={{"Authorization": "Bearer {key}"}},
)
with urllib.request.urlopen(request) as answer:
    for article in json.load(answer)["data"]:
        print(article["Date"], article["Title"])"#
    );
    let typescript = format!(
        r#"const query = new URLSearchParams({{
  startDate: "{first}", endDate: "{last}",
  keyword: "bitcoin", sentiment: "Positive", limit: "5",
}});
const answer = await fetch(`{base}/feed?${{query}}`, {{
  headers: {{ Authorization: "Bearer {key}" }},
}});
if (!answer.ok) throw new Error(await answer.text());
const feed: {{ data: {{ Date: string; Title: string }}[] }} = await answer.json();
for (const article of feed.data) console.log(article.Date, article.Title);"#
    );
    vec![
        Call { name: "curl", text: curl },
        Call { name: "Python", text: python },
        Call { name: "TypeScript", text: typescript },
    ]
}
