//! What the model sees of a question and an answer: a few dozen numbers that a person can check, and hashed word runs.

use super::clauses;
use super::patterns::{self, Found, SIGNS, Sign};
use super::refusals;
use super::words::{self, Sentence};

/// Buckets for hashed word runs of answers and of questions.
pub(super) const BUCKETS: usize = 1 << 15;

/// Moving on counts from this part of an answer on, one in so many.
const LITTLE: usize = 3;

/// One exchange as numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Features {
    pub dense: Vec<f32>,
    /// Buckets of the answer's word runs, sorted, without repeats.
    pub answer: Vec<u32>,
    /// Buckets of the question's word runs.
    pub question: Vec<u32>,
    /// The plain words of each, one by one, as hashes, for the table of word senses.
    pub answer_plain: Vec<u32>,
    pub question_plain: Vec<u32>,
    pub asks_number: bool,
    pub gives_number: bool,
    /// Short, and most of it asks.
    pub asks_back: bool,
    /// Signs of the answer with their sentence, for the reasons.
    pub found: Vec<(usize, Found)>,
    pub sentences: Vec<Sentence>,
    pub question_sentences: Vec<Sentence>,
    /// Share of the question's content words that the answer takes up.
    pub overlap: f32,
}

const ASK_NUMBER: &str = "how much|how many|how big|how large|how long|how fast|how quickly|how far|how often|how high|how low|\
     what percent|what percentage|what kind of growth|what level|what rate|what portion|what size|what range|what number|\
     what multiple|what is the|what was the|what are the|what were the|what's the|what would be|ballpark|quantify|magnitude|\
     order of magnitude|number for|guidance|percentage of|rate of|run rate|run-rate|break out|breakout|break down|breakdown|\
     range of|in terms of dollars|dollar amount|tax rate|capex|expectation for|expect for|expecting for|growth rate|\
     share count|margin|margins|model|modeling|timeline|time frame|timeframe|timing|when do|when will|when should|when would";

