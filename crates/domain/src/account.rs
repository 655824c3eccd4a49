//! What accounts, their people and their keys can be: closed lists, stored and published by their names.

use crate::category::closed_list;

closed_list! {
    /// What a person may do in an account; each may all that the ones before may.
    Role {
        /// Looks at everything, changes nothing.
        Viewer = "viewer",
        /// Keeps keys, Spaces and Brains.
        Member = "member",
        /// Also decides about overage and about who belongs to the account.
        Owner = "owner",
    }
}

impl Role {
    /// The most first, as people are offered them.
    pub const OFFERED: [Role; 3] = [Role::Owner, Role::Member, Role::Viewer];

    /// What a key may do that stands for somebody in this role.
    pub fn scope(self) -> Scope {
        match self {
            Role::Viewer => Scope::Read,
            Role::Member => Scope::Write,
            Role::Owner => Scope::Account,
        }
    }
}

closed_list! {
    /// How much a key may do, the least first. Each scope opens all that the ones before it open, as the roles of people do.
    ///
    /// A key can be as much as whoever makes it and never more, so that no key leads to a larger one.
    Scope {
        /// Asks: everything that is published, and what the account keeps.
        Read = "read",
        /// Also keeps Spaces, Brains, runs and keys of its own scope.
        Write = "write",
        /// Also decides about overage and about who belongs to the account.
        Account = "account",
        /// Also keeps all accounts, plans, people and sources.
        Operator = "operator",
    }
}

closed_list! {
    /// How the account's saved card stands.
    #[derive(Default)]
    PaymentStatus {
        /// No card is saved; the operator bills in another way, or not at all.
        #[default]
        None = "none",
        Active = "active",
        PastDue = "past_due",
        Failed = "failed",
    }
}

impl PaymentStatus {
    /// Whether the account may run up something to pay later. An unpaid bill stops that and nothing else:
    /// what is included or prepaid stays usable, and ending a subscription is a change of plan.
    pub fn may_buy(self) -> bool {
        matches!(self, PaymentStatus::None | PaymentStatus::Active)
    }
}

closed_list! {
    /// Where the credits of a call come from, in the order of asking; the last has no account.
    FundingSource {
        Included = "included",
        LegacyPrepaid = "legacy_prepaid",
        SubscriberOverage = "subscriber_overage",
        RegisteredMetered = "registered_metered",
        X402 = "x402",
    }
}

closed_list! {
    /// How a payment for one call stands, as its row says.
    PaymentState {
        /// The authorization is somebody's to try.
        Reserved = "reserved",
        /// The money was asked for.
        Settling = "settling",
        Settled = "settled",
        /// No money was taken, as far as anybody can tell.
        Refused = "refused",
        /// The money may be there.
        Unknown = "unknown",
        /// The money can never be there any more.
        Void = "void",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_and_scopes_are_one_ladder() {
        assert!(Scope::ALL.is_sorted());
        assert!(Role::ALL.is_sorted());
        assert!(Role::ALL.is_sorted_by_key(|role| role.scope()));
        assert_eq!(Scope::from_name("Operator"), None);
    }
}

closed_list! {
    /// How a workflow run stands.
    RunStatus {
        Queued = "queued",
        Running = "running",
        Succeeded = "succeeded",
        Failed = "failed",
        Cancelled = "cancelled",
    }
}

impl RunStatus {
    /// How far a run has come; it never goes back.
    pub fn stage(self) -> u8 {
        match self {
            RunStatus::Queued => 0,
            RunStatus::Running => 1,
            RunStatus::Succeeded | RunStatus::Failed | RunStatus::Cancelled => 2,
        }
    }
}
