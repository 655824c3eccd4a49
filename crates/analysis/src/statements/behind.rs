//! Who does the speaking where the subject stands behind its verb.

use super::Article;
use super::entities::Being;
use super::lexicon::Flags;
use super::subjects::{Reference, Subject};
use super::tokens::Kind;

/// What somebody is called whose name is not told.
fn is_unnamed(word: &str) -> bool {
    const UNNAMED: [&str; 14] = [
        "insider",
        "insiders",
        "employee",
        "employees",
        "source",
        "sources",
        "staffer",
        "staffers",
        "customer",
        "customers",
        "worker",
        "workers",
        "people",
        "person",
    ];
    UNNAMED.contains(&word)
}

/// `Ripple’s employee`: the name before only says whose.
fn possessive_before(article: &Article, at: usize) -> bool {
    article.tokens.list[at - 1].possessive
}

/// `Head of Acme research, Jane Doe,`: the words before the comma are somebody's title.
fn introduced(article: &Article, from: usize, comma: usize) -> Option<Subject> {
    let (tokens, entities) = (&article.tokens, &article.entities);
    let titled = (from..comma).any(|i| tokens.has(i, Flags::ROLE) && entities.name_at(i).is_none());
    let name = entities.name_at(comma + 1).filter(|_| tokens.is_mark(comma, ',') && titled)?;
    let place = entities.names[name];
    let person = entities.of[name].filter(|&one| entities.list[one].being == Being::Person)?;
    let ends = tokens.list.get(place.to).is_none_or(|next| matches!(next.kind, Kind::Mark(',' | '.')));
    // `according to Ripple CEO Jane Doe, Bob Roe, and others`.
    let named = (from..comma).filter_map(|i| entities.name_at(i)).filter_map(|name| entities.of[name]);
    let is_person = |one: usize| entities.list[one].being == Being::Person;
    (place.from == comma + 1 && ends && !named.into_iter().any(is_person)).then(|| Subject {
        reference: Reference::Named(vec![person]),
        from,
        to: place.to,
    })
}

/// The subject behind a verb: `said US Secretary of Labor Lori Chavez-DeRemer`, `wrote the company`.
pub fn behind(article: &Article, verb: usize, to: usize) -> Option<Subject> {
    let (tokens, entities) = (&article.tokens, &article.entities);
    let mut at = verb + 1;
    while at < to && tokens.list[at].kind == Kind::Small && tokens.has(at, Flags::ADVERB) {
        at += 1;
    }
    let from = at;
    let mut found: Option<Subject> = None;
    let mut noun = None;
    let mut owner = None;
    let limit = to.min(from + 18);
    while at < limit {
        let token = &tokens.list[at];
        if at == from {
            let pronoun = match () {
                () if token.flags.has(Flags::HE) || ["him", "her"].contains(&tokens.word(at)) => {
                    Some(Reference::He)
                }
                () if token.flags.has(Flags::THEY) || tokens.is(at, "them") => Some(Reference::They),
                () if token.flags.has(Flags::IT) => Some(Reference::It),
                () => None,
            };
            if let Some(reference) = pronoun {
                return Some(Subject { reference, from, to: at + 1 });
            }
        }
        if let Some(name) = entities.name_at(at) {
            let place = entities.names[name];
            at = place.to;
            let possessive = tokens.list[at - 1].possessive;
            if possessive {
                owner = entities.of[name];
            }
            if !possessive && let Some(entity) = entities.of[name] {
                let mut all = match found.take() {
                    Some(Subject { reference: Reference::Named(all), .. })
                        if tokens.is(place.from - 1, "and") =>
                    {
                        all
                    }
                    _ => Vec::new(),
                };
                all.push(entity);
                found = Some(Subject { reference: Reference::Named(all), from, to: at });
            }
            continue;
        }
        match token.kind {
            Kind::Mark('.') if found.is_some() && ["jr", "sr"].contains(&tokens.word(at - 1)) => {}
            Kind::Mark('&' | '-') => {}
            Kind::Number if at > from && (tokens.has(at - 1, Flags::DATE) || owner.is_some()) => {}
            Kind::Mark(_) | Kind::Link | Kind::Number => break,
            _ if tokens.has(at, Flags::ROLE.or(Flags::COMPANY).or(Flags::ROLES).or(Flags::PAPER)) => {
                noun = Some(at)
            }
            _ if tokens.is(at, "of") && noun == Some(at - 1) => {}
            // `analysis by TradingShot`, `a report from River`.
            _ if ["by", "from"].contains(&tokens.word(at))
                && noun.is_some_and(|noun| noun + 2 >= at && tokens.has(noun, Flags::PAPER)) =>
            {
                found = None;
            }
            // `a report published by CoinShares`.
            _ if noun == Some(at - 1) && (tokens.is(at + 1, "by") || tokens.is(at + 1, "from")) => {}
            _ if tokens.has(at, Flags::DATE) && at > from && tokens.has(at - 1, Flags::DET) => {}
            _ if tokens.is(at, "and") && (found.is_some() || noun == Some(at - 1)) => {}
            Kind::Small
                if token.flags.has(Flags::DET)
                    && (at == from || tokens.is(at - 1, "of") || tokens.is(at - 1, "and")) => {}
            Kind::Small
                if token.flags.has(
                    Flags::PREP
                        .or(Flags::CONJ)
                        .or(Flags::AUX)
                        .or(Flags::MODAL)
                        .or(Flags::WHO)
                        .or(Flags::DET)
                        .or(Flags::ADVERB),
                ) =>
            {
                break;
            }
            // `one Ripple employee`, `a Ripple insider` are nobody.
            Kind::Small
                if found.is_some() && !possessive_before(article, at) && is_unnamed(tokens.word(at)) =>
            {
                return None;
            }
            // `CoinGecko data` is no speaker.
            Kind::Small if found.is_some() && tokens.has(at, Flags::THING) => return None,
            Kind::Capital if tokens.is(at - 1, "of") => {}
            Kind::Small if owner.is_some() && noun.is_none() && !tokens.is(at, "model") => {}
            _ if found.is_some() && noun != Some(at) => break,
            Kind::Small if owner.is_some() && tokens.is(at, "model") => noun = Some(at),
            _ => {}
        }
        at += 1;
    }
    if let Some(person) = introduced(article, from, at) {
        return Some(person);
    }
    // `according to CoinGlass’s comprehensive report`.
    if let Some(owner) = owner
        && noun
            .is_some_and(|noun| tokens.has(noun, Flags::PAPER.or(Flags::ROLES)) || tokens.is(noun, "model"))
        && found.as_ref().is_none_or(|found| Some(found.to) <= noun)
    {
        return Some(Subject { reference: Reference::Named(vec![owner]), from, to: at });
    }
    if let Some(found) = found {
        // `a Qatari official` and `two Ripple executives` are nobody.
        let vague = tokens.has(from, Flags::DET)
            && noun.is_some_and(|noun| {
                noun >= found.to
                    && (tokens.has(noun, Flags::ROLE) || super::subjects::are_some(tokens, from, noun))
            });
        return (!vague).then_some(found);
    }
    let head = noun.filter(|&noun| noun + 1 == at && tokens.has(from, Flags::DET))?;
    match tokens.word(from) {
        "the" | "this" | "that" => Some(Subject { reference: Reference::The(head), from, to: at }),
        "its" | "their" => Some(Subject { reference: Reference::Their(head), from, to: at }),
        "a" | "an" if tokens.word(head).starts_with("spokes") => {
            Some(Subject { reference: Reference::Their(head), from, to: at })
        }
        _ => None,
    }
}
