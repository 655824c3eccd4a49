//! Who says what: written with the marks, listed by every filter, corrected, merged and taken down.

use domain::*;
use store::documents::ReadDocument;
use store::on_every_engine;
use store::statements::{SpeakerOrder, StatementFilter, StatementPlace};

use crate::sample::{at, day, document, item, marks, outlet};

fn march() -> DayRange {
    DayRange::inclusive(day("2026-03-01"), day("2026-03-31")).unwrap()
}

fn said(speaker: &str, text: &str, cohort: Cohort, about: &str, net: f32) -> Statement {
    Statement {
        text: text.to_owned(),
        span: Span { field: Field::Content, start: 7, end: 7 + text.chars().count() as u32 },
        direct: true,
        speakers: speaker
            .split(" and ")
            .map(|name| StatementSpeaker { name: name.to_owned(), known_as: None, is_person: true })
            .collect(),
        title: "CEO of Acme".to_owned(),
        affiliation: "Acme".to_owned(),
        cohort: Some(cohort),
        confidence: 0.9,
        target: Some(StatementTarget { kind: MentionKind::Asset, name: about.to_owned() }),
        tone: Tone { positive: net.max(0.0), neutral: 1.0 - net.abs(), negative: (-net).max(0.0) },
        shingles: vec![1, 2, 40_000_000],
        group: 7,
    }
}

fn article(
    slug: &str,
    outlet_name: &str,
    published_at: &str,
    statements: Vec<Statement>,
) -> (Document, Marks) {
    let mut item = item(slug);
    item.outlet = outlet(outlet_name);
    item.published_at = Some(at(published_at));
    (document(item), Marks { statements, ..marks() })
}

const EXECUTIVE: Cohort = Cohort::Executive;

/// Titles and firms that are known of somebody, with their articles.
fn told(roles: Vec<store::statements::SpelledRole>) -> Vec<(String, i64)> {
    roles.into_iter().map(|one| (one.affiliation, one.articles)).collect()
}

/// A writer on another node leads a document to the same speaker, and commits while the correction waits for the counter.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_correction_that_waited_gives_no_number_twice() {
    let Some(store) = store::testing::postgres().await else { return };
    let [jane, bob] = ["Jane Doe", "Bob Roe"].map(SpeakerId::of_name);
    for (slug, who) in [("a", "Jane Doe"), ("b", "Bob Roe")] {
        let one = said(who, slug, EXECUTIVE, "Bitcoin", 0.0);
        let article = article(slug, "Daily", "2026-03-01T10:00:00Z", vec![one]);
        store.documents.insert(vec![article], None).await.unwrap();
    }
    let seen = store.documents.max_seq().await.unwrap();
    let slow = format!(
        "BEGIN; UPDATE counters SET value = value + 1 WHERE name = 'documents';
         UPDATE documents SET seq = (SELECT value FROM counters WHERE name = 'documents')
          WHERE number IN (SELECT document FROM statements WHERE speaker = '{bob}');
         UPDATE statements SET speaker = '{jane}' WHERE speaker = '{bob}';
         SELECT pg_sleep(1); COMMIT"
    );
    let correct = async {
        tokio::time::sleep(std::time::Duration::from_millis(400)).await;
        store.statements.correct(jane, Some("Jane M. Doe"), None).await
    };
    let ((), corrected) = tokio::join!(store::testing::execute(&store, &slow), correct);
    assert!(corrected.unwrap());
    let after = store.documents.changed_since(seen + 1, 10).await.unwrap();
    assert_eq!(after.len(), 2, "whoever has followed the other writer learns of both");
}

