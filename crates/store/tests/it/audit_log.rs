use domain::account::Role;
use domain::{Credits, Instant, MicroUsd};
use store::accounts::AccountChange;
use store::audit_log::{Action, Actor, Change, Head, Line, Origin, Page};
use store::credentials::NewCredential;
use store::on_every_engine;
use store::people::Person;
use store::sign_ins::{NewLink, NewSignIn};
use store::testing::TestStore;

use crate::accounts::account;
use crate::sample::{day, origin_at};

const ALL: Page = Page { before: None, limit: 1000 };

fn person(name: &str) -> Person {
    Person {
        id: format!("id of {name}"),
        name: name.into(),
        operator: false,
        password_hash: Some("$argon2id$secret".into()),
        created_at: Instant::from_ms(1),
        last_sign_in_at: None,
        epoch: 0,
        second_factor: false,
    }
}

fn key(id: &str, hash: u8) -> NewCredential {
    NewCredential {
        id: id.to_owned(),
        name: "reporting".to_owned(),
        hash: [hash; 32],
        prefix: "bw_live_".to_owned(),
        last_four: "abcd".to_owned(),
        test: false,
        scope: domain::Scope::Write,
        created_at: Instant::from_ms(1),
        expires_at: None,
    }
}

/// As people read it: what, of whom, from what, to what.
fn told(line: &Line) -> String {
    let text = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
    format!("{} {}: {} > {}", line.action.name(), line.target, text(&line.before), text(&line.after))
}

async fn all(store: &TestStore) -> Vec<String> {
    store.audit_log.after(0, 1000).await.unwrap().iter().map(told).collect()
}

