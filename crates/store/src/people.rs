//! People who sign in, and their places in accounts. Passwords are kept as the hashes that the program makes.

mod log;
mod statements;

use domain::Instant;
use domain::account::Role;

use crate::Error;
use crate::accounts::ONE_AT_A_TIME;
use crate::audit_log::{Action, Change, Origin, Recorder, Unit};
use crate::db::{Db, Outcome, Row, Statement, record, values};
use crate::makers::{self, Rights};
use log::{created, operator_is, password_is, place, removed, role_is};
pub(crate) use log::{in_each_account, known, look};
use statements::{ended, leaves_an_owner};
pub(crate) use statements::{insertion, joining, proofs_ended};

/// `store.people`.
#[derive(Clone, Debug)]
pub struct People {
    db: Db,
    recorder: Recorder,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    pub id: String,
    /// Unique; what is typed to sign in.
    pub name: String,
    /// May manage accounts, plans and sources.
    pub operator: bool,
    /// In PHC form; none for those who sign in by link alone.
    pub password_hash: Option<String>,
    pub created_at: Instant,
    pub last_sign_in_at: Option<Instant>,
    /// Grows with every change of what proves that somebody is this person.
    pub epoch: i64,
    /// A code is asked for beside password or link.
    pub second_factor: bool,
}

/// A person's place in an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Membership {
    pub person_id: String,
    pub person_name: String,
    pub account_id: String,
    pub account_name: String,
    pub role: Role,
    pub since: Instant,
}

macro_rules! columns {
    () => {
        "p.id, p.name, p.operator, p.password_hash, p.created_at, p.last_sign_in_at, p.epoch,
         (SELECT COUNT(*) FROM second_factors f WHERE f.person_id = p.id AND f.confirmed_at IS NOT NULL) AS second_factor"
    };
}
pub(crate) use columns as person_columns;

/// What a new person in an account ran into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    NoAccount,
    /// The id or the name is somebody's.
    NameTaken,
    NoSeat,
}

const MEMBERSHIPS: &str =
    "SELECT m.person_id, p.name AS person_name, m.account_id, a.name AS account_name, m.role, m.since
    FROM memberships m JOIN people p ON p.id = m.person_id JOIN accounts a ON a.id = m.account_id";

impl People {
    pub(crate) fn new(recorder: Recorder) -> People {
        People { db: recorder.db.clone(), recorder }
    }

    /// False where the id or the name is taken.
    pub async fn create(&self, origin: &Origin, person: &Person) -> Result<bool, Error> {
        let outcome = self.recorder.commit(origin, vec![insertion(person)], vec![created(person)]).await?;
        Ok(matches!(outcome, Outcome::Committed(_)))
    }

    /// Somebody new with a place in an account, or neither.
    pub async fn create_in(
        &self,
        origin: &Origin,
        account_id: &str,
        person: &Person,
        role: Role,
        seats: u32,
    ) -> Result<Result<(), Refused>, Error> {
        let statements = vec![
            Statement::new(ONE_AT_A_TIME, values![account_id]).guarded(),
            insertion(person),
            joining(account_id, &person.id, role, seats, person.created_at),
        ];
        let added = Change::new(Action::MemberAdded, &person.name).of(account_id).after(role_is(role));
        let changes = vec![created(person).of(account_id), added];
        Ok(match self.recorder.commit(origin, statements, changes).await? {
            Outcome::Committed(_) => Ok(()),
            Outcome::Refused(0) => Err(Refused::NoAccount),
            Outcome::Refused(1) => Err(Refused::NameTaken),
            Outcome::Refused(_) => Err(Refused::NoSeat),
        })
    }

    pub async fn find(&self, id: &str) -> Result<Option<Person>, Error> {
        const SQL: &str = concat!("SELECT ", columns!(), " FROM people p WHERE p.id = $1");
        self.db.query(SQL, values![id]).await?.first_mut().map(person).transpose()
    }

    pub async fn find_by_name(&self, name: &str) -> Result<Option<Person>, Error> {
        const SQL: &str = concat!("SELECT ", columns!(), " FROM people p WHERE p.name = $1");
        self.db.query(SQL, values![name]).await?.first_mut().map(person).transpose()
    }

    pub async fn list(&self) -> Result<Vec<Person>, Error> {
        const SQL: &str = concat!("SELECT ", columns!(), " FROM people p ORDER BY p.name");
        self.db.query(SQL, Vec::new()).await?.iter_mut().map(person).collect()
    }

    /// At most `limit` people by name, from this name on.
    pub async fn list_from(&self, name: &str, limit: u32) -> Result<Vec<Person>, Error> {
        const SQL: &str =
            concat!("SELECT ", columns!(), " FROM people p WHERE p.name >= $1 ORDER BY p.name LIMIT $2");
        self.db.query(SQL, values![name, limit]).await?.iter_mut().map(person).collect()
    }

