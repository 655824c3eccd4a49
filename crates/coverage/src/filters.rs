//! What an article must be to be listed or counted: the same filters, in the same words, on every route that has them.

use domain::{Category, Cohort, DayRange, Kind, MentionKind, Sentiment, StatementTarget};
use figures::directory::Directory;
use search::{Search, UNCATEGORISED};

use crate::explain::FeedQuery;
use crate::spoken_of::parameter;
use interface::{App, ParamReader};
use runtime::error::ApiError;

/// Values of one filter.
const MAX_VALUES: usize = 20;

/// What is not set lets everything through; of several values any will do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filters {
    pub outlets: Vec<String>,
    pub sentiments: Vec<Sentiment>,
    pub categories: Vec<&'static str>,
    pub companies: Vec<String>,
    pub assets: Vec<String>,
    pub cohorts: Vec<Cohort>,
    pub kinds: Vec<Kind>,
    pub languages: Vec<String>,
    pub countries: Vec<String>,
    /// Somebody speaks about this, in one of the roles where any are given.
    pub spoken_of: Option<StatementTarget>,
}

impl Filters {
    pub fn read(from: &mut ParamReader) -> Result<Filters, ApiError> {
        let outlets = from.values(
            "outlet",
            "Only articles of this source; any case. May be given several times.",
            MAX_VALUES,
        )?;
        let names: Vec<&'static str> = Sentiment::ALL.iter().map(|sentiment| sentiment.name()).collect();
        let sentiments = from.choices("sentiment", "Only articles of this tone.", &names)?;
        let names: Vec<&'static str> =
            Category::ALL.iter().map(|category| category.name()).chain([UNCATEGORISED]).collect();
        let categories =
            from.choices("category", "Only articles on this subject; Other: on none of them.", &names)?;
        let words = "Only articles that name this company, by name, ticker or another spelling, in any case.";
        let companies = from.values("company", words, MAX_VALUES)?;
        let words = "Only articles that name this asset, by name, ticker or another spelling, in any case.";
        let assets = from.values("asset", words, MAX_VALUES)?;
        let names: Vec<&'static str> = Cohort::ALL.iter().map(|cohort| cohort.name()).collect();
        let cohorts = from.choices("cohort", "Only what speakers of this role said.", &names)?;
        let names: Vec<&'static str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        let kinds = from.choices("kind", "Only items of this kind.", &names)?;
        let languages =
            from.values("language", "Only articles in this language, ISO 639-1, or und.", MAX_VALUES)?;
        let words = "Only articles of sources of this country, ISO 3166-1 alpha-2.";
        let countries = from.values("country", words, MAX_VALUES)?;
        Ok(Filters {
            outlets,
            sentiments: sentiments.into_iter().filter_map(Sentiment::from_name).collect(),
            categories,
            companies,
            assets,
            cohorts: cohorts.into_iter().filter_map(Cohort::from_name).collect(),
            kinds: kinds.into_iter().filter_map(Kind::from_name).collect(),
            languages,
            countries,
            spoken_of: None,
        })
    }

    pub fn is_empty(&self) -> bool {
        *self == Filters::default()
    }

