//! What somebody made ends with their right to make it: keys, sign-in links, invitations, private feeds and webhooks of a
//! person who lost a place, a role or the office of operator, and of a key that has ended.
//!
//! All of it is written by the audit log's `Recorder`, which makes a unit anew where another came before it: what was
//! looked at is what the change finds, however many come at once.

use domain::account::Role;
use domain::{Instant, Scope};

use crate::Error;
use crate::audit_log::{Action, ActorKind, Change, Origin, Unit};
use crate::credential::{Credential, columns, credential, shown};
use crate::db::{Row, Statement, values};

/// Who made something, as two columns. Neither for the command line.
pub(crate) struct MadeBy {
    pub person: Option<String>,
    pub key: Option<String>,
}

impl MadeBy {
    /// By whoever asks; `key` is theirs where a key does. What it makes is its person's too.
    pub fn of(origin: &Origin, key: Option<&Credential>) -> MadeBy {
        let person = acting(origin).0.map(str::to_owned);
        MadeBy {
            person: person.or_else(|| key.and_then(|key| key.made_by_person.clone())),
            key: key.map(|key| key.id.clone()),
        }
    }

    pub fn same(key: &Credential) -> MadeBy {
        MadeBy { person: key.made_by_person.clone(), key: key.made_by_key.clone() }
    }
}

/// The person or the key that asks, by id.
pub(crate) fn acting(origin: &Origin) -> (Option<&str>, Option<&str>) {
    let id = origin.actor.id.as_deref();
    match origin.actor.kind {
        ActorKind::Person => (id, None),
        ActorKind::Key => (None, id),
        ActorKind::CommandLine | ActorKind::System => (None, None),
    }
}

/// Whoever asks answers for this row of `feeds` or `webhooks` from now on.
pub(crate) fn answers_for(table: &str, account_id: &str, id: &str, origin: &Origin) -> Statement {
    let sql = format!(
        "UPDATE {table} SET made_by_key = $4,
                made_by_person = COALESCE($3, (SELECT c.made_by_person FROM credentials c WHERE c.id = $4))
          WHERE account_id = $1 AND id = $2"
    );
    let (person, key) = acting(origin);
    Statement::new(sql, values![account_id, id, person, key])
}

/// How much a scope, or a role, may do: they are one ladder.
macro_rules! rank {
    ($word:literal) => {
        concat!(
            "(CASE ",
            $word,
            " WHEN 'read' THEN 0 WHEN 'viewer' THEN 0 WHEN 'write' THEN 1 WHEN 'member' THEN 1
              WHEN 'account' THEN 2 WHEN 'owner' THEN 2 ELSE 3 END)"
        )
    };
}

/// Finds a row where whoever asks may make a key of this scope in the account.
pub(crate) fn may_make(origin: &Origin, account_id: &str, scope: Scope) -> Statement {
    const PERSON: &str = concat!(
        "SELECT p.id FROM people p WHERE p.id = $1 AND (p.operator = 1 OR EXISTS
            (SELECT 1 FROM memberships m WHERE m.person_id = $1 AND m.account_id = $2 AND ",
        rank!("m.role"),
        " >= ",
        rank!("$3"),
        "))"
    );
    const KEY: &str = concat!(
        "SELECT k.id FROM credentials k WHERE k.id = $1 AND k.revoked_at IS NULL
            AND (k.expires_at IS NULL OR k.expires_at > $2) AND ",
        rank!("k.scope"),
        " >= ",
        rank!("$3")
    );
    match acting(origin) {
        (Some(id), _) => Statement::new(PERSON, values![id, account_id, scope]),
        (None, Some(id)) => Statement::new(KEY, values![id, origin.at, scope]),
        (None, None) => anybody(origin),
    }
}

/// Finds a row where whoever asks owns the account or is an operator.
pub(crate) fn may_invite(origin: &Origin, account_id: &str) -> Statement {
    const PERSON: &str = "SELECT p.id FROM people p WHERE p.id = $1 AND (p.operator = 1 OR EXISTS
        (SELECT 1 FROM memberships m WHERE m.person_id = $1 AND m.account_id = $2 AND m.role = 'owner'))";
    const KEY: &str = "SELECT k.id FROM credentials k WHERE k.id = $1 AND k.revoked_at IS NULL
        AND (k.scope = 'operator' OR (k.scope = 'account' AND k.account_id = $2))";
    asked(origin, PERSON, KEY, account_id)
}

