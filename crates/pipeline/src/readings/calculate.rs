//! From counted days to rows that can be published. Pure work, for a thread of its own.
//!
//! A metric that fails, fails alone: its panic is caught and its name stands among the failures.

use std::collections::{BTreeMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant as Stopwatch;

use domain::Instant;
use domain::hash::to_hex;
use indices::Value;
use indices::metrics::main_index::BaseYear;
use indices::metrics::{
    Inputs, Metric, Missing, Provenance, Reading, divergence, dominance, main_index, missing, seal_ranking,
    seal_reading,
};
use store::readings::StoredReading;

use figures::portfolio::{DivergenceBody, DriverBody, Failure, MissingBody, ReadingBody, SecondaryBody};

/// Which readings are wanted, and when they are made.
pub struct Order<'a> {
    pub metrics: &'a [Metric],
    pub at: Instant,
    pub frozen: bool,
    pub now: Instant,
    /// Those that are published already.
    pub done: &'a HashSet<String>,
}

#[derive(Debug, Default)]
pub struct Calculated {
    pub readings: Vec<StoredReading>,
    pub failures: BTreeMap<String, Failure>,
}

/// `inputs.base` must be set; closes must be complete.
pub fn calculate(order: &Order<'_>, inputs: &Inputs<'_>) -> Calculated {
    let mut calculated = Calculated::default();
    for metric in order.metrics.iter().filter(|metric| !order.done.contains(metric.method.id)) {
        let id = metric.method.id;
        if metric.method.source_tables.contains(&"prices") && inputs.closes.is_empty() {
            let words = "It needs daily Bitcoin prices, and none are stored.".to_owned();
            calculated.failures.insert(id.to_owned(), Failure::NotConfigured(words));
            continue;
        }
        calculated.add(id, || publish(order, inputs, metric));
    }
    if !order.done.contains(dominance::METHOD.id) {
        calculated.add(dominance::METHOD.id, || publish_ranking(order, inputs));
    }
    calculated
}

impl Calculated {
    fn add(&mut self, id: &str, work: impl FnOnce() -> StoredReading) {
        // Whatever the work left half done is dropped with it.
        match catch_unwind(AssertUnwindSafe(work)) {
            Ok(reading) => self.readings.push(reading),
            Err(_) => {
                tracing::error!("{id} could not be computed: it panicked");
                self.failures.insert(id.to_owned(), Failure::Failed("It could not be computed.".into()));
            }
        }
    }
}

fn publish(order: &Order<'_>, inputs: &Inputs<'_>, metric: &Metric) -> StoredReading {
    let began = Stopwatch::now();
    let reading = (metric.compute)(inputs, order.at);
    let divergence = match (metric.method.id == main_index::METHOD.id, inputs.base) {
        (true, Some(base)) => diverging(inputs, order.at, reading.current, &base),
        _ => Vec::new(),
    };
    let lacks = match reading.current {
        Some(_) => Vec::new(),
        None => missing(metric.method.id, inputs, order.at),
    };
    let Reading { status, secondary, confidence, observed_items, window, .. } = reading;
    let said = ReadingBody {
        status: status.map(str::to_owned),
        secondary: secondary.map(|second| SecondaryBody {
            label: second.label.to_owned(),
            value: second.value,
            unit: second.unit.name().to_owned(),
        }),
        confidence,
        observed_items,
        window_start: window.first().to_string(),
        window_end: window.last().to_string(),
        source_max_date: source_max_date(inputs, order.at),
        breakdown: json(&reading.breakdown),
        drivers: reading
            .drivers
            .iter()
            .map(|driver| DriverBody {
                by: driver.by.to_owned(),
                name: driver.name.clone(),
                contribution: driver.contribution,
            })
            .collect(),
        divergence,
        parameters: json(&(metric.method.parameters)()),
        first_day: reading.provenance.days.first().to_string(),
        last_day: reading.provenance.days.last().to_string(),
        documents: reading.provenance.documents,
        prices: reading.provenance.prices,
        calculation_ms: milliseconds(began),
        missing: lacks
            .into_iter()
            .map(|Missing { what, have, need }| MissingBody { what, have, need })
            .collect(),
    };
    row(
        order,
        reading.id,
        reading.version,
        reading.current,
        seal_reading(inputs.form, &reading),
        &reading.provenance,
        &said,
    )
}

fn diverging(inputs: &Inputs<'_>, at: Instant, current: Option<f64>, base: &BaseYear) -> Vec<DivergenceBody> {
    let said = |one: divergence::Divergence| DivergenceBody {
        against: one.against.to_owned(),
        name: one.name,
        level: one.level,
        points: one.points,
    };
    divergence::divergences(inputs, at, current, base).into_iter().map(said).collect()
}

