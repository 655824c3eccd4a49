//! Pairs questions with answers.
//!
//! A question and all that is said to it until the next question is one exchange. Greetings, thanks and the operator's
//! words are set aside; a question asked back and its explanation stay inside. Who speaks is taken from the turns and
//! never guessed.

use domain::{Role, Section, Turn};

use super::courtesy::{
    announces_question, asks, asks_back, closes_call, introduces, is_polite_turn, reads_out,
};

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
    OneNameForTwo,
}

impl Unscorable {
    /// For a reader, after "because".
    pub fn reason(self) -> &'static str {
        match self {
            Unscorable::Empty => "the call has no words",
            Unscorable::Unlabelled => "the transcript does not say who is speaking",
            Unscorable::OneSided => "only one person speaks",
            Unscorable::NoQuestions => "there is no question-and-answer part",
            Unscorable::NoAnalyst => "nobody from outside the company asks a question",
            Unscorable::NoAnswers => "no question is followed by an answer from the company",
            Unscorable::OneNameForTwo => "those who ask and those who answer have the same name",
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
    refuse_early(turns)?;
    let mut walk = Walk { turns, open: None, done: Vec::new() };
    for at in 0..turns.len() {
        walk.step(at);
    }
    walk.close();
    let found = walk.done;
    if found.is_empty() {
        let asked = turns.iter().any(|turn| is_outside(turn) && asks(&turn.text));
        return Err(if asked { Unscorable::NoAnswers } else { Unscorable::NoAnalyst });
    }
    let same = found.iter().filter(|exchange| exchange.analyst == exchange.speaker).count();
    if same * 2 > found.len() {
        return Err(Unscorable::OneNameForTwo);
    }
    Ok(found.into_iter().filter(|exchange| exchange.analyst != exchange.speaker).collect())
}

fn refuse_early(turns: &[Turn]) -> Result<(), Unscorable> {
    let spoken: Vec<&Turn> = turns.iter().filter(|turn| !turn.text.trim().is_empty()).collect();
    if spoken.is_empty() {
        return Err(Unscorable::Empty);
    }
    if spoken.iter().all(|turn| turn.speaker.trim().is_empty()) {
        return Err(Unscorable::Unlabelled);
    }
    let people: std::collections::HashSet<&str> =
        spoken.iter().filter(|turn| turn.role != Role::Operator).map(|turn| turn.speaker.as_str()).collect();
    if people.len() < 2 {
        return Err(Unscorable::OneSided);
    }
    let questions = spoken.iter().any(|turn| turn.section == Section::Questions || is_outside(turn));
    if !questions {
        return Err(Unscorable::NoQuestions);
    }
    Ok(())
}

fn is_outside(turn: &Turn) -> bool {
    matches!(turn.role, Role::Analyst | Role::Shareholder)
}

/// A question that has been asked and what has been said to it so far.
#[derive(Default)]
struct Open {
    question: Vec<usize>,
    answer: Vec<usize>,
    submitted: bool,
}

struct Walk<'a> {
    turns: &'a [Turn],
    open: Option<Open>,
    done: Vec<Exchange>,
}

impl Walk<'_> {
    fn step(&mut self, at: usize) {
        let turn = &self.turns[at];
        let text = turn.text.trim();
        if text.is_empty() || turn.section == Section::Prepared {
            return;
        }
        let next = self.turns.get(at + 1);
        match turn.role {
            Role::Analyst | Role::Shareholder => {
                self.outside(at, turn.role == Role::Shareholder && reads_out(text))
            }
            Role::Operator if text.contains('?') && reads_out(text) && next.is_some_and(answers) => {
                self.begin(at, true)
            }
            Role::Operator => {
                // A question still waits for its answer when the operator only helps with the line.
                if self.open.as_ref().is_none_or(|open| !open.answer.is_empty()) || introduces(text) {
                    self.close();
                }
            }
            Role::Executive
                if moderates(turn) && text.contains('?') && reads_out(text) && next.is_some_and(answers) =>
            {
                self.begin(at, true);
            }
            Role::Executive | Role::Guest => self.inside(at),
            Role::Unknown | Role::Host => {
                let before = at.checked_sub(1).map(|at| &self.turns[at]);
                let asked = text.contains('?')
                    && next.is_some_and(answers)
                    && before.is_none_or(|before| before.speaker != turn.speaker);
                if asked && turn.section == Section::Questions {
                    self.outside(at, false);
                }
            }
        }
    }

    /// Somebody from outside speaks.
    fn outside(&mut self, at: usize, submitted: bool) {
        let text = &self.turns[at].text;
        let Some(open) = &mut self.open else {
            if asks(text) {
                self.begin(at, submitted);
            }
            return;
        };
        let same =
            open.question.last().is_some_and(|&last| self.turns[last].speaker == self.turns[at].speaker);
        let answered = open.answer.iter().any(|&answer| !asks_back(&self.turns[answer].text));
        if same && !answered {
            // Still asking, or explaining what was asked.
            open.question.push(at);
        } else if asks(text) {
            self.begin(at, submitted);
        }
        // Thanks and "right" between two parts of an answer change nothing.
    }

    fn inside(&mut self, at: usize) {
        let text = &self.turns[at].text;
        if let Some(open) = &mut self.open {
            let polite = open.answer.is_empty() && is_polite_turn(text);
            if !polite && !closes_call(text) {
                open.answer.push(at);
            }
        }
    }

    fn begin(&mut self, at: usize, submitted: bool) {
        self.close();
        self.open = Some(Open { question: vec![at], answer: Vec::new(), submitted });
    }

    fn close(&mut self) {
        let Some(mut open) = self.open.take() else { return };
        // Pleasantries after the answer are no part of it.
        while open.answer.len() > 1
            && open.answer.last().is_some_and(|&last| is_polite_turn(&self.turns[last].text))
        {
            open.answer.pop();
        }
        if open.answer.is_empty() {
            return;
        }
        let passage = |&turn: &usize| {
            let from = &self.turns[turn];
            Passage { turn, speaker: from.speaker.clone(), text: from.text.trim().to_owned() }
        };
        let main = longest(self.turns, &open.answer);
        let analyst = &self.turns[open.question[0]];
        self.done.push(Exchange {
            question: open.question.iter().map(passage).collect(),
            answer: open.answer.iter().map(passage).collect(),
            analyst: analyst.speaker.clone(),
            submitted: open.submitted,
            speaker: self.turns[main].speaker.clone(),
            title: self.turns[main].title.clone(),
        });
    }
}

/// A turn of whoever says most of the answer.
fn longest(turns: &[Turn], answer: &[usize]) -> usize {
    let mut best = (0, answer[0]);
    for &at in answer {
        let said: usize = answer
            .iter()
            .filter(|&&other| turns[other].speaker == turns[at].speaker)
            .map(|&other| turns[other].text.len())
            .sum();
        if said > best.0 {
            best = (said, at);
        }
    }
    best.1
}

fn answers(turn: &Turn) -> bool {
    turn.role == Role::Executive && !turn.text.trim().is_empty()
}

/// Whoever looks after investors reads questions out; so may anyone who announces one.
fn moderates(turn: &Turn) -> bool {
    let title = turn.title.as_deref().unwrap_or_default().to_lowercase();
    let office = title.contains("investor relations")
        || title.contains("communications")
        || title.split(|c: char| !c.is_alphabetic()).any(|word| word == "ir");
    office || announces_question(&turn.text)
}
