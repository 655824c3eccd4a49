//! Measures who says what: statements found, speaker, role and tone, against a plain pattern, and what it costs.
//!
//! `gzip -dc CORPUS.jsonl.gz | cargo run -p analysis --example statements_quality -- QUOTES.jsonl ARTICLES.txt [OPTION]`, where
//! the corpus holds articles (id, title, body), QUOTES the statements of some of them (id, quote, start, direct, speaker,
//! cohort, target, tone) and ARTICLES their ids. Instead, `--tone` prints the inputs of the tone's model, for
//! `training/statements.py`, `--list` every statement as it is kept, so that two programs can be compared, and `--cost` the cost alone.

mod pattern;
mod score;

use std::collections::HashMap;
use std::io::BufRead;
use std::time::{Duration, Instant};

use analysis::Text;
use analysis::statements;
use score::{Article, Gold, Row, Target};
use serde_json::Value;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [quotes, ids, options @ ..] = arguments.as_slice() else {
        println!(
            "usage: gzip -dc CORPUS.jsonl.gz | statements_quality QUOTES.jsonl ARTICLES.txt [--tone | --list | --cost]"
        );
        return;
    };
    let (Ok(quotes), Ok(ids)) = (std::fs::read_to_string(quotes), std::fs::read_to_string(ids)) else {
        println!("no data: {quotes} or {ids} cannot be read");
        return;
    };
    let articles = articles(&ids);
    let gold: Vec<Gold> = quotes.lines().filter_map(score::gold).collect();
    if articles.is_empty() || gold.is_empty() {
        println!("no data: the corpus on standard input holds none of the articles");
        return;
    }
    match options.first().map(String::as_str) {
        Some("--tone") => return print_inputs(&articles, &gold),
        Some("--list") => return articles.iter().for_each(list),
        Some("--cost") => return cost(&articles),
        _ => {}
    }
    let ours: Vec<Row> = articles.iter().flat_map(found).collect();
    let peer: Vec<Row> = articles.iter().flat_map(pattern::find).collect();
    score::report("ours", &articles, &gold, &ours);
    score::report("a plain pattern", &articles, &gold, &peer);
    score::report_targets(&gold, &ours);
    cost(&articles);
}

/// The articles that were annotated, in the order of the list.
fn articles(ids: &str) -> Vec<Article> {
    let wanted: Vec<&str> = ids.lines().filter_map(|line| line.split('\t').next()).collect();
    let known: HashMap<&str, usize> = wanted.iter().copied().zip(0..).collect();
    let mut found: Vec<Article> = std::io::stdin()
        .lock()
        .lines()
        .map_while(Result::ok)
        .filter_map(|line| {
            let value: Value = serde_json::from_str(&line).ok()?;
            let text = |name: &str| value[name].as_str().unwrap_or("").to_owned();
            known.contains_key(value["id"].as_str()?).then(|| Article {
                id: text("id"),
                title: text("title"),
                content: text("body"),
            })
        })
        .collect();
    found.sort_by_key(|article| known.get(article.id.as_str()));
    found
}

fn found(article: &Article) -> Vec<Row> {
    let text = Text { title: &article.title, content: &article.content, ..Text::default() };
    let reading = analysis::read_all(&text);
    let row = |statement: domain::Statement| {
        let inside = |place: &domain::Span| {
            place.field == statement.span.field
                && statement.span.start <= place.start
                && place.end <= statement.span.end
        };
        let target = statement.target.as_ref().map(|target| Target {
            name: target.name.clone(),
            named: reading.mentions.iter().any(|it| it.name == target.name && it.spans.iter().any(inside)),
        });
        Row { target, ..Row::of(&article.id, &statement) }
    };
    statements::find(&text, &reading).into_iter().map(row).collect()
}

fn statements_of(article: &Article) -> Vec<domain::Statement> {
    let text = Text { title: &article.title, content: &article.content, ..Text::default() };
    statements::find(&text, &analysis::read_all(&text))
}

/// One line for each statement, with all that is kept of it.
fn list(article: &Article) {
    for statement in statements_of(article) {
        let speakers: Vec<Value> = statement
            .speakers
            .iter()
            .map(|one| serde_json::json!([one.name, one.known_as, one.is_person]))
            .collect();
        let target = statement.target.map(|target| format!("{:?} {}", target.kind, target.name));
        let tone = statement.tone;
        let line = serde_json::json!({
            "id": article.id, "start": statement.span.start, "end": statement.span.end, "direct": statement.direct,
            "speakers": speakers, "text": statement.text, "title": statement.title,
            "affiliation": statement.affiliation, "cohort": statement.cohort.map(|cohort| cohort.name()),
            "confidence": statement.confidence, "target": target,
            "tone": [tone.positive, tone.neutral, tone.negative], "group": statement.group,
            "shingles": statement.shingles,
        });
        println!("{line}");
    }
}

/// One line for each statement that was found and is in the gold.
fn print_inputs(articles: &[Article], gold: &[Gold]) {
    for article in articles {
        let text = Text { title: &article.title, content: &article.content, ..Text::default() };
        for (statement, inputs) in statements::find_with_inputs(&text, &analysis::read_all(&text)) {
            let row = Row::of(&article.id, &statement);
            if let Some(gold) = gold.iter().find(|gold| gold.is_hit(&row)) {
                let line = serde_json::json!({
                    "id": article.id, "tone": gold.tone, "text": statement.text, "inputs": inputs.as_slice(),
                });
                println!("{line}");
            }
        }
    }
}

/// What finding statements adds to the reading of an article, by time on the core.
fn cost(articles: &[Article]) {
    let pass = |statements: bool| {
        let start = spent();
        let mut count = 0;
        for article in articles {
            let text = Text { title: &article.title, content: &article.content, ..Text::default() };
            let reading = analysis::read_all(&text);
            if statements {
                count += statements::find(&text, &reading).len();
            }
        }
        std::hint::black_box(count);
        spent() - start
    };
    pass(true);
    // Both in turn, so that what else the machine does falls on either.
    let times: Vec<[f64; 2]> = (0..9).map(|_| [true, false].map(|all| pass(all).as_secs_f64())).collect();
    let median = |of: &dyn Fn(&[f64; 2]) -> f64| {
        let mut all: Vec<f64> = times.iter().map(of).collect();
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    };
    let micros = 1e6 / articles.len() as f64;
    println!(
        "finding statements adds {:.1} % to reading an article ({:.0} to {:.0} microseconds; medians of 9)",
        100.0 * median(&|[with, without]| with / without - 1.0),
        micros * median(&|[with, without]| with - without),
        micros * median(&|[_, without]| *without),
    );
}

/// Time that this process has spent on a core; elsewhere than on Linux, time as such.
fn spent() -> Duration {
    static BEGAN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let on_core = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = on_core.as_deref().and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| BEGAN.get_or_init(Instant::now).elapsed(), Duration::from_nanos)
}
