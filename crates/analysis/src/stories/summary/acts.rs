//! Whether a headline tells that something goes ahead or that it is stopped: the two that turn a story over.

/// What a headline says was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    Goes,
    Stops,
}

/// What the headline tells as done: its first act. What stands behind "after" is told as past, and a question or a guess
/// tells of nothing.
pub(super) fn act(title: &str) -> Option<Act> {
    let lower = title.to_lowercase();
    // Signs between words part a headline into statements; a hyphen joins.
    let parts = lower.split([':', ';', '|', '\u{2013}', '\u{2014}']).flat_map(|part| part.split(" - "));
    parts.filter(|part| !part.contains('?')).find_map(act_of_part)
}

fn act_of_part(part: &str) -> Option<Act> {
    let mut found = None;
    for word in part.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        match word {
            word if PAST.contains(&word) => break,
            word if GUESSES.contains(&word) => return None,
            word if found.is_none() && STOPS.contains(&word) => found = Some(Act::Stops),
            word if found.is_none() && GOES.contains(&word) => found = Some(Act::Goes),
            _ => {}
        }
    }
    found
}

const PAST: &[&str] = &["after", "following", "despite", "since", "ahead", "amid"];

const GUESSES: &[&str] = &[
    "may",
    "might",
    "could",
    "can",
    "would",
    "if",
    "odds",
    "chance",
    "chances",
    "likely",
    "possible",
    "potential",
    "expected",
    "expects",
    "eyes",
    "set",
    "plans",
    "poised",
    "seeks",
    "wants",
    "urges",
    "asks",
    "calls",
    "hopes",
    "not",
    "never",
];

/// Prices that drop or are cut are no acts, so these words are not here. What is lost or liquidated has ended.
const STOPS: &[&str] = &[
    "halts",
    "halt",
    "halted",
    "halting",
    "pauses",
    "pause",
    "paused",
    "pausing",
    "stays",
    "stayed",
    "suspends",
    "suspend",
    "suspended",
    "freezes",
    "froze",
    "frozen",
    "delays",
    "delay",
    "delayed",
    "postpones",
    "postponed",
    "blocks",
    "blocked",
    "rejects",
    "reject",
    "rejected",
    "denies",
    "denied",
    "reverses",
    "reversed",
    "withdraws",
    "withdrew",
    "withdrawn",
    "cancels",
    "canceled",
    "cancelled",
    "scraps",
    "scrapped",
    "shelves",
    "shelved",
    "revokes",
    "revoked",
    "rescinds",
    "rescinded",
    "overturns",
    "overturned",
    "vacates",
    "vacated",
    "retracts",
    "retracted",
    "abandons",
    "abandoned",
    "vetoes",
    "vetoed",
    "liquidates",
    "liquidate",
    "liquidated",
    "loses",
    "lose",
    "lost",
    "wiped",
];

const GOES: &[&str] = &[
    "approves",
    "approve",
    "approved",
    "clears",
    "cleared",
    "greenlights",
    "greenlit",
    "greenlight",
    "nod",
    "grants",
    "granted",
    "accepts",
    "accepted",
    "passes",
    "passed",
    "adopts",
    "adopted",
    "signed",
    "launches",
    "launched",
    "resumes",
    "resumed",
    "restores",
    "restored",
    "reinstates",
    "reinstated",
    "lifts",
    "lifted",
    "unfreezes",
    "allows",
    "allowed",
    "wins",
    "secures",
    "secured",
    "opens",
    "opened",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_act_is_what_a_headline_tells() {
        for (title, told) in [
            ("SEC clears Harbor fund for listing", Some(Act::Goes)),
            ("SEC Halts Harbor Fund a Day After Staff Approved It", Some(Act::Stops)),
            ("Harbor resumes withdrawals it had halted", Some(Act::Goes)),
            ("SEC may approve the Harbor fund", None),
            ("Will the SEC approve the Harbor fund?", None),
            ("Harbor shares fall after SEC delays its fund", None),
            ("SEC freezes Harbor fund \u{2014} what changed?", Some(Act::Stops)),
            ("Trader Mara Quill opens $40M long position", Some(Act::Goes)),
            ("Mara Quill's long position liquidated", Some(Act::Stops)),
            ("Mara Quill may lose $40M", None),
            ("Mara Quill loses $40M after she opened another position", Some(Act::Stops)),
            ("Bitcoin drops below $100,000", None),
        ] {
            assert_eq!(act(title), told, "{title}");
        }
    }
}
