//! The directness model: a question and an answer in, a score and its reasons out.

/// How direct an answer is, in three steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Label {
    Direct,
    Intermediate,
    Evasive,
}

/// What a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Topic {
    Guidance,
    Growth,
    Margins,
    Costs,
    BalanceSheet,
    CapitalAllocation,
    Deals,
    Regulation,
    Product,
    Competition,
    Customers,
    Macro,
    Operations,
    Other,
}

/// Something in the words that a person can check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReasonKind {
    Refuses,
    CitesRegulation,
    Defers,
    Unable,
    Deflects,
    Hedges,
    GivesNumber,
    NumberMissing,
    SaysYesOrNo,
    StaysOnTopic,
    LeavesTopic,
}

/// A kind and the words that triggered it, verbatim from the question or the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    pub kind: ReasonKind,
    pub words: String,
}

/// What the model reads in one exchange.
#[derive(Clone, Debug, PartialEq)]
pub struct Directness {
    /// 1 direct, 0 evasive.
    pub score: f32,
    pub label: Label,
    /// Probability that the answer refuses, defers or cannot.
    pub non_answer: f32,
    /// Probability that the answer is concrete.
    pub specific: f32,
    pub asks_number: bool,
    pub gives_number: bool,
    pub topic: Topic,
    /// Refuses and cites law or regulation; counted apart.
    pub declined: bool,
    pub reasons: Vec<Reason>,
}

/// None where the answer has no words.
pub fn assess(question: &str, answer: &str) -> Option<Directness> {
    let _ = (question, answer);
    None
}
