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
    if says_yes_or_no(features) {
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

/// The answer opens with a yes or a no. "We don't disclose that" opens with neither: it declines.
fn says_yes_or_no(features: &Features) -> bool {
    let opens = |sign: Sign| first_with(features, sign) == Some(0);
    let declines = opens(Sign::Refuses) || opens(Sign::Unable) || opens(Sign::Defers);
    let plain = features.sentences[0].words.first().is_some_and(|word| {
        matches!(
            word.text.as_str(),
            "yes" | "no" | "yeah" | "yep" | "nope" | "correct" | "exactly" | "absolutely"
        )
    });
    (opens(Sign::Confirms) || opens(Sign::Denies)) && (plain || !declines)
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
