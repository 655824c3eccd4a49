//! What an article says a speaker is, as it is shown: the title and the firm or office in it.

use super::Article;
use super::entities::Being;
use super::lexicon::Flags;
use super::tokens::{Kind, Tokens};

/// The title of a speaker, without the words of a heading before it.
pub fn title(article: &Article, entity: usize) -> String {
    let (tokens, entity) = (&article.tokens, &article.entities.list[entity]);
    let stated = entity.described.iter().find(|one| one.person);
    let best = stated.or_else(|| entity.described.first().filter(|_| entity.being == Being::Organisation));
    let Some(best) = best else { return String::new() };
    // Words of a heading may stand before the title: only a firm's name belongs to it.
    let is_firm = |i: usize| {
        let name = article.entities.name_at(i).and_then(|name| article.entities.of[name]);
        name.is_some_and(|one| article.entities.list[one].being == Being::Organisation)
    };
    let role = (best.from..best.to).find(|&i| tokens.list[i].kind == Kind::Small || is_role(tokens, i));
    let mut from = role.unwrap_or(best.from);
    while from > best.from && (is_firm(from - 1) || tokens.has(from - 1, Flags::NATION)) {
        from -= 1;
    }
    let opens = from > best.from && article.sentences.iter().any(|sentence| sentence.from == from - 1);
    let from = if opens { from - 1 } else { from };
    tokens.stretch(from, best.to).trim().to_owned()
}

/// The firm or office that a title names, unless the title says that it is over.
pub fn affiliation(article: &Article, entity: usize) -> String {
    let described = article.entities.list[entity].described.iter().filter(|one| one.person);
    for one in described {
        if (one.from..one.to).any(|i| is_past(article.tokens.word(i))) {
            continue;
        }
        for i in one.from..one.to {
            let name = article.entities.name_at(i);
            let firm = name.and_then(|name| article.entities.of[name]).filter(|&firm| firm != entity);
            if let Some(firm) = firm.filter(|&firm| article.entities.list[firm].being == Being::Organisation)
            {
                return article.entities.list[firm].name.clone();
            }
        }
    }
    String::new()
}

/// `former Coinbase CTO`, `ex-Binance executive`.
fn is_past(word: &str) -> bool {
    ["former", "formerly", "ex", "onetime", "erstwhile", "late"].contains(&word) || word.starts_with("ex-")
}

fn is_role(tokens: &Tokens, i: usize) -> bool {
    tokens.has(i, Flags::ROLE.or(Flags::ROLES))
}
