//! The assets that are ranked.

use std::sync::LazyLock;

use domain::hash::{hash128, to_hex};
use indices::metrics::Universe;

/// The tracked assets: every coin and token of the list that texts are read by.
pub static UNIVERSE: LazyLock<Universe> = LazyLock::new(|| {
    let mut assets: Vec<String> = analysis::mentions::assets().map(|entry| entry.name.to_string()).collect();
    assets.sort_unstable();
    assets.dedup();
    let version = format!("assets-{}", &to_hex(&hash128(assets.join("\n").as_bytes()))[..8]);
    Universe { version, assets }
});