/// The ranking as a row: its value is the effective number of assets, its breakdown the standings. Assets without
/// a share are left out, there are hundreds of them.
fn publish_ranking(order: &Order<'_>, inputs: &Inputs<'_>) -> StoredReading {
    let began = Stopwatch::now();
    let ranking = dominance::rank(inputs, order.at);
    let provenance = dominance::inputs_of(inputs, order.at);
    let tickers: BTreeMap<&str, Option<&str>> = inputs.cube.asset_names().collect();
    let standing = |one: &dominance::Standing| {
        serde_json::json!({
            "asset": one.asset,
            "ticker": tickers.get(one.asset.as_str()).copied().flatten(),
            "rank": one.rank,
            "share": one.share,
            "mentionShare": one.mention_share,
            "change7d": one.change,
            "z": one.z,
            "spike": one.spike,
            "baselineMean": one.usual.map(|(mean, _)| mean),
            "baselineDeviation": one.usual.map(|(_, deviation)| deviation),
        })
    };
    let standings: Vec<_> = ranking.standings.iter().filter(|one| one.share > 0.0).map(standing).collect();
    let spread = ranking.concentration;
    let said = ReadingBody {
        status: None,
        secondary: None,
        confidence: ranking.confidence,
        observed_items: ranking.observed_items,
        window_start: ranking.window.first().to_string(),
        window_end: ranking.window.last().to_string(),
        source_max_date: source_max_date(inputs, order.at),
        breakdown: serde_json::json!({
            "outlets": ranking.outlets,
            "universeVersion": ranking.universe_version,
            "universe": inputs.universe.assets.len(),
            "hhi": spread.map(|spread| spread.hhi),
            "entropy": spread.map(|spread| spread.entropy),
            "normalisedEntropy": spread.map(|spread| spread.normalised),
            "effectiveNumber": spread.map(|spread| spread.effective_number),
            "standings": standings,
        }),
        drivers: Vec::new(),
        divergence: Vec::new(),
        parameters: json(&(dominance::METHOD.parameters)()),
        first_day: provenance.days.first().to_string(),
        last_day: provenance.days.last().to_string(),
        documents: provenance.documents,
        prices: provenance.prices,
        calculation_ms: milliseconds(began),
        missing: Vec::new(),
    };
    let (method, value) = (dominance::METHOD, spread.map(|spread| spread.effective_number));
    row(order, method.id, method.version, value, seal_ranking(inputs.form, &ranking), &provenance, &said)
}

fn row(
    order: &Order<'_>,
    metric: &str,
    version: &str,
    value: Option<f64>,
    seal: String,
    provenance: &Provenance,
    said: &ReadingBody,
) -> StoredReading {
    StoredReading {
        metric: metric.to_owned(),
        at: order.at,
        frozen: order.frozen,
        day: order.at.day(),
        version: version.to_owned(),
        value,
        seal,
        digest: to_hex(&provenance.digest),
        body: said.to_text(),
        made_at: order.now,
    }
}

/// The newest day held that is not after `at`.
fn source_max_date(inputs: &Inputs<'_>, at: Instant) -> String {
    let newest = inputs.cube.span().map_or(at.day(), |span| span.last().min(at.day()));
    let first = inputs.cube.span().map_or(at.day(), |span| span.first());
    first.max(newest).to_string()
}

fn milliseconds(began: Stopwatch) -> f64 {
    (began.elapsed().as_secs_f64() * 1e6).round() / 1e3
}

/// A tree of values as JSON.
pub fn json(value: &Value) -> serde_json::Value {
    match value {
        Value::Null => serde_json::Value::Null,
        Value::Flag(flag) => (*flag).into(),
        Value::Integer(integer) => (*integer).into(),
        Value::Number(number) => (*number).into(),
        Value::Text(text) => text.as_str().into(),
        Value::List(values) => values.iter().map(json).collect(),
        Value::Members(members) => {
            let member = |(name, value): &(String, Value)| (camel(name), json(value));
            serde_json::Value::Object(members.iter().map(member).collect())
        }
    }
}

/// Parameters are named in the code's style; on the wire they are written like all other members.
fn camel(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    let mut parts = name.split('_');
    text.push_str(parts.next().unwrap_or(""));
    for part in parts {
        let mut letters = part.chars();
        text.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        text.push_str(letters.as_str());
    }
    text
}
