use domain::Instant;
use domain::account::Role;
use domain::hash::hash256;
use store::invitations::{self, NewInvitation};
use store::people::{Person, Refused};
use store::sign_ins::{NewLink, NewSignIn};
use store::{Store, on_every_engine};

use crate::accounts::account;
use crate::sample::origin_at;

fn ms(ms: i64) -> Instant {
    Instant::from_ms(ms)
}

pub fn person(name: &str) -> Person {
    Person {
        id: format!("id of {name}"),
        name: name.into(),
        operator: false,
        password_hash: Some("hash".into()),
        created_at: ms(1),
        last_sign_in_at: None,
        epoch: 0,
        second_factor: false,
    }
}

/// Somebody who exists is invited and accepts.
pub async fn join(
    store: &Store,
    account_id: &str,
    person_id: &str,
    role: Role,
    seats: u32,
) -> Result<(), invitations::Refused> {
    let origin = origin_at(1);
    let person = store.people.find(person_id).await.unwrap().unwrap();
    let id = format!("{account_id} {person_id} {}", person.epoch);
    let hash = hash256(id.as_bytes());
    let name = person.name.clone();
    let new = NewInvitation { id, name, role, hash, expires_at: ms(1000) };
    store.invitations.create(&origin, account_id, &new, seats, 9).await.unwrap()?;
    let found = store.invitations.find_by_hash(&hash).await.unwrap().unwrap();
    store.invitations.accept(&origin, &found, &person, "hash", seats).await.unwrap()
}

fn signing_in<'a>(
    hash: &'a [u8; 32],
    person_id: &'a str,
    account_id: Option<&'a str>,
    expires_at: Instant,
) -> NewSignIn<'a> {
    let by = "password";
    NewSignIn { hash, person_id, epoch: 0, account_id, expires_at, by, awaits_code: false, replaced: None }
}

