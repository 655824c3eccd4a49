//! What can be said of an exchange: how direct, about what, and why.

/// From here on a score is in the middle, as in [`super::score::Band`].
pub(super) const EVASIVE_BELOW: f32 = 0.4;
/// The highest that is moved into the middle: it must not look direct where it is printed with two places.
pub(super) const MIDDLE_UP_TO: f32 = 0.69;
/// From here on it is direct.
pub(super) const DIRECT_FROM: f32 = 0.7;

/// How direct an answer is, in three steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Label {
    Direct,
    Intermediate,
    Evasive,
}

impl Label {
    /// The label of a score from 0 to 1.
    pub fn of(score: f32) -> Label {
        match score {
            score if score >= DIRECT_FROM => Label::Direct,
            score if score >= EVASIVE_BELOW => Label::Intermediate,
            _ => Label::Evasive,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Label::Direct => "direct",
            Label::Intermediate => "intermediate",
            Label::Evasive => "evasive",
        }
    }
}

/// What a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Topic {
    Guidance,
    Growth,
    Margins,
    Costs,
    CapitalAllocation,
    Deals,
    Regulation,
    Product,
    Competition,
    Customers,
    Macro,
    Operations,
    BalanceSheet,
    Other,
}

impl Topic {
    pub fn name(self) -> &'static str {
        match self {
            Topic::Guidance => "guidance",
            Topic::Growth => "growth",
            Topic::Margins => "margins",
            Topic::Costs => "costs",
            Topic::CapitalAllocation => "capital allocation",
            Topic::Deals => "deals",
            Topic::Regulation => "regulation",
            Topic::Product => "product",
            Topic::Competition => "competition",
            Topic::Customers => "customers",
            Topic::Macro => "macro",
            Topic::Operations => "operations",
            Topic::BalanceSheet => "balance sheet",
            Topic::Other => "other",
        }
    }
}

/// Something in the words that a person can check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReasonKind {
    Refuses,
    CitesRegulation,
    Defers,
    Unable,
    TooEarly,
    AsksBack,
    Deflects,
    Hedges,
    GivesNumber,
    NumberMissing,
    SaysYesOrNo,
    StaysOnTopic,
    LeavesTopic,
}

impl ReasonKind {
    /// In words, for a reader.
    pub fn words(self) -> &'static str {
        match self {
            ReasonKind::Refuses => "refuses to say",
            ReasonKind::CitesRegulation => "cites law or regulation",
            ReasonKind::Defers => "defers to later",
            ReasonKind::Unable => "says it cannot",
            ReasonKind::TooEarly => "says it is too early or too hard to tell",
            ReasonKind::AsksBack => "answers with a question",
            ReasonKind::Deflects => "turns to something else",
            ReasonKind::Hedges => "hedges",
            ReasonKind::GivesNumber => "gives a number where one was asked for",
            ReasonKind::NumberMissing => "gives no number where one was asked for",
            ReasonKind::SaysYesOrNo => "says yes or no",
            ReasonKind::StaysOnTopic => "takes up the question's words",
            ReasonKind::LeavesTopic => "takes up few of the question's words",
        }
    }
}

/// A kind and the words that triggered it, verbatim from the answer or, where a number is missing, from the question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    pub kind: ReasonKind,
    pub quote: String,
}
