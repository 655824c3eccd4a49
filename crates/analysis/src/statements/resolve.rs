//! From how an article refers to a speaker to who that is. What cannot be told for sure is nobody.

use super::Article;
use super::actors::{actors, all_named, can_speak, is_company, is_person, may_be_meant};
use super::describe::Described;
use super::entities::{Being, Entity};
use super::lexicon::Flags;
use super::offices;
use super::subjects::{Reference, Subject};

/// Sentences after which a pronoun no longer reaches back to the last speaker.
const MAX_REACH: usize = 4;

/// Who spoke so far.
#[derive(Default)]
pub struct Memory {
    /// The last speakers; several where they spoke together.
    pub last: Vec<usize>,
    person: Option<(usize, usize)>,
    company: Option<(usize, usize)>,
    /// The sentence in which the last one spoke.
    pub sentence: usize,
    /// A sentence in which somebody spoke of whom it is not known who it is.
    pub interrupted: Option<usize>,
    /// Nouns that an article used for a speaker: entity and token.
    pub called: Vec<(usize, usize)>,
}

impl Memory {
    pub fn note(&mut self, article: &Article, speakers: &[usize], sentence: usize) {
        self.last = speakers.to_vec();
        self.sentence = sentence;
        if let [one] = speakers {
            let entity = &article.entities.list[*one];
            match entity.being {
                Being::Person => self.person = Some((*one, sentence)),
                Being::Organisation if entity.sure => self.company = Some((*one, sentence)),
                _ => {
                    self.person = Some((*one, sentence));
                    self.company = Some((*one, sentence));
                }
            }
        }
    }

    /// Remembers `the analyst` for whoever that was.
    pub fn call(&mut self, article: &Article, subject: &Subject, speakers: &[usize]) {
        if let (Reference::The(noun), [one]) = (&subject.reference, speakers)
            && article.tokens.has(*noun, Flags::ROLE)
            && !article.tokens.has(*noun, Flags::COMPANY)
            && !(article.entities.list[*one].sure && article.entities.list[*one].being == Being::Organisation)
        {
            self.called.push((*one, *noun));
        }
    }

    fn is_near(&self, sentence: usize) -> bool {
        !self.last.is_empty() && sentence - self.sentence <= MAX_REACH
    }
}

/// The speakers that a subject in sentence number `sentence` means.
pub fn resolve(article: &Article, memory: &Memory, subject: &Subject, sentence: usize) -> Option<Vec<usize>> {
    let meant = meant(article, memory, subject, sentence)?;
    let named = matches!(subject.reference, Reference::Named(_));
    let speaks =
        |entity: usize| if named { can_speak(article, entity) } else { may_be_meant(article, entity) };
    let mut all: Vec<usize> = Vec::new();
    for entity in meant {
        if speaks(entity) && !all.contains(&entity) {
            all.push(entity);
        }
    }
    (!all.is_empty()).then_some(all)
}

fn meant(article: &Article, memory: &Memory, subject: &Subject, sentence: usize) -> Option<Vec<usize>> {
    match &subject.reference {
        Reference::Named(entities) => Some(entities.clone()),
        Reference::He => he(article, memory, subject.from, sentence).map(|one| vec![one]),
        Reference::It => it(article, memory, subject.from, sentence).map(|one| vec![one]),
        Reference::They => they(article, memory, sentence),
        Reference::The(noun) => the(article, memory, *noun, subject.from, sentence),
        Reference::Their(noun) => their(article, memory, *noun, subject, sentence).map(|one| vec![one]),
    }
}

fn he(article: &Article, memory: &Memory, at: usize, sentence: usize) -> Option<usize> {
    let spoke = memory.person.filter(|(_, when)| sentence - when <= MAX_REACH).map(|(person, _)| person);
    let here = &article.sentences[sentence];
    // What stands before a quote has nothing to do with who is named behind it.
    let from =
        (here.from..at).rev().find(|&i| article.in_long_quotation(i)).map_or(here.from, |quoted| quoted + 1);
    let people = |from: usize, to: usize| {
        let mut people = actors(article, from, to, is_person);
        people.retain(|&one| may_be_meant(article, one));
        people
    };
    let near = people(from, at);
    // `But Torres, he said, chose not to`: not the one whom he speaks of.
    let aside = at > here.from && article.tokens.is_mark(at - 1, ',') && article.tokens.is_mark(at + 2, ',');
    if aside && spoke.is_some_and(|spoke| near.last() != Some(&spoke)) {
        return spoke;
    }
    if let Some(&last) = near.last() {
        return Some(spoke.filter(|spoke| near.contains(spoke)).unwrap_or(last));
    }
    for back in 1..=2_usize {
        let Some(before) = sentence.checked_sub(back).map(|i| &article.sentences[i]) else { break };
        let near = people(before.from, before.to);
        if let Some(&first) = near.first() {
            return Some(spoke.filter(|spoke| near.contains(spoke)).unwrap_or(first));
        }
        if memory.person.is_some_and(|(_, when)| when == sentence - back) {
            return spoke;
        }
        // `Based on reports from Robert Kiyosaki, …. He says`.
        let mut named = all_named(article, before.from, before.to, is_person);
        named.dedup();
        if let [one] = named.as_slice() {
            return Some(*one);
        }
    }
    spoke
}

