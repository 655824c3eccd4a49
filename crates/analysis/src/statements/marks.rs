//! What stands between quotation marks, in whatever style they are written.

use super::lexicon::Flags;
use super::tokens::{Kind, Tokens};
use super::verbs::Form;

/// Words from which on it is somebody's sentence rather than a term or a title.
pub const MIN_WORDS: usize = 5;
/// The same where a comma stands before the closing mark and a verb of speech beside it: `“The premium is gone,” she wrote`.
const MIN_ATTRIBUTED_WORDS: usize = 3;
/// Tokens behind the closing mark among which that verb stands.
const MAX_ATTRIBUTION: usize = 5;
/// Tokens after which an opened quotation counts as never closed.
const MAX_TOKENS: usize = 700;

/// One quotation: its marks stand at `open` and `close`, the words between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quotation {
    pub open: usize,
    /// The closing mark, or the first token after an unclosed one.
    pub close: usize,
    pub words: usize,
    /// Short, and the words right behind it say who speaks.
    pub attributed: bool,
}

impl Quotation {
    /// Long enough to be a statement.
    pub fn is_long(&self) -> bool {
        self.words >= MIN_WORDS || self.attributed
    }

    /// First token after the closing mark.
    pub fn after(&self, tokens: &Tokens) -> usize {
        if mark_at(tokens, self.close).is_some() { self.close + 1 } else { self.close }
    }

    /// The bytes of what is said: without marks, blanks and a last comma.
    pub fn bytes(&self, tokens: &Tokens) -> Option<(usize, usize)> {
        let (mut first, mut last) = (self.open + 1, self.close);
        while first < last && (mark_at(tokens, first).is_some() || tokens.is_mark(first, '\\')) {
            first += 1;
        }
        while last > first
            && (tokens.is_mark(last - 1, ',')
                || tokens.is_mark(last - 1, '\\')
                || tokens.list[last - 1].kind == Kind::Link
                || mark_at(tokens, last - 1).is_some_and(|mark| mark != Mark::Single))
        {
            last -= 1;
        }
        (first < last).then(|| (tokens.list[first].start as usize, end_of(tokens, last - 1)))
    }
}

/// The byte after a token with its possessive ending.
pub fn end_of(tokens: &Tokens, i: usize) -> usize {
    let end = tokens.list[i].end as usize;
    if !tokens.list[i].possessive {
        return end;
    }
    let rest = &tokens.text[end..];
    let tail: usize =
        rest.chars().take_while(|c| matches!(c, '\'' | '’' | 's' | 'S')).map(char::len_utf8).sum();
    end + tail
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Open,
    Close,
    Either,
    Single,
}

fn mark_at(tokens: &Tokens, i: usize) -> Option<Mark> {
    match tokens.list.get(i)?.kind {
        Kind::Mark('“' | '„' | '«' | '「' | '『' | '‟') => Some(Mark::Open),
        Kind::Mark('”' | '»' | '」' | '』') => Some(Mark::Close),
        Kind::Mark('"' | '＂') => Some(Mark::Either),
        Kind::Mark('‘' | '’' | '\'') => Some(Mark::Single),
        _ => None,
    }
}

/// Every quotation in double marks, in order and apart; then those in single marks that lie outside of them.
pub fn find(tokens: &Tokens) -> Vec<Quotation> {
    let mut found = Vec::new();
    let mut open: Option<usize> = None;
    for &i in &tokens.marks {
        let i = i as usize;
        if let Some(start) = open
            && i - start > MAX_TOKENS
        {
            push_unclosed(tokens, start, start + MAX_TOKENS + 1, &mut found);
            open = None;
        }
        let Some(mark) = mark_at(tokens, i) else { continue };
        if mark == Mark::Single {
            continue;
        }
        match open {
            None if opens(tokens, i, mark) => open = Some(i),
            None => {}
            Some(start) => match closes(tokens, i, mark) {
                Closing::Ends => {
                    push(tokens, start, i, &mut found);
                    open = None;
                }
                // The next paragraph of the same speech opens with a mark of its own.
                Closing::GoesOn => {}
                Closing::Restarts => {
                    push_unclosed(tokens, start, i, &mut found);
                    open = Some(i);
                }
            },
        }
    }
    if let Some(start) = open {
        push_unclosed(tokens, start, tokens.len().min(start + MAX_TOKENS + 1), &mut found);
    }
    let single = find_single(tokens, &found);
    found.extend(single);
    found.sort_by_key(|quotation| quotation.open);
    found
}

