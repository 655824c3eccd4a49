//! Which trends are asked for: the same question on /trends and /intelligence.

use std::collections::HashMap;

use domain::{Category, DayRange, Instant, MentionKind};
use figures::directory::Directory;
use indices::answers;
use indices::cube::StoryInRange;
use search::UNCATEGORISED;

use interface::cursor::OwnedCursor;
use interface::names::AskedName;
use interface::{App, Paging, ParamReader};
use runtime::error::ApiError;

/// Trends of one answer.
const LIMIT: u64 = figures::names::LIMIT as u64;
/// Fewer items make no trend.
const ITEMS_MIN: u64 = 2;
/// Stories that name something; no month of the news comes near it.
const MAX_NAMING: usize = 50_000;

#[derive(Clone, Debug)]
pub struct Request {
    pub days: DayRange,
    limit: usize,
    skip: usize,
    /// None of them: any.
    category: Option<Option<Category>>,
    company: Option<String>,
    asset: Option<String>,
    min_articles: i64,
    /// All that narrows the list, to know a cursor of it by.
    name: String,
}

impl Request {
    /// The strongest of the days.
    pub fn of(days: DayRange) -> Request {
        Request {
            days,
            limit: LIMIT as usize,
            skip: 0,
            category: None,
            company: None,
            asset: None,
            min_articles: ITEMS_MIN as i64,
            name: String::new(),
        }
    }

    pub fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        let days = from.days()?;
        let limit = from.integer("limit", "Trends of the answer.", 1..=LIMIT, LIMIT)? as usize;
        let names: Vec<&'static str> =
            Category::ALL.iter().map(|category| category.name()).chain([UNCATEGORISED]).collect();
        let category =
            from.choice("category", "Only stories on this subject; Other: of none.", &names, None)?;
        let words =
            "Only stories of which at least half of the articles name this company, by any of its names.";
        let company = from.text("company", words)?;
        let words =
            "Only stories of which at least half of the articles name this asset, by any of its names.";
        let asset = from.text("asset", words)?;
        let words = "Articles that a story needs in the days.";
        let min_articles = from.integer("minArticles", words, ITEMS_MIN..=10_000, ITEMS_MIN)? as i64;
        let name = format!("{days:?} {category:?} {company:?} {asset:?} {min_articles}");
        let cursor = from.text("cursor", "Goes on after the page before; take it from the header Link.")?;
        let cursor = cursor.map(|text| OwnedCursor::read(&text, &name)).transpose()?;
        let skip = cursor.map_or(0, |cursor| usize::try_from(cursor.at.ms()).unwrap_or(usize::MAX));
        let category = category.map(Category::from_name);
        Ok(Request { days, limit, skip, category, company, asset, min_articles, name })
    }

    /// The names that are asked for.
    pub fn names(&self) -> Vec<AskedName> {
        let company = self.company.iter().map(|text| AskedName::new("company", Directory::Companies, text));
        let asset = self.asset.iter().map(|text| AskedName::new("asset", Directory::Assets, text));
        company.chain(asset).collect()
    }

    /// A name for the answer, which follows from the figures alone unless the store is asked who is named.
    pub fn kept(&self) -> Option<String> {
        let Request { limit, skip, name, .. } = self;
        (self.company.is_none() && self.asset.is_none()).then(|| format!("{limit} {skip} {name}"))
    }

    fn is_plain(&self) -> bool {
        let Request { skip, category, company, asset, min_articles, .. } = self;
        let unnamed = company.is_none() && asset.is_none();
        *skip == 0 && category.is_none() && unnamed && *min_articles == ITEMS_MIN as i64
    }

    /// The stories that are asked for, strongest first, and where they stand in the list.
    pub async fn find(&self, app: &App) -> Result<(Vec<(answers::Trend, u64)>, Paging), ApiError> {
        let figures = app.figures.counted()?;
        let (found, total) = if self.is_plain() {
            let counts = figures.ask(|cube| cube.stories_by_category(self.days));
            let total = counts.iter().map(|(_, count)| *count).sum::<i64>();
            (figures.trends(self.days, self.limit), usize::try_from(total).unwrap_or(0))
        } else {
            let mut naming = Vec::new();
            for (parameter, directory, kind, asked) in [
                ("company", Directory::Companies, MentionKind::Company, &self.company),
                ("asset", Directory::Assets, MentionKind::Asset, &self.asset),
            ] {
                if let Some(text) = asked {
                    let name = AskedName::new(parameter, directory, text).resolve(app)?;
                    let found =
                        app.store.documents.stories_naming(kind, &name, self.days, MAX_NAMING).await?;
                    naming.push(found.into_iter().collect::<HashMap<[u8; 16], i64>>());
                }
            }
            figures.trends_page(self.days, |story| self.keeps(story, &naming), self.skip, self.limit)
        };
        let after = self.skip.saturating_add(found.len());
        let next = (after < total && !found.is_empty()).then(|| {
            let at = Instant::from_ms(i64::try_from(after).unwrap_or(i64::MAX));
            ("cursor", OwnedCursor { at, id: [0; 16] }.write(&self.name))
        });
        Ok((found, Paging { next, total: Some(total as u64) }))
    }

    fn keeps(&self, story: &StoryInRange, naming: &[HashMap<[u8; 16], i64>]) -> bool {
        let named = |counts: &HashMap<[u8; 16], i64>| {
            counts.get(&story.story).is_some_and(|count| 2 * count >= story.tally.count)
        };
        self.category.is_none_or(|category| story.category == category)
            && story.tally.count >= self.min_articles
            && naming.iter().all(named)
    }
}
