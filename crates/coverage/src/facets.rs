//! What the matches of a search are: by day, and how many each further filter would leave.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use domain::{Category, Cohort, Day, DocumentId, Kind, Sentiment};
use search::{Finder, Matched, Search, UNCATEGORISED};

use crate::feed::{Request, listed};
use interface::App;
use runtime::error::ApiError;

/// Values of one filter that are told, those with most matches.
const MAX_VALUES: usize = 10;
/// Companies, assets and languages that are counted: those named most in the days, and those that the first matches name.
const MAX_COMMON: usize = 100;

/// A filter by the parameter of /feed, and its values, those with most matches first. A filter that is set already is left
/// out of its own counts, so that its other values can be seen.
pub struct Facet {
    pub parameter: &'static str,
    pub values: Vec<FacetValue>,
}

pub struct FacetValue {
    pub name: String,
    /// Matches with this value.
    pub count: u64,
    /// Matches that it would add beside the values that are set, since either will do; none where the filter is not set.
    pub adds: Option<u64>,
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
    let Request { selection, story, narrative, skip_copies, .. } = request;
    let days = selection.days;
    let filters = selection.filters.clone().resolved(app)?;
    let among = listed(app, days, story, narrative).await?;
    let among: Option<Vec<DocumentId>> = among.map(|listed| listed.into_iter().map(|(id, _)| id).collect());
    let (companies, assets, languages) = app.figures.counted()?.ask(|cube| {
        let languages: Vec<String> =
            cube.by_language(days).into_iter().map(|(language, _)| language.to_owned()).collect();
        (
            Named::of(cube.by_company(days), candidates.companies),
            Named::of(cube.by_asset(days), candidates.assets),
            languages,
        )
    });
    app.search(move |finder, give_up| {
        let all = Search { among: among.as_deref(), take: 0, skip_copies, ..selection.search(&filters) };
        let days = finder.tally_until(&all, give_up)?.into_iter().rev();
        let days = days.map(|tally| MatchedDay { day: tally.day, count: tally.count }).collect();
        let asking = Asking { finder, give_up, matched: finder.matched_until(&all, give_up)? };
        let outlets = finder.by_outlet_until(&Search { outlets: &[], skip_copies: false, ..all }, give_up)?;
        let mut outlets: Vec<Named> = outlets.into_iter().map(Named::outlet).collect();
        outlets.sort_by_key(|outlet| Reverse(outlet.at_most));
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
            asking.named(
                "company",
                &companies,
                (!all.companies.is_empty()).then_some(Search { companies: &[], ..all }),
                |one| Search { companies: std::slice::from_ref(&one.name), ..only },
            )?,
            asking.named(
                "asset",
                &assets,
                (!all.assets.is_empty()).then_some(Search { assets: &[], ..all }),
                |one| Search { assets: std::slice::from_ref(&one.name), ..only },
            )?,
            asking.named(
                "outlet",
                &outlets,
                (!all.outlets.is_empty()).then_some(Search { outlets: &[], ..all }),
                |one| Search { outlets: std::slice::from_ref(&one.name), ..only },
            )?,
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

/// A name that is worth counting, and how many articles of the days name it at most.
struct Named {
    name: String,
    at_most: u64,
}

impl Named {
    fn outlet(row: search::OutletTally) -> Named {
        Named { name: row.outlet, at_most: row.count }
    }

    /// Those named most in the days, then those that the first matches name: none of these is named more often.
    fn of(mut rows: Vec<indices::cube::NamedInRange<'_>>, first: Vec<String>) -> Vec<Named> {
        rows.sort_by_key(|row| Reverse(row.tally.count));
        rows.truncate(MAX_COMMON);
        let least = rows.last().map_or(u64::MAX, |row| row.tally.count.unsigned_abs());
        let common = rows.iter().map(|row| (row.name.to_owned(), row.tally.count.unsigned_abs()));
        let mut seen = BTreeSet::new();
        common
            .chain(first.into_iter().map(|name| (name, least)))
            .filter(|(name, _)| seen.insert(name.clone()))
            .map(|(name, at_most)| Named { name, at_most })
            .collect()
    }
}

impl std::fmt::Display for Named {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}

struct Asking<'a> {
    finder: &'a Finder,
    give_up: &'a dyn Fn() -> bool,
    matched: Matched,
}

impl Asking<'_> {
    /// Each value of a closed list.
    fn closed<'v, T: ToString>(
        &self,
        parameter: &'static str,
        values: &'v [T],
        without: Option<Search<'_>>,
        only: impl Fn(&'v T) -> Search<'v>,
    ) -> Result<Facet, search::Error> {
        self.counted(parameter, values, |_| u64::MAX, without, only)
    }

    /// Names, as far as one may still be among those that are told.
    fn named<'v>(
        &self,
        parameter: &'static str,
        values: &'v [Named],
        without: Option<Search<'_>>,
        only: impl Fn(&'v Named) -> Search<'v>,
    ) -> Result<Facet, search::Error> {
        self.counted(parameter, values, |one| one.at_most, without, only)
    }

    /// Each value held against the matches, or against those of `without` where the filter is set already.
    fn counted<'v, T: ToString>(
        &self,
        parameter: &'static str,
        values: &'v [T],
        at_most: impl Fn(&T) -> u64,
        without: Option<Search<'_>>,
        only: impl Fn(&'v T) -> Search<'v>,
    ) -> Result<Facet, search::Error> {
        let others = without.map(|search| self.finder.matched_until(&search, self.give_up)).transpose()?;
        let matched = others.as_ref().unwrap_or(&self.matched);
        let mut counted: Vec<FacetValue> = Vec::with_capacity(values.len());
        // The largest counts so far, the least of them first.
        let mut most = BinaryHeap::new();
        for value in values {
            if most.len() == MAX_VALUES && most.peek().is_some_and(|Reverse(least)| at_most(value) < *least) {
                break;
            }
            let only = only(value);
            let count = matched.count(&only, self.give_up)?;
            most.push(Reverse(count));
            if most.len() > MAX_VALUES {
                most.pop();
            }
            let adds = match others.is_some() && count > 0 {
                true => Some(count.saturating_sub(self.matched.count(&only, self.give_up)?)),
                false => None,
            };
            counted.push(FacetValue { name: value.to_string(), count, adds });
        }
        Ok(largest(parameter, counted))
    }
}

fn largest(parameter: &'static str, mut values: Vec<FacetValue>) -> Facet {
    values.retain(|value| value.count > 0);
    values.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.name.cmp(&b.name)));
    values.truncate(MAX_VALUES);
    Facet { parameter, values }
}
