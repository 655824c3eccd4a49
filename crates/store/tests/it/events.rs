use domain::{AlertCondition, AlertSubject, Credits, EventType, Instant};
use store::alerts::{Alert, AlertDefinition};
use store::events::NewEvent;
use store::on_every_engine;
use store::webhooks::{Delivery, Progress, Webhook, WebhookDefinition};

use crate::accounts::account;
use crate::sample::origin_at;

const MINE: &str = "id of mine";

fn ms(ms: i64) -> Instant {
    Instant::from_ms(ms)
}

fn event(id: &str, at: i64) -> NewEvent {
    NewEvent {
        id: id.into(),
        account_id: MINE.into(),
        alert_id: Some("alert_1".into()),
        event_type: EventType::AlertFired,
        at: ms(at),
        made_at: ms(at + 1),
        items: 1,
        body: "{}".into(),
    }
}

fn webhook(id: &str) -> Webhook {
    let definition = WebhookDefinition {
        name: "Mine".into(),
        url: "https://a.example/".into(),
        shape: "standard".into(),
        alerts: vec!["alert_1".into(), "alert_2".into()],
        enabled: true,
    };
    Webhook { id: id.into(), definition, created_at: ms(1), changed_at: ms(1) }
}

async fn open(store: &store::Store) {
    for name in ["mine", "theirs"] {
        store.accounts.create(&origin_at(1), &account(name)).await.unwrap();
    }
}

