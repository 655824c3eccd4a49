use domain::{Credits, Instant, MicroUsd};
use store::on_every_engine;
use store::payments::{NewPayment, Step};

fn ms(ms: i64) -> Instant {
    Instant::from_ms(ms)
}

fn new(nonce: &str) -> NewPayment {
    NewPayment {
        key: format!("base/0xasset/0xpayer/{nonce}"),
        request_hash: "hash".to_owned(),
        network: "base".to_owned(),
        asset: "0xasset".to_owned(),
        payer: "0xpayer".to_owned(),
        nonce: nonce.to_owned(),
        amount: MicroUsd::new(300_000),
        credits: Credits::new(3),
        route: "/feed".to_owned(),
        valid_before: ms(120_000),
        now: ms(1000),
    }
}

fn step<'a>(from: &'a str, to: &'a str, now: i64) -> Step<'a> {
    Step { from, to, tx: None, reason: None, now: ms(now) }
}

on_every_engine! {
    async fn one_authorization_is_reserved_once(store) {
        let tries: Vec<_> = (0..16).map(|_| {
            let payments = store.payments.clone();
            tokio::spawn(async move { payments.reserve(&new("n1")).await.unwrap() })
        }).collect();
        let mut won = 0;
        for one in tries {
            won += usize::from(one.await.unwrap());
        }
        assert_eq!(won, 1);
        // Released before money was asked for, it may come again; after that, never.
        assert!(store.payments.release(&new("n1").key).await.unwrap());
        assert!(store.payments.reserve(&new("n1")).await.unwrap());
        assert!(store.payments.step(&new("n1").key, &step("reserved", "settling", 2000)).await.unwrap());
        assert!(!store.payments.release(&new("n1").key).await.unwrap());
        assert!(!store.payments.reserve(&new("n1")).await.unwrap());
    }

    async fn a_settled_payment_is_in_the_books_once(store) {
        let key = new("n2").key;
        store.payments.reserve(&new("n2")).await.unwrap();
        assert!(store.payments.step(&key, &step("reserved", "settling", 2000)).await.unwrap());
        assert!(store.payments.step(&key, &step("settling", "unknown", 3000)).await.unwrap());
        let stale = store.payments.list_stale("unknown", ms(3001), 10).await.unwrap();
        assert_eq!(stale.iter().map(|payment| payment.key.as_str()).collect::<Vec<_>>(), [key.as_str()]);
        assert!(store.payments.list_stale("unknown", ms(3000), 10).await.unwrap().is_empty());

        let paid = Step { tx: Some("0xtx"), ..step("unknown", "settled", 4000) };
        assert!(store.payments.step(&key, &paid).await.unwrap());
        assert!(!store.payments.step(&key, &paid).await.unwrap());
        assert!(store.payments.step(&key, &step("settled", "banana", 5000)).await.is_err());
        let found = store.payments.find(&key).await.unwrap().unwrap();
        assert_eq!((found.state.as_str(), found.tx.as_deref(), found.updated_at), ("settled", Some("0xtx"), ms(4000)));
        let audit = store.ledger.audit().await.unwrap();
        assert_eq!((audit.entries, audit.credits, audit.micro_usd), (1, 3, 300_000));
        assert_eq!(audit.differences, []);
        assert!(store.payments.find("nobody").await.unwrap().is_none());
    }
}
