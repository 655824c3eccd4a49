//! Precision and recall of statements, with the definitions that go with the labelled articles.

use std::collections::HashSet;

use domain::Statement;
use serde_json::Value;

/// Parts of the articles that are scored apart.
const FOLDS: usize = 5;

pub struct Article {
    pub id: String,
    pub title: String,
    pub content: String,
}

/// What a program found; places count characters.
pub struct Row {
    pub id: String,
    pub start: usize,
    pub end: usize,
    pub direct: bool,
    pub speaker: String,
    pub cohort: &'static str,
    pub tone: &'static str,
    pub target: Option<Target>,
}

/// What a statement is said to be about.
pub struct Target {
    pub name: String,
    /// The statement's own words name it.
    pub named: bool,
}

impl Row {
    pub fn of(id: &str, statement: &Statement) -> Row {
        Row {
            id: id.to_owned(),
            start: statement.span.start as usize,
            end: statement.span.end as usize,
            direct: statement.direct,
            speaker: statement.speaker_names(),
            cohort: statement.cohort.map_or("other", |cohort| cohort.name()),
            tone: statement.tone.label().name(),
            target: None,
        }
    }
}

pub struct Gold {
    pub id: String,
    start: usize,
    end: usize,
    direct: bool,
    speaker: String,
    cohort: String,
    target: String,
    pub tone: String,
}

pub fn gold(line: &str) -> Option<Gold> {
    let value: Value = serde_json::from_str(line).ok()?;
    let text = |name: &str| value[name].as_str().unwrap_or("").to_owned();
    let start = value["start"].as_u64()? as usize;
    Some(Gold {
        id: text("id"),
        start,
        end: start + value["quote"].as_str()?.chars().count(),
        direct: value["direct"].as_bool()?,
        speaker: text("speaker"),
        cohort: text("cohort"),
        target: text("target"),
        tone: text("tone"),
    })
}

impl Gold {
    /// Found where half of the shorter one overlaps.
    pub fn is_hit(&self, row: &Row) -> bool {
        let shared = self.end.min(row.end).saturating_sub(self.start.max(row.start));
        self.id == row.id && 2 * shared >= (self.end - self.start).min(row.end - row.start)
    }
}

pub fn report(name: &str, articles: &[Article], gold: &[Gold], rows: &[Row]) {
    for direct in [true, false] {
        let kind = if direct { "direct" } else { "indirect" };
        let all: HashSet<&str> = articles.iter().map(|article| article.id.as_str()).collect();
        println!("{name}, {kind}: {}", score(gold, rows, &all, direct));
        let folds = (0..FOLDS).map(|fold| {
            let ids = articles.iter().skip(fold).step_by(FOLDS).map(|article| article.id.as_str()).collect();
            score(gold, rows, &ids, direct)
        });
        let worst = folds.min_by(|a, b| a.f1.total_cmp(&b.f1)).expect("there are folds");
        println!("    worst of {FOLDS} parts: {worst}");
    }
}

/// How often what a statement is about is right: its name stands in what the gold says. Told apart by whether the statement
/// names it.
pub fn report_targets(gold: &[Gold], rows: &[Row]) {
    let pairs: Vec<(&Gold, &Row)> =
        gold.iter().filter_map(|gold| Some((gold, rows.iter().find(|row| gold.is_hit(row))?))).collect();
    let told = |named: bool| {
        let told = pairs.iter().filter_map(move |(gold, row)| Some((gold, row.target.as_ref()?)));
        told.filter(move |(_, target)| target.named == named)
    };
    for (kind, named) in [("by its own words", true), ("by the title", false)] {
        let right = told(named).filter(|(gold, target)| gold.is_about(&target.name)).count();
        println!("what it is about, {kind}: {right} of {} right", told(named).count());
    }
    println!(
        "what it is about, of {} found: not told {}",
        pairs.len(),
        pairs.iter().filter(|(_, row)| row.target.is_none()).count()
    );
}

impl Gold {
    fn is_about(&self, name: &str) -> bool {
        let [gold, name] = [&self.target[..], name].map(domain::statement::spelling);
        format!(" {gold} ").contains(&format!(" {name} "))
    }
}

struct Score {
    precision: f64,
    recall: f64,
    f1: f64,
    speaker: f64,
    cohort: f64,
    tone: f64,
    n_found: usize,
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Score { precision, recall, f1, speaker, cohort, tone, n_found } = self;
        write!(f, "P {precision:.3} R {recall:.3} F1 {f1:.3}; of {n_found} found ")?;
        write!(f, "speaker {speaker:.3}, cohort {cohort:.3}, tone macro-F1 {tone:.3}")
    }
}

fn score(gold: &[Gold], rows: &[Row], ids: &HashSet<&str>, direct: bool) -> Score {
    let gold: Vec<&Gold> = gold.iter().filter(|one| ids.contains(one.id.as_str())).collect();
    let rows: Vec<&Row> = rows.iter().filter(|row| ids.contains(row.id.as_str())).collect();
    let wanted = gold.iter().filter(|one| one.direct == direct);
    let n_wanted = wanted.clone().count();
    let pairs: Vec<(&Gold, &Row)> =
        wanted.filter_map(|one| rows.iter().find(|row| one.is_hit(row)).map(|row| (*one, *row))).collect();
    let ours = rows.iter().filter(|row| row.direct == direct);
    let n_ours = ours.clone().count().max(1);
    let right = ours.filter(|row| gold.iter().any(|one| one.is_hit(row))).count();
    let of = |test: &dyn Fn(&Gold, &Row) -> bool| {
        pairs.iter().filter(|(gold, row)| test(gold, row)).count() as f64 / pairs.len().max(1) as f64
    };
    let (precision, recall) = (right as f64 / n_ours as f64, pairs.len() as f64 / n_wanted.max(1) as f64);
    Score {
        precision,
        recall,
        f1: 2.0 * precision * recall / (precision + recall).max(1e-9),
        speaker: of(&|gold, row| last_word(&gold.speaker) == last_word(&row.speaker)),
        cohort: of(&|gold, row| gold.cohort == row.cohort),
        tone: macro_f1(&pairs),
        n_found: pairs.len(),
    }
}

fn last_word(name: &str) -> String {
    let mut words = name.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    words.next_back().unwrap_or("").to_lowercase()
}

fn macro_f1(pairs: &[(&Gold, &Row)]) -> f64 {
    let f1 = |tone: &str| {
        let is = |name: &str| name.eq_ignore_ascii_case(tone);
        let count = |test: &dyn Fn(bool, bool) -> bool| {
            pairs.iter().filter(|(gold, row)| test(is(&gold.tone), is(row.tone))).count() as f64
        };
        let both = count(&|gold, row| gold && row);
        2.0 * both / (2.0 * both + count(&|gold, row| gold != row)).max(1.0)
    };
    (f1("positive") + f1("neutral") + f1("negative")) / 3.0
}
