//! What an article says a name is: the title before it, the apposition behind it, the firm it is of.

use super::lexicon::Flags;
use super::names::Name;
use super::tokens::{Kind, Tokens};
use super::verbs::Form;

/// Words of a title that stand before or behind a name.
const MAX_BEFORE: usize = 10;
const MAX_BEHIND: usize = 24;

/// Tokens `from..to` that describe a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Described {
    pub from: usize,
    pub to: usize,
    /// A role of one person, and not only what a company is called.
    pub person: bool,
    pub company: bool,
    /// The first token that belongs to name and description together.
    pub starts: usize,
    /// The first token after both.
    pub ends: usize,
}

/// `Bybit CEO Ben Zhou`, `security firm PeckShield`, `the company’s CEO, Yoshihiko Takahashi`.
pub fn before(tokens: &Tokens, name: Name) -> Option<Described> {
    let mut last = name.from.checked_sub(1)?;
    if tokens.is_mark(last, ',') && last > 0 && tokens.has(last - 1, Flags::ROLE.or(Flags::COMPANY)) {
        last -= 1;
    }
    // `U.S. Sen. Jane Doe`.
    if tokens.is_mark(last, '.') && tokens.list[last].joined && last > 0 && is_seat_in_short(tokens, last - 1)
    {
        return Some(titled(tokens, name, last - 1, last + 1));
    }
    // `head of research Tom Lee`: the role stands before what it is of.
    let of = (last.saturating_sub(4)..last)
        .rev()
        .find(|&i| matches!(tokens.word(i), "of" | "for") && i > 0 && tokens.has(i - 1, Flags::ROLE));
    if let Some(of) = of
        && !is_head(tokens, last)
        && !super::names::is_place(tokens.word(last))
        && (of + 1..=last)
            .all(|i| tokens.list[i].is_word() && goes_left(tokens, i) && !tokens.list[i].possessive)
    {
        return Some(titled(tokens, name, of - 1, last + 1));
    }
    // With a capital these stand in headings as often as in titles.
    let loose =
        ["leader", "figure", "member", "lead", "veteran", "holder", "king", "general", "whale", "user"];
    let heading = tokens.list[last].kind == Kind::Capital
        && (loose.contains(&tokens.word(last)) && !is_public(tokens, last)
            || !tokens.has(last, Flags::ROLE.or(Flags::ROLES)));
    if tokens.list[name.from].after_break || heading || !is_head(tokens, last) || tokens.list[last].possessive
    {
        return None;
    }
    let (person, company) = kinds(tokens, last, last + 1);
    let found = Described { person, company, ..titled(tokens, name, last, last + 1) };
    (!is_denied(tokens, found.from)).then_some(found)
}

/// What somebody is not, or is no longer: `no longer CEO, Jane Doe`.
fn is_denied(tokens: &Tokens, title: usize) -> bool {
    let before = |back: usize| title.checked_sub(back).map_or("", |i| tokens.word(i));
    before(1) == "longer" && matches!(before(2), "no" | "any") || matches!(before(1), "not" | "never")
}

/// A person whose title ends before `to`, with what goes before its noun.
fn titled(tokens: &Tokens, name: Name, noun: usize, to: usize) -> Described {
    let mut from = noun;
    while from > 0
        && noun - from < MAX_BEFORE
        && !tokens.list[from].after_break
        && goes_left(tokens, from - 1)
    {
        from -= 1;
    }
    // `CEO Jane Doe and renowned investor Bob Roe`: what joins two people belongs to neither.
    if from < noun && (tokens.is(from, "and") || tokens.is(from, "&")) {
        from += 1;
    }
    Described { from, to, person: true, company: false, starts: from, ends: name.to }
}

/// `Sen.`, `Rep.`, `Gov.`: with a capital, before a name.
fn is_seat_in_short(tokens: &Tokens, i: usize) -> bool {
    tokens.list[i].kind == Kind::Capital && ["sen", "rep", "gov", "sens", "reps"].contains(&tokens.word(i))
}

