//! Somebody who is signed in lets an agent in: the request is read, and a code is made that the agent exchanges.

use domain::hash::hash256;
use interface::App;
use metering::Scope;
use runtime::clock::{new_id, random};
use runtime::error::{ApiError, Code};
use store::agents::{AgentClient, NewGrant};
use store::audit_log::Origin;
use store::credentials::{NewCredential, Refused};

use super::{is_ours, resource, scope_of};
use crate::accounts::keys::MAX_OPEN_KEYS;
use crate::people::sign_in::Token;

/// A code is exchanged within this time or never.
const CODE_LASTS_MS: i64 = 120_000;

/// A request that can be allowed.
#[derive(Debug)]
pub struct Asked {
    pub client: AgentClient,
    pub redirect_uri: String,
    pub state: Option<String>,
    pub scope: Scope,
    challenge: String,
}

/// Why a request cannot be allowed, and who hears of it.
#[derive(Debug)]
pub enum Refusal {
    /// The person: nobody may be sent to an address that the client did not register.
    Person(ApiError),
    /// The client, at the address that it registered.
    Client { redirect_uri: String, state: Option<String>, error: &'static str, description: &'static str },
}

impl From<store::Error> for Refusal {
    fn from(error: store::Error) -> Refusal {
        Refusal::Person(error.into())
    }
}

/// Reads a request; `given` gives the parameter of a name.
pub async fn read(app: &App, given: impl Fn(&str) -> Option<String>) -> Result<Asked, Refusal> {
    let unknown = |detail: &str| Refusal::Person(ApiError::new(Code::InvalidParameter, detail));
    let client_id = given("client_id").unwrap_or_default();
    let client = app.store.agents.client(&client_id).await?;
    let client =
        client.ok_or_else(|| unknown("No program is registered under this client_id. Connect it again."))?;
    let redirect_uri = match given("redirect_uri") {
        Some(uri) => uri,
        None if client.redirect_uris.len() == 1 => client.redirect_uris[0].clone(),
        None => return Err(unknown("The request names no redirect_uri.")),
    };
    if !client.redirect_uris.iter().any(|known| same_place(known, &redirect_uri)) {
        return Err(unknown("The program asks to go on at an address that it did not register."));
    }
    let state = given("state");
    let refuse = |error: &'static str, description: &'static str| Refusal::Client {
        redirect_uri: redirect_uri.clone(),
        state: state.clone(),
        error,
        description,
    };
    if given("response_type").as_deref() != Some("code") {
        return Err(refuse("unsupported_response_type", "response_type is code."));
    }
    let challenge = given("code_challenge").filter(|text| is_challenge(text));
    let Some(challenge) = challenge.filter(|_| given("code_challenge_method").as_deref() == Some("S256"))
    else {
        return Err(refuse("invalid_request", "PKCE with S256 is required."));
    };
    if !is_ours(app, given("resource").as_deref()) {
        return Err(refuse("invalid_target", "The resource is not one of this server."));
    }
    let Some(scope) = scope_of(given("scope").as_deref()) else {
        return Err(refuse("invalid_scope", "The scopes are read and write."));
    };
    Ok(Asked { client, redirect_uri, state, scope, challenge })
}

/// The hash of 32 bytes in base64url.
fn is_challenge(text: &str) -> bool {
    text.len() == 43 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

/// Equal to the letter, but for the port on the person's own machine, which a program is given when it starts.
fn same_place(known: &str, asked: &str) -> bool {
    known == asked || loopback(known).is_some_and(|known| loopback(asked) == Some(known))
}

/// Host and path of an address on the same machine.
pub(super) fn loopback(uri: &str) -> Option<(&str, &str)> {
    let rest = uri.strip_prefix("http://")?;
    let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    let host = match authority.strip_prefix('[') {
        Some(_) => authority.split_inclusive(']').next()?,
        None => authority.split(':').next()?,
    };
    let port = authority[host.len()..].strip_prefix(':').unwrap_or("0");
    let known = matches!(host, "localhost" | "127.0.0.1" | "[::1]");
    let whole = authority[host.len()..].is_empty() || authority[host.len()..].starts_with(':');
    (known && whole && !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()))
        .then_some((host, path))
}

/// The code that the client exchanges. What the agent may do ends with what the person may.
pub async fn allow(
    app: &App,
    origin: &Origin,
    account_id: &str,
    asked: &Asked,
    scope: Scope,
) -> Result<String, ApiError> {
    let expires_at = origin.at.plus_ms(CODE_LASTS_MS);
    let credential = NewCredential {
        id: new_id("agent"),
        name: asked.client.name.clone(),
        // Of no key: only its tokens open.
        hash: hash256(&random::<32>()),
        prefix: "agent".to_owned(),
        last_four: String::new(),
        test: false,
        scope: scope.min(asked.scope),
        created_at: origin.at,
        expires_at: Some(expires_at),
    };
    let made = app.store.credentials.create(origin, account_id, &credential, MAX_OPEN_KEYS).await?;
    made.map_err(|refused| match refused {
        Refused::TooMany => {
            let detail =
                format!("{MAX_OPEN_KEYS} keys and agents of the account are active; revoke one first.");
            ApiError::new(Code::Conflict, detail)
        }
        Refused::Maker | Refused::NoAccount | Refused::Taken => {
            ApiError::new(Code::Forbidden, "You may not connect an agent to this account.")
        }
    })?;
    let code = Token::make();
    let grant = NewGrant {
        credential_id: &credential.id,
        client_id: &asked.client.id,
        resource: &resource(app),
        code: code.hash(),
        redirect_uri: &asked.redirect_uri,
        challenge: &asked.challenge,
        expires_at,
    };
    app.store.agents.grant(&grant, origin.at).await?;
    Ok(code.reveal().to_owned())
}

#[cfg(test)]
mod tests {
    use super::same_place;

    #[test]
    fn only_the_port_on_ones_own_machine_may_differ() {
        assert!(same_place("https://a.example/cb", "https://a.example/cb"));
        assert!(same_place("http://127.0.0.1/cb", "http://127.0.0.1:5123/cb"));
        assert!(same_place("http://[::1]:1/cb", "http://[::1]:2/cb"));
        for asked in [
            "https://a.example:8443/cb",
            "https://a.example/cb2",
            "https://a.example/cb?x",
            "http://a.example/cb",
            "https://evil.example/cb",
        ] {
            assert!(!same_place("https://a.example/cb", asked), "{asked}");
        }
        for asked in [
            "http://localhost:1/cb",
            "http://127.0.0.1:1/other",
            "http://127.0.0.1.evil.example/cb",
            "http://127.0.0.1:1@evil.example/cb",
        ] {
            assert!(!same_place("http://127.0.0.1:9/cb", asked), "{asked}");
        }
    }
}
