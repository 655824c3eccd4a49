//! Further kinds of parameters: moments, optional numbers, lists of texts, the name of an attempt.

use std::ops::RangeInclusive;

use domain::Instant;
use serde_json::{Map, Value, json};

use super::{Location, ParamReader, ParameterSpec, shown};
use runtime::error::{ApiError, Code};

impl ParamReader {
    /// A moment that must be there.
    pub fn instant(&mut self, name: &'static str, description: &'static str) -> Result<Instant, ApiError> {
        match self.instant_if_any(name, description, true)? {
            Some(instant) => Ok(instant),
            None if self.describing => Ok(Instant::from_ms(0)),
            None => Err(self.missing(name)),
        }
    }

    pub fn optional_instant(
        &mut self,
        name: &'static str,
        description: &'static str,
    ) -> Result<Option<Instant>, ApiError> {
        self.instant_if_any(name, description, false)
    }

    fn instant_if_any(
        &mut self,
        name: &'static str,
        description: &'static str,
        required: bool,
    ) -> Result<Option<Instant>, ApiError> {
        self.note(
            name,
            self.home,
            required,
            description,
            || json!({"type": "string", "format": "date-time"}),
        );
        let Some(text) = self.take_text(name)? else { return Ok(None) };
        Instant::parse(&text).map(Some).map_err(|_| {
            let detail = format!("{name} {} is not a moment such as 2026-01-31T09:30:00Z.", shown(&text));
            ApiError::parameter(name, detail)
        })
    }

    /// A whole number within bounds, where there is one.
    pub fn optional_integer(
        &mut self,
        name: &'static str,
        description: &'static str,
        bounds: RangeInclusive<u64>,
    ) -> Result<Option<u64>, ApiError> {
        let given = self.take(name)?.is_some();
        let number = self.integer(name, description, bounds.clone(), *bounds.start())?;
        // What was read above noted a default, which there is not.
        if let Some(schema) = self.specs.last_mut().and_then(|spec| spec.schema.as_object_mut()) {
            schema.remove("default");
        }
        Ok(given.then_some(number))
    }

    /// A number within bounds, where there is one.
    pub fn optional_number(
        &mut self,
        name: &'static str,
        description: &'static str,
        bounds: RangeInclusive<f64>,
    ) -> Result<Option<f64>, ApiError> {
        let (least, most) = (*bounds.start(), *bounds.end());
        let schema = || json!({"type": "number", "minimum": least, "maximum": most});
        self.note(name, self.home, false, description, schema);
        let number = match self.take(name)? {
            None => return Ok(None),
            Some(Value::Number(number)) => number.as_f64(),
            Some(Value::String(text)) if self.home == Location::Query => text.trim().parse().ok(),
            Some(_) => None,
        };
        match number.filter(|number| bounds.contains(number)) {
            Some(number) => Ok(Some(number)),
            None => {
                let detail = format!("{name} is not a number from {least} to {most}.");
                Err(ApiError::parameter(name, detail).allowed([format!("{least} to {most}")]))
            }
        }
    }

    /// true or false, and it must be there.
    pub fn required_boolean(
        &mut self,
        name: &'static str,
        description: &'static str,
    ) -> Result<bool, ApiError> {
        let given = self.has(name) || self.describing;
        let flag = self.boolean(name, description)?;
        if let Some(spec) = self.specs.last_mut() {
            spec.required = true;
            spec.schema = json!({"type": "boolean"});
        }
        if given { Ok(flag) } else { Err(self.missing(name)) }
    }