/// `Senate Majority Leader`, `Attorney General`: what stands before shows that it is a title.
fn is_public(tokens: &Tokens, i: usize) -> bool {
    let before = i.checked_sub(1).map_or("", |before| tokens.word(before));
    super::office_words::is_side(before)
        || ["attorney", "solicitor", "inspector", "secretary"].contains(&before)
}

/// A noun that can stand right before a name and say what it is.
fn is_head(tokens: &Tokens, i: usize) -> bool {
    let flags = Flags::ROLE.or(Flags::ROLES).or(Flags::COMPANY);
    tokens.list[i].is_word() && tokens.has(i, flags)
}

/// What may stand before a title and is no part of it: `whether District Judge Jane Doe`, `called out Tron founder Jane Doe`, `to
/// fire Fed Chair Jane Doe`, `a step chief executive Jane Doe called wrong`, `no longer CEO`, `In brief Author Jane Doe`.
const NO_MODIFIERS: [&str; 63] = [
    "whether", "what", "why", "how", "than", "not", "out", "up", "off", "down", "let", "longer", "larger",
    "bigger", "smaller", "better", "greater", "more", "less", "step", "move", "claim", "view", "stance",
    "idea", "decision", "reason", "fact", "moment", "way", "thing", "brief", "acquire", "keep", "miss",
    "replace", "remove", "oust", "sue", "meet", "met", "join", "appoint", "nominate", "thank", "blame",
    "pick", "made", "took", "saw", "sent", "gave", "got", "put", "help", "helps", "buy", "buys", "sell",
    "sells", "make", "makes", "take",
];

fn goes_left(tokens: &Tokens, i: usize) -> bool {
    let token = &tokens.list[i];
    let next = i + 1;
    match token.kind {
        Kind::Small if tokens.is(i, "and") || tokens.is(i, "&") => {
            i > 0 && (is_head(tokens, i - 1) || tokens.has(next, Flags::ROLE) && is_head(tokens, i - 1))
        }
        Kind::Small if matches!(tokens.word(i), "of" | "for") => i > 0 && tokens.has(i - 1, Flags::ROLE),
        Kind::Small if tokens.is(i, "the") => {
            i > 1 && tokens.is(i - 1, "of") && tokens.has(i - 2, Flags::ROLE)
        }
        Kind::Small => {
            let stops =
                Flags::DET.or(Flags::PREP).or(Flags::CONJ).or(Flags::AUX).or(Flags::MODAL).or(Flags::WHO);
            let speaks = token.verb.is_some_and(|verb| !verb.noun_too || verb.form == Form::Third);
            // `threatened to fire Fed Chair Jane Doe`, `his ally-turned-rival President Doe`.
            let before_capital = tokens.list[next].is_capital()
                && (tokens.is(i, "fire") || tokens.word(i).contains("-turned-"));
            !before_capital
                && !token.flags.has(stops)
                && !speaks
                && !token.flags.has(Flags::ADVERB)
                && !is_participle(tokens, i)
                && !is_done(tokens.word(i))
                && !NO_MODIFIERS.contains(&tokens.word(i))
        }
        // `President Trump Announces Ceasefire US President`.
        Kind::Capital
            if token.verb.is_some_and(|verb| !verb.noun_too && verb.form == Form::Third)
                && !token.flags.has(Flags::ROLE) =>
        {
            false
        }
        Kind::Capital | Kind::Capitals => {
            !token.flags.has(Flags::OPENER)
                || token.flags.has(Flags::NATION)
                || super::names::is_new_place(tokens, i)
        }
        Kind::Number => false,
        Kind::Mark(mark) => matches!(mark, '&' | '/') || mark == '.' && token.joined && shortened(tokens, i),
        Kind::Handle | Kind::Link => false,
    }
}

/// `said`, `made`: no part of a title. `experienced`, `seasoned` are.
fn is_participle(tokens: &Tokens, i: usize) -> bool {
    let word = tokens.word(i);
    word.ends_with("ing")
        && word.len() > 5
        && ![
            "leading",
            "trading",
            "mining",
            "banking",
            "marketing",
            "founding",
            "acting",
            "managing",
            "outgoing",
            "gaming",
            "staking",
            "lending",
            "operating",
            "rating",
            "consulting",
            "engineering",
            "investing",
            "restaking",
            "prevailing",
            "advertising",
            "clearing",
            "sitting",
        ]
        .contains(&word)
}

