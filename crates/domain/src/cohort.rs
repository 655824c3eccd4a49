//! Who is speaking: the role a voice has in the field.

use crate::category::closed_list;

closed_list! {
    /// A speaker's role. The author of a post whose role is not known has none; somebody who is quoted without one is a
    /// commentator.
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
