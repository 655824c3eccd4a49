//! What stands behind a verb of speech: a clause, a thing with what is said of it, or a thing that is only named.

use super::Article;
use super::attribute::{Order, Said};
use super::lexicon::Flags;
use super::tokens::{Kind, Tokens};

/// Words in marks that say enough of what a pronoun stands for.
const MIN_QUOTED: usize = 3;

/// A helping verb soon, or a pronoun at once: a clause rather than a noun.
pub fn is_clause(article: &Article, at: usize, to: usize) -> bool {
    let tokens = &article.tokens;
    let pronoun = tokens.has(at, Flags::HE.or(Flags::THEY).or(Flags::IT)) || tokens.has(at, Flags::AUX);
    if pronoun {
        return true;
    }
    let Some(verb) = (at..to.min(at + 16)).find(|&i| is_finite(tokens, i)) else { return false };
    // `announced its plans to raise funds, so it has`: the verb belongs to something else.
    !(at..verb)
        .any(|i| tokens.is(i, "to") || ["plans", "plan", "launch", "partnership"].contains(&tokens.word(i)))
        && !(at + 1..verb).any(|i| opens_another(tokens, i))
}

fn is_finite(tokens: &Tokens, i: usize) -> bool {
    tokens.list[i].kind == Kind::Small && tokens.has(i, Flags::AUX.or(Flags::MODAL))
        || is_contracted(tokens, i)
}

/// `Ripple’s building`: a possessive mark before a verb is an `is`; only a small word tells.
fn is_contracted(tokens: &Tokens, i: usize) -> bool {
    let token = &tokens.list[i];
    token.possessive && token.flags.has(Flags::HE.or(Flags::IT).or(Flags::THEY))
}

/// `a fund that would hold coins`, `the gains the firm has seen`, `the deal, and shares have risen`: the verb behind belongs to
/// another clause than the noun before.
fn opens_another(tokens: &Tokens, i: usize) -> bool {
    const JOINTS: [&str; 9] =
        ["because", "while", "when", "since", "although", "though", "as", "after", "where"];
    let token = &tokens.list[i];
    if token.kind != Kind::Small {
        return false;
    }
    let word = tokens.word(i);
    let joins = word == "but" || word == "and" && tokens.is_mark(i - 1, ',');
    let before = &tokens.list[i - 1];
    let others = Flags::PREP.or(Flags::CONJ).or(Flags::ADVERB).or(Flags::AUX).or(Flags::DET);
    let follows_noun = before.kind == Kind::Small
        && before.verb.is_none()
        && !before.flags.has(others.or(Flags::DATE).or(Flags::PAPER).or(Flags::WHO));
    let opens = token.flags.has(Flags::HE.or(Flags::IT).or(Flags::THEY))
        || ["the", "a", "an", "its", "his", "her", "their"].contains(&word);
    // `cautioned users that the price may fall`.
    let told = word == "that" && before.flags.has(Flags::NOBODY.or(Flags::ROLES).or(Flags::COMPANIES));
    token.flags.has(Flags::WHO) && !told || joins || JOINTS.contains(&word) || opens && follows_noun
}

/// `described it as`: the `as` stands in the same clause and does not say when or as what somebody acted.
pub fn with_as(article: &Article, at: usize, to: usize) -> bool {
    let tokens = &article.tokens;
    let mut inside = (at + 1..to.min(at + 24)).take_while(|&i| {
        let token = &tokens.list[i];
        let other = token.verb.is_some_and(|verb| verb.with_as && !verb.noun_too);
        let acts = token.flags.has(Flags::AUX.or(Flags::MODAL)) && !tokens.is(i, "being");
        token.kind != Kind::Small || !(other || acts)
    });
    inside.any(|i| {
        let joins = tokens.is_mark(i - 1, ',') || tokens.has(i - 1, Flags::ADVERB);
        tokens.is(i, "as")
            && !joins
            && !tokens.has(i + 1, Flags::ROLE)
            && !tokens.is(i + 1, "well")
            && !tokens.is(i + 2, "as")
    })
}

