//! What a tool is: an operation under a name, with words for models, and what it does to the world.

use interface::{Entry, Method};
use metering::Scope;
use rmcp::model::ToolAnnotations;

/// An operation under the name that models know.
pub struct Tool {
    pub name: &'static str,
    pub title: &'static str,
    pub entry: Entry,
    /// What it answers, and when another tool is better.
    pub about: &'static str,
    /// The first line of its answer, with places for members of it.
    pub lead: &'static str,
    /// What stands there instead where a list that it takes its first or last row from is empty.
    pub lead_of_none: &'static str,
    /// An argument that is always this, and that callers do not see.
    pub fixed: Option<(&'static str, &'static [&'static str])>,
}

/// How much of an answer its text tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    Short,
    Full,
}

impl Detail {
    pub const NAMES: [&'static str; 2] = ["short", "full"];
}

impl Tool {
    pub fn or_none(self, lead_of_none: &'static str) -> Tool {
        Tool { lead_of_none, ..self }
    }

    /// What it answers and what that costs; the price is the operation's own.
    pub fn description(&self) -> String {
        format!("{} {}", self.about, self.cost())
    }

    fn cost(&self) -> String {
        let credits = |n: u32| if n == 1 { "1 credit".to_owned() } else { format!("{n} credits") };
        let base = self.entry.base_credits;
        match (base, self.entry.counts_results()) {
            (0, _) => "Free.".into(),
            (_, true) => format!("Costs {} plus 1 per 25 of limit.", credits(base)),
            (_, false) if self.entry.protected_by.is_empty() => format!("Costs {}.", credits(base)),
            (_, false) => {
                format!("Free; {} with {}.", credits(base), self.entry.protected_by.join(" or "))
            }
        }
    }

    pub fn annotations(&self) -> ToolAnnotations {
        let reads = self.entry.scope == Scope::Read;
        debug_assert!(reads || self.entry.route.method == Method::Post);
        // Nothing is ever asked outside of the store.
        let hints = ToolAnnotations::with_title(self.title).read_only(reads).open_world(false);
        // The other two mean something only of what writes: it adds under the caller's own name for it, and the same
        // again changes nothing.
        if reads { hints } else { hints.destructive(false).idempotent(true) }
    }
}
