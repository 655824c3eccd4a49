//! Which trends are asked for: the same question on /trends and /intelligence.

use std::collections::{HashMap, HashSet};

use domain::{Category, Day, DayRange, Instant, MentionKind};
use figures::Figures;
use figures::directory::Directory;
use indices::answers;
use indices::cube::StoryInRange;
use search::UNCATEGORISED;
use store::documents::NamedIn;

use interface::cursor::OwnedCursor;
use interface::names::AskedName;
use interface::{App, Paging, ParamReader};
use runtime::error::ApiError;

/// Trends of one answer.
const LIMIT: u64 = figures::names::LIMIT as u64;
/// Fewer items make no trend.
const ITEMS_MIN: u64 = 2;
/// Stories whose articles are looked through at once for a name.
const AT_ONCE: usize = 500;
/// Once a page is full, so many articles are looked through to count what else there is.
const MAX_COUNTED: i64 = 50_000;

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
        let words = "Only stories of which at least half of the articles name this company in the title or at the \
             beginning, by any of its names.";
        let company = from.text("company", words)?;
        let words = "Only stories of which at least half of the articles name this asset in the title or at the \
             beginning, by any of its names.";
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
    pub fn kept(&self, today: Day) -> Option<String> {
        let Request { limit, skip, name, .. } = self;
        // Up to when a range that has not ended is looked at.
        let until = self.days.last().min(today);
        (self.company.is_none() && self.asset.is_none()).then(|| format!("{limit} {skip} {until} {name}"))
    }

    /// As far as the range has come: on days to come nobody is silent.
    fn past(&self, app: &App, figures: &Figures) -> DayRange {
        let today = app.clock.now().day();
        let held = figures.ask(|cube| cube.covered(self.days)).map_or(today, DayRange::last);
        let last = self.days.last().min(held.max(today));
        DayRange::inclusive(self.days.first(), last).unwrap_or(self.days)
    }

    fn is_plain(&self) -> bool {
        let Request { skip, category, company, asset, min_articles, .. } = self;
        let unnamed = company.is_none() && asset.is_none();
        *skip == 0 && category.is_none() && unnamed && *min_articles == ITEMS_MIN as i64
    }

    /// The stories that are asked for, strongest first, and where they stand in the list.
    pub async fn find(&self, app: &App) -> Result<(Vec<(answers::Trend, u64)>, Paging), ApiError> {
        let figures = app.figures.counted()?;
        let days = self.past(app, figures);
        let (found, total) = if self.is_plain() {
            let counts = figures.ask(|cube| cube.stories_by_category(self.days));
            let total = counts.iter().map(|(_, count)| *count).sum::<i64>();
            (figures.trends(days, self.limit), Some(usize::try_from(total).unwrap_or(0)))
        } else if self.company.is_none() && self.asset.is_none() {
            let (found, total) = figures.trends_page(days, |story| self.keeps(story), self.skip, self.limit);
            (found, Some(total))
        } else {
            let (naming, is_whole) = self.naming(app).await?;
            let is_kept = |story: &StoryInRange| naming.contains(&story.story);
            let (found, total) = figures.trends_page(days, is_kept, self.skip, self.limit);
            (found, is_whole.then_some(total))
        };
        let after = self.skip.saturating_add(found.len());
        let has_more = total.is_none_or(|total| after < total) && !found.is_empty();
        let next = has_more.then(|| {
            let at = Instant::from_ms(i64::try_from(after).unwrap_or(i64::MAX));
            ("cursor", OwnedCursor { at, id: [0; 16] }.write(&self.name))
        });
        Ok((found, Paging { next, total: total.map(|total| total as u64) }))
    }

    /// The stories that name what is asked for, those with most evidence first, and whether these are all: beyond a full
    /// page they are not sought for ever.
    async fn naming(&self, app: &App) -> Result<(HashSet<[u8; 16]>, bool), ApiError> {
        let mut names = Vec::new();
        for (parameter, directory, kind, asked) in [
            ("company", Directory::Companies, MentionKind::Company, &self.company),
            ("asset", Directory::Assets, MentionKind::Asset, &self.asset),
        ] {
            if let Some(text) = asked {
                names.push((kind, AskedName::new(parameter, directory, text).resolve(app)?));
            }
        }
        let mut wanted = app.figures.counted()?.ask(|cube| cube.all_stories(self.days));
        wanted.retain(|story| self.keeps(story));
        let (mut naming, mut looked_at) = (HashSet::new(), 0);
        let enough = self.skip.saturating_add(self.limit);
        for some in wanted.chunks(AT_ONCE) {
            if naming.len() > enough && looked_at > MAX_COUNTED {
                return Ok((naming, false));
            }
            let mut left: Vec<([u8; 16], i64)> =
                some.iter().map(|story| (story.story, story.tally.count)).collect();
            for (kind, name) in &names {
                let ids: Vec<[u8; 16]> = left.iter().map(|(story, _)| *story).collect();
                let documents = &app.store.documents;
                let found =
                    documents.stories_naming(*kind, name, NamedIn::Beginning, self.days, &ids).await?;
                let found: HashMap<[u8; 16], i64> = found.into_iter().collect();
                left.retain(|(story, count)| found.get(story).is_some_and(|named| 2 * named >= *count));
            }
            naming.extend(left.into_iter().map(|(story, _)| story));
            looked_at += some.iter().map(|story| story.tally.count).sum::<i64>();
        }
        Ok((naming, true))
    }

    fn keeps(&self, story: &StoryInRange) -> bool {
        self.category.is_none_or(|category| story.category == category)
            && story.tally.count >= self.min_articles
    }
}
