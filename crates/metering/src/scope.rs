//! How much a key may do, the least first. Each scope opens all that the ones before it open, as the roles of people do.
//!
//! A key can be as much as whoever makes it and never more, so that no key leads to a larger one.

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// Asks: everything that is published, and what the account keeps.
    Read,
    /// Also keeps Spaces, Brains, runs and keys of its own scope.
    Write,
    /// Also decides about overage and about who belongs to the account.
    Account,
    /// Also keeps all accounts, plans, people and sources.
    Operator,
}

impl Scope {
    pub const ALL: [Scope; 4] = [Scope::Read, Scope::Write, Scope::Account, Scope::Operator];

    pub fn name(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Write => "write",
            Scope::Account => "account",
            Scope::Operator => "operator",
        }
    }

    pub fn from_name(name: &str) -> Option<Scope> {
        Scope::ALL.into_iter().find(|scope| scope.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_a_ladder_with_a_name_on_each_step() {
        assert!(Scope::ALL.is_sorted());
        for scope in Scope::ALL {
            assert_eq!(Scope::from_name(scope.name()), Some(scope));
        }
        assert_eq!(Scope::from_name("Operator"), None);
    }
}
