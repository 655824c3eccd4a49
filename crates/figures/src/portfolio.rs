//! The newest readings of all metrics, as they were published, ready to be served.
//!
//! Everything here was read back from the store: several programs on one store serve the first writer's rows,
//! and none serves a number that it worked out for itself and nobody else can find.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::Context;
use domain::{Day, DayRange, Instant};
use indices::metrics::{Closes, METRICS, dominance, last_complete_day, main_index, returns};
use runtime::off_thread::off_thread;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use store::Store;
use store::readings::StoredReading;

pub const QUARTER_MS: i64 = 15 * 60_000;
const DAY_MS: i64 = domain::time::MS_PER_DAY;

/// The asset whose prices the metrics ask for.
pub const ASSET: &str = "BTC";

/// How it stands with the portfolio.
#[derive(Clone, Debug, Default)]
pub enum Standing {
    /// None was ever computed.
    #[default]
    NotYet,
    /// There may be one, and it cannot be read.
    Unreadable,
    Ready(Arc<Portfolio>),
}

#[derive(Clone, Debug)]
pub struct Portfolio {
    /// The quarter of an hour that the readings stand for.
    pub at: Instant,
    /// When the last of them was written.
    pub made_at: Instant,
    /// In the order of the list of metrics.
    pub readings: Vec<Published>,
    pub ranking: Option<Published>,
    /// What could not be computed or read, by metric.
    pub failures: BTreeMap<String, Failure>,
    /// What Bitcoin did after days of each band, by the frozen days.
    pub returns: Vec<returns::BandReturns>,
}

/// Why a metric has no reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It lacks an input that somebody has to provide.
    NotConfigured(String),
    Failed(String),
}

impl Failure {
    pub fn words(&self) -> &str {
        match self {
            Failure::NotConfigured(words) | Failure::Failed(words) => words,
        }
    }
}

/// One reading as it was published, with its changes against earlier ones.
#[derive(Clone, Debug)]
pub struct Published {
    pub stored: StoredReading,
    pub said: ReadingBody,
    pub change_24h: Option<f64>,
    pub change_7d: Option<f64>,
}

