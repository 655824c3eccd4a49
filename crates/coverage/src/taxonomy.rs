//! GET /taxonomy: the names that filters and answers use.

use domain::{Category, Cohort, Kind, Sentiment};
use indices::answers::METHODS;
use indices::metrics::METRICS;
use schemars::JsonSchema;
use search::UNCATEGORISED;
use serde::Serialize;

use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route};
use runtime::error::ApiError;
use runtime::versions;

/// Seconds for which a copy stays good.
const FRESH_S: u64 = 60;

pub struct GetTaxonomy;

#[derive(Serialize, JsonSchema)]
pub struct Taxonomy {
    outlets: Vec<Outlet>,
    /// Subjects of articles; Other stands for none.
    categories: Vec<&'static str>,
    companies: Vec<Named>,
    assets: Vec<Named>,
    /// Roles of speakers.
    cohorts: Vec<&'static str>,
    metrics: Vec<Metric>,
    /// How the other numbers are made.
    methods: Vec<Method>,
    kinds: Vec<&'static str>,
    sentiments: Vec<&'static str>,
    languages: Vec<String>,
    /// First and last day with coverage; null before there is any.
    days: Option<Days>,
    versions: Versions,
}

#[derive(Serialize, JsonSchema)]
pub struct Outlet {
    name: String,
    category: String,
    family: String,
    /// ISO 3166-1 alpha-2, or empty.
    country: String,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "KnownName")]
pub struct Named {
    name: String,
    ticker: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MetricDescription")]
pub struct Metric {
    id: &'static str,
    name: &'static str,
    methodology_version: &'static str,
    unit: &'static str,
    frequency: &'static str,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MethodVersion")]
pub struct Method {
    id: &'static str,
    name: &'static str,
    version: &'static str,
    summary: &'static str,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "CoveredDays")]
pub struct Days {
    #[schemars(extend("format" = "date"))]
    first: String,
    #[schemars(extend("format" = "date"))]
    last: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Versions {
    interface: &'static str,
    contract: &'static str,
    interface_schema: u32,
    commercial_model: &'static str,
    commercial_schema: u32,
}

impl Operation for GetTaxonomy {
    const ID: &'static str = "getTaxonomy";
    const ROUTE: Route = Route::get("/taxonomy");
    const SUMMARY: &'static str =
        "The outlets, categories, companies, assets, cohorts and metrics there are.";
    const ACCESS: Access = Access::Anonymous;
    type Request = ();
    type Response = Taxonomy;

    fn read(_: &mut ParamReader) -> Result<(), ApiError> {
        Ok(())
    }

    fn kept((): &(), _: &RequestContext) -> Option<String> {
        Some(String::new())
    }

    async fn answer(app: &App, _: &RequestContext, (): ()) -> Result<Reply<Taxonomy>, ApiError> {
        let taxonomy = app.figures.counted()?.ask(taxonomy);
        Ok(Reply { fresh_for_s: FRESH_S, ..taxonomy.into() })
    }
}

fn taxonomy(cube: &indices::Cube) -> Taxonomy {
    let named = |(name, ticker): (&str, Option<&str>)| Named {
        name: name.to_owned(),
        ticker: ticker.map(str::to_owned),
    };
    let outlet = |(name, about): (&str, &indices::cube::About)| Outlet {
        name: name.to_owned(),
        category: about.category.clone(),
        family: about.family.clone(),
        country: about.country.clone(),
    };
    let languages = cube.span().map_or(Vec::new(), |days| cube.by_language(days));
    Taxonomy {
        outlets: cube.outlet_names().map(outlet).collect(),
        categories: Category::ALL.iter().map(|category| category.name()).chain([UNCATEGORISED]).collect(),
        companies: cube.company_names().map(named).collect(),
        assets: cube.asset_names().map(named).collect(),
        cohorts: Cohort::ALL.iter().map(|cohort| cohort.name()).collect(),
        metrics: METRICS
            .iter()
            .map(|metric| Metric {
                id: metric.method.id,
                name: metric.method.name,
                methodology_version: metric.method.version,
                unit: metric.method.unit.name(),
                frequency: metric.method.frequency.name(),
            })
            .collect(),
        methods: METHODS
            .iter()
            .map(|method| Method {
                id: method.id,
                name: method.name,
                version: method.version,
                summary: method.summary,
            })
            .collect(),
        kinds: Kind::ALL.iter().map(|kind| kind.name()).collect(),
        sentiments: Sentiment::ALL.iter().map(|sentiment| sentiment.name()).collect(),
        languages: languages.iter().map(|(language, _)| (*language).to_owned()).collect(),
        days: cube.span().map(|days| Days { first: days.first().to_string(), last: days.last().to_string() }),
        versions: Versions {
            interface: versions::INTERFACE,
            contract: versions::CONTRACT,
            interface_schema: versions::INTERFACE_SCHEMA,
            commercial_model: versions::COMMERCIAL_MODEL,
            commercial_schema: versions::COMMERCIAL_SCHEMA,
        },
    }
}