on_every_engine! {
    async fn rules_read_back_and_only_those_switched_on_are_asked(store) {
        open(&store).await;
        let definition = AlertDefinition {
            name: "Level".into(),
            enabled: true,
            subject: AlertSubject::Index,
            value: Some("main".into()),
            condition: AlertCondition::Crosses,
            threshold: Some(-12.5),
            min_items: 5,
            min_families: 2,
            form: None,
            quiet_minutes: 60,
            daily_cap: 3,
        };
        let one = Alert { id: "alert_1".into(), definition: definition.clone(), created_at: ms(5), changed_at: ms(5) };
        assert!(store.alerts.create(MINE, &one, 2).await.unwrap());
        let off = Alert { id: "alert_2".into(), definition: AlertDefinition { enabled: false, threshold: None, ..definition }, ..one.clone() };
        assert!(store.alerts.create(MINE, &off, 2).await.unwrap());
        assert!(!store.alerts.create(MINE, &Alert { id: "alert_3".into(), ..off.clone() }, 2).await.unwrap());
        assert_eq!(store.alerts.list(MINE).await.unwrap(), [one.clone(), off]);
        assert_eq!(store.alerts.find("id of theirs", "alert_1").await.unwrap(), None);
        let active = store.alerts.active().await.unwrap();
        assert_eq!((active.len(), &active[0].account_id, &active[0].alert), (1, &MINE.to_owned(), &one));
    }

    async fn an_event_is_written_once_and_with_the_position(store) {
        open(&store).await;
        assert_eq!(store.events.position().await.unwrap(), -1);
        assert!(store.events.advance(-1, 10, &[event("a", 1), event("b", 2)]).await.unwrap());
        // Whoever comes too late writes nothing.
        assert!(!store.events.advance(-1, 12, &[event("lost", 3)]).await.unwrap());
        assert!(store.events.advance(10, 20, &[event("b", 2), event("c", 3)]).await.unwrap());
        store.events.insert(&[event("c", 3)]).await.unwrap();
        assert_eq!(store.events.position().await.unwrap(), 20);
        let all = store.events.list(MINE, 0, 100).await.unwrap();
        assert_eq!(all.iter().map(|event| event.id.as_str()).collect::<Vec<_>>(), ["a", "b", "c"]);
        assert!(all.windows(2).all(|pair| pair[0].number < pair[1].number));
        assert_eq!(store.events.list(MINE, all[1].number, 100).await.unwrap(), all[2..]);
        assert_eq!(store.events.list("id of theirs", 0, 100).await.unwrap(), []);
        assert_eq!(store.events.find("id of theirs", "a").await.unwrap(), None);
        assert!(store.events.newest().await.unwrap() >= all[2].number);
        let known = store.events.known(&["a", "lost"]).await.unwrap();
        assert!(known.contains("a") && known.len() == 1);
        let told = store.events.told("alert_1", ms(0).day()).await.unwrap();
        assert_eq!((told.len(), told[0].times, told[0].last), (1, 3, ms(3)));
        assert_eq!(store.events.forget(ms(3)).await.unwrap(), 1);
        assert_eq!(store.events.list(MINE, 0, 100).await.unwrap().len(), 2);
    }

    async fn writers_side_by_side_number_their_events_in_the_order_of_committing(store) {
        open(&store).await;
        let writer = |n: i64| {
            let store = store.clone();
            async move {
                for i in 0..10 {
                    store.events.insert(&[event(&format!("{n} {i}"), n), event(&format!("{n} {i} too"), n)]).await.unwrap();
                }
            }
        };
        // A reader that goes on from the last number it saw must see every one.
        let reader = async {
            let (mut seen, mut after) = (0, 0);
            while seen < 60 {
                for event in store.events.list(MINE, after, 7).await.unwrap() {
                    assert!(event.number > after);
                    after = event.number;
                    seen += 1;
                }
            }
        };
        tokio::join!(writer(1), writer(2), writer(3), reader);
    }

    async fn an_endpoint_keeps_its_place(store) {
        open(&store).await;
        store.events.insert(&[event("before", 1)]).await.unwrap();
        assert!(store.webhooks.create(MINE, &webhook("w"), "whsec_one", 1, &origin_at(1)).await.unwrap());
        assert!(!store.webhooks.create(MINE, &webhook("x"), "whsec_two", 1, &origin_at(1)).await.unwrap());
        assert_eq!(store.webhooks.due(ms(100), 10).await.unwrap(), [], "nothing from before it");
        store.events.insert(&[event("first", 2), event("second", 3)]).await.unwrap();
        let due = store.webhooks.due(ms(100), 10).await.unwrap().remove(0);
        assert_eq!((&due.webhook, due.secrets.secret.as_str()), (&webhook("w"), "whsec_one"));
        let next = store.webhooks.next_event(MINE, due.progress.position).await.unwrap().unwrap();
        assert_eq!(next.id, "first");

        let failed = Progress { attempts: 1, next_at: ms(500), ..due.progress.clone() };
        let log = Delivery {
            id: "del_1".into(), account_id: MINE.into(), webhook_id: "w".into(), event_id: "first".into(),
            event_type: EventType::AlertFired, url: "https://a.example/".into(), attempt: 1, at: ms(100), duration_ms: 7,
            delivered: false, status: Some(500), error: Some("no".into()), credits: Credits::ZERO, next_at: Some(ms(500)),
        };
        assert!(store.webhooks.advance("w", &due.progress, &failed, Some(&log), &[event("told", 4)]).await.unwrap());
        // The same step again, as by a process that was paused: nothing.
        assert!(!store.webhooks.advance("w", &due.progress, &failed, Some(&log), &[]).await.unwrap());
        assert_eq!(store.webhooks.due(ms(499), 10).await.unwrap(), []);
        assert_eq!(store.webhooks.due(ms(500), 10).await.unwrap().len(), 1);
        let done = Progress { position: next.number, attempts: 0, next_at: ms(0), disabled_reason: Some("410".into()) };
        assert!(store.webhooks.advance("w", &failed, &done, None, &[]).await.unwrap());
        assert_eq!(store.webhooks.due(ms(900), 10).await.unwrap(), []);
        assert!(store.webhooks.resume(MINE, "w").await.unwrap() && !store.webhooks.resume("id of theirs", "w").await.unwrap());
        assert_eq!(store.webhooks.due(ms(900), 10).await.unwrap().len(), 1);

        assert!(store.webhooks.rotate(MINE, "w", "whsec_new", ms(1000)).await.unwrap());
        let secrets = store.webhooks.find(MINE, "w").await.unwrap().unwrap().secrets;
        assert_eq!((secrets.secret.as_str(), secrets.previous), ("whsec_new", Some(("whsec_one".to_owned(), ms(1000)))));
        assert_eq!(store.webhooks.find("id of theirs", "w").await.unwrap(), None);
        let deliveries = &store.webhooks.deliveries;
        assert_eq!(deliveries.list(MINE, "w", None, 10).await.unwrap(), std::slice::from_ref(&log));
        assert_eq!(deliveries.list("id of theirs", "w", None, 10).await.unwrap(), []);
        assert_eq!(deliveries.list(MINE, "w", Some((ms(100), "")), 10).await.unwrap(), []);
        assert_eq!(deliveries.forget(ms(101)).await.unwrap(), 1);
    }
}
