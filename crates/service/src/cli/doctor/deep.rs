//! Looks through everything that is stored: what must hold over the tables, and each document in the index and in the counts
//! of its day exactly once.

use std::collections::BTreeSet;

use anyhow::Context;
use domain::{Day, DayRange, DocumentId};
use search::{Finder, Search};
use store::Store;
use store::invariants::Checked;
use store::rollups::Spoken;

use super::{Finding, State, is_of, texts};
use crate::cli::opening;
use crate::cli::progress::working;
use figures::spoken;
use indices::rollup as counts;
use pipeline::readings::{Sealed, sealed};
use pipeline::rollup;
use runtime::config::Config;

/// Documents that the index is asked for at once.
const PAGE: usize = 10_000;
/// Days that are named in one line.
const MAX_NAMED: usize = 5;

pub async fn look(config: &Config) -> anyhow::Result<Vec<Finding>> {
    // What keeps it from opening was said by the first look.
    let Ok(store) = opening::store(config).await else { return Ok(Vec::new()) };
    let bar = working("checking the store");
    let mut found = Vec::new();
    store.check_invariants(|checked| found.push(finding(checked))).await.context("cannot ask the store")?;
    bar.set_message("adding up credits and charges");
    found.push(books(&store).await?);
    bar.set_message("reading the audit log");
    found.push(audit_log(&store).await?);
    bar.set_message("comparing texts with their hashes");
    found.extend(texts::look(&store).await?);
    bar.set_message("checking the seals of readings");
    found.push(seals(&store).await?);
    bar.set_message("counting every day again");
    found.extend(days(config, &store).await?);
    bar.finish_and_clear();
    Ok(found)
}

fn finding(checked: Checked) -> Finding {
    let Checked { part, what, waits, open, advice, against, such_as } = checked;
    let such_as = such_as.unwrap_or_default();
    match (against, waits) {
        (0, _) => Finding { part, state: State::Good, words: what.to_owned() },
        (_, true) => Finding {
            part,
            state: State::Note,
            words: format!("{open}: {against}, such as {such_as}; {advice}"),
        },
        (_, false) => Finding {
            part,
            state: State::Bad,
            words: format!("not true that {what}: {against} cases, such as {such_as}; {advice}"),
        },
    }
}

async fn books(store: &Store) -> anyhow::Result<Finding> {
    let differences = store.ledger.audit().await.context("cannot add up credits and charges")?.differences;
    let words = match differences.first() {
        None => "credits and charges add up".to_owned(),
        Some(one) => {
            format!("{} differences, such as {}: see `bellwether audit`", differences.len(), one.what)
        }
    };
    Ok(Finding { part: "charges", state: State::good_if(differences.is_empty()), words })
}

async fn audit_log(store: &Store) -> anyhow::Result<Finding> {
    let verified = store.audit_log.verify(None).await.context("cannot read the audit log")?;
    let words = match verified.faults.first() {
        None => format!("complete and unchanged, {} lines", verified.lines),
        Some(fault) => format!(
            "line {} {}: see `bellwether audit`, and compare with a backup or with a head that you noted",
            fault.number, fault.what
        ),
    };
    Ok(Finding { part: "audit log", state: State::good_if(verified.faults.is_empty()), words })
}

/// Whether published rows say what was sealed.
async fn seals(store: &Store) -> anyhow::Result<Finding> {
    let (mut equal, mut unknown, mut other) = (0_u64, 0_u64, Vec::new());
    let mut last = None;
    loop {
        let page =
            store.readings.page(last.as_ref(), PAGE).await.context("cannot read what was published")?;
        for row in &page {
            match sealed(row) {
                Sealed::Equal => equal += 1,
                Sealed::Unknown => unknown += 1,
                Sealed::Other => other.push(format!("{} of {}", row.metric, row.at.rfc3339())),
            }
        }
        last = match page.into_iter().next_back() {
            Some(row) => Some(row),
            None => break,
        };
    }
    let words = match other.first() {
        None => format!(
            "{equal} readings say what was sealed; of {unknown} the seal covers more than the row: `bellwether recompute` \
             proves a day"
        ),
        Some(one) => format!(
            "{} readings do not say what was sealed, such as {one}: prove the day with `bellwether recompute`, and restore a \
             backup from before it was changed",
            other.len()
        ),
    };
    Ok(Finding { part: "readings", state: State::good_if(other.is_empty()), words })
}

/// What is wrong with single days.
#[derive(Default)]
struct Days {
    counted: Vec<Day>,
    spoken: Vec<Day>,
    missing: Vec<Day>,
    twice: Vec<Day>,
}

/// What is kept of who spoke on a day is what its documents say, or nothing.
async fn is_spoken(store: &Store, day: Day, again: &Spoken) -> anyhow::Result<bool> {
    let days = DayRange::single(day);
    let voices = store.rollups.voices_of_days(days).await?.pop().and_then(|one| one.spoken);
    let said = store.rollups.said_on_days(days).await?.pop().and_then(|one| one.spoken);
    Ok(voices.is_none_or(|voices| voices == again.voices) && said.is_none_or(|said| said == again.said))
}

