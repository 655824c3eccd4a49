//! Where a text only says from whom it has something: a medium, a house that gathers data, a channel to follow, or the
//! publisher of the text. None of them is what it is about.

use domain::{Mention, MentionKind};

use super::entry::Entry;
use super::gazetteer::Gazetteer;
use super::place::{Place, Style};
use super::words::{
    AFTER_COMPANY, AFTER_SOURCE, BEFORE_FIGURE, BEFORE_ROLE, BEFORE_SOURCE, BETWEEN_SAYS, CHANNELS, FIGURES,
    GIVEN, PLACES_ON_CHANNEL, ROLES, SAYS, SENT_TO_CHANNEL,
};
use crate::statements::is_given_name;

/// Words behind a possessive within which its figure is named: `CoinMarketCap's Altcoin Season Index`.
const POSSESSED: usize = 4;
/// Words before a name within which it is said that something is from there.
const CITED: usize = 8;
/// Words behind a name within which it is said who of it speaks, and that it speaks.
const ROLES_WITHIN: usize = 5;
const SAYS_WITHIN: usize = 3;
/// Words of a name.
const NAME_WITHIN: usize = 3;

/// Whether firms of this kind gather news, figures and opinions for others.
pub(super) fn passes_on(sector: &str) -> bool {
    matches!(sector, "media" | "analytics" | "research")
}

/// A medium that is quoted, thanked or linked (`told CNBC`, `CNBC reported`, `appeared first on CoinDesk`), signs a post, or
/// stands before a text as its letterhead.
pub(super) fn is_source(place: &Place) -> bool {
    let letterhead =
        place.before.trim().is_empty() && !place.is_possessive() && !AFTER_COMPANY.has(place.next_word());
    let signs = place.before.trim_end().ends_with(['\u{2014}', '\u{2013}']) && place.after.starts_with(" (@");
    letterhead
        || signs
        || BEFORE_SOURCE.has(place.previous_word())
        || !place.is_possessive() && AFTER_SOURCE.has(place.next_word())
        || place.before.trim_end().ends_with(':')
}

/// From whom a figure or an opinion is: `according to CoinGecko`, `CoinGlass data`, `Source: CoinMarketCap`, `Santiment noted`,
/// `Bloomberg ETF analyst`.
pub(super) fn is_source_of_figure(place: &Place) -> bool {
    let before = place.before.trim_end();
    let behind = if place.is_possessive() { POSSESSED } else { 1 };
    let signs = before.ends_with(['\u{2014}', '\u{2013}'])
        && place.after.split_whitespace().take(2).any(|word| word.starts_with("(@"));
    signs
        || before.ends_with(':')
        || before.ends_with('(') && place.after.trim_start().starts_with([')', ',', ';'])
        || BEFORE_FIGURE.has(place.previous_word())
        || is_cited(place)
        || place.words_after().take(behind).any(|word| FIGURES.has(word))
        || is_employer(place)
        || says(place)
}

/// Behind `according to`, `data from`, `a report by`, with what it is in between: `data from the analytics firm Santiment`.
pub(super) fn is_cited(place: &Place) -> bool {
    let before: Vec<&str> = place.words_before().take(CITED).collect();
    let is = |word: &str, other: &str| word.eq_ignore_ascii_case(other);
    before.windows(2).any(|pair| {
        is(pair[0], "to") && is(pair[1], "according")
            || (is(pair[0], "by") || is(pair[0], "from")) && GIVEN.has(pair[1])
    })
}

/// Somebody who works there speaks: `Bloomberg's Seyffart`, `Bloomberg ETF analyst`, `an analyst at CryptoQuant`.
fn is_employer(place: &Place) -> bool {
    let is_capital = |word: &str| word.starts_with(char::is_uppercase);
    let next = place.next_word();
    let is_named = || place.style() == Style::Sentence || is_given_name(&next.to_lowercase());
    let mut behind = place.words_after().skip(usize::from(place.is_possessive())).take(ROLES_WITHIN);
    place.previous_word() == "at"
        || place.is_possessive() && is_capital(next) && (is_named() || named_one_says(place))
        || behind
            .find(|word| ROLES.has(word) || !is_capital(word) && !BEFORE_ROLE.has(word))
            .is_some_and(|word| ROLES.has(word))
}

