#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use domain::{Cohort, Document, Extent, Item, Kind, Outlet, Precision, Statement};
use store::statements::{SpelledRole, StatementFilter};

use super::forms::{agree, introduced};
use super::roles::STATED_ELSEWHERE;
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
    take_in_on(store, slug, text, "2026-03-02").await;
}

/// The same on a day.
async fn take_in_on(store: &Store, slug: &str, text: &str, day: &str) {
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
    let document = Document::new(item, Instant::parse(&format!("{day}T00:00:00Z")).unwrap()).unwrap();
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

    async fn reports_are_one_statement_within_a_week_of_the_first(store) {
        let text = "“We believe that our customers will stay with us,” said Dana Whitlock, chief executive of Galaxy Digital.";
        let counts = async || {
            let found = store.statements.list(&StatementFilter::default(), None, 20).await.unwrap();
            let mut counts: BTreeMap<u64, i64> = BTreeMap::new();
            for one in found {
                *counts.entry(one.group).or_default() += 1;
            }
            let mut counts: Vec<i64> = counts.into_values().collect();
            counts.sort_unstable();
            counts
        };
        take_in_on(&store, "a", text, "2026-03-02").await;
        take_in_on(&store, "b", text, "2026-03-09").await;
        assert_eq!(counts().await, [2], "a week");
        take_in_on(&store, "c", text, "2026-03-12").await;
        assert_eq!(counts().await, [1, 2], "near to the last, far from the first");
        take_in_on(&store, "d", text, "2026-04-02").await;
        assert_eq!(counts().await, [1, 1, 2], "the same words a month later");
        // Reports that come late.
        take_in_on(&store, "e", text, "2026-03-10").await;
        take_in_on(&store, "f", text, "2026-03-05").await;
        assert_eq!(counts().await, [1, 2, 3]);
    }

    async fn a_role_that_follows_from_the_kind_of_a_name_is_not_carried(store) {
        let text = "“We believe that our customers will stay with us,” said Dana Whitlock in the evening.";
        let read = |cohort: Cohort, confidence: f32, is_person: bool| {
            let mut marks = analysis::analyse(&analysis::Text { content: text, ..analysis::Text::default() });
            let said = &mut marks.statements[0];
            (said.cohort, said.confidence, said.speakers[0].is_person) = (Some(cohort), confidence, is_person);
            marks
        };
        let mut all = [
            read(Cohort::Brand, 0.7, false),
            read(Cohort::Brand, 0.7, false),
            read(Cohort::Analyst, 0.9, true),
            read(Cohort::Commentator, 0.5, true),
            read(Cohort::Brand, 0.5, false),
        ];
        let at = Instant::parse("2026-03-02T00:00:00Z").unwrap();
        let mut batch: Vec<_> = all.iter_mut().map(|marks| (at, marks)).collect();
        group(&store, &mut batch).await.unwrap();
        for marks in &all[3..] {
            let said = &marks.statements[0];
            assert_eq!((said.cohort, said.confidence), (Some(Cohort::Analyst), STATED_ELSEWHERE));
            assert!(said.speakers[0].is_person);
        }
        assert_eq!(all[0].statements[0].cohort, Some(Cohort::Brand), "sure that it is a firm");
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
