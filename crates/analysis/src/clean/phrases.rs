//! Wordings that give away what is no part of an article, found by the hash of their first word.

use std::sync::LazyLock;

use domain::CutReason::{self, Credit, Disclaimer, FollowUs, Links};

use super::page::Page;
use super::signs::ByHash;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// Begins a sentence that goes.
    Begins(CutReason),
    /// The same, where a colon follows.
    BeginsWithColon(CutReason),
    /// Begins a short one.
    BeginsCredit,
    /// Begins one of the last.
    BeginsLast(CutReason),
    /// Stands anywhere in one of the last sentences.
    InLast(CutReason),
    /// A letter by mail, and the wish that it be ordered: the two together.
    Letter,
    Order,
    /// The wish to be followed, and the places where: two of them behind it.
    Follow,
    Place,
    /// `Related:` and a headline.
    Label,
    /// `Source:` and a name.
    Caption,
    /// `More on Harbour` and headlines, to the end of the text.
    MoreOn,
    /// Stands anywhere in a short sentence that goes.
    Within(CutReason),
    /// `… appeared first on`.
    Appeared,
    Continue,
    /// Buttons under an embedded post.
    Buttons,
    /// A link of an embedded post.
    EmbedLink,
    Link,
}

pub(super) struct Phrases {
    /// Which first words there are, by the low bits of their hashes.
    firsts: [u64; 64],
    by_first: ByHash<Vec<(Vec<u64>, Rule)>>,
}

pub(super) static PHRASES: LazyLock<Phrases> = LazyLock::new(|| {
    let mut phrases = Phrases { firsts: [0; 64], by_first: ByHash::default() };
    for (list, rule) in LISTS {
        for text in *list {
            let words: Vec<u64> = Page::of(text, &[]).words.iter().map(|word| word.hash).collect();
            let bit = words[0] as usize % 4096;
            phrases.firsts[bit / 64] |= 1 << (bit % 64);
            phrases.by_first.entry(words[0]).or_default().push((words, *rule));
        }
    }
    phrases
});

impl Phrases {
    /// False where no wording begins with this word.
    pub fn may_begin(&self, word: u64) -> bool {
        let bit = word as usize % 4096;
        self.firsts[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// What begins with this word: the index behind the wording, and what it means.
    pub fn at<'p>(&'p self, page: &'p Page<'_>, index: usize) -> impl Iterator<Item = (usize, Rule)> + 'p {
        let list = self.by_first.get(&page.words[index].hash).map_or(&[][..], Vec::as_slice).iter();
        list.filter(move |(words, _)| page.holds(index, words))
            .map(move |(words, rule)| (index + words.len(), *rule))
    }
}

const LISTS: &[(&[&str], Rule)] = &[
    (FOLLOWS, Rule::Begins(FollowUs)),
    (DISCLAIMERS, Rule::Begins(Disclaimer)),
    (&["disclaimer", "disclosure", "risk disclaimer", "risk warning"], Rule::BeginsWithColon(Disclaimer)),
    (CREDITS, Rule::BeginsCredit),
    (&["reporting by", "editing by", "copyright"], Rule::BeginsLast(Credit)),
    (NO_ADVICE, Rule::InLast(Disclaimer)),
    (CREDIT_PARTS, Rule::InLast(Credit)),
    (&["newsletter", "newsletters", "inbox"], Rule::Letter),
    (&["subscribe", "sign up", "delivered"], Rule::Order),
    (&["follow", "keep up with", "stay connected", "connect with", "join the community"], Rule::Follow),
    (PLACES, Rule::Place),
    (LABELS, Rule::Label),
    (&["source", "sources"], Rule::Caption),
    (&["more on"], Rule::MoreOn),
    (&["explore our article", "explore our articles", "explore our guide"], Rule::Within(Links)),
    (APPEARED, Rule::Appeared),
    (&["continue reading"], Rule::Continue),
    (&["reply copy link"], Rule::Buttons),
    (&["pic twitter com", "pic x com", "https t co"], Rule::EmbedLink),
    (&["https", "http"], Rule::Link),
];

#[rustfmt::skip]
const FOLLOWS: &[&str] = &[
    "follow us on", "follow us for", "follow us at", "follow us to", "join us on", "join our telegram", "join our discord",
    "join our community", "join our channel", "join our newsletter", "join our whatsapp", "subscribe to our", "subscribe now",
    "subscribe to get", "sign up for our", "sign up to our", "don't miss a beat", "stay updated on",
    "stay up to date with our", "get the latest updates right in your inbox", "have a tip", "share this article",
    "share this post", "share this story", "click here to", "make msn my homepage", "download our app",
    "follow our official", "like us on facebook",
];
#[rustfmt::skip]
const DISCLAIMERS: &[&str] = &[
    "this is not investment advice", "this is not financial advice", "this is not trading or investment advice", "this article is provided for informational",
    "this article is for informational", "this content is for informational", "this article does not contain investment",
    "this article is not investment", "this article does not represent investment", "opinions expressed at",
    "nothing contained herein", "the information provided in this article", "the information provided here",
    "the information presented here", "this is a sponsored", "this is a paid press release", "this content is provided by a third",
    "this content is provided by a sponsor", "the views and opinions expressed", "the opinions expressed in this",
    "past performance is not",
];
#[rustfmt::skip]
const NO_ADVICE: &[&str] = &[
    "not investment advice", "not financial advice", "not constitute investment advice", "not constitute financial advice",
    "considered financial advice", "considered investment advice", "construed as financial", "construed as investment",
    "not intended to be used as legal", "should not be considered", "conduct your own research", "do your own research",
    "do their due diligence", "conduct their own research", "not responsible for any",
];
#[rustfmt::skip]
const CREDITS: &[&str] = &[
    "featured image", "cover image", "feature image", "generated image", "image credit", "image source", "image via",
    "image courtesy", "photo credit", "photo courtesy", "photo by", "this article was written by", "chart from tradingview",
    "featured photo", "images courtesy",
];
#[rustfmt::skip]
const CREDIT_PARTS: &[&str] = &[
    "contributed to this report", "contributed reporting", "contributed to this story", "contributed to this article",
    "all rights reserved", "may earn a commission", "may receive a commission", "may earn an affiliate commission",
    "affiliate links", "full coverage of",
];
#[rustfmt::skip]
pub(super) const PLACES: &[&str] = &[
    "telegram", "twitter", "x", "discord", "facebook", "instagram", "linkedin", "youtube", "reddit", "medium", "tiktok",
    "whatsapp", "github", "pinterest", "email", "tumblr", "threads", "bluesky", "messenger", "flipboard", "viber",
];
#[rustfmt::skip]
const LABELS: &[&str] = &[
    "related reading", "related article", "related articles", "related story", "related stories", "related post",
    "related news", "related", "read more", "read also", "also read", "read next", "see also", "you might also like",
    "you may also like", "you might be interested in", "more on this", "more for you", "recommended", "recommended articles",
    "don't miss", "magazine", "further reading", "continue reading", "check out", "must read",
];
#[rustfmt::skip]
const APPEARED: &[&str] = &[
    "appeared first on", "first appeared on", "appeared first at", "first appeared at", "first appeared in",
    "appeared first in", "was originally published on", "was originally published at", "was originally published in",
    "was first published on", "originally appeared on", "is republished from",
];
