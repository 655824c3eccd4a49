//! People: who may sign in, and what they may do in an account. Programs come with keys and are no people.
//!
//! The command line and the console call the same functions. A password is hashed before it goes anywhere, and
//! links and cookies are kept as hashes: who reads the store signs in as nobody.

pub mod attempts;
pub mod cookies;
pub mod forms;
pub mod invitations;
mod members;
pub mod password;
pub mod second_factor;
pub mod sign_in;
mod token;
pub mod totp;

pub use domain::account::Role;
use metering::Plan;
use runtime::error::{ApiError, Code, sentence};
use store::Store;
use store::accounts::Account;
use store::audit_log::Origin;
use store::people::{Membership, Person, Refused};
use store::sign_ins::NewLink;

pub use members::Added;
use runtime::clock::new_id;

#[derive(Debug, thiserror::Error)]
pub enum PersonError {
    #[error("a sign-in name has 1 to 100 characters, such as an e-mail address, and no white space")]
    BadName,
    #[error("there is already somebody named {0:?}")]
    NameTaken(String),
    #[error("there is already somebody named {0:?} in this account")]
    AlreadyMember(String),
    #[error("there is nobody named {0:?}")]
    NoPerson(String),
    #[error("there is no such invitation, or it was answered, withdrawn or has expired")]
    NoInvitation,
    #[error("too many invitations of this account wait for an answer; withdraw some first")]
    TooManyInvitations,
    #[error("whoever asks for this may no longer do it")]
    MakerEnded,
    #[error("there is no account {0:?}")]
    NoAccount(String),
    #[error("there is no role {0:?}; there are owner, member and viewer")]
    NoRole(String),
    #[error("no seat of the {plan} plan is free; seats in all: {seats}")]
    NoSeat { plan: String, seats: u32 },
    #[error("the account {account} has the plan {plan:?}, which is not in the price list")]
    NoPlan { account: String, plan: String },
    #[error("an account needs an owner; make somebody else one first")]
    LastOwner,
    #[error("this person is a member of another account too; an operator can create the link")]
    Elsewhere,
    #[error(
        "{0:?} is an operator: their links and their end are for operators who sign in, or for the command line"
    )]
    Operator(String),
    #[error(transparent)]
    Password(#[from] password::PasswordError),
    #[error("looking it up in the store")]
    Store(#[from] store::Error),
}

pub struct People<'a> {
    pub store: &'a Store,
    /// Who asks, from where and when.
    pub origin: Origin,
}

/// What is handed over to somebody; the secret part is known to nobody else and kept as a hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Link {
    /// Signs in.
    SignIn(String),
    /// Offers a place in another account.
    Invitation(String),
}

impl Link {
    pub fn address(&self, base: &str) -> String {
        match self {
            Link::SignIn(token) => link_address(base, token),
            Link::Invitation(token) => format!("{base}/console/invitation?token={token}"),
        }
    }
}

/// A link signs in for this long, once.
pub const LINK_LASTS_MS: i64 = 24 * 3_600_000;