    /// A list of texts, each of which `good` accepts; empty where there is none. In a query they are separated
    /// by commas.
    pub fn texts(
        &mut self,
        name: &'static str,
        description: &'static str,
        required: bool,
        most: usize,
        good: impl Fn(&str) -> Option<String>,
    ) -> Result<Vec<String>, ApiError> {
        let schema = || json!({"type": "array", "items": {"type": "string"}, "maxItems": most});
        self.note(name, self.home, required, description, schema);
        let listed: Vec<Value> = match self.take(name)? {
            None => Vec::new(),
            Some(Value::Array(values)) => values,
            Some(Value::String(text)) if self.home == Location::Query => {
                text.split(',').map(|part| json!(part)).collect()
            }
            Some(_) => return Err(ApiError::parameter(name, format!("{name} is not a list of texts."))),
        };
        if listed.is_empty() && required && !self.describing {
            return Err(self.missing(name));
        }
        if listed.len() > most {
            return Err(ApiError::parameter(name, format!("{name} has more than {most} entries.")));
        }
        let mut texts = Vec::with_capacity(listed.len());
        for value in &listed {
            let text = value.as_str().and_then(&good).ok_or_else(|| {
                ApiError::parameter(
                    name,
                    format!("{name}: {} cannot be used here.", shown(&super::plain(value))),
                )
            })?;
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        Ok(texts)
    }

    /// A parameter that may be given several times; each value is a text.
    pub fn values(
        &mut self,
        name: &'static str,
        description: &'static str,
        most: usize,
    ) -> Result<Vec<String>, ApiError> {
        let schema = || {
            let item = json!({"type": "string", "minLength": 1, "pattern": "\\S", "maxLength": super::MAX_TEXT_CHARS});
            json!({"type": "array", "items": item, "maxItems": most})
        };
        self.note(name, self.home, false, description, schema);
        let listed = self.take_all(name)?;
        if listed.len() > most {
            return Err(ApiError::parameter(name, format!("{name} is given more than {most} times.")));
        }
        let mut texts = Vec::with_capacity(listed.len());
        for text in listed {
            if text.trim().is_empty() {
                return Err(ApiError::parameter(name, format!("{name} is empty. Leave it out instead.")));
            }
            if text.chars().count() > super::MAX_TEXT_CHARS {
                let detail = format!("{name} is longer than {} characters.", super::MAX_TEXT_CHARS);
                return Err(ApiError::parameter(name, detail));
            }
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        Ok(texts)
    }

    /// The same where the values are of a closed list.
    pub fn choices(
        &mut self,
        name: &'static str,
        description: &'static str,
        allowed: &[&'static str],
    ) -> Result<Vec<&'static str>, ApiError> {
        let schema = || json!({"type": "array", "items": {"type": "string", "enum": allowed}});
        self.note(name, self.home, false, description, schema);
        let mut picked = Vec::new();
        for text in self.take_all(name)? {
            let Some(known) = super::chosen(allowed, &text) else {
                let mut detail = format!("{name} {} is not one of the allowed values.", shown(&text));
                if text.contains(',') {
                    detail.push_str(&format!(" Several are given as {name}=…&{name}=…, each by itself."));
                }
                return Err(ApiError::parameter(name, detail).allowed(allowed.iter().copied()));
            };
            if !picked.contains(&known) {
                picked.push(known);
            }
        }
        Ok(picked)
    }

    /// Every value of a parameter: repeated in a query, a text or a list of texts in a body.
    pub(super) fn take_all(&self, name: &str) -> Result<Vec<String>, ApiError> {
        if self.home == Location::Query {
            return Ok(self
                .query
                .iter()
                .filter(|(key, _)| key == name)
                .map(|(_, value)| value.clone())
                .collect());
        }
        let text = |value: &Value| match value {
            Value::String(text) => Ok(text.clone()),
            other => Err(ApiError::parameter(
                name,
                format!("{name} {} is not a text.", shown(&super::plain(other))),
            )),
        };
        match self.body.get(name).filter(|value| !value.is_null()) {
            None => Ok(Vec::new()),
            Some(Value::Array(values)) => values.iter().map(text).collect(),
            Some(value) => Ok(vec![text(value)?]),
        }
    }

    /// A name for people: 1 to 100 characters, none of them a control character.
    pub fn name(&mut self, name: &'static str, description: &'static str) -> Result<String, ApiError> {
        let text = self.required_text(name, description)?;
        let text = text.trim();
        if text.chars().count() > 100 || text.chars().any(char::is_control) {
            let detail = format!("{name} has 1 to 100 characters and no control characters.");
            return Err(ApiError::parameter(name, detail));
        }
        Ok(text.to_owned())
    }

    /// The header by which a caller names an attempt, so that it can be repeated.
    pub fn idempotency_key(&mut self, description: &'static str) -> Option<String> {
        let schema = || json!({"type": "string", "maxLength": 128});
        self.note(super::IDEMPOTENCY_KEY, Location::Header, false, description, schema);
        self.idempotency_key.clone()
    }

    /// The members that were given, of those that `read` knows. None of them is required.
    pub fn given_members(&mut self, read: impl FnOnce(&mut ParamReader)) -> Map<String, Value> {
        let mut described = ParamReader { home: Location::Body, describing: true, ..ParamReader::empty() };
        read(&mut described);
        self.specs.extend(described.specs.into_iter().map(|spec| ParameterSpec { required: false, ..spec }));
        self.body.clone()
    }

    /// The header by which a reader of a stream says what it heard last.
    pub fn last_event_id(&mut self, description: &'static str) -> Option<String> {
        let schema = || json!({"type": "string", "maxLength": 40});
        self.note("Last-Event-ID", Location::Header, false, description, schema);
        self.last_event_id.clone().filter(|id| !id.is_empty())
    }

    /// Every member of the body, for the few who look at names that they did not ask for.
    pub fn members(&mut self) -> &Map<String, Value> {
        self.all_members_read = true;
        &self.body
    }

    /// Whether a parameter was given, whatever its value.
    pub fn has(&self, name: &str) -> bool {
        self.take(name).is_ok_and(|value| value.is_some())
    }
}

/// What is not there, or not the caller's; the two cannot be told apart.
pub fn nothing_here(what: &str) -> ApiError {
    ApiError::new(Code::NotFound, format!("There is no {what} with this id."))
}