/// Cuts both texts and reads every sign in them.
pub(super) fn read(question: &str, answer: &str) -> Features {
    let asked = words::sentences(question);
    let answered = words::sentences(answer);
    let mut found: Vec<(usize, Found)> = answered
        .iter()
        .enumerate()
        .flat_map(|(at, sentence)| signs(sentence, answer).into_iter().map(move |found| (at, found)))
        .collect();
    let mut dense = Vec::with_capacity(96);
    let total: usize = answered.iter().map(|sentence| sentence.words.len()).sum();
    // Behind a long answer it evades nothing: "next question, please" ends many a good one.
    let moves_on = |one: &Found| one.pattern == patterns::PLAIN && one.sign == Sign::Deflects;
    let moving = found.iter().filter(|(_, one)| moves_on(one)).map(|(at, _)| answered[*at].words.len());
    if moving.sum::<usize>() * LITTLE < total {
        found.retain(|(_, one)| !moves_on(one));
    }
    let asked_total: usize = asked.iter().map(|sentence| sentence.words.len()).sum();
    let per = |count: usize, of: usize| if of == 0 { 0.0 } else { count as f32 / of as f32 };

    // Signs: whether, how often, in how many sentences, how early, and in the first two sentences.
    let mut in_first = [0.0_f32; SIGNS];
    let mut sentences_with = [0_usize; SIGNS];
    let mut earliest = [answered.len(); SIGNS];
    let mut counts = [0_usize; SIGNS];
    let mut last_seen = [usize::MAX; SIGNS];
    for (at, one) in &found {
        let sign = one.sign as usize;
        // What the patterns found as well is counted once.
        if one.pattern == patterns::PLAIN && last_seen[sign] == *at {
            continue;
        }
        counts[sign] += 1;
        if last_seen[sign] != *at {
            sentences_with[sign] += 1;
            last_seen[sign] = *at;
        }
        earliest[sign] = earliest[sign].min(*at);
        if *at < 2 {
            in_first[sign] = 1.0;
        }
    }
    for sign in 0..SIGNS {
        dense.push((counts[sign] as f32).min(8.0));
        dense.push(per(sentences_with[sign], answered.len()));
        dense.push(in_first[sign]);
        dense.push(if counts[sign] == 0 { 1.0 } else { per(earliest[sign], answered.len().max(1)) });
    }
    let first = answered.first();
    let own = |sign: Sign| sentences_with[sign as usize];
    dense.push(per(
        own(Sign::Refuses) + own(Sign::Unable) + own(Sign::Defers) + own(Sign::Early),
        answered.len(),
    ));
    dense.push(strong(&answered, &found));
    dense.push(both_in_one(&found, Sign::Refuses, Sign::Law));
    dense.push(both_in_one(&found, Sign::Refuses, Sign::Partial));

    // Lengths.
    dense.push((total as f32 + 1.0).ln());
    dense.push((answered.len() as f32 + 1.0).ln());
    dense.push(per(total, answered.len().max(1)));
    dense.push(first.map_or(0.0, |sentence| sentence.words.len() as f32));
    dense.push((asked_total as f32 + 1.0).ln());
    dense.push(asked.iter().filter(|sentence| sentence.asks).count() as f32);
    dense.push((total as f32 + 1.0).ln() - (asked_total as f32 + 1.0).ln());

    // Numbers.
    let figures = |sentences: &[Sentence]| {
        sentences.iter().flat_map(|s| &s.words).filter(|word| words::is_figure(&word.text)).count()
    };
    let dates = |sentences: &[Sentence]| {
        sentences.iter().flat_map(|s| &s.words).filter(|word| words::is_date(&word.text)).count()
    };
    let given = figures(&answered);
    let asked_figures = figures(&asked);
    let lower = question.to_lowercase();
    let asks_number = asks_for_number(&lower, &asked);
    let first_figure =
        answered.iter().position(|sentence| sentence.words.iter().any(|word| words::is_figure(&word.text)));
    dense.push(given.min(12) as f32);
    dense.push(per(given, total));
    dense.push(f32::from(u8::from(given > 0)));
    dense.push(per(first_figure.unwrap_or(answered.len()), answered.len().max(1)));
    dense.push(f32::from(u8::from(first_figure.is_some_and(|at| at < 2))));
    dense.push(asked_figures.min(8) as f32);
    dense.push(dates(&answered).min(6) as f32);
    dense.push(dates(&asked).min(6) as f32);
    dense.push(f32::from(u8::from(asks_number)));
    dense.push(f32::from(u8::from(asks_number && given == 0)));
    dense.push(f32::from(u8::from(asks_number && given > 0)));

    // What kind of question.
    dense.extend(question_kind(&asked));
    // Names: capitals inside sentences.
    let capitals = answered
        .iter()
        .flat_map(|sentence| sentence.words.iter().skip(1))
        .filter(|word| word.capital && word.text.len() > 2 && !word.text.starts_with("i'"))
        .count();
    dense.push(per(capitals, total));
    // Overlap of content words, all of the question and its last asking sentence.
    let overlap = overlap(asked.iter(), &answered);
    let last_ask = asked.iter().rfind(|sentence| sentence.asks);
    let last_overlap = overlap_of(last_ask.into_iter(), &answered);
    let first_overlap = overlap_of(asked.iter(), &answered[..answered.len().min(2)]);
    dense.extend([overlap, last_overlap, first_overlap]);
    // How the answer runs.
    dense.push(f32::from(u8::from(answered.last().is_some_and(|sentence| sentence.asks))));
    dense.push(per(answered.iter().filter(|sentence| sentence.asks).count(), answered.len()));
    let count_words = |list: &[&str]| {
        answered.iter().flat_map(|s| &s.words).filter(|word| list.contains(&word.text.as_str())).count()
    };
    dense.push(per(count_words(&["i", "i'm", "i've", "i'd", "i'll", "me", "my"]), total));
    dense.push(per(count_words(&["we", "we're", "we've", "we'd", "we'll", "our", "us"]), total));
    dense.push(per(count_words(&["you", "your", "you're", "you've", "you'll"]), total));
    dense.push(per(
        count_words(&["was", "were", "had", "did", "been", "grew", "came", "went", "saw", "made"]),
        total,
    ));
    dense.push(per(
        count_words(&[
            "higher",
            "lower",
            "increase",
            "increased",
            "decrease",
            "decreased",
            "up",
            "down",
            "flat",
            "growth",
            "better",
            "less",
        ]),
        total,
    ));
    dense.push(per(
        count_words(&["know", "mean", "uh", "um", "again", "look", "obviously", "really", "just"]),
        total,
    ));
    dense.push(per(
        count_words(&[
            "not", "no", "don't", "can't", "won't", "didn't", "haven't", "isn't", "aren't", "never", "cannot",
        ]),
        total,
    ));
    dense.push(f32::from(u8::from(question.trim().is_empty())));
    dense.extend(fit_of_answer(&asked, &answered, &found, total));
    dense.push(f32::from(u8::from(asks_back(&answered, total))));
    let unique: std::collections::HashSet<&str> =
        answered.iter().flat_map(|s| &s.words).filter_map(|word| words::stem(&word.text)).collect();
    dense.push(per(unique.len(), total));

    let gives_number = given > 0 && (!asks_number || first_figure.is_some());
    Features {
        answer: hashed(&answered, 1),
        question: hashed(&asked, 7),
        answer_plain: plain(&answered),
        question_plain: plain(&asked),
        asks_number,
        gives_number,
        asks_back: asks_back(&answered, total),
        found,
        sentences: answered,
        question_sentences: asked,
        overlap,
        dense,
    }
}

