//! Places offered to somebody who exists already: nobody gets one without saying yes, with the link in hand.

use domain::Instant;
use domain::account::Role;

use crate::Error;
use crate::accounts::ONE_AT_A_TIME;
use crate::audit_log::{Action, Change, Origin, Recorder, Unit};
use crate::db::{Db, Outcome, Row, Statement, record, values};
use crate::makers;
use crate::people::{Person, insertion, joining, proofs_ended};

/// `store.invitations`.
#[derive(Clone, Debug)]
pub struct Invitations {
    db: Db,
    recorder: Recorder,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewInvitation {
    pub id: String,
    /// Whose place it is: what is typed to sign in.
    pub name: String,
    pub role: Role,
    /// Of the secret part of the link.
    pub hash: [u8; 32],
    pub expires_at: Instant,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    pub id: String,
    pub account_id: String,
    pub account_name: String,
    pub name: String,
    pub role: Role,
    state: State,
    pub created_at: Instant,
    pub expires_at: Instant,
}

domain::closed_list! {
    State {
        Pending = "pending",
        Accepted = "accepted",
        Declined = "declined",
        Withdrawn = "withdrawn",
        /// Pending until its time was over; never stored.
        Expired = "expired",
    }
}
crate::db::stored_by_name!(State);

impl Invitation {
    pub fn state(&self, now: Instant) -> State {
        match self.state {
            State::Pending if self.expires_at <= now => State::Expired,
            state => state,
        }
    }
}

/// What an invitation, or its acceptance, ran into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    NoAccount,
    /// The name is a member's already.
    Member,
    NoSeat,
    /// Whoever invites may not, any more.
    Maker,
    TooMany,
    /// The name of somebody new is taken.
    NameTaken,
    /// It is not pending any more, or is not this person's.
    Gone,
}

const COLUMNS: &str =
    "SELECT i.id, i.account_id, a.name AS account_name, i.name, i.role, i.state, i.created_at, i.expires_at
    FROM invitations i JOIN accounts a ON a.id = i.account_id";
/// The newest of an account; what is older has long been settled.
const MAX_LISTED: u32 = 100;

impl Invitations {
    pub(crate) fn new(recorder: Recorder) -> Invitations {
        Invitations { db: recorder.db.clone(), recorder }
    }

    /// Takes the place of an earlier one for the same name. At most `max_pending` wait in an account.
    pub async fn create(
        &self,
        origin: &Origin,
        account_id: &str,
        new: &NewInvitation,
        seats: u32,
        max_pending: u32,
    ) -> Result<Result<(), Refused>, Error> {
        const MEMBER: &str = "SELECT a.id FROM accounts a WHERE a.id = $1 AND NOT EXISTS
            (SELECT 1 FROM memberships m JOIN people p ON p.id = m.person_id WHERE m.account_id = $1 AND p.name = $2)";
        const SEAT: &str = "SELECT a.id FROM accounts a WHERE a.id = $1 AND
            (SELECT COUNT(*) FROM memberships m WHERE m.account_id = $1) < $2";
        const EARLIER: &str = "UPDATE invitations SET state = 'withdrawn', settled_at = $3
            WHERE account_id = $1 AND name = $2 AND state = 'pending'";
        const ROOM: &str = "SELECT a.id FROM accounts a WHERE a.id = $1 AND
            (SELECT COUNT(*) FROM invitations i
              WHERE i.account_id = $1 AND i.state = 'pending' AND i.expires_at > $2) < $3";
        const SQL: &str = "
            INSERT INTO invitations (id, account_id, name, role, state, hash, made_by_person, made_by_key,
                created_at, expires_at)
            VALUES ($1, $2, $3, $4, 'pending', $5, $6, $7, $8, $9)";
        let guard = |sql, parameters| Statement::new(sql, parameters).guarded();
        let (person, key) = makers::acting(origin);
        let row = values![
            &new.id,
            account_id,
            &new.name,
            new.role,
            new.hash.as_slice(),
            person,
            key,
            origin.at,
            new.expires_at
        ];
        let unit = vec![
            (guard(ONE_AT_A_TIME, values![account_id]), Refused::NoAccount),
            (guard(MEMBER, values![account_id, &new.name]), Refused::Member),
            (guard(SEAT, values![account_id, seats]), Refused::NoSeat),
            (makers::may_invite(origin, account_id).guarded(), Refused::Maker),
            (Statement::new(EARLIER, values![account_id, &new.name, origin.at]), Refused::Gone),
            (guard(ROOM, values![account_id, origin.at, max_pending]), Refused::TooMany),
            (guard(SQL, row), Refused::Gone),
        ];
        let change = Change::new(Action::InvitationMade, &new.name).of(account_id);
        self.commit(origin, unit, change.after(format!("role={} expires={}", new.role, new.expires_at))).await
    }

    /// By the hash of its link, whatever has become of it.
    pub async fn find_by_hash(&self, hash: &[u8; 32]) -> Result<Option<Invitation>, Error> {
        let sql = format!("{COLUMNS} WHERE i.hash = $1");
        self.db.query(sql, values![hash.as_slice()]).await?.first_mut().map(invitation).transpose()
    }

    /// Those of an account, the newest first.
    pub async fn list(&self, account_id: &str) -> Result<Vec<Invitation>, Error> {
        let sql = format!("{COLUMNS} WHERE i.account_id = $1 ORDER BY i.created_at DESC, i.id DESC LIMIT $2");
        self.db.query(sql, values![account_id, MAX_LISTED]).await?.iter_mut().map(invitation).collect()
    }

