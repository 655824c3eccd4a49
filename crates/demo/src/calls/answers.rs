//! How a question is put and how it is met: with a number, with care, with half an answer, or with fog.

use crate::calls::topics::Topic;
use crate::prose::{Slots, write};
use crate::rng::Rng;

/// The way an executive answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// The thing that was asked, with its figure.
    Direct,
    /// The same, wrapped in conditions.
    Hedged,
    /// A related point; part of the question stays open.
    Partial,
    /// Another subject, in good spirits.
    Sidestep,
    /// "We don't break that out."
    Refuse,
    /// "We'll have more next quarter."
    Later,
    /// "I don't have that in front of me."
    Unable,
    /// "Given the review, we can't comment."
    Legal,
}

impl Manner {
    pub fn draw(directness: f64, topic: &Topic, rng: &mut Rng) -> Manner {
        match directness + rng.normal() * 0.2 {
            x if x > 0.66 => Manner::Direct,
            x if x > 0.50 => Manner::Hedged,
            x if x > 0.35 => Manner::Partial,
            x if x > 0.18 => Manner::Sidestep,
            _ if topic.is_legal && rng.chance(0.6) => Manner::Legal,
            _ => rng.pick(&[Manner::Refuse, Manner::Refuse, Manner::Later, Manner::Unable]),
        }
    }
}

/// The topic's `number`-th question, as an analyst puts it.
pub fn question(topic: &Topic, number: usize, follows: bool, slots: &Slots, rng: &mut Rng) -> String {
    let courtesy: &[&str] = if follows {
        &[
            "[And then just|Maybe as] a follow-up.",
            "[And one more|One more] if I may.",
            "Okay. Then on something else.",
        ]
    } else {
        &[
            "Hi, [good afternoon|good morning], thanks for taking my question.",
            "Thanks, and congrats on the quarter.",
            "Hey, thanks for the time.",
            "Yes, thank you.",
        ]
    };
    let courtesy = write(rng.pick(courtesy), slots, rng);
    format!("{courtesy} {}", write(topic.questions[number], slots, rng))
}

/// What management says to that question.
pub fn answer(topic: &Topic, number: usize, manner: Manner, slots: &Slots, rng: &mut Rng) -> String {
    let mut slots = slots.clone();
    slots.set("topic", topic.subject).set("pivot", topic.pivot);
    let direct = &[topic.direct[number]];
    let partial = &[topic.partial[number % topic.partial.len()]];
    let mut line = |lines: &[&'static str]| write(rng.pick(lines), &slots, rng);
    match manner {
        Manner::Direct => [line(DIRECT_OPENINGS), line(direct), line(DIRECT_CLOSINGS)],
        Manner::Hedged => [line(HEDGES), line(direct), line(HEDGED_CLOSINGS)],
        Manner::Partial => [line(SOFT_OPENINGS), line(partial), line(PARTIAL_CLOSINGS)],
        Manner::Sidestep => [line(SOFT_OPENINGS), line(SIDESTEPS), line(OPTIMISM)],
        Manner::Refuse => [line(SOFT_OPENINGS), line(REFUSALS), line(OPTIMISM)],
        Manner::Later => [line(SOFT_OPENINGS), line(DEFERRALS), line(OPTIMISM)],
        Manner::Unable => [line(SOFT_OPENINGS), line(INABILITY), line(OPTIMISM)],
        Manner::Legal => [line(LEGAL), line(OPTIMISM), String::new()],
    }
    .join(" ")
    .trim()
    .to_owned()
}

const DIRECT_OPENINGS: &[&str] = &[
    "Sure.",
    "Yes, happy to take that.",
    "Good question.",
    "Thanks for the question.",
    "Yes.",
    "Let me give you the number.",
];
const DIRECT_CLOSINGS: &[&str] = &[
    "That is what we have in the model.",
    "And you will see that in the filing.",
    "So that is the answer, and we would tell you if it changed.",
    "The reason is simple: [volume and price|mix|timing of contracts].",
    "",
    "",
];
const HEDGES: &[&str] = &[
    "Let me be careful here, because some of this is still being finalised.",
    "Directionally, and I stress directionally, here is how I would put it.",
    "There are some puts and takes, but here is what I can tell you.",
    "It depends a little on how you count, so take this as our best estimate.",
];
const HEDGED_CLOSINGS: &[&str] = &[
    "Again, those are approximate numbers.",
    "I would leave some room around that.",
    "That could move around a bit with the market.",
    "I would not take it to the last decimal.",
];
const SOFT_OPENINGS: &[&str] = &[
    "Yes, thanks for the question.",
    "I appreciate the question, and it's one we talk about a lot internally.",
    "Great question.",
    "So, let me step back for a second.",
    "Look, I think that's the right thing to ask about.",
    "Thanks.",
];
const PARTIAL_CLOSINGS: &[&str] = &[
    "As for the rest, there are a lot of moving pieces.",
    "The other part of your question is harder to pin down.",
    "We'll see how it develops from there.",
    "Beyond that I would point you to what we said in the prepared remarks.",
];
const SIDESTEPS: &[&str] = &[
    "When we think about {topic}, what really matters is the long-term opportunity. {pivot}",
    "I would frame it a little differently. {pivot} That's where the energy of the team is.",
    "What I can say is that we are building for the next decade, not the next quarter. {pivot}",
    "You have to look at the whole platform. {pivot} And that creates a lot of optionality.",
];
const OPTIMISM: &[&str] = &[
    "We feel very good about where we are.",
    "We're really excited about the path ahead.",
    "So we remain confident in the strategy.",
    "The team is executing well, and we like our position.",
    "It's a journey, and we're in the early innings.",
    "",
];
const REFUSALS: &[&str] = &[
    "We don't break out {topic}, and we're not going to start today.",
    "We have not disclosed {topic} and we don't plan to, for competitive reasons.",
    "We're not going to comment on {topic} specifically.",
    "We don't guide to that, so I'll leave it there.",
    "I'm not going to get into the details of {topic} on this call.",
];
const DEFERRALS: &[&str] = &[
    "On {topic}, we'll have more to share next quarter.",
    "That's something we'll cover at the investor day, so I'd ask you to wait for that.",
    "Let's take {topic} offline; the team can follow up with you after the call.",
    "It's premature to talk about {topic}; when we're ready to say something, we will.",
];
const INABILITY: &[&str] = &[
    "I don't have the figures on {topic} in front of me.",
    "It's really hard to say where {topic} goes from here; we just don't know.",
    "We can't predict {topic} with any precision, and I don't want to guess.",
    "I'm not sure we have looked at {topic} in quite that way.",
];
const LEGAL: &[&str] = &[
    "Given the ongoing review, we're not able to comment on {topic} beyond what is in our filings.",
    "On the advice of counsel I can't speak to {topic} while the matter is pending.",
    "We're in a quiet period with respect to {topic}, so the rules don't allow me to say more.",
];
