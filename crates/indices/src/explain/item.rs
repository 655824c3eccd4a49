//! One article as the metrics see it.

use domain::{Cohort, Day, Instant};

use crate::rollup::{DayInput, LEAD_ASSET, Weighed, attention, weighed, weighted};

#[derive(Clone, Debug)]
pub struct Item<'a> {
    pub id: [u8; 16],
    pub day: Day,
    pub published_at: Instant,
    pub outlet: &'a str,
    pub family: &'a str,
    pub country: &'a str,
    pub author: &'a str,
    /// Whose post it is.
    pub cohort: Option<Cohort>,
    pub story: Option<[u8; 16]>,
    pub index: Weighed,
    /// Attention to each asset, in steps of 2^-32.
    pub assets: Vec<(&'a str, i64)>,
}

impl Item<'_> {
    pub(super) fn lead_attention(&self) -> i64 {
        self.assets.iter().find(|(name, _)| *name == LEAD_ASSET).map_or(0, |(_, attention)| *attention)
    }
}

/// The articles of a day; sponsored ones carry no weight.
pub fn items<'a>(day: Day, documents: &[DayInput<'a>]) -> Vec<Item<'a>> {
    let item = |(document, weight): (&DayInput<'a>, i64)| Item {
        id: document.id,
        day,
        published_at: document.published_at,
        outlet: document.outlet,
        family: document.outlet_family,
        country: document.outlet_country,
        author: document.author,
        cohort: document.cohort,
        story: document.story,
        index: weighed(document, weight),
        assets: attention(document, weight).map(|(mention, given)| (mention.name, given)).collect(),
    };
    weighted(day, documents).map(item).collect()
}