on_every_engine! {
    async fn every_change_is_told_with_what_was_before(store) {
        let origin = Origin {
            actor: Actor::person("p1", "root@example.org"),
            address: Some("::ffff:192.0.2.7".parse().unwrap()),
            at: Instant::from_ms(5),
        };
        let (acme, ann) = (account("acme").id, person("ann").id);
        store.accounts.create(&origin, &account("acme")).await.unwrap();
        assert!(!store.accounts.create(&origin, &account("acme")).await.unwrap(), "refused, and not told");
        let change = AccountChange {
            plan: Some(("pro", day("2026-02-28"))),
            payment_status: Some(domain::PaymentStatus::None),
            granted_prepaid: Credits::new(100),
            overage: Some(Some(MicroUsd::new(12_500_000))),
        };
        assert!(store.accounts.change(&origin, &acme, &change).await.unwrap());
        store.people.create_in(&origin, &acme, &person("ann"), Role::Owner, 5).await.unwrap().unwrap();
        store.people.create_in(&origin, &acme, &person("ben"), Role::Viewer, 5).await.unwrap().unwrap();
        assert!(store.people.set_role(&origin, &acme, &person("ben").id, Role::Viewer).await.unwrap());
        assert!(store.people.set_role(&origin, &acme, &person("ben").id, Role::Member).await.unwrap());
        assert!(store.people.set_operator(&origin, &ann, true).await.unwrap());
        let link = NewLink { hash: [1; 32], person_id: &ann, epoch: 1, expires_at: Instant::from_ms(900) };
        assert!(store.sign_ins.make_link(&origin_at(5), &link).await.unwrap());
        assert!(store.people.set_password(&origin, &ann, Some("$argon2id$other")).await.unwrap());
        let new = NewSignIn {
            hash: &[7; 32], person_id: &ann, account_id: Some(&acme), expires_at: Instant::from_ms(900), by: "password",
            epoch: 2, awaits_code: false, replaced: None,
        };
        store.sign_ins.open(&origin, &new).await.unwrap();
        assert!(store.sign_ins.close(&origin, &[7; 32]).await.unwrap());
        assert!(!store.sign_ins.close(&origin, &[7; 32]).await.unwrap());
        // Keys are made by those who are there.
        let machine = origin_at(5);
        assert_eq!(store.credentials.create(&machine, &acme, &key("k1", 1), 9).await.unwrap(), Ok(None));
        let (second, until) = (key("k2", 2), Instant::from_ms(60));
        let rotated = store.credentials.rotate(&machine, &acme, "k1", &second, until, 9).await.unwrap();
        assert_eq!(rotated, Ok(None));
        assert!(store.credentials.revoke(&origin, &acme, "k2").await.unwrap());
        assert!(!store.credentials.revoke(&origin, &acme, "k2").await.unwrap());
        assert!(store.people.leave(&origin, &acme, &person("ben").id).await.unwrap());
        assert!(store.people.remove(&origin, &ann).await.unwrap());
        let lines = all(&store).await;
        assert_eq!(lines, [
            "account.created acme: - > plan=free",
            "account.plan_set acme: plan=free since=2026-01-31 > plan=pro since=2026-02-28",
            "account.overage_set acme: overage=off > overage_cap_usd=12.50",
            "credits.granted acme: - > credits=100",
            "person.created ann: - > operator=false password=set",
            "member.added ann: - > role=owner",
            "person.created ben: - > operator=false password=set",
            "member.added ben: - > role=viewer",
            "member.role_set ben: role=viewer > role=member",
            "person.operator_set ann: operator=false > operator=true",
            "sign_in.link_created ann: - > expires=1970-01-01T00:00:00.900Z",
            "person.password_set ann: password=none > -",
            "sign_in.succeeded ann: - > by=password",
            "sign_in.ended ann: - > -",
            "key.created reporting (k1): - > scope=write test=false expires=never",
            "key.rotated reporting (k1): scope=write > replaced_by=k2 scope=write test=false expires=never old_ends=1970-01-01T00:00:00.060Z",
            "key.revoked reporting (k2): scope=write > -",
            "member.removed ben: role=member > -",
            "person.removed ann: operator=true > -",
            "member.removed ann: role=owner > -",
        ]);
        assert!(!lines.concat().contains("argon2"), "no secret, not even its hash");
        let first = &store.audit_log.list_all(Page { before: Some(2), limit: 9 }).await.unwrap()[0];
        assert_eq!((first.number, &first.actor, first.at), (1, &origin.actor, origin.at));
        assert_eq!(first.address.as_deref(), Some("192.0.2.7"));

        // The grant is an entry, and the books balance with it.
        let entries = store.ledger.entries(&acme, "", 10).await.unwrap();
        assert_eq!(entries.iter().map(|entry| entry.credits).collect::<Vec<_>>(), [Credits::new(100)]);
        let audit = store.ledger.audit().await.unwrap();
        assert_eq!((audit.granted, audit.entries, audit.differences), (100, 0, Vec::new()));
    }

    /// What is not yours does not exist.
    async fn an_account_sees_its_own_lines(store) {
        for name in ["acme", "other"] {
            store.accounts.create(&origin_at(1), &account(name)).await.unwrap();
            store.credentials.create(&origin_at(1), &account(name).id, &key(name, name.len() as u8), 9).await.unwrap().unwrap();
        }
        store.people.create(&origin_at(1), &person("nobody's")).await.unwrap();
        let numbers = |lines: Vec<Line>| lines.iter().map(|line| line.number).collect::<Vec<_>>();
        let own = store.audit_log.list(&account("acme").id, ALL).await.unwrap();
        assert_eq!(numbers(own), [2, 1]);
        let page = Page { before: Some(4), limit: 2 };
        assert_eq!(numbers(store.audit_log.list(&account("other").id, page).await.unwrap()), [3]);
        assert_eq!(numbers(store.audit_log.list_all(Page { before: None, limit: 2 }).await.unwrap()), [5, 4]);
        assert_eq!(store.audit_log.list("nobody", ALL).await.unwrap(), []);
    }

    /// Two programs at once: every change has its line, and the chain has no gap.
    async fn lines_of_many_writers_make_one_chain(store) {
        let other = store::Store::open(store.settings()).await.unwrap();
        let writers = (0..40).map(|number| {
            let accounts = if number % 2 == 0 { store.accounts.clone() } else { other.accounts.clone() };
            tokio::spawn(async move { accounts.create(&origin_at(number), &account(&format!("house {number}"))).await })
        });
        for writer in writers.collect::<Vec<_>>() {
            assert!(writer.await.unwrap().unwrap());
        }
        let verified = store.audit_log.verify(None).await.unwrap();
        assert_eq!((verified.lines, verified.head.number, &verified.faults[..]), (40, 40, &[][..]));
        let noted: Head = verified.head.to_string().parse().unwrap();
        store.accounts.create(&origin_at(50), &account("later")).await.unwrap();
        assert_eq!(store.audit_log.verify(Some(noted)).await.unwrap().faults, []);
        for (noted, word) in [(Head { number: 41, hash: [1; 32] }, "noted"), (Head { number: 99, ..noted }, "gone")] {
            let faults = store.audit_log.verify(Some(noted)).await.unwrap().faults;
            assert!(faults.len() == 1 && faults[0].what.contains(word), "{faults:?}");
        }
        other.close().await;
    }

    async fn failures_are_counted_by_name_and_minute(store) {
        store.accounts.create(&origin_at(1), &account("acme")).await.unwrap();
        store.people.create_in(&origin_at(1), &account("acme").id, &person("ann"), Role::Owner, 1).await.unwrap().unwrap();
        for second in 0..50 {
            store.failed_sign_ins.count(&origin_at(second * 1000), Some(&person("ann").id)).await.unwrap();
            store.failed_sign_ins.count(&origin_at(second * 1000), None).await.unwrap();
        }
        store.failed_sign_ins.count(&origin_at(61_000), Some(&person("ann").id)).await.unwrap();
        // A durable change after it, so that what was acknowledged early can be read.
        store.accounts.create(&origin_at(1), &account("other")).await.unwrap();
        let before = all(&store).await.len();
        assert_eq!(store.failed_sign_ins.write_lines(Instant::from_ms(59_000)).await.unwrap(), 0, "not over yet");
        assert_eq!(store.failed_sign_ins.write_lines(Instant::from_ms(61_500)).await.unwrap(), 2);
        assert_eq!(store.failed_sign_ins.write_lines(Instant::from_ms(61_500)).await.unwrap(), 0, "told once");
        let lines = store.audit_log.after(before as i64, 10).await.unwrap();
        let shown: Vec<_> = lines.iter().map(|line| (line.target.as_str(), line.times, line.account_id.is_some())).collect();
        assert_eq!(shown, [("names that nobody has", 50, false), ("ann", 50, true)]);
        assert!(lines.iter().all(|line| line.action == Action::SignInFailed));
    }

    async fn what_is_changed_elsewhere_is_announced(store) {
        let change = Change::new(Action::SourceAdded, "https://example.org/feed");
        store.audit_log.append(&origin_at(1), vec![change.clone(), change]).await.unwrap();
        assert_eq!(all(&store).await.len(), 2);
        assert_eq!(store.audit_log.verify(None).await.unwrap().faults, []);
    }
}

