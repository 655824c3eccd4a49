use domain::Instant;
use store::on_every_engine;
use store::people::{Person, Refused};

use crate::accounts::account;

fn ms(ms: i64) -> Instant {
    Instant::from_ms(ms)
}

fn person(name: &str) -> Person {
    Person {
        id: format!("id of {name}"),
        name: name.into(),
        operator: false,
        password_hash: Some("hash".into()),
        created_at: ms(1),
        last_sign_in_at: None,
    }
}

on_every_engine! {
    async fn people_have_places_in_accounts(store) {
        for name in ["acme", "other"] {
            store.accounts.create(&account(name)).await.unwrap();
        }
        let (acme, other) = (account("acme").id, account("other").id);
        for name in ["ann", "ben"] {
            assert!(store.people.create(&person(name)).await.unwrap());
        }
        assert!(!store.people.create(&Person { id: "x".into(), ..person("ann") }).await.unwrap());
        let (ann, ben) = (person("ann").id, person("ben").id);
        assert_eq!(store.people.find_by_name("ann").await.unwrap(), Some(person("ann")));
        assert!(store.people.join(&acme, &ann, "owner", 1, ms(1)).await.unwrap());
        assert!(!store.people.join(&acme, &ben, "member", 1, ms(2)).await.unwrap(), "there is one seat");
        assert!(store.people.join(&acme, &ann, "viewer", 1, ms(3)).await.unwrap(), "a change needs no new seat");
        assert!(store.people.join(&acme, &ben, "member", 2, ms(4)).await.unwrap());
        assert!(store.people.join(&other, &ann, "owner", 1, ms(5)).await.unwrap());
        assert!(!store.people.join("nobody", &ann, "owner", 1, ms(5)).await.unwrap());
        let members = store.people.members(&acme).await.unwrap();
        let shown: Vec<_> = members.iter().map(|one| (one.person_name.as_str(), one.role.as_str())).collect();
        assert_eq!(shown, [("ann", "viewer"), ("ben", "member")]);
        let mine = store.people.memberships(&ann).await.unwrap();
        assert_eq!(mine.iter().map(|one| one.account_name.as_str()).collect::<Vec<_>>(), ["acme", "other"]);
        let places = store.people.memberships_between("ann", "ann").await.unwrap();
        assert_eq!(places, mine);
        let later = store.people.list_from("b", 5).await.unwrap();
        assert_eq!(later.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["ben"]);
        assert!(store.people.leave(&acme, &ann).await.unwrap());
        assert!(!store.people.leave(&acme, &ann).await.unwrap());
        assert!(store.people.set_operator(&ann, true).await.unwrap());
        assert!(store.people.find(&ann).await.unwrap().unwrap().operator);
        assert!(store.people.remove(&ben).await.unwrap());
        assert!(store.people.members(&acme).await.unwrap().is_empty());
        assert_eq!(store.people.list().await.unwrap().len(), 1);
    }

    /// However many come at once, by whichever of two programs.
    async fn seats_are_given_out_once(store) {
        store.accounts.create(&account("acme")).await.unwrap();
        let acme = account("acme").id;
        let other = store::Store::open(store.settings()).await.unwrap();
        let mut comers = Vec::new();
        for number in 0..24 {
            let people = if number % 2 == 0 { store.people.clone() } else { other.people.clone() };
            let acme = acme.clone();
            comers.push(tokio::spawn(async move {
                let comer = person(&format!("comer {number}"));
                people.create_in(&acme, &comer, "member", 5).await.unwrap()
            }));
        }
        let mut placed = 0;
        for comer in comers {
            match comer.await.unwrap() {
                Ok(()) => placed += 1,
                Err(refused) => assert_eq!(refused, Refused::NoSeat),
            }
        }
        assert_eq!((placed, store.people.members(&acme).await.unwrap().len()), (5, 5));
        assert_eq!(store.people.list().await.unwrap().len(), 5, "who found no seat left nothing behind");
        let taken = store.people.list().await.unwrap().remove(0);
        assert_eq!(store.people.create_in(&acme, &taken, "member", 9).await.unwrap(), Err(Refused::NameTaken));
        let new = person("new");
        assert_eq!(store.people.create_in("nobody", &new, "member", 9).await.unwrap(), Err(Refused::NoAccount));
        other.close().await;
    }

    /// Two owners who take each other out at the same moment.
    async fn somebody_stays_the_owner(store) {
        let other = store::Store::open(store.settings()).await.unwrap();
        for round in 0..8 {
            let house = account(&format!("house {round}"));
            store.accounts.create(&house).await.unwrap();
            let [ann, ben, cat] = ["ann", "ben", "cat"].map(|name| person(&format!("{name} {round}")));
            for (who, role) in [(&ann, "owner"), (&ben, "owner"), (&cat, "viewer")] {
                assert_eq!(store.people.create_in(&house.id, who, role, 9).await.unwrap(), Ok(()));
            }
            let gone = match round % 3 {
                0 => tokio::join!(store.people.leave(&house.id, &ann.id), other.people.leave(&house.id, &ben.id)),
                1 => tokio::join!(
                    store.people.join(&house.id, &ann.id, "member", 9, ms(2)),
                    other.people.leave(&house.id, &ben.id)
                ),
                _ => tokio::join!(store.people.remove(&ann.id), other.people.remove(&ben.id)),
            };
            assert_ne!(gone.0.unwrap(), gone.1.unwrap(), "one of the two");
            let members = store.people.members(&house.id).await.unwrap();
            assert_eq!(members.iter().filter(|one| one.role == "owner").count(), 1);
        }
        other.close().await;
    }

    async fn a_sign_in_ends_by_time_and_by_a_new_password(store) {
        store.accounts.create(&account("acme")).await.unwrap();
        let (acme, ann) = (account("acme").id, person("ann").id);
        store.people.create(&person("ann")).await.unwrap();
        store.people.join(&acme, &ann, "owner", 1, ms(1)).await.unwrap();
        store.sign_ins.open(&[1; 32], &ann, Some(&acme), ms(100), ms(1000)).await.unwrap();
        let found = store.sign_ins.find(&[1; 32], ms(200), ms(50)).await.unwrap().unwrap();
        assert_eq!(found.account, Some((acme.clone(), "owner".to_owned())));
        assert_eq!((found.seen_at, found.person.last_sign_in_at), (ms(100), Some(ms(100))));
        assert!(store.sign_ins.find(&[2; 32], ms(200), ms(50)).await.unwrap().is_none());
        assert!(store.sign_ins.find(&[1; 32], ms(200), ms(100)).await.unwrap().is_none(), "nobody came since");
        assert!(store.sign_ins.find(&[1; 32], ms(1000), ms(50)).await.unwrap().is_none(), "it is over");
        store.sign_ins.touch(&[1; 32], ms(300)).await.unwrap();
        assert!(!store.sign_ins.turn_to(&[1; 32], "not theirs").await.unwrap());
        assert!(store.sign_ins.turn_to(&[1; 32], &acme).await.unwrap());
        assert!(store.sign_ins.find(&[1; 32], ms(400), ms(250)).await.unwrap().is_some());
        // Who left the account is signed in, and sees nothing of it.
        store.people.leave(&acme, &ann).await.unwrap();
        assert_eq!(store.sign_ins.find(&[1; 32], ms(400), ms(250)).await.unwrap().unwrap().account, None);
        store.people.set_password(&ann, Some("new")).await.unwrap();
        assert!(store.sign_ins.find(&[1; 32], ms(400), ms(250)).await.unwrap().is_none());
        store.sign_ins.open(&[3; 32], &ann, None, ms(500), ms(1000)).await.unwrap();
        store.sign_ins.close(&[3; 32]).await.unwrap();
        assert!(store.sign_ins.find(&[3; 32], ms(501), ms(50)).await.unwrap().is_none());
    }

    async fn a_link_is_used_once_and_in_time(store) {
        store.people.create(&person("ann")).await.unwrap();
        let ann = person("ann").id;
        assert!(!store.sign_ins.make_link(&[1; 32], "nobody", ms(100)).await.unwrap());
        assert!(store.sign_ins.make_link(&[1; 32], &ann, ms(100)).await.unwrap());
        assert_eq!(store.sign_ins.use_link(&[1; 32], ms(100)).await.unwrap(), None, "too late");
        let tries = (0..8).map(|_| {
            let sign_ins = store.sign_ins.clone();
            tokio::spawn(async move { sign_ins.use_link(&[1; 32], ms(99)).await.unwrap() })
        });
        let mut used = Vec::new();
        for attempt in tries.collect::<Vec<_>>() {
            used.extend(attempt.await.unwrap());
        }
        assert_eq!(used, [ann]);
    }
}
