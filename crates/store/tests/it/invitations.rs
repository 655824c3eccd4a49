use domain::Instant;
use domain::account::Role;
use store::audit_log::{Actor, Origin};
use store::invitations::{Invitation, NewInvitation, Refused, State};
use store::sign_ins::{NewLink, NewSignIn};
use store::{Store, on_every_engine};

use crate::accounts::account;
use crate::people::person;
use crate::sample::origin_at;

fn ms(ms: i64) -> Instant {
    Instant::from_ms(ms)
}

fn offer(name: &str, number: u8) -> NewInvitation {
    let (name, role) = (name.to_owned(), Role::Member);
    NewInvitation { id: format!("inv {number}"), name, role, hash: [number; 32], expires_at: ms(100) }
}

/// Ann owns acme, ben owns other.
async fn house(store: &Store) -> (String, String) {
    for (house, owner) in [("acme", "ann"), ("other", "ben")] {
        store.accounts.create(&origin_at(1), &account(house)).await.unwrap();
        let made =
            store.people.create_in(&origin_at(1), &account(house).id, &person(owner), Role::Owner, 9).await;
        made.unwrap().unwrap();
    }
    (account("acme").id, account("other").id)
}

async fn find(store: &Store, number: u8) -> Invitation {
    store.invitations.find_by_hash(&[number; 32]).await.unwrap().unwrap()
}

fn by(name: &str) -> Origin {
    Origin { actor: Actor::person(&person(name).id, name), ..origin_at(5) }
}

