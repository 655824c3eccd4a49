//! Codes and refreshing tokens are exchanged for new tokens, each once.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::Instant;
use interface::App;
use metering::{Scope, agent_token};
use runtime::clock::random;
use store::agents::{NewTokens, Shown};
use store::audit_log::{Actor, Origin};
use subtle::ConstantTimeEq;

use super::{OAuthError, is_ours, resource};
use crate::people::sign_in::Token;

/// A token opens for this long.
pub const ACCESS_LASTS_MS: i64 = 30 * 60_000;
/// An agent that does not come for this long is out.
const REFRESH_LASTS_MS: i64 = 30 * 86_400_000;

/// Tokens that were just made; the only moment at which they can be read.
pub struct IssuedTokens {
    pub access: String,
    pub refresh: String,
    pub scope: Scope,
    pub expires_in_s: i64,
}

fn invalid(description: &str) -> OAuthError {
    OAuthError::new("invalid_grant", description)
}

/// The token endpoint; `given` gives the parameter of a name.
pub async fn exchange(app: &App, given: impl Fn(&str) -> Option<String>) -> Result<IssuedTokens, OAuthError> {
    let now = app.clock.now();
    match given("grant_type").as_deref() {
        Some("authorization_code") => by_code(app, given, now).await,
        Some("refresh_token") => by_refresh(app, given, now).await,
        _ => Err(OAuthError::new(
            "unsupported_grant_type",
            "grant_type is authorization_code or refresh_token.",
        )),
    }
}

async fn by_code(
    app: &App,
    given: impl Fn(&str) -> Option<String>,
    now: Instant,
) -> Result<IssuedTokens, OAuthError> {
    let hash = given("code").as_deref().and_then(Token::read).map(|code| code.hash());
    let Some(hash) = hash else { return Err(invalid("The code is not one of ours.")) };
    let shown = app.store.agents.find_code(&hash).await?;
    let shown = shown.ok_or_else(|| invalid("The code is not one of ours."))?;
    if given("client_id").as_deref() != Some(shown.client_id.as_str()) {
        return Err(invalid("The code was made for another client."));
    }
    let proof = given("code_verifier").filter(|verifier| (43..=128).contains(&verifier.len()));
    if !proof.is_some_and(|verifier| fits(&verifier, &shown.challenge)) {
        return Err(invalid("The code_verifier does not fit."));
    }
    if given("redirect_uri").is_some_and(|uri| uri != shown.redirect_uri) {
        return Err(invalid("The redirect_uri is another than before."));
    }
    check(app, &shown, &given, now).await?;
    let (issued, new) = make(shown.scope, now);
    match app.store.agents.redeem(&hash, &shown.credential_id, &new, now).await? {
        true => Ok(issued),
        false => Err(shown_twice(app, &shown, now).await),
    }
}

async fn by_refresh(
    app: &App,
    given: impl Fn(&str) -> Option<String>,
    now: Instant,
) -> Result<IssuedTokens, OAuthError> {
    let hash = given("refresh_token").and_then(|text| agent_token::hash(agent_token::REFRESH, &text));
    let Some(hash) = hash else { return Err(invalid("The refresh_token is not one of ours.")) };
    let shown = app.store.agents.find_token(&hash, true).await?;
    let shown = shown.ok_or_else(|| invalid("The refresh_token is not one of ours."))?;
    if given("client_id").is_some_and(|client| client != shown.client_id) {
        return Err(invalid("The refresh_token belongs to another client."));
    }
    check(app, &shown, &given, now).await?;
    let (issued, new) = make(shown.scope, now);
    match app.store.agents.refresh(&hash, &shown.credential_id, &new, now).await? {
        true => Ok(issued),
        false => Err(shown_twice(app, &shown, now).await),
    }
}

/// What codes and tokens have in common.
async fn check(
    app: &App,
    shown: &Shown,
    given: &impl Fn(&str) -> Option<String>,
    now: Instant,
) -> Result<(), OAuthError> {
    if shown.used_at.is_some() {
        return Err(shown_twice(app, shown, now).await);
    }
    if shown.revoked_at.is_some() {
        return Err(invalid("The agent was disconnected."));
    }
    if shown.expires_at <= now {
        return Err(invalid("It has expired. Connect the agent again."));
    }
    if !is_ours(app, given("resource").as_deref()) || shown.resource != resource(app) {
        return Err(OAuthError::new("invalid_target", "The resource is not the one that was allowed."));
    }
    Ok(())
}

/// One of the two who had it stole it: neither goes on.
async fn shown_twice(app: &App, shown: &Shown, now: Instant) -> OAuthError {
    match end(app, shown, now).await {
        Ok(()) => invalid("It was used before. The agent was disconnected; connect it again."),
        Err(error) => error,
    }
}

async fn end(app: &App, shown: &Shown, now: Instant) -> Result<(), OAuthError> {
    let origin = Origin { actor: Actor::system("agents"), address: None, at: now };
    app.store.credentials.revoke(&origin, &shown.account_id, &shown.credential_id).await?;
    Ok(())
}

/// RFC 7009: ends the agent whose token this is. What is no token of ours is as good as ended.
pub async fn revoke(app: &App, token: &str) -> Result<(), OAuthError> {
    for (prefix, refresh) in [(agent_token::ACCESS, false), (agent_token::REFRESH, true)] {
        if let Some(hash) = agent_token::hash(prefix, token)
            && let Some(shown) = app.store.agents.find_token(&hash, refresh).await?
        {
            return end(app, &shown, app.clock.now()).await;
        }
    }
    Ok(())
}

fn make(scope: Scope, now: Instant) -> (IssuedTokens, NewTokens) {
    let access = agent_token::make(agent_token::ACCESS, &random());
    let refresh = agent_token::make(agent_token::REFRESH, &random());
    let hash = |prefix, text: &str| agent_token::hash(prefix, text).unwrap_or_default();
    let new = NewTokens {
        access: (hash(agent_token::ACCESS, &access), now.plus_ms(ACCESS_LASTS_MS)),
        refresh: (hash(agent_token::REFRESH, &refresh), now.plus_ms(REFRESH_LASTS_MS)),
    };
    (IssuedTokens { access, refresh, scope, expires_in_s: ACCESS_LASTS_MS / 1000 }, new)
}

/// S256 of RFC 7636.
fn fits(verifier: &str, challenge: &str) -> bool {
    let digest = ring::digest::digest(&ring::digest::SHA256, verifier.as_bytes());
    URL_SAFE_NO_PAD.encode(digest.as_ref()).as_bytes().ct_eq(challenge.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::fits;

    /// The example of RFC 7636.
    #[test]
    fn the_proof_fits_its_challenge() {
        let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
        assert!(fits("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", challenge));
        assert!(!fits("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXK", challenge));
    }
}
