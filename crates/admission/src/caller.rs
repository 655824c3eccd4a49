//! Who is at the door. Credentials are judged before anything else, whatever the parameters say.

use std::net::IpAddr;
use std::sync::Arc;

use domain::Instant;
use http::header::AUTHORIZATION;
use metering::authorization::{AuthorizationError, bearer_key, bearer_token};
use metering::{Ended, KeyError, Scope, agent_token};
use store::audit_log::Actor;
use store::credentials::Credential;

use super::authenticated_key::AuthenticatedKey;
use super::gate::{Gate, rate_limited};
use super::{Admission, Visit, key_missing, unavailable};
use runtime::call::Access;
use runtime::error::{ApiError, Code};

pub enum Caller {
    /// Nobody asks who it is: metering is off, or the door stands open.
    Unchecked,
    /// Came without a key, from this address.
    Anonymous(IpAddr),
    Key(Arc<AuthenticatedKey>),
}

impl Caller {
    /// The account behind the key.
    pub fn account(&self) -> Option<&str> {
        match self {
            Caller::Key(known) => Some(&known.account_id),
            _ => None,
        }
    }

    /// Came with a test key.
    pub fn is_test(&self) -> bool {
        matches!(self, Caller::Key(known) if known.is_test)
    }

    /// As the audit log names the caller.
    pub fn actor(&self) -> Actor {
        match self {
            Caller::Key(known) => known.actor.clone(),
            _ => Actor::system("a caller without a key"),
        }
    }

    /// How much the caller may do.
    pub fn scope(&self) -> Scope {
        match self {
            Caller::Key(known) => known.scope,
            _ => Scope::Read,
        }
    }
}

pub async fn identify(
    admission: &Admission,
    access: Access,
    visit: &Visit<'_>,
    now: Instant,
) -> Result<Caller, ApiError> {
    let Some(gate) = admission.gate() else { return Ok(Caller::Unchecked) };
    if access == Access::Unchecked {
        return Ok(Caller::Unchecked);
    }
    let mut values = visit.headers.get_all(AUTHORIZATION).iter();
    match (values.next(), values.next()) {
        (None, _) => match access {
            Access::Key => Err(key_missing()),
            // Nothing can be sold without a recipient, but the specification's answer to nobody stays 402.
            Access::KeyOrPayment if gate.x402.is_none() => Err(ApiError::new(
                Code::PaymentRequired,
                "Send `Authorization: Bearer <key>`. Paying for a single call is not configured on this server.",
            )),
            _ => Ok(Caller::Anonymous(visit.address)),
        },
        (Some(value), None) => {
            let known = recognise(admission, gate, value.as_bytes(), visit.address, now).await?;
            Ok(Caller::Key(known))
        }
        // Taking the first, as some do, would let two parsers see two callers.
        (Some(_), Some(_)) => {
            let error = ApiError::new(
                Code::AuthorizationMalformed,
                "The header Authorization is given more than once.",
            );
            Err(failed(admission, gate, visit.address, now, error).await)
        }
    }
}

/// The same where agents may come too, with tokens that are good for `resource` alone.
pub async fn identify_agent(
    admission: &Admission,
    resource: &str,
    visit: &Visit<'_>,
    now: Instant,
) -> Result<Caller, ApiError> {
    let Some(gate) = admission.gate() else { return Ok(Caller::Unchecked) };
    let mut values = visit.headers.get_all(AUTHORIZATION).iter();
    let token = match (values.next(), values.next()) {
        (Some(value), None) => bearer_token(value.as_bytes()).ok(),
        _ => None,
    };
    let Some(token) = token.filter(|token| token.starts_with(agent_token::ACCESS)) else {
        return identify(admission, Access::Key, visit, now).await;
    };
    match agent(admission, gate, resource, token, now).await? {
        Ok(known) => {
            note_use(admission, gate, &known, now);
            Ok(Caller::Key(known))
        }
        Err(error) => Err(failed(admission, gate, visit.address, now, error).await),
    }
}

