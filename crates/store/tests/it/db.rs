//! The two engines must not be told apart by what they answer.

use store::db::{Db, Outcome, Statement, Value};
use store::{Error, on_every_engine};

use crate::accounts::account;
use crate::sample::origin_at;

async fn db(store: &store::testing::TestStore) -> Db {
    Db::open(store.settings()).await.expect("a second handle")
}

fn source(id: &str, interval: i64) -> Vec<Value> {
    vec![Value::from(id), Value::Int(interval)]
}

const INSERT: &str = "
    INSERT INTO sources (id, kind, url, settings, interval_s, paused, next_due_at, error_count, items_total, added_at)
    VALUES ($1, 'k', 'u', 's', $2, 0, 0, 0, 0, 0)";
const GUARD: &str = "UPDATE sources SET url = 'guarded' WHERE id = $1";

async fn ids(db: &Db) -> Vec<String> {
    let rows = db.query("SELECT id FROM sources ORDER BY id", Vec::new()).await.unwrap();
    rows.into_iter().map(|mut row| row.only().unwrap()).collect()
}

on_every_engine! {
    async fn parameters_go_where_their_numbers_say(store) {
        let db = db(&store).await;
        let sql = "SELECT CAST($2 AS TEXT) AS a, CAST($1 AS BIGINT) AS b, CAST($3 AS DOUBLE PRECISION) AS c, NULL AS d";
        let parameters = vec![Value::Int(7), Value::from("two"), Value::Real(0.5)];
        let mut rows = db.query(sql, parameters).await.unwrap();
        let row = &mut rows[0];
        assert_eq!(row.get::<f64>("c").unwrap(), 0.5);
        assert_eq!(row.get::<String>("a").unwrap(), "two");
        assert_eq!(row.get::<i64>("b").unwrap(), 7);
        assert_eq!(row.get::<Option<String>>("d").unwrap(), None);
        assert!(row.get::<i64>("e").is_err(), "a column that is not there is no default");
    }

    /// A row is read by the names of its columns, whatever their order; one that is missing or of another type is an
    /// error that names the column and the row.
    async fn a_column_is_read_by_its_name(store) {
        let db = db(&store).await;
        db.commit(vec![Statement::new(INSERT, source("a", 60))]).await.unwrap();
        for sql in ["SELECT id, interval_s, url FROM sources", "SELECT id, url, interval_s FROM sources"] {
            let mut rows = db.query(sql, Vec::new()).await.unwrap();
            let row = &mut rows[0];
            assert_eq!(row.get::<i64>("interval_s").unwrap(), 60);
            assert_eq!(row.get::<String>("url").unwrap(), "u");
            let missing = row.get::<String>("kind").unwrap_err().to_string();
            assert_eq!(missing, "column \"kind\" of the row id=a holds no column of this name where a column was expected");
            let other = row.get::<i64>("url").unwrap_err().to_string();
            assert_eq!(other, "column \"url\" of the row id=a holds \"u\" where a whole number was expected");
            assert!(row.only::<i64>().is_err(), "it has three");
        }
    }

    /// A name that no closed list has is an error of its row, never a default.
    async fn an_unknown_name_is_an_error(store) {
        let db = db(&store).await;
        let read = async |sql: &'static str| db.query(sql, Vec::new()).await.unwrap().remove(0);
        let mut row = read("SELECT 'doc 1' AS id, 'Bullish' AS sentiment, 'gift' AS source, 'king' AS role").await;
        assert_eq!(
            row.get::<domain::Sentiment>("sentiment").unwrap_err().to_string(),
            "column \"sentiment\" of the row id=doc 1 holds \"Bullish\" where Sentiment was expected"
        );
        assert!(row.get::<Option<domain::FundingSource>>("source").is_err(), "null may stand there, nothing else");
        assert!(row.get::<domain::account::Role>("role").is_err());
        let mut row = read("SELECT 2 AS flag, -1 AS seats").await;
        assert!(row.get::<bool>("flag").is_err());
        assert!(row.get::<u32>("seats").is_err());
    }

    /// Through the nouns: what is stored under a name that is not known fails with its row.
    async fn a_stored_name_that_is_not_known_fails_with_its_row(store) {
        store.accounts.create(&origin_at(1), &account("acme")).await.unwrap();
        let db = match store.settings().address {
            store::Address::Sqlite(_) => Db::open(&store.settings().of_accounts()).await.unwrap(),
            store::Address::Postgres(_) => db(&store).await,
        };
        let unknown = "UPDATE accounts SET payment_status = 'rich'";
        db.commit(vec![Statement::new(unknown, Vec::new())]).await.unwrap();
        let error = store.accounts.find(&account("acme").id).await.unwrap_err().to_string();
        assert!(error.contains("payment_status") && error.contains("\"rich\""), "{error}");
        assert!(error.contains(&account("acme").id), "{error}");
    }

    async fn a_unit_is_whole_or_not_at_all(store) {
        let db = db(&store).await;
        let unit = vec![
            Statement::many(INSERT, vec![source("a", 1), source("b", 1)]),
            Statement::new(GUARD, vec![Value::from("a")]).guarded(),
            Statement::new("SELECT url FROM sources WHERE id = 'a'", Vec::new()),
        ];
        let Outcome::Committed(mut done) = db.commit(unit).await.unwrap() else { panic!("it should fit") };
        assert_eq!((done[0].affected, done[1].affected), (2, 1));
        assert_eq!(done.remove(2).into_row().unwrap().only::<String>().unwrap(), "guarded");

        // A failed guard in the middle undoes what came before it and stops what comes after.
        let unit = vec![
            Statement::new(INSERT, source("c", 1)),
            Statement::many(GUARD, vec![vec![Value::from("a")], vec![Value::from("nobody")]]).guarded(),
            Statement::new(INSERT, source("d", 1)),
        ];
        assert!(matches!(db.commit(unit).await.unwrap(), Outcome::Refused(1)));
        // So does an error.
        let unit = vec![Statement::new(INSERT, source("e", 1)), Statement::new(INSERT, source("f", -1))];
        assert!(matches!(db.commit(unit).await, Err(Error::Statement { .. })));
        assert_eq!(ids(&db).await, ["a", "b"]);
        // The refused guard alone, and an error alone.
        let unit = vec![Statement::new(GUARD, vec![Value::from("nobody")]).guarded()];
        assert!(matches!(db.commit(unit).await.unwrap(), Outcome::Refused(0)));
        assert!(db.commit(vec![Statement::new("UPDATE nothing SET x = 1", Vec::new())]).await.is_err());
        assert!(db.commit(Vec::new()).await.is_ok());
        db.close().await;
    }

    /// Good, refused and failing units side by side: each ends as if it were alone.
    async fn units_of_one_group_do_not_touch_each_other(store) {
        let db = db(&store).await;
        let mut tasks = Vec::new();
        for n in 0..200 {
            let db = db.clone();
            tasks.push(tokio::spawn(async move {
                let first = Statement::new(INSERT, source(&format!("n{n:03}"), 1));
                let second = match n % 4 {
                    0 => Statement::new(GUARD, vec![Value::from("nobody")]).guarded(),
                    1 => Statement::new(INSERT, source(&format!("n{n:03}"), 1)),
                    _ => Statement::new(GUARD, vec![Value::from(format!("n{n:03}"))]).guarded(),
                };
                let early = n % 2 == 0;
                let unit = vec![first, second];
                (n, if early { db.commit_early(unit).await } else { db.commit(unit).await })
            }));
        }
        for task in tasks {
            let (n, outcome) = task.await.unwrap();
            match n % 4 {
                0 => assert!(matches!(outcome, Ok(Outcome::Refused(1)))),
                1 => assert!(matches!(outcome, Err(Error::Statement { .. }))),
                _ => assert!(matches!(outcome, Ok(Outcome::Committed(_)))),
            }
        }
        // A durable commit after them, so that what was acknowledged early can be read.
        db.commit(vec![Statement::new(INSERT, source("z", 1))]).await.unwrap();
        assert_eq!(ids(&db).await.len(), 101);
        db.close().await;
        assert!(matches!(db.commit(vec![Statement::new(INSERT, source("y", 1))]).await, Err(Error::Closed)));
    }

    async fn a_reading_sees_one_moment(store) {
        let db = db(&store).await;
        let writer = {
            let db = db.clone();
            tokio::spawn(async move {
                for n in 0..100 {
                    db.commit(vec![Statement::new(INSERT, source(&format!("{n}"), 1))]).await.unwrap();
                }
            })
        };
        let count = || Statement::new("SELECT COUNT(*) FROM sources", Vec::new());
        while !writer.is_finished() {
            let answers = db.read(vec![count(), count(), count()]).await.unwrap();
            let counts: Vec<i64> = answers.into_iter().map(|mut rows| rows[0].only().unwrap()).collect();
            assert!(counts.windows(2).all(|pair| pair[0] == pair[1]), "{counts:?}");
        }
        writer.await.unwrap();
    }

    async fn a_slow_statement_is_stopped(store) {
        let mut settings = store.settings().clone();
        settings.statement_timeout = std::time::Duration::from_millis(50);
        let db = Db::open(&settings).await.unwrap();
        let endless = "
            WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 2000000000)
            SELECT COUNT(*) FROM n";
        let begun = std::time::Instant::now();
        assert!(matches!(db.query(endless, Vec::new()).await, Err(Error::Timeout { .. })));
        assert!(begun.elapsed() < std::time::Duration::from_secs(10));
        // The connection is good for the next question.
        assert_eq!(ids(&db).await.len(), 0);
    }

    /// Whoever leaves takes the question along: it is not worked on, and does not keep others waiting.
    async fn a_question_ends_with_its_asker(store) {
        let mut settings = store.settings().clone();
        (settings.readers, settings.connections) = (1, 2);
        let db = Db::open(&settings).await.unwrap();
        let endless = "
            WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 2000000000)
            SELECT COUNT(*) FROM n";
        let begun = std::time::Instant::now();
        let a_moment = std::time::Duration::from_millis(100);
        let impatient = tokio::time::timeout(a_moment, db.query(endless, Vec::new()));
        assert!(impatient.await.is_err());
        if db.engine_name() == "Postgres" {
            // The server goes on until its own limit; others have their own connections.
            assert_eq!(ids(&db).await.len(), 0);
            return;
        }
        // Behind the one that is worked on, which waits for nobody either.
        let running = tokio::spawn({
            let db = db.clone();
            async move { tokio::time::timeout(5 * a_moment, db.query(endless, Vec::new())).await.is_err() }
        });
        tokio::time::sleep(a_moment / 2).await;
        let queued = (0..50).map(|_| tokio::time::timeout(a_moment, db.query(endless, Vec::new())));
        let queued: Vec<_> = queued.collect();
        for one in queued {
            assert!(one.await.is_err());
        }
        assert!(running.await.unwrap());
        assert_eq!(ids(&db).await.len(), 0);
        assert!(begun.elapsed() < std::time::Duration::from_secs(15), "{:?}", begun.elapsed());
    }

    async fn a_store_opens_again_with_everything_in_it(store) {
        let db = db(&store).await;
        db.commit(vec![Statement::new(INSERT, source("kept", 1))]).await.unwrap();
        db.close().await;
        store.reopen().await;
        assert!(store.sources.find("kept").await.unwrap().is_some());
        store.ping().await.unwrap();
    }
}

#[tokio::test]
async fn what_is_not_a_store_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("not-a-database");
    std::fs::write(&path, "plain words, long enough to be taken for a header of something else".repeat(20))
        .unwrap();
    assert!(matches!(store::Store::open(&store::Settings::sqlite(&path)).await, Err(Error::Open { .. })));
    let nowhere = folder.path().join("no/such/folder/b.db");
    assert!(matches!(store::Store::open(&store::Settings::sqlite(nowhere)).await, Err(Error::Open { .. })));
    let mut settings = store::Settings::postgres("postgres://nobody@127.0.0.1:1/none");
    settings.acquire_timeout = std::time::Duration::from_millis(500);
    assert!(matches!(store::Store::open(&settings).await, Err(Error::Open { .. })));
}
