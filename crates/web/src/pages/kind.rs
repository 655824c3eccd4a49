//! What has a page of its own by name: companies, assets, outlets. The same page for each, with what is known of it.

use coverage::explain::FeedQuery;
use coverage::named_days::{NamedFigures, Thing};
use coverage::one_name::{GetAsset, GetCompany, GetOutlet};
use domain::{Day, DayRange};
use indices::Tally;

use super::asked::ask;
use super::visitor;
use interface::App;
use runtime::error::ApiError;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Company,
    Asset,
    Outlet,
}

/// One of the names that were counted.
pub struct Counted {
    pub name: String,
    /// Ticker, or what kind of outlet it is.
    pub note: String,
    pub ticker: Option<String>,
    pub tally: Tally,
}

impl Kind {
    /// Its first part of the address.
    pub fn path(self) -> &'static str {
        match self {
            Kind::Company => "companies",
            Kind::Asset => "assets",
            Kind::Outlet => "outlets",
        }
    }

    /// Where all of them are listed.
    pub fn list(self) -> &'static str {
        match self {
            Kind::Company => "/companies",
            Kind::Asset => "/assets",
            Kind::Outlet => "/outlets",
        }
    }

    pub fn one(self) -> &'static str {
        match self {
            Kind::Company => "company",
            Kind::Asset => "asset",
            Kind::Outlet => "outlet",
        }
    }

    pub fn title(self) -> &'static str {
        match self {
            Kind::Company => "Companies",
            Kind::Asset => "Assets",
            Kind::Outlet => "Outlets",
        }
    }

    pub fn all(self) -> &'static str {
        match self {
            Kind::Company => "All companies",
            Kind::Asset => "All assets",
            Kind::Outlet => "All outlets",
        }
    }

    /// Said where nothing was ever counted.
    pub fn none_ever(self) -> &'static str {
        match self {
            Kind::Company => "No company has been named yet",
            Kind::Asset => "No asset has been named yet",
            Kind::Outlet => "No outlet has been read yet",
        }
    }

    /// Said where nothing was counted in the period.
    pub fn none_now(self) -> &'static str {
        match self {
            Kind::Company => "No company in these days",
            Kind::Asset => "No asset in these days",
            Kind::Outlet => "No outlet in these days",
        }
    }

    pub fn parameter(self) -> &'static str {
        match self {
            Kind::Company => Thing::Company.parameter(),
            Kind::Asset => Thing::Asset.parameter(),
            Kind::Outlet => Thing::Outlet.parameter(),
        }
    }

    pub fn articles(self, name: &str, days: DayRange) -> FeedQuery {
        FeedQuery::of(days).with(self.parameter(), name)
    }

    /// The most named first.
    pub fn counted(self, app: &App, days: DayRange) -> Vec<Counted> {
        let named = |row: indices::cube::NamedInRange<'_>| Counted {
            name: row.name.to_owned(),
            note: row.ticker.unwrap_or_default().to_owned(),
            ticker: row.ticker.map(str::to_owned),
            tally: row.tally,
        };
        let outlet = |row: indices::cube::OutletInRange<'_>| Counted {
            name: row.name.to_owned(),
            note: row.about.category.clone(),
            ticker: None,
            tally: row.tally,
        };
        let mut counted: Vec<Counted> = app.figures.ask(|cube| match self {
            Kind::Company => cube.by_company(days).into_iter().map(named).collect(),
            Kind::Asset => cube.by_asset(days).into_iter().map(named).collect(),
            Kind::Outlet => cube.by_outlet(days).into_iter().map(outlet).collect(),
        });
        counted.sort_by(|a, b| b.tally.count.cmp(&a.tally.count).then_with(|| a.name.cmp(&b.name)));
        counted
    }

    pub fn days(self, app: &App, name: &str, days: DayRange) -> Vec<(Day, Tally)> {
        app.figures.ask(|cube| match self {
            Kind::Company => cube.company_days(name, days),
            Kind::Asset => cube.asset_days(name, days),
            Kind::Outlet => cube.outlet_days(name, days),
        })
    }

    /// What its route answers.
    pub async fn figures(self, app: &App, name: &str, days: DayRange) -> Result<NamedFigures, ApiError> {
        let (path, visitor) = ([("name", name)], visitor(app));
        let (first, last) = (days.first().to_string(), days.last().to_string());
        let query = [("startDate", first.as_str()), ("endDate", last.as_str())];
        match self {
            Kind::Company => ask::<GetCompany>(app, &visitor, &path, &query).await,
            Kind::Asset => ask::<GetAsset>(app, &visitor, &path, &query).await,
            Kind::Outlet => ask::<GetOutlet>(app, &visitor, &path, &query).await,
        }
    }
}
