//! Who is speaking: the role a voice has in the field.

use crate::category::closed_list;

closed_list! {
    /// A speaker's role. A speaker whose role is not known has none, never a guessed one.
    Cohort {
        Executive = "executive",
        Founder = "founder",
        Developer = "developer",
        Analyst = "analyst",
        Investor = "investor",
        Trader = "trader",
        Media = "media",
        Policy = "policy",
        Commentator = "commentator",
        Brand = "brand",
    }
}
