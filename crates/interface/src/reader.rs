//! Reads the parameters of a request, and in reading them says which there are.
//!
//! An operation asks for each parameter once, with its name, its rule and its one-line description. Given a
//! request, the reader checks and hands over values; given none, it notes what was asked for, and that note is
//! the documentation. So the two cannot drift apart.

mod members;

use std::ops::RangeInclusive;

use domain::time::TimeError;
use domain::{Day, DayRange, Named};
use serde_json::{Map, Value, json};

use crate::{Method, Route};
pub use members::nothing_here;
use runtime::error::{ApiError, Code};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    Path,
    Query,
    Body,
    Header,
}

/// One parameter as the documentation shows it.
#[derive(Clone, Debug)]
pub struct ParameterSpec {
    pub name: &'static str,
    pub location: Location,
    pub required: bool,
    pub description: &'static str,
    pub schema: Value,
}

/// The largest whole number that every reader of JSON can hold; a bound that is not stated.
pub const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

/// The longest text that a parameter may carry.
const MAX_TEXT_CHARS: usize = 1_000;

/// The header by which a caller names an attempt.
pub const IDEMPOTENCY_KEY: &str = "Idempotency-Key";

pub struct ParamReader {
    path: Vec<(String, String)>,
    query: Vec<(String, String)>,
    body: Map<String, Value>,
    idempotency_key: Option<String>,
    last_event_id: Option<String>,
    /// Where plain parameters stand: in the query, or in the body where there is one.
    home: Location,
    describing: bool,
    specs: Vec<ParameterSpec>,
    requested_results: u32,
    /// Every member of the body was looked at, whatever its name.
    all_members_read: bool,
    /// The only days that may be asked for.
    span: Option<DayRange>,
    /// What a parameter is called where it is missed.
    place: &'static str,
}

impl ParamReader {
    pub fn new(
        route: Route,
        path: Vec<(String, String)>,
        query: Vec<(String, String)>,
        body: Map<String, Value>,
    ) -> ParamReader {
        let (home, place) = match route.method {
            Method::Get | Method::Delete => (Location::Query, "query parameter"),
            Method::Post | Method::Put | Method::Patch => (Location::Body, "body member"),
        };
        ParamReader {
            path,
            query,
            body,
            idempotency_key: None,
            last_event_id: None,
            home,
            describing: false,
            specs: Vec::new(),
            requested_results: 0,
            all_members_read: false,
            span: None,
            place,
        }
    }