/// `supported Coinbase CEO Jane Doe`: what was done is no part of a title; `seasoned`, `well-respected` are.
fn is_done(word: &str) -> bool {
    const QUALITIES: [&str; 42] = [
        "followed",
        "collapsed",
        "seasoned",
        "experienced",
        "respected",
        "renowned",
        "esteemed",
        "acclaimed",
        "celebrated",
        "distinguished",
        "certified",
        "accredited",
        "licensed",
        "registered",
        "verified",
        "disgraced",
        "convicted",
        "retired",
        "decentralized",
        "decentralised",
        "centralized",
        "tokenized",
        "traded",
        "listed",
        "regulated",
        "established",
        "noted",
        "famed",
        "troubled",
        "embattled",
        "trusted",
        "limited",
        "advanced",
        "automated",
        "integrated",
        "distributed",
        "unnamed",
        "based",
        "backed",
        "owned",
        "applied",
        "united",
    ];
    word.ends_with("ed") && word.len() > 4 && !word.contains('-') && !QUALITIES.contains(&word)
}

fn shortened(tokens: &Tokens, i: usize) -> bool {
    i > 0 && ["inc", "corp", "ltd", "co"].contains(&tokens.word(i - 1))
}

/// `James Check, lead analyst at Glassnode,` and `Bivu Das of Kraken UK`.
pub fn behind(tokens: &Tokens, name: Name, sentence_end: usize) -> Option<Described> {
    let mut at = name.to;
    if tokens.list[name.to - 1].possessive {
        return None;
    }
    if tokens.is_mark(at, '(') {
        let close = (at + 1..(at + 10).min(sentence_end)).find(|&i| tokens.is_mark(i, ')'))?;
        if (at + 1..close).any(|i| tokens.has(i, Flags::ROLE)) {
            let (person, company) = kinds(tokens, at + 1, close);
            return Some(Described {
                from: at + 1,
                to: close,
                person,
                company,
                starts: name.from,
                ends: close + 1,
            });
        }
        at = close + 1;
    }
    if at + 1 >= sentence_end {
        return None;
    }
    if tokens.is_mark(at, ',') || tokens.is_mark(at, '–') || tokens.is_mark(at, '—') {
        return apposition(tokens, name, at + 1, sentence_end);
    }
    // `appointed Joe Burnett as its Director of Bitcoin Strategy`.
    if tokens.is(at, "as") && tokens.list[at].kind == Kind::Small {
        let role = (at + 1..sentence_end.min(at + 8)).find(|&i| tokens.has(i, Flags::ROLE))?;
        let plain =
            (at + 1..role).all(|i| tokens.list[i].is_word() && !tokens.has(i, Flags::PREP.or(Flags::AUX)));
        let from = if tokens.has(at + 1, Flags::DET) { at + 2 } else { at + 1 };
        return plain.then_some(Described {
            from,
            to: role + 1,
            person: true,
            company: false,
            starts: name.from,
            ends: name.to,
        });
    }
    let of = matches!(tokens.word(at), "of" | "from" | "at") && tokens.list[at].kind == Kind::Small;
    let first = if tokens.is(at + 1, "the") { at + 2 } else { at + 1 };
    // `Start of Expansion`, `Lots of Skepticism`, `Total Amount of Holders`: words of the language are of something, and nobody.
    let opens = tokens.list[name.from].after_break
        || name.from == 0
        || super::marks::stops(tokens, name.from - 1)
        || tokens.list[name.from - 1].is_capital()
        || matches!(tokens.list[name.from - 1].kind, Kind::Number | Kind::Link | Kind::Mark(')'));
    let is_word = |i: usize| {
        !super::names::is_epithet(tokens, i)
            && crate::reader::is_common_word(tokens.word(i))
            && !super::voices::is_given_name(tokens.word(i))
    };
    let is_plain = opens && name.to - name.from < 3 && (name.from..name.to).all(is_word);
    if of && !is_plain && first < sentence_end && super::names::is_part(tokens, first) {
        let mut to = first + 1;
        while to < sentence_end && to - first < 4 && super::names::is_part(tokens, to) {
            to += 1;
        }
        return Some(Described { from: at, to, person: true, company: false, starts: name.from, ends: to });
    }
    None
}

