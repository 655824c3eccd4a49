//! Names: runs of words with capitals that are no title, no date and no opener of a sentence.

use std::collections::HashSet;

use super::lexicon::Flags;
use super::tokens::{Kind, Tokens};

/// Tokens `from..to` that are one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    pub from: usize,
    pub to: usize,
}

/// Words of a longer name.
const MAX_WORDS: usize = 8;
pub const PARTICLES: [&str; 16] =
    ["de", "van", "der", "den", "von", "bin", "al", "da", "la", "du", "el", "del", "di", "ibn", "le", "te"];
/// Heads of names that go on after `of`, `for` or `and`: `Bank of England`, `Securities and Exchange Commission`.
const BEFORE_OF: [&str; 36] = [
    "bank",
    "department",
    "ministry",
    "office",
    "bureau",
    "board",
    "centers",
    "centre",
    "center",
    "house",
    "court",
    "university",
    "association",
    "committee",
    "council",
    "institute",
    "federation",
    "republic",
    "league",
    "chamber",
    "society",
    "fund",
    "college",
    "school",
    "agency",
    "authority",
    "commission",
    "union",
    "government",
    "people's",
    "reserve",
    "comptroller",
    "banks",
    "state",
    "division",
    "tribunal",
];
const AROUND_AND: [&str; 16] = [
    "media",
    "patent",
    "securities",
    "commodity",
    "commodities",
    "trading",
    "medicare",
    "research",
    "technology",
    "science",
    "health",
    "human",
    "markets",
    "futures",
    "investments",
    "revenue",
];

/// `Singapore-based`, `Nasdaq-listed`: they describe the name behind them.
const AFTER_PLACE: [&str; 12] = [
    "-based", "-backed", "-listed", "-owned", "-led", "-focused", "-powered", "-native", "-linked", "-born",
    "-founded", "-centric",
];
/// Surnames that are words of grammar, of time or of rank as well: `Adam Back`, `Michelle King`.
const SURNAMES: [&str; 17] = [
    "back", "long", "best", "early", "may", "day", "more", "will", "still", "price", "prices", "king",
    "prince", "pope", "judge", "holder", "march",
];
/// What secretaries and ministers are of.
const OFFICES: [&str; 23] = [
    "labor",
    "labour",
    "state",
    "defense",
    "defence",
    "commerce",
    "energy",
    "treasury",
    "finance",
    "education",
    "war",
    "justice",
    "economy",
    "exchequer",
    "digitalization",
    "digitalisation",
    "agriculture",
    "health",
    "trade",
    "interior",
    "currency",
    "supervision",
    "enforcement",
];

pub fn find(tokens: &Tokens) -> Vec<Name> {
    let mut names = Vec::with_capacity(tokens.len() / 8 + 4);
    let mut surnames: Vec<&str> = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        // Most words are small.
        if matches!(tokens.list[i].kind, Kind::Small | Kind::Mark(_))
            || !is_part(tokens, i)
            || is_of_link(tokens, i)
        {
            i += 1;
            continue;
        }
        // `Secretary of Labor Lori Chavez-DeRemer`: the office ends where the name begins.
        let of = if i > 2 && tokens.is(i - 1, "the") { i - 2 } else { i.saturating_sub(1) };
        let office = of > 0
            && matches!(tokens.word(of), "of" | "for")
            && tokens.has(of - 1, Flags::ROLE)
            && OFFICES.contains(&tokens.word(i))
            && i + 1 < tokens.len()
            && is_part(tokens, i + 1);
        let from = if office { i + 1 } else { i };
        let mut to = from + 1;
        while to < tokens.len() && to - from < MAX_WORDS && !tokens.list[to - 1].possessive {
            let Some(next) = continued(tokens, from, to) else { break };
            to = next;
        }
        // `Ensuring stablecoins remain`: a verb that opens a sentence.
        let verbal = tokens.list[from].after_break && tokens.word(from).ends_with("ing");
        let vague = Flags::NOBODY.or(Flags::THING).or(Flags::COMPANIES);
        let single =
            to == from + 1 && tokens.list[from].kind == Kind::Capital && (tokens.has(from, vague) || verbal);
        // `Las` of `Las Vegas-based`.
        let of_place = tokens
            .list
            .get(to)
            .is_some_and(|next| next.kind == Kind::Capital && !next.after_break && is_place(tokens.word(to)));
        if !(single || of_place && to == from + 1) {
            names.push(Name { from, to });
            if to - from > 1 && is_surname(tokens, from, to - 1) && !surnames.contains(&tokens.word(to - 1)) {
                surnames.push(tokens.word(to - 1));
            }
        }
        i = to;
    }
    add_alone(tokens, &surnames, &mut names);
    part_headings(tokens, &mut names);
    names
}

