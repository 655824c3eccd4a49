//! Where a text only says from whom it has something: a medium, a house that gathers data, a channel to follow, or the
//! publisher of the text. None of them is what it is about.

use domain::{Mention, MentionKind};

use super::entry::Entry;
use super::gazetteer::Gazetteer;
use super::place::Place;
use super::words::{
    AFTER_COMPANY, AFTER_SOURCE, BEFORE_FIGURE, BEFORE_SOURCE, CHANNELS, FIGURES, GIVEN, PLACES_ON_CHANNEL,
    SENT_TO_CHANNEL,
};

/// Words behind a possessive within which its figure is named: `CoinMarketCap's Altcoin Season Index`.
const POSSESSED: usize = 4;

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

/// Who gathered a figure: `according to CoinGecko`, `CoinGlass data`, `Source: CoinMarketCap`.
pub(super) fn is_source_of_figure(place: &Place) -> bool {
    let (previous, before_that) = (place.previous_word(), place.word_before_previous());
    let before = place.before.trim_end();
    let behind = if place.is_possessive() { POSSESSED } else { 1 };
    before.ends_with(':')
        || before.ends_with('(') && place.after.trim_start().starts_with([')', ',', ';'])
        || BEFORE_FIGURE.has(previous)
        || previous.eq_ignore_ascii_case("to") && before_that.eq_ignore_ascii_case("according")
        || previous.eq_ignore_ascii_case("by") && GIVEN.has(before_that)
        || place.words_after().take(behind).any(|word| FIGURES.has(word))
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
