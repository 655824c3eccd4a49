//! The peer: what a plain pattern finds. `"…," said Name` and `"…," Name said`, and `Name said that …`.

use super::score::{Article, Row};

const VERBS: [&str; 12] = [
    "said",
    "says",
    "added",
    "noted",
    "stated",
    "wrote",
    "told",
    "explained",
    "argued",
    "warned",
    "claimed",
    "believes",
];

pub fn find(article: &Article) -> Vec<Row> {
    let chars: Vec<char> = article.content.chars().collect();
    let mut rows = quotes(article, &chars);
    rows.extend(clauses(article, &chars));
    rows
}

fn row(article: &Article, start: usize, end: usize, direct: bool, speaker: String) -> Row {
    Row {
        id: article.id.clone(),
        start,
        end,
        direct,
        speaker,
        cohort: "other",
        tone: "Neutral",
        target: None,
    }
}

/// What stands between marks with a name and a verb right behind it.
fn quotes(article: &Article, chars: &[char]) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut at = 0;
    while let Some(open) = (at..chars.len()).find(|&i| matches!(chars[i], '“' | '"')) {
        let Some(close) = (open + 1..chars.len()).find(|&i| matches!(chars[i], '”' | '"')) else { break };
        let behind: String = chars[close + 1..].iter().take(80).collect();
        if let Some(speaker) = named(&behind) {
            rows.push(row(article, open + 1, close, true, speaker));
        }
        at = close + 1;
    }
    rows
}

/// `said Jane Doe` or `Jane Doe said`.
fn named(behind: &str) -> Option<String> {
    let words: Vec<&str> = behind.split_whitespace().collect();
    let name = |words: &[&str]| {
        let name: Vec<&str> =
            words.iter().take_while(|word| word.starts_with(char::is_uppercase)).take(3).copied().collect();
        (!name.is_empty()).then(|| name.join(" "))
    };
    if VERBS.contains(words.first()?) {
        return name(&words[1..]);
    }
    let name = name(&words)?;
    let verb = words.get(name.split(' ').count())?;
    VERBS.contains(verb).then_some(name)
}

/// `Jane Doe said that …` up to the stop.
fn clauses(article: &Article, chars: &[char]) -> Vec<Row> {
    let text: String = chars.iter().collect();
    let mut rows = Vec::new();
    for verb in VERBS {
        let pattern = format!(" {verb} that ");
        for (at, _) in text.match_indices(&pattern) {
            let before: Vec<&str> = text[..at].split_whitespace().rev().take(3).collect();
            let name: Vec<&str> =
                before.into_iter().take_while(|word| word.starts_with(char::is_uppercase)).collect();
            let start = at + pattern.len();
            let end = text[start..].find(". ").map_or(text.len(), |length| start + length);
            if !name.is_empty() {
                let name: Vec<&str> = name.into_iter().rev().collect();
                let count = |to: usize| text[..to].chars().count();
                rows.push(row(article, count(start), count(end), false, name.join(" ")));
            }
        }
    }
    rows
}
