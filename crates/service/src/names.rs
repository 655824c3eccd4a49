//! What stories are called: titles and sentences of their own articles, held in memory.
//!
//! Choosing them reads and weighs the beginnings of up to two dozen articles of each story, which takes far longer
//! than counting. A name is given again only while no day of its story was counted again since the articles were
//! read, so that having it changes cost, never meaning.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use analysis::stories::{SummaryItem, centralities, summary};
use domain::hash::to_hex;
use domain::{Day, DayRange, DocumentId};
use indices::answers::trends::Candidate;
use indices::answers::{Trend, representatives};
use store::Store;
use store::documents::{Headline, StoryItem};

use crate::error::ApiError;
use crate::figures::Figures;

/// Of a large story so many of the first and of the last articles are read.
const ARTICLES_EACH_END: usize = 12;
/// Characters of each that are read.
const LEAD: usize = 800;
const REPRESENTATIVES: usize = 3;
/// Names that are held, of two to three kilobytes each.
const HELD_LIMIT: usize = 4_096;

/// A story in the words of its own articles.
#[derive(Debug)]
pub struct Name {
    pub title: String,
    pub title_from: Headline,
    /// Empty where no article has more than a title.
    pub description: String,
    pub description_from: Headline,
    /// The most central articles, each of another outlet family, none of them sponsored.
    pub representatives: Vec<Headline>,
}

impl Name {
    /// Whether all articles that are shown lie in the days.
    fn lies_in(&self, days: DayRange) -> bool {
        let shown = [&self.title_from, &self.description_from].into_iter().chain(&self.representatives);
        shown.map(|article| article.published_at.day()).all(|day| days.contains(day))
    }
}

/// A story, whole or as far as it lies in some days.
type Key = ([u8; 16], Option<DayRange>);

#[derive(Debug, Default)]
pub struct Names(Mutex<Held>);

#[derive(Debug, Default)]
struct Held {
    names: HashMap<Key, One>,
    /// Counts the questions, to know which names were not asked for longest.
    asked: u64,
}

#[derive(Debug)]
struct One {
    /// None where the story has no article in the store.
    name: Option<Arc<Name>>,
    /// The figures' version before its articles were read.
    version: u64,
    asked: u64,
}

impl Names {
    /// The name, where it was chosen after the story changed last.
    fn find(&self, key: &Key, unchanged_since: u64) -> Option<Option<Arc<Name>>> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.asked += 1;
        let asked = held.asked;
        let one = held.names.get_mut(key).filter(|one| one.version >= unchanged_since)?;
        one.asked = asked;
        Some(one.name.clone())
    }

    fn keep(&self, key: Key, version: u64, name: Option<Arc<Name>>) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if held.names.len() >= HELD_LIMIT && !held.names.contains_key(&key) {
            let mut asked: Vec<u64> = held.names.values().map(|one| one.asked).collect();
            let middle = asked.len() / 2;
            let (_, middle, _) = asked.select_nth_unstable(middle);
            let middle = *middle;
            held.names.retain(|_, one| one.asked > middle);
        }
        let asked = held.asked;
        held.names.insert(key, One { name, version, asked });
    }
}

/// The names of the trends, none where a story's articles are gone from the store since they were counted. A story
/// is named by all its articles; where those that are shown do not all lie in the days, by its articles of the
/// days.
pub async fn of(
    store: &Store,
    figures: &Figures,
    days: DayRange,
    trends: &[(Trend, u64)],
) -> Result<Vec<Option<Arc<Name>>>, ApiError> {
    let whole: Vec<(Key, u64)> = trends.iter().map(|(trend, since)| ((trend.story, None), *since)).collect();
    let mut names = named(store, figures, &whole).await?;
    let fits = |name: &Option<Arc<Name>>| name.as_ref().is_none_or(|name| name.lies_in(days));
    let places: Vec<usize> = (0..names.len()).filter(|place| !fits(&names[*place])).collect();
    // A story is the same in any two ranges that cut it alike.
    let cut = |trend: &Trend| {
        let life = trend.standing.life;
        DayRange::inclusive(days.first().max(life.first()), days.last().min(life.last())).unwrap_or(days)
    };
    let parts: Vec<(Key, u64)> = places
        .iter()
        .map(|place| &trends[*place])
        .map(|(trend, since)| ((trend.story, Some(cut(trend))), *since))
        .collect();
    for (place, name) in places.into_iter().zip(named(store, figures, &parts).await?) {
        names[place] = name;
    }
    Ok(names)
}

/// Names these stories where that was not done since they changed; returns how many were.
pub async fn prepare(store: &Store, figures: &Figures, stories: &[([u8; 16], u64)]) -> Result<u64, ApiError> {
    let missing = |(story, since): &([u8; 16], u64)| {
        let key = (*story, None);
        figures.names.find(&key, *since).is_none().then_some((key, *since))
    };
    let missing: Vec<(Key, u64)> = stories.iter().filter_map(missing).collect();
    named(store, figures, &missing).await?;
    Ok(missing.len() as u64)
}

async fn named(
    store: &Store,
    figures: &Figures,
    wanted: &[(Key, u64)],
) -> Result<Vec<Option<Arc<Name>>>, ApiError> {
    let version = figures.version();
    let mut names: Vec<Option<Option<Arc<Name>>>> =
        wanted.iter().map(|(key, since)| figures.names.find(key, *since)).collect();
    let missing: Vec<usize> = (0..names.len()).filter(|place| names[*place].is_none()).collect();
    let all = DayRange::inclusive(Day::MIN, Day::MAX).unwrap_or(DayRange::single(Day::MIN));
    let asked: Vec<(String, DayRange)> = missing
        .iter()
        .map(|place| wanted[*place].0)
        .map(|(story, part)| (to_hex(&story), part.unwrap_or(all)))
        .collect();
    if !asked.is_empty() {
        let told = store.documents.of_stories(&asked, ARTICLES_EACH_END, LEAD).await?;
        // Weighing words takes milliseconds of pure work, away from the threads that serve connections.
        let naming =
            tokio::task::spawn_blocking(move || told.iter().map(|items| name(items)).collect::<Vec<_>>());
        let chosen = naming.await.map_err(|error| ApiError::internal(&error))?;
        for (place, name) in missing.into_iter().zip(chosen) {
            let name = name.map(Arc::new);
            figures.names.keep(wanted[place].0, version, name.clone());
            names[place] = Some(name);
        }
    }
    Ok(names.into_iter().map(Option::flatten).collect())
}

fn name(items: &[StoryItem]) -> Option<Name> {
    let texts: Vec<SummaryItem<'_>> = items
        .iter()
        .map(|item| SummaryItem { id: item.headline.id, title: &item.headline.title, content: &item.lead })
        .collect();
    let text = summary(&texts)?;
    let candidates: Vec<Candidate<'_>> = items
        .iter()
        .zip(centralities(&texts))
        .map(|(item, centrality)| Candidate {
            id: item.headline.id.bytes(),
            family: &item.headline.outlet_family,
            centrality: f64::from(centrality),
            sponsored: item.headline.sponsored,
        })
        .collect();
    let source = |id: DocumentId| {
        let item = items.iter().find(|item| item.headline.id == id)?;
        Some(item.headline.clone())
    };
    let chosen = representatives(&candidates, REPRESENTATIVES);
    Some(Name {
        title: text.title,
        title_from: source(text.title_from)?,
        description: text.description,
        description_from: source(text.description_from)?,
        representatives: chosen.iter().map(|place| items[*place].headline.clone()).collect(),
    })
}
