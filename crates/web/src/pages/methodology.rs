//! How each number is made, printed from the same texts and parameters as the receipts.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use indices::Value;
use indices::metrics::dominance;
use indices::{answers, metrics};

use super::frame::Frame;
use super::reply::{self, Trouble};
use crate::texts::t;
use coverage::directness;
use interface::App;

#[derive(Template)]
#[template(path = "methodology.html")]
struct MethodologyPage {
    frame: Frame,
    methods: Vec<MethodShown>,
}

struct MethodShown {
    id: &'static str,
    name: &'static str,
    version: String,
    /// Unit and how often; empty where the method has none of its own.
    facts: String,
    summary: &'static str,
    minimum_coverage: &'static str,
    sources: String,
    parameters: Vec<(String, String)>,
    call: &'static str,
}

pub async fn page(State(app): State<Arc<App>>, asked: HeaderMap) -> Result<Response, Trouble> {
    let description = t("How each number is made: method, parameters, minimum coverage and limits.");
    let frame = Frame::new(&app, "/methodology", t("Methodology"), description).await?;
    reply::public(&MethodologyPage { frame, methods: methods() }, &asked)
}

fn methods() -> Vec<MethodShown> {
    let metric = |metric: &metrics::Metric| measured(&metric.method, "GET /indices?full=true");
    let mut methods: Vec<MethodShown> = metrics::METRICS.iter().map(metric).collect();
    methods.push(measured(&dominance::METHOD, "GET /indices/dominance"));
    methods.extend(answers::METHODS.iter().map(described));
    let receipt = directness::receipt(std::iter::empty());
    methods.push(MethodShown {
        id: "directness",
        name: "Directness of answers",
        version: figures::calls::version().to_owned(),
        facts: "score, with every new call".into(),
        summary: receipt.method,
        minimum_coverage: "6 questions that could be scored in a call; transcripts that do not say who speaks are \
                           never scored",
        sources: "documents, calls".into(),
        parameters: Vec::new(),
        call: "GET /transparency-index",
    });
    methods
}

fn measured(method: &metrics::Method, call: &'static str) -> MethodShown {
    let mut parameters = Vec::new();
    flatten(&mut parameters, "", &(method.parameters)());
    MethodShown {
        id: method.id,
        name: method.name,
        version: method.version.to_owned(),
        facts: format!("{}, {}", method.unit.name(), method.frequency.name()),
        summary: method.summary,
        minimum_coverage: method.minimum_coverage,
        sources: method.source_tables.join(", "),
        parameters,
        call,
    }
}

fn described(method: &answers::Described) -> MethodShown {
    MethodShown {
        id: method.id,
        name: method.name,
        version: method.version.to_owned(),
        facts: String::new(),
        summary: method.summary,
        minimum_coverage: "",
        sources: String::new(),
        parameters: Vec::new(),
        call: match method.id {
            "fear_greed" => "GET /fear-greed-index",
            "trends" => "GET /trends",
            "narratives" => "GET /narratives",
            "cohorts" => "GET /cohorts",
            _ => "GET /index?full=true",
        },
    }
}

/// Members of members become one line each, their names joined by dots.
fn flatten(lines: &mut Vec<(String, String)>, name: &str, value: &Value) {
    let text = match value {
        Value::Members(members) => {
            for (member, value) in members {
                let name = if name.is_empty() { member.clone() } else { format!("{name}.{member}") };
                flatten(lines, &name, value);
            }
            return;
        }
        Value::List(values) => {
            for (at, value) in values.iter().enumerate() {
                flatten(lines, &format!("{name}.{at}"), value);
            }
            return;
        }
        Value::Null => "none".into(),
        Value::Flag(flag) => flag.to_string(),
        Value::Integer(integer) => integer.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Text(text) => text.clone(),
    };
    lines.push((name.to_owned(), text));
}
