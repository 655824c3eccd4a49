//! How a narrative spread in a range of days: over stories, outlet families and subjects.

use std::collections::{BTreeMap, HashMap};

use domain::{Category, Day, DayRange};

use super::{Id, NarrativeDays};
use crate::cube::Cube;
use crate::rollup::Tally;

/// A story's part of a narrative in the range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StoryPart {
    pub story: Id,
    pub tally: Tally,
    /// First and last day with items in the range.
    pub days: DayRange,
}

impl StoryPart {
    /// None where it has no items in the range.
    pub(super) fn of(story: Id, range: DayRange, cube: &Cube) -> Option<StoryPart> {
        cube.story_rows(story, range).fold(None, |part: Option<StoryPart>, (day, row)| {
            let (tally, first) = part.map_or((Tally::default(), day), |part| (part.tally, part.days.first()));
            let days = DayRange::inclusive(first.min(day), day).unwrap_or(DayRange::single(day));
            Some(StoryPart { story, tally: tally + row.tally, days })
        })
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spread {
    /// Those with most attention first.
    pub stories: Vec<StoryPart>,
    /// Families that carry it, each with the day of the range on which it began.
    pub families: BTreeMap<String, Day>,
    /// The first subjects of its items, the commonest first.
    pub categories: Vec<Category>,
}

/// As much of a spread as a list of narratives shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outline {
    /// Stories with items in the range.
    pub story_count: usize,
    /// Some of those with most attention, the most first.
    pub leading: Vec<StoryPart>,
    /// Families that carry it.
    pub family_count: usize,
    /// The first subjects of its items, the commonest first.
    pub categories: Vec<Category>,
}

impl Spread {
    pub fn outline(&self, limit: usize) -> Outline {
        Outline {
            story_count: self.stories.len(),
            leading: self.stories.iter().take(limit).copied().collect(),
            family_count: self.families.len(),
            categories: self.categories.clone(),
        }
    }
}

impl NarrativeDays {
    pub fn spread(&self, narrative: Id, range: DayRange, cube: &Cube) -> Spread {
        let mut spread = Spread::default();
        let mut families: HashMap<&str, Day> = HashMap::new();
        let mut categories: BTreeMap<Category, u32> = BTreeMap::new();
        for story in self.stories(narrative) {
            for (day, row) in cube.story_rows(story, range) {
                for (family, _) in row.reports() {
                    let since = families.entry(cube.family(family)).or_insert(day);
                    *since = day.min(*since);
                }
                row.categories().for_each(|(of, count)| *categories.entry(of).or_insert(0) += count);
            }
            spread.stories.extend(StoryPart::of(story, range, cube));
        }
        let by_attention = |part: &StoryPart| (part.tally.attention, part.tally.count);
        spread.stories.sort_by(|a, b| by_attention(b).cmp(&by_attention(a)).then(a.story.cmp(&b.story)));
        spread.families = families.into_iter().map(|(family, day)| (family.to_owned(), day)).collect();
        spread.categories = commonest(categories);
        spread
    }

    /// The same as a spread says, without looking at every story on every day; `limit` stories are named.
    pub fn outline(&self, narrative: Id, range: DayRange, limit: usize, cube: &Cube) -> Outline {
        let Some(course) = self.courses.get(&narrative) else { return Outline::default() };
        let (story_count, leading) = course.leading(range, limit, cube);
        let (family_count, categories) = (course.family_count(range), commonest(course.categories(range)));
        Outline { story_count, leading, family_count, categories }
    }
}

fn commonest(categories: BTreeMap<Category, u32>) -> Vec<Category> {
    let mut counted: Vec<(Category, u32)> = categories.into_iter().collect();
    counted.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    counted.into_iter().map(|(category, _)| category).collect()
}
