//! Words of the command line as a question of the list of operations.

use std::fmt::Write;

use anyhow::{Context, bail};
use domain::Day;
use interface::{Entry, Location, Method, ParameterSpec};
use web::operations;

/// Days that are asked for where somebody must say some and says none.
const DEFAULT_DAYS: i64 = 7;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    Table,
    Json,
    Csv,
}

#[derive(Debug)]
pub enum Asked {
    Help(String),
    Question(Question),
}

/// What is asked, and how the answer is wanted.
#[derive(Debug)]
pub struct Question {
    path: String,
    query: Vec<(String, String)>,
    pub tabular: bool,
    pub output: Output,
    pub server: Option<String>,
    pub key: Option<String>,
}

impl Question {
    /// Path and query.
    pub fn target(&self) -> String {
        let mut target = self.path.clone();
        for (i, (name, value)) in self.query.iter().enumerate() {
            target.push(if i == 0 { '?' } else { '&' });
            target.push_str(&format!("{name}={}", encoded(value)));
        }
        target
    }
}

pub fn read(words: &[String], today: Day) -> anyhow::Result<Asked> {
    let flags_from = words.iter().position(|word| word.starts_with("--")).unwrap_or(words.len());
    let (path, flags) = words.split_at(flags_from);
    let parts: Vec<&str> =
        path.iter().flat_map(|word| word.split('/')).filter(|part| !part.is_empty()).collect();
    let wants_help = flags.iter().any(|flag| flag == "--help");
    if parts.is_empty() {
        return Ok(Asked::Help(all_questions()));
    }
    let found = questions().into_iter().filter_map(|entry| Some((path_of(&entry, &parts)?, entry)));
    // A name of the path goes before something that stands for any.
    let found = found.min_by_key(|(_, entry)| entry.route.path.matches('{').count());
    let Some((path, entry)) = found else {
        bail!("there is no question {:?}; bellwether ask alone lists them", parts.join(" "));
    };
    let known: Vec<ParameterSpec> =
        entry.parameters().into_iter().filter(|spec| spec.location == Location::Query).collect();
    if wants_help {
        return Ok(Asked::Help(one_question(&entry, &known)));
    }
    let mut question = Question {
        path,
        query: Vec::new(),
        tabular: entry.tabular,
        output: Output::Table,
        server: None,
        key: None,
    };
    let mut days = None;
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        let Some(flag) = flag.strip_prefix("--") else {
            bail!("{flag:?} follows no parameter; the path comes first, then --name value");
        };
        let (name, given) = flag.split_once('=').map_or((flag, None), |(name, value)| (name, Some(value)));
        let mut value = || {
            let value = given.map(str::to_owned).or_else(|| flags.next().cloned());
            value.with_context(|| format!("--{name} needs a value"))
        };
        let spec = known.iter().find(|spec| folded(spec.name) == folded(name));
        match (name, spec) {
            ("json", None) => question.output = Output::Json,
            ("csv", None) => question.output = Output::Csv,
            ("server", None) => question.server = Some(value()?),
            ("key", None) => question.key = Some(value()?),
            ("days", None) => {
                let count = value()?;
                let count = count.parse::<i64>().ok().filter(|count| (1..=3_660).contains(count));
                days = Some(count.context("--days is a whole number of 1 to 3660")?);
            }
            (_, Some(spec)) if spec.schema["type"] == "boolean" && given.is_none() => {
                question.query.push((spec.name.to_owned(), "true".to_owned()));
            }
            (_, Some(spec)) => question.query.push((spec.name.to_owned(), value()?)),
            (name, None) if entry.route.path.contains(&format!("{{{name}}}")) => {
                let place = name.to_uppercase();
                let words = words_of(&entry).replace(&place, &value().unwrap_or_else(|_| place.clone()));
                bail!("{name} stands in the path: bellwether ask {words}");
            }
            (_, None) => {
                let names: Vec<&str> = known.iter().map(|spec| spec.name).collect();
                bail!("there is no parameter --{name} here; there are {}", names.join(", "));
            }
        }
    }
    add_days(&mut question, &known, days, today)?;
    Ok(Asked::Question(question))
}

/// The last so many days, today among them.
fn add_days(
    question: &mut Question,
    known: &[ParameterSpec],
    days: Option<i64>,
    today: Day,
) -> anyhow::Result<()> {
    let spec = known.iter().find(|spec| spec.name == "startDate");
    let given = question.query.iter().any(|(name, _)| name == "startDate" || name == "endDate");
    let days = match (days, spec) {
        (Some(_), None) => bail!("this question is not asked by days"),
        (Some(_), Some(_)) if given => bail!("give either --days or --startDate and --endDate"),
        (None, Some(spec)) if spec.required && !given => DEFAULT_DAYS,
        (None, _) => return Ok(()),
        (Some(days), Some(_)) => days,
    };
    question.query.push(("startDate".to_owned(), today.plus(1 - days).to_string()));
    question.query.push(("endDate".to_owned(), today.to_string()));
    Ok(())
}

/// Everything that is asked by GET.
fn questions() -> Vec<Entry> {
    operations::all().into_iter().filter(|entry| entry.route.method == Method::Get).collect()
}