    /// A new password ends every sign-in and link that the old one could have made.
    pub async fn set_password(
        &self,
        origin: &Origin,
        id: &str,
        password_hash: Option<&str>,
    ) -> Result<bool, Error> {
        const SQL: &str = "UPDATE people SET password_hash = $2, epoch = epoch + 1 WHERE id = $1";
        let mut statements = vec![Statement::new(SQL, values![id, password_hash]).guarded()];
        statements.extend(ended(id));
        self.change(origin, id, statements, |person, places| {
            let change = Change::new(Action::PasswordSet, &person.name);
            in_each_account(places, change.before(password_is(person.password_hash.is_some())))
        })
        .await
    }

    /// Whoever becomes an operator proves anew who they are: password, second factor, links and sign-ins of before may have
    /// been made by the owner of some account. Whoever was one keeps what their places allow. False where there is nobody
    /// like this, or nothing changes.
    pub async fn set_operator(&self, origin: &Origin, id: &str, operator: bool) -> Result<bool, Error> {
        const BEGINS: &str = "UPDATE people SET operator = 1, password_hash = NULL, epoch = epoch + 1
            WHERE id = $1 AND operator = 0";
        const ENDS: &str = "UPDATE people SET operator = 0 WHERE id = $1 AND operator = 1";
        let mut statements =
            vec![Statement::new(if operator { BEGINS } else { ENDS }, values![id]).guarded()];
        if operator {
            statements.extend(proofs_ended(id));
        }
        self.change_rights(origin, id, statements, |person, places| {
            let change = Change::new(Action::OperatorSet, &person.name);
            let change = change.before(operator_is(person.operator)).after(operator_is(operator));
            (vec![change], Rights { operator, places: places.iter().map(place).collect() })
        })
        .await
    }

    /// Takes the person out of every account and ends every sign-in. False where there is nobody like this, or an
    /// account with others in it would be without an owner.
    pub async fn remove(&self, origin: &Origin, id: &str) -> Result<bool, Error> {
        const IN_TURN: &str = "UPDATE accounts SET created_at = created_at
             WHERE id IN (SELECT account_id FROM memberships WHERE person_id = $1)";
        // Changes nothing that stays: it is there to refuse while the places can still be looked at.
        const GUARD: &str = "
            UPDATE people SET operator = 0 WHERE id = $1 AND NOT EXISTS
                (SELECT 1 FROM memberships m JOIN memberships o ON o.account_id = m.account_id AND o.person_id <> $1
                  WHERE m.person_id = $1 AND m.role = 'owner' AND NOT EXISTS
                    (SELECT 1 FROM memberships x
                      WHERE x.account_id = m.account_id AND x.person_id <> $1 AND x.role = 'owner'))";
        // Who they were is nobody's business any more.
        const INVITED: &str = "
            DELETE FROM invitations WHERE accepted_by = $1 OR name = (SELECT name FROM people WHERE id = $1)";
        let mut statements = vec![
            Statement::new(IN_TURN, values![id]),
            Statement::new(GUARD, values![id]).guarded(),
            Statement::new("DELETE FROM memberships WHERE person_id = $1", values![id]),
            Statement::new(INVITED, values![id]),
        ];
        statements.extend(proofs_ended(id));
        statements.push(Statement::new("DELETE FROM people WHERE id = $1", values![id]).guarded());
        self.change_rights(origin, id, statements, |person, places| {
            let gone = Change::new(Action::PersonRemoved, &person.name);
            let mut changes = vec![gone.before(operator_is(person.operator))];
            changes.extend(places.iter().map(removed));
            (changes, Rights { operator: false, places: Vec::new() })
        })
        .await
    }

    /// False where there is no such place, or nobody would own the account.
    pub async fn set_role(
        &self,
        origin: &Origin,
        account_id: &str,
        person_id: &str,
        role: Role,
    ) -> Result<bool, Error> {
        const SQL: &str = concat!(
            "UPDATE memberships SET role = $3 WHERE account_id = $1 AND person_id = $2 AND ($3 = 'owner' OR ",
            leaves_an_owner!(),
            ")"
        );
        let statements = vec![
            Statement::new(ONE_AT_A_TIME, values![account_id]).guarded(),
            Statement::new(SQL, values![account_id, person_id, role]).guarded(),
        ];
        self.change_rights(origin, person_id, statements, |person, places| {
            let (here, elsewhere): (Vec<_>, Vec<_>) =
                places.iter().partition(|place| place.account_id == account_id);
            let changed = here.iter().filter(|place| place.role != role).map(|place| {
                let change = Change::new(Action::MemberRoleSet, &person.name).of(account_id);
                change.before(role_is(place.role)).after(role_is(role))
            });
            let mut places: Vec<_> = elsewhere.into_iter().map(place).collect();
            places.push((account_id.to_owned(), role));
            (changed.collect(), Rights { operator: person.operator, places })
        })
        .await
    }

