//! Lines to turns: who speaks where, in which part of the call, in what role.

use std::collections::HashMap;

use domain::{Role, Turn};

use super::draft::Draft;
use super::html::Line;
use super::labels::{self, Label, Side};
use super::roster::{self, Roster};
use super::{flat, furniture, intros, names, roles};

/// What the lines hold: the words above the call, the call, and how it was set.
pub(super) struct Assembled {
    pub heading: Vec<String>,
    pub turns: Vec<Turn>,
}

pub(super) fn assemble(lines: Vec<Line>) -> Assembled {
    let lines = if flat::is_flat(&lines) { flat::explode(&lines) } else { lines };
    let lines = furniture::remove(lines);
    let (mut roster, list_from, body_from) = roster::read(&lines);
    let body = &lines[body_from..];
    roster::add_repeated(body, &mut roster);
    intros::add_introduced(body, &mut roster);
    let mut counts = count_labels(body);
    // A company's name stands on a short line; in long ones every label would be looked for in vain.
    let titles = lines[..list_from].iter().take(40).filter(|line| line.text.len() <= MAX_TITLE_BYTES);
    let above: String = titles.map(|line| roster::squeeze(&line.text)).collect();
    let repeated: Vec<String> =
        counts.keys().filter(|who| who.len() > 5 && above.contains(who.as_str())).cloned().collect();
    counts.extend(repeated.into_iter().map(|who| (format!("above {who}"), Count::default())));
    let colons = counts.values().map(|count| count.colon).sum::<usize>();
    let heading_to = if body_from > 0 {
        list_from
    } else {
        // Titles are short: past these lines the call has begun.
        let first = body.iter().take(120).position(|line| accept(line, &roster, &counts, colons).is_some());
        first.unwrap_or(body.len().min(120))
    };
    let heading = lines[..heading_to].iter().take(120).map(|line| line.text.clone()).collect();
    let drafts = draft(body, &mut roster, &counts, colons);
    intros::add_titles(&drafts, &mut roster);
    Assembled { heading, turns: roles::settle(drafts, &roster) }
}

const MAX_TITLE_BYTES: usize = 400;

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    alone: usize,
    colon: usize,
}

/// How often each possible label stands in the body: a name that comes again is a speaker.
fn count_labels(body: &[Line]) -> HashMap<String, Count> {
    let mut counts: HashMap<String, Count> = HashMap::new();
    for line in body {
        if let Some(label) = labels::read(&line.text) {
            let count = counts.entry(roster::squeeze(&label.who)).or_default();
            if label.words.is_empty() { count.alone += 1 } else { count.colon += 1 }
        }
    }
    counts
}

/// Marks, among the counts, words that stand above the call: the company's name is no speaker.
fn heading_key(who: &str) -> String {
    format!("above {}", roster::squeeze(who))
}

/// A label and the person it names, if they are already in the roster.
struct Accepted {
    label: Label,
    known: Option<usize>,
}

fn accept(line: &Line, roster: &Roster, counts: &HashMap<String, Count>, colons: usize) -> Option<Accepted> {
    let text = line.text.trim();
    if let Some(known) = roster.find_entry(text) {
        let who = roster.people[known].name.clone();
        let label = Label { who, about: String::new(), side: None, words: String::new(), sure: true };
        return Some(Accepted { label, known: Some(known) });
    }
    let label = labels::read(text);
    if let Some(label) = label {
        if label.who == labels::OPERATOR_NAME {
            return Some(Accepted { label, known: None });
        }
        let first_name_only = label.words.is_empty() && !label.who.contains(' ');
        // Alone on a line, "Steve" is not the Steve whose own labels give his whole name.
        let known = if first_name_only { roster.find_exactly(&label.who) } else { roster.find(&label.who) };
        let count = counts.get(&roster::squeeze(&label.who)).copied().unwrap_or_default();
        let bold = line.bold > 0 && line.bold + 2 >= label.who.len();
        let full = names::is_name_like(&label.who);
        let alone = label.words.is_empty();
        let trusted = match (alone, known) {
            _ if label.side.is_some() || label.who.to_lowercase().starts_with("un") && label.sure => true,
            (true, _) if first_name_only => line.bold >= text.len() && count.alone >= 2,
            (true, Some(_)) => {
                full && (label.about.is_empty()
                    || !label.about.ends_with('.')
                    || roster::is_title_line(&label.about))
            }
            (true, None) => {
                full && (count.alone >= 2
                    || (label.sure && label.about.len() < 150)
                    || (bold && line.bold + 3 >= text.len()))
                    && !label.about.ends_with('.')
            }
            (false, Some(_)) => full || count.colon >= 2,
            (false, None) => {
                (full && (count.colon >= 2 || bold || colons >= 8)) || (count.colon >= 3 && bold)
            }
        };
        if trusted && (known.is_some() || label.sure || !counts.contains_key(&heading_key(&label.who))) {
            return Some(Accepted { label, known });
        }
    }
    // "Name Firm - Title" where name and firm are not set apart.
    if text.len() <= 220
        && let Some((known, length)) = roster.find_prefix(text)
    {
        let rest = text[length..]
            .trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ',' | '-' | '–' | '—' | ':'));
        if rest.is_empty() || roster::is_title_line(rest) {
            let who = roster.people[known].name.clone();
            let label = Label { who, about: rest.to_owned(), side: None, words: String::new(), sure: true };
            return Some(Accepted { label, known: Some(known) });
        }
    }
    None
}