fn it(article: &Article, memory: &Memory, at: usize, sentence: usize) -> Option<usize> {
    let here = &article.sentences[sentence];
    if let Some(&last) = actors(article, here.from, at, is_company).last() {
        return Some(last);
    }
    let before = sentence.checked_sub(1).map(|i| &article.sentences[i])?;
    let spoke = memory.company.filter(|(_, when)| sentence - when <= 1).map(|(company, _)| company);
    let near = actors(article, before.from, before.to, is_company);
    spoke.or_else(|| near.first().copied())
}

fn they(article: &Article, memory: &Memory, sentence: usize) -> Option<Vec<usize>> {
    // `Analyst Titan sees $109,000. They stated`: one person acted, and nobody spoke since.
    let before = sentence.checked_sub(1).map(|i| &article.sentences[i])?;
    let plural = (before.from..before.to).any(|i| article.tokens.has(i, Flags::ROLES.or(Flags::NOBODY)));
    if memory.sentence + 1 < sentence
        && !plural
        && let [one] = actors(article, before.from, before.to, is_person).as_slice()
    {
        return Some(vec![*one]);
    }
    if !memory.is_near(sentence) || sentence - memory.sentence > 2 {
        return None;
    }
    // `Some analysts hinted …. They believe`: nobody.
    let from = article.sentences[sentence.saturating_sub(1)].from;
    let to = article.sentences[sentence].from;
    let tokens = &article.tokens;
    let vague = (from..to).any(|i| tokens.has(i, Flags::NOBODY) && !article.in_long_quotation(i));
    (!vague || memory.sentence + 1 == sentence && memory.last.len() > 1).then(|| memory.last.clone())
}

/// Nouns for a speaker whose title need not be stated anywhere.
const LOOSE: [&str; 22] = [
    "analyst",
    "expert",
    "trader",
    "pundit",
    "commentator",
    "executive",
    "exec",
    "official",
    "author",
    "researcher",
    "strategist",
    "economist",
    "investor",
    "figure",
    "influencer",
    "entrepreneur",
    "leader",
    "technician",
    "veteran",
    "user",
    "specialist",
    "billionaire",
];

fn the(article: &Article, memory: &Memory, noun: usize, at: usize, sentence: usize) -> Option<Vec<usize>> {
    let tokens = &article.tokens;
    let word = tokens.word(noun);
    if tokens.has(noun, Flags::PAPER) && !tokens.has(noun, Flags::COMPANY) {
        return paper(article, memory, word, at, sentence);
    }
    if tokens.has(noun, Flags::ROLES) || matches!(word, "pair" | "duo") {
        let firm = !tokens.is(at, "these") && speaks_for_firm(article, memory);
        let joint = memory.is_near(sentence) && (memory.last.len() > 1 || firm);
        return joint.then(|| memory.last.clone());
    }
    let near = |entity: usize| article.last_named(entity, at);
    if tokens.has(noun, Flags::ROLE) && !(tokens.has(noun, Flags::COMPANY) && word != "regulator") {
        // `the former BitMEX CEO`: whoever else is a CEO is not meant.
        let firm = named_words(article, at, noun);
        let fits = |entity: &Entity| {
            is_person(entity)
                && entity.described.iter().any(|described| {
                    described.person
                        && is_of(article, described, &firm)
                        && (described.from..described.to).any(|i| same_role(word, tokens.word(i)))
                })
        };
        let all = (0..article.entities.list.len()).filter(|&i| fits(&article.entities.list[i]));
        let best = all.filter_map(|entity| near(entity).map(|when| (when, entity))).max();
        let spoke = memory.person.filter(|(_, when)| sentence - when <= MAX_REACH).map(|(person, _)| person);
        return match (best, spoke) {
            (Some((_, best)), Some(spoke))
                if fits(&article.entities.list[spoke]) || !LOOSE.contains(&word) =>
            {
                Some(vec![if fits(&article.entities.list[spoke]) { spoke } else { best }])
            }
            (Some((_, best)), None) => Some(vec![best]),
            (_, Some(spoke)) if LOOSE.contains(&word) => Some(vec![spoke]),
            // `the asset manager`; what regulates is an office.
            _ if super::describe::is_either(tokens, noun) => {
                let noun = if word == "regulator" { word } else { "company" };
                company(article, memory, noun, at, sentence).map(|one| vec![one])
            }
            _ => None,
        };
    }
    company(article, memory, word, at, sentence).map(|one| vec![one])
}