/// What a sentence says of saying nothing, where it is the speaker who does not say it.
fn signs(sentence: &Sentence, text: &str) -> Vec<Found> {
    const SAYS: &str = "say|comment|disclose|discuss|answer|tell|respond|confirm|share|reveal|speak|talk|give|provide|speculate";
    let says = |one: &Found| {
        sentence.words[one.first..=one.last].iter().any(|word| SAYS.split('|').any(|says| word.text == says))
    };
    let mut found = patterns::signs(sentence);
    found.retain(|one| {
        let silent = one.sign == Sign::Refuses || one.sign == Sign::Unable && says(one);
        !silent || !clauses::is_of_others(sentence, text, one.first, one.last)
    });
    found.extend(refusals::signs(sentence, text));
    found.extend(refusals::plainly(sentence, text));
    found
}

/// The share of the answer's words that stand in sentences which refuse, defer or cannot, counting only where the
/// speaker speaks of themselves; short answers that only refuse come out near one.
fn strong(answered: &[Sentence], found: &[(usize, Found)]) -> f32 {
    let mut hit = vec![false; answered.len()];
    for (at, one) in found {
        if matches!(one.sign, Sign::Refuses | Sign::Unable | Sign::Defers | Sign::Early) {
            hit[*at] = true;
        }
    }
    let total: usize = answered.iter().map(|sentence| sentence.words.len()).sum();
    let words: usize =
        answered.iter().zip(&hit).filter(|(_, hit)| **hit).map(|(sentence, _)| sentence.words.len()).sum();
    if total == 0 { 0.0 } else { words as f32 / total as f32 }
}

