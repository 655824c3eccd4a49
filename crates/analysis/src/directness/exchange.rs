//! Pairs questions with answers.

use domain::Turn;

/// Words of one turn, verbatim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// Index into the turns that were given.
    pub turn: usize,
    pub speaker: String,
    /// A substring of that turn's text.
    pub text: String,
}

/// One question, with its follow-ups and parts, and the answer to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    pub question: Vec<Passage>,
    pub answer: Vec<Passage>,
    /// Who asked.
    pub analyst: String,
    /// True where a moderator read out what a shareholder had sent in.
    pub submitted: bool,
    /// Who said most of the answer, and their title.
    pub speaker: String,
    pub title: Option<String>,
}

impl Exchange {
    /// The words of the question, a paragraph per passage.
    pub fn question_text(&self) -> String {
        joined(&self.question)
    }

    /// The words of the answer, a paragraph per passage.
    pub fn answer_text(&self) -> String {
        joined(&self.answer)
    }
}

fn joined(passages: &[Passage]) -> String {
    passages.iter().map(|passage| passage.text.as_str()).collect::<Vec<_>>().join("\n")
}

/// Why a call has no exchanges that could be scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unscorable {
    Empty,
    Unlabelled,
    OneSided,
    NoQuestions,
    NoAnalyst,
    NoAnswers,
}

impl Unscorable {
    /// A sentence for a reader: "not scorable, because ...".
    pub fn reason(self) -> &'static str {
        match self {
            Unscorable::Empty => "the call has no words",
            Unscorable::Unlabelled => "the transcript does not say who is speaking",
            Unscorable::OneSided => "only one person speaks",
            Unscorable::NoQuestions => "there is no question-and-answer part",
            Unscorable::NoAnalyst => "nobody from outside the company asks a question",
            Unscorable::NoAnswers => "no question is followed by an answer from the company",
        }
    }
}

impl std::fmt::Display for Unscorable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "not scorable, because {}", self.reason())
    }
}

/// The exchanges of a call in the order they were spoken.
pub fn exchanges(turns: &[Turn]) -> Result<Vec<Exchange>, Unscorable> {
    if turns.iter().all(|turn| turn.text.trim().is_empty()) {
        return Err(Unscorable::Empty);
    }
    Err(Unscorable::NoQuestions)
}
