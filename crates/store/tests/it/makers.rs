use domain::account::Role;
use domain::{AlertSubject, Instant, Scope};
use store::audit_log::{Action, Actor, Origin};
use store::credentials::{Made, NewCredential, Refused};
use store::feeds::{Feed, FeedDefinition};
use store::webhooks::{Webhook, WebhookDefinition};
use store::{Store, on_every_engine};

use crate::accounts::{account, credential};
use crate::people::{join, person};
use crate::sample::origin_at;

fn ms(ms: i64) -> Instant {
    Instant::from_ms(ms)
}

/// At the millisecond 8.
fn by(actor: Actor) -> Origin {
    Origin { actor, ..origin_at(8) }
}

fn by_person(id: &str) -> Origin {
    by(Actor::person(id, id))
}

fn by_key(id: &str) -> Origin {
    by(Actor::key(id, id))
}

fn scoped(id: &str, hash: u8, scope: &str) -> NewCredential {
    NewCredential { scope: Scope::from_name(scope).unwrap(), ..credential(id, hash) }
}

async fn create(store: &Store, origin: &Origin, account_id: &str, new: &NewCredential) -> Made {
    store.credentials.create(origin, account_id, new, 99).await.unwrap()
}

/// `-` for one that has ended, else its scope.
async fn scopes(store: &Store, account_id: &str) -> Vec<(String, String)> {
    let keys = store.credentials.list(account_id).await.unwrap();
    let state = |revoked: bool, scope: Scope| if revoked { "-" } else { scope.name() }.to_owned();
    keys.into_iter().map(|key| (key.id, state(key.revoked_at.is_some(), key.scope))).collect()
}

fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(id, scope)| ((*id).to_owned(), (*scope).to_owned())).collect()
}

fn feed(id: &str) -> Feed {
    let definition = FeedDefinition { name: id.into(), subject: AlertSubject::Everything, value: None };
    Feed { id: id.into(), definition, created_at: ms(1), changed_at: ms(1) }
}

fn webhook(id: &str) -> Webhook {
    let (name, url, shape) = (id.into(), "https://example.org/".into(), "standard".into());
    let definition = WebhookDefinition { name, url, shape, alerts: Vec::new(), enabled: true };
    Webhook { id: id.into(), definition, created_at: ms(1), changed_at: ms(1) }
}

/// Feeds, and webhooks that events may go to.
async fn open_addresses(store: &Store, account_id: &str) -> Vec<String> {
    let feeds = store.feeds.owned.list(account_id).await.unwrap();
    let webhooks = store.webhooks.standing(account_id).await.unwrap();
    let open = webhooks.into_iter().filter(|one| one.is_open());
    let feeds = feeds.into_iter().map(|one| format!("feed {}", one.id));
    feeds.chain(open.map(|one| format!("webhook {}", one.webhook.id))).collect()
}