/// `acknowledged the purchase`, `mentioning Bob Roe, the chairman of the office`: what somebody only names.
pub fn is_only_named(article: &Article, one: &Said, start: usize, end: usize) -> bool {
    const NAMING: [&str; 4] = ["mention", "acknowledg", "point", "cit"];
    const DEFINITE: [&str; 10] =
        ["the", "this", "that", "these", "those", "its", "his", "her", "their", "such"];
    let tokens = &article.tokens;
    let verb = tokens.word(one.verb);
    let behind = matches!(one.order, Order::SubjectFirst | Order::Continued) && start > one.verb;
    if !behind || tokens.is(start - 1, "that") || !NAMING.iter().any(|head| verb.starts_with(head)) {
        return false;
    }
    let named = tokens.list[start].is_capital();
    let owned = tokens.list[start].possessive;
    let definite = tokens.list[start].kind == Kind::Small && DEFINITE.contains(&tokens.word(start));
    (named || owned || definite) && !says_of(article, start, end, named)
}

/// Something is said of what is named: a verb, a figure, what it is taken for, or a noun that tells of it by itself.
fn says_of(article: &Article, start: usize, end: usize, named: bool) -> bool {
    const TELLING: [&str; 26] = [
        "absence",
        "ability",
        "interest",
        "influence",
        "effect",
        "effects",
        "trend",
        "importance",
        "need",
        "risk",
        "risks",
        "potential",
        "possibility",
        "lack",
        "role",
        "growth",
        "rise",
        "decline",
        "difficulty",
        "challenge",
        "challenges",
        "opportunity",
        "threat",
        "danger",
        "impact",
        "strength",
    ];
    let tokens = &article.tokens;
    let small = |i: usize| tokens.list[i].kind == Kind::Small;
    let verb = (start..end).find(|&i| is_finite(tokens, i));
    let acts = verb.is_some_and(|verb| !(start + 1..verb).any(|i| opens_another(tokens, i)));
    // `Bitcoin holds`: behind a name a word of the language is its verb.
    let name_end = (start..end).find(|&i| !tokens.list[i].is_capital()).unwrap_or(end);
    let joints = Flags::PREP.or(Flags::CONJ).or(Flags::WHO);
    let named_acts = named
        && name_end < end
        && !tokens.list[name_end - 1].possessive
        && small(name_end)
        && !tokens.has(name_end, joints);
    // `the risks of`, `the risk that`, `the risks posed by`.
    let of = |i: usize| {
        i < end
            && small(i)
            && (tokens.has(i, Flags::PREP) || tokens.is(i, "that") || tokens.word(i).ends_with("ed"))
    };
    let object = Flags::DET.or(Flags::IT).or(Flags::HE);
    acts || named_acts
        || (start..end).any(|i| {
            let token = &tokens.list[i];
            let near = i < start + 5;
            match token.kind {
                Kind::Mark('%' | '$' | ':') => true,
                Kind::Number => !is_year(tokens.spelled(i)),
                Kind::Small => {
                    tokens.is(i, "as")
                        || i > start && i < start + 4 && tokens.word(i).ends_with("ing")
                        || near && TELLING.contains(&tokens.word(i)) && of(i + 1)
                        || i > start + 1 && tokens.word(i).ends_with("ed") && tokens.has(i + 1, object)
                }
                _ => false,
            }
        })
}

fn is_year(number: &str) -> bool {
    number.len() == 4 && (number.starts_with("19") || number.starts_with("20"))
}

/// `it as a threat`: nobody can tell what is spoken of, unless the words in marks say it.
pub fn is_pronoun_as(article: &Article, start: usize, end: usize) -> bool {
    const PRONOUNS: [&str; 8] = ["it", "him", "her", "them", "this", "that", "these", "those"];
    let tokens = &article.tokens;
    let quoted = || (start..end).filter(|&i| tokens.list[i].is_word() && article.is_quoted(i)).count();
    PRONOUNS.contains(&tokens.word(start)) && tokens.is(start + 1, "as") && quoted() < MIN_QUOTED
}
