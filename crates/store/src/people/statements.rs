//! What is written of people and their places, for units that hold more than that.

use domain::Instant;
use domain::account::Role;

use super::Person;
use crate::db::{Statement, values};

/// Of the account $1, the person $2 is not the only owner among several.
macro_rules! leaves_an_owner {
    () => {
        "NOT (EXISTS (SELECT 1 FROM memberships o
                       WHERE o.account_id = $1 AND o.person_id = $2 AND o.role = 'owner')
          AND EXISTS (SELECT 1 FROM memberships o WHERE o.account_id = $1 AND o.person_id <> $2)
          AND NOT EXISTS (SELECT 1 FROM memberships o
                           WHERE o.account_id = $1 AND o.person_id <> $2 AND o.role = 'owner'))"
    };
}
pub(super) use leaves_an_owner;

pub(crate) fn insertion(person: &Person) -> Statement {
    const SQL: &str = "
        INSERT INTO people (id, name, operator, password_hash, created_at) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT DO NOTHING";
    let parameters = values![
        &person.id,
        &person.name,
        person.operator,
        person.password_hash.as_deref(),
        person.created_at
    ];
    Statement::new(SQL, parameters).guarded()
}

/// Right only behind `ONE_AT_A_TIME`: two that count at once would both find the last seat free.
pub(crate) fn joining(account_id: &str, person_id: &str, role: Role, seats: u32, now: Instant) -> Statement {
    const SQL: &str = concat!(
        "INSERT INTO memberships (person_id, account_id, role, since)
         SELECT p.id, a.id, $3, $5 FROM people p, accounts a
          WHERE a.id = $1 AND p.id = $2
            AND (SELECT COUNT(*) FROM memberships m WHERE m.account_id = $1 AND m.person_id <> $2) < $4
            AND ($3 = 'owner' OR ",
        leaves_an_owner!(),
        ") ON CONFLICT (person_id, account_id) DO UPDATE SET role = excluded.role"
    );
    Statement::new(SQL, values![account_id, person_id, role, seats, now]).guarded()
}

/// Ends every sign-in and link of a person.
pub(super) fn ended(person_id: &str) -> Vec<Statement> {
    vec![
        Statement::new("DELETE FROM sign_ins WHERE person_id = $1", values![person_id]),
        Statement::new("DELETE FROM sign_in_links WHERE person_id = $1", values![person_id]),
        Statement::new("DELETE FROM devices WHERE person_id = $1", values![person_id]),
    ]
}

/// Ends whatever proved that somebody is this person, but for the password.
pub(crate) fn proofs_ended(person_id: &str) -> Vec<Statement> {
    let mut statements = ended(person_id);
    statements.push(Statement::new("DELETE FROM recovery_codes WHERE person_id = $1", values![person_id]));
    statements.push(Statement::new("DELETE FROM second_factors WHERE person_id = $1", values![person_id]));
    statements
}