on_every_engine! {
    async fn keys_end_and_shrink_with_their_maker(store) {
        let machine = origin_at(1);
        for name in ["acme", "other"] {
            store.accounts.create(&machine, &account(name)).await.unwrap();
        }
        let (acme, other) = (account("acme").id, account("other").id);
        let (ann, ben) = (person("ann").id, person("ben").id);
        for name in ["ann", "ben"] {
            store.people.create_in(&machine, &acme, &person(name), Role::Owner, 9).await.unwrap().unwrap();
        }
        create(&store, &by_person(&ann), &acme, &scoped("ann 1", 1, "account")).await.unwrap();
        create(&store, &by_key("ann 1"), &acme, &scoped("ann 2", 2, "write")).await.unwrap();
        create(&store, &by_person(&ben), &acme, &scoped("ben 1", 3, "account")).await.unwrap();
        create(&store, &machine, &acme, &credential("machine", 4)).await.unwrap();

        // Another role: what is above it shrinks.
        assert!(store.people.set_role(&machine, &acme, &ann, Role::Member).await.unwrap());
        let expected = [("ann 1", "write"), ("ann 2", "write"), ("ben 1", "account"), ("machine", "write")];
        assert_eq!(scopes(&store, &acme).await, pairs(&expected));
        for origin in [by_person(&ann), by_key("ann 1")] {
            let above = create(&store, &origin, &acme, &scoped("x", 5, "account")).await;
            assert_eq!(above, Err(Refused::Maker), "what may be done is asked when the key is made");
        }
        store.people.set_role(&machine, &acme, &ann, Role::Owner).await.unwrap();
        assert_eq!(scopes(&store, &acme).await, pairs(&expected), "what shrank stays small");

        // No place any more: all of it ends, and comes back with nobody.
        assert!(store.people.leave(&machine, &acme, &ann).await.unwrap());
        let expected = [("ann 1", "-"), ("ann 2", "-"), ("ben 1", "account"), ("machine", "write")];
        assert_eq!(scopes(&store, &acme).await, pairs(&expected));
        assert_eq!(join(&store, &acme, &ann, Role::Owner, 9).await, Ok(()));
        assert_eq!(scopes(&store, &acme).await, pairs(&expected));
        for origin in [by_key("ann 1"), by_person("nobody"), by(Actor::system("anything"))] {
            assert_eq!(create(&store, &origin, &acme, &scoped("x", 5, "read")).await, Err(Refused::Maker));
        }

        // An operator's keys reach as far as the operator.
        store.people.set_operator(&machine, &ben, true).await.unwrap();
        create(&store, &by_person(&ben), &acme, &scoped("ben 2", 6, "operator")).await.unwrap();
        create(&store, &by_key("ben 2"), &other, &scoped("ben 3", 7, "write")).await.unwrap();
        assert!(store.people.set_operator(&machine, &ben, false).await.unwrap());
        assert_eq!(scopes(&store, &other).await, pairs(&[("ben 3", "-")]), "no place there");
        assert_eq!(scopes(&store, &acme).await[4], ("ben 2".to_owned(), "account".to_owned()), "an owner here");
        assert!(store.people.remove(&machine, &ben).await.unwrap());
        assert_eq!(scopes(&store, &acme).await.iter().filter(|(_, scope)| scope == "-").count(), 4);
    }

    async fn a_revoked_key_takes_along_what_it_made(store) {
        let machine = origin_at(1);
        for name in ["acme", "other"] {
            store.accounts.create(&machine, &account(name)).await.unwrap();
        }
        let (acme, other) = (account("acme").id, account("other").id);
        create(&store, &machine, &acme, &credential("root", 1)).await.unwrap();
        create(&store, &by_key("root"), &acme, &credential("child", 2)).await.unwrap();
        create(&store, &by_key("child"), &other, &credential("grandchild", 3)).await.unwrap();
        create(&store, &machine, &acme, &credential("beside", 4)).await.unwrap();
        // Rotated, what it made is the new key's: revoking the old one ends nothing else.
        let new = credential("new", 5);
        let rotated = store.credentials.rotate(&by_key("root"), &acme, "root", &new, ms(100), 99).await.unwrap();
        assert_eq!(rotated, Ok(None));
        assert_eq!(store.credentials.find(&acme, "new").await.unwrap().unwrap().made_by_key, None, "as it was");
        assert!(store.credentials.revoke(&machine, &acme, "root").await.unwrap());
        let expected = [("root", "-"), ("child", "write"), ("beside", "write"), ("new", "write")];
        assert_eq!(scopes(&store, &acme).await, pairs(&expected));
        assert!(store.credentials.revoke(&machine, &acme, "new").await.unwrap());
        let expected = [("root", "-"), ("child", "-"), ("beside", "write"), ("new", "-")];
        assert_eq!(scopes(&store, &acme).await, pairs(&expected));
        assert_eq!(scopes(&store, &other).await, pairs(&[("grandchild", "-")]));
        assert_eq!(create(&store, &by_key("child"), &acme, &credential("x", 6)).await, Err(Refused::Maker));
    }

    async fn private_addresses_end_with_who_knows_them(store) {
        let machine = origin_at(1);
        store.accounts.create(&machine, &account("acme")).await.unwrap();
        let acme = account("acme").id;
        let (ann, ben) = (person("ann").id, person("ben").id);
        for name in ["ann", "ben"] {
            store.people.create_in(&machine, &acme, &person(name), Role::Owner, 9).await.unwrap().unwrap();
        }
        create(&store, &by_person(&ann), &acme, &scoped("ann 1", 1, "write")).await.unwrap();
        create(&store, &machine, &acme, &credential("machine", 2)).await.unwrap();
        let makers = [by_person(&ann), by_key("ann 1"), by_person(&ben), by_key("machine"), machine.clone()];
        for (number, origin) in (0..).zip(&makers) {
            let (id, hash) = (format!("{number}"), [number; 32]);
            assert!(store.feeds.create(&acme, &feed(&id), hash, 9, origin).await.unwrap());
            assert!(store.webhooks.create(&acme, &webhook(&id), "whsec", 9, origin).await.unwrap());
        }
        // Somebody who may only look keeps no address, and a line tells of each.
        let told = async |action: Action| {
            let lines = store.audit_log.after(0, 100).await.unwrap();
            let of = lines.into_iter().filter(|line| line.action == action);
            of.map(|line| (line.target, line.account_id.unwrap(), line.after.unwrap())).collect::<Vec<_>>()
        };
        assert_eq!(told(Action::WebhookDisabled).await, []);
        assert!(store.people.set_role(&machine, &acme, &ben, Role::Viewer).await.unwrap());
        assert_eq!(open_addresses(&store, &acme).await.len(), 8);
        let why = "who set it up may only view the account now".to_owned();
        let name = |id: &str| webhook(id).definition.name;
        assert_eq!(told(Action::WebhookDisabled).await, [(format!("{} (2)", name("2")), acme.clone(), why.clone())]);
        assert_eq!(told(Action::FeedEnded).await.len(), 1);
        let silent = store.webhooks.find(&acme, "2").await.unwrap().unwrap().progress.disabled_reason;
        assert_eq!(silent, Some(why));
        assert!(store.people.set_role(&machine, &acme, &ben, Role::Owner).await.unwrap());
        assert!(store.feeds.create(&acme, &feed("2"), [2; 32], 9, &by_person(&ben)).await.unwrap());
        assert!(store.webhooks.resume(&acme, "2").await.unwrap());
        assert!(store.people.leave(&machine, &acme, &ann).await.unwrap());
        assert_eq!(told(Action::WebhookDisabled).await.len(), 3);
        assert_eq!(open_addresses(&store, &acme).await, ["feed 2", "feed 3", "feed 4", "webhook 2", "webhook 3", "webhook 4"]);
        assert_eq!(store.feeds.of_token([1; 32], ms(9)).await.unwrap(), None);
        // Rotated, it is the new key's; the old one takes nothing along.
        let rotated = store.credentials.rotate(&machine, &acme, "machine", &credential("new", 3), ms(100), 99).await.unwrap();
        assert_eq!(rotated, Ok(None));
        assert!(store.credentials.revoke(&machine, &acme, "machine").await.unwrap());
        assert_eq!(open_addresses(&store, &acme).await.len(), 6);
        // Whoever changes it answers for it.
        store.webhooks.answered_for(&acme, "3", &by_person(&ben)).await.unwrap();
        assert!(store.credentials.revoke(&machine, &acme, "new").await.unwrap());
        assert_eq!(open_addresses(&store, &acme).await, ["feed 2", "feed 4", "webhook 2", "webhook 3", "webhook 4"]);
        let silent = store.webhooks.find(&acme, "0").await.unwrap().unwrap().progress.disabled_reason;
        assert_eq!(silent.as_deref(), Some("who set it up has no place in the account any more"));
    }

    async fn private_addresses_end_with_the_key_that_made_them(store) {
        let machine = origin_at(1);
        store.accounts.create(&machine, &account("acme")).await.unwrap();
        let acme = account("acme").id;
        let soon = NewCredential { expires_at: Some(ms(50)), ..credential("soon", 1) };
        create(&store, &machine, &acme, &soon).await.unwrap();
        assert!(store.feeds.create(&acme, &feed("a"), [7; 32], 9, &by_key("soon")).await.unwrap());
        let names = |found: Option<(String, Feed)>| found.map(|(_, feed)| feed.id);
        assert_eq!(names(store.feeds.of_token([7; 32], ms(49)).await.unwrap()).as_deref(), Some("a"));
        assert_eq!(names(store.feeds.of_token([7; 32], ms(50)).await.unwrap()), None, "the key has ended");
    }

    async fn a_key_ends_no_later_than_the_key_that_made_it(store) {
        let machine = origin_at(1);
        store.accounts.create(&machine, &account("acme")).await.unwrap();
        let acme = account("acme").id;
        let soon = NewCredential { expires_at: Some(ms(50)), ..credential("soon", 1) };
        create(&store, &machine, &acme, &soon).await.unwrap();
        for (number, wanted, expected) in [(2, None, 50), (3, Some(51), 50), (4, Some(49), 49)] {
            let new = NewCredential { expires_at: wanted.map(ms), ..credential(&format!("made {number}"), number) };
            assert_eq!(create(&store, &by_key("soon"), &acme, &new).await, Ok(Some(ms(expected))), "{wanted:?}");
        }
        let itself = credential("itself", 5);
        let rotated = store.credentials.rotate(&by_key("soon"), &acme, "soon", &itself, ms(20), 99).await.unwrap();
        assert_eq!(rotated, Ok(Some(ms(50))), "a key that rotates itself gains no time");
        let late = Origin { at: ms(20), ..by_key("soon") };
        assert_eq!(create(&store, &late, &acme, &credential("late", 6)).await, Err(Refused::Maker), "it has ended");
    }

    /// However many come at once, by whichever of two programs.
    async fn keys_of_an_account_are_bounded(store) {
        store.accounts.create(&origin_at(1), &account("acme")).await.unwrap();
        let acme = account("acme").id;
        let second = Store::open(store.settings()).await.unwrap();
        let comers: Vec<_> = (0..24u8).map(|number| {
            let credentials = if number % 2 == 0 { store.credentials.clone() } else { second.credentials.clone() };
            let acme = acme.clone();
            tokio::spawn(async move {
                let new = credential(&format!("key {number}"), number);
                credentials.create(&origin_at(1), &acme, &new, 5).await.unwrap()
            })
        }).collect();
        let mut made = 0;
        for comer in comers {
            match comer.await.unwrap() {
                Ok(_) => made += 1,
                Err(refused) => assert_eq!(refused, Refused::TooMany),
            }
        }
        let keys = store.credentials.list(&acme).await.unwrap();
        assert_eq!((made, keys.len()), (5, 5));
        // What has ended makes room.
        store.credentials.revoke(&origin_at(2), &acme, &keys[0].id).await.unwrap();
        assert_eq!(store.credentials.create(&origin_at(2), &acme, &credential("room", 99), 5).await.unwrap(), Ok(None));
        second.close().await;
    }

    /// A key that is made while its maker is taken out does not stay.
    async fn no_key_slips_through_while_its_maker_goes(store) {
        let second = Store::open(store.settings()).await.unwrap();
        for round in 0..12u8 {
            let house = account(&format!("house {round}"));
            store.accounts.create(&origin_at(1), &house).await.unwrap();
            let [ann, ben] = ["ann", "ben"].map(|name| person(&format!("{name} {round}")));
            for who in [&ann, &ben] {
                store.people.create_in(&origin_at(1), &house.id, who, Role::Owner, 9).await.unwrap().unwrap();
            }
            let machine = origin_at(2);
            let (origin, new) = (by_person(&ann.id), scoped(&format!("key {round}"), round, "account"));
            let (_, left) = tokio::join!(
                second.credentials.create(&origin, &house.id, &new, 99),
                store.people.leave(&machine, &house.id, &ann.id),
            );
            assert!(left.unwrap());
            assert!(scopes(&store, &house.id).await.iter().all(|(_, scope)| scope == "-"), "round {round}");
        }
        second.close().await;
    }
}
