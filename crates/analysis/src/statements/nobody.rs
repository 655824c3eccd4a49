//! Names that nobody bears: what a text writes with a capital letter is not yet a speaker.

use super::Article;
use super::countries::is_place;
use super::entities::{Being, Entity};
use super::lexicon::Flags;
use super::office_words::{is_office_word, is_side};
use super::offices;
use super::roles;
use super::voices;

/// `Industry`, `South Korean`, `Form S-1`, `Investment Outlook`: nothing says that it is somebody, and its words say that it is not.
pub fn is_nobody(article: &Article, entity: &Entity) -> bool {
    if entity.voice.is_some() || entity.listed || entity.is_account {
        return false;
    }
    let words = &entity.words;
    let Some(last) = words.last() else { return true };
    // `The Democratic lawmakers say`: of a side, and no name of anybody.
    if words.iter().all(|word| is_side(word))
        && !matches!(last.as_str(), "republicans" | "democrats" | "senate")
    {
        return true;
    }
    // `Lots`, `Technical`: one word that the article uses in small letters too.
    if words.len() == 1 && article.tokens.has_small(last) {
        return true;
    }
    if is_place_name(entity) {
        return true;
    }
    // `Dodd-Frank`, `Basel III`, `Title II`: a law, and an abbreviation that is no office’s.
    let is_abbreviation = words.len() == 1 && crate::reader::is_no_organisation(last) && is_capitals(entity);
    if is_law(words) || is_abbreviation && !is_office_word(last) {
        return true;
    }
    // `Rumble Q1`: a quarter of somebody.
    if words.len() > 1 && is_quarter(last) {
        return true;
    }
    let kinds = [offices::is_media, offices::is_office, roles::is_machine];
    if entity.being == Being::Organisation || kinds.iter().any(|is| is(entity)) {
        return false;
    }
    let tokens = &article.tokens;
    // `Experts Call for`, `Billionaire Upbeat on`: a word of the language behind a title with a capital is a heading.
    let plain = words.len() == 1 && crate::reader::is_common_word(last) && !voices::is_given_name(last);
    let has_title = entity.described.iter().any(|it| {
        it.person
            && (it.from..it.to).any(|i| {
                let heading = plain
                    && tokens.list[i].is_capital()
                    && (entity.count == 1 || tokens.has(i, Flags::ROLES));
                tokens.has(i, Flags::ROLE.or(Flags::ROLES)) && !heading
            })
    });
    if has_title || words.len() > 1 && voices::is_given_name(&words[0]) {
        return false;
    }
    if is_number(last) || is_place(last) {
        return true;
    }
    if words.len() == 1 {
        return crate::reader::is_common_word(last) && !voices::is_given_name(last);
    }
    crate::reader::is_common_word(last) && article.tokens.has_small(last)
}

/// `Malta`, `Hong Kong`: no office of it is meant, and no firm. `Wall Street` is a place as well.
pub fn is_place_name(entity: &Entity) -> bool {
    let streets = [["wall", "street"], ["main", "street"], ["silicon", "valley"], ["south", "lawn"]];
    let is_city = |word: &str| ["zug", "davos", "brussels", "wall-street"].contains(&word);
    !entity.listed && entity.words.iter().all(|word| is_place(word) || is_city(word))
        || streets.iter().any(|street| entity.words == street)
}

/// Laws that papers call by the names of those who wrote them, or by letters; and the parts of others: `Basel III`.
fn is_law(words: &[String]) -> bool {
    const LAWS: [&str; 12] = [
        "dodd-frank",
        "sarbanes-oxley",
        "glass-steagall",
        "mica",
        "gdpr",
        "ieepa",
        "fit21",
        "dac8",
        "carf",
        "genius",
        "upi",
        "basel",
    ];
    let numbered = words.len() == 2
        && !voices::is_given_name(&words[0])
        && ["ii", "iii", "iv"].contains(&words[1].as_str());
    numbered || matches!(words, [one] if LAWS.contains(&one.as_str()))
}

/// Written with capitals alone.
fn is_capitals(entity: &Entity) -> bool {
    entity.name.len() > 1 && entity.name.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// `Q3`, `H1`.
fn is_quarter(word: &str) -> bool {
    word.len() == 2 && matches!(word.as_bytes()[0], b'q' | b'h') && word.as_bytes()[1].is_ascii_digit()
}

/// `Q3`, `S-1`, `13F`; not `Kunst1er`.
fn is_number(word: &str) -> bool {
    word.len() <= 4 && word.bytes().any(|b| b.is_ascii_digit())
}