impl People<'_> {
    /// Somebody new, with a place in an account where one is named. The password may come later, or never.
    pub async fn create(
        &self,
        name: &str,
        place: Option<(&str, Role)>,
        operator: bool,
        password: Option<&str>,
    ) -> Result<Person, PersonError> {
        let name = good_name(name)?;
        // Looked up first: a person without the place that was asked for would be in the way of a second try.
        let account = match place {
            Some((account, role)) => Some((self.account(account).await?, role)),
            None => None,
        };
        let password_hash = match password {
            Some(password) => Some(password::hash(password.to_owned()).await?),
            None => None,
        };
        let person = Person {
            id: new_id("person"),
            name,
            operator,
            password_hash,
            created_at: self.origin.at,
            last_sign_in_at: None,
            epoch: 0,
            second_factor: false,
        };
        let Some((account, role)) = account else {
            return match self.store.people.create(&self.origin, &person).await? {
                true => Ok(person),
                false => Err(PersonError::NameTaken(person.name)),
            };
        };
        match self.store.people.create_in(&self.origin, &account.id, &person, role, seats(&account)?).await? {
            Ok(()) => Ok(person),
            Err(Refused::NameTaken) => Err(PersonError::NameTaken(person.name)),
            Err(Refused::NoAccount) => Err(PersonError::NoAccount(account.id)),
            Err(Refused::NoSeat) => Err(no_seat(&account)),
        }
    }

    /// By the name that is typed to sign in.
    pub async fn find(&self, name: &str) -> Result<Person, PersonError> {
        let found = match good_name(name) {
            Ok(name) => self.store.people.find_by_name(&name).await?,
            Err(_) => None,
        };
        found.ok_or_else(|| PersonError::NoPerson(name.to_owned()))
    }

    pub async fn set_password(&self, name: &str, password: &str) -> Result<(), PersonError> {
        let person = self.find(name).await?;
        let hash = password::hash(password.to_owned()).await?;
        self.store.people.set_password(&self.origin, &person.id, Some(&hash)).await?;
        Ok(())
    }

    /// The secret part of a link that signs this person in once.
    pub async fn make_link(&self, name: &str) -> Result<String, PersonError> {
        self.link_for(&self.find(name).await?).await
    }

    /// The same for somebody who was looked at before: refused where what proves them has changed since.
    async fn link_for(&self, person: &Person) -> Result<String, PersonError> {
        let token = sign_in::Token::make();
        let link = NewLink {
            hash: token.hash(),
            person_id: &person.id,
            epoch: person.epoch,
            expires_at: self.origin.at.plus_ms(LINK_LASTS_MS),
        };
        match self.store.sign_ins.make_link(&self.origin, &link).await? {
            true => Ok(token.reveal().to_owned()),
            false => Err(PersonError::MakerEnded),
        }
    }

    /// Whoever becomes an operator has to sign in by a new link: what they proved before may be an account owner's doing.
    pub async fn set_operator(&self, name: &str, operator: bool) -> Result<(), PersonError> {
        let person = self.find(name).await?;
        self.store.people.set_operator(&self.origin, &person.id, operator).await?;
        Ok(())
    }

    /// Another role of a member.
    pub async fn set_role(&self, name: &str, account: &str, role: Role) -> Result<(), PersonError> {
        let (person, account) = (self.find(name).await?, self.account(account).await?);
        match self.store.people.set_role(&self.origin, &account.id, &person.id, role).await? {
            true => Ok(()),
            false if self.is_last_owner(&account.id, &person.id).await? => Err(PersonError::LastOwner),
            false => Err(PersonError::NoPerson(person.name)),
        }
    }

    /// An operator's help for somebody who lost their device. Every sign-in ends.
    pub async fn reset_second_factor(&self, name: &str) -> Result<bool, PersonError> {
        let person = self.find(name).await?;
        Ok(self.store.second_factors.remove(&self.origin, &person.id, None).await?)
    }

    /// Out of one account.
    pub async fn leave(&self, name: &str, account: &str) -> Result<(), PersonError> {
        let (person, account) = (self.find(name).await?, self.account(account).await?);
        match self.store.people.leave(&self.origin, &account.id, &person.id).await? {
            true => Ok(()),
            false if self.is_last_owner(&account.id, &person.id).await? => Err(PersonError::LastOwner),
            false => Err(PersonError::NoPerson(name.to_owned())),
        }
    }

    /// Out of everything; every sign-in ends.
    pub async fn remove(&self, name: &str) -> Result<(), PersonError> {
        let person = self.find(name).await?;
        match self.store.people.remove(&self.origin, &person.id).await? {
            true => Ok(()),
            false => Err(PersonError::LastOwner),
        }
    }

    /// Whether this person is the only owner among several members.
    async fn is_last_owner(&self, account_id: &str, person_id: &str) -> Result<bool, PersonError> {
        let members = self.store.people.members(account_id).await?;
        let is_owner = |member: &Membership| member.role == Role::Owner;
        let (this, others): (Vec<_>, Vec<_>) =
            members.into_iter().partition(|member| member.person_id == person_id);
        Ok(this.iter().any(is_owner) && !others.is_empty() && !others.iter().any(is_owner))
    }

    /// By its name or its id.
    async fn account(&self, account: &str) -> Result<Account, PersonError> {
        let found = match self.store.accounts.find(account).await? {
            None => self.store.accounts.find_by_name(account).await?,
            found => found,
        };
        found.ok_or_else(|| PersonError::NoAccount(account.to_owned()))
    }
}

/// How many people an account has room for.
pub fn seats(account: &Account) -> Result<u32, PersonError> {
    let unknown = || PersonError::NoPlan { account: account.id.clone(), plan: account.plan.clone() };
    Plan::find(&account.plan).map(|plan| plan.seats).ok_or_else(unknown)
}

fn no_seat(account: &Account) -> PersonError {
    match seats(account) {
        Ok(seats) => PersonError::NoSeat { plan: account.plan.clone(), seats },
        Err(error) => error,
    }
}

/// Where the secret part of a link signs in.
pub fn link_address(base: &str, token: &str) -> String {
    format!("{base}/console/link?token={token}")
}

/// Upper and lower case make no difference in a name.
fn good_name(name: &str) -> Result<String, PersonError> {
    let name = name.trim().to_lowercase();
    let good = (1..=100).contains(&name.chars().count())
        && !name.chars().any(|c| c.is_control() || c.is_whitespace());
    good.then_some(name).ok_or(PersonError::BadName)
}

impl From<PersonError> for ApiError {
    fn from(error: PersonError) -> ApiError {
        let code = match error {
            PersonError::Store(error) => return error.into(),
            PersonError::NoPlan { .. } => return ApiError::internal(&error),
            PersonError::NoPerson(_) | PersonError::NoAccount(_) | PersonError::NoInvitation => {
                Code::NotFound
            }
            PersonError::MakerEnded => Code::InsufficientScope,
            PersonError::NameTaken(_)
            | PersonError::AlreadyMember(_)
            | PersonError::TooManyInvitations
            | PersonError::NoSeat { .. }
            | PersonError::LastOwner
            | PersonError::Elsewhere
            | PersonError::Operator(_) => Code::Conflict,
            PersonError::BadName => return ApiError::parameter("name", sentence(&error.to_string())),
            PersonError::NoRole(_) => return ApiError::parameter("role", sentence(&error.to_string())),
            PersonError::Password(_) => Code::InvalidParameter,
        };
        ApiError::new(code, sentence(&error.to_string()))
    }
}
