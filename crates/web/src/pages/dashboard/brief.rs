//! What changed against the days before: how much was said, which stories and narratives, and who.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use coverage::breaking::GetBreaking;
use coverage::explain::FeedQuery;
use coverage::narratives::{GetNarratives, Narrative};
use coverage::trends;
use domain::{DayRange, Instant};
use indices::Tally;

use crate::pages::asked::{Asked, ask};
use crate::pages::kind::Kind;
use crate::pages::links;
use crate::pages::parts::{Counted, Ranked, Stories, StoryCard, tone_class};
use crate::pages::period::{Change, Period, change, signed, tone_change};
use crate::pages::plot::number;
use crate::pages::reply::{self, Trouble};
use crate::pages::{unless_waiting, visitor};
use crate::texts::{say, t};
use interface::{App, RequestContext};
use runtime::error::ApiError;

/// Stories of the page and of its file; the API has more.
const MAX_STORIES: usize = 8;
const MAX_BREAKING: &str = "4";
/// Narratives of each of the two lists, and those that are looked at for them.
const MAX_NARRATIVES: usize = 6;
const LOOKED_AT: &str = "60";
/// Names that moved, and the fewest articles of one.
const MAX_MOVED: usize = 8;
const MIN_ARTICLES: i64 = 3;

pub struct Coverage {
    pub count: i64,
    pub count_href: String,
    pub change: Change,
    pub tone: String,
    pub tone_class: &'static str,
    pub tone_change: Change,
    pub last_day: String,
    pub outlets: usize,
}

/// None while nothing was counted.
pub fn coverage(app: &App, period: &Period) -> Option<Coverage> {
    let today = app.clock.now().day();
    app.figures.ask(|cube| {
        cube.span()?;
        let (now, before) = (cube.total(period.days), cube.total(period.before()));
        let last = DayRange::single(period.days.last());
        let (day, day_before) = (cube.total(last).count, cube.total(last.before()).count);
        let tone = |tally: Tally| tally.mean_tone();
        Some(Coverage {
            count: now.count,
            count_href: links::articles(&FeedQuery::of(period.days).to_string()),
            change: change(now.count, before.count),
            tone: tone(now).map_or("–".into(), signed),
            tone_class: tone(now).map_or("dim", tone_class),
            tone_change: tone_change(tone(now), tone(before)),
            // A day that is not over stands beside a whole one.
            last_day: match period.days.last() {
                last if last == today => {
                    say!("{} so far today, {}; {} the day before", day, last, day_before)
                }
                last => say!("{} on {}, {} the day before", day, last, day_before),
            },
            outlets: cube.by_outlet(period.days).len(),
        })
    })
}

/// The strongest stories of the period.
pub async fn stories(app: &App, period: &Period) -> Result<Stories, ApiError> {
    let told = unless_waiting(trends::trends(app, period.days).await)?.unwrap_or_default();
    Ok(Stories { cards: told.into_iter().take(MAX_STORIES).map(StoryCard::from).collect() })
}

pub async fn stories_csv(State(app): State<Arc<App>>, asked: Asked) -> Result<Response, Trouble> {
    let mut told = trends::trends(&app, super::period(&app, &asked)?.days).await?;
    told.truncate(MAX_STORIES);
    Ok(reply::csv(&trends::table(&told), "trends.csv", &asked.headers))
}

/// Those that broke on the last day of the period.
pub async fn breaking(app: &App, period: &Period) -> Result<Stories, ApiError> {
    let visitor = visitor(app);
    let end = Instant::from_ms(period.days.last().end().ms());
    let then = RequestContext { now: visitor.now.min(end), ..visitor };
    let found = unless_waiting(ask::<GetBreaking>(app, &then, &[], &[("limit", MAX_BREAKING)]).await)?;
    Ok(Stories {
        cards: found.unwrap_or_default().into_iter().map(|one| StoryCard::from(one.story)).collect(),
    })
}

pub struct NarrativeLine {
    pub name: String,
    pub href: String,
    pub stage: &'static str,
    pub count: i64,
    pub count_href: String,
    pub moved: String,
}

/// Those that are new or gain, and those that fade.
pub async fn narratives(
    app: &App,
    period: &Period,
) -> Result<(Vec<NarrativeLine>, Vec<NarrativeLine>), ApiError> {
    let (first, last) = period.parameters();
    let query = [("startDate", first.as_str()), ("endDate", &last), ("limit", LOOKED_AT)];
    let found =
        unless_waiting(ask::<GetNarratives>(app, &visitor(app), &[], &query).await)?.unwrap_or_default();
    let percent = |share: f64| format!("{} %", number(share * 100.0));
    let line = |one: &Narrative| NarrativeLine {
        name: one.name.clone(),
        href: links::named("narratives", &one.id, period),
        stage: t(one.stage),
        count: one.article_count,
        count_href: links::articles(&one.query),
        moved: say!(
            "{} of the attention, {} before",
            percent(one.share_last_week),
            percent(one.share_before)
        ),
    };
    let at = |stages: &[&str]| {
        let those = found.iter().filter(|one| stages.contains(&one.stage));
        those.take(MAX_NARRATIVES).map(line).collect()
    };
    Ok((at(&["emerging", "growing", "returning", "peaking"]), at(&["fading", "dormant"])))
}

/// Whose number of articles changed most against the days before.
pub fn moved(app: &App, kind: Kind, period: &Period) -> Ranked {
    let before: HashMap<String, i64> =
        kind.counted(app, period.before()).into_iter().map(|one| (one.name, one.tally.count)).collect();
    let was = |name: &str| before.get(name).copied().unwrap_or(0);
    let mut now = kind.counted(app, period.days);
    now.retain(|one| one.tally.count >= MIN_ARTICLES);
    // In units of what chance alone would move it.
    let weight = |count: i64, was: i64| (count - was).abs() as f64 / ((count + was).max(1) as f64).sqrt();
    now.sort_by(|a, b| {
        let (left, right) = (weight(a.tally.count, was(&a.name)), weight(b.tally.count, was(&b.name)));
        right.total_cmp(&left).then_with(|| a.name.cmp(&b.name))
    });
    let row = |one: crate::pages::kind::Counted| Counted {
        href: links::named(kind.path(), &one.name, period),
        note: change(one.tally.count, was(&one.name)).text,
        count: one.tally.count,
        query: kind.articles(&one.name, period.days).to_string(),
        tone: one.tally.mean_tone(),
        name: one.name,
    };
    let label = if kind == Kind::Company { t("Companies that moved") } else { t("Assets that moved") };
    Ranked::new(label, t(kind.title()), now.into_iter().take(MAX_MOVED).map(row).collect(), "")
}
