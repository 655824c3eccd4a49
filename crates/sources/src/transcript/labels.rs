//! Recognises the lines and openings that say who speaks next, and the headings between the parts of a call.

use std::sync::LazyLock;

use domain::Role;
use regex::Regex;

use super::names;

/// Which side a vendor's mark puts a speaker on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Asks,
    Answers,
}

/// What a line says about who speaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Label {
    /// As it is written: a name, or a name with firm and title behind it.
    pub who: String,
    /// Firm and title, where the line sets them apart.
    pub about: String,
    pub side: Option<Side>,
    /// The words spoken that stand on the same line.
    pub words: String,
    /// How it is set: such labels are trusted without knowing the name.
    pub sure: bool,
}

static MARKED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^<?\s*(Q|A|Question|Answer)\s*[-–—:]+\s*([^:<>]{2,90}?)\s*>?\s*:\s*")
        .expect("a constant pattern")
});

static NUMBERED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\s*[\[(]\d{1,3}[\])]\s*:?$").expect("a constant pattern"));

static OPERATOR: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^[*\W]*(?:(?:conference |call |teleconference )?(?:operator|coordinator|moderator))\s*(?:instructions)?[\s*]*(?:\[\d+\])?[\s*]*(:|[-–—]{1,2}|\.)?[\s*]*$")
        .expect("a constant pattern")
});

static OPERATOR_WORDS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^[*]*(?:conference |call )?(?:operator|coordinator)[*]*\s*:[*]*\s*(.+)$")
        .expect("a constant pattern")
});

static UNKNOWN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^[*]*((?:unidentified|unknown|unverified)\s+(?:company\s+|corporate\s+)?(?:speaker|participant|analyst|audience member|representative|executive|shareholder|caller|attendee|man|woman|male|female|investor)(?:\s+\d+)?)[*]*\s*(?:[-–—,].{0,60})?(?::[*]*\s*(.*)|(?:\[\d+\])?)$")
        .expect("a constant pattern")
});

static COLON: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:[*_#>\s]{0,6})([^\s:*][^:\n*]{1,110}?)\s*(?:\*{1,2}\s*:|:\s*\*{0,2})(?:\s+|$)")
        .expect("a constant pattern")
});

static QUESTIONS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^[\W_]*(?:questions?\s*(?:and|&|-)\s*(?:-\s*)?answers?(?:\s+(?:section|session|portion|period))?|q\s*(?:&|and)\s*a(?:\s+(?:section|session|portion))?|questions? and answer session)[\W_]*$")
        .expect("a constant pattern")
});

static PREPARED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^[\W_]*(?:presentation(?:\s+section)?|management discussion(?: section)?|prepared remarks|opening remarks|transcript|conference call transcript|proceedings|conclusion|closing remarks|end)[\W_]*$")
        .expect("a constant pattern")
});

static PARTICIPANTS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^[\W_]*[A-Z]?(?:(corporate|company|management|executive)s?\s*(?:call\s+)?(?:participants?|representatives?|attendees?|speakers?)?|(co\w*ference\s+call|other|analysts?|call)s?\s*(?:call\s+)?(?:participants?|attendees?)?|(participants|call participants|attendees|speakers|(?:list of )?participants))[\W_]*$")
        .expect("a constant pattern")
});

/// The heading of a list of people, and what the people under it do.
pub(super) fn participants_heading(text: &str) -> Option<Role> {
    if text.len() > 60 {
        return None;
    }
    let found = PARTICIPANTS.captures(text)?;
    let lower = text.to_lowercase();
    let says_list = ["participant", "attendee", "executives", "analysts", "representatives", "speakers"]
        .iter()
        .any(|word| lower.contains(word));
    if !says_list {
        return None;
    }
    Some(if found.get(1).is_some() {
        Role::Executive
    } else if found.get(2).is_some() && !lower.trim().starts_with("call part") {
        Role::Analyst
    } else {
        Role::Unknown
    })
}

pub(super) fn questions_heading(text: &str) -> bool {
    text.len() <= 60 && QUESTIONS.is_match(text)
}

pub(super) fn prepared_heading(text: &str) -> bool {
    text.len() <= 60 && PREPARED.is_match(text)
}

pub(super) fn is_operator(text: &str) -> bool {
    text.len() <= 60 && OPERATOR.is_match(text)
}

/// The name under which the operator is known everywhere.
pub(super) const OPERATOR_NAME: &str = "Operator";

