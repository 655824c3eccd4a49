use domain::Instant;
use store::attempts::{Attempt, Begun};
use store::on_every_engine;

use crate::accounts::account;
use crate::sample::origin_at;

fn ms(ms: i64) -> Instant {
    Instant::from_ms(ms)
}

on_every_engine! {
    async fn an_attempt_is_made_once_and_told_again(store) {
        store.accounts.create(&origin_at(1), &account("a")).await.expect("an account");
        store.accounts.create(&origin_at(1), &account("b")).await.expect("an account");
        let (name, digest) = ([1; 32], [2; 32]);
        let begin = async |owner: &str, now: i64| {
            store.attempts.begin(owner, &name, &digest, ms(now), ms(now - 1_000), ms(now - 100)).await.expect("begun")
        };
        assert_eq!(begin("id of a", 5_000).await, Begun::New);
        let in_hand = Attempt { digest, status: None, answer: None };
        assert_eq!(begin("id of a", 5_050).await, Begun::Before(in_hand));
        assert_eq!(begin("id of b", 5_050).await, Begun::New, "names are the account's own");
        // Whoever had it in hand never came back.
        assert_eq!(begin("id of a", 5_200).await, Begun::New);
        store.attempts.finish("id of a", &name, 201, b"sealed").await.expect("finished");
        let done = Attempt { digest, status: Some(201), answer: Some(b"sealed".to_vec()) };
        assert_eq!(begin("id of a", 5_900).await, Begun::Before(done.clone()));
        // What is done stays as it is.
        store.attempts.finish("id of a", &name, 500, b"other").await.expect("nothing to finish");
        store.attempts.forget("id of a", &name).await.expect("nothing to forget");
        assert_eq!(begin("id of a", 5_950).await, Begun::Before(done));
        assert_eq!(begin("id of a", 6_300).await, Begun::New, "forgotten by now");
        store.attempts.forget("id of a", &name).await.expect("forgotten");
        assert_eq!(begin("id of a", 6_301).await, Begun::New);
    }
}
