//! That others write the same person's name in another form.

use std::collections::{HashMap, HashSet};

use analysis::statements::{may_be_one, other_forms};
use anyhow::Context;
use domain::statement::spelling;
use domain::{Day, DayRange, Instant, Marks, SpeakerId};
use store::Store;
use store::statements::SpelledRole;

/// Somebody is known in another form from about a year.
const MAX_FORM_APART_DAYS: i64 = 365;

/// Makes one speaker of the two forms of a person's name, `Geoff` and `Geoffrey Kendrick`, where articles say the same of both. Where
/// one of them was taken down, the other is too.
pub async fn unite(
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
pub(super) fn introduced(batch: &[(Instant, &mut Marks)]) -> Vec<SpelledRole> {
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
pub(super) fn agree(one: &SpelledRole, other: &SpelledRole) -> bool {
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
