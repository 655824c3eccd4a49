//! What one article cannot know of its statements: which of them others report too, the role of somebody whom it does not
//! introduce, and that others write the same person's name in another form. All follow from what the store has of the speaker.

use std::collections::{BTreeMap, HashMap, HashSet};

use analysis::statements::{gives_whole, is_turned, may_be_one, other_forms, same};
use anyhow::Context;
use domain::statement::spelling;
use domain::time::MS_PER_DAY;
use domain::{Cohort, Day, DayRange, Instant, Marks, SpeakerId, Statement};
use store::Store;
use store::documents::ReadDocument;
use store::statements::SpelledRole;

/// Somebody is known in another form from about a year.
const MAX_FORM_APART_DAYS: i64 = 365;
/// Outlets repeat each other within a week.
const MAX_APART_DAYS: i64 = 7;
/// Statements of the store that one batch is compared with, newest first.
const MAX_NEAR: usize = 20_000;

/// A role that others state is looked for this far away.
const MAX_ROLE_APART_DAYS: i64 = 30;
/// How sure a role is that an article states.
const STATED: f32 = 0.7;
/// How sure a role is that only other articles state.
const STATED_ELSEWHERE: f32 = 0.65;

/// What was said, when, and to which group it belongs.
struct Known {
    at: Instant,
    group: u64,
    text: String,
    shingles: Vec<u32>,
}

impl Known {
    fn is_said_by(&self, statement: &Statement) -> bool {
        same(&self.shingles, &statement.shingles) && !is_turned(&self.text, &statement.text)
    }
}

/// What somebody said, with the earliest report of each statement.
#[derive(Default)]
struct SaidBefore {
    all: Vec<Known>,
    firsts: HashMap<u64, usize>,
}

impl SaidBefore {
    fn add(&mut self, one: Known) {
        let place = self.all.len();
        let first = self.firsts.entry(one.group).or_insert(place);
        if one.at < self.all.get(*first).map_or(one.at, |first| first.at) {
            *first = place;
        }
        self.all.push(one);
    }

    /// The group of what a statement says again. It must be alike to the first report, or to one that gives the first whole: likeness to
    /// just any report would lead from word to word to something that nobody said.
    fn group_of(&self, at: Instant, statement: &Statement) -> Option<u64> {
        let near = |one: &&Known| one.at.since(at).abs() <= MAX_APART_DAYS * MS_PER_DAY;
        let belongs = |one: &Known| {
            let Some(first) = self.firsts.get(&one.group).and_then(|&place| self.all.get(place)) else {
                return false;
            };
            first.is_said_by(statement)
                || gives_whole(&one.shingles, &first.shingles) && !is_turned(&first.text, &one.text)
        };
        let found = self.all.iter().filter(near).find(|one| one.is_said_by(statement) && belongs(one));
        found.map(|one| one.group)
    }
}

/// Gives statements that were made before the group of those; the batch is compared with itself too, in its order.
pub async fn group(store: &Store, batch: &mut [(Instant, &mut Marks)]) -> anyhow::Result<()> {
    let speakers = speakers(batch);
    let times = batch.iter().filter(|(_, marks)| !marks.statements.is_empty()).map(|(at, _)| at.day());
    let (Some(first), Some(last)) = (times.clone().min(), times.max()) else { return Ok(()) };
    let Some(days) = DayRange::inclusive(first.plus(-MAX_APART_DAYS), last.plus(MAX_APART_DAYS)) else {
        return Ok(());
    };
    // Somebody under two names is better than a document that is not taken in.
    if let Err(error) = unite_forms(store, batch, first, last).await {
        tracing::warn!("cannot look for other forms of names: {error:#}");
    }
    carry_roles(store, batch, &speakers, first, last).await?;
    let near = store
        .statements
        .near(&speakers, days, MAX_NEAR)
        .await
        .context("cannot look for what was said before")?;
    let mut known: HashMap<SpeakerId, SaidBefore> = HashMap::new();
    for one in near {
        let row = Known { at: one.published_at, group: one.group, text: one.text, shingles: one.shingles };
        known.entry(one.speaker).or_default().add(row);
    }
    for (at, marks) in batch {
        for statement in &mut marks.statements {
            let ids: Vec<SpeakerId> =
                statement.speakers.iter().map(|speaker| SpeakerId::of_name(&speaker.name)).collect();
            let before =
                ids.iter().filter_map(|id| known.get(id)).find_map(|said| said.group_of(*at, statement));
            if let Some(group) = before {
                statement.group = group;
            }
            for id in ids {
                known.entry(id).or_default().add(Known {
                    at: *at,
                    group: statement.group,
                    text: statement.text.clone(),
                    shingles: statement.shingles.clone(),
                });
            }
        }
    }
    Ok(())
}

