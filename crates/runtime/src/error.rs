//! What can go wrong for a caller: one table of codes, and the problem document that carries them.
//!
//! Inner errors are logged whole, once, where they become an `ApiError`; the caller learns nothing of our insides.

use domain::Instant;
use http::StatusCode;
use serde::Serialize;

macro_rules! codes {
    ($($variant:ident = $code:literal, $status:ident, $title:literal;)+) => {
        /// Names a cause; stable, part of the contract.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Code { $($variant),+ }

        impl Code {
            pub const ALL: &'static [Code] = &[$(Code::$variant),+];

            pub fn name(self) -> &'static str {
                match self { $(Code::$variant => $code),+ }
            }

            pub fn status(self) -> StatusCode {
                match self { $(Code::$variant => StatusCode::$status),+ }
            }

            pub fn title(self) -> &'static str {
                match self { $(Code::$variant => $title),+ }
            }
        }
    };
}

codes! {
    InvalidParameter = "invalid_parameter", BAD_REQUEST, "A parameter is not valid";
    MissingParameter = "missing_parameter", BAD_REQUEST, "A required parameter is missing";
    InvalidQuery = "invalid_query", BAD_REQUEST, "The keyword query cannot be read";
    InvalidCursor = "invalid_cursor", BAD_REQUEST, "The cursor is not valid here";
    InvalidBody = "invalid_body", BAD_REQUEST, "The request body is not valid";
    MalformedRequest = "malformed_request", BAD_REQUEST, "The request is not valid HTTP";
    InvalidHeader = "invalid_header", BAD_REQUEST, "A header is not valid";
    KeyMissing = "key_missing", UNAUTHORIZED, "An API key is required";
    KeyMalformed = "key_malformed", UNAUTHORIZED, "The API key is not well formed";
    KeyMistyped = "key_mistyped", UNAUTHORIZED, "The API key was mistyped or cut";
    AuthorizationMalformed = "authorization_malformed", UNAUTHORIZED, "The Authorization header cannot be read";
    AuthorizationTooLarge = "authorization_too_large", UNAUTHORIZED, "The Authorization header is too large";
    AuthorizationSchemeUnsupported = "authorization_scheme_unsupported", UNAUTHORIZED, "Only the Bearer scheme is accepted";
    KeyUnknown = "key_unknown", UNAUTHORIZED, "The API key is not known";
    KeyRevoked = "key_revoked", UNAUTHORIZED, "The API key was revoked";
    TokenUnknown = "token_unknown", UNAUTHORIZED, "The token is not known";
    TokenAudience = "token_audience", UNAUTHORIZED, "The token is for another service";
    TokenRevoked = "token_revoked", UNAUTHORIZED, "The token was revoked";
    TokenExpired = "token_expired", UNAUTHORIZED, "The token has expired";
    KeyExpired = "key_expired", UNAUTHORIZED, "The API key has expired";
    PaymentRequired = "payment_required", PAYMENT_REQUIRED, "A key or a payment is required";
    InsufficientScope = "insufficient_scope", FORBIDDEN, "The API key may not do this";
    Forbidden = "forbidden", FORBIDDEN, "This may not be done here";
    NotFound = "not_found", NOT_FOUND, "There is nothing here";
    NoReading = "no_reading", NOT_FOUND, "No reading was published for that day";
    MethodNotAllowed = "method_not_allowed", METHOD_NOT_ALLOWED, "The method is not allowed here";
    NotAcceptable = "not_acceptable", NOT_ACCEPTABLE, "No format or encoding that is accepted can be given";
    Conflict = "conflict", CONFLICT, "It conflicts with what is stored";
    IdempotencyKeyReused = "idempotency_key_reused", UNPROCESSABLE_ENTITY, "The Idempotency-Key names another request";
    BodyTooLarge = "body_too_large", PAYLOAD_TOO_LARGE, "The request body is too large";
    AddressTooLong = "address_too_long", URI_TOO_LONG, "The address is too long";
    HeadersTooLarge = "headers_too_large", REQUEST_HEADER_FIELDS_TOO_LARGE, "The header fields are too large";
    NotJson = "not_json", UNSUPPORTED_MEDIA_TYPE, "The request body must be JSON";
    RateLimited = "rate_limited", TOO_MANY_REQUESTS, "Too many requests";
    CreditsExhausted = "credits_exhausted", TOO_MANY_REQUESTS, "The credit allowance is used up";
    DailyPaidLimitReached = "daily_paid_limit_reached", TOO_MANY_REQUESTS, "The daily paid limit is reached";
    OverageCapReached = "overage_cap_reached", TOO_MANY_REQUESTS, "The overage cap is reached";
    Internal = "internal", INTERNAL_SERVER_ERROR, "Something went wrong on our side";
    TemporarilyUnavailable = "temporarily_unavailable", BAD_GATEWAY, "Temporarily unavailable";
    NotConfigured = "not_configured", SERVICE_UNAVAILABLE, "Not configured yet";
    Unavailable = "unavailable", SERVICE_UNAVAILABLE, "Not available at the moment";
    FacilitatorUnavailable = "facilitator_unavailable", SERVICE_UNAVAILABLE, "The payment facilitator cannot be reached";
    PaymentOpen = "payment_outcome_open", SERVICE_UNAVAILABLE, "The outcome of the payment is not known yet";
    Timeout = "timeout", GATEWAY_TIMEOUT, "The answer took too long";
}

