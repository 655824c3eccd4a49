//! Which names are those of offices that make and keep rules, and which those of media.

use super::countries::is_place;
use super::entities::{Being, Entity};
use super::office_words::{is_media_word, is_office_word, is_seat};

pub fn is_office(entity: &Entity) -> bool {
    entity.being != Being::Person
        && (entity.office().is_some()
            || is_seat(&entity.words)
            || entity
                .words
                .iter()
                .any(|word| is_office_word(word) && (word != "treasury" || is_of_state(&entity.words)))
            || entity.words.first().is_some_and(|word| word == "bank")
                && entity.words.get(1).is_some_and(|word| word == "of")
            || entity.words.windows(2).any(|pair| pair[0] == "central" && pair[1] == "bank")
            || entity.words.windows(2).any(|pair| pair[0] == "monetary" && pair[1] == "fund")
            || entity.words.len() > 2
                && ["u.s", "us", "uk", "u.k"].contains(&entity.words[0].as_str())
                && !entity.listed)
}

/// `Treasury`, `US Treasury`: not `Metaplanet Treasury`, which a firm has.
fn is_of_state(words: &[String]) -> bool {
    let others = || words.iter().filter(|word| *word != "treasury");
    words.len() == 1
        || others().any(|word| is_place(word) || is_office_word(word) || matches!(&**word, "hm" | "majesty"))
}

/// Called an office by the last word of its name; firms may be too.
pub fn is_called_office(entity: &Entity) -> bool {
    let last = entity.words.last().map_or("", String::as_str);
    entity.being != Being::Person
        && ["office", "agency", "board", "bureau", "council", "inspectorate"].contains(&last)
}

pub fn is_media(entity: &Entity) -> bool {
    entity.being != Being::Person && entity.words.iter().any(|word| is_media_word(word))
}
