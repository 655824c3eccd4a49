//! Lists that several pages show: articles, stories, and names with their counts. Every name leads to its page, every
//! count to its articles.

use askama::Template;
use coverage::article::{Article, Headline};
use coverage::story_lines::StoryLine;
use coverage::trends::Trend;

use super::links;
use super::period::{Period, signed};
use super::plot::{Svg, meter};
use super::{asked::encoded, is_web_address};
use crate::texts::{Markup, say, t};

/// Articles, one line each: `{{ articles }}`.
#[derive(Template)]
#[template(path = "parts/articles.html")]
pub struct Articles {
    pub rows: Vec<ArticleRow>,
}

impl Markup for Articles {}

pub struct ArticleRow {
    pub title: String,
    pub href: String,
    /// Where it was published; empty where the address is not of the web.
    pub url: String,
    pub outlet: String,
    pub outlet_href: String,
    /// To the minute, UTC.
    pub at: String,
    pub sentiment: &'static str,
    pub class: &'static str,
}

impl ArticleRow {
    pub fn of(headline: &Headline, period: &Period) -> ArticleRow {
        ArticleRow {
            title: titled(&headline.title),
            href: format!("/articles/{}", headline.id),
            url: web_address(&headline.url),
            outlet: headline.outlet.clone(),
            outlet_href: links::named("outlets", &headline.outlet, period),
            at: minute(&headline.date),
            sentiment: t(headline.sentiment),
            class: sentiment_class(headline.sentiment),
        }
    }

    pub fn of_article(article: &Article, period: &Period) -> ArticleRow {
        ArticleRow {
            title: titled(&article.title),
            href: format!("/articles/{}", article.id),
            url: web_address(&article.url),
            outlet: article.outlet.clone(),
            outlet_href: links::named("outlets", &article.outlet, period),
            at: minute(&article.date),
            sentiment: t(article.sentiment),
            class: sentiment_class(article.sentiment),
        }
    }
}

/// An item without a title still needs a name to be followed by.
pub fn titled(title: &str) -> String {
    if title.trim().is_empty() { t("(without a title)").to_owned() } else { title.to_owned() }
}

pub fn web_address(url: &str) -> String {
    if is_web_address(url) { url.to_owned() } else { String::new() }
}

/// 2026-03-14 10:30.
pub fn minute(rfc3339: &str) -> String {
    rfc3339.get(..16).unwrap_or(rfc3339).replace('T', " ")
}

pub fn sentiment_class(name: &str) -> &'static str {
    match name {
        "Positive" => "good",
        "Negative" => "bad",
        _ => "dim",
    }
}

pub fn tone_class(tone: f64) -> &'static str {
    match tone {
        0.1.. => "good",
        ..=-0.1 => "bad",
        _ => "dim",
    }
}

/// Fewer statements than this say nothing of a tone.
const MIN_STATEMENTS: i64 = 3;

/// A tone that rests on so many statements, and its class.
pub fn tone_from(tone: f64, statements: i64) -> (String, &'static str) {
    match statements < MIN_STATEMENTS {
        true => (t("too few").to_owned(), "dim"),
        false => (signed(tone), tone_class(tone)),
    }
}

/// The other outlets of its owner, of outlets with their families.
pub fn same_owner(outlet: &str, family: &str, all: &[(String, String)]) -> String {
    let others = all.iter().filter(|(name, of)| of == family && name != outlet);
    others.map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
}

/// Stories, a card each: `{{ stories }}`.
#[derive(Template, Default)]
#[template(path = "parts/stories.html")]
pub struct Stories {
    pub cards: Vec<StoryCard>,
}

impl Markup for Stories {}

pub struct StoryCard {
    pub title: String,
    pub href: String,
    /// What is known of it beside its articles.
    pub about: String,
    pub count: i64,
    pub count_href: String,
    pub words: String,
    pub words_of: String,
}

impl From<StoryLine> for StoryCard {
    fn from(line: StoryLine) -> StoryCard {
        let (words, words_of) =
            line.sentence.map_or((String::new(), String::new()), |sentence| (sentence.text, sentence.outlet));
        StoryCard {
            href: format!("/stories/{}", line.story_id),
            about: days(&line.first_date, &line.last_date),
            count: line.article_count,
            count_href: links::articles(&line.query),
            title: line.title,
            words,
            words_of,
        }
    }
}

