use domain::{Credits, Instant, MicroUsd, PaymentStatus};
use store::accounts::{Account, AccountChange};
use store::credentials::{NewCredential, Refused};
use store::on_every_engine;

use crate::sample::{day, origin_at};

pub fn account(name: &str) -> Account {
    Account {
        id: format!("id of {name}"),
        name: name.to_owned(),
        plan: "free".to_owned(),
        activated_day: day("2026-01-31"),
        payment_status: PaymentStatus::None,
        overage_active: false,
        overage_cap: MicroUsd::ZERO,
        legacy_prepaid: Credits::ZERO,
        created_at: Instant::from_ms(1),
    }
}

pub fn credential(id: &str, hash: u8) -> NewCredential {
    NewCredential {
        id: id.to_owned(),
        name: format!("key {id}"),
        hash: [hash; 32],
        prefix: "bw_live_".to_owned(),
        last_four: "abcd".to_owned(),
        test: false,
        scope: domain::Scope::Write,
        created_at: Instant::from_ms(i64::from(hash)),
        expires_at: None,
    }
}

fn ms(ms: i64) -> Instant {
    Instant::from_ms(ms)
}

on_every_engine! {
    async fn an_account_changes_as_told(store) {
        assert!(store.accounts.create(&origin_at(1), &account("acme")).await.unwrap());
        assert!(!store.accounts.create(&origin_at(1), &account("acme")).await.unwrap());
        assert!(!store.accounts.create(&origin_at(1), &Account { id: "other".into(), ..account("acme") }).await.unwrap());
        let id = account("acme").id;
        assert_eq!(store.accounts.find(&id).await.unwrap(), Some(account("acme")));
        assert_eq!(store.accounts.find_by_name("acme").await.unwrap(), Some(account("acme")));
        assert_eq!(store.accounts.find("nobody").await.unwrap(), None);

        let change = async |change| store.accounts.change(&origin_at(1), &id, &change).await.unwrap();
        let cap = MicroUsd::new(50_000_000);
        assert!(change(AccountChange { plan: Some(("team", day("2026-02-28"))), ..AccountChange::default() }).await);
        assert!(change(AccountChange { overage: Some(Some(cap)), ..AccountChange::default() }).await);
        assert!(change(AccountChange { payment_status: Some(PaymentStatus::Active), ..AccountChange::default() }).await);
        for _ in 0..2 {
            assert!(change(AccountChange { granted_prepaid: Credits::new(100), ..AccountChange::default() }).await);
        }
        let overflow = AccountChange {
            granted_prepaid: Credits::new(u32::MAX), payment_status: Some(PaymentStatus::Failed), ..AccountChange::default()
        };
        assert!(!change(overflow).await, "it would overflow, and nothing of it is done");
        assert!(!store.accounts.change(&origin_at(1), "nobody", &AccountChange::default()).await.unwrap());
        let changed = Account {
            plan: "team".into(), activated_day: day("2026-02-28"), overage_active: true,
            overage_cap: cap, payment_status: PaymentStatus::Active,
            legacy_prepaid: Credits::new(200), ..account("acme")
        };
        assert_eq!(store.accounts.list().await.unwrap(), [changed]);
        assert!(change(AccountChange { overage: Some(None), ..AccountChange::default() }).await);
        let found = store.accounts.find(&id).await.unwrap().unwrap();
        assert_eq!((found.overage_active, found.overage_cap), (false, MicroUsd::ZERO));

        for name in ["beta", "gamma"] {
            store.accounts.create(&origin_at(1), &account(name)).await.unwrap();
        }
        let names = async |from, limit| -> Vec<String> {
            let found = store.accounts.list_from(from, limit).await.unwrap();
            found.into_iter().map(|account| account.name).collect()
        };
        assert_eq!(names("", 2).await, ["acme", "beta"]);
        assert_eq!(names("beta", 2).await, ["beta", "gamma"]);
    }

    async fn a_key_is_found_by_its_hash_alone(store) {
        store.accounts.create(&origin_at(1), &account("acme")).await.unwrap();
        store.accounts.create(&origin_at(1), &account("other")).await.unwrap();
        let (acme, other) = (account("acme").id, account("other").id);
        let create = async |account: &str, new| store.credentials.create(&origin_at(1), account, &new, 9).await.unwrap();
        assert_eq!(create(&acme, credential("a", 1)).await, Ok(None));
        assert_eq!(create(&acme, credential("b", 1)).await, Err(Refused::Taken), "the hash is taken");
        assert_eq!(create("nobody", credential("c", 3)).await, Err(Refused::NoAccount));
        let (found, owner) = store.credentials.find_by_hash(&[1; 32]).await.unwrap().unwrap();
        assert_eq!((found.id.as_str(), owner.name.as_str()), ("a", "acme"));
        assert_eq!(found.scope, domain::Scope::Write);
        assert!(store.credentials.find_by_hash(&[9; 32]).await.unwrap().is_none());

        // What is not yours does not exist.
        assert!(store.credentials.find(&other, "a").await.unwrap().is_none());
        assert!(!store.credentials.revoke(&origin_at(5), &other, "a").await.unwrap());
        let theirs = store.credentials.rotate(&origin_at(1), &other, "a", &credential("n", 7), ms(5), 9).await.unwrap();
        assert_eq!(theirs, Err(Refused::Taken));
        assert!(store.credentials.list(&other).await.unwrap().is_empty(), "nothing was left behind");

        assert!(store.credentials.revoke(&origin_at(5), &acme, "a").await.unwrap());
        assert!(!store.credentials.revoke(&origin_at(6), &acme, "a").await.unwrap());
        let found = store.credentials.find(&acme, "a").await.unwrap().unwrap();
        assert_eq!(found.revoked_at, Some(ms(5)));
    }

    async fn a_rotated_key_never_outlives_its_end(store) {
        store.accounts.create(&origin_at(1), &account("acme")).await.unwrap();
        let acme = account("acme").id;
        let soon = NewCredential { expires_at: Some(ms(50)), ..credential("soon", 1) };
        store.credentials.create(&origin_at(1), &acme, &soon, 9).await.unwrap().unwrap();
        store.credentials.create(&origin_at(1), &acme, &credential("never", 2), 9).await.unwrap().unwrap();
        let rotate = async |old, new, at| store.credentials.rotate(&origin_at(1), &acme, old, &new, at, 9).await.unwrap();
        assert_eq!(rotate("soon", credential("soon2", 3), ms(100)).await, Ok(None));
        assert_eq!(rotate("never", credential("never2", 4), ms(100)).await, Ok(None));
        // A second rotation of the same key makes no third one.
        assert_eq!(rotate("never", credential("never3", 5), ms(200)).await, Err(Refused::Taken));
        let all = store.credentials.list(&acme).await.unwrap();
        let ends: Vec<_> = all.iter().map(|one| (one.id.as_str(), one.expires_at, one.replaced_by.as_deref())).collect();
        assert_eq!(ends, [
            ("soon", Some(ms(50)), Some("soon2")),
            ("never", Some(ms(100)), Some("never2")),
            ("soon2", None, None),
            ("never2", None, None),
        ]);
    }

    async fn last_use_is_kept_to_the_minute(store) {
        store.accounts.create(&origin_at(1), &account("acme")).await.unwrap();
        let acme = account("acme").id;
        store.credentials.create(&origin_at(1), &acme, &credential("a", 1), 9).await.unwrap().unwrap();
        for now in [1_000, 30_000, 60_999, 70_000] {
            store.credentials.touch("a", ms(now)).await.unwrap();
        }
        // A durable change after it, so that what was acknowledged early can be read.
        store.accounts.change(&origin_at(1), &acme, &AccountChange::default()).await.unwrap();
        let found = store.credentials.find(&acme, "a").await.unwrap().unwrap();
        assert_eq!(found.last_used_at, Some(ms(70_000)));
    }
}

