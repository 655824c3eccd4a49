//! Sentences that speak of the outlet and not of the world: follow us, subscribe, no advice, who took the picture.

use std::ops::Range;

use super::{Found, Reason};

/// A longer one may have swallowed a sentence of the article, unless it stands at the end.
const MAX_WORDS: usize = 30;
const MAX_TAIL_WORDS: usize = 80;
/// A longer credit of a picture has swallowed one as well.
const MAX_CREDIT_WORDS: usize = 16;
/// Units from the end that count as its end.
const N_TAIL: usize = 8;

pub(super) fn find(text: &str, units: &[Range<usize>], found: &mut Vec<Found>) {
    let mut in_disclaimer = false;
    for (index, unit) in units.iter().enumerate() {
        let is_tail = index + N_TAIL >= units.len();
        let sentence = &text[unit.clone()];
        let n_words = sentence.split_whitespace().count();
        let max_words = if is_tail { MAX_TAIL_WORDS } else { MAX_WORDS };
        let lower = sentence.to_lowercase().replace('’', "'");
        let bare = lower.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '©');
        let reason = reason(bare, n_words, is_tail)
            .or_else(|| (in_disclaimer && is_tail && is_caution(&lower)).then_some(Reason::Disclaimer))
            .filter(|_| n_words <= max_words);
        in_disclaimer = reason == Some(Reason::Disclaimer);
        if let Some(reason) = reason {
            found.push((unit.clone(), reason));
        }
    }
}

fn reason(sentence: &str, n_words: usize, is_tail: bool) -> Option<Reason> {
    let starts = |list: &[&str]| list.iter().any(|start| sentence.starts_with(start));
    let holds = |list: &[&str]| list.iter().any(|part| sentence.contains(part));
    if starts(FOLLOWS) || (holds(&["newsletter", "inbox"]) && holds(&["subscribe", "sign up", "delivered"])) {
        return Some(Reason::FollowUs);
    }
    if starts(DISCLAIMERS) || (is_tail && holds(NO_ADVICE)) {
        return Some(Reason::Disclaimer);
    }
    let is_picture = starts(CREDITS) && n_words <= MAX_CREDIT_WORDS;
    let credits = is_picture || (is_tail && (starts(TAIL_CREDITS) || holds(CREDIT_PARTS)));
    credits.then_some(Reason::Credit)
}

/// Goes on with a disclaimer that has begun.
fn is_caution(sentence: &str) -> bool {
    CAUTIONS.iter().any(|word| sentence.contains(word))
}

#[rustfmt::skip]
const FOLLOWS: &[&str] = &[
    "follow us on", "follow us for", "follow us:", "join us on", "join our telegram", "join our discord", "join our community",
    "join our channel", "join our newsletter", "join our whatsapp", "subscribe to our", "subscribe now", "subscribe to get",
    "sign up for our", "sign up to our", "don't miss a beat", "stay updated on", "stay up to date with our",
    "get the latest updates right in your inbox", "have a tip?", "share this article", "share this post", "share this story",
    "click here to", "make msn my homepage", "download our app",
];
#[rustfmt::skip]
const DISCLAIMERS: &[&str] = &[
    "disclaimer", "this is not investment advice", "this is not financial advice", "not financial advice",
    "not investment advice", "this article is provided for informational", "this article is for informational",
    "this content is for informational", "this article does not contain investment", "this article is not investment",
    "opinions expressed at", "nothing contained herein", "the information provided in this article",
    "the information provided here", "the information presented here", "this is a sponsored", "this is a paid press release",
    "the views and opinions expressed", "the opinions expressed in this", "past performance is not",
];
#[rustfmt::skip]
const NO_ADVICE: &[&str] = &[
    "not investment advice", "not financial advice", "not constitute investment advice", "not constitute financial advice",
    "considered financial advice", "considered investment advice", "construed as financial", "construed as investment",
    "not intended to be used as legal", "should not be considered", "conduct your own research", "do your own research",
    "do their due diligence", "conduct their own research", "not responsible for any",
];
#[rustfmt::skip]
const CAUTIONS: &[&str] = &[
    "advice", "responsib", "at your own risk", "diligence", "opinion", "informational", "endorse", "affiliate",
    "consult", "own research", "loss", "liable", "accuracy", "views of", "sponsored", "recommend", "investor",
];
#[rustfmt::skip]
const CREDITS: &[&str] = &[
    "featured image", "cover image", "feature image", "generated image", "image credit", "image source", "image via",
    "image courtesy", "photo credit", "photo courtesy", "photo by", "this article was written by", "chart from tradingview",
    "featured photo", "images courtesy",
];
const TAIL_CREDITS: &[&str] = &["reporting by", "editing by", "copyright", "©"];
#[rustfmt::skip]
const CREDIT_PARTS: &[&str] = &[
    "contributed to this report", "contributed reporting", "contributed to this story", "contributed to this article",
    "all rights reserved", "may earn a commission", "may receive a commission", "may earn an affiliate commission",
    "affiliate links", "; editing by", "full coverage of",
];