/// Makes one speaker of the two forms of a person's name, `Geoff` and `Geoffrey Kendrick`, where articles say the same of both. Where
/// one of them was taken down, the other is too.
async fn unite_forms(
    store: &Store,
    batch: &[(Instant, &mut Marks)],
    first: Day,
    last: Day,
) -> anyhow::Result<()> {
    let range = DayRange::inclusive(first.plus(-MAX_FORM_APART_DAYS), last.plus(MAX_FORM_APART_DAYS));
    let Some(days) = range else { return Ok(()) };
    let introduced = introduced(batch);
    let names = store.statements.taken_down_names().await.context("cannot look for who was taken down")?;
    let is_down: HashSet<SpeakerId> = names.iter().map(|(id, _)| *id).collect();
    let mut by_surname: HashMap<String, Vec<&(SpeakerId, String)>> = HashMap::new();
    for name in &names {
        by_surname.entry(surname(&name.1)).or_default().push(name);
    }
    let mut asked: Vec<(&SpelledRole, SpeakerId, bool)> = Vec::new();
    // First, so that nobody is made one with somebody else on the way; and in every form, since each of them evades it.
    for role in introduced.iter().filter(|role| !is_down.contains(&role.id)) {
        let near = by_surname.get(&surname(&role.spelling)).into_iter().flatten();
        let near = near.filter(|(_, name)| may_be_one(name, &role.spelling));
        asked.extend(near.map(|(id, _)| (role, *id, false)));
    }
    for role in &introduced {
        let forms = other_forms(&role.spelling).into_iter();
        let forms = forms.map(|form| (role, SpeakerId::of_name(&form.name), form.is_short));
        asked.extend(forms.filter(|(_, id, _)| !is_down.contains(id)));
    }
    let mut ids: Vec<SpeakerId> = asked.iter().flat_map(|(role, id, _)| [role.id, *id]).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut known =
        store.statements.spelled_roles(&ids, days).await.context("cannot look for other names")?;
    known.extend(introduced.iter().filter(|role| ids.binary_search(&role.id).is_ok()).cloned());
    let down = store.statements.taken_down_roles(&ids).await.context("cannot look for who was taken down")?;
    known.extend(down);
    for (role, id, is_short) in asked {
        let [own, others] =
            [role.id, id].map(|id| known.iter().filter(|one| one.id == id).collect::<Vec<_>>());
        let Some(other) = others.iter().find(|other| agree(role, other)) else { continue };
        // Of whoever was taken down one thing in common is enough: what else the person does changes nothing.
        let [own_down, other_down] = [role.id, id].map(|id| is_down.contains(&id));
        if !own_down && !mostly_agree(&own, &others) || !other_down && !mostly_agree(&others, &own) {
            continue;
        }
        // The name that most articles have stays the name of both; of two that are as frequent, the short one.
        let [own_count, others_count] =
            [&own, &others].map(|roles| roles.iter().map(|one| one.articles).sum::<i64>());
        let own_stays = own_count > others_count || own_count == others_count && !is_short;
        let own_stays = own_down || own_stays && !other_down;
        let (from, into) = if own_stays { (*other, role) } else { (role, *other) };
        let taken_down = own_down || other_down;
        if has_another_form(store, from, into, taken_down).await? {
            continue;
        }
        let done = match taken_down {
            true => store.statements.take_down_with(&from.spelling, &into.spelling).await,
            false => store.statements.unite(&from.spelling, &into.spelling).await,
        };
        if done.context("cannot make one speaker of two names")?.is_some() {
            tracing::info!(name = from.spelling, speaker = into.spelling, "one person under two names");
        }
    }
    Ok(())
}