/// Finds a row where somebody is one of the asker's people, or asks for themselves.
pub(crate) fn may_link(origin: &Origin, person_id: &str) -> Statement {
    const PERSON: &str =
        "SELECT p.id FROM people p WHERE p.id = $1 AND (p.operator = 1 OR p.id = $2 OR EXISTS
        (SELECT 1 FROM memberships o JOIN memberships m ON m.account_id = o.account_id
          WHERE o.person_id = $1 AND o.role = 'owner' AND m.person_id = $2))";
    const KEY: &str = "SELECT k.id FROM credentials k WHERE k.id = $1 AND k.revoked_at IS NULL
        AND (k.scope = 'operator' OR (k.scope = 'account' AND EXISTS
            (SELECT 1 FROM memberships m WHERE m.account_id = k.account_id AND m.person_id = $2)))";
    asked(origin, PERSON, KEY, person_id)
}

fn asked(origin: &Origin, person: &'static str, key: &'static str, subject: &str) -> Statement {
    match acting(origin) {
        (Some(id), _) => Statement::new(person, values![id, subject]),
        (None, Some(id)) => Statement::new(key, values![id, subject]),
        (None, None) => anybody(origin),
    }
}

/// The command line may do everything; the program by itself makes nothing.
fn anybody(origin: &Origin) -> Statement {
    let sql = match origin.actor.kind {
        ActorKind::CommandLine => "SELECT name FROM counters WHERE name = 'documents'",
        _ => "SELECT name FROM counters WHERE 1 = 0",
    };
    Statement::new(sql, Vec::new())
}

/// What a person may do after a change.
pub(crate) struct Rights {
    pub operator: bool,
    /// Accounts and roles.
    pub places: Vec<(String, Role)>,
}

/// The open keys of a person, for `with_their_person`.
pub(crate) fn keys_of(person_id: &str) -> Statement {
    const SQL: &str = concat!(
        "SELECT ",
        columns!(),
        " FROM credentials c WHERE c.made_by_person = $1 AND c.revoked_at IS NULL ORDER BY c.created_at, c.id"
    );
    Statement::new(SQL, values![person_id])
}

/// The feeds and the open webhooks of a person, for `with_their_person`.
pub(crate) fn addresses_of(person_id: &str) -> Statement {
    const SQL: &str = "
        SELECT 'webhook' AS kind, id, name, account_id FROM webhooks WHERE made_by_person = $1 AND disabled_reason IS NULL
        UNION ALL
        SELECT 'feed', id, name, account_id FROM feeds WHERE made_by_person = $1
        ORDER BY kind, id";
    Statement::new(SQL, values![person_id])
}

