//! The reasons for a score, each with the words that a person can look up.

use super::features::Features;
use super::kinds::{Reason, ReasonKind};
use super::patterns::Sign;
use super::words;

/// No reader wants more.
const MAX_REASONS: usize = 6;
/// A quote is cut at this many bytes, at a word's end.
const QUOTE_BYTES: usize = 240;

pub(super) fn of(features: &Features, question: &str, answer: &str) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let kinds = [
        (Sign::Refuses, ReasonKind::Refuses),
        (Sign::Unable, ReasonKind::Unable),
        (Sign::Defers, ReasonKind::Defers),
        (Sign::Early, ReasonKind::TooEarly),
    ];
    if features.asks_back {
        reasons.push(Reason { kind: ReasonKind::AsksBack, quote: cut(answer.trim()).to_owned() });
    }
    for (sign, kind) in kinds {
        if let Some(at) = first_with(features, sign) {
            reasons.push(Reason { kind, quote: sentence(features, at, answer) });
            let near_law = features
                .found
                .iter()
                .find(|(other, found)| found.sign == Sign::Law && other.abs_diff(at) <= 1);
            if let Some((law, _)) =
                near_law.filter(|_| kind == ReasonKind::Refuses || kind == ReasonKind::Unable)
            {
                reasons.push(Reason {
                    kind: ReasonKind::CitesRegulation,
                    quote: sentence(features, *law, answer),
                });
            }
        }
    }
    if features.asks_number {
        match features
            .sentences
            .iter()
            .position(|sentence| sentence.words.iter().any(|word| words::is_figure(&word.text)))
        {
            Some(at) => {
                reasons.push(Reason { kind: ReasonKind::GivesNumber, quote: sentence(features, at, answer) })
            }
            None => {
                let asking = features
                    .question_sentences
                    .iter()
                    .rfind(|sentence| sentence.asks)
                    .or(features.question_sentences.last());
                let (start, end) = asking.map_or((0, 0), words::Sentence::span);
                reasons.push(Reason {
                    kind: ReasonKind::NumberMissing,
                    quote: cut(&question[start..end]).to_owned(),
                });
            }
        }
    }
    if says_yes_or_no(features, answer) {
        reasons.push(Reason { kind: ReasonKind::SaysYesOrNo, quote: sentence(features, 0, answer) });
    }
    if let Some(at) = first_with(features, Sign::Deflects) {
        reasons.push(Reason { kind: ReasonKind::Deflects, quote: sentence(features, at, answer) });
    }
    let hedges = features.found.iter().filter(|(_, found)| found.sign == Sign::Hedges).count();
    if hedges >= 3
        && hedges * 2 > features.sentences.len()
        && let Some(at) = first_with(features, Sign::Hedges)
    {
        reasons.push(Reason { kind: ReasonKind::Hedges, quote: sentence(features, at, answer) });
    }
    if !features.question_sentences.is_empty() {
        let kind = if features.overlap >= 0.5 {
            Some(ReasonKind::StaysOnTopic)
        } else if features.overlap < 0.12 {
            Some(ReasonKind::LeavesTopic)
        } else {
            None
        };
        reasons.extend(kind.map(|kind| Reason { kind, quote: sentence(features, 0, answer) }));
    }
    reasons.truncate(MAX_REASONS);
    reasons
}

/// The answer opens with a yes or a no to a question that wants one. "We don't disclose that" opens with neither: it declines; nor
/// do "no comment" and "we are happy with it", and "yeah, so" before an answer to "how" only begins to speak.
fn says_yes_or_no(features: &Features, answer: &str) -> bool {
    if asks_openly(features) {
        return false;
    }
    let opens = |sign: Sign| features.found.iter().any(|(at, found)| *at == 0 && found.sign == sign);
    let declines = opens(Sign::Refuses) || opens(Sign::Unable) || opens(Sign::Defers);
    let words = &features.sentences[0].words;
    let word = |at: usize| words.get(at).map_or("", |word| word.text.as_str());
    let first = (0..2)
        .take_while(|&at| matches!(word(at), "well" | "so" | "oh" | "uh" | "um" | "and" | "look"))
        .count();
    // Whether a comma, a dash or a stop follows, or nothing.
    let pauses = |at: usize| {
        let Some(word) = words.get(at) else { return false };
        at + 1 == words.len()
            || answer[word.end..]
                .chars()
                .find(|c| !c.is_whitespace())
                .is_some_and(|c| !c.is_alphanumeric() && c != '\'')
    };
    match word(first) {
        "yes" | "yeah" | "yep" | "yup" | "nope" | "correct" | "exactly" | "absolutely" | "definitely"
        | "indeed" => true,
        "no" => {
            const GO_ON: [&str; 12] =
                ["we", "i", "it", "they", "there", "that's", "it's", "i'm", "we're", "not", "sir", "there's"];
            !declines && (pauses(first) || GO_ON.contains(&word(first + 1)))
        }
        "not" => !declines && ["really", "yet", "necessarily", "at"].contains(&word(first + 1)),
        "that's" | "that" | "you're" | "you" | "it's" => {
            let at = if ["is", "are"].contains(&word(first + 1)) { first + 2 } else { first + 1 };
            let at = if ["exactly", "absolutely", "not"].contains(&word(at)) { at + 1 } else { at };
            ["right", "correct", "true", "accurate", "fair"].contains(&word(at)) && pauses(at)
        }
        "we" | "they" | "it" | "i" | "he" | "she" | "there" => {
            const HELP: [&str; 22] = [
                "do", "did", "does", "is", "are", "was", "were", "will", "would", "have", "has", "can",
                "don't", "didn't", "doesn't", "isn't", "aren't", "wasn't", "won't", "haven't", "hasn't",
                "can't",
            ];
            let last = if word(first + 2) == "not" { first + 2 } else { first + 1 };
            !declines && HELP.contains(&word(first + 1)) && pauses(last)
        }
        _ => false,
    }
}

/// The last question begins with "how" or "what", or asks to be told something.
fn asks_openly(features: &Features) -> bool {
    let asked = &features.question_sentences;
    let Some(last) = asked.iter().rfind(|sentence| sentence.asks).or(asked.last()) else { return false };
    let words = || last.words.iter().take(8).map(|word| word.text.as_str());
    let open = ["how", "what", "what's", "when", "why", "where", "which", "who"];
    let closed = [
        "is", "are", "do", "does", "did", "will", "would", "have", "has", "should", "was", "were", "can",
        "could",
    ];
    let tells = [
        "talk",
        "give",
        "help",
        "walk",
        "share",
        "provide",
        "comment",
        "discuss",
        "elaborate",
        "remind",
        "tell",
    ];
    match words().find(|word| open.contains(word) || closed.contains(word)) {
        Some(word) if open.contains(&word) => true,
        Some("can" | "could" | "would") => words().any(|word| tells.contains(&word)),
        _ => false,
    }
}

fn first_with(features: &Features, sign: Sign) -> Option<usize> {
    features.found.iter().find(|(_, found)| found.sign == sign).map(|(at, _)| *at)
}

fn sentence(features: &Features, at: usize, text: &str) -> String {
    let (start, end) = features.sentences.get(at).map_or((0, 0), words::Sentence::span);
    cut(&text[start..end]).to_owned()
}

fn cut(text: &str) -> &str {
    if text.len() <= QUOTE_BYTES {
        return text;
    }
    let short = &text[..text.floor_char_boundary(QUOTE_BYTES)];
    short.rfind(' ').map_or(short, |at| &short[..at])
}
