//! Who may be meant: the people and firms that act in a stretch of text.

use super::Article;
use super::entities::{Being, Entity};
use super::lexicon::Flags;
use super::tokens::Kind;

/// Services that show figures do not speak, and a single common word is no name.
pub fn can_speak(article: &Article, entity: usize) -> bool {
    let entity = &article.entities.list[entity];
    let flags = |word: &String| super::lexicon::look_up(word).flags;
    *entity.can_speak.get_or_init(|| {
        !is_thing(entity)
            && !super::nobody::is_nobody(article, entity)
            && !entity.words.iter().any(|word| flags(word).has(Flags::TRACKER))
            && entity.words.iter().any(|word| word.len() > 1)
    })
}

/// `he` is no law, no product and no country.
pub fn may_be_meant(article: &Article, entity: usize) -> bool {
    let entity = &article.entities.list[entity];
    !(is_thing(entity) || entity.voice.is_none() && super::nobody::is_place_name(entity))
}

pub fn is_person(entity: &Entity) -> bool {
    match entity.being {
        Being::Person => true,
        Being::Organisation => false,
        Being::Unknown => entity.words.len() > 1 && entity.count > 1 || entity.is_account,
    }
}

/// Entities named in tokens `from..to` that are no part of a phrase with a preposition, in order.
pub fn actors(article: &Article, from: usize, to: usize, test: impl Fn(&Entity) -> bool) -> Vec<usize> {
    let (tokens, entities) = (&article.tokens, &article.entities);
    let first = entities.names.partition_point(|name| name.from < from);
    let mut found = Vec::new();
    for (i, name) in entities.names.iter().enumerate().skip(first).take_while(|(_, name)| name.to <= to) {
        let Some(entity) = entities.of[i] else { continue };
        let start = entities.titles[i].map_or(name.from, |described| described.from);
        let start = if start > from && tokens.has(start - 1, Flags::DET) { start - 1 } else { start };
        let governed = start > from
            && tokens.list[start - 1].kind == Kind::Small
            && tokens.has(start - 1, Flags::PREP)
            && !tokens.is(start - 1, "to");
        if !governed
            && !tokens.list[name.to - 1].possessive
            && test(&entities.list[entity])
            && !article.in_long_quotation(name.from)
            && tokens.list[name.from].kind != Kind::Handle
        {
            found.push(entity);
        }
    }
    found
}

/// Every entity named in tokens `from..to`, in order.
pub fn all_named(article: &Article, from: usize, to: usize, test: impl Fn(&Entity) -> bool) -> Vec<usize> {
    let entities = &article.entities;
    let first = entities.names.partition_point(|name| name.from < from);
    let names = entities.names.iter().enumerate().skip(first).take_while(|(_, name)| name.to <= to);
    names
        .filter(|(_, name)| article.tokens.list[name.from].kind != Kind::Handle)
        .filter_map(|(i, _)| entities.of[i])
        .filter(|&entity| test(&entities.list[entity]))
        .collect()
}

/// The people who act in tokens `from..to`, each as often as named.
pub fn people(article: &Article, from: usize, to: usize) -> Vec<usize> {
    actors(article, from, to, |entity| entity.being == Being::Person)
}

pub fn is_company(entity: &Entity) -> bool {
    entity.being == Being::Organisation && !is_thing(entity) && !super::nobody::is_place_name(entity)
}

/// `Biometric Information Privacy Act`: named like a company, and none.
pub fn is_thing(entity: &Entity) -> bool {
    if entity.voice.is_some() || entity.listed {
        return false;
    }
    let Some(last) = entity.words.last() else { return false };
    // `Robert Price`, `Jude Law`.
    let surnames = ["price", "law", "test", "rule"];
    if entity.words.len() == 2
        && super::voices::is_given_name(&entity.words[0])
        && surnames.contains(&last.as_str())
    {
        return false;
    }
    // `US Treasury`, `Federal Reserve`.
    if last == "treasury" && super::offices::is_office(entity) || entity.office().is_some() {
        return false;
    }
    let is_paper = entity.words.len() > 1
        && !entity.is_account
        && ["report", "outlook", "analysis", "study", "survey", "announcement", "statement", "whitepaper"]
            .contains(&last.as_str());
    is_paper || super::lexicon::look_up(last).flags.has(Flags::THING)
}