fn draft(body: &[Line], roster: &mut Roster, counts: &HashMap<String, Count>, colons: usize) -> Vec<Draft> {
    let mut drafts: Vec<Draft> = Vec::new();
    let mut after_heading = false;
    // Found only when a heading that may end the call asks for it.
    let mut last_label: Option<usize> = None;
    let mut at = 0;
    while at < body.len() {
        let line = &body[at];
        let text = line.text.trim();
        at += 1;
        if labels::questions_heading(text) {
            after_heading = true;
            continue;
        }
        if labels::prepared_heading(text) || labels::participants_heading(text).is_some() {
            continue;
        }
        if furniture::is_end_heading(text) {
            let last = *last_label.get_or_insert_with(|| {
                body.iter().rposition(|line| accept(line, roster, counts, colons).is_some()).unwrap_or(0)
            });
            if at > last + 1 {
                break;
            }
        }
        if let Some(side) = bare_mark(text) {
            mark(&mut drafts, side, after_heading, roster);
            continue;
        }
        let Some(Accepted { label, known }) = accept(line, roster, counts, colons) else {
            if let Some(current) = drafts.last_mut() {
                append(&mut current.text, text);
            }
            continue;
        };
        let person = if label.who == labels::OPERATOR_NAME {
            None
        } else {
            let at = known.unwrap_or_else(|| roster.add(&label.who, None, Role::Unknown, ""));
            if roster.people[at].title.is_none() && !label.about.is_empty() {
                roster.people[at].title = Some(label.about.clone());
            }
            Some(at)
        };
        // Some layouts set the title on the line below the name.
        if label.words.is_empty()
            && let Some(person) = person
            && let Some(below) = body.get(at).map(|line| line.text.trim())
        {
            let own = roster.people[person].title.as_deref().map(roster::squeeze);
            let same = own.as_deref() == Some(roster::squeeze(below).as_str());
            let is_label = |line: &Line| accept(line, roster, counts, colons).is_some();
            let title_line = roster::is_title_line(below)
                && below.len() < 110
                && body.get(at + 1).is_some_and(|next| !is_label(next))
                && !is_label(&body[at]);
            if same || title_line {
                roster.people[person].title.get_or_insert_with(|| below.to_owned());
                at += 1;
            }
        }
        let continues = drafts.last().is_some_and(|last| {
            last.person == person
                && (person.is_some() || last.side.is_none())
                && last.after_heading == after_heading
                && label.side.is_none_or(|side| last.side == Some(side))
        });
        if !continues {
            drafts.push(Draft { person, side: label.side, after_heading, text: String::new() });
        }
        if let Some(current) = drafts.last_mut() {
            append(&mut current.text, &label.words);
        }
    }
    drafts.retain(|draft| !draft.text.trim().is_empty());
    drafts
}

fn bare_mark(text: &str) -> Option<Side> {
    match text {
        "Q" | "Q:" => Some(Side::Asks),
        "A" | "A:" => Some(Side::Answers),
        _ => None,
    }
}

/// A lone "Q" or "A" says which side speaks: of the name just above, or where no name is set, of whoever spoke last
/// on that side.
fn mark(drafts: &mut Vec<Draft>, side: Side, after_heading: bool, _roster: &Roster) {
    if let Some(last) = drafts.last_mut().filter(|last| last.text.is_empty()) {
        last.side = Some(side);
        return;
    }
    let before = drafts.iter().rev().find(|draft| draft.side == Some(side)).and_then(|draft| draft.person);
    drafts.push(Draft { person: before, side: Some(side), after_heading, text: String::new() });
}

/// Joins a continuation line with a space and a new paragraph with a line break.
fn append(text: &mut String, more: &str) {
    let more = more.trim();
    if more.is_empty() {
        return;
    }
    if !text.is_empty() {
        let ended = text.ends_with(['.', '?', '!', ':', '"', '”', ')', ']', '…']);
        let opens = more.starts_with(|c: char| {
            c.is_uppercase() || c.is_ascii_digit() || matches!(c, '(' | '[' | '“' | '"' | '$')
        });
        text.push(if ended && opens { '\n' } else { ' ' });
    }
    text.extend(more.chars().map(|c| if c == '\t' { ' ' } else { c }));
}
