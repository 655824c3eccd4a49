//! From what an article says of a speaker to the role, with how sure that is.

use domain::Cohort;

use super::Article;
use super::entities::{Being, Entity};
use super::lexicon::Flags;
use super::offices::{is_media, is_office};
use super::titles::from_title;
use super::tokens::Tokens;

/// A role and how sure it is, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Role {
    pub cohort: Option<Cohort>,
    pub confidence: f32,
}

const STATED: f32 = 0.9;
const KNOWN: f32 = 0.85;
const BY_KIND: f32 = 0.7;
const ASSUMED: f32 = 0.5;

/// Of somebody of whom an article says nothing.
const UNSTATED: Role = Role { cohort: Some(Cohort::Commentator), confidence: ASSUMED };

/// Of an account that the article names nowhere else.
pub fn of_account(name: &str) -> Role {
    let words: Vec<String> = name.split(' ').map(|word| word.trim_end_matches('.').to_lowercase()).collect();
    if let Some(voice) = super::voices::find(&words) {
        return Role { cohort: voice.cohort, confidence: KNOWN };
    }
    let firm =
        name.split(' ').any(|word| super::lexicon::look_up(&word.to_lowercase()).flags.has(Flags::SUFFIX));
    if firm { Role { cohort: Some(Cohort::Brand), confidence: ASSUMED } } else { UNSTATED }
}

/// Programs that answer like people.
const MACHINES: &[&str] = &["chatgpt", "grok", "claude", "deepseek", "copilot", "perplexity"];

pub fn is_machine(entity: &Entity) -> bool {
    entity.words.iter().any(|word| MACHINES.contains(&word.as_str()))
}

pub fn role_of(article: &Article, entity: &Entity) -> Role {
    if is_machine(entity) {
        return Role { cohort: None, confidence: KNOWN };
    }
    let in_name =
        |name: &str| entity.being != Being::Organisation && entity.words.iter().any(|word| word == name);
    if in_name("trader") {
        return Role { cohort: Some(Cohort::Trader), confidence: BY_KIND };
    }
    let stated = entity.own_described().filter_map(|described| from_title(article, described, entity));
    if let Some(cohort) = best(stated) {
        // Who founded a firm remains its founder when the article only says CEO.
        let founder = entity.voice.is_some_and(|voice| voice.cohort == Some(Cohort::Founder));
        let cohort = if founder && cohort == Cohort::Executive { Cohort::Founder } else { cohort };
        // Who governs and is only called an advisor advises those who do.
        let governs = entity.voice.is_some_and(|voice| voice.cohort == Some(Cohort::Policy));
        let cohort = if governs && cohort == Cohort::Executive && advises(&article.tokens, entity) {
            Cohort::Policy
        } else {
            cohort
        };
        return Role { cohort: Some(cohort), confidence: STATED };
    }
    if let Some(voice) = entity.voice {
        return Role { cohort: voice.cohort, confidence: KNOWN };
    }
    if entity.being == Being::Organisation || is_office(entity) || is_media(entity) {
        let cohort = if is_media(entity) {
            Cohort::Media
        } else if is_office(entity) {
            Cohort::Policy
        } else {
            Cohort::Brand
        };
        let guessed = cohort == Cohort::Brand && entity.guessed_firm;
        return Role { cohort: Some(cohort), confidence: if guessed { ASSUMED } else { BY_KIND } };
    }
    if in_name("trades") {
        return Role { cohort: Some(Cohort::Trader), confidence: BY_KIND };
    }
    // Of a firm, without saying what there: somebody who speaks for it.
    if entity.described.iter().any(|described| described.person) {
        return Role { cohort: Some(Cohort::Executive), confidence: ASSUMED };
    }
    UNSTATED
}

/// Every title of somebody is that of an advisor.
fn advises(tokens: &Tokens, entity: &Entity) -> bool {
    let role = Flags::ROLE.or(Flags::ROLES);
    let is_advisor =
        |i: usize| !tokens.has(i, role) || ["advisor", "adviser", "aide"].contains(&tokens.word(i));
    entity.own_described().filter(|one| one.person).all(|one| (one.from..one.to).all(is_advisor))
}

/// A founder is a founder first; otherwise the first that is stated.
fn best(stated: impl Iterator<Item = Cohort>) -> Option<Cohort> {
    let stated: Vec<Cohort> = stated.collect();
    if stated.contains(&Cohort::Founder) {
        return Some(Cohort::Founder);
    }
    stated.first().copied()
}
