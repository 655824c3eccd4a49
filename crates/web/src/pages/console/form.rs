//! What a form brought along.

use axum::body::Body;
use http_body_util::{BodyExt, Limited};
use interface::{ParamReader, Route};
use runtime::error::{ApiError, Code};
use serde_json::{Map, Value, json};

use crate::http::query::read_query;

/// Names and values, in the order in which they were sent.
#[derive(Debug, Default)]
pub struct Form(Vec<(String, String)>);

const MAX_FORM_BYTES: usize = 64 * 1024;

pub async fn read_form(body: Body) -> Result<Form, ApiError> {
    let bytes = Limited::new(body, MAX_FORM_BYTES).collect().await;
    let bytes = bytes
        .map_err(|_| ApiError::new(Code::BodyTooLarge, "The form is too large, or broke off."))?
        .to_bytes();
    let text = std::str::from_utf8(&bytes)
        .map_err(|_| ApiError::new(Code::InvalidBody, "The form is not valid UTF-8."))?;
    Form::read(text)
}

impl Form {
    /// As a query or a form body writes it.
    pub fn read(text: &str) -> Result<Form, ApiError> {
        read_query(text).map(Form)
    }

    /// The first value of this name that is not empty.
    pub fn get(&self, name: &str) -> Option<&str> {
        let mut values = self.0.iter().filter(|(key, _)| key == name).map(|(_, value)| value.trim());
        values.find(|value| !value.is_empty())
    }

    pub fn has(&self, name: &str, value: &str) -> bool {
        self.0.iter().any(|(key, found)| key == name && found == value)
    }

    pub fn push(&mut self, name: &str, value: &str) {
        self.0.push((name.to_owned(), value.to_owned()));
    }

    /// The same with a value for a field that was left empty.
    pub fn with_default(&self, name: &str, value: &str) -> Form {
        let mut form = Form(self.0.clone());
        if form.get(name).is_none() {
            form.push(name, value);
        }
        form
    }

    pub fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// For the operations, which read JSON: some members are numbers, flags or lists there. A list is several
    /// fields of one name, or one field with an entry a line.
    pub fn reader(&self, numbers: &[&str], flags: &[&str], lists: &[&str]) -> ParamReader {
        let mut body = Map::new();
        for (name, value) in &self.0 {
            let value = value.trim();
            if value.is_empty() {
                continue;
            }
            let name_is = |names: &[&str]| names.contains(&name.as_str());
            if name_is(lists) {
                let parts = value.split(['\n', ',']).map(str::trim).filter(|part| !part.is_empty());
                let list = body.entry(name.clone()).or_insert_with(|| json!([]));
                if let Value::Array(list) = list {
                    list.extend(parts.map(|part| json!(part)));
                }
                continue;
            }
            let value = match (value.parse::<u64>(), value.parse::<f64>()) {
                (Ok(number), _) if name_is(numbers) => json!(number),
                (_, Ok(number)) if name_is(numbers) && number.is_finite() => json!(number),
                _ if name_is(flags) => json!(true),
                _ => json!(value),
            };
            body.insert(name.clone(), value);
        }
        ParamReader::new(Route::post(""), Vec::new(), Vec::new(), body)
    }
}