    /// The sign-ins that stood in that account stand in none from now on. False where there was no place, or those
    /// who stay would be without an owner.
    pub async fn leave(&self, origin: &Origin, account_id: &str, person_id: &str) -> Result<bool, Error> {
        const SQL: &str = concat!(
            "DELETE FROM memberships WHERE account_id = $1 AND person_id = $2 AND ",
            leaves_an_owner!()
        );
        const OUT: &str = "UPDATE sign_ins SET account_id = NULL WHERE account_id = $1 AND person_id = $2";
        let statements = vec![
            Statement::new(ONE_AT_A_TIME, values![account_id]).guarded(),
            Statement::new(SQL, values![account_id, person_id]).guarded(),
            Statement::new(OUT, values![account_id, person_id]),
        ];
        self.change_rights(origin, person_id, statements, |person, places| {
            let (here, elsewhere): (Vec<_>, Vec<_>) =
                places.iter().partition(|place| place.account_id == account_id);
            let places = elsewhere.into_iter().map(place).collect();
            (here.into_iter().map(removed).collect(), Rights { operator: person.operator, places })
        })
        .await
    }

    /// The same of what somebody may do, and with it of what they made.
    async fn change_rights(
        &self,
        origin: &Origin,
        person_id: &str,
        statements: Vec<Statement>,
        change: impl Fn(&Person, &[Membership]) -> (Vec<Change>, Rights),
    ) -> Result<bool, Error> {
        let mut looks = vec![makers::keys_of(person_id), makers::addresses_of(person_id)];
        looks.extend(look(person_id));
        let unit = |mut found: Vec<Vec<Row>>, _| {
            let (mut keys, mut addresses) = (found.remove(0), found.remove(0));
            let mut unit = Unit { statements: statements.clone(), changes: Vec::new() };
            if let Some((person, places)) = known(found)? {
                let (changes, rights) = change(&person, &places);
                let made =
                    makers::with_their_person(&mut keys, &mut addresses, person_id, &rights, origin.at)?;
                unit.changes.extend(changes.into_iter().chain(made.changes));
                unit.statements.extend(made.statements);
            }
            Ok(unit)
        };
        let outcome = self.recorder.commit_after(origin, looks, unit).await?;
        Ok(matches!(outcome, Outcome::Committed(_)))
    }

    /// A change to somebody who is there, told with how it was.
    async fn change(
        &self,
        origin: &Origin,
        person_id: &str,
        statements: Vec<Statement>,
        changes: impl Fn(&Person, &[Membership]) -> Vec<Change>,
    ) -> Result<bool, Error> {
        let unit = |found: Vec<Vec<Row>>, _| {
            let changes = match known(found)? {
                Some((person, places)) => changes(&person, &places),
                None => Vec::new(),
            };
            Ok(Unit { statements: statements.clone(), changes })
        };
        let outcome = self.recorder.commit_after(origin, look(person_id), unit).await?;
        Ok(matches!(outcome, Outcome::Committed(_)))
    }

    /// The people of an account, the first to join first.
    pub async fn members(&self, account_id: &str) -> Result<Vec<Membership>, Error> {
        let sql = format!("{MEMBERSHIPS} WHERE m.account_id = $1 ORDER BY m.since, m.person_id");
        self.db.query(sql, values![account_id]).await?.iter_mut().map(membership).collect()
    }

    /// The accounts of a person, by name.
    pub async fn memberships(&self, person_id: &str) -> Result<Vec<Membership>, Error> {
        let sql = format!("{MEMBERSHIPS} WHERE m.person_id = $1 ORDER BY a.name");
        self.db.query(sql, values![person_id]).await?.iter_mut().map(membership).collect()
    }

    /// The places of all whose names lie between these two, both among them.
    pub async fn memberships_between(&self, first: &str, last: &str) -> Result<Vec<Membership>, Error> {
        let sql = format!("{MEMBERSHIPS} WHERE p.name >= $1 AND p.name <= $2 ORDER BY p.name, a.name");
        self.db.query(sql, values![first, last]).await?.iter_mut().map(membership).collect()
    }
}

pub(crate) fn person(row: &mut Row) -> Result<Person, Error> {
    record!(
        row,
        Person { id, name, operator, password_hash, created_at, last_sign_in_at, epoch, second_factor }
    )
}

fn membership(row: &mut Row) -> Result<Membership, Error> {
    record!(row, Membership { person_id, person_name, account_id, account_name, role, since })
}
