//! Why a reading moved since the day before: parts that add up to the change to the last digit.
//!
//! A part is what one article gave to the change, or something that no single article gives and that is named instead. Parts
//! are told as whole millionths of the metric's unit; what rounding leaves over goes to those that lost most by it, so that
//! no list is ever off by one.

mod consensus;
mod cost_basis;
mod grouped;
mod index;
mod item;
mod reach;
mod share;

use domain::{Cohort, Instant};

use crate::metrics::{
    Inputs, bitcoin_discourse_dominance, cohort_conviction_gap, main_breadth, main_index,
    narrative_cost_basis,
};

pub use grouped::{By, Group, Key, grouped};
pub use item::{Item, items};

/// Millionths of a unit that a part is told in.
pub const STEPS: f64 = 1e6;

/// How a metric's change is taken apart.
#[derive(Clone, Copy, Debug)]
pub struct Explanation {
    pub metric: &'static str,
    /// In words.
    pub how: &'static str,
    /// Days up to the later reading whose articles are told one by one.
    pub article_days: i64,
    /// Days up to it that are looked at; none: all.
    pub days: Option<i64>,
    parts: fn(&Change<'_>) -> Vec<Part>,
}

/// Two readings of one metric and what lay before them.
pub struct Change<'a> {
    pub earlier: Side<'a>,
    pub later: Side<'a>,
    /// The scale of the later reading, where the metric has scales.
    pub kappa: Option<f64>,
    /// Articles of the last `article_days`.
    pub items: &'a [Item<'a>],
}

/// One of the readings: when it was taken, and the days up to then.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    pub at: Instant,
    pub inputs: Inputs<'a>,
}

/// Something that moved the reading, in its unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Place among the items.
    pub item: Option<usize>,
    pub outlet: Option<String>,
    pub cohort: Option<Cohort>,
    /// What it is where it is no single article.
    pub other: Option<Other>,
    pub value: f64,
}

/// What moves a reading and is no single article.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Other {
    Fading,
    Past,
    Panels,
    Amounts,
    Since,
}

impl Other {
    pub fn name(self) -> &'static str {
        match self {
            Other::Fading => "Coverage of the days before, as it weighs less",
            Other::Past => "What is usual, as its days move on",
            Other::Panels => "Panels that came to have or lack enough units",
            Other::Amounts => "How much was said, and how far people of a cohort differ",
            Other::Since => "Articles that came, changed or were regrouped after publishing",
        }
    }
}

impl Part {
    fn of_item(item: usize, value: f64) -> Part {
        Part { item: Some(item), outlet: None, cohort: None, other: None, value }
    }

    fn of(other: Other, value: f64) -> Part {
        Part { item: None, outlet: None, cohort: None, other: Some(other), value }
    }
}

const EXPLANATIONS: &[Explanation] = &[
    Explanation {
        metric: main_index::METHOD.id,
        how: "An article's part of z is its source's weight and gain times its own weight and its tone above the source's \
              usual one. What an article adds less what it added the day before is its part of the change; all parts are \
              scaled alike from z to points. An article that grows older or leaves the window has a part too.",
        article_days: 4,
        days: Some(93),
        parts: index::parts,
    },
    Explanation {
        metric: bitcoin_discourse_dominance::METHOD.id,
        how: "An article's part of the share is what its outlet's cap leaves of its attention to Bitcoin, less the mean of both \
              days' shares of its attention to all assets: one that speaks of others only draws the share down. Articles \
              of the last three days are told one by one, those before them by outlet.",
        article_days: 3,
        days: Some(36),
        parts: share::parts,
    },
    Explanation {
        metric: narrative_cost_basis::METHOD.id,
        how: "The basis moves toward the day's close by the attention that Bitcoin got that day: an article's part is its \
              attention times the distance from the basis before to the close. A day without a close moves nothing.",
        article_days: 1,
        days: None,
        parts: cost_basis::parts,
    },
    Explanation {
        metric: cohort_conviction_gap::METHOD.id,
        how: "A cohort's part is its mean effect over all orders in which the cohorts can pass from one day's state to the \
              next (Shapley). Within it an article's part is what it adds to the cohort's tone less what it added the day \
              before, times the effect of that tone; the rest comes from how much was said and how far people differ.",
        article_days: 8,
        days: Some(8),
        parts: consensus::parts,
    },
    Explanation {
        metric: main_breadth::METHOD.id,
        how: "A panel's part is its rank's part in the mean. Within it those units share who came to speak of Bitcoin more than \
              they usually do, or ceased to, each by one part in the panel's units, and a unit's part is shared by the \
              articles in which it spoke of Bitcoin.",
        article_days: 2,
        days: Some(458),
        parts: reach::parts,
    },
];

/// How a metric is explained.
pub fn of(metric: &str) -> Option<&'static Explanation> {
    EXPLANATIONS.iter().find(|explanation| explanation.metric == metric)
}

impl Explanation {
    /// Parts that add up to what was published: what the articles held today do not account for is a part of its own.
    pub fn parts(&self, change: &Change<'_>, published: f64) -> Vec<Part> {
        let mut parts = (self.parts)(change);
        parts.retain(|part| part.value.is_finite());
        let told: f64 = parts.iter().map(|part| part.value).sum();
        parts.push(Part::of(Other::Since, published - told));
        parts
    }
}

#[cfg(test)]
mod tests;
