//! An exchange with its score, as it is kept and as it is read again.
//!
//! Every text in it is a substring of one turn of the call; where the model read several turns as one, the parts stay
//! apart here.

use std::sync::LazyLock;

use analysis::directness::{Directness, Exchange, Label, Passage, Topic, assess};
use serde::{Deserialize, Serialize};

/// Changes whenever what is kept of a call changes its shape or its meaning.
const SHAPE: &str = "calls-2";

/// The numbers of an exchange that scores of companies are made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    /// 1 direct, 0.5 intermediate, 0 evasive.
    pub score: f32,
    pub label: String,
    pub topic: String,
    pub asks_number: bool,
    pub gives_number: bool,
    /// Refuses and cites law or regulation for it; counted apart.
    pub declined: bool,
}

/// One person's words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Words {
    pub speaker: String,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReasonRead {
    /// In words.
    pub reason: String,
    /// The words that gave it.
    pub quote: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScoredExchange {
    pub question: Vec<Words>,
    pub answer: Vec<Words>,
    pub analyst: String,
    /// A moderator read out what a shareholder had sent in.
    pub submitted: bool,
    pub speaker: String,
    pub title: Option<String>,
    pub mark: Mark,
    pub non_answer: f32,
    pub specific: f32,
    pub reasons: Vec<ReasonRead>,
}

impl ScoredExchange {
    pub fn new(exchange: &Exchange, read: &Directness) -> ScoredExchange {
        let words = |passages: &[Passage]| -> Vec<Words> {
            passages
                .iter()
                .map(|passage| Words { speaker: passage.speaker.clone(), text: passage.text.clone() })
                .collect()
        };
        let (question, answer) = (words(&exchange.question), words(&exchange.answer));
        let reasons = read
            .reasons
            .iter()
            .map(|reason| ReasonRead {
                reason: reason.kind.words().to_owned(),
                quote: within_one(&reason.quote, answer.iter().chain(&question)),
            })
            .collect();
        ScoredExchange {
            question,
            answer,
            analyst: exchange.analyst.clone(),
            submitted: exchange.submitted,
            speaker: exchange.speaker.clone(),
            title: exchange.title.clone(),
            mark: Mark {
                score: read.score,
                label: read.label.name().to_owned(),
                topic: read.topic.name().to_owned(),
                asks_number: read.asks_number,
                gives_number: read.gives_number,
                declined: read.declined,
            },
            non_answer: read.non_answer,
            specific: read.specific,
            reasons,
        }
    }

    /// The longest part of the question.
    pub fn question_quote(&self) -> &str {
        longest(self.question.iter())
    }

    /// The longest part of what the main speaker answered.
    pub fn answer_quote(&self) -> &str {
        longest(self.answer.iter().filter(|words| words.speaker == self.speaker))
    }
}

fn longest<'a>(words: impl Iterator<Item = &'a Words>) -> &'a str {
    // The first of equals, so that the choice never depends on anything else.
    words.fold("", |best, words| if words.text.len() > best.len() { &words.text } else { best })
}

/// A quote that runs over two turns is no substring of either: its longest part within one turn stands for it.
fn within_one<'a>(quote: &str, turns: impl Iterator<Item = &'a Words> + Clone) -> String {
    if turns.clone().any(|words| words.text.contains(quote)) {
        return quote.to_owned();
    }
    let parts =
        quote.split('\n').map(str::trim).filter(|part| turns.clone().any(|words| words.text.contains(part)));
    parts.fold("", |best, part| if part.len() > best.len() { part } else { best }).to_owned()
}

impl Mark {
    /// As far as scores of calls and companies look at it.
    pub fn directness(&self) -> Directness {
        Directness {
            score: self.score,
            label: LABELS.into_iter().find(|label| label.name() == self.label).unwrap_or(Label::Intermediate),
            non_answer: 0.0,
            specific: 0.0,
            specificity: 0,
            asks_number: self.asks_number,
            gives_number: self.gives_number,
            topic: TOPICS.into_iter().find(|topic| topic.name() == self.topic).unwrap_or(Topic::Other),
            declined: self.declined,
            reasons: Vec::new(),
        }
    }
}

const LABELS: [Label; 3] = [Label::Direct, Label::Intermediate, Label::Evasive];
const TOPICS: [Topic; 14] = [
    Topic::Guidance,
    Topic::Growth,
    Topic::Margins,
    Topic::Costs,
    Topic::CapitalAllocation,
    Topic::Deals,
    Topic::Regulation,
    Topic::Product,
    Topic::Competition,
    Topic::Customers,
    Topic::Macro,
    Topic::Operations,
    Topic::BalanceSheet,
    Topic::Other,
];

/// The two least direct and the two most direct exchanges, in the order in which they were spoken.
pub fn most_telling(exchanges: &[ScoredExchange]) -> Vec<&ScoredExchange> {
    let mut order: Vec<usize> = (0..exchanges.len()).collect();
    order.sort_by(|&a, &b| exchanges[a].mark.score.total_cmp(&exchanges[b].mark.score).then(a.cmp(&b)));
    let mut chosen: Vec<usize> = order.iter().take(2).chain(order.iter().rev().take(2)).copied().collect();
    chosen.sort_unstable();
    chosen.dedup();
    chosen.into_iter().map(|at| &exchanges[at]).collect()
}

/// Names what scores: a retrained model reads other numbers in the same words, and so gets another name by itself.
pub fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let probes = [
            (
                "What was the gross margin in the quarter?",
                "Gross margin was 41 percent, up from 38 a year ago.",
            ),
            (
                "Can you give guidance for next year?",
                "We don't guide to that, and we will have more to say later.",
            ),
            ("How is the regulator's review going?", "I can't comment on pending litigation."),
            (
                "How do you think about competition?",
                "We feel very good about our position. What matters is the team.",
            ),
        ];
        let mut text = SHAPE.to_owned();
        for (question, answer) in probes {
            if let Some(read) = assess(question, answer) {
                text.push_str(&format!(" {read:?}"));
            }
        }
        let hash = domain::hash::to_hex(&domain::hash::hash128(text.as_bytes()));
        format!("{SHAPE} {}", &hash[..12])
    });
    &VERSION
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Words {
        Words { speaker: "A".into(), text: text.into() }
    }

    #[test]
    fn a_quote_over_two_turns_becomes_a_part_of_one() {
        let turns = [words("We will not say. Not today"), words("or tomorrow, ever again.")];
        assert_eq!(within_one("We will not say.", turns.iter()), "We will not say.");
        assert_eq!(within_one("Not today\nor tomorrow, ever again", turns.iter()), "or tomorrow, ever again");
        assert_eq!(within_one("never said", turns.iter()), "");
    }

    #[test]
    fn every_topic_and_label_comes_back() {
        for (topic, label) in TOPICS.into_iter().zip(LABELS.into_iter().cycle()) {
            let mark = Mark {
                score: 0.1,
                label: label.name().into(),
                topic: topic.name().into(),
                asks_number: true,
                gives_number: false,
                declined: false,
            };
            let kept: Mark =
                serde_json::from_str(&serde_json::to_string(&mark).expect("JSON")).expect("a mark");
            assert_eq!(kept, mark);
            assert_eq!((kept.directness().topic, kept.directness().label), (topic, label));
        }
    }
}
