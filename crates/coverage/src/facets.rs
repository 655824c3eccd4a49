//! What the matches of a search are: by day, and how many each further filter would leave.

use std::collections::BTreeSet;

use domain::{Category, Cohort, Day, DocumentId, Kind, Sentiment};
use search::{Finder, Matched, Search, UNCATEGORISED};

use crate::feed::{Request, listed};
use interface::App;
use runtime::error::ApiError;

/// Values of one filter that are told, those with most matches.
const MAX_VALUES: usize = 10;
/// Companies, assets and languages that are counted: those named most in the days, and those that the first matches name.
const MAX_COMMON: usize = 100;

/// A filter by the parameter of /feed, and its values with how many matches each leaves, the most first. A filter that
/// is set already is left out of its own counts, so that its other values can be seen.
pub struct Facet {
    pub parameter: &'static str,
    pub values: Vec<(String, u64)>,
}

/// A day with matches.
pub struct MatchedDay {
    pub day: Day,
    pub count: u64,
}

pub struct Matches {
    /// In order.
    pub days: Vec<MatchedDay>,
    pub facets: Vec<Facet>,
}

/// Names among the first matches, which are worth counting.
#[derive(Default)]
pub struct Candidates {
    pub companies: Vec<String>,
    pub assets: Vec<String>,
}

pub async fn matches(app: &App, request: Request, candidates: Candidates) -> Result<Matches, ApiError> {
    let Request { selection, story, narrative, .. } = request;
    let days = selection.days;
    let filters = selection.filters.clone().resolved(app)?;
    let among = listed(app, days, story, narrative).await?;
    let among: Option<Vec<DocumentId>> = among.map(|listed| listed.into_iter().map(|(id, _)| id).collect());
    let (companies, assets, languages) = app.figures.counted()?.ask(|cube| {
        let named = |rows: Vec<indices::cube::NamedInRange<'_>>, first: Vec<String>| {
            let mut rows = rows;
            rows.sort_by_key(|row| std::cmp::Reverse(row.tally.count));
            let common = rows.into_iter().take(MAX_COMMON).map(|row| row.name.to_owned());
            distinct(common.chain(first))
        };
        let languages: Vec<String> =
            cube.by_language(days).into_iter().map(|(language, _)| language.to_owned()).collect();
        (
            named(cube.by_company(days), candidates.companies),
            named(cube.by_asset(days), candidates.assets),
            distinct(languages.into_iter()),
        )
    });
    app.search(move |finder, give_up| {
        let all = Search { among: among.as_deref(), take: 0, ..selection.search(&filters) };
        let days = finder.tally_until(&all, give_up)?.into_iter().rev();
        let days = days.map(|tally| MatchedDay { day: tally.day, count: tally.count }).collect();
        let asking = Asking { finder, give_up, matched: finder.matched_until(&all, give_up)? };
        let outlets = finder.by_outlet_until(&Search { outlets: &[], ..all }, give_up)?;
        let outlets = outlets.into_iter().map(|row| (row.outlet, row.count)).collect();
        let categories: Vec<&str> =
            Category::ALL.iter().map(|one| one.name()).chain([UNCATEGORISED]).collect();
        let only = Search::between(all.from, all.to);
        let facets = vec![
            asking.closed(
                "sentiment",
                Sentiment::ALL,
                (!all.sentiments.is_empty()).then_some(Search { sentiments: &[], ..all }),
                |one| Search { sentiments: std::slice::from_ref(one), ..only },
            )?,
            asking.closed(
                "category",
                &categories,
                (!all.categories.is_empty()).then_some(Search { categories: &[], ..all }),
                |one| Search { categories: std::slice::from_ref(one), ..only },
            )?,
            asking.closed(
                "company",
                &companies,
                (!all.companies.is_empty()).then_some(Search { companies: &[], ..all }),
                |one| Search { companies: std::slice::from_ref(one), ..only },
            )?,
            asking.closed(
                "asset",
                &assets,
                (!all.assets.is_empty()).then_some(Search { assets: &[], ..all }),
                |one| Search { assets: std::slice::from_ref(one), ..only },
            )?,
            largest("outlet", outlets),
            asking.closed(
                "kind",
                Kind::ALL,
                (!all.kinds.is_empty()).then_some(Search { kinds: &[], ..all }),
                |one| Search { kinds: std::slice::from_ref(one), ..only },
            )?,
            asking.closed(
                "cohort",
                Cohort::ALL,
                (!all.cohorts.is_empty()).then_some(Search { cohorts: &[], ..all }),
                |one| Search { cohorts: std::slice::from_ref(one), spoken_of: all.spoken_of, ..only },
            )?,
            asking.closed(
                "language",
                &languages,
                (!all.languages.is_empty()).then_some(Search { languages: &[], ..all }),
                |one| Search { languages: std::slice::from_ref(one), ..only },
            )?,
        ];
        Ok(Matches { days, facets: facets.into_iter().filter(|facet| !facet.values.is_empty()).collect() })
    })
    .await
}

struct Asking<'a> {
    finder: &'a Finder,
    give_up: &'a dyn Fn() -> bool,
    matched: Matched,
}

impl Asking<'_> {
    /// Each value held against the matches, or against those of `without` where the filter is set already.
    fn closed<'v, T: ToString>(
        &self,
        parameter: &'static str,
        values: &'v [T],
        without: Option<Search<'_>>,
        only: impl Fn(&'v T) -> Search<'v>,
    ) -> Result<Facet, search::Error> {
        let others = without.map(|search| self.finder.matched_until(&search, self.give_up)).transpose()?;
        let matched = others.as_ref().unwrap_or(&self.matched);
        let mut counted = Vec::with_capacity(values.len());
        for value in values {
            counted.push((value.to_string(), matched.count(&only(value), self.give_up)?));
        }
        Ok(largest(parameter, counted))
    }
}

fn largest(parameter: &'static str, mut values: Vec<(String, u64)>) -> Facet {
    values.retain(|(_, count)| *count > 0);
    values.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    values.truncate(MAX_VALUES);
    Facet { parameter, values }
}

fn distinct(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    names.filter(|name| seen.insert(name.clone())).collect()
}