/// Whether the answer is of the kind that the question wants: yes or no to a closed one, a day to "when", a figure to
/// "how much", and enough words for a question of several parts.
fn fit_of_answer(
    asked: &[Sentence],
    answered: &[Sentence],
    found: &[(usize, Found)],
    total: usize,
) -> Vec<f32> {
    let last = asked.iter().rfind(|sentence| sentence.asks).or(asked.last());
    let starts = |list: &[&str], within: usize| {
        last.is_some_and(|sentence| {
            sentence.words.iter().take(within).any(|word| list.contains(&word.text.as_str()))
        })
    };
    let has = |list: &[&str]| {
        last.is_some_and(|sentence| sentence.words.iter().any(|word| list.contains(&word.text.as_str())))
    };
    let open = starts(&["how", "what", "what's", "when", "why", "where", "which", "who"], 4)
        || has(&["color", "talk", "thoughts", "elaborate"]);
    let closed = !open
        && starts(
            &[
                "is", "are", "do", "does", "did", "will", "would", "have", "has", "should", "was", "were",
                "can", "could", "any", "so",
            ],
            6,
        );
    let says = |sign: Sign| found.iter().any(|(at, one)| *at == 0 && one.sign == sign);
    let answered_closed = says(Sign::Confirms) || says(Sign::Denies);
    let opening = &answered[..answered.len().min(3)];
    let figure = opening.iter().flat_map(|s| &s.words).any(|word| words::is_figure(&word.text));
    let date = answered.iter().flat_map(|s| &s.words).any(|word| {
        words::is_date(&word.text)
            || matches!(
                word.text.as_str(),
                "month" | "months" | "weeks" | "week" | "year" | "quarter" | "half"
            )
    });
    let when = has(&["when", "timing", "timeline", "timeframe", "soon", "cadence"]);
    let how_much = has(&[
        "much",
        "many",
        "percentage",
        "percent",
        "rate",
        "range",
        "level",
        "magnitude",
        "size",
        "number",
        "margin",
        "margins",
        "guidance",
    ]);
    let parts = asked.iter().filter(|sentence| sentence.asks).count();
    let refuses = found
        .iter()
        .any(|(at, one)| *at < 2 && matches!(one.sign, Sign::Refuses | Sign::Unable | Sign::Defers));
    let choice = has(&["or", "versus", "vs"]);
    let bit = |value: bool| f32::from(u8::from(value));
    vec![
        bit(closed),
        bit(closed && answered_closed),
        bit(closed && !answered_closed),
        bit(!closed && answered_closed),
        bit(how_much && figure),
        bit(how_much && !figure),
        bit(when && date),
        bit(when && !date),
        bit(refuses && total < 60),
        bit(refuses && total < 60 && !figure),
        bit(refuses && figure),
        bit(choice),
        if parts > 1 { (total as f32 + 1.0).ln() - 4.0 } else { 0.0 },
        bit(parts > 1 && total < 60),
        bit(total < 15),
        bit(total < 15 && answered_closed),
        bit(total > 220),
    ]
}

/// Short, and most of it asks: whoever answers with a question has not answered.
pub(super) fn asks_back(answered: &[Sentence], total: usize) -> bool {
    let asking = answered.iter().filter(|sentence| sentence.asks).count();
    total > 0 && total < 25 && asking * 2 >= answered.len()
}

fn both_in_one(found: &[(usize, Found)], a: Sign, b: Sign) -> f32 {
    let with = |sign: Sign| found.iter().filter(move |(_, one)| one.sign == sign).map(|(at, _)| *at);
    f32::from(u8::from(with(a).any(|at| with(b).any(|other| other == at))))
}

fn asks_for_number(lower: &str, asked: &[Sentence]) -> bool {
    if asked.is_empty() {
        return false;
    }
    ASK_NUMBER.split('|').any(|phrase| {
        lower.match_indices(phrase).any(|(at, _)| {
            let before = lower[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric());
            let after = lower[at + phrase.len()..].chars().next().is_none_or(|c| !c.is_alphanumeric());
            before && after
        })
    })
}