/// Whoever has the file open beside us keeps a closing connection from folding the log back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_is_folded_back_while_somebody_else_looks() {
    let folder = tempfile::tempdir().unwrap();
    let settings = store::Settings::sqlite(folder.path().join("store.db"));
    let (store, other) =
        (store::Store::open(&settings).await.unwrap(), store::Store::open(&settings).await.unwrap());
    store.accounts.create(&origin_at(1), &account("acme")).await.unwrap();
    let log = folder.path().join("store-accounts.db-wal");
    assert!(std::fs::metadata(&log).unwrap().len() > 0);
    store.close().await;
    assert_eq!(std::fs::metadata(&log).unwrap().len(), 0);
    other.close().await;
}

/// A store of one file, as the first ones were, is parted at the next start and loses nobody.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn accounts_are_carried_over_from_a_store_of_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (folder.path().join("store.db"), folder.path().join("store-accounts.db"));
    let settings = store::Settings::sqlite(&one);
    let store = store::Store::open(&settings).await.unwrap();
    store.accounts.create(&origin_at(1), &account("acme")).await.unwrap();
    store.credentials.create(&origin_at(1), "id of acme", &credential("one", 1), 9).await.unwrap().unwrap();
    store.close().await;
    assert!(!folder.path().join("store-accounts.db-wal").exists(), "the log is folded back at the end");
    // Every file has all tables, so that the half with the accounts is a store of one file.
    std::fs::rename(&other, &one).unwrap();

    let store = store::Store::open(&settings).await.unwrap();
    assert!(other.exists());
    assert_eq!(store.accounts.list().await.unwrap(), [account("acme")]);
    assert_eq!(store.credentials.list("id of acme").await.unwrap().len(), 1);
    store.accounts.create(&origin_at(1), &account("later")).await.unwrap();
    store.close().await;
    let store = store::Store::open(&settings).await.unwrap();
    assert_eq!(store.accounts.list().await.unwrap().len(), 2, "carried over once, not again");
}