/// `the report`, `the announcement`: of whoever published it.
fn paper(article: &Article, memory: &Memory, word: &str, at: usize, sentence: usize) -> Option<Vec<usize>> {
    let near = memory.is_near(sentence) && sentence - memory.sentence <= 3;
    let person = || memory.last.first().is_some_and(|&one| article.entities.list[one].being == Being::Person);
    match word {
        "announcement" | "filing" | "release" | "disclosure" | "presentation" if !near || person() => {
            company(article, memory, "company", at, sentence).map(|one| vec![one])
        }
        "note" if memory.last.iter().any(|&one| offices::is_media(&article.entities.list[one])) => {
            company(article, memory, "company", at, sentence).map(|one| vec![one])
        }
        _ => near.then(|| memory.last.clone()),
    }
}

/// The last speaker was a firm's analysts or its paper.
fn speaks_for_firm(article: &Article, memory: &Memory) -> bool {
    memory.last.first().is_some_and(|&one| article.entities.list[one].being == Being::Organisation)
}

/// The words of names in tokens `from..to`: `BitMEX` of `the former BitMEX CEO`.
fn named_words<'a>(article: &'a Article<'_>, from: usize, to: usize) -> Vec<&'a str> {
    let named = (from..to).filter(|&i| article.entities.name_at(i).is_some());
    named.map(|i| article.tokens.word(i)).collect()
}

/// What an article says of somebody has one of these words, if there are any.
fn is_of(article: &Article, described: &Described, firm: &[&str]) -> bool {
    let said = described.starts.min(described.from)..described.ends.max(described.to);
    firm.is_empty() || said.into_iter().any(|i| firm.contains(&article.tokens.word(i)))
}

fn same_role(asked: &str, stated: &str) -> bool {
    asked == stated
        || stated.strip_prefix("co-") == Some(asked)
        || matches!(
            (asked, stated),
            ("ceo" | "executive" | "exec" | "boss", "ceo" | "chief" | "executive" | "coo" | "cfo" | "cto")
                | ("lawmaker" | "politician", "senator" | "representative" | "congressman" | "congresswoman")
                | ("founder", "cofounder")
        )
}

fn company(article: &Article, memory: &Memory, noun: &str, at: usize, sentence: usize) -> Option<usize> {
    let list = &article.entities.list;
    let office = matches!(
        noun,
        "regulator"
            | "agency"
            | "department"
            | "watchdog"
            | "commission"
            | "ministry"
            | "authority"
            | "court"
            | "police"
            | "government"
            | "administration"
            | "bureau"
            | "committee"
            | "council"
    );
    let paper = matches!(noun, "newspaper" | "outlet" | "magazine" | "portal" | "daily" | "publication");
    let fits = |entity: &Entity| {
        is_company(entity)
            && (offices::is_office(entity) || office && offices::is_called_office(entity)) == office
            && (!paper || offices::is_media(entity))
            && (paper || office || !offices::is_media(entity))
    };
    // The one that spoke last, unless another was the subject since.
    let spoke = memory.company.filter(|(one, when)| sentence - when <= MAX_REACH && fits(&list[*one]));
    let here = actors(article, article.sentences[sentence].from, at, fits);
    if let Some(&last) = here.last() {
        return Some(last);
    }
    let since = spoke.map_or(sentence.saturating_sub(3), |(_, when)| when);
    for before in (since..sentence).rev() {
        let range = &article.sentences[before];
        let first = actors(article, range.from, range.to, fits).first().copied();
        if spoke.is_some_and(|(_, when)| when == before) {
            return spoke.map(|(one, _)| one);
        }
        if first.is_some() {
            return first;
        }
    }
    if let Some((one, _)) = spoke {
        return Some(one);
    }
    // Whoever the article is mostly about, if it is about one.
    let mut ranked: Vec<(u32, usize)> = list
        .iter()
        .enumerate()
        .filter(|(i, entity)| fits(entity) && article.last_named(*i, at).is_some())
        .map(|(i, entity)| (entity.count, i))
        .collect();
    ranked.sort_unstable_by(|a, b| b.cmp(a));
    match ranked.as_slice() {
        [(_, one)] => Some(*one),
        [(most, one), (next, _), ..] if *most >= 2 * next => Some(*one),
        _ => None,
    }
}

/// `its CEO`, `Semler’s chairman`: somebody with that title, of that firm if the article names one only.
fn their(
    article: &Article,
    memory: &Memory,
    noun: usize,
    subject: &Subject,
    sentence: usize,
) -> Option<usize> {
    let tokens = &article.tokens;
    if tokens.has(noun, Flags::COMPANY) {
        return company(article, memory, tokens.word(noun), subject.from, sentence);
    }
    if tokens.word(noun).starts_with("spokes") || tokens.has(noun, Flags::PAPER) || tokens.is(noun, "team") {
        return company(article, memory, "company", subject.from, sentence);
    }
    let owner = named_words(article, subject.from, noun);
    let fits = |entity: &Entity| {
        is_person(entity)
            && entity.described.iter().any(|described| {
                described.person
                    && is_of(article, described, &owner)
                    && (described.from..described.to).any(|i| tokens.word(i) == tokens.word(noun))
            })
    };
    let mut all = (0..article.entities.list.len())
        .filter(|&i| fits(&article.entities.list[i]) && article.last_named(i, subject.from).is_some());
    let one = all.next()?;
    all.next().is_none().then_some(one)
}