/// The database itself refuses; and who goes around that is seen.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lines_and_entries_are_never_changed() {
    let store = store::testing::sqlite().await;
    let store::Address::Sqlite(path) = store.settings().of_accounts().address else { unreachable!() };
    for name in ["one", "two", "three"] {
        store.accounts.create(&origin_at(1), &account(name)).await.unwrap();
    }
    let grant = AccountChange { granted_prepaid: Credits::new(5), ..AccountChange::default() };
    assert!(store.accounts.change(&origin_at(1), &account("one").id, &grant).await.unwrap());
    let raw = rusqlite::Connection::open(path).unwrap();
    for sql in [
        "UPDATE audit_log SET target = 'x' WHERE number = 2",
        "DELETE FROM audit_log WHERE number = 2",
        "UPDATE entries SET credits = 1",
        "DELETE FROM entries",
    ] {
        let error = raw.execute_batch(sql).unwrap_err().to_string();
        assert!(error.contains("never changed or deleted"), "{sql}: {error}");
    }
    let wrong = async || {
        let mut wrong = Vec::new();
        let seen = |one: store::invariants::Checked| {
            wrong
                .extend((one.against > 0 && !one.waits).then(|| (one.part, one.such_as.unwrap_or_default())));
        };
        store.check_invariants(seen).await.unwrap();
        wrong
    };
    assert_eq!(wrong().await, []);
    let charge = |id: &str, account: &str| {
        let sql = "INSERT INTO entries (id, kind, account_id, source, route, credits, micro_usd, at, day)
                   VALUES (?1, 'charge', ?2, 'included', 'r', 1, 1, 1, 1)";
        raw.execute(sql, [id, account]).unwrap();
    };
    // An account's test keys are the account's.
    charge("t", &format!("{}{}", store::ledger::TEST_KEYS_OF, account("one").id));
    assert_eq!(wrong().await, []);
    raw.execute_batch("DROP TRIGGER audit_log_is_kept_update; DROP TRIGGER audit_log_is_kept_delete")
        .unwrap();
    assert_eq!(wrong().await, [("triggers", "audit_log_is_kept_delete".to_owned())]);
    charge("x", "nobody");
    assert_eq!(wrong().await[0], ("charges", "nobody".to_owned()));
    raw.execute_batch("UPDATE audit_log SET target = 'x' WHERE number = 2").unwrap();
    let numbers = async || {
        let verified = store.audit_log.verify(None).await.unwrap();
        verified.faults.iter().map(|fault| fault.number).collect::<Vec<_>>()
    };
    assert_eq!(numbers().await, [2], "altered");
    raw.execute_batch("DELETE FROM audit_log WHERE number = 2").unwrap();
    assert_eq!(numbers().await, [3], "taken out");
    // Without its last line, or with another in its place, the rest still hangs together.
    raw.execute_batch("DELETE FROM audit_log WHERE number = 4").unwrap();
    assert_eq!(numbers().await, [3, 4], "the end is gone");
    raw.execute_batch("DELETE FROM audit_log").unwrap();
    assert_eq!(numbers().await, [4], "all of it is gone");
    // Credits from nowhere are seen too.
    raw.execute_batch("UPDATE accounts SET legacy_prepaid = 1000 WHERE name = 'two'").unwrap();
    let audit = store.ledger.audit().await.unwrap();
    assert!(
        audit.differences.iter().any(|one| (one.left, one.right) == (1000, 0)),
        "{:?}",
        audit.differences
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_refuses_too() {
    let Some(store) = store::testing::postgres().await else { return };
    store.accounts.create(&origin_at(1), &account("one")).await.unwrap();
    let store::Address::Postgres(url) = &store.settings().address else { unreachable!() };
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    for sql in [
        "UPDATE audit_log SET target = 'x'",
        "DELETE FROM audit_log",
        "TRUNCATE audit_log",
        "TRUNCATE entries",
    ] {
        let error = client.batch_execute(sql).await.unwrap_err();
        let words = error.as_db_error().unwrap().message().to_owned();
        assert!(words.contains("never changed or deleted"), "{sql}: {words}");
    }
}
