use domain::DayRange;
use store::rollups::Counts;
use store::{DirtyDay, on_every_engine};

use crate::sample::{day, document, item, marks};

on_every_engine! {
    async fn a_recount_takes_a_new_number_and_cleans_its_day(store) {
        let (first, second) = (day("2026-01-01"), day("2026-01-02"));
        let dirty = |day| DirtyDay { day, seq: 1 };
        store.rollups.replace(vec![(dirty(first), vec![1]), (dirty(second), vec![2])], None).await.unwrap();
        store.rollups.replace(vec![(dirty(first), vec![3])], None).await.unwrap();
        let all = store.rollups.changed_since(0, 10).await.unwrap();
        let seen: Vec<_> = all.iter().map(|one| (one.day, one.seq, one.counts.clone())).collect();
        assert_eq!(seen, [(second, 2, vec![2]), (first, 3, vec![3])]);
        assert_eq!(store.rollups.changed_since(2, 10).await.unwrap(), all[1..]);
        assert_eq!(store.rollups.changed_since(0, 1).await.unwrap(), all[..1]);
        assert_eq!(store.rollups.max_seq().await.unwrap(), 3);
        let in_order = store.rollups.in_order(None, 10).await.unwrap();
        assert_eq!(in_order, [all[1].clone(), all[0].clone()]);
        assert_eq!(store.rollups.in_order(None, 1).await.unwrap(), in_order[..1]);
        assert_eq!(store.rollups.in_order(Some(first), 10).await.unwrap(), in_order[1..]);
        assert_eq!(store.rollups.in_order(Some(second), 10).await.unwrap(), []);
    }
}

on_every_engine! {
    async fn an_outline_goes_with_the_counts_that_it_was_made_from(store) {
        let (first, second) = (day("2026-01-01"), day("2026-01-02"));
        let dirty = |day| DirtyDay { day, seq: 1 };
        let counts = |whole: u8, outline: Option<u8>| Counts { whole: vec![whole], outline: outline.map(|one| vec![one]), spoken: None };
        let counted = vec![(dirty(first), counts(1, Some(10))), (dirty(second), counts(2, None))];
        store.rollups.replace(counted, None).await.unwrap();
        let seen = async || {
            let days = store.rollups.outlines_in_order(None, 10).await.unwrap();
            let since = store.rollups.outlines_since(0, 10).await.unwrap();
            assert!(days.iter().all(|day| since.contains(day)) && days.len() == since.len());
            days.into_iter().map(|one| (one.day, one.seq, one.outline)).collect::<Vec<_>>()
        };
        assert_eq!(seen().await, [(first, 1, Some(vec![10])), (second, 2, None)]);
        store.rollups.keep_outlines(vec![(second, 2, vec![20])]).await.unwrap();
        assert_eq!(seen().await, [(first, 1, Some(vec![10])), (second, 2, Some(vec![20]))]);
        // One in another form, of the same counts.
        store.rollups.keep_outlines(vec![(second, 2, vec![21])]).await.unwrap();
        assert_eq!(seen().await[1], (second, 2, Some(vec![21])));
        store.rollups.replace(vec![(dirty(first), vec![3])], None).await.unwrap();
        assert_eq!(seen().await[0], (first, 3, None));
        // Too late: it is of other counts.
        store.rollups.keep_outlines(vec![(first, 2, vec![30])]).await.unwrap();
        assert_eq!(seen().await[0], (first, 3, None));
        assert_eq!(store.rollups.outlines_since(2, 10).await.unwrap().len(), 1);
        assert_eq!(store.rollups.outlines_in_order(Some(first), 10).await.unwrap().len(), 1);
        let of_days = store.rollups.of_days(DayRange::single(second)).await.unwrap();
        assert_eq!(of_days.iter().map(|one| one.counts.clone()).collect::<Vec<_>>(), [vec![2]]);
    }
}

on_every_engine! {
    async fn a_day_that_is_touched_while_it_is_counted_stays_dirty(store) {
        store.documents.insert(vec![(document(item("one")), marks())], None).await.unwrap();
        let read = store.documents.days_dirty(10).await.unwrap();
        assert_eq!(read.len(), 1);
        store.documents.insert(vec![(document(item("two")), marks())], None).await.unwrap();
        store.rollups.replace(vec![(read[0], vec![1])], None).await.unwrap();
        let again = store.documents.days_dirty(10).await.unwrap();
        assert_eq!(again.iter().map(|dirty| dirty.day).collect::<Vec<_>>(), [read[0].day]);
        store.rollups.replace(vec![(again[0], vec![2])], None).await.unwrap();
        assert_eq!(store.documents.days_dirty(10).await.unwrap(), []);
    }
}

on_every_engine! {
    async fn forgetting_makes_every_day_dirty_that_has_documents_or_counts(store) {
        store.documents.insert(vec![(document(item("one")), marks())], None).await.unwrap();
        let dirty = store.documents.days_dirty(10).await.unwrap();
        store.rollups.replace(vec![(dirty[0], vec![1])], None).await.unwrap();
        let emptied = day("1999-12-31");
        store.rollups.replace(vec![(DirtyDay { day: emptied, seq: 0 }, vec![0])], None).await.unwrap();
        assert_eq!(store.rollups.forget().await.unwrap(), 2);
        let days: Vec<_> = store.documents.days_dirty(10).await.unwrap().iter().map(|one| one.day).collect();
        assert_eq!(days, [emptied, dirty[0].day]);
        store.rollups.refuse(&[day("2001-01-01"), emptied]).await.unwrap();
        assert_eq!(store.documents.days_dirty(10).await.unwrap().len(), 3);
    }
}

on_every_engine! {
    async fn what_must_hold_is_asked_and_what_does_not_is_named(store) {
        store.documents.insert(vec![(document(item("one")), marks())], None).await.unwrap();
        let mut seen = Vec::new();
        store.check_invariants(|checked| seen.push(checked)).await.unwrap();
        let wrong = |seen: &[store::invariants::Checked]| -> Vec<_> {
            seen.iter().filter(|one| one.against > 0 && !one.waits).map(|one| (one.what, one.against)).collect()
        };
        assert_eq!(wrong(&seen), []);
        assert!(seen.iter().any(|one| one.waits && one.what == "every day is counted" && one.against == 1));
        // Counted, it says, and nothing was.
        let dirty = store.documents.days_dirty(10).await.unwrap();
        store.documents.days_done(&dirty).await.unwrap();
        seen.clear();
        store.check_invariants(|checked| seen.push(checked)).await.unwrap();
        assert_eq!(wrong(&seen), [("every day with documents is counted or queued for counting", 1)]);
        assert!(seen.iter().all(|one| !one.advice.is_empty() && one.waits != one.open.is_empty()), "each says what to do");
        let named = seen.iter().find_map(|one| one.such_as.as_deref().filter(|_| !one.waits));
        assert_eq!(named, Some(dirty[0].day.number().to_string().as_str()));
    }
}
