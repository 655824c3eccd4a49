//! What an article says a speaker is, as it is shown: the title and the firm or office in it.

use domain::Cohort;

use super::Article;
use super::describe::Described;
use super::entities::{Being, Entity};
use super::lexicon::Flags;
use super::nobody::is_place_name;
use super::office_words::is_side;
use super::offices;
use super::titles::from_title;
use super::tokens::{Kind, Tokens};

/// The title of a speaker, without the words of a heading before it.
pub fn title(article: &Article, entity: usize) -> String {
    let (tokens, entity) = (&article.tokens, &article.entities.list[entity]);
    let stated = entity.own_described().find(|one| one.person);
    let best =
        stated.or_else(|| entity.own_described().next().filter(|_| entity.being == Being::Organisation));
    let Some(best) = best else { return String::new() };
    // Words of a heading may stand before the title: only a firm's name belongs to it.
    let role = (best.from..best.to).find(|&i| tokens.list[i].kind == Kind::Small || is_role(tokens, i));
    let mut from = role.unwrap_or(best.from);
    while from > best.from
        && (article.entities.is_firm_at(from - 1)
            || is_coin(article, from - 1)
            || is_place(tokens, from - 1)
            || is_of_title(tokens, from - 1))
    {
        from -= 1;
    }
    let opens = from > best.from && article.sentences.iter().any(|sentence| sentence.from == from - 1);
    let from = if opens { from - 1 } else { from };
    tokens.stretch(from, best.to).trim().to_owned()
}

/// The firm or office that a title names, unless the title says that it is over.
pub fn affiliation(article: &Article, entity: usize) -> String {
    let described = article.entities.list[entity].own_described().filter(|one| one.person);
    let current: Vec<_> =
        described.filter(|one| !(one.from..one.to).any(|i| is_past(article.tokens.word(i)))).collect();
    let firm_at = |i: usize| {
        let name = article.entities.name_at(i).filter(|&name| names_firm(article, name))?;
        article.entities.of[name].filter(|&firm| firm != entity).map(|firm| &article.entities.list[firm])
    };
    let governs =
        |one: &Described| from_title(article, one, &article.entities.list[entity]) == Some(Cohort::Policy);
    let named = |test: &dyn Fn(usize, &Entity) -> bool| {
        current.iter().find_map(|one| {
            // Who governs has a seat in an office, whatever firm's name a heading left before the title.
            let fits =
                |i: usize, firm: &Entity| is_seat_of_state(firm) || follows_role(article, i) || !governs(one);
            let firms = (one.from..one.to).filter_map(|i| firm_at(i).map(|firm| (i, firm)));
            firms.filter(|&(i, firm)| test(i, firm) && fits(i, firm)).find_map(|(_, firm)| shown(firm))
        })
    };
    named(&|_, firm| firm.being == Being::Organisation)
        .or_else(|| named(&|i, firm| firm.being == Being::Unknown && is_governed(article, i, firm)))
        .unwrap_or_default()
}

/// `U.S.` of `U.S. Senator` is no firm, whatever name of the article begins so; nor is a word that a shortened `and` follows.
fn names_firm(article: &Article, name: usize) -> bool {
    let (tokens, place) = (&article.tokens, article.entities.names[name]);
    let is_place = |i: usize| tokens.has(i, Flags::NATION) || super::countries::is_place(tokens.word(i));
    let whole = (place.from..place.to).any(|i| tokens.list[i].is_word() && !is_place(i));
    whole && !tokens.is(place.to, "n")
}

/// `counsel at Acme`: of or at the firm whose name the token is in.
fn follows_role(article: &Article, i: usize) -> bool {
    let from = article.entities.name_at(i).map_or(i, |name| article.entities.names[name].from);
    let before = |back: usize| from.checked_sub(back).map_or("", |i| article.tokens.word(i));
    let governs = |word: &str| ["of", "at", "for", "with"].contains(&word);
    governs(before(1)) || before(1) == "the" && governs(before(2))
}

/// Who governs may sit there.
fn is_seat_of_state(firm: &Entity) -> bool {
    const SEATS: [&str; 12] = [
        "bank",
        "reserve",
        "assembly",
        "committee",
        "subcommittee",
        "caucus",
        "council",
        "board",
        "office",
        "agency",
        "union",
        "force",
    ];
    let coin = ["bitcoin", "crypto", "xrp", "ethereum"];
    let has = |list: &[&str]| firm.words.iter().any(|word| list.contains(&word.as_str()));
    let side = || firm.words.iter().any(|word| is_side(word));
    offices::is_office(firm) || (has(&SEATS) || side()) && !has(&coin)
}