/// Whether at least half of what is stated under one name is stated under the other too.
fn mostly_agree(one: &[&SpelledRole], other: &[&SpelledRole]) -> bool {
    let count = |roles: &mut dyn Iterator<Item = &&SpelledRole>| roles.map(|role| role.articles).sum::<i64>();
    let agreed = count(&mut one.iter().filter(|role| other.iter().any(|own| agree(role, own))));
    agreed * 2 >= count(&mut one.iter())
}

/// The last word of a name, as names are compared.
fn surname(name: &str) -> String {
    let name = spelling(name);
    name.rsplit(' ').next().unwrap_or_default().to_owned()
}

/// What a batch says of people when it introduces them; nothing of those who speak together, of whom only the first has the
/// title. An article counts once for each name, by what it says first.
fn introduced(batch: &[(Instant, &mut Marks)]) -> Vec<SpelledRole> {
    let mut found: Vec<SpelledRole> = Vec::new();
    let mut counted: HashSet<(usize, SpeakerId)> = HashSet::new();
    let articles = batch.iter().map(|(_, marks)| &marks.statements).enumerate();
    for (article, statement) in articles.flat_map(|(at, all)| all.iter().map(move |one| (at, one))) {
        let [speaker] = &statement.speakers[..] else { continue };
        let said = !statement.title.is_empty() || !statement.affiliation.is_empty();
        if !said || !speaker.is_person || speaker.known_as.is_some() {
            continue;
        }
        let id = SpeakerId::of_name(&speaker.name);
        let articles = i64::from(counted.insert((article, id)));
        let is_same = |one: &&mut SpelledRole| {
            one.id == id && one.title == statement.title && one.affiliation == statement.affiliation
        };
        match found.iter_mut().find(is_same) {
            Some(known) => known.articles += articles,
            None => found.push(SpelledRole {
                id,
                spelling: speaker.name.clone(),
                title: statement.title.clone(),
                affiliation: statement.affiliation.clone(),
                articles,
            }),
        }
    }
    found
}

/// What may stand behind the name of a firm, or be left out: `Standard Chartered` and `Standard Chartered Bank`, but no `Blockchain`
/// and `Blockchain Association`.
const KINDS_OF_FIRM: [&str; 24] = [
    "ag",
    "asset",
    "bank",
    "capital",
    "co",
    "company",
    "corp",
    "corporation",
    "digital",
    "exchange",
    "global",
    "group",
    "holdings",
    "inc",
    "investments",
    "labs",
    "limited",
    "llc",
    "ltd",
    "management",
    "partners",
    "plc",
    "research",
    "ventures",
];

/// Titles of one word that few people have.
const OFFICES: [&str; 6] =
    ["representative", "senator", "congressman", "congresswoman", "governor", "commissioner"];

/// Whether two articles speak of one person, given that the names may be one: they name the same firm, or neither names any and
/// the title is the same. A title of one or two words, `market analyst`, says too little unless the given name is the same too.
fn agree(one: &SpelledRole, other: &SpelledRole) -> bool {
    let [firm, other_firm] = [one, other].map(|role| spelling(&role.affiliation));
    if !firm.is_empty() || !other_firm.is_empty() {
        let goes_on = |whole: &str, head: &str| match whole.strip_prefix(head) {
            Some(rest) if rest.is_empty() || rest.starts_with(' ') => {
                !KINDS_OF_FIRM.contains(&head)
                    && rest.split_whitespace().all(|word| KINDS_OF_FIRM.contains(&word))
            }
            _ => false,
        };
        let named = !firm.is_empty() && !other_firm.is_empty();
        return named && (goes_on(&firm, &other_firm) || goes_on(&other_firm, &firm));
    }
    let [title, other_title] = [one, other].map(|role| spelling(&role.title));
    let [given, other_given] = [one, other].map(|role| spelling(&role.spelling));
    let tells = title.split(' ').count() > 2
        || OFFICES.contains(&title.as_str())
        || given.split(' ').next() == other_given.split(' ').next();
    !title.is_empty() && title == other_title && tells
}

