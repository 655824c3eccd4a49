use domain::{Cohort, DayRange, Instant, Item, Kind, Sentiment, Speaker};
use store::brains::{Brain, BrainDefinition};
use store::on_every_engine;
use store::runs::{Recorded, Run};
use store::spaces::{Space, SpaceDefinition, SpaceRange};

use crate::accounts::account;
use crate::sample::{at, day, document, item, marks, origin_at};

fn ms(ms: i64) -> Instant {
    Instant::from_ms(ms)
}

fn space(id: &str, created: i64) -> Space {
    Space {
        id: id.into(),
        definition: SpaceDefinition {
            name: format!("Space {id}"),
            keyword: Some("bitcoin AND \"spot etf\"".into()),
            outlet: None,
            sentiment: Some(Sentiment::Negative),
            range: SpaceRange::Rolling(30),
            columns: vec!["Title".into(), "Date".into()],
        },
        created_at: ms(created),
        changed_at: ms(created),
    }
}

/// No run is the same one at a later stage.
fn never(_: &Run, _: &Run) -> bool {
    false
}

fn sample_run(run_id: &str, key: Option<&str>, digest: u8) -> Run {
    Run {
        id: format!("receipt {run_id} {digest} {key:?}"),
        run_id: run_id.into(),
        idempotency_key: key.map(str::to_owned),
        workflow_id: "daily".into(),
        status: domain::RunStatus::Succeeded,
        started_at: ms(5),
        finished_at: Some(ms(9)),
        duration_ms: None,
        figures: "{}".into(),
        digest: [digest; 16],
        recorded_at: ms(10),
    }
}

fn brain(id: &str) -> Brain {
    Brain {
        id: id.into(),
        definition: BrainDefinition {
            name: "Voices".into(),
            handles: vec!["a@x".into(), "did:plc:1".into()],
            people: vec!["Jane Doe".into(), "Bob Roe".into()],
        },
        created_at: ms(1),
        changed_at: ms(1),
    }
}

fn post(slug: &str, time: &str, handle: &str) -> Item {
    Item {
        kind: Kind::Conversation,
        published_at: Some(at(time)),
        speaker: Some(Speaker { handle: handle.into(), name: "Al".into(), cohort: Some(Cohort::Executive) }),
        ..item(slug)
    }
}