    /// The same by the names under which things are counted.
    pub fn resolved(self, app: &App) -> Result<Filters, ApiError> {
        if self.is_empty() {
            return Ok(self);
        }
        let named = |parameter: &'static str, directory: Directory, asked: &[String]| {
            asked.iter().map(|text| resolve(app, parameter, directory, text)).collect::<Result<Vec<_>, _>>()
        };
        let (companies, assets) = (
            named("company", Directory::Companies, &self.companies)?,
            named("asset", Directory::Assets, &self.assets)?,
        );
        let languages = named("language", Directory::Languages, &self.languages)?;
        let outlets = named("outlet", Directory::Outlets, &self.outlets)?;
        let outlets = match self.countries.is_empty() {
            true => outlets,
            false => of_countries(app, &self.countries, outlets)?,
        };
        let spoken_of =
            self.spoken_of.map(|target| resolve_target(app, parameter(target.kind), target)).transpose()?;
        Ok(Filters { outlets, companies, assets, languages, spoken_of, ..self })
    }

    pub fn search(&self, days: DayRange) -> Search<'_> {
        Search {
            outlets: &self.outlets,
            sentiments: &self.sentiments,
            categories: &self.categories,
            companies: &self.companies,
            assets: &self.assets,
            cohorts: &self.cohorts,
            spoken_of: self.spoken_of.as_ref(),
            kinds: &self.kinds,
            languages: &self.languages,
            ..Search::between(days.start(), days.end())
        }
    }

    /// The call that lists what these let through.
    pub fn narrow(&self, mut query: FeedQuery) -> FeedQuery {
        // Sources of a country are listed by the country.
        let outlets = if self.countries.is_empty() { &self.outlets[..] } else { &[] };
        for (name, values) in [
            ("outlet", outlets),
            ("company", &self.companies[..]),
            ("asset", &self.assets[..]),
            ("language", &self.languages[..]),
            ("country", &self.countries[..]),
        ] {
            query = values.iter().fold(query, |query, value| query.with(name, value));
        }
        if let Some(target) = &self.spoken_of {
            query = query.with(parameter(target.kind), &target.name);
        }
        let closed = self.sentiments.iter().map(|one| ("sentiment", one.name()));
        let closed = closed.chain(self.categories.iter().map(|one| ("category", *one)));
        let closed = closed.chain(self.cohorts.iter().map(|one| ("cohort", one.name())));
        let mut closed = closed.chain(self.kinds.iter().map(|one| ("kind", one.name())));
        closed.by_ref().fold(query, |query, (name, value)| query.with(name, value))
    }
}

/// The name under which something is counted; an unknown one is refused with those nearest to it.
pub fn resolve(app: &App, parameter: &str, directory: Directory, text: &str) -> Result<String, ApiError> {
    let found = app.figures.counted()?.ask(|cube| directory.find(cube, text));
    found.map_err(|nearest| {
        let shown: String = text.chars().take(60).collect();
        let hint = match nearest.first() {
            Some(name) => format!(" Did you mean {name:?}?"),
            None => String::new(),
        };
        let detail = format!("{parameter} {shown:?} is not known here.{hint} /taxonomy lists all names.");
        ApiError::parameter(parameter, detail).allowed(nearest)
    })
}

/// The same for what somebody speaks about.
pub fn resolve_target(
    app: &App,
    parameter: &str,
    target: StatementTarget,
) -> Result<StatementTarget, ApiError> {
    let directory = match target.kind {
        MentionKind::Asset => Directory::Assets,
        _ => Directory::Companies,
    };
    let name = resolve(app, parameter, directory, &target.name)?;
    Ok(StatementTarget { name, ..target })
}

/// Outlets of these countries; of those that were asked for, where any were.
fn of_countries(app: &App, countries: &[String], asked: Vec<String>) -> Result<Vec<String>, ApiError> {
    let all: Vec<(String, String)> = app.figures.counted()?.ask(|cube| {
        cube.outlet_names().map(|(name, about)| (name.to_owned(), about.country.clone())).collect()
    });
    for country in countries {
        if !all.iter().any(|(_, known)| known.eq_ignore_ascii_case(country)) {
            let mut known: Vec<String> =
                all.iter().map(|(_, known)| known.clone()).filter(|known| !known.is_empty()).collect();
            known.sort_unstable();
            known.dedup();
            let shown: String = country.chars().take(60).collect();
            let detail = format!("There is no source of the country {shown:?}.");
            return Err(ApiError::parameter("country", detail).allowed(known));
        }
    }
    let wanted = |country: &str| countries.iter().any(|asked| asked.eq_ignore_ascii_case(country));
    let mut outlets: Vec<String> =
        all.into_iter().filter(|(_, country)| wanted(country)).map(|(name, _)| name).collect();
    outlets.retain(|outlet| asked.is_empty() || asked.contains(outlet));
    // No outlet is both: a name that nobody has finds nothing, where an empty list would find everything.
    if outlets.is_empty() {
        outlets.push(String::new());
    }
    Ok(outlets)
}
