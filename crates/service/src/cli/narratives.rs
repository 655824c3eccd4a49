//! `bellwether narratives`: which stories belong to which themes.

use std::collections::HashMap;
use std::path::PathBuf;
use std::process::ExitCode;

use analysis::Text;
use analysis::narratives::{Article, ArticleTerms, Grower, Settings, StoryTerms, is_advertising, looked_at};
use analysis::stories::StoryId;
use domain::DocumentId;
use serde::Serialize;
use serde_json::Value;

use super::stories::{self, Frames, Read};
use pipeline::digest::caught;

/// Stories between two reviews, as a service that gets them day by day has them.
const REVIEWED_AFTER: usize = 300;

#[derive(Serialize)]
struct Line<'a> {
    id: &'a Value,
    story: String,
    /// Null where its story is in none.
    narrative: Option<String>,
    /// A second one, where the story is as much like it.
    second: Option<String>,
}

pub fn run(files: &[PathBuf]) -> anyhow::Result<ExitCode> {
    let mut items = Vec::new();
    let mut answers = Vec::new();
    let mut code = stories::read(files, &mut items, &mut answers)?;
    let frames = stories::frames(&items);
    let (stories, failed) = stories::grow(&items, &frames);
    let (grower, unread) = grow(&items, &stories, &frames);
    if failed || unread {
        code = ExitCode::FAILURE;
    }
    stories::print(&items, &answers, |Read { line, document, .. }| {
        let story = stories.get(document);
        let membership = story.map_or_else(Default::default, |story| grower.membership(*story));
        Line {
            id: &line.id,
            story: story.map_or(String::new(), StoryId::to_string),
            narrative: membership.first.map(|id| id.to_string()),
            second: membership.second.map(|id| id.to_string()),
        }
    })?;
    Ok(code)
}

/// Narratives of the stories, by the time of their first articles; and whether an item made its reader panic.
fn grow(items: &[Read], of: &HashMap<DocumentId, StoryId>, frames: &Frames) -> (Grower, bool) {
    let mut stories: Vec<(StoryId, Vec<&Read>)> = Vec::new();
    let mut places: HashMap<StoryId, usize> = HashMap::new();
    for item in stories::in_order(items) {
        let Some(story) = of.get(&item.document) else { continue };
        let place = *places.entry(*story).or_insert_with(|| {
            stories.push((*story, Vec::new()));
            stories.len() - 1
        });
        stories[place].1.push(item);
    }
    let settings = Settings { max_stories: usize::MAX, ..Settings::default() };
    stories.retain(|(_, items)| items.len() >= settings.min_articles as usize);
    let mut grower = Grower::new(settings, 0);
    let mut failed = false;
    for part in stories.chunks(REVIEWED_AFTER) {
        for ((story, items), terms) in part.iter().zip(all_terms(part, frames, grower.settings())) {
            match terms {
                Ok(Some(terms)) => grower.tell(*story, items[0].at, items[items.len() - 1].at, terms),
                Ok(None) => {}
                Err(Unread) => failed = true,
            }
        }
        grower.review();
    }
    (grower, failed)
}

/// An article made its reader panic.
struct Unread;

/// What each story says, worked out on all cores; none of one that advertises.
fn all_terms(
    stories: &[(StoryId, Vec<&Read>)],
    frames: &Frames,
    settings: &Settings,
) -> Vec<Result<Option<StoryTerms>, Unread>> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let each = |items: &Vec<&Read>| -> Result<Option<StoryTerms>, Unread> {
        let articles = looked_at(items.len()).map(|place| terms(items[place], frames));
        let articles: Vec<(ArticleTerms, bool)> = articles.collect::<Option<_>>().ok_or(Unread)?;
        if is_advertising(articles.iter().map(|(_, advertises)| *advertises)) {
            return Ok(None);
        }
        let articles: Vec<ArticleTerms> = articles.into_iter().map(|(terms, _)| terms).collect();
        Ok(Some(StoryTerms::of(&articles, settings.max_phrases)))
    };
    std::thread::scope(|scope| {
        let parts = stories.chunks(stories.len().div_ceil(threads).max(1));
        let work = parts.map(|part| scope.spawn(move || part.iter().map(|(_, items)| each(items)).collect()));
        let work: Vec<_> = work.collect();
        work.into_iter().flat_map(|part| part.join().unwrap_or_else(|_| Vec::new())).collect()
    })
}

/// What an article says, and whether it advertises.
fn terms(item: &Read, frames: &Frames) -> Option<(ArticleTerms, bool)> {
    let read = || {
        let cleaned = stories::cleaned(item, frames);
        let (title, content) = (cleaned.title.as_str(), cleaned.text.as_str());
        let categories = analysis::categories(&Text { title, content, ..Text::default() });
        let language = stories::language(item, title, content);
        let article = Article { title, content, language: &language, categories: &categories };
        (ArticleTerms::of(&article), article.is_advertising())
    };
    caught(read).ok()
}
