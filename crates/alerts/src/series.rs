//! The counted days of what a rule watches, and the documents of some of them.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Context;
use domain::language::is_read;
use domain::{Day, DayRange, DocumentId, Sentiment};
use indices::alerts::{DayCount, NORM_DAYS, Series};
use interface::App;
use search::Search;
use store::documents::Headline;

use crate::watch::{Subject, Watch};

/// Documents of one rule that are looked at, of a backtest too.
pub const MAX_ITEMS: usize = 20_000;

/// These days and those that are their norm.
pub fn with_norm(days: DayRange) -> DayRange {
    DayRange::inclusive(days.first().plus(-NORM_DAYS), days.last()).unwrap_or(days)
}

/// What was counted on each of the days.
pub async fn counts(
    app: &App,
    watch: &std::sync::Arc<Watch>,
    days: DayRange,
) -> anyhow::Result<Vec<DayCount>> {
    match &watch.subject {
        Subject::Search(_) => {
            let own = std::sync::Arc::clone(watch);
            let tallies = app.search(move |finder, give_up| match &own.subject {
                Subject::Search(wanted) => finder.tally_until(&wanted.search(days), give_up),
                _ => Ok(Vec::new()),
            });
            let tallies = tallies.await.map_err(|error| anyhow::anyhow!("cannot count: {}", error.detail))?;
            let count = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
            Ok(tallies
                .iter()
                .map(|tally| DayCount {
                    day: tally.day,
                    items: count(tally.count),
                    unread: count(tally.unread),
                    positive: count(tally.positive),
                    negative: count(tally.negative),
                })
                .collect())
        }
        Subject::Story(_) => Ok(count(&headlines(app, watch, days, MAX_ITEMS).await?)),
        Subject::Index(_) => Ok(Vec::new()),
    }
}

fn count(headlines: &[Headline]) -> Vec<DayCount> {
    let mut days: BTreeMap<Day, DayCount> = BTreeMap::new();
    for headline in headlines {
        let day = headline.published_at.day();
        let count =
            days.entry(day).or_insert(DayCount { day, items: 0, unread: 0, positive: 0, negative: 0 });
        count.items += 1;
        count.unread += u32::from(!is_read(&headline.language));
        count.positive += u32::from(headline.sentiment == Sentiment::Positive);
        count.negative += u32::from(headline.sentiment == Sentiment::Negative);
    }
    days.into_values().collect()
}

pub async fn series(app: &App, watch: &std::sync::Arc<Watch>, days: DayRange) -> anyhow::Result<Series> {
    let since = app.store.documents.days_covered().await.context("cannot read which days are covered")?;
    Ok(Series { since: since.map(|days| days.first()), days: counts(app, watch, days).await? })
}

/// The newest documents of the days, newest first.
pub async fn headlines(
    app: &App,
    watch: &std::sync::Arc<Watch>,
    days: DayRange,
    limit: usize,
) -> anyhow::Result<Vec<Headline>> {
    let ids: Vec<DocumentId> = match &watch.subject {
        Subject::Search(_) => {
            let own = std::sync::Arc::clone(watch);
            let listed = app.search(move |finder, give_up| match &own.subject {
                Subject::Search(wanted) => {
                    finder.list_until(&Search { take: limit, ..wanted.search(days) }, give_up)
                }
                _ => Ok(search::Listed::default()),
            });
            let listed = listed.await.map_err(|error| anyhow::anyhow!("cannot search: {}", error.detail))?;
            listed.ids.into_iter().map(|(id, _)| id).collect()
        }
        Subject::Story(id) => {
            let listed =
                app.store.documents.of_story(id, days, limit).await.context("cannot read a story")?;
            listed.into_iter().map(|(id, _)| id).collect()
        }
        Subject::Index(_) => Vec::new(),
    };
    app.store.documents.headlines(&ids).await.context("cannot read headlines")
}

pub fn families(headlines: &[Headline]) -> u32 {
    let families: BTreeSet<&str> = headlines.iter().map(|headline| headline.outlet_family.as_str()).collect();
    u32::try_from(families.len()).unwrap_or(u32::MAX)
}