/// An answer that is an error. Optional members appear only where they apply.
#[derive(Clone, Debug)]
pub struct ApiError {
    pub code: Code,
    pub detail: String,
    pub parameter: Option<String>,
    pub allowed: Option<Vec<String>>,
    pub position: Option<usize>,
    pub retry_after_s: Option<u64>,
    pub resets_at: Option<Instant>,
}

impl ApiError {
    pub fn new(code: Code, detail: impl Into<String>) -> ApiError {
        ApiError {
            code,
            detail: detail.into(),
            parameter: None,
            allowed: None,
            position: None,
            retry_after_s: None,
            resets_at: None,
        }
    }

    /// A parameter with a value that cannot be used.
    pub fn parameter(name: &str, detail: impl Into<String>) -> ApiError {
        ApiError { parameter: Some(name.to_owned()), ..ApiError::new(Code::InvalidParameter, detail) }
    }

    pub fn allowed<S: Into<String>>(mut self, values: impl IntoIterator<Item = S>) -> ApiError {
        self.allowed = Some(values.into_iter().map(Into::into).collect());
        self
    }

    pub fn at(mut self, position: usize) -> ApiError {
        self.position = Some(position);
        self
    }

    pub fn retry_after(mut self, seconds: u64) -> ApiError {
        self.retry_after_s = Some(seconds);
        self
    }

    /// Logs the whole chain and tells the caller only that it was our fault.
    pub fn internal(error: &dyn std::error::Error) -> ApiError {
        tracing::error!(error = %chain(error), "an answer failed: {}", chain(error));
        ApiError::new(
            Code::Internal,
            "The request could not be answered. The request id names it in our logs.",
        )
    }

    /// The store cannot be reached or takes no writes: that passes.
    pub fn unavailable(error: &store::Error) -> ApiError {
        tracing::error!(error = %chain(error), "an answer needs the store: {}", chain(error));
        ApiError::new(
            Code::Unavailable,
            "What this needs cannot be reached at the moment. Nothing was charged. Try again in a moment.",
        )
        .retry_after(2)
    }

    pub fn problem(&self, request_id: &str, base: &str) -> Problem {
        Problem {
            r#type: format!("{base}/docs#error-{}", self.code.name()),
            title: self.code.title().to_owned(),
            status: self.code.status().as_u16(),
            detail: self.detail.clone(),
            code: self.code.name().to_owned(),
            request_id: request_id.to_owned(),
            parameter: self.parameter.clone(),
            allowed: self.allowed.clone(),
            position: self.position,
            retry_after_seconds: self.retry_after_s,
            resets_at: self.resets_at.map(|at| at.rfc3339()),
        }
    }
}

/// An error as RFC 9457 puts it on the wire.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// Where the error is described.
    pub r#type: String,
    /// What sort of error it is, in a few words.
    pub title: String,
    /// The HTTP status, again.
    pub status: u16,
    /// What went wrong this time and what to do about it.
    pub detail: String,
    /// A stable name for programs.
    pub code: String,
    /// Names this request in the logs; the same as the header X-Request-Id.
    pub request_id: String,
    /// The parameter or body member at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parameter: Option<String>,
    /// The values that would be accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed: Option<Vec<String>>,
    /// The character of the keyword query at which reading stopped, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<usize>,
    /// Seconds after which trying again makes sense.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after_seconds: Option<u64>,
    /// When the allowance is full again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resets_at: Option<String>,
}

impl From<store::Error> for ApiError {
    fn from(error: store::Error) -> ApiError {
        match error.is_unavailable() {
            true => ApiError::unavailable(&error),
            false => ApiError::internal(&error),
        }
    }
}

/// With a capital and a full stop.
pub fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(letters).chain(std::iter::once('.')).collect()
    })
}

/// An error and all that caused it, on one line.
pub fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}
