//! Where sentences begin and end. What stands between quotation marks is one piece: it never ends a sentence inside.

use super::lexicon::Flags;
use super::marks::{self, Quotation};
use super::tokens::{Kind, Tokens};

/// Words behind which a stop ends no sentence.
const SHORTENED: [&str; 38] = [
    "inc", "corp", "ltd", "co", "mr", "mrs", "ms", "dr", "no", "vs", "st", "sen", "rep", "gov", "jr", "sr", "mt",
    "prof", "gen", "lt", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "etc",
    "approx", "est", "fig", "al", "hon",
];

/// Tokens `from..to`, and which quotations lie in it.
#[derive(Clone, Debug)]
pub struct Sentence {
    pub from: usize,
    pub to: usize,
    pub quotations: std::ops::Range<usize>,
}

pub fn find(tokens: &Tokens, quotations: &[Quotation]) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    let (mut from, mut first_quotation, mut next_quotation) = (0, 0, 0);
    let mut i = 0;
    while i < tokens.len() {
        let mut ends = None;
        if quotations.get(next_quotation).is_some_and(|quotation| quotation.open == i) {
            let quotation = quotations[next_quotation];
            let after = quotation.after(tokens).max(i + 1);
            next_quotation += 1;
            // One in single marks may begin inside one in double marks.
            while quotations.get(next_quotation).is_some_and(|inner| inner.open < after) {
                next_quotation += 1;
            }
            let stopped = quotation.close > quotation.open + 1 && stops_inside(tokens, &quotation);
            if stopped && begins(tokens, after) || tokens.list.get(after).is_some_and(|next| next.after_break) {
                ends = Some(after);
            }
            i = after;
        } else {
            if ends_at(tokens, i) {
                ends = Some(i + 1);
            }
            i += 1;
        }
        if let Some(end) = ends.or((i >= tokens.len()).then_some(tokens.len())) {
            sentences.push(Sentence { from, to: end, quotations: first_quotation..next_quotation });
            (from, first_quotation) = (end, next_quotation);
        }
    }
    sentences.retain(|sentence| sentence.from < sentence.to);
    sentences
}

fn stops_inside(tokens: &Tokens, quotation: &Quotation) -> bool {
    let last = quotation.close - 1;
    marks::stops(tokens, last)
        || tokens.list[last].kind == Kind::Mark('\\') && last > 0 && marks::stops(tokens, last - 1)
}

/// Whether a sentence could begin here.
fn begins(tokens: &Tokens, i: usize) -> bool {
    let Some(token) = tokens.list.get(i) else { return true };
    match token.kind {
        Kind::Capital | Kind::Capitals | Kind::Number | Kind::Handle | Kind::Link => true,
        Kind::Mark(mark) => matches!(mark, '“' | '"' | '”' | '„' | '«' | '#' | '$' | '*' | '['),
        Kind::Small => false,
    }
}

/// A stop, or the last token before a break.
fn ends_at(tokens: &Tokens, i: usize) -> bool {
    let Some(next) = tokens.list.get(i + 1) else { return true };
    if next.after_break {
        return true;
    }
    let token = &tokens.list[i];
    match token.kind {
        Kind::Mark('!' | '?' | '…') => begins(tokens, i + 1),
        Kind::Mark('.') => {
            begins(tokens, i + 1)
                && !(i > 0
                    && tokens.list[i].joined
                    && SHORTENED.contains(&tokens.word(i - 1))
                    && !next.flags.has(Flags::OPENER))
        }
        Kind::Mark('•' | '|') => true,
        // `in the U.S. The bank`: the stop of the short form is the sentence's.
        Kind::Capitals | Kind::Capital => {
            tokens.spelled(i).ends_with('.') && next.kind == Kind::Capital && next.flags.has(Flags::OPENER)
        }
        _ => false,
    }
}