on_every_engine! {
    async fn people_have_places_in_accounts(store) {
        for name in ["acme", "other"] {
            store.accounts.create(&origin_at(1), &account(name)).await.unwrap();
        }
        let (acme, other) = (account("acme").id, account("other").id);
        for name in ["ann", "ben"] {
            assert!(store.people.create(&origin_at(1), &person(name)).await.unwrap());
        }
        assert!(!store.people.create(&origin_at(1), &Person { id: "x".into(), ..person("ann") }).await.unwrap());
        let (ann, ben) = (person("ann").id, person("ben").id);
        assert_eq!(store.people.find_by_name("ann").await.unwrap(), Some(person("ann")));
        use invitations::Refused::{NoAccount, NoSeat};
        assert_eq!(join(&store, &acme, &ann, Role::Owner, 1).await, Ok(()));
        assert_eq!(join(&store, &acme, &ben, Role::Member, 1).await, Err(NoSeat), "there is one seat");
        assert!(store.people.set_role(&origin_at(3), &acme, &ann, Role::Viewer).await.unwrap());
        assert!(!store.people.set_role(&origin_at(3), &acme, &ben, Role::Viewer).await.unwrap(), "no place to change");
        assert_eq!(join(&store, &acme, &ben, Role::Member, 2).await, Ok(()));
        assert_eq!(join(&store, &other, &ann, Role::Owner, 1).await, Ok(()));
        assert_eq!(join(&store, "nobody", &ann, Role::Owner, 1).await, Err(NoAccount));
        let members = store.people.members(&acme).await.unwrap();
        let shown: Vec<_> = members.iter().map(|one| (one.person_name.as_str(), one.role)).collect();
        assert_eq!(shown, [("ann", Role::Viewer), ("ben", Role::Member)]);
        let mine = store.people.memberships(&ann).await.unwrap();
        assert_eq!(mine.iter().map(|one| one.account_name.as_str()).collect::<Vec<_>>(), ["acme", "other"]);
        let places = store.people.memberships_between("ann", "ann").await.unwrap();
        assert_eq!(places, mine);
        let later = store.people.list_from("b", 5).await.unwrap();
        assert_eq!(later.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["ben"]);
        assert!(store.people.leave(&origin_at(1), &acme, &ann).await.unwrap());
        assert!(!store.people.leave(&origin_at(1), &acme, &ann).await.unwrap());
        assert!(store.people.set_operator(&origin_at(1), &ann, true).await.unwrap());
        assert!(store.people.find(&ann).await.unwrap().unwrap().operator);
        assert!(store.people.remove(&origin_at(1), &ben).await.unwrap());
        assert!(store.people.members(&acme).await.unwrap().is_empty());
        assert_eq!(store.people.list().await.unwrap().len(), 1);
    }

    /// However many come at once, by whichever of two programs.
    async fn seats_are_given_out_once(store) {
        store.accounts.create(&origin_at(1), &account("acme")).await.unwrap();
        let acme = account("acme").id;
        let other = store::Store::open(store.settings()).await.unwrap();
        let mut comers = Vec::new();
        for number in 0..24 {
            let people = if number % 2 == 0 { store.people.clone() } else { other.people.clone() };
            let acme = acme.clone();
            comers.push(tokio::spawn(async move {
                let comer = person(&format!("comer {number}"));
                people.create_in(&origin_at(1), &acme, &comer, Role::Member, 5).await.unwrap()
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
        assert_eq!(store.people.create_in(&origin_at(1), &acme, &taken, Role::Member, 9).await.unwrap(), Err(Refused::NameTaken));
        let new = person("new");
        assert_eq!(store.people.create_in(&origin_at(1), "nobody", &new, Role::Member, 9).await.unwrap(), Err(Refused::NoAccount));
        other.close().await;
    }

    /// Two owners who take each other out at the same moment.
    async fn somebody_stays_the_owner(store) {
        let other = store::Store::open(store.settings()).await.unwrap();
        for round in 0..8 {
            let house = account(&format!("house {round}"));
            store.accounts.create(&origin_at(1), &house).await.unwrap();
            let [ann, ben, cat] = ["ann", "ben", "cat"].map(|name| person(&format!("{name} {round}")));
            for (who, role) in [(&ann, Role::Owner), (&ben, Role::Owner), (&cat, Role::Viewer)] {
                assert_eq!(store.people.create_in(&origin_at(1), &house.id, who, role, 9).await.unwrap(), Ok(()));
            }
            let origin = &origin_at(1);
            let gone = match round % 3 {
                0 => tokio::join!(store.people.leave(origin, &house.id, &ann.id), other.people.leave(origin, &house.id, &ben.id)),
                1 => tokio::join!(
                    store.people.set_role(origin, &house.id, &ann.id, Role::Member),
                    other.people.leave(origin, &house.id, &ben.id)
                ),
                _ => tokio::join!(store.people.remove(origin, &ann.id), other.people.remove(origin, &ben.id)),
            };
            assert_ne!(gone.0.unwrap(), gone.1.unwrap(), "one of the two");
            let members = store.people.members(&house.id).await.unwrap();
            assert_eq!(members.iter().filter(|one| one.role == Role::Owner).count(), 1);
        }
        other.close().await;
    }

    async fn a_sign_in_ends_by_time_and_by_a_new_password(store) {
        store.accounts.create(&origin_at(1), &account("acme")).await.unwrap();
        let (acme, ann) = (account("acme").id, person("ann").id);
        store.people.create_in(&origin_at(1), &acme, &person("ann"), Role::Owner, 1).await.unwrap().unwrap();
        store.sign_ins.open(&origin_at(100), &signing_in(&[1; 32], &ann, Some(&acme), ms(1000))).await.unwrap();
        let found = store.sign_ins.find(&[1; 32], ms(200), ms(50)).await.unwrap().unwrap();
        assert_eq!(found.account, Some((acme.clone(), Role::Owner)));
        assert_eq!((found.seen_at, found.person.last_sign_in_at), (ms(100), Some(ms(100))));
        assert!(store.sign_ins.find(&[2; 32], ms(200), ms(50)).await.unwrap().is_none());
        assert!(store.sign_ins.find(&[1; 32], ms(200), ms(100)).await.unwrap().is_none(), "nobody came since");
        assert!(store.sign_ins.find(&[1; 32], ms(1000), ms(50)).await.unwrap().is_none(), "it is over");
        store.sign_ins.touch(&[1; 32], ms(300)).await.unwrap();
        assert!(!store.sign_ins.turn_to(&[1; 32], "not theirs").await.unwrap());
        assert!(store.sign_ins.turn_to(&[1; 32], &acme).await.unwrap());
        assert!(store.sign_ins.find(&[1; 32], ms(400), ms(250)).await.unwrap().is_some());
        // Who left the account is signed in, and sees nothing of it.
        store.people.leave(&origin_at(1), &acme, &ann).await.unwrap();
        assert_eq!(store.sign_ins.find(&[1; 32], ms(400), ms(250)).await.unwrap().unwrap().account, None);
        store.people.set_password(&origin_at(1), &ann, Some("new")).await.unwrap();
        assert!(store.sign_ins.find(&[1; 32], ms(400), ms(250)).await.unwrap().is_none());
        let stale = signing_in(&[3; 32], &ann, None, ms(1000));
        assert!(!store.sign_ins.open(&origin_at(500), &stale).await.unwrap(), "recognised by the old password");
        assert!(store.sign_ins.open(&origin_at(500), &NewSignIn { epoch: 1, ..stale }).await.unwrap());
        store.sign_ins.close(&origin_at(1), &[3; 32]).await.unwrap();
        assert!(store.sign_ins.find(&[3; 32], ms(501), ms(50)).await.unwrap().is_none());
    }

    async fn a_link_is_used_once_and_in_time(store) {
        store.people.create(&origin_at(1), &person("ann")).await.unwrap();
        let ann = person("ann").id;
        let link = NewLink { hash: [1; 32], person_id: &ann, epoch: 0, expires_at: ms(100) };
        for wrong in [NewLink { person_id: "nobody", ..link }, NewLink { epoch: 1, ..link }] {
            assert!(!store.sign_ins.make_link(&origin_at(1), &wrong).await.unwrap());
        }
        assert!(store.sign_ins.make_link(&origin_at(1), &link).await.unwrap());
        assert_eq!(store.sign_ins.use_link(&[1; 32], ms(100)).await.unwrap(), None, "too late");
        let tries = (0..8).map(|_| {
            let sign_ins = store.sign_ins.clone();
            tokio::spawn(async move { sign_ins.use_link(&[1; 32], ms(99)).await.unwrap() })
        });
        let mut used = Vec::new();
        for attempt in tries.collect::<Vec<_>>() {
            used.extend(attempt.await.unwrap());
        }
        assert_eq!(used, [(ann.clone(), 0)]);
    }
}
