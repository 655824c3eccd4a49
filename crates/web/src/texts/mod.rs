//! What pages say, in the reader's language.
//!
//! Texts stand in English where they are used: in the templates, and in Rust as `t` or `say!`. A catalogue for each other
//! language (`texts/de.tsv`: English, a tab, the other) holds the same, and is looked up by the English text. What it
//! lacks stays English, and a test fails. Data (titles, names, what people typed) is never looked up: templates print it
//! through `Escape`, which marks it. To add a language: a file, a line in `Language`, and the tests say what is missing.

mod catalogue;
pub mod nouns;
mod numbers;
mod page;
#[cfg(test)]
mod tests;

use std::fmt::{self, Display, Write};
use std::future::Future;
use std::sync::LazyLock;

use askama::filters::{Escaper, Html, Safe};
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT_LANGUAGE, COOKIE};

use catalogue::Catalogue;
pub use numbers::{day_and_month, localised};
pub use page::{missing, translated};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    #[default]
    English,
    German,
}

static GERMAN: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::read(include_str!("../../texts/de.tsv")));

impl Language {
    pub const ALL: [Language; 2] = [Language::English, Language::German];

    /// As BCP 47 writes it.
    pub fn code(&self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
        }
    }

    /// What its speakers call it.
    pub fn name(&self) -> &'static str {
        match self {
            Language::English => "English",
            Language::German => "Deutsch",
        }
    }

    pub fn from_code(code: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|one| one.code().eq_ignore_ascii_case(code))
    }

    /// None for English, in which everything is written.
    fn catalogue(self) -> Option<&'static Catalogue> {
        match self {
            Language::English => None,
            Language::German => Some(&GERMAN),
        }
    }

    /// What was chosen here before, else what the browser prefers.
    pub fn wanted(headers: &HeaderMap) -> Language {
        let lines = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        let chosen =
            pairs.find(|(name, _)| *name == COOKIE_NAME).and_then(|(_, code)| Language::from_code(code));
        chosen.unwrap_or_else(|| preferred(headers))
    }
}

/// Where the choice is kept.
pub const COOKIE_NAME: &str = "bellwether-language";

fn preferred(headers: &HeaderMap) -> Language {
    let line = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let weighed = line.split(',').filter_map(|one| {
        let (range, weight) = one.split_once(';').unwrap_or((one, "q=1"));
        let language = Language::from_code(range.trim().split('-').next()?)?;
        let weight: f64 = weight.trim().strip_prefix("q=")?.parse().ok()?;
        (weight > 0.0).then_some((language, weight))
    });
    // Of equal ones the first.
    let best = weighed.reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.map_or(Language::English, |(language, _)| language)
}

tokio::task_local! {
    static LANGUAGE: Language;
}

/// The language of whoever is answered right now.
pub fn language() -> Language {
    LANGUAGE.try_with(|language| *language).unwrap_or_default()
}

/// All that is said while this runs is said in the language.
pub async fn speaking<F: Future>(language: Language, work: F) -> F::Output {
    LANGUAGE.scope(language, work).await
}

/// The same of work that does not wait.
pub fn speaking_now<T>(language: Language, work: impl FnOnce() -> T) -> T {
    LANGUAGE.sync_scope(language, work)
}

/// A text, or a name of a closed list such as a tone or a subject.
pub fn t(text: &str) -> &str {
    language().catalogue().and_then(|catalogue| catalogue.find(text)).unwrap_or(text)
}

/// A text with a `{}` for each value: `say!("{} of {} seats taken", taken, seats)`.
macro_rules! say {
    ($text:literal $(, $value:expr)+ $(,)?) => {
        $crate::texts::fill($text, &[$(&$value as &dyn std::fmt::Display),+])
    };
}
pub(crate) use say;

pub fn fill(text: &'static str, values: &[&dyn Display]) -> String {
    let values: Vec<String> = values.iter().map(|value| localised(&value.to_string()).into_owned()).collect();
    catalogue::filled(t(text), &values)
}

/// A sentence of another room that has its values in it already, such as why something was refused.
pub fn told(text: &str) -> String {
    language()
        .catalogue()
        .and_then(|catalogue| catalogue.find_filled(text))
        .unwrap_or_else(|| text.to_owned())
}

/// Writes HTML of its own, in which every text was escaped: `{{ figure.html() }}`.
pub trait Markup: Display {
    fn html(&self) -> Safe<&Self> {
        Safe(self)
    }
}

/// Noncharacters: no text has them.
const OPEN: char = '\u{fdd0}';
const CLOSE: char = '\u{fdd1}';

/// Escapes for HTML, and marks where data begins and ends for whoever translates the page.
#[derive(Clone, Copy, Debug, Default)]
pub struct Escape;

impl Escaper for Escape {
    fn write_escaped_str<W: Write>(&self, mut dest: W, text: &str) -> fmt::Result {
        if language() == Language::English {
            return Html.write_escaped_str(dest, text);
        }
        dest.write_char(OPEN)?;
        match text.contains([OPEN, CLOSE]) {
            true => Html.write_escaped_str(&mut dest, &text.replace([OPEN, CLOSE], ""))?,
            false => Html.write_escaped_str(&mut dest, text)?,
        }
        dest.write_char(CLOSE)
    }
}