async fn days(config: &Config, store: &Store) -> anyhow::Result<[Finding; 3]> {
    let index = match opening::finder(config) {
        Ok(finder) if !is_of(store, &finder).await => {
            Err("it belongs to another store or to an earlier state of this one".to_owned())
        }
        Ok(finder) if finder.indexed_seq() != store.documents.max_seq().await? as u64 => {
            Err("it is behind the store".to_owned())
        }
        Ok(finder) => Ok(finder),
        Err(error) => Err(format!("{error:#}")),
    };
    let dirty: BTreeSet<Day> =
        store.documents.days_dirty(usize::MAX >> 1).await?.into_iter().map(|dirty| dirty.day).collect();
    let (mut wrong, mut looked_at) = (Days::default(), 0_u64);
    let covered = store.documents.days_covered().await?;
    for day in covered.into_iter().flat_map(DayRange::days) {
        let documents = rollup::documents(store, day).await?;
        let next = store.rollups.in_order(Some(day.plus(-1)), 1).await?.pop();
        if let Some(stored) = next.filter(|stored| stored.day == day) {
            let again = rollup::count_documents(day, &documents);
            if !dirty.contains(&day) && counts::encode(&again) != stored.counts {
                wrong.counted.push(day);
            }
            if !dirty.contains(&day)
                && !is_spoken(store, day, &spoken::of_counted(&again.voices, &documents)).await?
            {
                wrong.spoken.push(day);
            }
            looked_at += 1;
        }
        let Ok(finder) = &index else { continue };
        let found = indexed(finder, day)?;
        let once: BTreeSet<DocumentId> = found.iter().copied().collect();
        // Documents that wait to be read are in the index and not among these.
        if documents.iter().any(|document| !once.contains(&document.id)) {
            wrong.missing.push(day);
        }
        if once.len() != found.len() {
            wrong.twice.push(day);
        }
    }
    let counted = Finding {
        part: "counts",
        state: State::good_if(wrong.counted.is_empty()),
        words: match wrong.counted.is_empty() {
            true => format!("a recount of {looked_at} days gives the same numbers"),
            false => format!(
                "a recount gives other numbers on {}: run `bellwether rebuild`",
                named(&wrong.counted)
            ),
        },
    };
    let spoken = Finding {
        part: "counts",
        state: State::good_if(wrong.spoken.is_empty()),
        words: match wrong.spoken.is_empty() {
            true => "what is kept of who spoke agrees with the statements".to_owned(),
            false => format!("other people spoke on {}: run `bellwether rebuild`", named(&wrong.spoken)),
        },
    };
    let in_index = match index {
        Err(why) => Finding {
            part: "index",
            state: State::Note,
            words: format!(
                "not compared: {why}. Run this again when the service is stopped, or `bellwether reindex`."
            ),
        },
        Ok(finder) => of_index(store, &finder, &wrong).await?,
    };
    Ok([counted, spoken, in_index])
}

async fn of_index(store: &Store, finder: &Finder, wrong: &Days) -> anyhow::Result<Finding> {
    let (stored, found) = (store.documents.count().await?, finder.document_count());
    let mut words = Vec::new();
    if !wrong.missing.is_empty() {
        words.push(format!("documents are missing on {}", named(&wrong.missing)));
    }
    if !wrong.twice.is_empty() {
        words.push(format!("documents are there twice on {}", named(&wrong.twice)));
    }
    if stored as u64 != found {
        words.push(format!("{found} documents where the store has {stored}"));
    }
    Ok(Finding {
        part: "index",
        state: State::good_if(words.is_empty()),
        words: match words.is_empty() {
            true => format!("holds every document once, {found} in all"),
            false => format!("{}: run `bellwether reindex`", words.join("; ")),
        },
    })
}

/// All documents of the day that the index has.
fn indexed(finder: &Finder, day: Day) -> anyhow::Result<Vec<DocumentId>> {
    let days = DayRange::single(day);
    let mut search = Search::between(days.first().start(), days.last().end());
    search.take = PAGE;
    let mut ids = Vec::new();
    loop {
        let page = finder.list_until(&search, &|| false).context("cannot ask the index")?;
        ids.extend(page.ids.iter().map(|(id, _)| *id));
        if !page.next {
            return Ok(ids);
        }
        search.skip += PAGE;
    }
}

fn named(days: &[Day]) -> String {
    let some: Vec<String> = days.iter().take(MAX_NAMED).map(Day::to_string).collect();
    match days.len().saturating_sub(MAX_NAMED) {
        0 => some.join(", "),
        more => format!("{} and {more} more days", some.join(", ")),
    }
}