    /// Arguments of a tool: typed like members of a body, wherever the route has them.
    pub fn of_arguments(
        route: Route,
        mut arguments: Map<String, Value>,
        idempotency_key: Option<String>,
    ) -> Result<ParamReader, ApiError> {
        let mut path = Vec::new();
        for name in route.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')) {
            match arguments.shift_remove(name) {
                Some(Value::String(text)) if text.chars().count() > MAX_TEXT_CHARS => {
                    let detail = format!("{name} is longer than {MAX_TEXT_CHARS} characters.");
                    return Err(ApiError::parameter(name, detail));
                }
                Some(Value::String(text)) if !text.trim().is_empty() => path.push((name.to_owned(), text)),
                Some(Value::Null) | None => return Err(missing("argument", name)),
                Some(other) => {
                    let detail = format!("{name} {} is not a text.", shown(&other.to_string()));
                    return Err(ApiError::parameter(name, detail));
                }
            }
        }
        let reader = ParamReader::new(route, path, Vec::new(), arguments);
        Ok(ParamReader { home: Location::Body, place: "argument", idempotency_key, ..reader })
    }

    pub fn with_idempotency_key(self, idempotency_key: Option<String>) -> ParamReader {
        ParamReader { idempotency_key, ..self }
    }

    pub fn with_last_event_id(self, last_event_id: Option<String>) -> ParamReader {
        ParamReader { last_event_id, ..self }
    }

    /// Refuses every day outside of these.
    pub fn within(self, span: Option<DayRange>) -> ParamReader {
        ParamReader { span, ..self }
    }

    pub fn span(&self) -> Option<DayRange> {
        self.span
    }

    fn empty() -> ParamReader {
        ParamReader::new(Route::get(""), Vec::new(), Vec::new(), Map::new())
    }

    /// What was asked for under this name, to repeat it by.
    pub fn attempt(&self) -> Option<&str> {
        self.idempotency_key.as_deref()
    }

    /// The body as it was given.
    pub fn body(&self) -> &Map<String, Value> {
        &self.body
    }

    /// A reader of nothing that only notes what it is asked for.
    pub fn describing(route: Route) -> ParamReader {
        ParamReader { describing: true, ..ParamReader::new(route, Vec::new(), Vec::new(), Map::new()) }
    }

    /// No request is read: what is asked for is only noted.
    pub fn is_describing(&self) -> bool {
        self.describing
    }

    pub fn into_specs(self) -> Vec<ParameterSpec> {
        self.specs
    }

    /// How many results the price counts; known even when a later parameter is wrong.
    pub fn requested_results(&self) -> u32 {
        self.requested_results
    }

    /// Takes note of what would have been asked for, had a wrong parameter not ended the reading.
    pub fn note_rest(&mut self, all: Vec<ParameterSpec>) {
        self.specs = all;
    }

    /// Every member was looked at, whatever its name: none is unknown.
    pub fn reads_all_members(&self) -> bool {
        self.all_members_read
    }

    /// Whether a flag is set, known before anything else was read.
    pub fn is_set(&self, name: &str) -> bool {
        self.query.iter().any(|(key, value)| key == name && value == "true")
            || self.body.get(name) == Some(&Value::Bool(true))
    }

    /// Query parameters and members of the body that nothing asked for.
    pub fn ignored(&self) -> Vec<&str> {
        let known = |name: &str, place: Location| {
            self.specs.iter().any(|spec| spec.name == name && spec.location == place)
        };
        let in_query = self.query.iter().map(|(name, _)| (name.as_str(), Location::Query));
        let in_body = self.body.keys().map(|name| (name.as_str(), Location::Body));
        let in_body = in_body.filter(|_| !self.all_members_read);
        let unknown = in_query.chain(in_body).filter(|(name, place)| !known(name, *place));
        let mut ignored: Vec<&str> = unknown.map(|(name, _)| name).collect();
        ignored.sort_unstable();
        ignored.dedup();
        ignored
    }

    /// `startDate` and `endDate`, both required.
    pub fn days(&mut self) -> Result<DayRange, ApiError> {
        let first = self.day("startDate", "First day, inclusive, UTC (YYYY-MM-DD).")?;
        let last = self.day("endDate", "Last day, inclusive, UTC (YYYY-MM-DD).")?;
        DayRange::inclusive(first, last).ok_or_else(|| {
            ApiError::parameter("endDate", format!("endDate {last} comes before startDate {first}."))
        })
    }

    pub fn day(&mut self, name: &'static str, description: &'static str) -> Result<Day, ApiError> {
        match self.day_if_any(name, description, true)? {
            Some(day) => Ok(day),
            None if self.describing => Ok(Day::MIN),
            None => Err(self.missing(name)),
        }
    }

    pub fn optional_day(
        &mut self,
        name: &'static str,
        description: &'static str,
    ) -> Result<Option<Day>, ApiError> {
        self.day_if_any(name, description, false)
    }

    fn day_if_any(
        &mut self,
        name: &'static str,
        description: &'static str,
        required: bool,
    ) -> Result<Option<Day>, ApiError> {
        self.note(name, self.home, required, description, || json!({"type": "string", "format": "date"}));
        let Some(text) = self.take_text(name)? else { return Ok(None) };
        let day = Day::parse(&text).map_err(|error| {
            let why = match error {
                TimeError::Malformed => "is not a date of the form YYYY-MM-DD",
                TimeError::Impossible => "is not a day of the calendar",
            };
            ApiError::parameter(name, format!("{name} {} {why}.", shown(&text)))
        })?;
        match self.span {
            Some(span) if !span.contains(day) => {
                let days = format!("{} to {}", span.first(), span.last());
                let detail = format!("A test key reads the days {days}; {name} {day} is not one of them.");
                Err(ApiError::parameter(name, detail).allowed([days]))
            }
            _ => Ok(Some(day)),
        }
    }

    /// A whole number within bounds, or its default.
    pub fn integer(
        &mut self,
        name: &'static str,
        description: &'static str,
        bounds: RangeInclusive<u64>,
        default: u64,
    ) -> Result<u64, ApiError> {
        self.note(name, self.home, false, description, || {
            let mut schema = json!({"type": "integer", "minimum": bounds.start(), "default": default});
            if *bounds.end() < MAX_SAFE_INTEGER {
                schema["maximum"] = json!(bounds.end());
            }
            schema
        });
        let Some(value) = self.take(name)? else { return Ok(default) };
        let allowed = match *bounds.end() {
            MAX_SAFE_INTEGER => format!("{} or more", bounds.start()),
            end => format!("{} to {end}", bounds.start()),
        };
        let text = match &value {
            Value::String(text) if self.home == Location::Query => text.clone(),
            Value::Number(number) => number.to_string(),
            other => shown(&other.to_string()),
        };
        // Digits alone: a sign, a space or a fraction is not what the contract calls an integer. A number too
        // large to hold is past every bound.
        let number = (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()))
            .then(|| text.parse().unwrap_or(u64::MAX));
        match number {
            Some(number) if bounds.contains(&number) => Ok(number),
            Some(number) if number > MAX_SAFE_INTEGER => {
                let most = bounds.end();
                let detail = format!("{name} {} is too large: at most {most}.", shown(&text));
                Err(ApiError::parameter(name, detail).allowed([format!("{} to {most}", bounds.start())]))
            }
            _ => Err(ApiError::parameter(
                name,
                format!("{name} {} is not a whole number of {allowed}.", shown(&text)),
            )
            .allowed([allowed])),
        }
    }

    /// The page size, which is also what the price counts.
    pub fn limit(&mut self, default: u32, most: u32) -> Result<u32, ApiError> {
        self.requested_results = default;
        let limit =
            self.integer("limit", "Results per page.", 1..=u64::from(most), u64::from(default))? as u32;
        self.requested_results = limit;
        Ok(limit)
    }

    pub fn boolean(&mut self, name: &'static str, description: &'static str) -> Result<bool, ApiError> {
        self.note(name, self.home, false, description, || json!({"type": "boolean", "default": false}));
        match self.take(name)? {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(flag),
            Some(Value::String(text)) if text == "true" => Ok(true),
            Some(Value::String(text)) if text == "false" => Ok(false),
            Some(other) => {
                let detail = format!("{name} {} is neither true nor false.", shown(&plain(&other)));
                Err(ApiError::parameter(name, detail).allowed(["true", "false"]))
            }
        }
    }

    /// One of a closed list; none where it is absent.
    pub fn choice(
        &mut self,
        name: &'static str,
        description: &'static str,
        allowed: &[&'static str],
        default: Option<&'static str>,
    ) -> Result<Option<&'static str>, ApiError> {
        self.note(name, self.home, false, description, || {
            let mut schema = json!({"type": "string", "enum": allowed});
            if let Some(default) = default {
                schema["default"] = json!(default);
            }
            schema
        });
        self.pick(name, allowed).map(|picked| picked.or(default))
    }

    pub fn required_choice(
        &mut self,
        name: &'static str,
        description: &'static str,
        allowed: &[&'static str],
    ) -> Result<&'static str, ApiError> {
        self.note(name, self.home, true, description, || json!({"type": "string", "enum": allowed}));
        match self.pick(name, allowed)? {
            Some(picked) => Ok(picked),
            None if self.describing => Ok(allowed.first().copied().unwrap_or("")),
            None => Err(self.missing(name).allowed(allowed.iter().copied())),
        }
    }

    /// One of a closed list, by its name.
    pub fn one_of<T: Named>(
        &mut self,
        name: &'static str,
        description: &'static str,
        list: &[T],
        default: Option<T>,
    ) -> Result<Option<T>, ApiError> {
        let picked = self.choice(name, description, &names(list), default.map(T::name))?;
        Ok(picked.and_then(T::from_name))
    }

    pub fn required_one_of<T: Named>(
        &mut self,
        name: &'static str,
        description: &'static str,
        list: &[T],
    ) -> Result<T, ApiError> {
        let picked = self.required_choice(name, description, &names(list))?;
        T::from_name(picked).ok_or_else(|| self.missing(name))
    }

    fn pick(
        &mut self,
        name: &'static str,
        allowed: &[&'static str],
    ) -> Result<Option<&'static str>, ApiError> {
        let Some(value) = self.take(name)? else { return Ok(None) };
        let text = plain(&value);
        match chosen(allowed, &text) {
            Some(candidate) if value.is_string() => Ok(Some(candidate)),
            _ => Err(ApiError::parameter(
                name,
                format!("{name} {} is not one of the allowed values.", shown(&text)),
            )
            .allowed(allowed.iter().copied())),
        }
    }

    /// Free text; an empty one is as wrong as an empty choice.
    pub fn text(
        &mut self,
        name: &'static str,
        description: &'static str,
    ) -> Result<Option<String>, ApiError> {
        self.note(
            name,
            self.home,
            false,
            description,
            || json!({"type": "string", "minLength": 1, "pattern": "\\S", "maxLength": MAX_TEXT_CHARS}),
        );
        match self.take_text(name)? {
            Some(text) if text.trim().is_empty() => {
                Err(ApiError::parameter(name, format!("{name} is empty. Leave it out instead.")))
            }
            text => Ok(text),
        }
    }

    /// Free text that must be there.
    pub fn required_text(
        &mut self,
        name: &'static str,
        description: &'static str,
    ) -> Result<String, ApiError> {
        let schema =
            || json!({"type": "string", "minLength": 1, "pattern": "\\S", "maxLength": MAX_TEXT_CHARS});
        self.note(name, self.home, true, description, schema);
        match self.take_text(name)?.filter(|text| !text.trim().is_empty()) {
            Some(text) => Ok(text),
            None if self.describing => Ok(String::new()),
            None => Err(self.missing(name)),
        }
    }

    /// A query parameter that is given several times, in the order given; what is given twice counts once.
    pub fn repeated_text(
        &mut self,
        name: &'static str,
        description: &'static str,
        bounds: RangeInclusive<usize>,
    ) -> Result<Vec<String>, ApiError> {
        let (least, most) = (*bounds.start(), *bounds.end());
        self.note(name, self.home, true, description, || {
            json!({"type": "array", "items": {"type": "string", "maxLength": MAX_TEXT_CHARS}, "minItems": least, "maxItems": most})
        });
        if self.describing {
            return Ok(Vec::new());
        }
        let (mut texts, mut repeated): (Vec<String>, Option<String>) = (Vec::new(), None);
        for text in self.take_all(name)?.iter().filter(|text| !text.trim().is_empty()) {
            if text.chars().count() > MAX_TEXT_CHARS {
                let detail = format!("{name} is longer than {MAX_TEXT_CHARS} characters.");
                return Err(ApiError::parameter(name, detail));
            }
            match texts.contains(text) {
                true => repeated = Some(text.clone()),
                false => texts.push(text.clone()),
            }
        }
        match texts.len() {
            0 => Err(self.missing(name)),
            given if bounds.contains(&given) => Ok(texts),
            given => {
                let (least_word, most_word) = (in_words(least), in_words(most));
                let detail =
                    format!("Give {name} {least_word} to {most_word} times, each time a different one.");
                let said = match repeated.filter(|_| given < least) {
                    Some(text) => format!(" {text:?} is given more than once."),
                    None => String::new(),
                };
                Err(ApiError::parameter(name, detail + &said))
            }
        }
    }

    /// A segment of the path; the router has seen to it that it is there.
    pub fn segment(&mut self, name: &'static str, description: &'static str) -> String {
        self.note(name, Location::Path, true, description, || json!({"type": "string"}));
        self.path.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone()).unwrap_or_default()
    }

    /// Reads what stands in the query also where the rest stands in a body.
    pub fn in_query<T>(&mut self, read: impl FnOnce(&mut ParamReader) -> T) -> T {
        let home = std::mem::replace(&mut self.home, Location::Query);
        let value = read(self);
        self.home = home;
        value
    }

    fn note(
        &mut self,
        name: &'static str,
        location: Location,
        required: bool,
        description: &'static str,
        schema: impl FnOnce() -> Value,
    ) {
        // Nobody reads the schema while a request is answered; making it would cost more than some answers.
        let schema = if self.describing { schema() } else { Value::Null };
        self.specs.push(ParameterSpec { name, location, required, description, schema });
    }

    fn missing(&self, name: &str) -> ApiError {
        missing(self.place, name)
    }

    fn take_text(&self, name: &str) -> Result<Option<String>, ApiError> {
        match self.take(name)? {
            None => Ok(None),
            Some(Value::String(text)) if text.chars().count() > MAX_TEXT_CHARS => {
                Err(ApiError::parameter(name, format!("{name} is longer than {MAX_TEXT_CHARS} characters.")))
            }
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => {
                Err(ApiError::parameter(name, format!("{name} {} is not a text.", shown(&other.to_string()))))
            }
        }
    }

    fn take(&self, name: &str) -> Result<Option<Value>, ApiError> {
        if self.home == Location::Body {
            return Ok(self.body.get(name).filter(|value| !value.is_null()).cloned());
        }
        let mut values = self.query.iter().filter(|(key, _)| key == name).map(|(_, value)| value);
        let first = values.next();
        // Two values for one filter: whichever we took, half of the callers would be misled.
        if values.next().is_some() {
            return Err(ApiError::parameter(name, format!("{name} is given more than once.")));
        }
        Ok(first.map(|text| Value::String(text.clone())))
    }
}