/// Whom an agent's token stands for, or why it does not open; the outer error is ours.
async fn agent(
    admission: &Admission,
    gate: &Gate,
    resource: &str,
    token: &str,
    now: Instant,
) -> Result<Result<Arc<AuthenticatedKey>, ApiError>, ApiError> {
    let unknown = || ApiError::new(Code::TokenUnknown, "No token like this was issued here.");
    let Some(hash) = agent_token::hash(agent_token::ACCESS, token) else { return Ok(Err(unknown())) };
    let known = match gate.keys.find(&hash) {
        Some(known) => known,
        None => {
            let found = Box::pin(admission.store.agents.find_access(&hash)).await;
            let Some(found) = found.map_err(|error| unavailable(&error))? else { return Ok(Err(unknown())) };
            if found.resource != resource {
                let detail = format!("This token is for {}, not for {resource}.", found.resource);
                return Ok(Err(ApiError::new(Code::TokenAudience, detail)));
            }
            let ends = found.credential.expires_at.map_or(found.expires_at, |end| end.min(found.expires_at));
            let credential = Credential { expires_at: Some(ends), ..found.credential };
            let known = AuthenticatedKey::of(&credential, &found.account, &gate.limits, now)
                .map_err(|error| ApiError::internal(error.as_ref()))?;
            let known = Arc::new(known);
            gate.keys.remember(hash, Arc::clone(&known));
            known
        }
    };
    Ok(match known.validity.check(now) {
        Ok(()) => Ok(known),
        Err(Ended::Revoked) => {
            Err(ApiError::new(Code::TokenRevoked, "This agent was disconnected. Connect it again."))
        }
        Err(Ended::Expired) => Err(ApiError::new(Code::TokenExpired, "This token has expired. Refresh it.")),
    })
}

/// Whether this caller may do that at all. Where metering is off everyone may ask, and nobody is an operator.
pub fn admit(scope: Scope, caller: &Caller) -> Result<(), ApiError> {
    match caller {
        Caller::Key(known) if known.scope < scope => Err(ApiError::new(
            Code::InsufficientScope,
            format!(
                "This needs a key of the scope {}; this one has the scope {}.",
                scope.name(),
                known.scope.name()
            ),
        )),
        Caller::Unchecked if scope == Scope::Operator => Err(ApiError::new(
            Code::NotConfigured,
            "Metering is switched off here: there are no keys, and nobody can be told to be an operator.",
        )),
        _ => Ok(()),
    }
}

async fn recognise(
    admission: &Admission,
    gate: &Gate,
    value: &[u8],
    address: IpAddr,
    now: Instant,
) -> Result<Arc<AuthenticatedKey>, ApiError> {
    let key = match bearer_key(value) {
        Ok(key) => key,
        Err(error) => return Err(failed(admission, gate, address, now, unreadable(error)).await),
    };
    let hash = key.hash(&gate.pepper);
    let known = match gate.keys.find(hash.bytes()) {
        Some(known) => known,
        None => {
            // A good key is found however many wrong ones came from its address before.
            let _turn = match gate.is_suspect(address, now) {
                true => gate.suspects.acquire().await.ok(),
                false => None,
            };
            let found = Box::pin(admission.store.credentials.find_by_hash(hash.bytes()))
                .await
                .map_err(|error| unavailable(&error))?;
            let Some((credential, account)) = found else {
                let error = ApiError::new(Code::KeyUnknown, "No key like this was issued here.");
                return Err(failed(admission, gate, address, now, error).await);
            };
            let known = AuthenticatedKey::of(&credential, &account, &gate.limits, now)
                .map_err(|error| ApiError::internal(error.as_ref()))?;
            let known = Arc::new(known);
            gate.keys.remember(*hash.bytes(), Arc::clone(&known));
            known
        }
    };
    known.validity.check(now).map_err(|ended| match ended {
        Ended::Revoked => ApiError::new(Code::KeyRevoked, "This key was revoked. Use another."),
        Ended::Expired => ApiError::new(Code::KeyExpired, "This key has expired. Use another."),
    })?;
    note_use(admission, gate, &known, now);
    Ok(known)
}

fn note_use(admission: &Admission, gate: &Gate, known: &AuthenticatedKey, now: Instant) {
    if known.should_note_use(now) {
        let (credentials, id) = (admission.store.credentials.clone(), known.credential_id.clone());
        gate.running.spawn(async move {
            if let Err(error) = credentials.touch(&id, now).await {
                tracing::warn!("the use of a key could not be noted: {}", runtime::error::chain(&error));
            }
        });
    }
}

fn unreadable(error: AuthorizationError) -> ApiError {
    let code = match error {
        AuthorizationError::TooLarge => Code::AuthorizationTooLarge,
        AuthorizationError::Malformed => Code::AuthorizationMalformed,
        AuthorizationError::OtherScheme => Code::AuthorizationSchemeUnsupported,
        AuthorizationError::Key(KeyError::Mistyped) => Code::KeyMistyped,
        AuthorizationError::Key(_) => Code::KeyMalformed,
    };
    debug_assert_eq!(code.name(), error.code());
    ApiError::new(code, runtime::error::sentence(&error.to_string()))
}

/// A wrong key is refused with its own code, until an address has shown too many of them.
async fn failed(
    admission: &Admission,
    gate: &Gate,
    address: IpAddr,
    now: Instant,
    error: ApiError,
) -> ApiError {
    match gate.note_failure(&admission.store.rate_limits, address, now).await {
        None => error,
        Some(seconds) => rate_limited(seconds),
    }
}