/// `Chris Lee` may be short for Christopher and for Christine, `John Smith` for John A. and John B.: whoever is one of them already
/// is not the other. A takedown does not end at a name of another sort that an operator added.
async fn has_another_form(
    store: &Store,
    one: &SpelledRole,
    other: &SpelledRole,
    taken_down: bool,
) -> anyhow::Result<bool> {
    let mut spellings = Vec::new();
    for role in [one, other] {
        let known = store.statements.speaker(role.id).await?.map(|speaker| speaker.spellings);
        spellings.push(known.unwrap_or_else(|| vec![role.spelling.clone()]));
    }
    let matters = |a: &str, b: &str| !taken_down || surname(a) == surname(b);
    let apart = |a: &String| spellings[1].iter().any(|b| matters(a, b) && !may_be_one(a, b));
    Ok(spellings[0].iter().any(apart))
}

/// Somebody whom an article does not introduce has the role in which others quote that person most often.
async fn carry_roles(
    store: &Store,
    batch: &mut [(Instant, &mut Marks)],
    speakers: &[SpeakerId],
    first: Day,
    last: Day,
) -> anyhow::Result<()> {
    let range = DayRange::inclusive(first.plus(-MAX_ROLE_APART_DAYS), last.plus(MAX_ROLE_APART_DAYS));
    let Some(days) = range else { return Ok(()) };
    let mut counts: BTreeMap<(SpeakerId, Cohort), i64> = BTreeMap::new();
    let stated = store.statements.roles(speakers, days, STATED).await;
    for (speaker, role, count) in stated.context("cannot look for the roles of speakers")? {
        *counts.entry((speaker, role)).or_default() += count;
    }
    for statement in batch.iter().flat_map(|(_, marks)| &marks.statements) {
        if let (Some(role), [speaker]) = (statement.cohort, &statement.speakers[..])
            && statement.confidence >= STATED
        {
            *counts.entry((SpeakerId::of_name(&speaker.name), role)).or_default() += 1;
        }
    }
    for statement in batch.iter_mut().flat_map(|(_, marks)| &mut marks.statements) {
        let [speaker] = &statement.speakers[..] else { continue };
        if statement.confidence >= STATED || !speaker.is_person {
            continue;
        }
        let id = SpeakerId::of_name(&speaker.name);
        let own = Cohort::ALL.iter().filter_map(|role| Some((*role, *counts.get(&(id, *role))?)));
        // Of roles that are stated equally often the first of the list.
        let most = own.reduce(|most, other| if other.1 > most.1 { other } else { most });
        if let Some((role, _)) = most {
            (statement.cohort, statement.confidence) = (Some(role), STATED_ELSEWHERE);
        }
    }
    Ok(())
}

/// The same for documents that were read, each with the time at which it was published.
pub async fn group_read(store: &Store, read: &mut [ReadDocument], times: &[Instant]) -> anyhow::Result<()> {
    let mut marked: Vec<(Instant, &mut Marks)> =
        times.iter().copied().zip(read.iter_mut().map(|one| &mut one.marks)).collect();
    group(store, &mut marked).await
}

