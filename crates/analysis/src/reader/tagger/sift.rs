//! What the tagger takes for an organisation and is none: people, plain words with a capital, abbreviations of the trade,
//! nationalities, and words that ran into one another where a page lost its line breaks.

use std::ops::Range;
use std::sync::LazyLock;

use domain::Field;

use super::super::is_common_word;
use super::super::words::{Shape, Word, Words};
use crate::Organisation;
use crate::fixed::{FixedMap, FixedSet};
use crate::seams::Seams;

/// Letters before an inner capital from which on a small word ran into the next: `continueSolana`, but not `eToro`.
const RUN_IN: usize = 4;
/// The same where the network knows them as a word: `boardJason` and `getElement`, but not `zkSync`.
const RUN_IN_WORD: usize = 3;

/// Plain words, abbreviations of the trade and nationalities: no organisations by themselves.
static NONE: LazyLock<FixedSet<&str>> = LazyLock::new(|| {
    "furthermore moreover additionally notably however meanwhile conclusion disclaimer judge wire white supreme \
     dall tradfi cefi youtuber wells basis us vip asap \
     ai api apis apk apr apy ama amm aml kyc asic ath atm cbdc cd ceo cfo cio coo cso cto cex dex ci cpi dao dapp dca \
     defi dxy ema erc faq fomo fud fyi gdp gpu hodl hpc http https ico ido ipo kol ltv macd mvrv nav nfc nft oi otc \
     p2p pce pdf pnl poc pqc roi rpc rsa rsi rwa rwas sdk seo sim sma spac ssl tge tps tv tvl ui url utxo ux uv vasp vix \
     vpn vr strk strf strd strc vwap wap zk zkp usd eur gbp jpy cny sek chf aud cad krw brl inr apac emea latam \
     american americans british britons canadian mexican brazilian argentine argentinian english french german germans \
     italian spanish portuguese dutch belgian swiss austrian polish czech ukrainian ukrainians russian russians turkish \
     israeli iranian iraqi saudi emirati egyptian nigerian kenyan ghanaian african indian pakistani chinese japanese \
     korean vietnamese thai indonesian malaysian singaporean filipino australian european europeans asian swedish danish \
     finnish norwegian irish scottish welsh greek hungarian romanian bulgarian serbian croatian kazakh salvadoran \
     bahamian venezuelan colombian chilean bhutanese taiwanese"
        .split_whitespace()
        .collect()
});

/// Whether a word in small letters is none of an organisation, however it is written.
pub fn is_no_organisation(word: &str) -> bool {
    NONE.contains(word)
}

/// Words that are organisations with a capital although a text has them in small letters, too.
const ALSO_NAMES: [&str; 11] = [
    "fed",
    "treasury",
    "senate",
    "congress",
    "house",
    "parliament",
    "twitter",
    "times",
    "ripple",
    "reuters",
    "forbes",
];

/// Words that make a firm of a given name before them, or of another name.
static OF_FIRMS: LazyLock<FixedSet<&str>> = LazyLock::new(|| {
    "protocol capital group bank banco banca grupo groupe labs street partners holdings ventures research media \
     network finance global wealth securities foundation university institute college exchange microcap garden fund \
     club institutional advisors analytics technologies systems insights news times inc llc llp ltd corp sa ag"
        .split_whitespace()
        .collect()
});

/// Names of two words of which the tagger often sees the first alone.
const PAIRS: [(&str, &str); 4] =
    [("white", "house"), ("dow", "jones"), ("supreme", "court"), ("federal", "reserve")];

/// With what a sentence goes on where it ran into a name: `TradingViewThe`.
const RUN_ON: [&str; 32] = [
    "The",
    "This",
    "That",
    "These",
    "Those",
    "There",
    "They",
    "What",
    "When",
    "While",
    "With",
    "Which",
    "However",
    "According",
    "Meanwhile",
    "Also",
    "And",
    "But",
    "From",
    "For",
    "Its",
    "After",
    "Despite",
    "Although",
    "Why",
    "How",
    "Here",
    "Our",
    "It",
    "We",
    "If",
    "Read",
];