/// The address of an operation where these parts name it; `v1` may be left out.
fn path_of(entry: &Entry, parts: &[&str]) -> Option<String> {
    let route: Vec<&str> = entry.route.path.split('/').filter(|part| !part.is_empty()).collect();
    let named = match (route.first(), parts.first()) {
        (Some(&"v1"), Some(first)) if *first != "v1" => &route[1..],
        _ => &route[..],
    };
    let fits = |(part, given): (&&str, &&str)| part.starts_with('{') || part == given;
    if named.len() != parts.len() || !named.iter().zip(parts).all(fits) {
        return None;
    }
    let prefix = &route[..route.len() - named.len()];
    let segments = prefix.iter().copied().map(str::to_owned).chain(parts.iter().map(|part| encoded(part)));
    Some(format!("/{}", segments.collect::<Vec<_>>().join("/")))
}

fn all_questions() -> String {
    let mut text = String::from(
        "bellwether ask QUESTION [--name value …] [--days N] [--json | --csv] [--server URL] [--key KEY]\n\n",
    );
    for entry in questions() {
        let _ = writeln!(text, "  {:<28} {}", words_of(&entry), entry.summary);
    }
    text.push_str("\nbellwether ask QUESTION --help lists its parameters.\n");
    text
}

/// How it is asked, with what stands for any name in capitals.
fn words_of(entry: &Entry) -> String {
    let parts = entry.route.path.trim_start_matches("/v1").split('/').filter(|part| !part.is_empty());
    let words = parts.map(|part| match part.strip_prefix('{') {
        Some(name) => name.trim_end_matches('}').to_uppercase(),
        None => part.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

fn one_question(entry: &Entry, known: &[ParameterSpec]) -> String {
    let mut text =
        format!("bellwether ask {}\nGET {}: {}\n", words_of(entry), entry.route.path, entry.summary);
    for spec in known {
        let required = if spec.required { " (required)" } else { "" };
        let _ = writeln!(text, "  --{:<18} {}{required}", spec.name, spec.description);
    }
    if known.iter().any(|spec| spec.name == "startDate") {
        let _ = writeln!(text, "  --{:<18} The last N days, instead of startDate and endDate.", "days");
    }
    text
}

/// `start-date` and `startDate` are one.
fn folded(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                encoded.push(char::from(byte))
            }
            _ => {
                let _ = write!(encoded, "%{byte:02X}");
            }
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn ask(line: &str) -> anyhow::Result<Asked> {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        read(&words, Day::parse("2026-03-15").expect("a day"))
    }

    #[track_caller]
    fn check(line: &str, target: &str) {
        match ask(line).expect("a question") {
            Asked::Question(question) => assert_eq!(question.target(), target),
            Asked::Help(text) => panic!("help: {text}"),
        }
    }

    #[test]
    fn words_are_a_path_and_its_parameters() {
        check("trends --days 7", "/trends?startDate=2026-03-09&endDate=2026-03-15");
        check("trends", "/trends?startDate=2026-03-09&endDate=2026-03-15");
        check("index", "/index");
        check(
            "indices --metric main_index --include_history",
            "/indices?metric=main_index&include_history=true",
        );
        check(
            "intelligence categories --days 1",
            "/intelligence/categories?startDate=2026-03-15&endDate=2026-03-15",
        );
        check("companies Coinbase", "/companies/Coinbase");
        check("companies/compare --name=A --name=B", "/companies/compare?name=A&name=B");
        check("spaces s1 rows --limit 5", "/v1/spaces/s1/rows?limit=5");
        check(
            "feed --start-date 2026-01-01 --endDate 2026-01-02 --keyword a&b",
            "/feed?startDate=2026-01-01&endDate=2026-01-02&keyword=a%26b",
        );
        check("cohorts", "/cohorts");
    }

    #[test]
    fn what_cannot_be_asked_is_refused_in_words() {
        for (line, said) in [
            ("nonsense", "there is no question"),
            ("trends --colour red", "there are startDate"),
            ("trends --days", "needs a value"),
            ("trends --days x", "whole number"),
            ("trends --days 2 --startDate 2026-01-01", "either"),
            ("index --days 2", "not asked by days"),
            ("trends --limit 2 more", "follows no parameter"),
            ("companies name --name Coinbase", "name stands in the path: bellwether ask companies Coinbase"),
            ("companies x --name=Coinbase --days 2", "bellwether ask companies Coinbase"),
        ] {
            let error = ask(line).expect_err(line).to_string();
            assert!(error.contains(said), "{line}: {error}");
        }
    }

    /// A new operation is askable without a new line, and no two share their words.
    #[test]
    fn every_get_operation_can_be_asked() {
        let mut targets = BTreeSet::new();
        for entry in questions() {
            let words = entry.route.path.replace(['{', '}'], "").replace('/', " ");
            let Asked::Question(question) = ask(words.trim()).expect("a question") else { panic!("{words}") };
            assert!(targets.insert(question.path.clone()), "{words}");
            assert_eq!(question.path, entry.route.path.replace(['{', '}'], ""), "{words}");
        }
        let Asked::Help(all) = ask("--help").expect("help") else { panic!("no help") };
        assert_eq!(all.lines().filter(|line| line.starts_with("  ")).count(), targets.len());
        assert!(all.contains("  companies NAME  ") && all.contains("  spaces ID rows  "), "{all}");
    }
}
