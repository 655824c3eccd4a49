//! Alerts: the list, the form with its backtest, and what a rule told last.

use std::collections::BTreeSet;
use std::sync::Arc;

use alerts::event::EventView;
use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::{AlertCondition, AlertSubject};
use store::alerts::{Alert, AlertDefinition};

use super::super::frame::Frame;
use super::super::reply::{self, Trouble};
use super::extract::{Form, Query, SignedInForm, Visitor, account, account_as, ask};
use super::fault::Fault;
use super::notice::{Done, done};
use super::owned::Pages;
use super::{Choice, Shell, begin, moment, to_the_minute};
use crate::texts::t;
use interface::App;
use management::operations::alerts::backtest::{self, BacktestView};
use management::operations::alerts::{AlertView, DEFAULT_DAILY_CAP, DEFAULT_MIN_FAMILIES, DEFAULT_MIN_ITEMS};
use management::operations::owned;
use management::people::Role;
use management::people::sign_in::Signed;
use runtime::error::ApiError;

/// Events of a rule that are shown.
const SHOWN: usize = 20;
/// Names of each kind that are suggested.
const MAX_SUGGESTED: usize = 200;

#[derive(Template)]
#[template(path = "console/alerts.html")]
struct ListPage {
    frame: Frame,
    console: Shell,
    alerts: Vec<AlertRow>,
}

struct AlertRow {
    id: String,
    name: String,
    watches: String,
    fires: String,
    enabled: bool,
    changed: String,
}

#[derive(Template)]
#[template(path = "console/alert.html")]
struct RulePage {
    frame: Frame,
    console: Shell,
    /// None while it is new.
    id: Option<String>,
    enabled: bool,
    fields: Fields,
    subjects: Vec<(Choice, bool)>,
    conditions: Vec<(Choice, bool)>,
    /// Names that the field of what is watched suggests.
    suggested: BTreeSet<String>,
    tested: Option<BacktestView>,
    events: Vec<EventView>,
    credits: u32,
    error: Fault,
}

#[derive(Default)]
struct Fields {
    name: String,
    value: String,
    threshold: String,
    min_items: String,
    min_families: String,
    form: String,
    quiet_minutes: String,
    daily_cap: String,
}

impl RulePage {
    fn when(&self, at: &str) -> String {
        to_the_minute(at)
    }
}

pub async fn list(State(app): State<Arc<App>>, Visitor(signed): Visitor) -> Result<Response, Trouble> {
    let (frame, console) = begin(&app, &signed, "/console/alerts", "Alerts").await?;
    let alerts = app.store.alerts.list(account(&signed)?).await?;
    let row = |alert: Alert| AlertRow {
        watches: watches(&alert.definition),
        fires: t(fires(alert.definition.condition)).to_owned(),
        enabled: alert.definition.enabled,
        changed: moment(alert.changed_at),
        id: alert.id,
        name: alert.definition.name,
    };
    reply::private(&ListPage { frame, console, alerts: alerts.into_iter().map(row).collect() }, 200)
}

fn watches(definition: &AlertDefinition) -> String {
    match &definition.value {
        Some(value) => format!("{} {value}", t(definition.subject.name())),
        None => t("everything").to_owned(),
    }
}

/// A condition as people say it.
fn fires(condition: AlertCondition) -> &'static str {
    match condition {
        AlertCondition::Item => "every new item",
        AlertCondition::Volume => "volume above its norm",
        AlertCondition::ToneShift => "tone shift beyond its noise",
        AlertCondition::NewStory => "a new story",
        AlertCondition::Crosses => "an index crosses a level",
        AlertCondition::Moves => "an index moves",
        AlertCondition::Filing => "a filing",
        AlertCondition::ScoredCall => "a scored earnings call",
    }
}

pub async fn new(
    State(app): State<Arc<App>>,
    Visitor(signed): Visitor,
    Query(form): Query,
) -> Result<Response, Trouble> {
    show(&app, &signed, None, &form, None).await
}

pub async fn edit(
    State(app): State<Arc<App>>,
    Visitor(signed): Visitor,
    Path(id): Path<String>,
    Query(asked): Query,
) -> Result<Response, Trouble> {
    let alert: Alert = owned::find(&app, account(&signed)?, &id).await?;
    let mut form = form_of(&alert.definition);
    if asked.get("backtest").is_some() {
        form.push("backtest", "1");
    }
    show(&app, &signed, Some(id), &form, None).await
}