/// Nouns of firms that end as adverbs do.
const NO_ADVERBS: [&str; 4] = ["Assembly", "Monthly", "Quarterly", "Monopoly"];

/// Given names that are plain words, too: before another word with a capital they say little.
const PLAIN_GIVEN: [&str; 20] = [
    "will", "mark", "grant", "may", "bill", "sue", "art", "hope", "faith", "grace", "rose", "max", "chase",
    "frank", "drew", "pat", "rich", "miles", "summer", "april",
];

/// What people do with words, right behind a surname.
const SAYS: [&str; 18] = [
    "said",
    "says",
    "told",
    "added",
    "adds",
    "noted",
    "notes",
    "explained",
    "argued",
    "wrote",
    "believes",
    "thinks",
    "warned",
    "stated",
    "claimed",
    "insisted",
    "continued",
    "tweeted",
];

static GIVEN: LazyLock<FixedSet<&str>> = LazyLock::new(|| {
    let lines = include_str!("../../../lists/given_names.txt").lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(str::split_whitespace).collect()
});

/// Leaves out of a text's organisations what is none, and cuts off what ran into a name.
pub fn sift(title: &Words, content: &Words, found: &mut Vec<Organisation>) {
    if found.is_empty() {
        return;
    }
    let words_of = |name: &Organisation| if name.span.field == Field::Title { title } else { content };
    let texts = [title, content].map(|words| words.chars.iter().collect::<String>());
    let runs = [(title, &texts[0]), (content, &texts[1])];
    let runs = runs.map(|(words, text)| RunIn { words, text, seams: Seams::of(text) });
    let runs_of = |name: &Organisation| &runs[usize::from(name.span.field != Field::Title)];
    found.retain_mut(|name| mended(runs_of(name), name));
    let mut names: Vec<Name> = Vec::new();
    let mut by_word: FixedMap<&str, Vec<usize>> = FixedMap::default();
    let mut which = Vec::with_capacity(found.len());
    for organisation in found.iter() {
        let words = words_of(organisation);
        let list = &words.list[places(words, organisation)];
        let same = |name: &Name| {
            name.words.len() == list.len() && name.words.iter().zip(list).all(|(a, b)| *a == words.stem(b))
        };
        which.push(names.iter().position(same).unwrap_or_else(|| {
            names.push(Name::new(words, list));
            let name = &names[names.len() - 1];
            let last = name.words.len().checked_sub(1).filter(|&last| last == 1);
            for word in name.words.first().into_iter().chain(last.map(|last| &name.words[last])) {
                by_word.entry(word).or_default().push(names.len() - 1);
            }
            names.len() - 1
        }));
    }
    for words in [title, content] {
        for (at, word) in words.list.iter().enumerate() {
            if let Some(known) = by_word.get(words.stem(word)) {
                known.iter().for_each(|&name| names[name].look(words, at));
            }
        }
    }
    let people: Vec<&str> =
        names.iter().filter(|name| name.is_person()).flat_map(|name| name.words.iter().copied()).collect();
    let is_none: Vec<bool> = names.iter().map(|name| name.is_none(&people)).collect();
    let mut which = which.into_iter();
    found.retain(|_| which.next().is_none_or(|name| !is_none[name]));
}

/// A name and what the whole text says of it.
struct Name<'a> {
    /// As they are compared, without a possessive ending.
    words: Vec<&'a str>,
    shapes: Vec<Shape>,
    /// Capitals and an `s`: `LTHs`.
    plural: bool,
    /// It stands in small letters somewhere.
    small: bool,
    /// A given name stands before it somewhere.
    behind_given: bool,
    /// The last of two words says something alone, as a person does by the surname.
    last_speaks: bool,
}