/// Reads a line as a label by its form alone; whether the name is anybody's is for the caller to say.
pub(super) fn read(text: &str) -> Option<Label> {
    crate::budget::charge_step();
    let text = text.trim();
    if is_operator(text) {
        return Some(operator(""));
    }
    if let Some(found) = OPERATOR_WORDS.captures(text) {
        return Some(operator(&found[1]));
    }
    if let Some(found) = UNKNOWN.captures(text) {
        let words = found.get(2).map_or("", |words| words.as_str());
        return Some(label(&found[1], "", None, words, true));
    }
    if let Some(found) = MARKED.captures(text) {
        let side = if found[1].starts_with('Q') { Side::Asks } else { Side::Answers };
        let (who, about) = split_who(&found[2]);
        let words = &text[found.get(0).map_or(0, |all| all.end())..];
        if is_operator(who) {
            return Some(operator(words));
        }
        return Some(label(who, about, Some(side), words, true));
    }
    if let Some(found) = COLON.captures(text) {
        let (who, about) = split_who(&found[1]);
        if names::is_name_like(who) || single_name(who) {
            let words = text[found.get(0).map_or(0, |all| all.end())..].trim_start_matches('*').trim_start();
            return Some(label(who, about, None, words, false));
        }
    }
    standing_alone(text)
}

/// A name on its own line, with or without firm and title.
fn standing_alone(text: &str) -> Option<Label> {
    if text.len() > 220 {
        return None;
    }
    let numbered = NUMBERED.is_match(text);
    let bare = NUMBERED.replace(text, "");
    let bare = bare.trim().trim_matches('*').trim_end_matches(':').trim();
    let (who, about) = split_who(bare);
    if names::is_name_like(who) && (about.is_empty() || !about.ends_with(['?', '!'])) {
        let titled = names::has_title_word(about)
            || names::has_analyst_word(about)
            || names::has_firm_or_heading_word(about);
        return Some(label(who, about, None, "", numbered || (!about.is_empty() && titled)));
    }
    // "Steve" alone: a caller who gave no more. Only how it is set can tell it from a word.
    if about.is_empty() && single_name(bare) && bare.len() >= 3 && !names::has_firm_or_heading_word(bare) {
        return Some(label(bare, "", None, "", false));
    }
    None
}

fn single_name(who: &str) -> bool {
    let letters = who.chars().all(|c| c.is_alphabetic() || c == '-' || c == '\'' || c == '.');
    letters && (2..=16).contains(&who.len()) && who.starts_with(char::is_uppercase)
}

fn operator(words: &str) -> Label {
    label(OPERATOR_NAME, "", None, words, true)
}

fn label(who: &str, about: &str, side: Option<Side>, words: &str, sure: bool) -> Label {
    Label {
        who: who.trim().to_owned(),
        about: about.trim().to_owned(),
        side,
        words: words.trim().to_owned(),
        sure,
    }
}

/// "Name - Firm - Title", "Name, Title", "Name (Title)", "Name -- Title": the name, and the rest.
pub(super) fn split_who(text: &str) -> (&str, &str) {
    let text = text.trim().trim_matches(|c: char| matches!(c, '*' | '_' | '<' | '>' | '•' | '·')).trim();
    let mut cut = None;
    let mut previous = ' ';
    for (at, c) in text.char_indices() {
        let next = text[at + c.len_utf8()..].chars().next().unwrap_or(' ');
        let dash =
            matches!(c, '–' | '—' | '―') || (c == '-' && (previous == ' ' || next == ' ' || next == '-'));
        let honour = c == ',' && honour_follows(&text[at + 1..]);
        if dash || ((c == ',' || c == ';') && !honour) || matches!(c, '(' | '|' | '\t') {
            cut = Some((at, c.len_utf8()));
            break;
        }
        previous = c;
    }
    let Some((at, len)) = cut else { return (text, "") };
    let rest = text[at + len..]
        .trim_matches(|c: char| c.is_whitespace() || matches!(c, '-' | '–' | '—' | ')' | '|' | ',' | ':'));
    (text[..at].trim(), rest)
}

fn honour_follows(text: &str) -> bool {
    let word: String =
        text.trim_start().chars().take_while(|c| !c.is_whitespace() && *c != ',' && *c != '-').collect();
    matches!(
        word.to_ascii_lowercase().trim_end_matches(['.', ':']),
        "jr" | "sr"
            | "ii"
            | "iii"
            | "iv"
            | "ph.d"
            | "phd"
            | "m.d"
            | "md"
            | "cfa"
            | "cpa"
            | "esq"
            | "j.d"
            | "mba"
            | "dvm"
            | "pharm.d"
    )
}
