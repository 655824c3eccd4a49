//! Counters of the whole process, for Prometheus, and how log lines are written.

use std::sync::LazyLock;
use std::time::Duration;

use domain::Instant;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Answered {
    route: String,
    status: u16,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct ByRoute {
    route: String,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Polled {
    source: String,
    outcome: String,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct BySource {
    source: String,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct ByWork {
    work: String,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct ByReason {
    reason: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct ByFollower {
    follower: &'static str,
}

struct Meters {
    registry: Registry,
    connections: Gauge,
    refused: Family<ByReason, Counter>,
    closed: Family<ByReason, Counter>,
    answers: Family<Answered, Counter>,
    seconds: Family<ByRoute, Histogram>,
    documents: Counter,
    indexed_seq: Gauge,
    lag: Gauge,
    polls: Family<Polled, Counter>,
    source_items: Family<BySource, Counter>,
    quarantined: Family<ByWork, Counter>,
    follower_items: Family<ByFollower, Counter>,
    follower_lag: Family<ByFollower, Gauge>,
    follower_failures: Family<ByFollower, Counter>,
    follower_panics: Family<ByFollower, Counter>,
    last_backup: Gauge,
}

static METERS: LazyLock<Meters> = LazyLock::new(|| {
    let mut registry = Registry::with_prefix("bellwether");
    let answers = Family::default();
    let histogram: fn() -> Histogram = || Histogram::new(exponential_buckets(0.0001, 2.0, 18));
    let seconds = Family::new_with_constructor(histogram);
    let (documents, indexed_seq, lag) = (Counter::default(), Gauge::default(), Gauge::default());
    registry.register("answers", "Answers by route and status", answers.clone());
    registry.register("answer_seconds", "Time to answer by route", seconds.clone());
    registry.register("documents_taken_in", "Documents stored new or changed", documents.clone());
    registry.register("index_position", "Last change of the store that the index holds", indexed_seq.clone());
    registry.register("index_lag", "Changes of the store that the index does not hold yet", lag.clone());
    let (polls, source_items) = (Family::default(), Family::default());
    registry.register("polls", "Polls by source and outcome", polls.clone());
    registry.register("source_items", "Documents stored new or changed by source", source_items.clone());
    let quarantined = Family::default();
    registry.register("quarantined", "Items put into quarantine by kind of work", quarantined.clone());
    let (connections, refused, closed) = (Gauge::default(), Family::default(), Family::default());
    registry.register("connections", "Connections that are open", connections.clone());
    registry.register("connections_refused", "Connections answered 503 for want of a place", refused.clone());
    registry.register("connections_closed", "Connections closed before their peer wanted it", closed.clone());
    let (follower_items, follower_lag) = (Family::default(), Family::default());
    let (follower_failures, follower_panics) = (Family::default(), Family::default());
    registry.register("follower_items", "Items done by follower", follower_items.clone());
    registry.register("follower_lag", "Items that wait, by follower", follower_lag.clone());
    registry.register("follower_failures", "Failed steps by follower", follower_failures.clone());
    registry.register("follower_panics", "Panics by follower", follower_panics.clone());
    let last_backup = Gauge::default();
    let words =
        "When the newest nightly backup was made, in seconds since 1970; 0 where this process makes none";
    registry.register("last_backup_seconds", words, last_backup.clone());
    Meters {
        registry,
        last_backup,
        connections,
        refused,
        closed,
        answers,
        seconds,
        documents,
        indexed_seq,
        lag,
        polls,
        source_items,
        quarantined,
        follower_items,
        follower_lag,
        follower_failures,
        follower_panics,
    }
});

pub fn answered(route: &str, status: u16, took: Duration) {
    METERS.answers.get_or_create(&Answered { route: route.to_owned(), status }).inc();
    METERS.seconds.get_or_create(&ByRoute { route: route.to_owned() }).observe(took.as_secs_f64());
}

/// So many connections more, or fewer.
pub fn connections_open(difference: i64) {
    METERS.connections.inc_by(difference);
}

pub fn connection_refused(reason: &'static str) {
    METERS.refused.get_or_create(&ByReason { reason }).inc();
}

/// Closed for keeping us waiting, or to make room for another.
pub fn connection_closed(reason: &'static str) {
    METERS.closed.get_or_create(&ByReason { reason }).inc();
}

pub fn took_in(documents: u64) {
    METERS.documents.inc_by(documents);
}

/// An item that could not be read was put away.
pub fn quarantined(work: &str) {
    METERS.quarantined.get_or_create(&ByWork { work: work.to_owned() }).inc();
}

/// One poll of a source: `ok` or `failed`, and what it brought.
pub fn source_polled(source: &str, outcome: &str, documents: u64) {
    METERS.polls.get_or_create(&Polled { source: source.to_owned(), outcome: outcome.to_owned() }).inc();
    METERS.source_items.get_or_create(&BySource { source: source.to_owned() }).inc_by(documents);
}

pub fn index_at(seq: u64, lag: u64) {
    METERS.indexed_seq.set(seq as i64);
    METERS.lag.set(lag as i64);
}

pub fn follower_stepped(follower: &'static str, done: u64, behind: u64) {
    let label = ByFollower { follower };
    METERS.follower_items.get_or_create(&label).inc_by(done);
    METERS.follower_lag.get_or_create(&label).set(i64::try_from(behind).unwrap_or(i64::MAX));
}

pub fn follower_failed(follower: &'static str, panicked: bool) {
    let label = ByFollower { follower };
    METERS.follower_failures.get_or_create(&label).inc();
    METERS.follower_panics.get_or_create(&label).inc_by(u64::from(panicked));
}

/// When the newest nightly backup was made.
pub fn backed_up(at: Instant) {
    METERS.last_backup.set(at.ms() / 1000);
}

/// Everything counted so far, in the text form that Prometheus reads.
pub fn exposition() -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = prometheus_client::encoding::text::encode(&mut text, &METERS.registry);
    text
}

/// Sets up logging to standard error; a second call does nothing.
pub fn start_logging(filter: &str, format: &str) -> anyhow::Result<()> {
    use tracing_subscriber::{EnvFilter, fmt};
    // The engine of the index warns of what it does itself, such as files that it deletes later; who wants that names it.
    let quiet = if filter.contains("tantivy") { "" } else { ",tantivy=error" };
    let filter = EnvFilter::try_new(format!("{filter}{quiet}")).map_err(|error| {
        anyhow::anyhow!("log: {filter:?} is not a filter such as info or bellwether=debug: {error}")
    })?;
    // Colours are for people at a terminal; in a file they are noise.
    let colours = std::io::IsTerminal::is_terminal(&std::io::stderr());
    let lines =
        fmt().with_env_filter(filter).with_writer(std::io::stderr).with_target(false).with_ansi(colours);
    let _ = match format {
        "json" => lines.json().try_init(),
        _ => lines.try_init(),
    };
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    /// Every name of ours in a text, without what Prometheus puts after the name of a family.
    fn named(text: &str) -> BTreeSet<String> {
        let ending = ["_total", "_bucket", "_sum", "_count"];
        text.match_indices("bellwether_")
            .map(|(at, _)| {
                let is_name = |c: char| c.is_ascii_lowercase() || c == '_';
                let name: String = text[at..].chars().take_while(|c| is_name(*c)).collect();
                ending.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(&name).to_owned()
            })
            .collect()
    }

    /// An alert on a metric that nobody counts is never raised, and nobody would notice.
    #[test]
    fn dashboards_and_alerts_name_what_is_counted() {
        // A family is told of once it has counted something.
        answered("/feed", 200, Duration::from_millis(1));
        connection_refused("full");
        connection_closed("idle");
        quarantined("reading");
        source_polled("wire", "ok", 1);
        follower_stepped("index", 1, 0);
        follower_failed("index", false);
        let text = exposition();
        let families: BTreeSet<String> = text
            .lines()
            .filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next().map(str::to_owned))
            .collect();
        assert!(
            families.contains("bellwether_answers") && families.contains("bellwether_last_backup_seconds")
        );
        let deploy = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy");
        for (file, least) in
            [("prometheus/rules.yaml", 8), ("prometheus/rules_test.yaml", 2), ("grafana/bellwether.json", 12)]
        {
            let text = std::fs::read_to_string(deploy.join(file)).expect(file);
            let named = named(&text);
            assert!(named.len() >= least, "{file} names {named:?}");
            let unknown: Vec<_> = named.difference(&families).collect();
            assert!(unknown.is_empty(), "{file} names metrics that there are not: {unknown:?}");
        }
        let dashboard =
            named(&std::fs::read_to_string(deploy.join("grafana/bellwether.json")).expect("a dashboard"));
        let unseen: Vec<_> =
            families.difference(&dashboard).filter(|name| *name != "bellwether_index_position").collect();
        assert!(unseen.is_empty(), "the dashboard does not show {unseen:?}");
    }
}