impl<'a> Name<'a> {
    fn new(words: &'a Words, list: &[Word]) -> Name<'a> {
        let is_plural = |word: &Word| {
            let spelled = &words.chars[word.start as usize..word.end as usize];
            matches!(spelled, [letters @ .., 's'] if letters.len() > 1 && letters.iter().all(|c| c.is_uppercase()))
        };
        Name {
            words: list.iter().map(|word| words.stem(word)).collect(),
            shapes: list.iter().map(|word| word.shape).collect(),
            plural: matches!(list, [word] if is_plural(word)),
            small: false,
            behind_given: false,
            last_speaks: false,
        }
    }

    /// At a place of its first or last word.
    fn look(&mut self, words: &Words, at: usize) {
        let word = &words.list[at];
        let before = at.checked_sub(1).map(|before| &words.list[before]);
        let before = before.filter(|before| before.after + 1 == word.start);
        if word.shape == Shape::Small {
            let here = words.list[at..].iter().take(self.words.len());
            self.small |= here.len() == self.words.len()
                && here.zip(&self.words).all(|(word, own)| !word.shape.is_name() && words.stem(word) == *own);
        } else if self.words.len() == 1 {
            let is_given = |before: &Word| {
                let text = words.text(before);
                before.shape == Shape::Capital && GIVEN.contains(text) && !PLAIN_GIVEN.contains(&text)
            };
            self.behind_given |= before.is_some_and(is_given);
        } else if self.words.last() == Some(&words.stem(word)) {
            let next = words.list.get(at + 1).map_or("", |next| words.text(next));
            self.last_speaks |= SAYS.contains(&next)
                && !before.is_some_and(|before| before.shape.is_name())
                && !is_common_word(words.stem(word));
        }
    }

    /// `Mara Petrosyan` where the text goes on with `Petrosyan said`, and whoever has a common given name.
    fn is_person(&self) -> bool {
        let ([first, last], [Shape::Capital, Shape::Capital | Shape::Mixed]) =
            (&self.words[..], &self.shapes[..])
        else {
            return false;
        };
        !OF_FIRMS.contains(first) && !OF_FIRMS.contains(last) && (GIVEN.contains(first) || self.last_speaks)
    }

    fn is_none(&self, people: &[&str]) -> bool {
        let [word] = self.words[..] else { return self.small || self.is_person() };
        let is_written = matches!(self.shapes[0], Shape::Capital | Shape::Mixed);
        let is_of_person = || self.behind_given || GIVEN.contains(word) || people.contains(&word);
        let is_word = || self.small && !ALSO_NAMES.contains(&word) && is_common_word(word);
        self.plural || NONE.contains(word) || is_written && (is_of_person() || is_word())
    }
}

/// The words of a name.
fn places(words: &Words, name: &Organisation) -> Range<usize> {
    let from = words.list.partition_point(|word| word.start < name.span.start);
    from..words.list.partition_point(|word| word.start < name.span.end)
}

/// A text, for finding where its words ran into one another.
struct RunIn<'a> {
    words: &'a Words,
    text: &'a str,
    seams: Seams<'a>,
}

impl RunIn<'_> {
    /// Where the first word of the next sentence begins within a word.
    fn next_sentence(&self, word: &Word) -> Option<u32> {
        if word.shape != Shape::Mixed {
            return None;
        }
        run_on_from(self.words, word).or_else(|| {
            let bytes = |chars: &[char]| chars.iter().map(|c| c.len_utf8()).sum::<usize>();
            let (from, to) = (word.start as usize, word.end as usize);
            let start = bytes(&self.words.chars[..from]);
            let at = self.seams.at(start, start + bytes(&self.words.chars[from..to]))?;
            Some(word.start + self.text[start..start + at].chars().count() as u32)
        })
    }
}

/// Cuts off what ran into a name and adds what was left out; false where nothing of a name is left.
fn mended(text: &RunIn, name: &mut Organisation) -> bool {
    let words = text.words;
    let places = places(words, name);
    let Some(first) = words.list.get(places.start).filter(|_| !places.is_empty()) else { return true };
    if first.shape == Shape::Mark || in_address(words, first) || ran_in(words, first) {
        return false;
    }
    let list = &words.list[places.clone()];
    if let ([only], Some(next)) = (list, words.list.get(places.end)) {
        let is_pair = |&(one, two): &(&str, &str)| words.text(only) == one && words.text(next) == two;
        if next.shape.is_name() && only.after + 1 == next.start && PAIRS.iter().any(is_pair) {
            return respelled(words, name, next.end);
        }
    }
    match list.iter().find_map(|word| Some((word, text.next_sentence(word)?))) {
        Some((word, end)) => {
            let kept = &words.chars[word.start as usize..end as usize];
            kept.iter().any(|c| c.is_uppercase()) && respelled(words, name, end)
        }
        None => true,
    }
}

