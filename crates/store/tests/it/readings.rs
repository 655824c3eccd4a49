use domain::{DayRange, Instant};
use store::on_every_engine;
use store::readings::{StoredBaseYear, StoredReading};

use crate::sample::day;

fn reading(metric: &str, at: Instant, frozen: bool, value: Option<f64>) -> StoredReading {
    StoredReading {
        metric: metric.to_owned(),
        at,
        frozen,
        day: at.day(),
        version: format!("{metric}-1"),
        value,
        seal: "aa".to_owned(),
        digest: "bb".to_owned(),
        body: "{\"confidence\":0.1}".to_owned(),
        made_at: at.plus_ms(5),
    }
}

on_every_engine! {
    async fn the_first_writer_of_a_reading_wins(store) {
        let at = day("2026-01-02").start();
        let first = [reading("main", at, false, Some(0.1 + 0.2)), reading("reach", at, false, None)];
        assert_eq!(store.readings.insert(&first).await.unwrap(), 2);
        let other = StoredReading { seal: "cc".to_owned(), value: Some(1.0), ..first[0].clone() };
        assert_eq!(store.readings.insert(&[other, reading("basis", at, false, None)]).await.unwrap(), 1);
        let stored = store.readings.of_quarter(at).await.unwrap();
        assert_eq!(stored[1..], first);
        assert_eq!(stored[0].metric, "basis");

        // The value of a day and that of a quarter stand beside each other.
        let frozen = reading("main", day("2026-01-02").end(), true, Some(2.0));
        store.readings.insert(std::slice::from_ref(&frozen)).await.unwrap();
        assert_eq!(store.readings.of_day(day("2026-01-02")).await.unwrap(), [frozen]);
        assert_eq!(store.readings.of_day(day("2026-01-03")).await.unwrap(), []);
        assert_eq!(store.readings.newest_quarter().await.unwrap(), Some(at));
    }
}

on_every_engine! {
    async fn history_holds_the_days_that_have_a_value(store) {
        let days: Vec<_> = (0..700).map(|n| day("2024-01-01").plus(n)).collect();
        let value = |n: usize| (n % 10 != 3).then_some(n as f64 / 7.0);
        let all: Vec<_> =
            days.iter().enumerate().map(|(n, day)| reading("main", day.end(), true, value(n))).collect();
        store.readings.insert(&all).await.unwrap();
        store.readings.insert(&[reading("reach", days[1].end(), true, Some(1.0))]).await.unwrap();
        let range = DayRange::inclusive(days[0], days[29]).unwrap();
        let history = store.readings.history("main", range).await.unwrap();
        assert_eq!(history.len(), 27);
        assert_eq!((history[3].day, history[3].value), (days[4], 4.0 / 7.0));
        let some = store.readings.of_days("main", &days).await.unwrap();
        assert_eq!(some, all);
        let frozen = store.readings.frozen(DayRange::inclusive(days[0], days[1]).unwrap()).await.unwrap();
        let names: Vec<_> = frozen.iter().map(|(day, metric)| (*day, metric.as_str())).collect();
        assert_eq!(names, [(days[0], "main"), (days[1], "main"), (days[1], "reach")]);
        assert_eq!(store.readings.newest_frozen().await.unwrap(), days.last().copied());
    }
}

on_every_engine! {
    async fn old_quarters_go_and_frozen_days_stay(store) {
        let (old, new) = (day("2026-01-01").start(), day("2026-02-01").start());
        assert_eq!(store.readings.newest_quarter().await.unwrap(), None);
        assert_eq!(store.readings.newest_frozen().await.unwrap(), None);
        let all = [
            reading("main", old, false, None),
            reading("main", old.day().end(), true, None),
            reading("main", new, false, None),
        ];
        store.readings.insert(&all).await.unwrap();
        assert_eq!(store.readings.forget_quarters(new).await.unwrap(), 1);
        assert_eq!(store.readings.of_quarter(old).await.unwrap(), []);
        assert_eq!(store.readings.of_day(old.day()).await.unwrap(), all[1..2]);
        assert_eq!(store.readings.of_quarter(new).await.unwrap(), all[2..]);
    }
}

on_every_engine! {
    async fn a_base_year_is_written_once(store) {
        let base = StoredBaseYear {
            version: "main-1".to_owned(),
            kappa: 0.1 + 0.2,
            days: DayRange::inclusive(day("2025-01-01"), day("2025-12-31")).unwrap(),
            readings: 360,
            made_at: day("2026-01-01").start(),
        };
        assert_eq!(store.readings.base_year("main-1").await.unwrap(), None);
        store.readings.insert_base_year(&base).await.unwrap();
        store.readings.insert_base_year(&StoredBaseYear { kappa: 1.0, ..base.clone() }).await.unwrap();
        assert_eq!(store.readings.base_year("main-1").await.unwrap(), Some(base));
        assert_eq!(store.readings.base_year("main-2").await.unwrap(), None);
    }

    /// Years of readings lie behind the newest: none of these may look at all of them.
    async fn the_newest_are_found_by_index(store) {
        let db = store::db::Db::open(store.settings()).await.unwrap();
        let questions = [
            "SELECT MAX(at) FROM readings WHERE frozen = 0",
            "SELECT MAX(day) FROM readings WHERE frozen = 1",
            "SELECT body FROM readings WHERE frozen = 0 AND at = 5 ORDER BY metric",
            "SELECT body FROM readings WHERE frozen = 1 AND day = 5 ORDER BY metric",
            "SELECT day, metric FROM readings WHERE frozen = 1 AND day BETWEEN 5 AND 9 ORDER BY day, metric",
        ];
        if db.engine_name() == "Postgres" {
            // So few rows would be read whole otherwise, for good reason.
            let rows = (0..3_000).map(|n| reading("main", Instant::from_ms(n * 900_000), n % 2 == 0, Some(1.0)));
            store.readings.insert(&rows.collect::<Vec<_>>()).await.unwrap();
            db.query("ANALYZE readings", Vec::new()).await.unwrap();
        }
        for question in questions {
            let explain = if db.engine_name() == "Postgres" { "EXPLAIN" } else { "EXPLAIN QUERY PLAN" };
            let mut plan = String::new();
            for mut row in db.query(format!("{explain} {question}"), Vec::new()).await.unwrap() {
                let column = if db.engine_name() == "Postgres" { "QUERY PLAN" } else { "detail" };
                plan.push_str(&row.get::<String>(column).unwrap());
                plan.push('\n');
            }
            assert!(plan.contains("readings_by_at") || plan.contains("readings_of_day"), "{question}: {plan}");
            assert!(!plan.contains("Seq Scan") && !plan.contains("SCAN readings\n"), "{question}: {plan}");
        }
    }
}
