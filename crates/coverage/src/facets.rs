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
/// out of its own counts, so that its other values can be seen; where too much matches without it to tell near-copies, only
/// the values that are set are told.
pub struct Facet {
    pub parameter: &'static str,
    pub values: Vec<FacetValue>,
}

pub struct FacetValue {
    pub name: String,
    /// Matches with this value.
    pub count: u64,
    /// How many more matches there would be with it beside the values that are set, since either will do; none where the filter
    /// is not set. Where near-copies are left out, an earlier text may stand for several: below zero then.
    pub adds: Option<i64>,
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
    let names = app.figures.counted()?.ask(|cube| Names {
        companies: Named::of(cube.by_company(days), candidates.companies),
        assets: Named::of(cube.by_asset(days), candidates.assets),
        languages: cube.by_language(days).into_iter().map(|(language, _)| language.to_owned()).collect(),
    });
    app.search(move |finder, give_up| {
        let all = Search { among: among.as_deref(), take: 0, skip_copies, ..selection.search(&filters) };
        matches_of(finder, all, &names, give_up)
    })
    .await
}

/// Names that are worth counting.
#[derive(Default)]
struct Names {
    companies: Vec<Named>,
    assets: Vec<Named>,
    languages: Vec<String>,
}

fn matches_of(
    finder: &Finder,
    all: Search<'_>,
    names: &Names,
    give_up: &dyn Fn() -> bool,
) -> Result<Matches, search::Error> {
    let days = finder.tally_until(&all, give_up)?.into_iter().rev();
    let days = days.map(|tally| MatchedDay { day: tally.day, count: tally.count }).collect();
    let asking = Asking { give_up, matched: finder.matched_until(&all, give_up)? };
    let outlets = finder.by_outlet_until(&Search { outlets: &[], skip_copies: false, ..all }, give_up)?;
    let mut outlets: Vec<Named> = outlets.into_iter().map(Named::outlet).collect();
    outlets.sort_by_key(|outlet| Reverse(outlet.at_most));
    let categories: Vec<&str> = Category::ALL.iter().map(|one| one.name()).chain([UNCATEGORISED]).collect();
    let only = Search::between(all.from, all.to);
    let facets = vec![
        asking.closed(
            "sentiment",
            Sentiment::ALL,
            SetFilter::of(all.sentiments, Search { sentiments: &[], ..all }),
            |one| Search { sentiments: std::slice::from_ref(one), ..only },
        )?,
        asking.closed(
            "category",
            &categories,
            SetFilter::of(all.categories, Search { categories: &[], ..all }),
            |one| Search { categories: std::slice::from_ref(one), ..only },
        )?,
        asking.named(
            "company",
            &names.companies,
            SetFilter::of(all.companies, Search { companies: &[], ..all }),
            |one| Search { companies: std::slice::from_ref(&one.name), ..only },
        )?,
        asking.named(
            "asset",
            &names.assets,
            SetFilter::of(all.assets, Search { assets: &[], ..all }),
            |one| Search { assets: std::slice::from_ref(&one.name), ..only },
        )?,
        asking.named(
            "outlet",
            &outlets,
            SetFilter::of(all.outlets, Search { outlets: &[], ..all }),
            |one| Search { outlets: std::slice::from_ref(&one.name), ..only },
        )?,
        asking.closed("kind", Kind::ALL, SetFilter::of(all.kinds, Search { kinds: &[], ..all }), |one| {
            Search { kinds: std::slice::from_ref(one), ..only }
        })?,
        asking.closed(
            "cohort",
            Cohort::ALL,
            SetFilter::of(all.cohorts, Search { cohorts: &[], ..all }),
            |one| Search { cohorts: std::slice::from_ref(one), spoken_of: all.spoken_of, ..only },
        )?,
        asking.closed(
            "language",
            &names.languages,
            SetFilter::of(all.languages, Search { languages: &[], ..all }),
            |one| Search { languages: std::slice::from_ref(one), ..only },
        )?,
    ];
    Ok(Matches { days, facets: facets.into_iter().filter(|facet| !facet.values.is_empty()).collect() })
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

/// The values that a filter is set to, and the search without it.
struct SetFilter<'s> {
    values: Vec<String>,
    without: Search<'s>,
}