/// The name of a firm as it is shown: an office by its one name, a firm without the products of its people (`Bloomberg ETF` of
/// `Bloomberg ETF analyst`). None where nothing is left, or where it is an event.
fn shown(firm: &Entity) -> Option<String> {
    const PRODUCTS: [&str; 4] = ["etf", "etp", "senior", "lead"];
    if let Some(office) = firm.office() {
        return Some(office.to_owned());
    }
    let is_event = |word: &str| {
        let head = word.trim_end_matches(|c: char| c.is_ascii_digit());
        ["conference", "summit", "expo"].contains(&word)
            || word.len() == head.len() + 4 && word[head.len()..].starts_with("20") && !head.is_empty()
    };
    if firm.words.last().is_some_and(|word| is_event(word)) {
        return None;
    }
    let is = |word: &str, list: &[&str]| list.iter().any(|product| word.eq_ignore_ascii_case(product));
    let mut words: Vec<&str> = firm.name.split(' ').collect();
    if crate::mentions::company(&firm.name).is_none() {
        while words.len() > 1 && is(words[0], &["etfs", "etps"]) {
            words.remove(0);
        }
        while words.last().is_some_and(|word| is(word, &PRODUCTS)) {
            words.pop();
        }
    }
    let spelled = words.join(" ");
    (!spelled.is_empty()).then_some(spelled)
}

/// `Cardano` of `Cardano founder`, where no word of a heading stands before it.
fn is_coin(article: &Article, i: usize) -> bool {
    let name = article.entities.name_at(i).filter(|&name| article.entities.names[name].from == i);
    let before = i.checked_sub(1).map(|before| &article.tokens.list[before]);
    name.is_some_and(|name| article.entities.of[name].is_none())
        && before.is_none_or(|token| !token.is_capital())
}

/// `New York` of `New York Governor`.
fn is_place(tokens: &Tokens, i: usize) -> bool {
    // `Crypto in America host Jane Doe`.
    let within = i > 1 && ["in", "of"].contains(&tokens.word(i - 1)) && tokens.list[i - 2].is_capital();
    tokens.has(i, Flags::NATION)
        || tokens.list[i].is_capital() && !within && super::countries::is_place(tokens.word(i))
}

/// `Vice` of `Vice President`, `Senate Majority` of `Senate Majority Leader`.
fn is_of_title(tokens: &Tokens, i: usize) -> bool {
    const WORDS: [&str; 29] = [
        "vice",
        "prime",
        "white",
        "state",
        "federal",
        "assistant",
        "under",
        "acting",
        "interim",
        "foreign",
        "finance",
        "financial",
        "services",
        "banking",
        "judiciary",
        "committee",
        "subcommittee",
        "press",
        "general",
        "presidential",
        "former",
        "supreme",
        "trade",
        "district",
        "circuit",
        "chief",
        "deputy",
        "associate",
        "senior",
    ];
    let word = tokens.word(i);
    tokens.list[i].is_capital()
        && (WORDS.contains(&word)
            || super::office_words::is_side(word)
            || super::office_words::is_office_word(word))
}

/// `CEO of Hashgraph`, `head of research at the Foundry`: what a role is of is a firm, whatever else the article says of it.
fn is_governed(article: &Article, i: usize, firm: &Entity) -> bool {
    let tokens = &article.tokens;
    let mut before = i.saturating_sub(1);
    // `of Las Vegas-based Acme`.
    while before > 0 && tokens.list[before].is_capital() && article.entities.name_at(before).is_none() {
        before -= 1;
    }
    if before > 0 && tokens.is(before, "the") {
        before -= 1;
    }
    let starts = article.entities.name_at(i).is_some_and(|name| article.entities.names[name].from == i);
    // `head of Product`.
    let is_plain = firm.words.iter().all(|word| crate::reader::is_common_word(word));
    let is_firm = !is_plain && !is_place_name(firm);
    // `author of Rich Dad Poor Dad`.
    let made = before > 0 && ["author", "host", "co-host", "creator"].contains(&tokens.word(before - 1));
    starts
        && is_firm
        && before > 0
        && ["of", "at"].contains(&tokens.word(before))
        && is_role(tokens, before - 1)
        && !made
}

/// `former Coinbase CTO`, `ex-Binance executive`.
fn is_past(word: &str) -> bool {
    ["former", "formerly", "ex", "onetime", "erstwhile", "late"].contains(&word) || word.starts_with("ex-")
}

fn is_role(tokens: &Tokens, i: usize) -> bool {
    tokens.has(i, Flags::ROLE.or(Flags::ROLES))
}
