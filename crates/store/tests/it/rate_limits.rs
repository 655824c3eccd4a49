use domain::Instant;
use store::on_every_engine;
use store::people::Person;
use store::rate_limits::Rate;

use crate::sample::origin_at;

/// Far enough from any clock of today that only the given one can be meant.
fn ms(ms: i64) -> Instant {
    Instant::from_ms(ms)
}

on_every_engine! {
    /// However many come at once, to whichever of two programs: one limit.
    async fn two_programs_give_one_limit(store) {
        let other = store::Store::open(store.settings()).await.unwrap();
        // One a minute comes back: the test is over before that.
        let rate = Rate::new(1, 20);
        let takers = (0..60).map(|number| {
            let limits = if number % 2 == 0 { store.rate_limits.clone() } else { other.rate_limits.clone() };
            tokio::spawn(async move { limits.take("one", rate, 1, ms(0)).await.unwrap().taken })
        });
        let mut taken = 0;
        for taker in takers.collect::<Vec<_>>() {
            taken += usize::from(taker.await.unwrap());
        }
        assert_eq!(taken, 20);
        assert!(!store.rate_limits.take("one", rate, 1, ms(0)).await.unwrap().taken);
        assert!(other.rate_limits.take("other", rate, 20, ms(0)).await.unwrap().taken, "each for itself");
        other.close().await;
    }

    async fn what_is_taken_comes_back_and_can_be_given_back(store) {
        let rate = Rate::new(1, 3);
        let take = async |tokens| store.rate_limits.take("a", rate, tokens, ms(0)).await.unwrap();
        let taken = take(2).await;
        assert_eq!((taken.taken, taken.level.left, taken.level.wait_us), (true, 1, 0));
        let taken = take(2).await;
        assert_eq!((taken.taken, taken.level.left), (false, 1), "all or none");
        assert!(take(1).await.taken);
        let taken = take(1).await;
        assert!(!taken.taken && taken.level.left == 0 && (1..=60_000_000).contains(&taken.level.wait_us), "{taken:?}");
        store.rate_limits.give_back(&[("a", rate)]).await.unwrap();
        assert!(take(1).await.taken);
        let both = store.rate_limits.take_each(&[("a", rate), ("b", rate)], 1, ms(0)).await.unwrap();
        assert_eq!(both.iter().map(|one| one.taken).collect::<Vec<_>>(), [false, true]);
        // What is not whole yet stays.
        store.rate_limits.sweep(ms(0)).await.unwrap();
        assert!(!take(1).await.taken);
    }

    async fn a_restart_forgets_nothing(store) {
        let rate = Rate::new(1, 2);
        assert!(store.rate_limits.take("a", rate, 2, ms(0)).await.unwrap().taken);
        store.reopen().await;
        assert!(!store.rate_limits.take("a", rate, 1, ms(0)).await.unwrap().taken);
    }

    async fn devices_belong_to_one_person(store) {
        for name in ["ann", "ben"] {
            let person = Person {
                id: name.into(), name: name.into(), operator: false, password_hash: None,
                created_at: ms(1), last_sign_in_at: None, epoch: 0, second_factor: false,
            };
            store.people.create(&origin_at(1), &person).await.unwrap();
        }
        for number in 0..30u8 {
            store.devices.remember(&[number; 32], "ann", ms(i64::from(number))).await.unwrap();
        }
        // A durable change after it, so that what was acknowledged early can be read.
        store.people.set_operator(&origin_at(1), "ben", true).await.unwrap();
        assert!(store.devices.knows(&[29; 32], "ann").await.unwrap());
        assert!(!store.devices.knows(&[29; 32], "ben").await.unwrap());
        assert!(!store.devices.knows(&[9; 32], "ann").await.unwrap(), "the oldest are forgotten");
        assert!(store.devices.knows(&[10; 32], "ann").await.unwrap());
        store.people.set_password(&origin_at(1), "ann", Some("new")).await.unwrap();
        assert!(!store.devices.knows(&[29; 32], "ann").await.unwrap(), "a new password begins anew");
    }
}

/// Where one process serves the store its own clock counts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_given_clock_counts_on_the_embedded_store() {
    let store = store::testing::sqlite().await;
    let rate = Rate::new(60, 1);
    let taken = async |at| store.rate_limits.take("a", rate, 1, ms(at)).await.unwrap().taken;
    assert!(taken(0).await && !taken(999).await && taken(1000).await && !taken(1500).await);
    // A clock that steps back gains nothing.
    assert!(!taken(0).await);
    store.rate_limits.sweep(ms(2000)).await.unwrap();
    assert!(taken(2000).await);
}