/// Switches a rule on or off as it is.
pub async fn switch(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    posted: SignedInForm,
) -> Result<Response, Trouble> {
    let owner = account_as(&posted.signed, Role::Member)?;
    let alert: Alert = owned::find(&app, owner, &id).await?;
    let changed = AlertDefinition { enabled: posted.form.get("enabled").is_some(), ..alert.definition };
    owned::change(&app, owner, &id, &changed, app.clock.now()).await?;
    let said = if changed.enabled { Done::RuleOn } else { Done::RuleOff };
    Ok(done(&format!("/console/alerts/{id}"), said))
}

async fn show(
    app: &App,
    signed: &Signed,
    id: Option<String>,
    form: &Form,
    error: Option<ApiError>,
) -> Result<Response, Trouble> {
    let title = if id.is_some() { "Alert" } else { "New alert" };
    let (frame, console) = begin(app, signed, "/console/alerts", title).await?;
    let owner = account(signed)?;
    let text = |name: &str, otherwise: u64| match form.get(name) {
        Some(text) => text.to_owned(),
        None if otherwise > 0 => otherwise.to_string(),
        None => String::new(),
    };
    let subject = |one: &AlertSubject| {
        let choice = Choice { value: one.name().to_owned(), text: t(one.name()).to_owned() };
        (choice, form.has("subject", one.name()))
    };
    let condition = |one: &AlertCondition| {
        let choice = Choice { value: one.name().to_owned(), text: t(fires(*one)).to_owned() };
        (choice, form.has("condition", one.name()))
    };
    let (mut tested, mut events, mut enabled, mut credits) = (None, Vec::new(), false, 0);
    if let Some(id) = &id {
        let alert: Alert = owned::find(app, owner, id).await?;
        enabled = alert.definition.enabled;
        credits = AlertView::from(alert).delivered_event_credits;
        let told = app.store.events.of_alert(owner, id, SHOWN).await?;
        events = told.iter().map(EventView::of).collect::<Result<_, _>>()?;
        if form.get("backtest").is_some() {
            tested = Some(backtest::answer(app, &ask(app, owner), id).await?);
        }
    }
    let status = Fault::status(error.as_ref());
    let page = RulePage {
        frame,
        console,
        id,
        enabled,
        fields: Fields {
            name: text("name", 0),
            value: text("value", 0),
            threshold: text("threshold", 0),
            min_items: text("minItems", DEFAULT_MIN_ITEMS),
            min_families: text("minFamilies", DEFAULT_MIN_FAMILIES),
            form: text("form", 0),
            quiet_minutes: text("quietMinutes", 0),
            daily_cap: text("dailyCap", DEFAULT_DAILY_CAP),
        },
        subjects: AlertSubject::ALL.iter().map(subject).collect(),
        conditions: AlertCondition::ALL.iter().map(condition).collect(),
        suggested: suggested(app),
        tested,
        events,
        credits,
        error: Fault::from(error.as_ref()),
    };
    reply::private(&page, status)
}

/// Companies and assets that are known.
fn suggested(app: &App) -> BTreeSet<String> {
    app.figures.ask(|cube| {
        let companies = cube.company_names().map(|(name, _)| name.to_owned()).take(MAX_SUGGESTED);
        companies.chain(cube.asset_names().map(|(name, _)| name.to_owned()).take(MAX_SUGGESTED)).collect()
    })
}

/// A saved rule as its form.
fn form_of(definition: &AlertDefinition) -> Form {
    let mut form = Form::default();
    let threshold = definition.threshold.map_or(String::new(), |threshold| threshold.to_string());
    for (name, value) in [
        ("name", definition.name.as_str()),
        ("subject", definition.subject.name()),
        ("value", definition.value.as_deref().unwrap_or("")),
        ("condition", definition.condition.name()),
        ("threshold", &threshold),
        ("minItems", &definition.min_items.to_string()),
        ("minFamilies", &definition.min_families.to_string()),
        ("form", definition.form.as_deref().unwrap_or("")),
        ("quietMinutes", &definition.quiet_minutes.to_string()),
        ("dailyCap", &definition.daily_cap.to_string()),
    ] {
        form.push(name, value);
    }
    form
}

impl Pages for AlertDefinition {
    const PATH: &'static str = "/console/alerts";
    const NUMBERS: &'static [&'static str] =
        &["threshold", "minItems", "minFamilies", "quietMinutes", "dailyCap"];
    const FLAGS: &'static [&'static str] = &["enabled"];
    const LISTS: &'static [&'static str] = &[];

    async fn refused(
        app: &App,
        signed: &Signed,
        id: Option<String>,
        form: &Form,
        error: ApiError,
    ) -> Result<Response, Trouble> {
        show(app, signed, id, form, Some(error)).await
    }
}