on_every_engine! {
    async fn the_last_place_is_given_out_once(store) {
        store.accounts.create(&origin_at(1), &account("acme")).await.unwrap();
        let acme = account("acme").id;
        let other = store::Store::open(store.settings()).await.unwrap();
        let mut comers = Vec::new();
        for number in 0..24 {
            let (store, acme) = (if number % 2 == 0 { store.clone() } else { other.clone() }, acme.clone());
            comers.push(tokio::spawn(async move {
                let name = format!("comer {number}");
                let space = store.spaces.create(&acme, &space(&name, 1), 5).await.unwrap();
                let brain = brain(&name);
                (space, store.brains.create(&acme, &brain, 5).await.unwrap())
            }));
        }
        let mut placed = (0, 0);
        for comer in comers {
            let (space, brain) = comer.await.unwrap();
            placed = (placed.0 + u32::from(space), placed.1 + u32::from(brain));
        }
        assert_eq!(placed, (5, 5));
        assert_eq!(store.spaces.list(&acme).await.unwrap().len(), 5);
        assert_eq!(store.brains.list(&acme).await.unwrap().len(), 5);
    }

    async fn a_space_is_seen_by_its_owner_alone(store) {
        for name in ["acme", "other"] {
            store.accounts.create(&origin_at(1), &account(name)).await.unwrap();
        }
        let (acme, other) = (account("acme").id, account("other").id);
        assert!(store.spaces.create(&acme, &space("a", 1), 2).await.unwrap());
        assert!(!store.spaces.create(&other, &space("a", 1), 2).await.unwrap(), "the id is taken");
        assert!(!store.spaces.create("nobody", &space("n", 1), 2).await.unwrap());
        assert!(store.spaces.create(&acme, &space("b", 2), 2).await.unwrap());
        assert!(!store.spaces.create(&acme, &space("c", 3), 2).await.unwrap(), "two are the most");
        assert_eq!(store.spaces.find(&acme, "a").await.unwrap(), Some(space("a", 1)));
        assert_eq!(store.spaces.find(&other, "a").await.unwrap(), None);
        assert_eq!(store.spaces.list(&acme).await.unwrap(), [space("a", 1), space("b", 2)]);
        assert!(store.spaces.list(&other).await.unwrap().is_empty());

        let days = DayRange::inclusive(day("2026-01-01"), day("2026-01-31")).unwrap();
        let definition = SpaceDefinition {
            keyword: None, outlet: Some("Example, Daily".into()), sentiment: None,
            range: SpaceRange::Days(days), ..space("a", 1).definition
        };
        assert!(!store.spaces.change(&other, "a", &definition, ms(7)).await.unwrap());
        assert!(store.spaces.change(&acme, "a", &definition, ms(7)).await.unwrap());
        let changed = store.spaces.find(&acme, "a").await.unwrap().unwrap();
        assert_eq!(changed, Space { definition, changed_at: ms(7), ..space("a", 1) });
        assert!(!store.spaces.delete(&other, "a").await.unwrap());
        assert!(store.spaces.delete(&acme, "a").await.unwrap());
        assert!(!store.spaces.delete(&acme, "a").await.unwrap());
    }

    async fn a_brain_is_seen_by_its_owner_alone(store) {
        for name in ["acme", "other"] {
            store.accounts.create(&origin_at(1), &account(name)).await.unwrap();
        }
        let (acme, other) = (account("acme").id, account("other").id);
        let brain = brain("b");
        assert!(store.brains.create(&acme, &brain, 1).await.unwrap());
        assert!(!store.brains.create(&acme, &Brain { id: "c".into(), ..brain.clone() }, 1).await.unwrap());
        assert_eq!(store.brains.find(&acme, "b").await.unwrap(), Some(brain.clone()));
        assert_eq!(store.brains.find(&other, "b").await.unwrap(), None);
        let mine = BrainDefinition { name: "Mine".into(), handles: Vec::new(), people: Vec::new() };
        assert!(!store.brains.change(&other, "b", &mine, ms(2)).await.unwrap());
        let definition = BrainDefinition { name: "Ours".into(), handles: vec!["z@x".into()], people: Vec::new() };
        assert!(store.brains.change(&acme, "b", &definition, ms(2)).await.unwrap());
        let changed = Brain { definition, changed_at: ms(2), ..brain };
        assert_eq!(store.brains.list(&acme).await.unwrap(), [changed]);
        assert!(!store.brains.delete(&other, "b").await.unwrap());
        assert!(store.brains.delete(&acme, "b").await.unwrap());
    }

    async fn posts_come_newest_first_and_each_once(store) {
        let posts = [
            post("1", "2026-03-01T10:00:00Z", "a@x"),
            post("2", "2026-03-01T11:00:00Z", "b@x"),
            post("3", "2026-03-01T11:00:00Z", "a@x"),
            post("4", "2026-03-01T11:00:00Z", "a@x"),
            post("5", "2026-03-01T12:00:00Z", "c@x"),
            // Somebody who is followed, but not in a conversation.
            Item { kind: Kind::Podcast, ..post("6", "2026-03-01T13:00:00Z", "a@x") },
        ];
        let batch = posts.into_iter().map(|item| (document(item), marks())).collect();
        store.documents.insert(batch, None).await.unwrap();
        let handles = ["a@x".to_owned(), "b@x".to_owned(), "unknown".to_owned()];
        let all = store.documents.posts_of(&handles, None, 10).await.unwrap();
        assert_eq!(all.len(), 4);
        let order: Vec<_> = all.iter().map(|post| (-post.published_at.ms(), post.id.bytes())).collect();
        assert!(order.is_sorted(), "{order:?}");
        let mut walked = Vec::new();
        let mut after = None;
        while let Some(next) = store.documents.posts_of(&handles, after, 1).await.unwrap().pop() {
            after = Some((next.published_at, next.id));
            walked.push(next);
        }
        assert_eq!(walked, all);

        let figures = store.documents.figures_of(&handles).await.unwrap();
        let counted: Vec<_> = figures.iter().map(|one| (one.handle.as_str(), one.posts, one.positive)).collect();
        assert_eq!(counted, [("a@x", 3, 3), ("b@x", 1, 1)]);
        assert_eq!(figures[0].first_at, at("2026-03-01T10:00:00Z"));
        assert!((figures[0].tone_sum - 1.8).abs() < 1e-3, "{}", figures[0].tone_sum);
        assert!(store.documents.figures_of(&[]).await.unwrap().is_empty());
        let busiest = store.documents.busiest_speakers(at("2026-03-01T10:30:00Z"), 2).await.unwrap();
        assert_eq!(busiest.iter().map(|one| (one.handle.as_str(), one.posts)).collect::<Vec<_>>(), [("a@x", 2), ("b@x", 1)]);
    }

    async fn a_run_is_recorded_once(store) {
        for name in ["acme", "other"] {
            store.accounts.create(&origin_at(1), &account(name)).await.unwrap();
        }
        let (acme, other) = (account("acme").id, account("other").id);
        assert_eq!(store.runs.record(&acme, &sample_run("r1", None, 1), never).await.unwrap(), Recorded::New);
        let again = store.runs.record(&acme, &Run { id: "x".into(), ..sample_run("r1", None, 1) }, never).await.unwrap();
        assert_eq!(again, Recorded::Before(Box::new(sample_run("r1", None, 1))));
        assert_eq!(store.runs.record(&acme, &sample_run("r1", None, 2), never).await.unwrap(), Recorded::Other);
        assert_eq!(store.runs.record(&other, &sample_run("r1", None, 2), never).await.unwrap(), Recorded::New);

        assert_eq!(store.runs.record(&acme, &sample_run("r2", Some("k"), 2), never).await.unwrap(), Recorded::New);
        assert_eq!(store.runs.record(&acme, &sample_run("r3", Some("k"), 3), never).await.unwrap(), Recorded::Other);
        // The id of one and the key of another.
        assert_eq!(store.runs.record(&acme, &sample_run("r1", Some("k"), 1), never).await.unwrap(), Recorded::Other);
        assert!(matches!(store.runs.record(&acme, &sample_run("r2", Some("k"), 2), never).await.unwrap(), Recorded::Before(_)));

        let listed = store.runs.list(&acme, None, 10).await.unwrap();
        assert_eq!(listed.iter().map(|run| run.run_id.as_str()).collect::<Vec<_>>(), ["r2", "r1"]);
        let next = store.runs.list(&acme, Some((listed[0].recorded_at, &listed[0].id)), 10).await.unwrap();
        assert_eq!(next, listed[1..]);
    }
}