on_every_engine! {
    async fn a_firm_of_many_spellings_is_one_speaker(store) {
        let mut old = said("Acme Holdings", "It works.", EXECUTIVE, "Bitcoin", 0.8);
        old.speakers[0].known_as = Some("Acme".into());
        let new = said("Acme", "It still works.", EXECUTIVE, "Bitcoin", 0.8);
        let one = article("a", "Daily", "2026-03-01T10:00:00Z", vec![old]);
        let two = article("b", "Daily", "2026-03-01T11:00:00Z", vec![new]);
        store.documents.insert(vec![one, two], None).await.unwrap();
        let ranked = store.statements.ranked(&StatementFilter::default(), SpeakerOrder::Reach, 0, 10).await.unwrap();
        let names: Vec<(&str, i64)> = ranked.iter().map(|one| (one.name.as_str(), one.articles)).collect();
        assert_eq!(names, [("Acme", 2)]);
        let found = store.statements.speaker(SpeakerId::of_name("acme holdings")).await.unwrap().unwrap();
        assert_eq!((found.name.as_str(), found.spellings), ("Acme", vec!["Acme".to_owned(), "Acme Holdings".to_owned()]));
    }

    async fn statements_come_back_as_they_were_read(store) {
        let joint = said("Jane Doe and Bob Roe", "It works.", EXECUTIVE, "Bitcoin", 0.8);
        let (document, marks) = article("a", "Daily", "2026-03-01T10:00:00Z", vec![joint.clone()]);
        let (id, version) = (document.id, marks.version.clone());
        store.documents.insert(vec![(document, marks)], None).await.unwrap();
        let found = store.statements.of_documents(&[id]).await.unwrap().remove(&id).unwrap();
        assert_eq!(found.len(), 2, "one row for each of the two");
        assert_eq!((found[0].speaker_name.as_str(), found[1].speaker_name.as_str()), ("Jane Doe", "Bob Roe"));
        for row in &found {
            assert_eq!((row.document, row.direct, row.span, &row.text), (id, true, joint.span, &joint.text));
            assert_eq!((&row.title, &row.affiliation, row.cohort), (&joint.title, &joint.affiliation, joint.cohort));
            assert_eq!((&row.target, row.tone, row.group), (&joint.target, joint.tone, joint.group));
            assert_eq!(row.published_at, at("2026-03-01T10:00:00Z"));
        }
        let near = store.statements
            .near(&[SpeakerId::of_name("jane doe")], DayRange::inclusive(day("2026-02-27"), day("2026-03-02")).unwrap(), &version, 10)
            .await.unwrap();
        assert_eq!((near.len(), near[0].group, near[0].shingles.clone()), (1, 7, joint.shingles));
        assert_eq!(near[0].text, "It works.");
        let counted = store.documents.of_day(day("2026-03-01")).await.unwrap().remove(0).statements;
        assert_eq!(counted.len(), 2);
        assert_eq!((counted[0].speaker, counted[0].cohort, counted[0].group), (SpeakerId::of_name("Jane Doe"), joint.cohort, 7));
        assert_eq!((&counted[0].target, counted[0].tone), (&joint.target, joint.tone));
        let changes = store.documents.changed_since(0, 10).await.unwrap();
        let store::documents::Change::Put(indexed) = &changes[0] else { panic!("it was put") };
        assert_eq!(indexed.speakers, ["Jane Doe", "Bob Roe"]);
        assert_eq!(indexed.statements, vec![(joint.cohort, joint.target.clone()); 2]);
    }

    async fn a_better_reading_replaces_them_and_deleting_takes_them_along(store) {
        let (document, marks) = article("a", "Daily", "2026-03-01T10:00:00Z", vec![said("Jane Doe", "Old.", EXECUTIVE, "Bitcoin", 0.0)]);
        let id = document.id;
        store.documents.insert(vec![(document, marks.clone())], None).await.unwrap();
        let seq = store.documents.max_seq().await.unwrap();
        let again = Marks { statements: vec![said("Jane Doe", "New.", EXECUTIVE, "Bitcoin", 0.0)], version: "2".into(), ..marks };
        let read = ReadDocument { id, seq, text: None, marks: again };
        assert_eq!(store.documents.replace_marks(vec![read], None).await.unwrap(), 1);
        let texts = |found: Vec<store::statements::StoredStatement>| found.into_iter().map(|one| one.text).collect::<Vec<_>>();
        let all = StatementFilter::default();
        assert_eq!(texts(store.statements.list(&all, None, 10).await.unwrap()), ["New."]);
        store.documents.delete(&[id]).await.unwrap();
        assert!(store.statements.list(&all, None, 10).await.unwrap().is_empty());
    }

    async fn lists_are_filtered_and_go_on_where_they_ended(store) {
        let one = |n: i32, who: &str, cohort, about: &str| {
            article(&format!("a{n}"), "Daily", &format!("2026-02-0{n}T10:00:00Z"), vec![said(who, &format!("No. {n}"), cohort, about, 0.0)])
        };
        store.documents.insert(vec![
            one(1, "Jane Doe", EXECUTIVE, "Bitcoin"),
            one(2, "Jane Doe", EXECUTIVE, "Solana"),
            one(3, "Bob Roe", Cohort::Policy, "Bitcoin"),
        ], None).await.unwrap();
        let texts = async |filter: StatementFilter| -> Vec<String> {
            store.statements.list(&filter, None, 10).await.unwrap().into_iter().map(|one| one.text).collect()
        };
        let jane = SpeakerId::of_name("Jane Doe");
        assert_eq!(texts(StatementFilter { speakers: vec![jane], ..Default::default() }).await, ["No. 2", "No. 1"]);
        assert_eq!(texts(StatementFilter { cohort: Some(Cohort::Policy), ..Default::default() }).await, ["No. 3"]);
        let bitcoin = StatementTarget { kind: MentionKind::Asset, name: "Bitcoin".into() };
        assert_eq!(texts(StatementFilter { target: Some(bitcoin.clone()), ..Default::default() }).await, ["No. 3", "No. 1"]);
        let days = DayRange::inclusive(day("2026-02-01"), day("2026-02-02"));
        assert_eq!(texts(StatementFilter { days, target: Some(bitcoin), ..Default::default() }).await, ["No. 1"]);
        assert_eq!(texts(StatementFilter { affiliation: Some("Acme".into()), ..Default::default() }).await.len(), 3);
        let all = StatementFilter::default();
        let first = store.statements.list(&all, None, 2).await.unwrap();
        let place = StatementPlace { published_at: first[1].published_at, document: first[1].document, position: first[1].position };
        let rest = store.statements.list(&all, Some(place), 2).await.unwrap();
        assert_eq!(rest.iter().map(|one| one.text.as_str()).collect::<Vec<_>>(), ["No. 1"]);
    }

    async fn whoever_is_taken_down_is_not_merged(store) {
        let one = article("a", "Daily", "2026-03-01T10:00:00Z", vec![said("Jane Doe", "One.", EXECUTIVE, "Bitcoin", 0.9)]);
        let two = article("b", "Daily", "2026-03-01T10:00:00Z", vec![Statement { group: 8, ..said("Bob Roe", "Two.", EXECUTIVE, "Bitcoin", 0.9) }]);
        store.documents.insert(vec![one, two], None).await.unwrap();
        let (jane, bob) = (SpeakerId::of_name("Jane Doe"), SpeakerId::of_name("Bob Roe"));
        store.statements.suppress(jane, true).await.unwrap();
        assert_eq!(store.statements.merge(jane, bob).await.unwrap(), None, "it would come back under another name");
        assert_eq!(store.statements.merge(bob, jane).await.unwrap(), None, "it would take the other down too");
        assert!(store.statements.speaker(jane).await.unwrap().unwrap().suppressed);
        let left = store.statements.list(&StatementFilter::default(), None, 10).await.unwrap();
        assert_eq!(left.iter().map(|one| one.speaker_name.as_str()).collect::<Vec<_>>(), ["Bob Roe"]);
    }

    async fn a_statement_has_one_tone_however_often_it_is_reported(store) {
        let report = |slug: &str, net: f32| article(slug, slug, "2026-03-01T10:00:00Z", vec![said("Jane Doe", "Same.", EXECUTIVE, "Bitcoin", net)]);
        store.documents.insert(vec![report("a", 0.9), report("b", -0.6)], None).await.unwrap();
        let ranked = store.statements.ranked(&StatementFilter::default(), SpeakerOrder::Reach, 0, 10).await.unwrap();
        assert_eq!((ranked[0].statements, ranked[0].positive, ranked[0].negative), (1, 1, 0));
    }

    async fn speakers_are_ranked_by_reach_and_the_same_statement_counts_once(store) {
        let jane = |slug: &str, outlet: &str| article(slug, outlet, "2026-03-01T10:00:00Z", vec![said("Jane Doe", "Same.", EXECUTIVE, "Bitcoin", 0.9)]);
        let bob = vec![
            Statement { group: 1, ..said("Bob Roe", "One.", EXECUTIVE, "Bitcoin", -0.9) },
            Statement { group: 2, ..said("Bob Roe", "Two.", EXECUTIVE, "Solana", -0.9) },
        ];
        store.documents.insert(vec![
            jane("a", "Daily"), jane("b", "Weekly"), jane("c", "Monthly"),
            article("d", "Daily", "2026-03-02T10:00:00Z", bob),
        ], None).await.unwrap();
        let ranked = store.statements.ranked(&StatementFilter::default(), SpeakerOrder::Reach, 0, 10).await.unwrap();
        let rows: Vec<_> = ranked.iter().map(|one| (one.name.as_str(), one.statements, one.articles, one.outlets, one.positive, one.negative)).collect();
        assert_eq!(rows, [("Jane Doe", 1, 3, 3, 1, 0), ("Bob Roe", 2, 1, 1, 0, 2)]);
        let by_count = store.statements.ranked(&StatementFilter::default(), SpeakerOrder::Statements, 0, 1).await.unwrap();
        assert_eq!(by_count[0].name, "Bob Roe");
        let days = march();
        let bob = SpeakerId::of_name("Bob Roe");
        let targets = store.statements.targets(bob, days, 5).await.unwrap();
        assert_eq!(targets.iter().map(|one| (one.target.name.as_str(), one.statements)).collect::<Vec<_>>(), [("Bitcoin", 1), ("Solana", 1)]);
        let roles = store.statements.stated_roles(bob, days, 5).await.unwrap();
        assert_eq!(roles.len(), 1);
        assert_eq!((roles[0].title.as_str(), roles[0].affiliation.as_str(), roles[0].statements), ("CEO of Acme", "Acme", 2));
        assert_eq!(ranked[0].cohort, Some(EXECUTIVE));
        let only = StatementFilter { target: Some(StatementTarget { kind: MentionKind::Asset, name: "Solana".into() }), affiliation: Some("Acme".into()), days: Some(days), cohort: Some(EXECUTIVE), ..Default::default() };
        let narrow = store.statements.ranked(&only, SpeakerOrder::Reach, 0, 10).await.unwrap();
        assert_eq!(narrow.iter().map(|one| (one.name.as_str(), one.statements)).collect::<Vec<_>>(), [("Bob Roe", 1)]);
        let tones = store.statements.tone_by_day(bob, days).await.unwrap();
        assert_eq!((tones.len(), tones[0].day, tones[0].statements), (1, day("2026-03-02"), 2));
        assert!((tones[0].tone + 0.9).abs() < 1e-6);
    }

    async fn an_operator_corrects_merges_and_takes_down(store) {
        let short = SpeakerId::of_name("J. Doe");
        let jane = SpeakerId::of_name("Jane Doe");
        let write = async |slug: &str, who: &str| {
            let article = article(slug, "Daily", "2026-03-01T10:00:00Z", vec![said(who, slug, EXECUTIVE, "Bitcoin", 0.0)]);
            store.documents.insert(vec![article], None).await.unwrap();
        };
        write("a", "J. Doe").await;
        write("b", "Jane Doe").await;
        let days = store.documents.days_dirty(10).await.unwrap();
        store.documents.days_done(&days).await.unwrap();

        assert!(store.statements.correct(jane, Some("Jane M. Doe"), Some(Some(Cohort::Founder))).await.unwrap());
        assert_eq!(store.statements.merge(short, jane).await.unwrap().unwrap().statements, 1);
        assert_eq!(store.documents.days_dirty(10).await.unwrap().len(), 1, "the day is counted again");
        let names = async || -> Vec<Vec<String>> {
            let changes = store.documents.changed_since(0, 10).await.unwrap();
            changes.into_iter().filter_map(|one| match one {
                store::documents::Change::Put(document) => Some(document.speakers),
                _ => None,
            }).collect()
        };
        assert_eq!(names().await, [vec!["Jane M. Doe", "Jane Doe"], vec!["Jane M. Doe", "J. Doe"]]);
        let seen = store.documents.max_seq().await.unwrap();
        write("c", "J. Doe").await;
        let found = store.statements.list(&StatementFilter { speakers: vec![jane], ..Default::default() }, None, 10).await.unwrap();
        assert_eq!(found.len(), 3);
        assert!(found.iter().all(|one| one.cohort == Some(Cohort::Founder) && one.speaker_name == "Jane M. Doe"));
        let speaker = store.statements.speaker(short).await.unwrap().unwrap();
        assert_eq!((speaker.id, speaker.spellings), (jane, vec!["J. Doe".to_owned(), "Jane Doe".to_owned()]));

        assert_eq!(store.statements.suppress(jane, true).await.unwrap(), Some(3), "the past too");
        assert_eq!(store.documents.changed_since(seen, 10).await.unwrap().len(), 3, "the index learns of it");
        assert!(names().await.iter().all(Vec::is_empty));
        write("d", "Jane Doe").await;
        write("e", "J. Doe").await;
        assert!(store.statements.list(&StatementFilter::default(), None, 10).await.unwrap().is_empty());
        assert!(store.statements.speaker(jane).await.unwrap().unwrap().suppressed);
        store.statements.suppress(jane, false).await.unwrap();
        write("f", "Jane Doe").await;
        assert_eq!(store.statements.list(&StatementFilter::default(), None, 10).await.unwrap().len(), 1);
        let nobody = SpeakerId::of_name("Nobody");
        assert_eq!(store.statements.suppress(nobody, true).await.unwrap(), None);
        assert_eq!(store.statements.merge(nobody, jane).await.unwrap(), None);
        assert_eq!(store.statements.merge(jane, nobody).await.unwrap(), None);
        assert!(!store.statements.correct(nobody, Some("x"), None).await.unwrap());
    }

    async fn two_forms_of_a_name_become_one_speaker_and_two_again(store) {
        let (long, short) = (SpeakerId::of_name("Geoffrey Roe"), SpeakerId::of_name("Geoff Roe"));
        let write = async |slug: &str, who: &str| {
            let article = article(slug, "Daily", "2026-03-01T10:00:00Z", vec![said(who, slug, EXECUTIVE, "Bitcoin", 0.0)]);
            store.documents.insert(vec![article], None).await.unwrap();
        };
        let of = async |id: SpeakerId| -> Vec<String> {
            let filter = StatementFilter { speakers: vec![id], ..Default::default() };
            let found = store.statements.list(&filter, None, 10).await.unwrap();
            let mut texts: Vec<String> = found.into_iter().map(|one| one.text).collect();
            texts.sort_unstable();
            texts
        };
        write("a", "Geoffrey Roe").await;
        let roles = store.statements.spelled_roles(&[short, long], march()).await.unwrap();
        assert_eq!(roles.iter().map(|one| (one.spelling.as_str(), one.affiliation.as_str())).collect::<Vec<_>>(), [("Geoffrey Roe", "Acme")]);
        let days = store.documents.days_dirty(10).await.unwrap();
        store.documents.days_done(&days).await.unwrap();
        let seen = store.documents.max_seq().await.unwrap();

        assert_eq!(store.statements.unite("Geoffrey Roe", "Geoff Roe").await.unwrap().unwrap().statements, 1, "the past too");
        assert_eq!(store.documents.days_dirty(10).await.unwrap().len(), 1, "the day is counted again");
        assert_eq!(store.documents.changed_since(seen, 10).await.unwrap().len(), 1, "the index learns of it");
        assert_eq!(store.statements.unite("Geoffrey Roe", "Geoff Roe").await.unwrap(), None, "once is enough");
        write("b", "Geoff Roe").await;
        write("c", "Geoffrey Roe").await;
        assert_eq!(of(short).await, ["a", "b", "c"]);
        let one = store.statements.speaker(long).await.unwrap().unwrap();
        assert_eq!((one.id, one.name.as_str()), (short, "Geoff Roe"));

        assert_eq!(store.statements.separate(long).await.unwrap().unwrap().statements, 2);
        assert_eq!((of(long).await, of(short).await), (vec!["a".to_owned(), "c".to_owned()], vec!["b".to_owned()]));
        assert_eq!(store.statements.separate(long).await.unwrap(), None);
        for (from, into) in [("Geoffrey Roe", "Geoff Roe"), ("Geoff Roe", "Geoffrey Roe")] {
            assert_eq!(store.statements.unite(from, into).await.unwrap(), None, "an operator said otherwise");
        }
        assert!(store.statements.spelled_roles(&[long], march()).await.unwrap().is_empty());
        write("d", "Geoffrey Roe").await;
        assert_eq!(of(long).await, ["a", "c", "d"]);
        assert_eq!(store.statements.merge(long, short).await.unwrap().unwrap().statements, 3, "and may say so again");
    }

    async fn a_role_that_an_operator_takes_back_is_again_what_articles_state(store) {
        let (short, jane) = (SpeakerId::of_name("J. Doe"), SpeakerId::of_name("Jane Doe"));
        let write = async |slug: &str, who: &str| {
            let mut one = said(who, slug, EXECUTIVE, "Bitcoin", 0.0);
            one.cohort = (slug != "silent").then_some(EXECUTIVE);
            store.documents.insert(vec![article(slug, "Daily", "2026-03-01T10:00:00Z", vec![one])], None).await.unwrap();
        };
        let roles = async |id: SpeakerId| -> Vec<(Option<Cohort>, f32)> {
            let filter = StatementFilter { speakers: vec![id], ..Default::default() };
            let found = store.statements.list(&filter, None, 10).await.unwrap();
            found.into_iter().map(|one| (one.cohort, one.confidence)).collect()
        };
        let (stated, founder) = ((Some(EXECUTIVE), 0.9), (Some(Cohort::Founder), 1.0));
        write("a", "J. Doe").await;
        write("b", "Jane Doe").await;
        assert!(store.statements.correct(jane, None, Some(Some(Cohort::Founder))).await.unwrap());
        store.statements.merge(short, jane).await.unwrap().unwrap();
        write("c", "J. Doe").await;
        assert_eq!(roles(jane).await, [founder; 3]);
        assert!(store.statements.correct(jane, None, Some(Some(Cohort::Analyst))).await.unwrap(), "another one");

        store.statements.separate(short).await.unwrap().unwrap();
        assert_eq!(roles(short).await, [stated; 2], "not the one that was the other's");
        assert_eq!(roles(jane).await, [(Some(Cohort::Analyst), 1.0)]);
        write("silent", "Jane Doe").await;
        assert!(store.statements.correct(jane, None, Some(None)).await.unwrap());
        let mut own = roles(jane).await;
        own.sort_by_key(|(cohort, _)| cohort.is_none());
        assert_eq!(own, [stated, (None, 0.9)]);
    }

    async fn nothing_is_left_behind_while_two_names_become_one(store) {
        let write = async |round: usize, part: usize| {
            let said = said(&format!("Geoffrey Roe {round}"), &format!("{round} {part}"), EXECUTIVE, "Bitcoin", 0.0);
            let article = article(&format!("{round}-{part}"), "Daily", "2026-03-01T10:00:00Z", vec![said]);
            store.documents.insert(vec![article], None).await.unwrap();
        };
        for round in 0..12 {
            let (long, short) = (format!("Geoffrey Roe {round}"), format!("Geoff Roe {round}"));
            write(round, 0).await;
            let unite = async || store.statements.unite(&long, &short).await.unwrap();
            let (_, _, _, first, _, second) =
                tokio::join!(write(round, 1), write(round, 2), write(round, 3), unite(), write(round, 4), unite());
            assert_eq!(u8::from(first.is_some()) + u8::from(second.is_some()), 1, "one of them did it");
            let of = async |name: &str| {
                let filter = StatementFilter { speakers: vec![SpeakerId::of_name(name)], ..Default::default() };
                store.statements.list(&filter, None, 10).await.unwrap().len()
            };
            assert_eq!((of(&long).await, of(&short).await), (0, 5));
        }
    }

    async fn an_article_counts_once_however_often_it_names_a_role(store) {
        let of = |text: &str, firm: &str| Statement { affiliation: firm.into(), ..said("Andy Roe", text, EXECUTIVE, "Bitcoin", 0.0) };
        let repeated = vec![of("1", "Ripple"), of("22", "Kraken"), of("333", "Ripple"), of("4444", "Ripple")];
        let one = article("a", "Daily", "2026-03-01T10:00:00Z", repeated);
        let two = article("b", "Daily", "2026-03-01T10:00:00Z", vec![of("1", "Kraken")]);
        store.documents.insert(vec![one, two], None).await.unwrap();
        let roles = store.statements.spelled_roles(&[SpeakerId::of_name("Andy Roe")], march()).await.unwrap();
        assert_eq!(told(roles), [("Kraken".to_owned(), 1), ("Ripple".to_owned(), 1)]);
    }

    async fn what_articles_say_of_whoever_is_taken_down_is_remembered(store) {
        let sam = SpeakerId::of_name("Samuel Roe");
        let write = async |slug: &str, who: &str, firm: &str| {
            let one = Statement { affiliation: firm.into(), ..said(who, slug, EXECUTIVE, "Bitcoin", 0.0) };
            store.documents.insert(vec![article(slug, "Daily", "2026-03-01T10:00:00Z", vec![one])], None).await.unwrap();
        };
        let known = async || told(store.statements.taken_down_roles(&[sam]).await.unwrap());
        write("a", "Samuel Roe", "Gemini").await;
        write("b", "Ann Doe and Samuel Roe", "Kraken").await;
        assert!(store.statements.taken_down_names().await.unwrap().is_empty());
        store.statements.suppress(sam, true).await.unwrap();
        assert_eq!(store.statements.taken_down_names().await.unwrap(), [(sam, "Samuel Roe".to_owned())]);
        assert_eq!(known().await, [("Gemini".to_owned(), 1)], "the other title is hers");
        write("c", "Samuel Roe", "Paradigm").await;
        write("d", "Samuel Roe and Ann Doe", "Ripple").await;
        assert_eq!(known().await, [("Gemini".to_owned(), 1), ("Paradigm".to_owned(), 1)], "what comes later too");

        write("e", "Sam Roe", "Bitwise").await;
        assert!(store.statements.take_down_with("Sam Roe", "Samuel Roe").await.unwrap().is_some());
        assert_eq!(known().await.len(), 3, "under another form of the name too");
        store.statements.suppress(sam, false).await.unwrap();
        assert!(known().await.is_empty());
        assert!(store.statements.taken_down_names().await.unwrap().is_empty());
    }

    async fn a_name_that_an_operator_decided_on_takes_other_forms_down_with_it(store) {
        let write = async |slug: &str, who: &str| {
            let article = article(slug, "Daily", "2026-03-01T10:00:00Z", vec![said(who, slug, EXECUTIVE, "Bitcoin", 0.0)]);
            store.documents.insert(vec![article], None).await.unwrap();
        };
        let samuel = SpeakerId::of_name("Samuel Roe");
        write("a", "Samuel Roe").await;
        assert!(store.statements.correct(samuel, Some("Samuel Q. Roe"), None).await.unwrap());
        store.statements.suppress(samuel, true).await.unwrap();
        assert_eq!(store.statements.taken_down_roles(&[samuel]).await.unwrap().len(), 1);
        write("b", "Sam Roe").await;
        assert_eq!(store.statements.take_down_with("Sam Roe", "Samuel Roe").await.unwrap().unwrap().statements, 1);
        assert!(store.statements.take_down_with("Sam Q. Roe", "Samuel Roe").await.unwrap().is_some(), "nobody was quoted under it");
        assert_eq!(store.statements.take_down_with("Sam Roe", "Samuel Roe").await.unwrap(), None, "once is enough");

        write("c", "Sammy Roe").await;
        write("d", "Sammy R. Roe").await;
        assert!(store.statements.unite("Sammy R. Roe", "Sammy Roe").await.unwrap().is_some());
        assert_eq!(store.statements.take_down_with("Sammy R. Roe", "Samuel Roe").await.unwrap().unwrap().statements, 2, "whoever it leads to");
        assert!(store.statements.list(&StatementFilter::default(), None, 10).await.unwrap().is_empty());

        write("e", "Samuel T. Roe").await;
        assert!(store.statements.correct(SpeakerId::of_name("Samuel T. Roe"), Some("Another Roe"), None).await.unwrap());
        assert_eq!(store.statements.take_down_with("Samuel T. Roe", "Samuel Roe").await.unwrap(), None, "a person has named him");
    }

    async fn lifting_a_takedown_has_every_writing_of_the_name_read_again(store) {
        let kevin = SpeakerId::of_name("Kevin O'Leary");
        let write = |slug: &str, text: &str| {
            let mut item = item(slug);
            item.content = text.to_owned();
            (document(item), marks())
        };
        let said = said("Kevin O'Leary", "It works.", EXECUTIVE, "Bitcoin", 0.0);
        store.documents.insert(vec![article("a", "Daily", "2026-03-01T10:00:00Z", vec![said])], None).await.unwrap();
        let far: Vec<_> = (0..600).map(|n| write(&format!("far-{n}"), &format!("Nobody is named in {n}."))).collect();
        store.documents.insert(far, None).await.unwrap();
        store.documents.insert(vec![write("b", "Kevin O’Leary spoke."), write("c", "KEVIN O'LEARY spoke.")], None).await.unwrap();
        store.statements.suppress(kevin, true).await.unwrap();
        for _ in 0..2 {
            store.statements.suppress(kevin, false).await.unwrap();
            let again = store.documents.read_otherwise(&marks().version, 1000).await.unwrap();
            let mut texts: Vec<&str> = again.iter().map(|one| one.content.as_str()).collect();
            texts.sort_unstable();
            assert_eq!(texts, ["KEVIN O'LEARY spoke.", "Kevin O’Leary spoke."]);
        }
    }

    async fn reports_of_one_time_come_in_the_order_of_their_documents(store) {
        let report = |slug: &str| article(slug, "Daily", "2026-03-01T10:00:00Z", vec![
            said("Jane Doe", &format!("{slug} 1"), EXECUTIVE, "Bitcoin", 0.0),
            said("Jane Doe", &format!("{slug} 2"), EXECUTIVE, "Bitcoin", 0.0),
        ]);
        for slug in ["a", "b", "c"] {
            store.documents.insert(vec![report(slug)], None).await.unwrap();
        }
        let near = store.statements.near(&[SpeakerId::of_name("Jane Doe")], march(), &marks().version, 3).await.unwrap();
        assert_eq!(near.iter().map(|one| one.text.as_str()).collect::<Vec<_>>(), ["a 1", "a 2", "b 1"]);
        let other = store.statements.near(&[SpeakerId::of_name("Jane Doe")], march(), "another", 3).await.unwrap();
        assert!(other.is_empty(), "what another version read is compared once it is read again");
    }

    async fn a_speaker_has_the_role_that_most_documents_are_sure_of(store) {
        let mut day = 0;
        let mut write = async |who: &str, is_person: bool, cohort: Cohort, confidence: f32| {
            day += 1;
            let mut one = said(who, &format!("{day}"), cohort, "Bitcoin", 0.0);
            (one.confidence, one.speakers[0].is_person) = (confidence, is_person);
            let article = article(&format!("{day}"), "Daily", &format!("2026-03-{day:02}T10:00:00Z"), vec![one]);
            store.documents.insert(vec![article], None).await.unwrap();
        };
        let listed = async |who: &str| {
            let id = SpeakerId::of_name(who);
            let named = store.statements.named(&[id]).await.unwrap().remove(0);
            let filter = StatementFilter { speakers: vec![id], ..StatementFilter::default() };
            let ranked = store.statements.ranked(&filter, SpeakerOrder::Reach, 0, 10).await.unwrap().remove(0);
            assert_eq!((ranked.cohort, ranked.is_person), (named.cohort, named.is_person));
            (named.cohort.unwrap(), named.is_person)
        };
        // `of Acme` three times, `analyst at Acme` once.
        for _ in 0..3 {
            write("Jane Doe", true, EXECUTIVE, 0.5).await;
        }
        write("Jane Doe", true, Cohort::Analyst, 0.9).await;
        assert_eq!(listed("Jane Doe").await, (Cohort::Analyst, true));
        // Of those that are as sure the most frequent.
        for _ in 0..2 {
            write("Jane Doe", true, Cohort::Founder, 0.9).await;
        }
        assert_eq!(listed("Jane Doe").await, (Cohort::Founder, true));
        // Taken for a firm by two documents that say nothing of him.
        for _ in 0..2 {
            write("Bob Roe", false, Cohort::Brand, 0.5).await;
        }
        assert_eq!(listed("Bob Roe").await, (Cohort::Brand, false));
        write("Bob Roe", true, EXECUTIVE, 0.9).await;
        write("Bob Roe", false, Cohort::Brand, 0.5).await;
        assert_eq!(listed("Bob Roe").await, (EXECUTIVE, true));
        // A firm that one document gives somebody's title.
        write("Acme", true, Cohort::Trader, 0.9).await;
        for _ in 0..2 {
            write("Acme", false, Cohort::Brand, 0.7).await;
        }
        assert_eq!(listed("Acme").await, (Cohort::Brand, false));
        // What one document calls by a title stays what the others know it as.
        write("Daily Wire", false, Cohort::Policy, 0.9).await;
        for _ in 0..3 {
            write("Daily Wire", false, Cohort::Media, 0.7).await;
        }
        assert_eq!(listed("Daily Wire").await, (Cohort::Media, false));
    }

    async fn a_new_form_of_a_name_leads_to_the_known_one_unless_that_is_taken_down_or_elsewhere(store) {
        let write = async |slug: &str, who: &str| {
            let article = article(slug, "Daily", "2026-03-01T10:00:00Z", vec![said(who, slug, EXECUTIVE, "Bitcoin", 0.0)]);
            store.documents.insert(vec![article], None).await.unwrap();
        };
        write("a", "Tom Roe").await;
        assert_eq!(store.statements.unite("Thomas Roe", "Tom Roe").await.unwrap().unwrap().statements, 0);
        write("b", "Thomas Roe").await;
        let tom = SpeakerId::of_name("Tom Roe");
        let filter = StatementFilter { speakers: vec![tom], ..Default::default() };
        assert_eq!(store.statements.list(&filter, None, 10).await.unwrap().len(), 2);

        write("a3", "Thomas J. Roe").await;
        assert_eq!(store.statements.unite("Thomas J. Roe", "Thomas Roe").await.unwrap().unwrap().statements, 1, "of a third name");
        assert_eq!(store.statements.list(&filter, None, 10).await.unwrap().len(), 3);
        assert_eq!(store.statements.unite("Tom Roe", "Thomas Roe").await.unwrap(), None, "one already");

        write("c", "Bill Doe").await;
        store.statements.suppress(SpeakerId::of_name("Bill Doe"), true).await.unwrap();
        assert_eq!(store.statements.unite("William Doe", "Bill Doe").await.unwrap(), None);
        write("d", "William Doe").await;
        assert!(!store.statements.speaker(SpeakerId::of_name("William Doe")).await.unwrap().unwrap().suppressed);
        assert_eq!(store.statements.unite("William Doe", "Bill Doe").await.unwrap(), None);

        write("h", "Edward Coe").await;
        assert!(store.statements.correct(SpeakerId::of_name("Edward Coe"), Some("Edward D. Coe"), None).await.unwrap());
        assert_eq!(store.statements.unite("Edward Coe", "Ed Coe").await.unwrap(), None, "a person has named him");
        write("i", "Nick Boe").await;
        write("j", "Nicholas Boe").await;
        write("k", "The Oracle").await;
        let [nicholas, oracle] = ["Nicholas Boe", "The Oracle"].map(SpeakerId::of_name);
        assert_eq!(store.statements.merge(oracle, nicholas).await.unwrap().unwrap().statements, 1);
        assert_eq!(store.statements.unite("Nicholas Boe", "Nick Boe").await.unwrap(), None, "a person led somebody there");

        write("e", "Mike Poe").await;
        write("f", "Michael Poe").await;
        store.statements.merge(SpeakerId::of_name("Mike Poe"), tom).await.unwrap();
        assert_eq!(store.statements.unite("Michael Poe", "Mike Poe").await.unwrap(), None, "it leads to somebody else");
        let together = said("Ann Roe and Jim Poe", "g", EXECUTIVE, "Bitcoin", 0.0);
        store.documents.insert(vec![article("g", "Daily", "2026-03-01T10:00:00Z", vec![together])], None).await.unwrap();
        let both = [SpeakerId::of_name("Ann Roe"), SpeakerId::of_name("Jim Poe")];
        assert!(store.statements.spelled_roles(&both, march()).await.unwrap().is_empty(), "whose title it is cannot be told");
    }
}
