//! Which assets hold the attention of the coverage.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;

use crate::pages::links;
use crate::pages::period::Period;
use crate::pages::plot::{Svg, meter, number};
use crate::pages::reply;
use crate::pages::reply::Trouble;
use crate::pages::unless_waiting;
use crate::texts::say;
use coverage::indices_dominance;
use coverage::indices_dominance::{GetNarrativeDominance, RankedAsset};
use interface::App;
use interface::Operation;
use runtime::error::ApiError;

/// Assets of the page; the file has all.
const SHOWN: usize = 15;

pub struct Attention {
    pub rows: Vec<Row>,
    pub tracked: u64,
    pub items: String,
    pub window: String,
    /// So many assets with equal shares would be as concentrated.
    pub effective: String,
    pub call: String,
}

pub struct Row {
    pub rank: u64,
    pub asset: String,
    pub href: String,
    pub ticker: String,
    pub share: String,
    pub meter: Svg,
    pub change: String,
    pub change_class: &'static str,
    pub spike: bool,
}

/// None while no ranking was published, or below the minimum coverage.
pub async fn attention(app: &App, period: &Period) -> Result<Option<Attention>, ApiError> {
    let request = indices_dominance::Request::default();
    let Some(told) = unless_waiting(indices_dominance::dominance(app, request).await)? else {
        return Ok(None);
    };
    let Some(most) = told.ranking.first().map(|first| first.share) else { return Ok(None) };
    Ok(Some(Attention {
        rows: told.ranking.iter().take(SHOWN).map(|asset| row(asset, most, period)).collect(),
        tracked: told.universe_size,
        items: number(told.observed_items as f64),
        window: say!("{} to {}", told.window_start, told.window_end),
        effective: told.concentration.map_or(String::new(), |told| number(told.effective_number)),
        call: format!("GET {}/indices/dominance", app.config.public_base()),
    }))
}

fn row(asset: &RankedAsset, most: f64, period: &Period) -> Row {
    let change = asset.change_7d.unwrap_or(0.0);
    Row {
        rank: asset.rank,
        asset: asset.asset.clone(),
        href: links::named("assets", &asset.asset, period),
        ticker: asset.ticker.clone().unwrap_or_default(),
        share: format!("{:.1} %", asset.share),
        meter: meter(asset.share / most.max(f64::MIN_POSITIVE), "s0"),
        change: asset.change_7d.map_or("–".into(), |change| format!("{change:+.1}").replace('-', "−")),
        change_class: match change {
            0.05.. => "good",
            ..=-0.05 => "bad",
            _ => "dim",
        },
        spike: asset.spike,
    }
}

pub async fn csv(State(app): State<Arc<App>>, asked: HeaderMap) -> Result<Response, Trouble> {
    let told = indices_dominance::dominance(&app, indices_dominance::Request::default()).await?;
    let table = GetNarrativeDominance::table(&told).unwrap_or_default();
    Ok(reply::csv(&table, "dominance.csv", &asked))
}