fn respelled(words: &Words, name: &mut Organisation, end: u32) -> bool {
    name.span.end = end;
    name.text = words.spelled(name.span.start, end);
    true
}

/// What follows a slash or a stop without a blank is a part of an address or of code.
fn in_address(words: &Words, word: &Word) -> bool {
    let before = &words.chars[..word.start as usize];
    let is_small = words.chars[word.start as usize].is_lowercase();
    before.ends_with(&['.', 'c', 'o', 'm', '/']) || is_small && before.ends_with(&['.'])
}

/// A small word that ran into another one, or a name of some code.
fn ran_in(words: &Words, word: &Word) -> bool {
    let spelled = &words.chars[word.start as usize..word.end as usize];
    let n_small = spelled.iter().take_while(|c| c.is_lowercase()).count();
    let is_word = || is_common_word(&spelled[..n_small].iter().collect::<String>());
    word.shape == Shape::Mixed
        && spelled.get(n_small).is_some_and(|c| c.is_uppercase())
        && (n_small >= RUN_IN || n_small == RUN_IN_WORD && is_word())
}

/// Where the first word of the next sentence begins within a word.
fn run_on_from(words: &Words, word: &Word) -> Option<u32> {
    let spelled = &words.chars[word.start as usize..word.end as usize];
    let tail = spelled.iter().rposition(|c| c.is_uppercase()).filter(|&tail| tail > 0)?;
    let next: String = spelled[tail..].iter().collect();
    let is_adverb = || {
        next.len() > 6
            && next.ends_with("ly")
            && !NO_ADVERBS.contains(&&*next)
            && is_common_word(&next.to_lowercase())
    };
    (RUN_ON.contains(&&*next) || is_adverb()).then_some(word.start + tail as u32)
}

#[cfg(test)]
mod tests {
    fn organisations(title: &str, content: &str) -> Vec<String> {
        let found = crate::reader::read(title, content).organisations;
        found.into_iter().map(|organisation| organisation.text).collect()
    }

    #[test]
    fn people_and_plain_words_are_no_organisations() {
        for content in [
            "According to Dimon, rates stay high. Jamie Dimon said so on Monday.",
            "Mara Petrosyan, a lawyer, joins the board of the exchange. Petrosyan said that she was glad.",
            "The SEC issued a Wells notice. British regulators wait.",
            "LTHs and STHs sold. According to LTHs the top is near.",
        ] {
            let found = organisations("A quiet day", content);
            assert!(found.iter().all(|name| name == "SEC"), "{content} {found:?}");
        }
    }

    #[test]
    fn a_word_that_ran_into_a_name_is_cut_off() {
        let content = "He told meNotably that it fell. Source: TradingViewThe chart shows it. Source: EuropolThe police came.";
        assert_eq!(organisations("A report", content), ["TradingView", "Europol"]);
        let content = "Zebrano Labs builds a chain. Source: ZebranoZebrano said that it is fast. Shares of the firm Quillmark rose. \
                       Source: QuillmarkAt the time the firm had no debt.";
        let found = organisations("A report", content);
        assert!(
            found.iter().all(|name| ["Zebrano Labs", "Zebrano", "Quillmark"].contains(&&**name)),
            "{found:?}"
        );
    }

    #[test]
    fn a_name_of_two_words_is_whole() {
        let content = "The White House waits. Following the news, the Dow Jones Industrial Average fell.";
        let found = organisations("A report", content);
        assert!(found.iter().any(|name| name == "White House"), "{found:?}");
        assert!(!found.iter().any(|name| name == "Dow"), "{found:?}");
    }
}
