//! What a page says about itself: JSON-LD, meta tags, its first `time`.

use domain::{Instant, Precision};
use serde_json::Value;

use crate::dates::parse_date;
use crate::json;
use crate::markup::entities::{self, OwnEntities};
use crate::markup::tokens::{Token, Tokens};
use crate::markup::{html_to_text, html_to_title};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metadata {
    pub title: Option<String>,
    pub author: Option<String>,
    pub published: Option<(Instant, Precision)>,
    pub description: Option<String>,
    pub image_url: Option<String>,
    pub language: Option<String>,
    /// The article's text as JSON-LD states it.
    pub body: Option<String>,
    pub paywalled: bool,
}

/// Enough for any head; a page with more meta tags than this is playing.
const MAX_TAGS: usize = 600;
const MAX_JSON_NODES: usize = 2_000;

pub(super) fn read(html: &str, url: Option<&str>) -> Metadata {
    let mut found = Metadata::default();
    let mut page_title = None;
    let mut time = None;
    let mut meta = Vec::new();
    let mut reading: Option<Reading> = None;
    for token in Tokens::html(html) {
        match token {
            Token::Start { name, attributes, .. } => {
                let name = name.to_ascii_lowercase();
                let attribute = |wanted: &str| {
                    attributes.iter().find(|(known, _)| known.eq_ignore_ascii_case(wanted)).map(|a| a.1)
                };
                match name.as_str() {
                    "html" => {
                        found.language = attribute("lang").map(language_tag).filter(|tag| !tag.is_empty())
                    }
                    "meta" if meta.len() < MAX_TAGS => {
                        let key = attribute("property").or(attribute("name")).or(attribute("itemprop"));
                        if let (Some(key), Some(value)) = (key, attribute("content")) {
                            let value = entities::decode(value, &OwnEntities::new()).0.trim().to_owned();
                            // One tag may carry several names: `dc:title og:title`.
                            meta.extend(
                                key.split_whitespace()
                                    .take(4)
                                    .map(|key| (key.to_ascii_lowercase(), value.clone())),
                            );
                        }
                    }
                    "title" if page_title.is_none() => reading = Some(Reading::Title),
                    "script" => {
                        let is_linked_data = attribute("type")
                            .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/ld+json"));
                        reading = is_linked_data.then_some(Reading::LinkedData);
                    }
                    "time" if time.is_none() => time = attribute("datetime").and_then(parse_date),
                    _ => {}
                }
            }
            Token::Text(text) => match reading.take() {
                Some(Reading::Title) => page_title = Some(html_to_title(text)),
                Some(Reading::LinkedData) => linked_data(text, &mut found),
                None => {}
            },
            Token::End { .. } => reading = None,
            _ => {}
        }
    }
    let first = |keys: &[&str]| {
        keys.iter().find_map(|key| {
            meta.iter()
                .find(|(known, value)| known == key && !value.is_empty())
                .map(|(_, value)| value.clone())
        })
    };
    let stated = first(&[
        "og:title",
        "twitter:title",
        "parsely-title",
        "dc:title",
        "dc.title",
        "dcterm:title",
        "dcterms.title",
        "citation_title",
        "weibo:article:title",
    ]);
    found.title = found
        .title
        .or(stated.map(|title| html_to_title(&title)))
        .or(page_title)
        .map(|title| without_site(&title, &first(&["og:site_name"])));
    found.title = found.title.filter(|title| !title.is_empty());
    let author = first(&[
        "author",
        "article:author",
        "parsely-author",
        "sailthru.author",
        "dc:creator",
        "dc.creator",
        "dcterm:creator",
        "dcterms.creator",
        "byl",
        "citation_author",
    ]);
    found.author = found.author.or(author.map(|name| person(&name)).filter(|name| !name.is_empty()));
    found.published = found
        .published
        .or_else(|| {
            first(&[
                "article:published_time",
                "og:article:published_time",
                "datepublished",
                "parsely-pub-date",
                "sailthru.date",
                "pubdate",
                "publishdate",
                "publish_date",
                "dc.date",
                "dcterms.created",
                "dc.date.issued",
                "citation_publication_date",
                "date",
                "article.published",
            ])
            .and_then(|date| parse_date(&date))
        })
        .or(time)
        .or_else(|| url.and_then(date_in_url));
    found.description =
        found
            .description
            .or(first(&["og:description", "description", "twitter:description"])
                .map(|text| html_to_text(&text)));
    found.image_url =
        found.image_url.or(first(&["og:image", "twitter:image"])).filter(|url| url.starts_with("http"));
    found.paywalled |=
        first(&["article:content_tier"]).is_some_and(|tier| tier.eq_ignore_ascii_case("locked"));
    found
}

enum Reading {
    Title,
    LinkedData,
}

fn language_tag(text: &str) -> String {
    text.split(['-', '_']).next().unwrap_or("").trim().to_ascii_lowercase()
}

/// `A headline | The Outlet` without the outlet.
fn without_site(title: &str, site: &Option<String>) -> String {
    let Some(site) = site.as_deref().map(str::trim).filter(|site| site.len() > 2) else {
        return title.to_owned();
    };
    for mark in [" | ", " - ", " – ", " — ", " :: "] {
        if let Some((head, tail)) = title.rsplit_once(mark)
            && tail.trim().eq_ignore_ascii_case(site)
        {
            return head.trim().to_owned();
        }
    }
    title.to_owned()
}

