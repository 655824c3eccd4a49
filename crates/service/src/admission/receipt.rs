//! What a caller is told about the cost, as headers.

use std::sync::LazyLock;

use axum::http::{HeaderName, HeaderValue};
use domain::Instant;
use metering::funding::purse_key;
use metering::headers::USAGE_HEADERS;
use metering::{Counted, Price, Receipt, Source, Standing, period_of};

use super::Headers;
use super::known::Known;
use crate::app::App;
use crate::error::chain;

static NAMES: LazyLock<Vec<HeaderName>> = LazyLock::new(|| {
    let name = |name: &str| HeaderName::from_bytes(name.as_bytes()).expect("the table holds header names");
    USAGE_HEADERS.iter().map(|(text, _)| name(text)).collect()
});

pub fn headers(receipt: &Receipt) -> Headers {
    let values = metering::headers::headers(receipt).into_iter().map(|(_, value)| value);
    NAMES
        .iter()
        .cloned()
        .zip(values)
        .filter_map(|(name, value)| Some((name, HeaderValue::from_str(&value).ok()?)))
        .collect()
}

/// All twelve for a call that costs nothing; none where the ledger cannot be read, rather than wrong ones.
pub async fn uncharged(app: &App, known: &Known, source: Source, now: Instant) -> Headers {
    match app.store.ledger.standing(&known.account_id, &known.credential_id, now).await {
        Ok(counted) => headers(&Receipt::Keyed {
            charged: Price::FREE,
            source,
            standing: standing(known, &counted, now),
        }),
        Err(error) => {
            tracing::error!("how an account stands could not be read: {}", chain(&error));
            Vec::new()
        }
    }
}

pub fn standing(known: &Known, counted: &store::ledger::Standing, now: Instant) -> Standing {
    let account = &known.account;
    let period = period_of(account.plan.period, account.activated, now);
    let used = |source| counted.used(&purse_key(source, Some(period)));
    let counted = Counted {
        included_used: used(Source::Included),
        overage_used: used(Source::SubscriberOverage),
        credential_today: counted.credential_today,
        credential_this_month: counted.credential_this_month,
    };
    Standing::of(account, &counted, now)
}