/// Everybody who speaks in the batch, each once.
fn speakers(batch: &[(Instant, &mut Marks)]) -> Vec<SpeakerId> {
    let statements = batch.iter().flat_map(|(_, marks)| &marks.statements);
    let mut ids: Vec<SpeakerId> = statements
        .flat_map(|statement| &statement.speakers)
        .map(|speaker| SpeakerId::of_name(&speaker.name))
        .collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use domain::{Document, Extent, Item, Kind, Outlet, Precision};
    use store::statements::StatementFilter;

    use super::*;

    #[track_caller]
    fn check(one: (&str, &str), other: (&str, &str), expected: bool) {
        let (one, other) = (role("Geoffrey Kendrick", one), role("Geoff Kendrick", other));
        assert_eq!(agree(&one, &other), expected, "{one:?} {other:?}");
        assert_eq!(agree(&other, &one), expected, "{other:?} {one:?}");
    }

    fn role(name: &str, (title, affiliation): (&str, &str)) -> SpelledRole {
        SpelledRole {
            id: SpeakerId::of_name(name),
            spelling: name.to_owned(),
            title: title.to_owned(),
            affiliation: affiliation.to_owned(),
            articles: 1,
        }
    }

    #[test]
    fn articles_that_name_the_same_firm_speak_of_one_person() {
        let of_bank = ("head of research at Standard Chartered", "Standard Chartered");
        check(of_bank, ("analyst", "standard chartered"), true);
        check(of_bank, ("", "Standard Chartered Bank"), true);
        check(of_bank, ("", "Standard Life"), false);
        check(of_bank, ("head of research at Standard Chartered", ""), false);
        check(("chief analyst", "Bit"), ("chief analyst", "Bitwise"), false);
        check(("chief analyst", "Bank"), ("chief analyst", "Bank of America"), false);
        check(("", "Bitwise"), ("", "Bitwise Asset Management"), true);
        check(("US congressman", ""), ("investor", ""), false);
        check(("US House representative", ""), ("us house representative", ""), true);
        check(("market analyst", ""), ("market analyst", ""), false);
        check(("co-founder", ""), ("co-founder", ""), false);
        check(("", "Blockchain"), ("", "Blockchain Association"), false);
        check(("analyst", ""), ("analyst", ""), false);
        check(("Representative", ""), ("representative", ""), true);
        let analyst = |name: &str| role(name, ("analyst", ""));
        assert!(agree(&analyst("Geoff M. Kendrick"), &analyst("Geoff Kendrick")));
    }

    #[test]
    fn an_article_introduces_a_name_once() {
        let text = "“Bitcoin will rise further this year,” said Andy Colby, chief executive of Ripple.";
        let mut one = analysis::analyse(&analysis::Text { content: text, ..analysis::Text::default() });
        let mut two = one.clone();
        let said = one.statements[0].clone();
        one.statements.push(Statement { affiliation: "Paradigm".to_owned(), ..said.clone() });
        one.statements.push(Statement { title: "CEO".to_owned(), ..said });
        let at = Instant::parse("2026-03-02T00:00:00Z").unwrap();
        let found = introduced(&[(at, &mut one), (at, &mut two)]);
        let counts: Vec<i64> = found.iter().map(|role| role.articles).collect();
        assert_eq!(counts, [2, 0, 0], "{found:?}");
    }

    /// Reads an article of which this is all, and stores it.
    async fn take_in(store: &Store, slug: &str, text: &str) {
        let item = Item {
            kind: Kind::News,
            url: format!("https://example.com/{slug}"),
            title: "The market".to_owned(),
            content: text.to_owned(),
            published_at: None,
            precision: Precision::Second,
            outlet: Outlet {
                name: "Daily".to_owned(),
                category: String::new(),
                family: String::new(),
                country: String::new(),
            },
            author_name: String::new(),
            image_url: String::new(),
            language: None,
            extent: Extent::Full,
            speaker: None,
            turns: Vec::new(),
            ticker: None,
            invented: true,
        };
        let document = Document::new(item, Instant::parse("2026-03-02T00:00:00Z").unwrap()).unwrap();
        let mut marks = analysis::analyse(&analysis::Text { content: text, ..analysis::Text::default() });
        assert!(!marks.statements.is_empty(), "{text}");
        group(store, &mut [(document.published_at, &mut marks)]).await.unwrap();
        store.documents.insert(vec![(document, marks)], None).await.unwrap();
    }

    async fn name_of(store: &Store, name: &str) -> String {
        let found = store.statements.speaker(SpeakerId::of_name(name)).await.unwrap();
        found.unwrap_or_else(|| panic!("{name} is quoted")).name
    }

    store::on_every_engine! {
        async fn one_person_is_one_speaker_whatever_form_the_name_has(store) {
            let said = |name: &str, role: &str| format!("“Bitcoin will rise further this year,” said {name}, {role}.");
            let of_bank = "head of research at Standard Chartered";
            take_in(&store, "a", &said("Geoffrey Marlowe", of_bank)).await;
            take_in(&store, "b", &said("Matthew Harlow", "an analyst at Bernstein")).await;
            take_in(&store, "c", &said("Matt Harlow", "a partner at Paradigm")).await;
            assert_eq!(name_of(&store, "Geoffrey Marlowe").await, "Geoffrey Marlowe");
            take_in(&store, "d", &said("Geoff Marlowe", of_bank)).await;
            assert_eq!(name_of(&store, "Geoffrey Marlowe").await, "Geoff Marlowe", "the past too");
            assert_eq!(name_of(&store, "Matthew Harlow").await, "Matthew Harlow", "of another firm");

            take_in(&store, "e", &said("Chris Marlowe", of_bank)).await;
            take_in(&store, "f", &said("Christopher Marlowe", of_bank)).await;
            take_in(&store, "g", &said("Christine Marlowe", of_bank)).await;
            assert_eq!(name_of(&store, "Christopher Marlowe").await, "Chris Marlowe");
            assert_eq!(name_of(&store, "Christine Marlowe").await, "Christine Marlowe", "somebody else");

            take_in(&store, "k", &said("John Marlowe", of_bank)).await;
            take_in(&store, "j", &said("John T. Marlowe", of_bank)).await;
            take_in(&store, "l", &said("John R. Marlowe", of_bank)).await;
            assert_eq!(name_of(&store, "John T. Marlowe").await, "John Marlowe");
            assert_eq!(name_of(&store, "John R. Marlowe").await, "John R. Marlowe", "another initial is another person");

            take_in(&store, "m", &said("Katherine Marlowe", "chief executive of Kraken")).await;
            take_in(&store, "n", &said("Katherine Marlowe", "chief executive of Kraken")).await;
            take_in(&store, "o", &said("Katherine Marlowe", "chief executive of Kraken")).await;
            take_in(&store, "p", &said("Katherine Marlowe", of_bank)).await;
            take_in(&store, "q", &said("Kate Marlowe", of_bank)).await;
            assert_eq!(name_of(&store, "Katherine Marlowe").await, "Katherine Marlowe", "one article against three");

            for n in 0..4 {
                take_in(&store, &format!("r{n}"), &said("Andrew Colby", "chief executive of Ripple")).await;
                take_in(&store, &format!("s{n}"), &said("Andy Colby", "a partner at Paradigm")).await;
            }
            take_in(&store, "t", &said("Andy Colby", "chief executive of Ripple")).await;
            assert_eq!(name_of(&store, "Andrew Colby").await, "Andrew Colby", "one article against four of his own name");

            for n in 0..3 {
                take_in(&store, &format!("u{n}"), &said("Michael Sayle", of_bank)).await;
            }
            take_in(&store, "v", &said("Mick Sayle", of_bank)).await;
            assert_eq!(name_of(&store, "Mick Sayle").await, "Michael Sayle", "the name that most articles have");

            store.statements.separate(SpeakerId::of_name("Geoffrey Marlowe")).await.unwrap().unwrap();
            take_in(&store, "h", &said("Geoffrey Marlowe", of_bank)).await;
            take_in(&store, "i", &said("Geoff Marlowe", of_bank)).await;
            assert_eq!(name_of(&store, "Geoffrey Marlowe").await, "Geoffrey Marlowe", "an operator said so");
        }

        async fn whoever_is_taken_down_stays_so_under_another_form_of_the_name(store) {
            let said = |name: &str, role: &str| format!("“Bitcoin will rise further this year,” said {name}, {role}.");
            let quoted = async || store.statements.list(&StatementFilter::default(), None, 10).await.unwrap().len();
            take_in(&store, "a", &said("Samuel Birch", "chief economist at Gemini")).await;
            store.statements.suppress(SpeakerId::of_name("Samuel Birch"), true).await.unwrap();
            assert_eq!(quoted().await, 0);
            take_in(&store, "b", &said("Sam Birch", "chief economist at Gemini")).await;
            assert_eq!(quoted().await, 0, "the same person");
            take_in(&store, "c", &said("Sam Birch", "a partner at Paradigm")).await;
            assert_eq!(quoted().await, 0, "known to be the same by now");
            take_in(&store, "d", &said("Samuel R. Birch", "a senator")).await;
            assert_eq!(quoted().await, 1, "somebody else");

            store.statements.suppress(SpeakerId::of_name("Samuel Birch"), false).await.unwrap();
            let again = store.documents.read_otherwise(analysis::VERSION, 10).await.unwrap();
            assert_eq!(again.len(), 4, "what holds the surname is read again");
        }

        async fn no_form_of_the_name_evades_a_takedown(store) {
            let said = |name: &str, role: &str| format!("“Bitcoin will rise further this year,” said {name}, {role}.");
            let quoted = async || store.statements.list(&StatementFilter::default(), None, 10).await.unwrap().len();
            let (gemini, paradigm) = ("chief economist at Gemini", "a partner at Paradigm");
            take_in(&store, "a", &said("Samuel R. Birch", gemini)).await;
            let samuel = SpeakerId::of_name("Samuel R. Birch");
            // What an operator decided on the name changes nothing, nor does a name that was led to it.
            take_in(&store, "b", &said("Oscar Quill", gemini)).await;
            store.statements.merge(SpeakerId::of_name("Oscar Quill"), samuel).await.unwrap().unwrap();
            store.statements.correct(samuel, Some("Samuel Birch"), None).await.unwrap();
            store.statements.suppress(samuel, true).await.unwrap();
            take_in(&store, "c", &said("Samuel Birch", gemini)).await;
            assert_eq!(quoted().await, 0, "without the initial");
            take_in(&store, "d", &said("Sam Birch", gemini)).await;
            assert_eq!(quoted().await, 0, "two steps away");

            // Where the person works now is known of whoever was taken down as well.
            for n in 0..3 {
                take_in(&store, &format!("e{n}"), &said("Samuel R. Birch", paradigm)).await;
            }
            take_in(&store, "f", &said("Sam R. Birch", paradigm)).await;
            assert_eq!(quoted().await, 0, "one thing in common is enough");
            take_in(&store, "g", &said("Samuel T. Birch", paradigm)).await;
            assert_eq!(quoted().await, 1, "another initial is another person");
            take_in(&store, "h", &said("Robert Hollis", paradigm)).await;
            store.statements.suppress(SpeakerId::of_name("Robert Hollis"), true).await.unwrap();
            for (slug, name) in [("i", "Bob Hollis"), ("j", "Rob Hollis")] {
                take_in(&store, slug, &said(name, paradigm)).await;
            }
            assert_eq!(quoted().await, 1, "two short forms of one name");
        }

        async fn what_is_quoted_already_goes_with_whoever_is_taken_down(store) {
            let said = |name: &str, role: &str| format!("“Bitcoin will rise further this year,” said {name}, {role}.");
            let quoted = async || store.statements.list(&StatementFilter::default(), None, 10).await.unwrap().len();
            take_in(&store, "a", &said("Samuel Birch", "chief economist at Gemini")).await;
            for n in 0..3 {
                take_in(&store, &format!("b{n}"), &said("Sam Birch", "a partner at Paradigm")).await;
            }
            store.statements.suppress(SpeakerId::of_name("Samuel Birch"), true).await.unwrap();
            take_in(&store, "c", &said("Sam Birch", "chief economist at Gemini")).await;
            assert_eq!(quoted().await, 4, "one article against three of his own");
            take_in(&store, "d", &said("Samuel Birch", "a partner at Paradigm")).await;
            assert_eq!(quoted().await, 0, "now the same is said of both");
        }

        async fn words_that_say_the_opposite_are_another_statement(store) {
            let said = |words: &str| format!("“We believe that our customers {words} with us at any hour of any day,” said Dana Whitlock, chief executive of Galaxy Digital.");
            let groups = async || {
                let found = store.statements.list(&StatementFilter::default(), None, 20).await.unwrap();
                found.into_iter().map(|one| one.group).collect::<std::collections::BTreeSet<u64>>().len()
            };
            let true_words = "will always be able to withdraw every coin that they hold";
            take_in(&store, "a", &said(true_words)).await;
            take_in(&store, "b", &said(true_words)).await;
            assert_eq!(groups().await, 1);
            take_in(&store, "c", &said("will never be able to withdraw every coin that they hold")).await;
            assert_eq!(groups().await, 2);
            // From word to word to something else.
            take_in(&store, "d", &said("will always be able to withdraw every coin that our partners keep")).await;
            assert_eq!(groups().await, 2);
            take_in(&store, "e", &said("can move all sorts of things to the places that our partners keep")).await;
            assert_eq!(groups().await, 3, "alike to one that is alike");
        }
    }
}
