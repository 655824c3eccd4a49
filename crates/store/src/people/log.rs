//! What the audit log says of people and their places.

use domain::account::Role;

use super::{MEMBERSHIPS, Membership, Person, membership, person, person_columns};
use crate::Error;
use crate::audit_log::{Action, Change};
use crate::db::{Row, Statement, values};

/// Somebody and their places, for the log.
pub(crate) fn look(person_id: &str) -> Vec<Statement> {
    const PERSON: &str = concat!("SELECT ", person_columns!(), " FROM people p WHERE p.id = $1");
    let places = format!("{MEMBERSHIPS} WHERE m.person_id = $1 ORDER BY a.name");
    vec![Statement::new(PERSON, values![person_id]), Statement::new(places, values![person_id])]
}

pub(crate) fn known(mut found: Vec<Vec<Row>>) -> Result<Option<(Person, Vec<Membership>)>, Error> {
    let places = found.pop().unwrap_or_default().iter_mut().map(membership).collect::<Result<_, _>>()?;
    let person = found.pop().unwrap_or_default().first_mut().map(person).transpose()?;
    Ok(person.map(|person| (person, places)))
}

/// What concerns a person concerns every account with a place for them.
pub(crate) fn in_each_account(places: &[Membership], change: Change) -> Vec<Change> {
    match places {
        [] => vec![change],
        places => places.iter().map(|place| change.clone().of(&place.account_id)).collect(),
    }
}

pub(super) fn created(person: &Person) -> Change {
    let password = password_is(person.password_hash.is_some());
    let after = format!("{} {password}", operator_is(person.operator));
    Change::new(Action::PersonCreated, &person.name).after(after)
}

pub(super) fn place(place: &Membership) -> (String, Role) {
    (place.account_id.clone(), place.role)
}

pub(super) fn removed(place: &Membership) -> Change {
    let change = Change::new(Action::MemberRemoved, &place.person_name).of(&place.account_id);
    change.before(role_is(place.role))
}

pub(super) fn role_is(role: Role) -> String {
    format!("role={role}")
}

pub(super) fn operator_is(operator: bool) -> String {
    format!("operator={operator}")
}

pub(super) fn password_is(set: bool) -> String {
    format!("password={}", if set { "set" } else { "none" })
}