fn apposition(tokens: &Tokens, name: Name, from: usize, sentence_end: usize) -> Option<Described> {
    let limit = sentence_end.min(from + MAX_BEHIND);
    // `, amid growing pressure on the chair`, `, appointed by the president`: nothing that somebody is.
    let acts = tokens.list[from].kind == Kind::Small
        && (tokens.has(from, Flags::PREP) && !["of", "at", "from"].contains(&tokens.word(from))
            || is_done(tokens.word(from)));
    if acts || tokens.is(from, "not") || tokens.is(from, "no") && tokens.is(from + 1, "longer") {
        return None;
    }
    let mut head = None;
    let mut to = from;
    while to < limit {
        let token = &tokens.list[to];
        if let Kind::Mark(',' | ';' | ':' | '.' | '(' | '–' | '—' | '“' | '"' | '”' | '!' | '?') = token.kind
        {
            break;
        }
        if head.is_none() && token.is_word() && is_head(tokens, to) && !token.possessive {
            head = Some(to);
        }
        // `a White House advisor`, `a crypto exchange executive`: the role stands behind the firm that it is at.
        if let Some(firm) = head
            && to > firm
            && tokens.has(to, Flags::ROLE)
            && !token.possessive
            && !tokens.has(firm, Flags::ROLE.or(Flags::ROLES))
            && (firm + 1..to).all(|i| goes_left(tokens, i) && !tokens.is(i, "of") && !tokens.is(i, "for"))
            && (tokens.is(firm, "house") || !is_either(tokens, to))
        {
            head = Some(to);
        }
        // A clause is no apposition, unless the title stood before it: `CEO of X who said`.
        let clause = token.flags.has(Flags::AUX.or(Flags::MODAL).or(Flags::HE))
            || token.kind == Kind::Small && token.verb.is_some_and(|verb| !verb.noun_too && !verb.with_as)
            || token.kind == Kind::Small && is_done(tokens.word(to)) && tokens.has(to + 1, Flags::DET);
        let relative = token.flags.has(Flags::WHO) && !tokens.is(to, "that");
        if relative && head.is_some() && !tokens.is(from, "the") {
            break;
        }
        if clause || relative || to == from && is_participle(tokens, to) {
            return None;
        }
        to += 1;
    }
    let head = head?;
    // The noun stands early: what follows further on describes something else.
    if head - from > 9 {
        return None;
    }
    let (person, company) = kinds(tokens, head, head + 1);
    let ends = if tokens.is_mark(to, ',') || tokens.is_mark(to, '–') || tokens.is_mark(to, '—') {
        to + 1
    } else {
        to
    };
    let from = if tokens.has(from, Flags::DET) { from + 1 } else { from };
    Some(Described { from, to, person, company, starts: name.from, ends })
}

/// Whether the words name a person's role, and whether a kind of company.
fn kinds(tokens: &Tokens, from: usize, to: usize) -> (bool, bool) {
    let person = (from..to).any(|i| tokens.has(i, Flags::ROLE.or(Flags::ROLES)));
    let company = (from..to).any(|i| tokens.has(i, Flags::COMPANY));
    // A `miner` or a `regulator` may be either; before a name it is a company more often.
    let both = ["miner", "regulator", "builder", "developer"];
    let either = (from..to).all(|i| both.contains(&tokens.word(i)));
    (person && !(either && company), company)
}

/// Nouns that firms are called as well as people.
pub fn is_either(tokens: &Tokens, i: usize) -> bool {
    const EITHER: [&str; 20] = [
        "manager",
        "developer",
        "miner",
        "builder",
        "lender",
        "investor",
        "partner",
        "pioneer",
        "leader",
        "holder",
        "creator",
        "advisor",
        "adviser",
        "consultant",
        "auditor",
        "designer",
        "member",
        "contributor",
        "regulator",
        "specialist",
    ];
    EITHER.contains(&tokens.word(i))
}
