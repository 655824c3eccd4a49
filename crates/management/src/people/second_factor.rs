//! A code beside the password: setting it up, showing it, and what to do without the device.
//!
//! Wrong codes are counted for each person, for only somebody who has shown password or link comes this far. Recovery codes
//! cannot be guessed and are not counted: whoever uses up the tries of a stolen password does not lock its owner out.

use domain::hash::hash256;
use store::audit_log::Origin;
use store::people::Person;
use store::second_factors::FailureLimit;

use super::totp;
use interface::App;
use runtime::clock::random;
use runtime::error::{ApiError, Code};

/// Three codes in a million are good at a time: at ten an hour a stolen password finds one in 1,400 days.
const FAILURES: FailureLimit = FailureLimit { failures: 10, window_ms: 3_600_000 };
const RECOVERY_CODES: usize = 10;
const RECOVERY_BYTES: usize = 10;

/// Whether this is the person's code of now, or one of their recovery codes. Either is used up.
pub async fn accepts(app: &App, origin: &Origin, person: &Person, code: &str) -> Result<bool, ApiError> {
    let code: String = code.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    let factors = &app.store.second_factors;
    let is_code = code.len() == totp::DIGITS && code.bytes().all(|byte| byte.is_ascii_digit());
    if !is_code {
        let hash = recovery_hash(&person.id, &code);
        return Ok(factors.use_recovery_code(origin, &person.id, &hash).await?);
    }
    let now = origin.at;
    let Some(factor) = factors.find(&person.id).await?.filter(|factor| factor.confirmed) else {
        return Ok(false);
    };
    if !factors.count_failure(&person.id, FAILURES, now).await? {
        return Err(ApiError::new(
            Code::RateLimited,
            "Too many wrong codes. Wait an hour, or use a recovery code.",
        )
        .retry_after(FAILURES.window_ms as u64 / 1000));
    }
    match totp::matching_step(&factor.secret, &code, factor.last_step, now) {
        Some(step) => Ok(factors.use_step(&person.id, step).await?),
        None => Ok(false),
    }
}

/// The secret that waits to be confirmed, made where there is none. None where one is in force.
pub async fn begin(app: &App, person: &Person) -> Result<Option<Vec<u8>>, ApiError> {
    match app.store.second_factors.find(&person.id).await? {
        Some(factor) if factor.confirmed => Ok(None),
        Some(factor) => Ok(Some(factor.secret)),
        None => {
            let secret = random::<{ totp::SECRET_BYTES }>();
            let begun = app.store.second_factors.begin(&person.id, &secret, app.clock.now()).await?;
            Ok(begun.then(|| secret.to_vec()))
        }
    }
}

/// Puts the secret in force by its first code and gives the recovery codes, once. None where the code is wrong.
pub async fn confirm(
    app: &App,
    origin: &Origin,
    person: &Person,
    code: &str,
    sign_in: &[u8; 32],
) -> Result<Option<Vec<String>>, ApiError> {
    let code: String = code.chars().filter(|c| !c.is_whitespace()).collect();
    let Some(factor) = app.store.second_factors.find(&person.id).await?.filter(|one| !one.confirmed) else {
        return Ok(None);
    };
    let Some(step) = totp::matching_step(&factor.secret, &code, factor.last_step, origin.at) else {
        return Ok(None);
    };
    let (codes, hashes) = recovery_codes(&person.id);
    let confirmed = app.store.second_factors.confirm(origin, &person.id, step, &hashes, sign_in).await?;
    Ok(confirmed.then_some(codes))
}

/// New recovery codes; the old ones are worth nothing.
pub async fn renew_recovery_codes(
    app: &App,
    origin: &Origin,
    person: &Person,
) -> Result<Vec<String>, ApiError> {
    let (codes, hashes) = recovery_codes(&person.id);
    app.store.second_factors.replace_recovery_codes(origin, &person.id, &hashes).await?;
    Ok(codes)
}

fn recovery_codes(person_id: &str) -> (Vec<String>, Vec<[u8; 32]>) {
    let code = |_| {
        let text = totp::base32(&random::<RECOVERY_BYTES>());
        let hash = recovery_hash(person_id, &text);
        let parts: Vec<&str> = [0, 4, 8, 12].into_iter().map(|at| &text[at..at + 4]).collect();
        (parts.join("-"), hash)
    };
    (0..RECOVERY_CODES).map(code).unzip()
}

/// Eighty random bits need no slow hash.
fn recovery_hash(person_id: &str, code: &str) -> [u8; 32] {
    hash256(format!("recovery {person_id} {}", code.to_ascii_uppercase()).as_bytes())
}