fn linked_data(text: &str, found: &mut Metadata) {
    let text = text
        .trim()
        .trim_start_matches("<![CDATA[")
        .trim_start_matches("//<![CDATA[")
        .trim_end_matches("]]>")
        .trim_end_matches("//");
    // Line breaks inside strings are wrong, common and harmless.
    let parsed = json::read(text).or_else(|_| json::read(&text.replace(['\n', '\r', '\t'], " ")));
    let Ok(value) = parsed else { return };
    let mut queue = vec![&value];
    let mut n_seen = 0;
    while let Some(node) = queue.pop() {
        n_seen += 1;
        if n_seen > MAX_JSON_NODES {
            return;
        }
        match node {
            Value::Array(nodes) => queue.extend(nodes.iter().rev()),
            Value::Object(fields) => {
                if is_article(node) {
                    article_fields(node, found);
                }
                queue.extend(
                    ["@graph", "mainEntity", "mainEntityOfPage"]
                        .iter()
                        .filter_map(|key| fields.get(*key))
                        .filter(|value| !value.is_string()),
                );
            }
            _ => {}
        }
    }
}

fn is_article(node: &Value) -> bool {
    let is = |kind: &Value| {
        kind.as_str().is_some_and(|kind| {
            kind.ends_with("Article") || kind.ends_with("BlogPosting") || kind.ends_with("Report")
        })
    };
    match node.get("@type") {
        Some(Value::Array(kinds)) => kinds.iter().any(is),
        Some(kind) => is(kind),
        None => false,
    }
}

fn article_fields(node: &Value, found: &mut Metadata) {
    let text =
        |key: &str| node.get(key).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
    if found.title.is_none() {
        found.title = text("headline").map(html_to_title);
    }
    if found.author.is_none() {
        found.author = node.get("author").or(node.get("creator")).and_then(names);
    }
    if found.published.is_none() {
        found.published = text("datePublished").and_then(parse_date);
    }
    if found.description.is_none() {
        found.description = text("description").map(html_to_text);
    }
    if found.body.is_none() {
        found.body = text("articleBody").map(|body| paragraphs(&html_to_text_lines(body)));
    }
    if found.image_url.is_none() {
        found.image_url = node.get("image").and_then(image);
    }
    let not_free = |value: &Value| {
        value == false || value.as_str().is_some_and(|word| word.eq_ignore_ascii_case("false"))
    };
    found.paywalled |= node.get("isAccessibleForFree").is_some_and(not_free);
    // Some state it of the part that is hidden, and call the page itself free.
    let parts = node
        .get("hasPart")
        .map(|part| part.as_array().map_or(std::slice::from_ref(part), Vec::as_slice))
        .unwrap_or(&[]);
    found.paywalled |= parts.iter().any(|part| part.get("isAccessibleForFree").is_some_and(not_free));
}

/// The body may be HTML or plain text with line breaks.
fn html_to_text_lines(body: &str) -> String {
    if body.contains("</") || body.contains("<p") {
        html_to_text(body)
    } else {
        entities::decode(body, &OwnEntities::new()).0.into_owned()
    }
}

fn paragraphs(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join("\n\n")
}

fn image(value: &Value) -> Option<String> {
    match value {
        Value::String(url) => Some(url.clone()),
        Value::Array(images) => images.first().and_then(image_of),
        Value::Object(_) => image_of(value),
        _ => None,
    }
}

fn image_of(value: &Value) -> Option<String> {
    value.as_str().or_else(|| value.get("url").and_then(Value::as_str)).map(str::to_owned)
}

fn names(value: &Value) -> Option<String> {
    let name = |value: &Value| match value {
        Value::String(name) => Some(person(name)),
        _ => value.get("name").and_then(|name| name.as_str().or_else(|| name.get(0)?.as_str())).map(person),
    };
    let all: Vec<String> = match value {
        Value::Array(people) => {
            people.iter().take(6).filter_map(name).filter(|name| !name.is_empty()).collect()
        }
        _ => name(value).into_iter().filter(|name| !name.is_empty()).collect(),
    };
    (!all.is_empty()).then(|| all.join(", "))
}

/// A name without `By`; an address is no name.
pub(super) fn person(text: &str) -> String {
    let name = html_to_title(text);
    if name.starts_with("http") || name.chars().count() > 120 {
        return String::new();
    }
    let bare = match name.split_at_checked(3) {
        Some((by, rest)) if by.eq_ignore_ascii_case("by ") => rest,
        _ => &name,
    };
    bare.trim().trim_end_matches(['|', ',']).trim().to_owned()
}

/// `/2026/01/31/` in an address is the day it was published.
fn date_in_url(url: &str) -> Option<(Instant, Precision)> {
    let parts: Vec<&str> = url.split('/').collect();
    parts.windows(3).find_map(|window| {
        let [year, month, day] = window else { return None };
        let fits = year.len() == 4 && (1..=2).contains(&month.len()) && (1..=2).contains(&day.len());
        let number = |text: &str| text.parse::<u32>().ok();
        let day = fits
            .then(|| domain::Day::from_civil(number(year)? as i32, number(month)?, number(day)?))
            .flatten()?;
        (1995..2100).contains(&day.civil().0).then(|| (day.start(), Precision::Day))
    })
}