fn opens(tokens: &Tokens, i: usize, mark: Mark) -> bool {
    let next_joined = tokens.list.get(i + 1).is_some_and(|token| token.joined && token.is_word());
    match mark {
        Mark::Open => true,
        // Some write the closing mark on both sides.
        Mark::Close => next_joined && (!tokens.list[i].joined || follows_colon(tokens, i)),
        // Inches and the like stand behind a number.
        Mark::Either => {
            !(tokens.list[i].joined && i > 0 && tokens.list[i - 1].kind == Kind::Number) || next_joined
        }
        Mark::Single => false,
    }
}

fn follows_colon(tokens: &Tokens, i: usize) -> bool {
    i > 0 && (tokens.is_mark(i - 1, ':') || tokens.is_mark(i - 1, ','))
}

enum Closing {
    Ends,
    GoesOn,
    Restarts,
}

fn closes(tokens: &Tokens, i: usize, mark: Mark) -> Closing {
    let token = &tokens.list[i];
    let next_joined = tokens.list.get(i + 1).is_some_and(|next| next.joined && next.is_word());
    match mark {
        Mark::Close => Closing::Ends,
        Mark::Either if token.after_break && next_joined => Closing::GoesOn,
        Mark::Either if !token.joined && next_joined => Closing::Restarts,
        Mark::Either => Closing::Ends,
        _ if token.after_break => Closing::GoesOn,
        // Behind a full stop it was meant to close.
        _ if token.joined && i > 0 && stops(tokens, i - 1) => Closing::Ends,
        _ if !next_joined => Closing::Ends,
        _ => Closing::Restarts,
    }
}

#[inline]
pub fn stops(tokens: &Tokens, i: usize) -> bool {
    matches!(tokens.list[i].kind, Kind::Mark('.' | '!' | '?' | '…'))
}

fn push(tokens: &Tokens, open: usize, close: usize, found: &mut Vec<Quotation>) {
    let words = tokens.list[open + 1..close].iter().filter(|token| token.is_word()).count();
    if words > 0 {
        let attributed =
            (MIN_ATTRIBUTED_WORDS..MIN_WORDS).contains(&words) && is_attributed(tokens, open, close);
        found.push(Quotation { open, close, words, attributed });
    }
}

/// `,” said Jane Doe`, `,” Jane Doe wrote`: nothing but a name or a pronoun stands between mark and verb.
fn is_attributed(tokens: &Tokens, open: usize, close: usize) -> bool {
    let ends = mark_at(tokens, close).is_some() && tokens.is_mark(close - 1, ',');
    let begins = tokens.list[open + 1].is_capital() || tokens.list[open + 1].kind == Kind::Number;
    let rest = (close + 1..tokens.len()).take(MAX_ATTRIBUTION).take_while(|&i| {
        let token = &tokens.list[i];
        token.is_word() && !token.after_break
    });
    let mut verbs = rest.filter(|&i| tokens.list[i].kind == Kind::Small);
    ends && begins
        && verbs
            .find(|&i| tokens.list[i].verb.is_some() || tokens.has(i, Flags::PREP.or(Flags::AUX)))
            .and_then(|i| tokens.list[i].verb)
            .is_some_and(|verb| verb.quotes && matches!(verb.form, Form::Past | Form::Third))
}

/// An unclosed quotation reaches to the end of its sentence.
fn push_unclosed(tokens: &Tokens, open: usize, limit: usize, found: &mut Vec<Quotation>) {
    let end = (open + 1..limit).find(|&i| stops(tokens, i) || i > open + 1 && tokens.list[i].after_break);
    if let Some(end) = end {
        let close = if stops(tokens, end) { end + 1 } else { end };
        push(tokens, open, close, found);
    }
}

/// Single marks: only those that open with a curly one or at a blank, and close behind a stop or comma.
fn find_single(tokens: &Tokens, taken: &[Quotation]) -> Vec<Quotation> {
    let mut found = Vec::new();
    let mut next = 0;
    let mut free = 0;
    for &mark in &tokens.marks {
        let at = mark as usize;
        if at < free {
            continue;
        }
        while next < taken.len() && taken[next].close < at {
            next += 1;
        }
        let inside = taken.get(next).is_some_and(|outer| outer.open <= at && at <= outer.close);
        let opening = match tokens.list[at].kind {
            Kind::Mark('‘') => true,
            Kind::Mark('\'') => !tokens.list[at].joined,
            _ => false,
        };
        if !opening || inside || !tokens.list.get(at + 1).is_some_and(|token| token.joined) {
            continue;
        }
        let limit = taken.get(next).map_or(tokens.len(), |outer| outer.open).min(at + MAX_TOKENS);
        let close = (at + 2..limit).find(|&i| {
            matches!(tokens.list[i].kind, Kind::Mark('’' | '\''))
                && matches!(tokens.list[i - 1].kind, Kind::Mark(',' | '.' | '!' | '?'))
                && tokens.list[i].joined
        });
        if let Some(close) = close {
            push(tokens, at, close, &mut found);
            free = close + 1;
        }
    }
    found
}