/// The first stores of one file knew no scopes and kept no entries of grants: their keys get the scope that their
/// migration gives, and what was granted becomes an entry.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn accounts_of_an_older_store_are_carried_over() {
    let folder = tempfile::tempdir().unwrap();
    let one = folder.path().join("store.db");
    let older = store::testing::sqlite_of_before(&one, 12);
    older
        .execute_batch(
            "INSERT INTO accounts (id, name, plan, activated_day, payment_status, overage_active,
                 overage_cap_micro_usd, legacy_prepaid, created_at)
             VALUES ('a', 'acme', 'pro', 20000, 'none', 0, 0, 70, 1);
             INSERT INTO credentials (id, account_id, name, hash, prefix, last_four, test, created_at)
             VALUES ('one', 'a', 'key one', x'0101', 'bw_live_', 'abcd', 0, 1)",
        )
        .unwrap();
    drop(older);

    let store = store::Store::open(&store::Settings::sqlite(&one)).await.unwrap();
    let keys = store.credentials.list("a").await.unwrap();
    assert_eq!(keys.iter().map(|key| key.scope).collect::<Vec<_>>(), [domain::Scope::Write]);
    let audit = store.ledger.audit().await.unwrap();
    assert_eq!((audit.granted, audit.entries, audit.differences), (70, 0, Vec::new()));
    store.close().await;
}

/// Two files from before the log: what was granted becomes an entry there too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn grants_of_before_become_entries() {
    let folder = tempfile::tempdir().unwrap();
    let older = store::testing::sqlite_of_before(&folder.path().join("store-accounts.db"), 15);
    older
        .execute_batch(
            "INSERT INTO accounts (id, name, plan, activated_day, payment_status, overage_active,
                 overage_cap_micro_usd, legacy_prepaid, created_at)
             VALUES ('a', 'acme', 'pro', 20000, 'none', 0, 0, 70, 1)",
        )
        .unwrap();
    drop(older);
    let store = store::Store::open(&store::Settings::sqlite(folder.path().join("store.db"))).await.unwrap();
    let more = AccountChange { granted_prepaid: Credits::new(5), ..AccountChange::default() };
    assert!(store.accounts.change(&origin_at(2), "a", &more).await.unwrap());
    let audit = store.ledger.audit().await.unwrap();
    assert_eq!((audit.granted, audit.differences), (75, Vec::new()));
    store.close().await;
}
