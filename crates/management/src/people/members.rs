//! Who belongs to an account, as its owners decide it, and everybody, as operators do. Pages and routes call the same.

use store::invitations::Invitation;
use store::people::Membership;

use super::{Link, People, PersonError, Role};

/// What became of adding somebody.
pub enum Added {
    /// Somebody new, with their first link.
    Member(Membership, Link),
    /// Somebody who exists: they have to accept.
    Invited(Invitation, Link),
}

impl Added {
    pub fn name(&self) -> &str {
        match self {
            Added::Member(member, _) => &member.person_name,
            Added::Invited(invitation, _) => &invitation.name,
        }
    }

    pub fn link(&self) -> &Link {
        match self {
            Added::Member(_, link) | Added::Invited(_, link) => link,
        }
    }
}

impl People<'_> {
    /// Somebody new in the account, or an invitation for somebody who exists.
    pub async fn add_member(&self, account_id: &str, name: &str, role: Role) -> Result<Added, PersonError> {
        match self.create(name, Some((account_id, role)), false, None).await {
            Ok(person) => {
                let link = Link::SignIn(self.link_for(&person).await?);
                Ok(Added::Member(self.member(account_id, &person.id).await?, link))
            }
            Err(PersonError::NameTaken(name)) => {
                let (invitation, link) = self.invite(account_id, &name, role).await?;
                Ok(Added::Invited(invitation, link))
            }
            Err(error) => Err(error),
        }
    }

    /// One of the account's own, by id or name; anybody else does not exist here.
    pub async fn member(&self, account_id: &str, who: &str) -> Result<Membership, PersonError> {
        let name = who.trim().to_lowercase();
        let members = self.store.people.members(account_id).await?;
        let found = members.into_iter().find(|one| one.person_id == who || one.person_name == name);
        found.ok_or(PersonError::NoPerson(name))
    }

    pub async fn set_member_role(
        &self,
        account_id: &str,
        who: &str,
        role: Role,
    ) -> Result<Membership, PersonError> {
        let member = self.member(account_id, who).await?;
        self.set_role(&member.person_name, account_id, role).await?;
        self.member(account_id, &member.person_id).await
    }

    pub async fn remove_member(&self, account_id: &str, who: &str) -> Result<Membership, PersonError> {
        let member = self.member(account_id, who).await?;
        self.leave(&member.person_name, account_id).await?;
        Ok(member)
    }

    /// A new link for somebody who lost theirs. It opens all that the person may see: only who has no place elsewhere
    /// can be helped by an owner, unless they ask for themselves.
    pub async fn link_member(
        &self,
        account_id: &str,
        who: &str,
        asked_by: Option<&str>,
    ) -> Result<(Membership, String), PersonError> {
        let member = self.member(account_id, who).await?;
        let person = self.find(&member.person_name).await?;
        let elsewhere = person.operator || self.store.people.memberships(&person.id).await?.len() > 1;
        if elsewhere && asked_by != Some(person.id.as_str()) {
            return Err(PersonError::Elsewhere);
        }
        // For who they were when it was asked: a place elsewhere that is taken meanwhile makes it worth nothing.
        let token = self.link_for(&person).await?;
        Ok((member, token))
    }

    /// No key becomes a person who can make larger ones, or takes such a person away.
    pub async fn is_no_operator(&self, name: &str) -> Result<(), PersonError> {
        match self.find(name).await {
            Ok(person) if person.operator => Err(PersonError::Operator(person.name)),
            Ok(_) | Err(PersonError::NoPerson(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// For operators: a link for somebody new, for a place in another account, or to sign in.
    pub async fn place(&self, name: &str, place: Option<(&str, Role)>) -> Result<Link, PersonError> {
        match (self.create(name, place, false, None).await, place) {
            (Err(PersonError::NameTaken(name)), Some((account, role))) => {
                let account_id = self.account(account).await?.id;
                match self.member(&account_id, &name).await {
                    Ok(_) => self.set_role(&name, &account_id, role).await?,
                    Err(PersonError::NoPerson(_)) => {
                        return self.invite(&account_id, &name, role).await.map(|(_, link)| link);
                    }
                    Err(error) => return Err(error),
                }
            }
            (Err(PersonError::NameTaken(_)), None) => {}
            (made, _) => drop(made?),
        }
        self.make_link(name).await.map(Link::SignIn)
    }
}
