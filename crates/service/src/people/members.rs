//! Who belongs to an account, as its owners decide it, and everybody, as operators do. Pages and routes call the same.

use store::people::Membership;

use super::{People, PersonError, Role};

impl People<'_> {
    /// Somebody new in the account, and the secret part of a first link. Whose name is taken belongs to somebody
    /// else: an operator can add them.
    pub async fn add_member(
        &self,
        account_id: &str,
        name: &str,
        role: Role,
    ) -> Result<(Membership, String), PersonError> {
        let person = self.create(name, Some((account_id, role)), false, None).await?;
        let token = self.make_link(&person.name).await?;
        Ok((self.member(account_id, &person.id).await?, token))
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
        let token = self.make_link(&member.person_name).await?;
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

    /// For operators: somebody new, or a new place for somebody who is there; and a link in either case.
    pub async fn place(&self, name: &str, place: Option<(&str, Role)>) -> Result<String, PersonError> {
        match (self.create(name, place, false, None).await, place) {
            (Err(PersonError::NameTaken(name)), Some((account, role))) => {
                self.set_role(&name, account, role).await?;
            }
            (Err(PersonError::NameTaken(_)), None) => {}
            (made, _) => drop(made?),
        }
        self.make_link(name).await
    }
}
