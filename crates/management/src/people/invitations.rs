//! Invitations: a place in an account for somebody who exists already. A link proves only that whoever made it vouches for
//! whoever holds it, and an account's owner may know every password and secret of a person who was made there. So a place
//! in another account takes the link of that account, and nothing that was proved before opens it: the person signs in,
//! shows the link and sets a new password, or becomes somebody new.

use store::invitations::{Invitation, NewInvitation, Refused, State};
use store::people::Person;

use super::sign_in::Token;
use super::{Link, People, PersonError, Role, good_name, no_seat, password, seats};
use runtime::clock::new_id;

/// An invitation waits for this long.
pub const INVITATION_LASTS_MS: i64 = 7 * 24 * 3_600_000;
/// So many wait in an account at once.
const MAX_PENDING: u32 = 100;

impl People<'_> {
    pub async fn invite(
        &self,
        account: &str,
        name: &str,
        role: Role,
    ) -> Result<(Invitation, Link), PersonError> {
        let account = self.account(account).await?;
        let token = Token::make();
        let new = NewInvitation {
            id: new_id("inv"),
            name: good_name(name)?,
            role,
            hash: token.hash(),
            expires_at: self.origin.at.plus_ms(INVITATION_LASTS_MS),
        };
        let (store, seats) = (&self.store.invitations, seats(&account)?);
        match store.create(&self.origin, &account.id, &new, seats, MAX_PENDING).await? {
            Ok(()) => {}
            Err(Refused::NoAccount) => return Err(PersonError::NoAccount(account.id)),
            Err(Refused::Member) => return Err(PersonError::AlreadyMember(new.name)),
            Err(Refused::NoSeat) => return Err(no_seat(&account)),
            Err(Refused::TooMany) => return Err(PersonError::TooManyInvitations),
            Err(Refused::Maker | Refused::NameTaken | Refused::Gone) => return Err(PersonError::MakerEnded),
        }
        let made = self.store.invitations.find_by_hash(&new.hash).await?;
        Ok((made.ok_or(PersonError::NoInvitation)?, Link::Invitation(token.reveal().to_owned())))
    }

    /// The one that waits behind this link.
    pub async fn invitation(&self, token: &Token) -> Result<Invitation, PersonError> {
        let found = self.store.invitations.find_by_hash(&token.hash()).await?;
        let pending = found.filter(|found| found.state(self.origin.at) == State::Pending);
        pending.ok_or(PersonError::NoInvitation)
    }

    /// By the person it is for, who is signed in. Every sign-in ends and the new password is the only one.
    pub async fn accept(&self, token: &Token, person: &Person, password: &str) -> Result<(), PersonError> {
        let found = self.invitation(token).await?;
        let account = self.account(&found.account_id).await?;
        let hash = password::hash(password.to_owned()).await?;
        let (store, seats) = (&self.store.invitations, seats(&account)?);
        let accepted = store.accept(&self.origin, &found, person, &hash, seats).await?;
        accepted.map_err(|refused| match refused {
            Refused::NoSeat => no_seat(&account),
            _ => PersonError::NoInvitation,
        })
    }

    /// By somebody new, who has nothing to do with whoever has the name that was invited.
    pub async fn accept_as_new(
        &self,
        token: &Token,
        name: &str,
        password: &str,
    ) -> Result<Person, PersonError> {
        let found = self.invitation(token).await?;
        let account = self.account(&found.account_id).await?;
        let person = Person {
            id: new_id("person"),
            name: good_name(name)?,
            operator: false,
            password_hash: Some(password::hash(password.to_owned()).await?),
            created_at: self.origin.at,
            last_sign_in_at: None,
            epoch: 0,
            second_factor: false,
        };
        let (store, seats) = (&self.store.invitations, seats(&account)?);
        match store.accept_as_new(&self.origin, &found, &person, seats).await? {
            Ok(()) => Ok(person),
            Err(Refused::NameTaken) => Err(PersonError::NameTaken(person.name)),
            Err(Refused::NoSeat) => Err(no_seat(&account)),
            Err(_) => Err(PersonError::NoInvitation),
        }
    }

    pub async fn decline(&self, person: &Person, id: &str) -> Result<(), PersonError> {
        let declined = self.store.invitations.decline(&self.origin, &person.name, id).await?;
        declined.then_some(()).ok_or(PersonError::NoInvitation)
    }

    pub async fn withdraw(&self, account_id: &str, id: &str) -> Result<(), PersonError> {
        let withdrawn = self.store.invitations.withdraw(&self.origin, account_id, id).await?;
        withdrawn.then_some(()).ok_or(PersonError::NoInvitation)
    }
}