impl<'s> SetFilter<'s> {
    /// None where it is not set.
    fn of<T: ToString>(values: &[T], without: Search<'s>) -> Option<SetFilter<'s>> {
        let values: Vec<String> = values.iter().map(T::to_string).collect();
        (!values.is_empty()).then_some(SetFilter { values, without })
    }
}

struct Asking<'a> {
    give_up: &'a dyn Fn() -> bool,
    matched: Matched,
}

/// What the values of a filter are held against.
enum Against {
    /// The matches; where too much matches without the filter, only for these values.
    Matches { only: Option<Vec<String>> },
    /// The matches without the filter.
    Wider(Matched),
}

impl Asking<'_> {
    /// Each value of a closed list.
    fn closed<'v, T: ToString>(
        &self,
        parameter: &'static str,
        values: &'v [T],
        set: Option<SetFilter<'_>>,
        only: impl Fn(&'v T) -> Search<'v>,
    ) -> Result<Facet, search::Error> {
        self.counted(parameter, values, |_| u64::MAX, set, only)
    }

    /// Names, as far as one may still be among those that are told.
    fn named<'v>(
        &self,
        parameter: &'static str,
        values: &'v [Named],
        set: Option<SetFilter<'_>>,
        only: impl Fn(&'v Named) -> Search<'v>,
    ) -> Result<Facet, search::Error> {
        self.counted(parameter, values, |one| one.at_most, set, only)
    }

    fn counted<'v, T: ToString>(
        &self,
        parameter: &'static str,
        values: &'v [T],
        at_most: impl Fn(&T) -> u64,
        set: Option<SetFilter<'_>>,
        only: impl Fn(&'v T) -> Search<'v>,
    ) -> Result<Facet, search::Error> {
        let against = self.against(set)?;
        let matched = match &against {
            Against::Matches { .. } => &self.matched,
            Against::Wider(wider) => wider,
        };
        let is_told = |name: &String| match &against {
            Against::Matches { only: Some(set) } => set.contains(name),
            Against::Matches { only: None } | Against::Wider(_) => true,
        };
        let mut counted: Vec<(String, u64, &T)> = Vec::with_capacity(values.len());
        // The largest counts so far, the least of them first.
        let mut most = BinaryHeap::new();
        for value in values {
            if most.len() == MAX_VALUES && most.peek().is_some_and(|Reverse(least)| at_most(value) < *least) {
                break;
            }
            let Some(name) = Some(value.to_string()).filter(is_told) else { continue };
            let count = matched.count(&only(value), self.give_up)?;
            most.push(Reverse(count));
            if most.len() > MAX_VALUES {
                most.pop();
            }
            counted.push((name, count, value));
        }
        counted.retain(|(_, count, _)| *count > 0);
        counted.sort_by(|(a, a_count, _), (b, b_count, _)| b_count.cmp(a_count).then_with(|| a.cmp(b)));
        counted.truncate(MAX_VALUES);
        let value = |(name, count, value): (String, u64, &'v T)| {
            let adds = match &against {
                Against::Matches { .. } => None,
                Against::Wider(wider) => Some(wider.added(&self.matched, &only(value), self.give_up)?),
            };
            Ok(FacetValue { name, count, adds })
        };
        let values = counted.into_iter().map(value).collect::<Result<_, search::Error>>()?;
        Ok(Facet { parameter, values })
    }

    fn against(&self, set: Option<SetFilter<'_>>) -> Result<Against, search::Error> {
        let Some(SetFilter { values, without }) = set else { return Ok(Against::Matches { only: None }) };
        match self.matched.wider(&without, self.give_up) {
            Ok(wider) => Ok(Against::Wider(wider)),
            Err(search::Error::TooMany { .. }) => Ok(Against::Matches { only: Some(values) }),
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
#[path = "facets_tests.rs"]
mod tests;
