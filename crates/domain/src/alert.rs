//! Alerts: what a rule watches, what must happen there, and what an event is called.

use crate::category::closed_list;

closed_list! {
    /// What a rule watches.
    AlertSubject {
        /// All coverage.
        Everything = "everything",
        /// A search in the keyword language.
        Query = "query",
        /// A Space of the account, by its id.
        Space = "space",
        Company = "company",
        Asset = "asset",
        /// A story, by its id.
        Story = "story",
        Cohort = "cohort",
        /// A metric of the index portfolio.
        Index = "index",
    }
}

closed_list! {
    /// What must happen for a rule to fire.
    AlertCondition {
        /// A new item.
        Item = "item",
        /// More items on a day than so many times the norm of the 28 days before.
        Volume = "volume",
        /// The tone of a day that is over lies further from the 28 days before it than chance explains.
        ToneShift = "tone_shift",
        /// A story that is told by so many outlet families within three days of its beginning.
        NewStory = "new_story",
        /// A day's reading on the other side of a level than the day before.
        Crosses = "crosses",
        /// A day's reading further from that of the day before than so much.
        Moves = "moves",
        /// A filing, of a form type where one is given.
        Filing = "filing",
        /// An earnings call that was scored.
        ScoredCall = "scored_call",
    }
}

impl AlertCondition {
    /// Whether one new item is enough.
    pub fn is_of_items(self) -> bool {
        matches!(self, AlertCondition::Item | AlertCondition::Filing | AlertCondition::ScoredCall)
    }

    /// Whether it is about published readings rather than articles.
    pub fn is_of_readings(self) -> bool {
        matches!(self, AlertCondition::Crosses | AlertCondition::Moves)
    }
}

closed_list! {
    /// What an event tells.
    EventType {
        /// A rule fired.
        AlertFired = "alert.fired",
        /// Deliveries wait: the account has no credits for them.
        CreditsExhausted = "credits.exhausted",
        /// An endpoint is not delivered to any more.
        WebhookDisabled = "webhook.disabled",
        /// Sent on request, to try an endpoint.
        WebhookTest = "webhook.test",
        /// What moved in the last day or week.
        Digest = "digest",
    }
}

closed_list! {
    /// How often a digest comes.
    Frequency {
        Daily = "daily",
        Weekly = "weekly",
    }
}

closed_list! {
    Weekday {
        Monday = "monday",
        Tuesday = "tuesday",
        Wednesday = "wednesday",
        Thursday = "thursday",
        Friday = "friday",
        Saturday = "saturday",
        Sunday = "sunday",
    }
}