/// `Market Growth Ada Quill said`: a heading that ran into a sentence is no part of the name of somebody whom the article also
/// names without it, in full or by surname.
fn part_headings(tokens: &Tokens, names: &mut [Name]) {
    let is_given = |i: usize| super::voices::is_given_name(tokens.word(i));
    let people: HashSet<(&str, &str)> = names
        .iter()
        .filter(|name| name.to - name.from == 2 && is_given(name.from))
        .map(|name| (tokens.word(name.from), tokens.word(name.to - 1)))
        .collect();
    let surnames: HashSet<&str> = people.iter().map(|(_, surname)| *surname).collect();
    for name in names.iter_mut().filter(|name| name.to - name.from > 1) {
        let last = name.to - 1;
        let is_plain = |i: usize| tokens.list[i].kind == Kind::Capital && tokens.has_small(tokens.word(i));
        let full = (tokens.word(last - 1), tokens.word(last));
        let mut before = name.from..last - 1;
        if name.to - name.from > 2 && people.contains(&full) {
            let is_again = |i: usize| tokens.word(i) == full.0 || tokens.word(i) == full.1;
            if before.clone().any(is_plain) || before.all(is_again) {
                name.from = last - 1;
            }
        } else if surnames.contains(full.1) && (name.from..last).all(|i| is_plain(i) && !is_given(i)) {
            name.from = last;
        }
    }
}

/// `Back added that`, where the article has `Adam Back`.
fn add_alone(tokens: &Tokens, surnames: &[&str], names: &mut Vec<Name>) {
    if surnames.is_empty() {
        return;
    }
    let acts = |i: usize| {
        let next = tokens.list.get(i + 1);
        next.is_some_and(|next| {
            next.kind == Kind::Small && (next.verb.is_some() || next.flags.has(Flags::ADVERB))
        })
    };
    let mut alone: Vec<Name> = Vec::new();
    for i in 0..tokens.len() {
        let before = || names[..names.partition_point(|name| name.from <= i)].last();
        if tokens.list[i].kind == Kind::Capital
            && (tokens.list[i].possessive || acts(i))
            && surnames.contains(&tokens.word(i))
            && before().is_none_or(|name| name.to <= i)
        {
            alone.push(Name { from: i, to: i + 1 });
        }
    }
    names.extend(alone);
    names.sort_unstable_by_key(|name| name.from);
}

/// A word of grammar, of time or of rank right behind a given name, where nothing like a heading goes on.
fn is_surname(tokens: &Tokens, from: usize, at: usize) -> bool {
    tokens.list[at].kind == Kind::Capital
        && at == from + 1
        && SURNAMES.contains(&tokens.word(at))
        && tokens.list[from].kind == Kind::Capital
        && super::voices::is_given_name(tokens.word(from))
        && !tokens.list.get(at + 1).is_some_and(|next| next.is_capital() && !next.after_break)
}

/// `oVexIJC9lf` of `pic.twitter.com/oVexIJC9lf`.
fn is_of_link(tokens: &Tokens, i: usize) -> bool {
    i > 1 && tokens.list[i].joined && tokens.is_mark(i - 1, '/') && tokens.word(i - 2).contains('.')
}

/// `New York`, `New Zealand`: of a place the word belongs to the name; `new` as such does not.
pub fn is_new_place(tokens: &Tokens, i: usize) -> bool {
    const PLACES: [&str; 12] = [
        "york",
        "zealand",
        "jersey",
        "hampshire",
        "mexico",
        "delhi",
        "orleans",
        "england",
        "south",
        "brunswick",
        "yorker",
        "yorkers",
    ];
    let next = tokens.list.get(i + 1);
    tokens.is(i, "new")
        && tokens.list[i].kind == Kind::Capital
        && next.is_some_and(|next| next.kind == Kind::Capital && !next.after_break && !next.joined)
        && PLACES.contains(&tokens.word(i + 1))
}

/// May stand in a name on its own.
pub fn is_part(tokens: &Tokens, i: usize) -> bool {
    let token = &tokens.list[i];
    match token.kind {
        // `Green Minerals AS`.
        Kind::Capitals if i > 0 && token.flags.has(Flags::OPENER) => {
            tokens.is(i, "as") && tokens.list[i - 1].kind == Kind::Capital
        }
        Kind::Capitals => !token.flags.has(Flags::ROLE) && !is_small_word(tokens, i),
        Kind::Capital => {
            is_new_place(tokens, i)
                || !token.flags.has(Flags::ROLE.or(Flags::ROLES))
                    && !is_date(tokens, i)
                    && !is_small_word(tokens, i)
                    && !is_place(tokens.word(i))
                    && !token.flags.has(Flags::PAST)
                    && !is_of_title(tokens, i)
        }
        Kind::Handle => true,
        // `10x Research`.
        Kind::Number => {
            tokens.spelled(i).ends_with(|c: char| c.is_alphabetic())
                && tokens.list.get(i + 1).is_some_and(|next| next.kind == Kind::Capital && !next.joined)
        }
        _ => false,
    }
}