fn question_kind(asked: &[Sentence]) -> Vec<f32> {
    let starts = |list: &[&str]| {
        asked
            .iter()
            .filter(|sentence| sentence.words.iter().take(4).any(|word| list.contains(&word.text.as_str())))
            .count() as f32
    };
    let any = |list: &[&str]| {
        let count = asked
            .iter()
            .flat_map(|sentence| &sentence.words)
            .filter(|word| list.contains(&word.text.as_str()))
            .count();
        count.min(5) as f32
    };
    let closed = asked
        .iter()
        .filter(|sentence| sentence.asks)
        .filter(|sentence| {
            sentence.words.iter().take(5).any(|word| {
                matches!(
                    word.text.as_str(),
                    "is" | "are"
                        | "do"
                        | "does"
                        | "did"
                        | "will"
                        | "would"
                        | "have"
                        | "has"
                        | "should"
                        | "was"
                        | "were"
                )
            })
        })
        .count();
    vec![
        closed as f32,
        starts(&["how"]),
        starts(&["what", "what's"]),
        starts(&["when"]),
        starts(&["why"]),
        starts(&["can", "could", "maybe", "any"]),
        any(&["and", "also", "then", "second", "secondly", "follow-up", "another"]),
        any(&[
            "color",
            "talk",
            "discuss",
            "elaborate",
            "thoughts",
            "comment",
            "update",
            "sense",
            "help",
            "walk",
            "think",
        ]),
        any(&[
            "guidance",
            "outlook",
            "forecast",
            "expect",
            "expectations",
            "target",
            "next",
            "2019",
            "2020",
            "2021",
            "2022",
            "2023",
            "future",
            "going",
        ]),
        any(&[
            "competitor",
            "competitors",
            "customer",
            "customers",
            "pricing",
            "deal",
            "acquisition",
            "m&a",
            "pipeline",
        ]),
    ]
}

fn overlap<'a>(asked: impl Iterator<Item = &'a Sentence>, answered: &[Sentence]) -> f32 {
    overlap_of(asked, answered)
}

fn overlap_of<'a>(asked: impl Iterator<Item = &'a Sentence>, answered: &[Sentence]) -> f32 {
    let wanted: std::collections::HashSet<&str> =
        asked.flat_map(|sentence| &sentence.words).filter_map(|word| words::stem(&word.text)).collect();
    if wanted.is_empty() {
        return 0.0;
    }
    let given: std::collections::HashSet<&str> = answered
        .iter()
        .flat_map(|sentence| &sentence.words)
        .filter_map(|word| words::stem(&word.text))
        .collect();
    wanted.intersection(&given).count() as f32 / wanted.len() as f32
}

/// Single words, pairs and triples, with numbers folded together; the opening words count once more on their own.
fn hashed(sentences: &[Sentence], seed: u32) -> Vec<u32> {
    let mut out = Vec::new();
    for (at, sentence) in sentences.iter().enumerate() {
        let folded: Vec<&str> = sentence
            .words
            .iter()
            .map(|word| {
                if word.text.bytes().next().is_some_and(|byte| byte.is_ascii_digit() || byte == b'$') {
                    if words::is_date(&word.text) { "<year>" } else { "<number>" }
                } else {
                    word.text.as_str()
                }
            })
            .collect();
        for from in 0..folded.len() {
            let mut hash = 0x811c_9dc5_u32 ^ seed.wrapping_mul(0x9e37_79b9);
            for word in folded[from..].iter().take(3) {
                for byte in word.bytes().chain([b' ']) {
                    hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
                }
                out.push(mix(hash));
                if at == 0 && from < 6 {
                    out.push(mix(hash ^ 0x5bd1_e995));
                }
            }
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}

/// Every run of letters or of digits, hashed.
fn plain(sentences: &[Sentence]) -> Vec<u32> {
    let mut out = Vec::new();
    for word in sentences.iter().flat_map(|sentence| &sentence.words) {
        let kind = |byte: u8| if byte.is_ascii_lowercase() { 1 } else { 2 * u8::from(byte.is_ascii_digit()) };
        for run in word.text.as_bytes().chunk_by(|a, b| kind(*a) == kind(*b)).filter(|run| kind(run[0]) > 0) {
            out.push(
                run.iter()
                    .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193)),
            );
        }
    }
    out
}

/// Spreads the hash over the buckets.
fn mix(hash: u32) -> u32 {
    let hash = (hash ^ (hash >> 16)).wrapping_mul(0x85eb_ca6b);
    let hash = (hash ^ (hash >> 13)).wrapping_mul(0xc2b2_ae35);
    (hash ^ (hash >> 16)) & (BUCKETS as u32 - 1)
}
