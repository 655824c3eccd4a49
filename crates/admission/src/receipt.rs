//! What a caller is told about the cost, as headers.

use crate::Admission;
use bytes::Bytes;
use domain::{Credits, Instant};
use http::{HeaderName, HeaderValue};
use metering::funding::purse_key;
use metering::{Counted, Price, Receipt, Source, Standing};

use super::Headers;
use super::authenticated_key::AuthenticatedKey;
use runtime::error::chain;

/// In the order of `USAGE_HEADERS`. Names that are part of the program are copied for nothing.
static NAMES: [HeaderName; 12] = [
    HeaderName::from_static("x-service-credits-charged"),
    HeaderName::from_static("x-service-tool-credits"),
    HeaderName::from_static("x-service-volume-credits"),
    HeaderName::from_static("x-service-funding-source"),
    HeaderName::from_static("x-service-included-used"),
    HeaderName::from_static("x-service-included-remaining"),
    HeaderName::from_static("x-service-credit-reset"),
    HeaderName::from_static("x-service-overage-accrued"),
    HeaderName::from_static("x-service-overage-cap"),
    HeaderName::from_static("x-service-payment-status"),
    HeaderName::from_static("x-service-credential-daily-credits"),
    HeaderName::from_static("x-service-credential-monthly-credits"),
];

pub fn headers(receipt: &Receipt) -> Headers {
    let values = metering::headers::values(receipt);
    let places = values.places();
    let text = Bytes::from(values.text);
    let value = |place| HeaderValue::from_maybe_shared(text.slice(place)).ok();
    NAMES.iter().cloned().zip(places).filter_map(|(name, place)| Some((name, value(place)?))).collect()
}

/// All twelve for a call that costs nothing; none where the ledger cannot be read, rather than wrong ones.
pub async fn uncharged(
    admission: &Admission,
    known: &AuthenticatedKey,
    source: Source,
    now: Instant,
) -> Headers {
    match admission.store.ledger.standing(&known.pool, &known.credential_id, now).await {
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

pub fn standing(known: &AuthenticatedKey, counted: &store::ledger::Standing, now: Instant) -> Standing {
    let paying = known.paying(now);
    let counted = Counted {
        included_used: counted.used(&paying.included_key),
        overage_used: counted.used(&paying.overage_key),
        credential_today: counted.credential_today,
        credential_this_month: counted.credential_this_month,
    };
    Standing::of(&known.account, &counted, now)
}

/// Prepaid credits that can still be spent with a key after the included ones; none where there never were any, or where the ledger
/// cannot be read.
pub async fn prepaid_left(admission: &Admission, known: &AuthenticatedKey, now: Instant) -> Option<Credits> {
    let granted = known.account.legacy_prepaid;
    if granted == Credits::ZERO {
        return None;
    }
    let standing = admission.store.ledger.standing(&known.pool, &known.credential_id, now).await.ok()?;
    let key = purse_key(Source::LegacyPrepaid, None);
    let gone = standing.purses.iter().filter(|purse| *purse.key == key);
    let gone = gone.map(|purse| purse.used.get().saturating_add(purse.held.get())).sum::<u32>();
    Some(Credits::new(granted.get().saturating_sub(gone)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_table() {
        let table = metering::headers::USAGE_HEADERS.map(|(name, _)| name.to_ascii_lowercase());
        assert_eq!(NAMES.each_ref().map(|name| name.as_str().to_owned()), table);
    }
}