/// `Bloomberg's Ada Quill wrote`: a name behind the possessive, and a word of saying behind that.
fn named_one_says(place: &Place) -> bool {
    let is_name = |word: &str| word.starts_with(char::is_uppercase);
    let behind: Vec<&str> = place.words_after().skip(1).take(NAME_WITHIN + SAYS_WITHIN).collect();
    let name = behind.iter().take_while(|word| is_name(word)).count();
    let said = behind[name..].iter().find(|word| !BETWEEN_SAYS.has(word));
    name <= NAME_WITHIN && said.is_some_and(|word| SAYS.has(word) && !is_name(word))
}

/// `Santiment noted`, `Glassnode has also flagged`, `reports Bloomberg`.
fn says(place: &Place) -> bool {
    let mut behind = place.words_after().take(SAYS_WITHIN);
    let said = behind.find(|word| !BETWEEN_SAYS.has(word)).is_some_and(|word| SAYS.has(word));
    !place.is_possessive() && (said || SAYS.has(place.previous_word()))
}

/// A channel that readers are sent to, or a place on it.
pub(super) fn is_passing_channel(place: &Place) -> bool {
    let joins = |word: &&str| !matches!(word.to_ascii_lowercase().as_str(), "and" | "or");
    let in_a_row = || {
        let nearest = [place.words_before().find(joins), place.words_after().find(joins)];
        nearest.into_iter().flatten().any(|word| CHANNELS.has(word)) && place.sentence_has(&SENT_TO_CHANNEL)
    };
    place.after.starts_with('-')
        || place.after.trim_start().starts_with([':', '|'])
        || PLACES_ON_CHANNEL.has(place.next_word())
        || in_a_row()
}

impl Gazetteer {
    /// Leaves out the publisher of the text: its name stands under every picture and in every interview. One that makes news
    /// stands in its own title; firms that are no media publish about themselves.
    pub(crate) fn leave_out_publisher(&self, mentions: &mut Vec<Mention>, publisher: &str) {
        let publisher = Publisher::new(publisher);
        let media = self.companies().filter(|entry| is_medium(entry) && publisher.is_entry(entry));
        let own: Vec<&str> = media.map(|entry| entry.name.as_str()).collect();
        mentions.retain(|mention| {
            let is_listed = own.contains(&mention.name.as_str());
            let is_unlisted = || publisher.is_named(&mention.name) && !self.lists(&mention.name);
            let is_publisher = is_listed && !mention.in_title || is_unlisted();
            mention.kind != MentionKind::Company || !is_publisher
        });
    }
}

fn is_medium(entry: &Entry) -> bool {
    matches!(entry.sector.as_str(), "media" | "analytics")
}

/// A publisher's name without signs: as it is, and without the ending of its address or `News`.
struct Publisher([String; 2]);

impl Publisher {
    fn new(name: &str) -> Publisher {
        let site = name.split('.').next().unwrap_or(name);
        let site = letters(site);
        let bare = site.strip_suffix("news").filter(|bare| bare.len() > 3).unwrap_or(&site);
        Publisher([letters(name), bare.to_owned()])
    }

    fn is_named(&self, name: &str) -> bool {
        let name = letters(name);
        let is = |own: &String| !own.is_empty() && name.strip_prefix(own.as_str()).is_some_and(is_ending);
        self.0.iter().any(is)
    }

    fn is_entry(&self, entry: &Entry) -> bool {
        std::iter::once(&entry.name).chain(&entry.aliases).any(|name| self.is_named(name))
    }
}

/// What may stand behind a publisher's name as part of it.
fn is_ending(rest: &str) -> bool {
    matches!(rest, "" | "news" | "com" | "media")
}

fn letters(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
