//! Tells from the words alone that nobody speaks in a text, so that nothing else need be looked for.

use super::attribute::speaks;
use super::lexicon::Flags;
use super::marks::Quotation;
use super::subjects::phrase_start;
use super::tokens::{Kind, Tokens};
use super::verbs::{Form, Verb};

/// True where there is no quotation, no post and no attribution, whoever the names of the text are. May be false all the same.
pub fn is_silent(tokens: &Tokens, quotations: &[Quotation]) -> bool {
    tokens.handles.is_empty()
        && !quotations.iter().any(Quotation::is_long)
        && !tokens.sayings.iter().any(|&i| may_speak(tokens, i as usize))
}

fn may_speak(tokens: &Tokens, i: usize) -> bool {
    let token = &tokens.list[i];
    let claims = token.flags.has(Flags::CLAIM) && tokens.is(i + 1, "that");
    let noted = tokens.is(i, "by") && i > 1 && tokens.is(i - 2, "as");
    let per = tokens.is(i, "per") && i > 0 && tokens.is(i - 1, "as");
    if claims || noted || per || tokens.is(i, "according") {
        return true;
    }
    token.verb.is_some_and(|&verb| speaks(tokens, i, verb, i) && may_have_subject(tokens, i, verb))
}

/// Whether somebody may do what the verb at `verb` says: who that is stands before it, or behind it after a pause.
fn may_have_subject(tokens: &Tokens, verb: usize, kind: Verb) -> bool {
    let is_small = |i: usize, flags: Flags| tokens.list[i].kind == Kind::Small && tokens.has(i, flags);
    if kind.form == Form::State {
        return true;
    }
    let (mut end, mut passive) = (verb, false);
    while end > 0 && !tokens.list[end].after_break {
        let before = end - 1;
        if tokens.has(before, Flags::NOT.or(Flags::MODAL)) || tokens.is(before, "to") {
            return false;
        }
        if is_small(before, Flags::AUX) {
            passive |= ["is", "are", "was", "were", "be", "been", "being"].contains(&tokens.word(before));
        } else if !is_small(before, Flags::ADVERB) {
            break;
        }
        end = before;
    }
    let doing = kind.form == Form::Doing;
    if end == 0 || tokens.list[end].after_break {
        return doing;
    }
    let head = end - 1;
    match tokens.list[head].kind {
        Kind::Mark(mark) => matches!(mark, ',' | '–' | '—' | ')' | '.'),
        Kind::Link => false,
        Kind::Small if doing && !passive => {
            ["and", "while", "by", "after", "before", "in"].contains(&tokens.word(head))
        }
        Kind::Small => {
            let tells = Flags::ROLE.or(Flags::ROLES).or(Flags::COMPANY).or(Flags::PAPER).or(Flags::WHO);
            let stands_for = Flags::HE.or(Flags::THEY).or(Flags::IT).or(Flags::DATE);
            // `Seyffart in an X post suggested`: whoever stands before the phrase.
            let start = phrase_start(tokens, head, 0);
            tokens.has(head, tells.or(stands_for))
                || ["and", "but"].contains(&tokens.word(head))
                || start > 0 && is_small(start - 1, Flags::PREP)
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, silent: bool) {
        let tokens = Tokens::of(text);
        let quotations = super::super::marks::find(&tokens);
        assert_eq!(is_silent(&tokens, &quotations), silent, "{text}");
    }

    #[test]
    fn where_nobody_can_be_meant_nobody_speaks() {
        for text in [
            "",
            "Bitcoin rose by four percent on Monday.",
            "Higher fees could point to a busy month, and it is too soon to say more.",
            "Fees will not see lower levels soon and prices reflect that.",
            "The price saw a “short” fall.",
        ] {
            check(text, true);
        }
    }

    #[test]
    fn wherever_somebody_may_speak_the_text_is_looked_at() {
        for text in [
            "Jane Doe said fees will fall.",
            "She has long said that fees will fall.",
            "The company, which runs an exchange, said so.",
            "Doe in a recent post suggested lower fees.",
            "Fees will fall, adding that banks will follow.",
            "Fees will fall, as noted by Jane Doe.",
            "According to Jane Doe, fees will fall.",
            "Trump's announcement that fees will fall.",
            "“We will build more capacity next year”",
            "Fees will fall (@jane)",
        ] {
            check(text, false);
        }
    }
}