/// What traders call themselves before `of`, and what is no word at all.
pub fn is_epithet(tokens: &Tokens, i: usize) -> bool {
    const EPITHETS: [&str; 12] = [
        "titan", "master", "lord", "wolf", "king", "queen", "captain", "doctor", "guardian", "sage", "capo",
        "don",
    ];
    let word = tokens.word(i);
    tokens.list[i].kind == Kind::Capital && (EPITHETS.contains(&word) || !crate::reader::is_common_word(word))
}

/// `Vice` of `Vice President`.
fn is_of_title(tokens: &Tokens, i: usize) -> bool {
    tokens.is(i, "vice") && tokens.has(i + 1, Flags::ROLE)
}

/// `Singapore-based`; few words have a hyphen at all.
pub fn is_place(word: &str) -> bool {
    word.bytes().rposition(|byte| byte == b'-').is_some_and(|hyphen| AFTER_PLACE.contains(&&word[hyphen..]))
}

fn is_small_word(tokens: &Tokens, i: usize) -> bool {
    let token = &tokens.list[i];
    token
        .flags
        .has(Flags::OPENER.or(Flags::DET).or(Flags::HE).or(Flags::THEY).or(Flags::IT).or(Flags::ADVERB))
        || token.kind == Kind::Capital && token.verb.is_some_and(|verb| !verb.noun_too)
}

/// A month or a weekday; `May` and `March` with a number beside them.
pub fn is_date(tokens: &Tokens, i: usize) -> bool {
    tokens.has(i, Flags::DATE)
}

/// Where the name goes on to if the token at `to` belongs to it.
fn continued(tokens: &Tokens, from: usize, to: usize) -> Option<usize> {
    let token = &tokens.list[to];
    if token.after_break {
        return None;
    }
    if is_part(tokens, to) && token.kind != Kind::Handle || is_surname(tokens, from, to) {
        return Some(to + 1);
    }
    let next_is_part = |i: usize| i < tokens.len() && is_part(tokens, i) && !tokens.list[i].after_break;
    match token.kind {
        Kind::Small if PARTICLES.contains(&tokens.word(to)) => {
            let last = if tokens.list.get(to + 1).is_some_and(|t| t.kind == Kind::Small)
                && PARTICLES.contains(&tokens.word(to + 1))
            {
                to + 2
            } else {
                to + 1
            };
            next_is_part(last).then_some(last + 1)
        }
        Kind::Small if matches!(tokens.word(to), "of" | "for" | "on") => {
            let heads = (from..to).any(|i| BEFORE_OF.contains(&tokens.word(i)));
            let next = if tokens.is(to + 1, "the") { to + 2 } else { to + 1 };
            // `Capo of Crypto`: nobody is called so but by this name.
            let epithet = to == from + 1
                && tokens.is(to, "of")
                && tokens.is(to + 1, "crypto")
                && is_epithet(tokens, from);
            ((heads || epithet) && next_is_part(next)).then_some(next + 1)
        }
        Kind::Small if tokens.is(to, "and") => {
            // `Latham and Watkins LLP`.
            let partners = tokens.is(to + 2, "llp") && tokens.list[to + 1].kind == Kind::Capital;
            ((AROUND_AND.contains(&tokens.word(to - 1)) || partners) && next_is_part(to + 1))
                .then_some(to + 2)
        }
        Kind::Mark('&') => next_is_part(to + 1).then_some(to + 2),
        // Middle initials and shortened words: `John F. Kennedy`, `Axel Adler Jr.`.
        Kind::Mark('.') if token.joined => {
            let word = tokens.word(to - 1);
            let shortened = word.len() == 1 || ["jr", "sr", "dr", "inc", "st"].contains(&word);
            (shortened && next_is_part(to + 1) && to > from + 1).then_some(to + 2)
        }
        // `Changpeng “CZ” Zhao`.
        Kind::Mark('“' | '"' | '‘' | '\'') if next_is_part(to + 1) && next_is_part(to + 3) => {
            matches!(tokens.list[to + 2].kind, Kind::Mark('”' | '"' | '’' | '\'')).then_some(to + 4)
        }
        // `Merlijn The Trader`.
        Kind::Capital if tokens.is(to, "the") && to > from && to == from + 1 => {
            let next = tokens.list.get(to + 1)?;
            (next.kind == Kind::Capital && next.flags.has(Flags::ROLE) && !next.joined).then_some(to + 2)
        }
        _ => None,
    }
}
