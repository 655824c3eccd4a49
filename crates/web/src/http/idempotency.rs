//! `Idempotency-Key`: an attempt at making something that its caller may repeat. What was made is told again for a day.
//!
//! The store knows the attempt by a hash and holds the answer sealed: it may show a new key or link, which nobody but who
//! asked for it shall read.

use std::sync::Arc;

use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, Uri};
use domain::hash::hash256;
use domain::time::MS_PER_DAY;
use interface::{Answer, App, Entry, Format, Paging, ParamReader, RequestContext, Work};
use metering::authorization::bearer_token;
use runtime::error::{ApiError, Code, chain};
use runtime::sealed;
use serde_json::Value;
use store::attempts::Begun;

/// How long an answer is kept.
const KEPT_MS: i64 = MS_PER_DAY;
/// After this time an attempt without an end was cut off with its process, and may be made again.
const LOST_MS: i64 = 2 * 60_000;

/// An attempt with what names it and what seals its answer.
pub struct Attempt {
    account: String,
    name: [u8; 32],
    digest: [u8; 32],
    secret: Vec<u8>,
}

impl Attempt {
    /// None where the call makes nothing, or its caller did not name it.
    pub fn of(
        entry: &Entry,
        ask: &RequestContext,
        address: &Uri,
        headers: &HeaderMap,
        reader: &ParamReader,
    ) -> Option<Attempt> {
        let (account, key) = (ask.account.clone()?, reader.attempt()?);
        let token = headers.get(AUTHORIZATION).and_then(|value| bearer_token(value.as_bytes()).ok())?;
        if !entry.makes_something() {
            return None;
        }
        Some(Attempt {
            name: hash256(format!("attempt {account} {key}").as_bytes()),
            digest: hash256(format!("{address} {}", canonical(reader.body().clone().into())).as_bytes()),
            secret: format!("{token} {key}").into_bytes(),
            account,
        })
    }

    /// Does the work, or tells what it was answered with before. A caller who leaves stops neither.
    pub fn perform(self, app: &Arc<App>, ask: &RequestContext, work: Work) -> admission::Work<'static> {
        let (app, ask) = (Arc::clone(app), ask.clone());
        Box::pin(async move {
            let done = tokio::spawn(async move { self.make(&app, &ask, work).await });
            done.await.unwrap_or_else(|error| Err(ApiError::internal(&error)))
        })
    }

    async fn make(self, app: &Arc<App>, ask: &RequestContext, work: Work) -> Result<Answer, ApiError> {
        let attempts = &app.store.attempts;
        let (forgotten, lost) = (ask.now.plus_ms(-KEPT_MS), ask.now.plus_ms(-LOST_MS));
        let begun = attempts.begin(&self.account, &self.name, &self.digest, ask.now, forgotten, lost).await?;
        if let Begun::Before(before) = begun {
            return self.again(before);
        }
        let answer = work(app, ask).await;
        let ended = match &answer {
            Ok(made) => {
                let sealed = sealed::seal(&self.secret, &made.body);
                attempts.finish(&self.account, &self.name, u32::from(made.status), &sealed).await
            }
            Err(_) => attempts.forget(&self.account, &self.name).await,
        };
        // What was made is made: whoever waits is told of it all the same.
        if let Err(error) = ended {
            tracing::error!(request.id = %ask.request_id, "cannot end an attempt: {}", chain(&error));
        }
        answer
    }

    fn again(&self, before: store::attempts::Attempt) -> Result<Answer, ApiError> {
        let refused = |code: Code, detail: &str| {
            let parameter = Some(interface::reader::IDEMPOTENCY_KEY.to_owned());
            ApiError { parameter, ..ApiError::new(code, detail) }
        };
        if before.digest != self.digest {
            let detail = "This Idempotency-Key was used for another request within a day. Choose a new one.";
            return Err(refused(Code::IdempotencyKeyReused, detail));
        }
        let (Some(status), Some(answer)) = (before.status, before.answer) else {
            let detail = "The same request is being worked on. Ask again in a moment.";
            return Err(refused(Code::Conflict, detail).retry_after(1));
        };
        let body = sealed::open(&self.secret, &answer).ok_or_else(|| {
            refused(
                Code::Conflict,
                "This was made with another API key, which alone is told the answer again.",
            )
        })?;
        Ok(Answer {
            status: u16::try_from(status).unwrap_or(201),
            content_type: Format::Json.content_type(),
            body: body.into(),
            charged: false,
            fresh_for_s: 0,
            paging: Paging::default(),
        })
    }
}

/// The same text for the same members, in whatever order they came.
fn canonical(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let mut members: Vec<(String, Value)> = members.into_iter().collect();
            members.sort_by(|a, b| a.0.cmp(&b.0));
            Value::Object(members.into_iter().map(|(name, value)| (name, canonical(value))).collect())
        }
        Value::Array(values) => Value::Array(values.into_iter().map(canonical).collect()),
        plain => plain,
    }
}