/// A key in an account where its person has no place ends; one that may do more than they may there shrinks to that.
/// Links and invitations that they could not make any more go.
pub(crate) fn with_their_person(
    keys: &mut [Row],
    addresses: &mut [Row],
    person_id: &str,
    rights: &Rights,
    now: Instant,
) -> Result<Unit, Error> {
    let mut unit = Unit::default();
    for key in keys.iter_mut().map(credential).collect::<Result<Vec<_>, _>>()? {
        let place = rights.places.iter().find(|(account_id, _)| *account_id == key.account_id);
        match place {
            _ if rights.operator => {}
            None => end(&mut unit, &key, "its maker has no place", now),
            Some((_, role)) => {
                let scope = role.scope();
                if key.scope > scope {
                    const SQL: &str = "UPDATE credentials SET scope = $2 WHERE id = $1";
                    let change = Change::new(Action::KeyScopeReduced, shown(&key.name, &key.id));
                    let change = change.of(&key.account_id).before(format!("scope={}", key.scope));
                    unit.statements.push(Statement::new(SQL, values![&key.id, scope]));
                    unit.changes.push(change.after(format!("scope={scope}")));
                }
            }
        }
    }
    for row in addresses.iter_mut().filter(|_| !rights.operator) {
        let address = address(row)?;
        let place = rights.places.iter().find(|(account_id, _)| *account_id == address.account_id);
        match place {
            None => unit.changes.push(address.ended(MAKER_IS_GONE)),
            Some((_, role)) if role.scope() < Scope::Write => {
                unit.changes.push(address.ended(MAKER_ONLY_LOOKS));
            }
            Some(_) => {}
        }
    }
    unit.statements.extend(lost(person_id, now));
    Ok(unit)
}

/// A feed or a webhook.
struct Address {
    is_feed: bool,
    id: String,
    name: String,
    account_id: String,
}

fn address(row: &mut Row) -> Result<Address, Error> {
    let is_feed = row.get::<String>("kind")? == "feed";
    Ok(Address { is_feed, id: row.get("id")?, name: row.get("name")?, account_id: row.get("account_id")? })
}

impl Address {
    /// A feed is gone; a webhook keeps its place until somebody takes it over.
    fn ended(&self, why: &str) -> Change {
        let action = if self.is_feed { Action::FeedEnded } else { Action::WebhookDisabled };
        Change::new(action, shown(&self.name, &self.id)).of(&self.account_id).after(why)
    }
}

/// The open keys that a key made, that these made and so on, for `with_their_key`.
pub(crate) fn made_by(key_id: &str) -> Statement {
    const SQL: &str = concat!(
        "WITH RECURSIVE made (id) AS (
            SELECT c.id FROM credentials c WHERE c.made_by_key = $1
            UNION
            SELECT c.id FROM credentials c JOIN made ON c.made_by_key = made.id)
         SELECT ",
        columns!(),
        " FROM credentials c JOIN made ON made.id = c.id
          WHERE c.revoked_at IS NULL AND c.id <> $1 ORDER BY c.created_at, c.id"
    );
    Statement::new(SQL, values![key_id])
}

/// The feeds and the open webhooks of a key and of those that it made, for `with_their_key`.
pub(crate) fn addresses_by(key_id: &str) -> Statement {
    const SQL: &str = "
        WITH RECURSIVE made (id) AS (
            SELECT c.id FROM credentials c WHERE c.id = $1
            UNION
            SELECT c.id FROM credentials c JOIN made ON c.made_by_key = made.id)
        SELECT 'webhook' AS kind, id, name, account_id FROM webhooks
         WHERE made_by_key IN (SELECT id FROM made) AND disabled_reason IS NULL
        UNION ALL
        SELECT 'feed', id, name, account_id FROM feeds WHERE made_by_key IN (SELECT id FROM made)
        ORDER BY kind, id";
    Statement::new(SQL, values![key_id])
}

pub(crate) fn with_their_key(keys: &mut [Row], addresses: &mut [Row], now: Instant) -> Result<Unit, Error> {
    let mut unit = Unit::default();
    for key in keys.iter_mut().map(credential).collect::<Result<Vec<_>, _>>()? {
        end(&mut unit, &key, "the key that made it was revoked", now);
    }
    for row in addresses {
        unit.changes.push(address(row)?.ended(KEY_IS_GONE));
    }
    unit.statements.extend(lost_by_keys(now));
    Ok(unit)
}

fn end(unit: &mut Unit, key: &Credential, why: &str, now: Instant) {
    const SQL: &str = "UPDATE credentials SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL";
    let change = Change::new(Action::KeyEnded, shown(&key.name, &key.id)).of(&key.account_id);
    unit.statements.push(Statement::new(SQL, values![&key.id, now]));
    unit.changes.push(change.before(format!("scope={}", key.scope)).after(why));
}

