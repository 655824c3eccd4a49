//! The plan, its purses, and overage up to a cap.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use domain::DayRange;
use metering::Plan;

use super::super::frame::Frame;
use super::super::plot::{Svg, meter};
use super::super::reply::{self, Trouble};
use super::extract::{Confirmed, Visitor, account, account_as};
use super::fault::Fault;
use super::notice::{Done, done};
use super::{Shell, begin};
use crate::texts::{Markup as _, say, t};
use admission::Statement;
use interface::App;
use management::operations::account::{Cap, read_cap};
use management::operations::keys::accounts;
use management::people::Role;
use management::people::sign_in::Signed;
use runtime::error::{ApiError, Code};

#[derive(Template)]
#[template(path = "console/plan.html")]
struct Page {
    frame: Frame,
    console: Shell,
    statement: Statement,
    plan: &'static Plan,
    purses: Vec<PurseRow>,
    /// Where the plan sells overage, the price of a credit.
    overage_price: Option<String>,
    error: Fault,
}

struct PurseRow {
    name: &'static str,
    used: u32,
    allowance: u32,
    remaining: u32,
    meter: Svg,
    resets: String,
}

pub async fn page(State(app): State<Arc<App>>, Visitor(signed): Visitor) -> Result<Response, Trouble> {
    show(&app, &signed, Fault::default(), 200).await
}

async fn show(app: &App, signed: &Signed, error: Fault, status: u16) -> Result<Response, Trouble> {
    let (frame, console) = begin(app, signed, "/console/plan", "Plan").await?;
    let now = app.clock.now();
    let statement =
        admission::statement(&app.admission, Some(account(signed)?), DayRange::single(now.day()), now)
            .await?;
    let plan = Plan::find(statement.account.plan)
        .ok_or_else(|| ApiError::new(Code::NotFound, "The account is on no plan of the price list."))?;
    let purses = statement.purses.iter().map(|purse| PurseRow {
        name: match purse.source {
            "included" => t("Included credits"),
            "legacy_prepaid" => t("Prepaid credits"),
            "subscriber_overage" => t("Overage"),
            _ => t("Paid credits of today"),
        },
        used: purse.used,
        allowance: purse.allowance,
        remaining: purse.remaining,
        meter: meter(f64::from(purse.used) / f64::from(purse.allowance.max(1)), "s0"),
        resets: purse
            .resets_at
            .as_ref()
            .map_or(t("never lapse").to_owned(), |at| say!("resets on {}", at.get(..10).unwrap_or(at))),
    });
    let page = Page {
        frame,
        console,
        purses: purses.collect(),
        overage_price: plan.overage_price.map(|price| price.to_string()),
        plan,
        statement,
        error,
    };
    reply::private(&page, status)
}

pub async fn set_overage(State(app): State<Arc<App>>, posted: Confirmed) -> Result<Response, Trouble> {
    let owner = account_as(&posted.signed, Role::Owner)?;
    let mut reader = posted.form.reader(&[], &[], &[]);
    let Cap(cap) = match read_cap(&mut reader) {
        Ok(cap) => cap,
        Err(error) => return show(&app, &posted.signed, Fault::of(&error), 400).await,
    };
    match accounts(&app, posted.origin.clone(), posted.signed.scope())
        .set_overage(owner, cap)
        .await
        .map_err(ApiError::from)
    {
        Ok(_) => Ok(done("/console/plan", if cap.is_some() { Done::OverageOn } else { Done::OverageOff })),
        Err(error) if error.code == Code::Conflict => {
            show(&app, &posted.signed, Fault::of(&error).or_at("capUsd"), 409).await
        }
        Err(error) => Err(Trouble(error)),
    }
}
