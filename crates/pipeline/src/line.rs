//! One line of an import file: a JSON object that describes one item.
//!
//! The spellings of /feed answers (`Title`, `URL`, …) are understood too, so that what one instance serves
//! another can take in.

use domain::{Cohort, Extent, Instant, Item, Kind, Named, Outlet, Precision, Role, Section, Speaker, Turn};
use serde::Deserialize;

/// Longest text of one item; the longest real filings are a tenth of this.
pub const MAX_CONTENT_BYTES: usize = 8 << 20;
const MAX_TITLE_CHARS: usize = 1_000;
const MAX_NAME_CHARS: usize = 300;

/// The least that a line has.
const FORM: &str = r#"{"url": "https://…", "outlet": "…", "title": "…"}"#;

#[derive(Deserialize)]
#[serde(expecting = "a JSON object")]
struct Line {
    #[serde(alias = "URL", alias = "link")]
    url: Option<String>,
    #[serde(alias = "Title")]
    title: Option<String>,
    #[serde(alias = "Content", alias = "body", alias = "text")]
    content: Option<String>,
    #[serde(alias = "Date", alias = "date")]
    published_at: Option<String>,
    #[serde(alias = "Outlet", alias = "source")]
    outlet: Option<OutletLine>,
    #[serde(alias = "Outlet_Category")]
    outlet_category: Option<String>,
    #[serde(alias = "author")]
    author_name: Option<String>,
    image_url: Option<String>,
    language: Option<String>,
    kind: Option<String>,
    extent: Option<String>,
    speaker: Option<SpeakerLine>,
    #[serde(default)]
    turns: Vec<TurnLine>,
    ticker: Option<String>,
    #[serde(default)]
    invented: bool,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OutletLine {
    Name(String),
    Whole { name: String, category: Option<String>, family: Option<String>, country: Option<String> },
}

#[derive(Deserialize)]
struct SpeakerLine {
    #[serde(default)]
    handle: String,
    #[serde(default)]
    name: String,
    cohort: Option<String>,
}

#[derive(Deserialize)]
struct TurnLine {
    speaker: String,
    title: Option<String>,
    role: Option<String>,
    section: Option<String>,
    text: String,
}

/// Reads one line; the reason says what is wrong with it.
pub fn read(text: &str) -> Result<Item, String> {
    // A list would be read as members in their order.
    if text.starts_with('[') {
        return Err(format!(
            "not an item: a JSON object was expected, and each on a line of its own, such as {FORM}"
        ));
    }
    let line: Line = serde_json::from_str(text).map_err(|error| {
        // The position in the line helps; the line number comes from whoever counts lines.
        match error.is_data() {
            true => format!("not an item: {error}; a line looks like {FORM}"),
            false => format!("not valid JSON: {error}; a line looks like {FORM}"),
        }
    })?;
    let url = line.url.filter(|url| !url.trim().is_empty()).ok_or("url is missing")?;
    let content = unescaped(clean(line.content.unwrap_or_default()));
    if content.len() > MAX_CONTENT_BYTES {
        return Err(format!("content is larger than {MAX_CONTENT_BYTES} bytes"));
    }
    let title = match unescaped(clean(line.title.unwrap_or_default())).trim() {
        "" if content.trim().is_empty() => return Err("title and content are both missing".into()),
        "" => first_words(&content),
        title => cut(title, MAX_TITLE_CHARS),
    };
    let (published_at, precision) = match line.published_at.as_deref().map(str::trim) {
        None | Some("") => (None, Precision::Fetched),
        Some(text) => {
            let at = Instant::parse(text).map_err(|error| {
                format!("published_at {text:?}: {error}; expected is 2026-01-31T09:30:00Z or 2026-01-31")
            })?;
            (Some(at), if text.len() == 10 { Precision::Day } else { Precision::Second })
        }
    };
    let extent = match &line.extent {
        Some(name) => named(name, "extent", Extent::ALL)?,
        None if content.trim().is_empty() => Extent::Headline,
        None => Extent::Full,
    };
    Ok(Item {
        kind: line.kind.map_or(Ok(Kind::News), |name| named(&name, "kind", Kind::ALL))?,
        url: url.trim().to_owned(),
        outlet: outlet(line.outlet, line.outlet_category)?,
        title,
        content,
        published_at,
        precision,
        author_name: cut(&clean(line.author_name.unwrap_or_default()), MAX_NAME_CHARS),
        image_url: line.image_url.unwrap_or_default(),
        language: line.language.filter(|code| !code.is_empty()),
        extent,
        speaker: line.speaker.map(speaker).transpose()?,
        turns: line.turns.into_iter().map(turn).collect::<Result<_, _>>()?,
        ticker: line.ticker.filter(|ticker| !ticker.is_empty()),
        invented: line.invented,
    })
}

fn outlet(line: Option<OutletLine>, category: Option<String>) -> Result<Outlet, String> {
    let (name, own_category, family, country) = match line {
        Some(OutletLine::Name(name)) => (name, None, None, None),
        Some(OutletLine::Whole { name, category, family, country }) => (name, category, family, country),
        None => return Err("outlet is missing".into()),
    };
    let name = cut(clean(name).trim(), MAX_NAME_CHARS);
    if name.is_empty() {
        return Err("outlet is empty".into());
    }
    Ok(Outlet {
        category: own_category.or(category).unwrap_or_else(|| "News".into()),
        family: family.filter(|family| !family.is_empty()).unwrap_or_else(|| name.clone()),
        country: country.unwrap_or_default(),
        name,
    })
}

fn speaker(line: SpeakerLine) -> Result<Speaker, String> {
    let cohort = line.cohort.filter(|name| !name.is_empty());
    Ok(Speaker {
        handle: line.handle,
        name: clean(line.name),
        cohort: cohort.map(|name| named(&name, "cohort", Cohort::ALL)).transpose()?,
    })
}

fn turn(line: TurnLine) -> Result<Turn, String> {
    Ok(Turn {
        speaker: clean(line.speaker),
        title: line.title,
        role: line.role.map_or(Ok(Role::Unknown), |name| named(&name, "role", Role::ALL))?,
        section: line.section.map_or(Ok(Section::Unknown), |name| named(&name, "section", Section::ALL))?,
        text: unescaped(clean(line.text)),
    })
}

fn named<T: Named>(name: &str, what: &str, all: &[T]) -> Result<T, String> {
    let names = || all.iter().map(|one| one.name()).collect::<Vec<_>>().join(", ");
    T::from_name(name).ok_or_else(|| format!("{what} {name:?} is not one of {}", names()))
}

/// Without control characters: they have no meaning in prose, and Postgres refuses one of them outright.
fn clean(mut text: String) -> String {
    // Every control character has one of these bytes, and few texts have any: all bytes are looked at together.
    let suspect = |byte: u8| byte < b' ' && byte != b'\n' && byte != b'\t' || byte == 0x7f || byte == 0xc2;
    if text.bytes().fold(false, |found, byte| found | suspect(byte)) {
        text.retain(|c| !c.is_control() || matches!(c, '\n' | '\t'));
    }
    text
}

/// Some archives escape their texts twice. Where no quotation mark is without its backslash, that is no part of the text.
fn unescaped(text: String) -> String {
    let is_escaped = |at: usize| text[..at].ends_with('\\');
    let mut marks = text.match_indices('"').map(|(at, _)| at).peekable();
    let is_twice = marks.peek().is_some() && marks.all(is_escaped);
    if is_twice { text.replace("\\\"", "\"") } else { text }
}

fn cut(text: &str, limit_chars: usize) -> String {
    text.chars().take(limit_chars).collect()
}

/// A title for what has none, such as a post: its opening words.
fn first_words(content: &str) -> String {
    let line = content.trim().lines().next().unwrap_or("");
    if line.chars().count() <= 120 {
        return line.to_owned();
    }
    let short = cut(line, 120);
    let end = short.rfind(' ').unwrap_or(short.len());
    format!("{}…", &short[..end])
}

#[cfg(test)]
#[path = "line_tests.rs"]
mod tests;