on_every_engine! {
    async fn a_place_elsewhere_is_accepted_once_and_with_new_proofs(store) {
        let (_, other) = house(&store).await;
        let ann = person("ann");
        let create = async |new: NewInvitation| {
            store.invitations.create(&by("ben"), &other, &new, 9, 2).await.unwrap()
        };
        assert_eq!(create(offer("ben", 9)).await, Err(Refused::Member));
        assert_eq!(create(offer("ann", 1)).await, Ok(()));
        assert_eq!(create(offer("ann", 2)).await, Ok(()), "in the place of the first");
        assert_eq!(find(&store, 1).await.state(ms(5)), State::Withdrawn);
        assert_eq!(create(offer("cat", 3)).await, Ok(()));
        assert_eq!(create(offer("dan", 4)).await, Err(Refused::TooMany));
        assert!(store.people.memberships(&ann.id).await.unwrap().len() == 1, "nothing is hers yet");

        // What opens her sign-in before does not after: also what was begun before and is finished after.
        let link = NewLink { hash: [1; 32], person_id: &ann.id, epoch: 0, expires_at: ms(100) };
        assert!(store.sign_ins.make_link(&by("ann"), &link).await.unwrap());
        let sign_in = NewSignIn {
            hash: &[1; 32], person_id: &ann.id, epoch: 0, account_id: None, expires_at: ms(100), by: "link",
            awaits_code: false, replaced: None,
        };
        assert!(store.sign_ins.open(&origin_at(5), &sign_in).await.unwrap());
        let found = find(&store, 2).await;
        let accept = async |found: &Invitation, at| {
            store.invitations.accept(&origin_at(at), found, &ann, "new", 9).await.unwrap()
        };
        assert_eq!(accept(&find(&store, 1).await, 6).await, Err(Refused::Gone), "withdrawn");
        assert_eq!(accept(&find(&store, 3).await, 6).await, Err(Refused::Gone), "another's");
        assert_eq!(accept(&found, 100).await, Err(Refused::Gone), "too late");
        assert_eq!(found.state(ms(100)), State::Expired);
        assert_eq!(accept(&found, 6).await, Ok(()));
        assert_eq!(accept(&found, 7).await, Err(Refused::Gone), "once");
        let now = store.people.find(&ann.id).await.unwrap().unwrap();
        assert_eq!((now.password_hash.as_deref(), now.epoch), (Some("new"), 1));
        assert!(store.sign_ins.find(&[1; 32], ms(8), ms(0)).await.unwrap().is_none());
        assert!(store.sign_ins.use_link(&[1; 32], ms(8)).await.unwrap().is_none());
        for (hash, epoch, opens) in [([2; 32], 0, false), ([3; 32], 1, true)] {
            let late = NewSignIn { hash: &hash, epoch, ..sign_in };
            assert_eq!(store.sign_ins.open(&origin_at(8), &late).await.unwrap(), opens);
            let late = NewLink { hash, epoch, ..link };
            assert_eq!(store.sign_ins.make_link(&by("ann"), &late).await.unwrap(), opens);
        }
        assert_eq!(store.people.memberships(&ann.id).await.unwrap().len(), 2);
    }

    async fn somebody_new_accepts_beside_whoever_has_the_name(store) {
        let (_, other) = house(&store).await;
        store.invitations.create(&by("ben"), &other, &offer("ann", 1), 9, 9).await.unwrap().unwrap();
        let found = find(&store, 1).await;
        let taken = store.invitations.accept_as_new(&origin_at(6), &found, &person("ann"), 9).await.unwrap();
        assert_eq!(taken, Err(Refused::NameTaken));
        assert_eq!(find(&store, 1).await.state(ms(6)), State::Pending, "nothing was used up");
        let full = store.invitations.accept_as_new(&origin_at(6), &found, &person("ann at other"), 1).await.unwrap();
        assert_eq!(full, Err(Refused::NoSeat));
        let made = store.invitations.accept_as_new(&origin_at(6), &found, &person("ann at other"), 9).await.unwrap();
        assert_eq!(made, Ok(()));
        let ann = store.people.find_by_name("ann").await.unwrap().unwrap();
        assert_eq!((ann.epoch, store.people.memberships(&ann.id).await.unwrap().len()), (0, 1), "she is untouched");
    }

    /// Invitations and links are worth nothing once whoever made them could not make them any more.
    async fn what_a_former_owner_made_is_worth_nothing(store) {
        let (acme, other) = house(&store).await;
        let cat = person("cat");
        store.people.create_in(&origin_at(1), &other, &cat, Role::Owner, 9).await.unwrap().unwrap();
        let link = NewLink { hash: [1; 32], person_id: &cat.id, epoch: 0, expires_at: ms(100) };
        assert!(!store.sign_ins.make_link(&by("ann"), &link).await.unwrap(), "none of hers");
        assert!(store.sign_ins.make_link(&by("ben"), &link).await.unwrap());
        let refused = store.invitations.create(&by("ann"), &other, &offer("dan", 1), 9, 9).await.unwrap();
        assert_eq!(refused, Err(Refused::Maker));
        for (number, name) in [(2, "ann"), (3, "dan")] {
            let new = offer(name, number);
            store.invitations.create(&by("ben"), &other, &new, 9, 9).await.unwrap().unwrap();
        }
        assert!(store.invitations.decline(&by("ann"), "ann", "inv 2").await.unwrap());
        assert!(!store.invitations.decline(&by("ann"), "ann", "inv 3").await.unwrap(), "another's");
        assert!(!store.invitations.withdraw(&by("ann"), &acme, "inv 3").await.unwrap(), "another account's");
        assert!(store.people.set_role(&origin_at(7), &other, &person("ben").id, Role::Member).await.unwrap());
        assert_eq!(find(&store, 2).await.state(ms(8)), State::Declined);
        assert_eq!(find(&store, 3).await.state(ms(8)), State::Withdrawn);
        assert!(store.sign_ins.use_link(&[1; 32], ms(8)).await.unwrap().is_none());
        assert!(!store.sign_ins.make_link(&by("ben"), &NewLink { hash: [2; 32], ..link }).await.unwrap());
        let again = store.invitations.create(&by("ben"), &other, &offer("dan", 4), 9, 9).await.unwrap();
        assert_eq!(again, Err(Refused::Maker));
    }

    /// A planted person who becomes an operator keeps nothing of what was planted.
    async fn an_operator_proves_anew_who_they_are(store) {
        let (acme, _) = house(&store).await;
        let ann = person("ann");
        let link = NewLink { hash: [1; 32], person_id: &ann.id, epoch: 0, expires_at: ms(100) };
        assert!(store.sign_ins.make_link(&by("ann"), &link).await.unwrap());
        assert!(store.people.set_operator(&origin_at(6), &ann.id, true).await.unwrap());
        assert!(!store.people.set_operator(&origin_at(6), &ann.id, true).await.unwrap(), "nothing to change");
        let now = store.people.find(&ann.id).await.unwrap().unwrap();
        assert_eq!((now.operator, now.password_hash, now.epoch), (true, None, 1));
        assert!(store.sign_ins.use_link(&[1; 32], ms(8)).await.unwrap().is_none());
        assert_eq!(store.people.members(&acme).await.unwrap().len(), 1, "the place stays");
    }
}
