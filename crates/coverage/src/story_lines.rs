//! Stories as lines of other answers: what each is called, in the words of its own articles.

use domain::DayRange;
use domain::hash::to_hex;
use indices::narratives::StoryPart;
use schemars::JsonSchema;
use serde::Serialize;

use crate::explain::FeedQuery;
use figures::names;
use figures::names::Unnamed;
use interface::App;
use runtime::error::ApiError;

/// One story.
#[derive(Clone, Serialize, JsonSchema)]
pub struct StoryLine {
    pub story_id: String,
    /// A headline of its own articles.
    pub title: String,
    /// Its articles in the range.
    pub article_count: i64,
    /// First and last day of the range on which it has articles.
    #[schemars(extend("format" = "date"))]
    pub first_date: String,
    #[schemars(extend("format" = "date"))]
    pub last_date: String,
    /// A sentence of one of its articles; null where none has one.
    pub sentence: Option<Sentence>,
    /// The call that lists its articles.
    pub query: String,
}

/// Words of an article, and whose they are.
#[derive(Clone, Serialize, JsonSchema)]
#[schemars(rename = "QuotedSentence")]
pub struct Sentence {
    pub text: String,
    #[serde(rename = "Outlet")]
    pub outlet: String,
    #[serde(rename = "URL")]
    pub url: String,
    /// When it was published, UTC.
    #[serde(rename = "Date")]
    #[schemars(extend("format" = "date-time"))]
    pub date: String,
}

/// Stories with their names by their articles of the days; one whose articles are gone since it was counted is left out.
pub async fn lines(app: &App, days: DayRange, parts: &[StoryPart]) -> Result<Vec<StoryLine>, ApiError> {
    let stories: Vec<[u8; 16]> = parts.iter().map(|part| part.story).collect();
    let since = app.figures.unchanged_since(&stories);
    let unnamed = parts.iter().zip(since).map(|(part, since)| Unnamed {
        story: part.story,
        life: part.days,
        // Of a story of a single article no day is known there.
        since: since.max(app.figures.day_unchanged_since(part.days.first())),
    });
    let names = names::of(&app.store, &app.figures, days, &unnamed.collect::<Vec<_>>()).await?;
    let line = |(part, name): (&StoryPart, Option<names::Name>)| {
        let name = name?;
        let from = name.description_from();
        let sentence = Some(name.first_sentence()).filter(|text| !text.is_empty()).map(|text| Sentence {
            text: text.to_owned(),
            outlet: from.outlet_name.clone(),
            url: from.url.clone(),
            date: from.published_at.rfc3339(),
        });
        let story_id = to_hex(&part.story);
        Some(StoryLine {
            title: name.title().to_owned(),
            article_count: part.tally.count,
            first_date: part.days.first().to_string(),
            last_date: part.days.last().to_string(),
            sentence,
            query: FeedQuery::of(days).with("story", &story_id).to_string(),
            story_id,
        })
    };
    Ok(parts.iter().zip(names).filter_map(line).collect())
}
