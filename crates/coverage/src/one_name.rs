//! GET /companies/{name}, /assets/{name}, /outlets/{name}: what one of them has in the coverage, day by day.

use crate::named_days::{NamedFigures, Thing, figures, table};
use crate::recent::Recent;
use interface::App;
use interface::names::AskedName;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::{ApiError, Code};

pub struct Request {
    name: String,
    days: Recent,
}

fn asked(thing: Thing, request: &Request) -> AskedName {
    AskedName::in_path("name", thing.directory(), &request.name)
}

const UNKNOWN: &str = "Nothing of this name was ever counted.";

macro_rules! one_name {
    ($operation:ident, $thing:ident, $id:literal, $route:literal, $summary:literal, $name:literal) => {
        pub struct $operation;

        impl Operation for $operation {
            const ID: &'static str = $id;
            const ROUTE: Route = Route::get($route);
            const SUMMARY: &'static str = $summary;
            const ACCESS: Access = Access::Key;
            const BASE_CREDITS: u32 = 1;
            const TABULAR: bool = true;
            const ROWS: Option<&'static str> = Some("/days");
            const STATUSES: &'static [(u16, &'static str)] = &[(404, UNKNOWN)];
            type Request = Request;
            type Response = NamedFigures;

            fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
                Ok(Request { name: from.segment("name", $name), days: Recent::read(from)? })
            }

            fn names(request: &Request) -> Vec<AskedName> {
                vec![asked(Thing::$thing, request)]
            }

            async fn answer(
                app: &App,
                ask: &RequestContext,
                request: Request,
            ) -> Result<Reply<NamedFigures>, ApiError> {
                let name = asked(Thing::$thing, &request).resolve(app)?;
                let days = request.days.days(ask.now);
                let found = figures(app, Thing::$thing, &name, days, ask.now.day()).await?;
                Ok(found.ok_or_else(|| ApiError::new(Code::NotFound, UNKNOWN))?.into())
            }

            /// The days.
            fn table(figures: &NamedFigures) -> Option<Table> {
                Some(table(figures))
            }
        }
    };
}

one_name!(
    GetCompany,
    Company,
    "getCompany",
    "/companies/{name}",
    "One company: articles, share, tone, momentum and themes, day by day.",
    "A company by its name in /taxonomy, its ticker or another spelling, in any case."
);
one_name!(
    GetAsset,
    Asset,
    "getAsset",
    "/assets/{name}",
    "One asset: articles, share, tone, momentum and themes, day by day.",
    "An asset by its name in /taxonomy, its ticker or another spelling, in any case."
);
one_name!(
    GetOutlet,
    Outlet,
    "getOutlet",
    "/outlets/{name}",
    "One outlet: articles, share of the coverage, tone, momentum and themes, day by day.",
    "An outlet by its name in /taxonomy, in any case."
);