/// Why a webhook of somebody who is gone is silent.
const MAKER_IS_GONE: &str = "who set it up has no place in the account any more";
const MAKER_ONLY_LOOKS: &str = "who set it up may only view the account now";
const KEY_IS_GONE: &str = "the key that set it up was revoked";

/// Neither an operator nor, in the account of the row, somebody who may make such a thing.
macro_rules! may_not {
    ($table:literal) => {
        concat!(
            " AND NOT EXISTS (SELECT 1 FROM people p WHERE p.id = $1 AND p.operator = 1)
              AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.person_id = $1 AND m.role <> 'viewer'
                                AND m.account_id = ",
            $table,
            ".account_id)"
        )
    };
}

/// Links and invitations that only owners and operators make; addresses that only people of the account may have.
fn lost(person_id: &str, now: Instant) -> Vec<Statement> {
    const LINKS: &str = "DELETE FROM sign_in_links WHERE made_by_person = $1 AND person_id <> $1
        AND NOT EXISTS (SELECT 1 FROM people p WHERE p.id = $1 AND p.operator = 1)
        AND NOT EXISTS (SELECT 1 FROM memberships o JOIN memberships m ON m.account_id = o.account_id
                         WHERE o.person_id = $1 AND o.role = 'owner' AND m.person_id = sign_in_links.person_id)";
    const INVITATIONS: &str = "UPDATE invitations SET state = 'withdrawn', settled_at = $2
        WHERE made_by_person = $1 AND state = 'pending'
        AND NOT EXISTS (SELECT 1 FROM people p WHERE p.id = $1 AND p.operator = 1)
        AND NOT EXISTS (SELECT 1 FROM memberships o
                         WHERE o.person_id = $1 AND o.role = 'owner' AND o.account_id = invitations.account_id)";
    const FEEDS: &str = concat!("DELETE FROM feeds WHERE made_by_person = $1", may_not!("feeds"));
    const WEBHOOKS: &str = concat!(
        "UPDATE webhooks SET disabled_reason = CASE
            WHEN EXISTS (SELECT 1 FROM memberships v WHERE v.person_id = $1 AND v.account_id = webhooks.account_id)
            THEN $3 ELSE $2 END
          WHERE made_by_person = $1 AND disabled_reason IS NULL",
        may_not!("webhooks")
    );
    let mut unit = vec![
        Statement::new(LINKS, values![person_id]),
        Statement::new(INVITATIONS, values![person_id, now]),
        Statement::new(FEEDS, values![person_id]),
        Statement::new(WEBHOOKS, values![person_id, MAKER_IS_GONE, MAKER_ONLY_LOOKS]),
    ];
    unit.extend(lost_by_keys(now));
    unit
}

fn lost_by_keys(now: Instant) -> [Statement; 4] {
    const LINKS: &str = "DELETE FROM sign_in_links WHERE made_by_key IN
        (SELECT id FROM credentials WHERE revoked_at IS NOT NULL OR scope NOT IN ('account', 'operator'))";
    const INVITATIONS: &str = "
        UPDATE invitations SET state = 'withdrawn', settled_at = $1 WHERE state = 'pending' AND made_by_key IN
            (SELECT id FROM credentials WHERE revoked_at IS NOT NULL OR scope NOT IN ('account', 'operator'))";
    const FEEDS: &str = "DELETE FROM feeds WHERE made_by_key IN
        (SELECT id FROM credentials WHERE revoked_at IS NOT NULL)";
    const WEBHOOKS: &str =
        "UPDATE webhooks SET disabled_reason = $1 WHERE disabled_reason IS NULL AND made_by_key IN
        (SELECT id FROM credentials WHERE revoked_at IS NOT NULL)";
    [
        Statement::new(LINKS, Vec::new()),
        Statement::new(INVITATIONS, values![now]),
        Statement::new(FEEDS, Vec::new()),
        Statement::new(WEBHOOKS, values![KEY_IS_GONE]),
    ]
}