impl From<Trend> for StoryCard {
    fn from(trend: Trend) -> StoryCard {
        StoryCard {
            href: format!("/stories/{}", trend.story_id),
            about: about(&trend),
            count: trend.article_count,
            count_href: links::articles(&trend.query),
            words: trend.description,
            words_of: trend.description_source.outlet,
            title: trend.title,
        }
    }
}

fn about(trend: &Trend) -> String {
    let (families, alone) = (trend.outlet_families, trend.independent_families);
    let families = match families {
        1 => say!("{} outlet family, {} independent", families, alone),
        _ => say!("{} outlet families, {} independent", families, alone),
    };
    let strength = say!("strength {}", format!("{:.0}", trend.signal_strength));
    format!("{} · {}, {} · {families} · {strength}", t(trend.category), t(trend.stage), t(trend.momentum))
}

pub fn days(first: &str, last: &str) -> String {
    if first == last { first.to_owned() } else { say!("{} to {}", first, last) }
}

/// Names with counts, the most first: `{{ ranked }}`.
#[derive(Template, Default)]
#[template(path = "parts/ranked.html")]
pub struct Ranked {
    /// What it is a list of, for readers aloud.
    pub label: &'static str,
    /// What a row is, and what is counted.
    pub what: &'static str,
    pub counted: &'static str,
    pub rows: Vec<RankRow>,
}

impl Markup for Ranked {}

pub struct RankRow {
    pub name: String,
    /// Empty where there is no page of it.
    pub href: String,
    pub note: String,
    pub count: i64,
    pub count_href: String,
    pub meter: Svg,
    pub tone: String,
    pub tone_class: &'static str,
    pub is_this: bool,
}

/// What a row says before it is drawn.
pub struct Counted {
    pub name: String,
    pub href: String,
    pub note: String,
    pub count: i64,
    /// The `/feed` call that lists it.
    pub query: String,
    pub tone: Option<f64>,
}

impl Ranked {
    pub fn new(label: &'static str, what: &'static str, rows: Vec<Counted>, this: &str) -> Ranked {
        let most = rows.iter().map(|row| row.count).max().unwrap_or(1).max(1) as f64;
        let row = |row: Counted| RankRow {
            is_this: row.name == this,
            meter: meter(row.count as f64 / most, "s0"),
            tone: row.tone.map_or(String::new(), signed),
            tone_class: row.tone.map_or("dim", tone_class),
            count_href: links::articles(&row.query),
            name: row.name,
            href: row.href,
            note: row.note,
            count: row.count,
        };
        Ranked { label, what, counted: t("Articles"), rows: rows.into_iter().map(row).collect() }
    }

    fn has_tone(&self) -> bool {
        self.rows.iter().any(|row| !row.tone.is_empty())
    }
}

/// Names that lead to their pages: `{{ names }}`.
#[derive(Template, Default)]
#[template(path = "parts/names.html")]
pub struct Names {
    pub names: Vec<(String, String)>,
}

impl Markup for Names {}

impl Names {
    /// All of one kind, by name.
    pub fn of<'a>(kind: &str, names: impl IntoIterator<Item = &'a str>, period: &Period) -> Names {
        let name = |name: &str| (name.to_owned(), links::named(kind, name, period));
        Names { names: names.into_iter().map(name).collect() }
    }

    /// By id.
    pub fn by_id<'a>(
        kind: &str,
        names: impl IntoIterator<Item = (&'a str, &'a str)>,
        period: &Period,
    ) -> Names {
        let name =
            |(id, name): (&str, &str)| (name.to_owned(), period.on(&format!("/{kind}/{}", encoded(id))));
        Names { names: names.into_iter().map(name).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tone_of_few_statements_is_not_told() {
        assert_eq!(tone_from(1.0, 1), ("too few".to_owned(), "dim"));
        assert_eq!(tone_from(-1.0, 2), ("too few".to_owned(), "dim"));
        assert_eq!(tone_from(0.5, 3), ("+0.50".to_owned(), "good"));
    }

    #[test]
    fn owners_are_told_by_their_outlets() {
        let all = [("Alpha", "x"), ("Beta", "x"), ("Gamma", "y")];
        let all = all.map(|(name, family)| (name.to_owned(), family.to_owned()));
        assert_eq!(same_owner("Alpha", "x", &all), "Beta");
        assert_eq!(same_owner("Gamma", "y", &all), "");
    }
}
