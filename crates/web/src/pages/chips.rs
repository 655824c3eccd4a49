//! Filters that are set, each with the address of the page without it: `{{ chips }}`. Values of one kind are joined by
//! "or", different kinds by "and".

use askama::Template;

use super::asked::Asked;
use crate::texts::{Markup, t};

#[derive(Template, Default)]
#[template(path = "parts/chips.html")]
pub struct Chips {
    chips: Vec<Chip>,
}

struct Chip {
    text: String,
    /// The page without it.
    href: String,
    /// What stands before it; empty before the first.
    joint: &'static str,
}

impl Markup for Chips {}

impl Chips {
    /// Of the parameters that `labels` has with how people call them, in that order.
    pub fn of(
        asked: &Asked,
        labels: &[(&str, &'static str)],
        value_shown: impl Fn(&str, &str) -> String,
    ) -> Chips {
        let mut chips: Vec<Chip> = Vec::new();
        for (parameter, label) in labels {
            let set =
                asked.query.iter().filter(|(name, value)| name == parameter && !value.trim().is_empty());
            for (at, (name, value)) in set.enumerate() {
                let joint = match (chips.is_empty(), at) {
                    (true, _) => "",
                    (false, 0) => t("and"),
                    (false, _) => t("or"),
                };
                let text = format!("{}: {}", t(label), value_shown(name, value));
                chips.push(Chip { text, href: asked.without(name, value), joint });
            }
        }
        Chips { chips }
    }

    pub fn is_empty(&self) -> bool {
        self.chips.is_empty()
    }
}