/// What a reading says beside its value; the stored body, in JSON. Days are written YYYY-MM-DD.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReadingBody {
    pub status: Option<String>,
    pub secondary: Option<SecondaryBody>,
    pub confidence: f64,
    pub observed_items: i64,
    pub window_start: String,
    pub window_end: String,
    /// The newest day with documents when it was made.
    pub source_max_date: String,
    pub breakdown: Json,
    pub drivers: Vec<DriverBody>,
    pub divergence: Vec<DivergenceBody>,
    pub parameters: Json,
    /// The days that were looked at, and what lay in them.
    pub first_day: String,
    pub last_day: String,
    pub documents: i64,
    pub prices: usize,
    pub calculation_ms: f64,
    /// What it lacked where it has no value; readings of earlier versions do not say.
    #[serde(default)]
    pub missing: Vec<MissingBody>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MissingBody {
    pub what: String,
    pub have: i64,
    pub need: i64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SecondaryBody {
    pub label: String,
    pub value: f64,
    pub unit: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DriverBody {
    pub by: String,
    pub name: String,
    pub contribution: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DivergenceBody {
    pub against: String,
    pub name: String,
    pub level: f64,
    pub points: f64,
}

impl ReadingBody {
    /// As it is stored. Fractions are written as texts, because a reader of JSON may miss their last bit.
    pub fn to_text(&self) -> String {
        serde_json::to_value(self).map(|said| packed(said).to_string()).unwrap_or_default()
    }

    pub fn from_text(text: &str) -> Result<ReadingBody, serde_json::Error> {
        serde_json::from_value(unpacked(serde_json::from_str(text)?))
    }
}

/// Stands before a fraction that is written as text.
pub const FRACTION: char = '#';

fn packed(value: Json) -> Json {
    match value {
        Json::Number(number) if number.is_f64() => Json::String(format!("{FRACTION}{number}")),
        Json::Array(items) => items.into_iter().map(packed).collect(),
        Json::Object(members) => members.into_iter().map(|(name, value)| (name, packed(value))).collect(),
        other => other,
    }
}

fn unpacked(value: Json) -> Json {
    match value {
        Json::String(text) => match text.strip_prefix(FRACTION).and_then(|digits| digits.parse::<f64>().ok())
        {
            Some(fraction) => fraction.into(),
            None => Json::String(text),
        },
        Json::Array(items) => items.into_iter().map(unpacked).collect(),
        Json::Object(members) => members.into_iter().map(|(name, value)| (name, unpacked(value))).collect(),
        other => other,
    }
}

/// The quarter of an hour in which `now` lies.
pub fn quarter(now: Instant) -> Instant {
    Instant::from_ms(now.ms().div_euclid(QUARTER_MS) * QUARTER_MS)
}

impl Portfolio {
    pub fn reading(&self, metric: &str) -> Option<&Published> {
        self.readings.iter().find(|reading| reading.stored.metric == metric)
    }

    /// When the next one is due.
    pub fn next_at(&self) -> Instant {
        self.at.plus_ms(QUARTER_MS)
    }

    /// Reads the portfolio of a quarter from the store; none where nothing was published for it.
    pub async fn load(store: &Store, at: Instant) -> anyhow::Result<Option<Portfolio>> {
        let rows = store.readings.of_quarter(at).await.context("reading the portfolio")?;
        let Some(made_at) = rows.iter().map(|row| row.made_at).max() else { return Ok(None) };
        let earlier = Earlier::load(store, at).await?;
        let mut failures = BTreeMap::new();
        let mut published = Vec::with_capacity(rows.len());
        for row in rows {
            let metric = row.metric.clone();
            match Published::new(row, &earlier) {
                Ok(reading) => published.push(reading),
                Err(error) => {
                    tracing::error!("the reading of {metric} at {} cannot be read: {error}", at.rfc3339());
                    failures.insert(metric, Failure::Failed("Its published reading cannot be read.".into()));
                }
            }
        }
        let ranked = published.iter().position(|one| one.stored.metric == dominance::METHOD.id);
        let ranking = ranked.map(|place| published.swap_remove(place));
        let place = |metric: &str| METRICS.iter().position(|known| known.method.id == metric);
        // What an older program published and this one does not know is left alone.
        published.retain(|reading| place(&reading.stored.metric).is_some());
        published.sort_by_key(|reading| place(&reading.stored.metric));
        let returns = returns_until(store, last_complete_day(at)).await?;
        Ok(Some(Portfolio { at, made_at, readings: published, ranking, failures, returns }))
    }
}

impl Published {
    fn new(stored: StoredReading, earlier: &Earlier) -> Result<Published, serde_json::Error> {
        let said = ReadingBody::from_text(&stored.body)?;
        let change = |rows: &[StoredReading]| {
            let earlier = rows.iter().find(|row| row.metric == stored.metric);
            let earlier = earlier.and_then(|row| on_one_scale(row, &stored, &said));
            indices::metrics::change(stored.value, earlier)
        };
        let (change_24h, change_7d) = (change(&earlier.day), change(&earlier.week));
        Ok(Published { stored, said, change_24h, change_7d })
    }
}

/// An earlier value on the scale of a later reading; none where two versions of a method cannot be compared. The main
/// index is the same z on every scale.
pub fn on_one_scale(earlier: &StoredReading, later: &StoredReading, said: &ReadingBody) -> Option<f64> {
    if later.metric != main_index::METHOD.id {
        return earlier.value.filter(|_| earlier.version == later.version);
    }
    let before = ReadingBody::from_text(&earlier.body).ok()?;
    let kappa = said.breakdown["kappa"].as_f64()?;
    match before.breakdown["kappa"].as_f64() {
        Some(same) if same == kappa => earlier.value,
        _ => Some(main_index::on_scale(before.breakdown["z"].as_f64()?, kappa)),
    }
}

/// The published value of a UTC day, with its changes against the days before; none where none was published.
pub async fn frozen(store: &Store, metric: &str, day: Day) -> anyhow::Result<Option<Published>> {
    let Some(row) = store.readings.of_days(metric, &[day]).await?.pop() else { return Ok(None) };
    let earlier = Earlier {
        day: store.readings.of_days(metric, &[day.plus(-1)]).await?,
        week: store.readings.of_days(metric, &[day.plus(-7)]).await?,
    };
    Ok(Some(Published::new(row, &earlier).context("the published reading cannot be read")?))
}

/// What a reading is compared with.
struct Earlier {
    day: Vec<StoredReading>,
    week: Vec<StoredReading>,
}

impl Earlier {
    async fn load(store: &Store, at: Instant) -> anyhow::Result<Earlier> {
        Ok(Earlier {
            day: Earlier::readings(store, at.plus_ms(-DAY_MS)).await?,
            week: Earlier::readings(store, at.plus_ms(-7 * DAY_MS)).await?,
        })
    }

    /// Of that very quarter; where nobody was there to publish then, the value of its UTC day.
    async fn readings(store: &Store, at: Instant) -> anyhow::Result<Vec<StoredReading>> {
        let mut rows = store.readings.of_quarter(at).await.context("reading earlier readings")?;
        for row in store.readings.of_day(at.day()).await.context("reading earlier days")? {
            if !rows.iter().any(|known| known.metric == row.metric) {
                rows.push(row);
            }
        }
        Ok(rows)
    }
}

/// Closes of the days up to `last`, which must be over.
pub async fn closes(store: &Store, last: Day) -> anyhow::Result<Closes> {
    let days = DayRange::inclusive(Day::MIN, last).unwrap_or(DayRange::single(Day::MIN));
    let closes = store.prices.list(ASSET, days).await.context("reading daily prices")?;
    Ok(Closes::new(closes.into_iter().map(|close| (close.day, close.close))))
}

/// Returns by band as they could be told at the end of `last`.
pub async fn returns_until(store: &Store, last: Day) -> anyhow::Result<Vec<returns::BandReturns>> {
    let days = DayRange::inclusive(Day::MIN, last).unwrap_or(DayRange::single(Day::MIN));
    let history = store.readings.history(main_index::METHOD.id, days).await.context("reading history")?;
    let closes = closes(store, last).await?;
    // Bands mean the same only within one scale.
    let version = history.last().map(|day| day.version.clone()).unwrap_or_default();
    let history: Vec<(Day, f64)> =
        history.into_iter().filter(|day| day.version == version).map(|day| (day.day, day.value)).collect();
    Ok(off_thread(move || returns::returns_by_regime(&history, &closes)).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(version: &str, z: f64, kappa: f64) -> StoredReading {
        let said = ReadingBody {
            status: None,
            secondary: None,
            confidence: 50.0,
            observed_items: 1,
            window_start: String::new(),
            window_end: String::new(),
            source_max_date: String::new(),
            breakdown: serde_json::json!({"z": z, "kappa": kappa}),
            drivers: Vec::new(),
            divergence: Vec::new(),
            parameters: Json::Null,
            first_day: String::new(),
            last_day: String::new(),
            documents: 1,
            prices: 0,
            calculation_ms: 0.0,
            missing: Vec::new(),
        };
        StoredReading {
            metric: main_index::METHOD.id.to_owned(),
            at: Instant::from_ms(0),
            frozen: true,
            day: Day::MIN,
            version: version.to_owned(),
            value: Some(main_index::on_scale(z, kappa)),
            seal: String::new(),
            digest: String::new(),
            body: said.to_text(),
            made_at: Instant::from_ms(0),
        }
    }

    /// The same tone on a new scale is no change; another tone is told on the scale of the newer reading.
    #[test]
    fn changes_are_told_on_one_scale() {
        let change = |before: StoredReading, now: StoredReading| {
            let earlier = Earlier { day: vec![before], week: Vec::new() };
            Published::new(now, &earlier).expect("a reading").change_24h.expect("a change")
        };
        let scales = ("main_index-2.0", "main_index-2.1");
        assert_eq!(change(index(scales.0, -0.06, 0.25), index(scales.1, -0.06, 0.12)), 0.0);
        let moved = change(index(scales.0, -0.06, 0.25), index(scales.1, 0.0, 0.12));
        assert!((moved - (50.0 - main_index::on_scale(-0.06, 0.12))).abs() < 1e-9, "{moved}");
        let same = change(index(scales.1, 0.06, 0.12), index(scales.1, 0.0, 0.12));
        assert_eq!(same, 50.0 - main_index::on_scale(0.06, 0.12));
    }

    #[test]
    fn every_bit_of_a_fraction_comes_back() {
        let mut bits = 0x3ff1_2345_6789_abcd_u64;
        for _ in 0..2_000 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let value = f64::from_bits(bits);
            if value.is_finite() {
                let text = packed(serde_json::json!({ "a": [value, 3, "#", "#x"] })).to_string();
                let back = unpacked(serde_json::from_str(&text).expect("JSON"));
                assert_eq!(back["a"][0].as_f64().map(f64::to_bits), Some(value.to_bits()), "{text}");
                assert_eq!((&back["a"][1], &back["a"][3]), (&3.into(), &"#x".into()));
            }
        }
    }
}
