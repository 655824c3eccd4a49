use domain::Instant;
use store::on_every_engine;
use store::second_factors::FailureLimit;
use store::sign_ins::NewSignIn;

use crate::people::person;
use crate::sample::origin_at;

fn ms(ms: i64) -> Instant {
    Instant::from_ms(ms)
}

fn sign_in<'a>(hash: &'a [u8; 32], person_id: &'a str, epoch: i64) -> NewSignIn<'a> {
    let (account_id, by) = (None, "password");
    NewSignIn {
        hash,
        person_id,
        epoch,
        account_id,
        expires_at: ms(900),
        by,
        awaits_code: false,
        replaced: None,
    }
}

on_every_engine! {
    async fn a_second_factor_is_confirmed_used_and_removed(store) {
        let (ann, origin) = (person("ann"), origin_at(5));
        store.people.create(&origin, &ann).await.unwrap();
        for hash in [[1; 32], [2; 32]] {
            assert!(store.sign_ins.open(&origin, &sign_in(&hash, &ann.id, 0)).await.unwrap());
        }
        let factors = &store.second_factors;
        assert!(factors.begin(&ann.id, b"first", ms(5)).await.unwrap());
        assert!(factors.begin(&ann.id, b"secret", ms(6)).await.unwrap(), "begun anew");
        assert!(!store.people.find(&ann.id).await.unwrap().unwrap().second_factor, "not in force yet");
        assert!(factors.confirm(&origin, &ann.id, 7, &[[8; 32], [9; 32]], &[1; 32]).await.unwrap());
        assert!(!factors.confirm(&origin, &ann.id, 8, &[], &[1; 32]).await.unwrap(), "it is in force");
        assert!(!factors.begin(&ann.id, b"other", ms(7)).await.unwrap());
        assert_eq!(factors.find(&ann.id).await.unwrap().unwrap().secret, b"secret");
        let now = store.people.find(&ann.id).await.unwrap().unwrap();
        assert_eq!((now.second_factor, now.epoch), (true, 1));
        assert!(store.sign_ins.find(&[1; 32], ms(8), ms(0)).await.unwrap().is_some(), "the one that set it up stays");
        assert!(store.sign_ins.find(&[2; 32], ms(8), ms(0)).await.unwrap().is_none());

        // A code and a recovery code are each good once, however many try at the same moment.
        assert!(!factors.use_step(&ann.id, 7).await.unwrap(), "it was used to confirm");
        let (one, other) = tokio::join!(factors.use_step(&ann.id, 8), factors.use_step(&ann.id, 8));
        assert_ne!(one.unwrap(), other.unwrap());
        let (one, other) = tokio::join!(
            factors.use_recovery_code(&origin, &ann.id, &[8; 32]),
            factors.use_recovery_code(&origin, &ann.id, &[8; 32])
        );
        assert_ne!(one.unwrap(), other.unwrap());
        assert_eq!(factors.recovery_codes_left(&ann.id).await.unwrap(), 1);
        factors.replace_recovery_codes(&origin, &ann.id, &[[1; 32], [2; 32], [3; 32]]).await.unwrap();
        assert_eq!(factors.recovery_codes_left(&ann.id).await.unwrap(), 3);

        assert!(factors.remove(&origin, &ann.id, None).await.unwrap());
        assert!(!factors.remove(&origin, &ann.id, None).await.unwrap());
        assert!(store.sign_ins.find(&[1; 32], ms(8), ms(0)).await.unwrap().is_none(), "a reset ends every sign-in");
        assert_eq!(factors.recovery_codes_left(&ann.id).await.unwrap(), 0);
        assert!(store.people.remove(&origin, &ann.id).await.unwrap());
    }

    async fn wrong_codes_are_counted_and_right_ones_given_back(store) {
        let (ann, origin) = (person("ann"), origin_at(5));
        store.people.create(&origin, &ann).await.unwrap();
        let factors = &store.second_factors;
        factors.begin(&ann.id, b"secret", ms(5)).await.unwrap();
        let limit = FailureLimit { failures: 3, window_ms: 1000 };
        let count = async |at| factors.count_failure(&ann.id, limit, ms(at)).await.unwrap();
        assert!(count(2000).await && count(2001).await);
        assert!(count(2002).await && factors.use_step(&ann.id, 1).await.unwrap(), "a right one does not count");
        assert!(count(2003).await);
        assert!(!count(2004).await, "three within the time");
        assert!(!count(2999).await);
        assert!(count(3000).await && count(3001).await && count(3002).await && !count(3003).await, "a new time");
    }

    async fn a_sign_in_waits_for_its_code(store) {
        let (ann, origin) = (person("ann"), origin_at(5));
        store.people.create(&origin, &ann).await.unwrap();
        let waiting = NewSignIn { awaits_code: true, ..sign_in(&[1; 32], &ann.id, 0) };
        assert!(store.sign_ins.open(&origin, &waiting).await.unwrap());
        assert!(store.sign_ins.find(&[1; 32], ms(6), ms(0)).await.unwrap().is_none(), "it opens nothing");
        assert_eq!(store.people.find(&ann.id).await.unwrap().unwrap().last_sign_in_at, None);
        assert!(store.sign_ins.find_awaiting_code(&[1; 32], ms(900)).await.unwrap().is_none(), "too late");
        assert_eq!(store.sign_ins.find_awaiting_code(&[1; 32], ms(6)).await.unwrap().unwrap().id, ann.id);
        let complete = NewSignIn { replaced: Some(&[1; 32]), ..sign_in(&[2; 32], &ann.id, 0) };
        assert!(store.sign_ins.open(&origin, &complete).await.unwrap());
        let again = NewSignIn { hash: &[3; 32], ..complete };
        assert!(!store.sign_ins.open(&origin, &again).await.unwrap(), "once");
        assert!(store.sign_ins.find(&[2; 32], ms(6), ms(0)).await.unwrap().is_some());
        store.sign_ins.confirm(&[2; 32], ms(77)).await.unwrap();
        assert_eq!(store.sign_ins.find(&[2; 32], ms(78), ms(0)).await.unwrap().unwrap().confirmed_at, ms(77));
    }
}