fn missing(place: &str, name: &str) -> ApiError {
    ApiError {
        parameter: Some(name.to_owned()),
        ..ApiError::new(Code::MissingParameter, format!("The {place} {name} is required."))
    }
}

/// The value of a closed list that is meant, in any case.
fn chosen(allowed: &[&'static str], text: &str) -> Option<&'static str> {
    allowed.iter().copied().find(|known| known.eq_ignore_ascii_case(text))
}

/// How often, as one writes it in a sentence.
fn in_words(count: usize) -> String {
    const WORDS: [&str; 10] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    WORDS.get(count).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A caller's own text in an error, quoted and cut.
fn shown(text: &str) -> String {
    let mut cut: String = text.chars().take(60).collect();
    if cut.len() < text.len() {
        cut.push('…');
    }
    format!("{cut:?}")
}

fn names<T: Named>(list: &[T]) -> Vec<&'static str> {
    list.iter().map(|one| one.name()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reader(query: &[(&str, &str)]) -> ParamReader {
        let query = query.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        ParamReader::new(Route::get("/x"), Vec::new(), query, Map::new())
    }

    #[test]
    fn values_of_a_closed_list_are_read_in_any_case() {
        const SUBJECTS: &[&str] = &["Regulation", "ETFs"];
        for text in ["Regulation", "regulation", "REGULATION"] {
            let mut from = reader(&[("category", text), ("other", text)]);
            assert_eq!(from.choices("category", "", SUBJECTS).expect("known"), ["Regulation"], "{text}");
            assert_eq!(
                from.choice("other", "", SUBJECTS, None).expect("known"),
                Some("Regulation"),
                "{text}"
            );
        }
        let mut from =
            reader(&[("category", "regulation"), ("category", "Regulation"), ("category", "etfs")]);
        assert_eq!(from.choices("category", "", SUBJECTS).expect("known"), SUBJECTS);
        let error = reader(&[("category", "weather")]).choices("category", "", SUBJECTS).expect_err("none");
        assert_eq!(error.allowed.as_deref(), Some(&["Regulation".to_owned(), "ETFs".to_owned()][..]));
        let error = reader(&[("category", "Regulation,ETFs")])
            .choices("category", "", SUBJECTS)
            .expect_err("two in one");
        assert!(
            error.allowed.is_some() && error.detail.contains("category=…&category=…"),
            "{}",
            error.detail
        );
    }

    #[test]
    fn a_number_beyond_all_bounds_is_too_large() {
        let read = |text: &str| {
            let mut from = reader(&[("page", text)]);
            from.integer("page", "", 1..=MAX_SAFE_INTEGER, 1).expect_err("refused").detail
        };
        assert_eq!(
            read("999999999999999999999"),
            "page \"999999999999999999999\" is too large: at most 9007199254740991."
        );
        assert_eq!(read("-1"), "page \"-1\" is not a whole number of 1 or more.");
    }
}