    /// Those that wait for an answer of somebody of this name.
    pub async fn pending_for(&self, name: &str, now: Instant) -> Result<Vec<Invitation>, Error> {
        let sql = format!(
            "{COLUMNS} WHERE i.name = $1 AND i.state = 'pending' AND i.expires_at > $2 ORDER BY a.name LIMIT $3"
        );
        self.db.query(sql, values![name, now, MAX_LISTED]).await?.iter_mut().map(invitation).collect()
    }

    /// False where the account has no such pending one.
    pub async fn withdraw(&self, origin: &Origin, account_id: &str, id: &str) -> Result<bool, Error> {
        const SQL: &str = "UPDATE invitations SET state = 'withdrawn', settled_at = $3
            WHERE account_id = $1 AND id = $2 AND state = 'pending'";
        let statement = Statement::new(SQL, values![account_id, id, origin.at]);
        self.settle(origin, id, statement, Action::InvitationWithdrawn).await
    }

    /// By the person it is for; false where there is no such pending one.
    pub async fn decline(&self, origin: &Origin, name: &str, id: &str) -> Result<bool, Error> {
        const SQL: &str = "UPDATE invitations SET state = 'declined', settled_at = $3
            WHERE name = $1 AND id = $2 AND state = 'pending' AND expires_at > $3";
        let statement = Statement::new(SQL, values![name, id, origin.at]);
        self.settle(origin, id, statement, Action::InvitationDeclined).await
    }

    async fn settle(
        &self,
        origin: &Origin,
        id: &str,
        statement: Statement,
        action: Action,
    ) -> Result<bool, Error> {
        let look = vec![Statement::new(format!("{COLUMNS} WHERE i.id = $1"), values![id])];
        let unit = |mut found: Vec<Vec<Row>>, _| {
            let found = found[0].first_mut().map(invitation).transpose()?;
            let change = found.map(|one| {
                Change::new(action, one.name).of(&one.account_id).before(format!("role={}", one.role))
            });
            let statements = vec![statement.clone().guarded()];
            Ok(Unit { statements, changes: change.into_iter().collect() })
        };
        Ok(matches!(self.recorder.commit_after(origin, look, unit).await?, Outcome::Committed(_)))
    }

    /// A place for somebody who exists, with a new password: whatever proved before that somebody is this person
    /// (password, sign-ins, links, second factor) may have been made by another account and opens nothing after.
    pub async fn accept(
        &self,
        origin: &Origin,
        found: &Invitation,
        person: &Person,
        password_hash: &str,
        seats: u32,
    ) -> Result<Result<(), Refused>, Error> {
        const PERSON: &str = "UPDATE people SET password_hash = $3, epoch = epoch + 1
            WHERE id = $1 AND epoch = $2 AND name = $4";
        let changed = values![&person.id, person.epoch, password_hash, &found.name];
        let mut unit = begun(origin, found, &person.id);
        unit.push((Statement::new(PERSON, changed).guarded(), Refused::Gone));
        unit.push((joining(&found.account_id, &person.id, found.role, seats, origin.at), Refused::NoSeat));
        unit.extend(proofs_ended(&person.id).into_iter().map(|one| (one, Refused::Gone)));
        self.commit(origin, unit, accepted(found, &person.name)).await
    }

    /// A place for somebody new.
    pub async fn accept_as_new(
        &self,
        origin: &Origin,
        found: &Invitation,
        person: &Person,
        seats: u32,
    ) -> Result<Result<(), Refused>, Error> {
        let mut unit = begun(origin, found, &person.id);
        unit.push((insertion(person), Refused::NameTaken));
        unit.push((joining(&found.account_id, &person.id, found.role, seats, origin.at), Refused::NoSeat));
        self.commit(origin, unit, accepted(found, &person.name)).await
    }

    async fn commit(
        &self,
        origin: &Origin,
        unit: Vec<(Statement, Refused)>,
        change: Change,
    ) -> Result<Result<(), Refused>, Error> {
        let (statements, reasons): (Vec<_>, Vec<_>) = unit.into_iter().unzip();
        Ok(match self.recorder.commit(origin, statements, vec![change]).await? {
            Outcome::Committed(_) => Ok(()),
            Outcome::Refused(index) => Err(reasons.get(index).copied().unwrap_or(Refused::Gone)),
        })
    }
}

/// The link is used up: of those who try, one goes on. Whoever is a member meanwhile needs none.
fn begun(origin: &Origin, found: &Invitation, person_id: &str) -> Vec<(Statement, Refused)> {
    const SQL: &str = "UPDATE invitations SET state = 'accepted', settled_at = $2, accepted_by = $3
        WHERE id = $1 AND state = 'pending' AND expires_at > $2
          AND (made_by_key IS NULL OR EXISTS (SELECT 1 FROM credentials k WHERE k.id = invitations.made_by_key
            AND (k.expires_at IS NULL OR k.expires_at > $2)))
          AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.account_id = invitations.account_id AND m.person_id = $3)";
    let settled = values![&found.id, origin.at, person_id];
    vec![
        (Statement::new(ONE_AT_A_TIME, values![&found.account_id]).guarded(), Refused::NoAccount),
        (Statement::new(SQL, settled).guarded(), Refused::Gone),
    ]
}

fn accepted(found: &Invitation, name: &str) -> Change {
    let change = Change::new(Action::InvitationAccepted, &found.name).of(&found.account_id);
    change.after(format!("role={} member={name}", found.role))
}

fn invitation(row: &mut Row) -> Result<Invitation, Error> {
    record!(row, Invitation { id, account_id, account_name, name, role, state, created_at, expires_at })
}
