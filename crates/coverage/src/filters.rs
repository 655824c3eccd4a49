//! What an article must be to be listed or counted: the same filters, in the same words, on every route that has them.

use domain::{Category, Cohort, DayRange, Kind, MentionKind, Sentiment, StatementTarget};
use figures::directory::Directory;
use search::{Search, UNCATEGORISED};

use crate::explain::FeedQuery;
use crate::spoken_of::parameter;
use interface::names::AskedName;
use interface::{App, ParamReader};
use runtime::error::ApiError;

/// Values of one filter.
pub const MAX_VALUES: usize = 20;

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
    /// The least and the greatest net tone.
    pub tone: Option<(f64, f64)>,
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
        let words = "Only articles whose net tone, p(positive) - p(negative), is this or more.";
        let least = from.optional_number("minTone", words, -1.0..=1.0)?;
        let words = "Only articles whose net tone, p(positive) - p(negative), is this or less.";
        let most = from.optional_number("maxTone", words, -1.0..=1.0)?;
        let tone = (least.is_some() || most.is_some()).then(|| (least.unwrap_or(-1.0), most.unwrap_or(1.0)));
        if tone.is_some_and(|(least, most)| least > most) {
            return Err(ApiError::parameter("maxTone", "maxTone is less than minTone."));
        }
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
            tone,
            spoken_of: None,
        })
    }

    pub fn is_empty(&self) -> bool {
        *self == Filters::default()
    }

    /// The names that are asked for.
    pub fn names(&self) -> Vec<AskedName> {
        let lists = [
            ("company", Directory::Companies, &self.companies),
            ("asset", Directory::Assets, &self.assets),
            ("language", Directory::Languages, &self.languages),
            ("outlet", Directory::Outlets, &self.outlets),
            ("country", Directory::Countries, &self.countries),
        ];
        let named = lists.into_iter().flat_map(|(parameter, directory, texts)| {
            texts.iter().map(move |text| AskedName::new(parameter, directory, text))
        });
        let spoken_of = self.spoken_of.as_ref().map(|target| asked_target(parameter(target.kind), target));
        named.chain(spoken_of).collect()
    }

    /// The same by the names under which things are counted.
    pub fn resolved(self, app: &App) -> Result<Filters, ApiError> {
        if self.is_empty() {
            return Ok(self);
        }
        let named = |parameter: &'static str, directory: Directory, asked: &[String]| {
            let each = asked.iter().map(|text| AskedName::new(parameter, directory, text).resolve(app));
            each.collect::<Result<Vec<_>, _>>()
        };
        let (companies, assets) = (
            named("company", Directory::Companies, &self.companies)?,
            named("asset", Directory::Assets, &self.assets)?,
        );
        let languages = named("language", Directory::Languages, &self.languages)?;
        let outlets = named("outlet", Directory::Outlets, &self.outlets)?;
        let countries = named("country", Directory::Countries, &self.countries)?;
        let outlets = match countries.is_empty() {
            true => outlets,
            false => of_countries(app, &countries, outlets)?,
        };
        let spoken_of =
            self.spoken_of.map(|target| resolve_target(app, parameter(target.kind), target)).transpose()?;
        Ok(Filters { outlets, companies, assets, languages, countries, spoken_of, ..self })
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
            tone: self.tone,
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
        if let Some((least, most)) = self.tone {
            query = query.with("minTone", &least.to_string()).with("maxTone", &most.to_string());
        }
        let closed = self.sentiments.iter().map(|one| ("sentiment", one.name()));
        let closed = closed.chain(self.categories.iter().map(|one| ("category", *one)));
        let closed = closed.chain(self.cohorts.iter().map(|one| ("cohort", one.name())));
        let mut closed = closed.chain(self.kinds.iter().map(|one| ("kind", one.name())));
        closed.by_ref().fold(query, |query, (name, value)| query.with(name, value))
    }
}

/// What somebody speaks about, as a name to look up.
pub fn asked_target(parameter: &'static str, target: &StatementTarget) -> AskedName {
    let directory = match target.kind {
        MentionKind::Asset => Directory::Assets,
        _ => Directory::Companies,
    };
    AskedName::new(parameter, directory, &target.name)
}

/// The same under the name by which it is counted.
pub fn resolve_target(
    app: &App,
    parameter: &'static str,
    target: StatementTarget,
) -> Result<StatementTarget, ApiError> {
    let name = asked_target(parameter, &target).resolve(app)?;
    Ok(StatementTarget { name, ..target })
}

/// Outlets of these countries; of those that were asked for, where any were.
fn of_countries(app: &App, countries: &[String], asked: Vec<String>) -> Result<Vec<String>, ApiError> {
    let mut outlets: Vec<String> = app.figures.counted()?.ask(|cube| {
        let wanted = cube.outlet_names().filter(|(_, about)| countries.contains(&about.country));
        wanted.map(|(name, _)| name.to_owned()).collect()
    });
    outlets.retain(|outlet| asked.is_empty() || asked.contains(outlet));
    // No outlet is both: a name that nobody has finds nothing, where an empty list would find everything.
    if outlets.is_empty() {
        outlets.push(String::new());
    }
    Ok(outlets)
}
