//! Names that nobody bears: what a text writes with a capital letter is not yet a speaker.

use super::Article;
use super::entities::{Being, Entity};
use super::lexicon::Flags;
use super::office_words::is_side;
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

/// `Malta`, `Hong Kong`: no office of it is meant, and no firm.
pub fn is_place_name(entity: &Entity) -> bool {
    !entity.listed && entity.words.iter().all(|word| is_place(word))
}

/// `Q3`, `H1`.
fn is_quarter(word: &str) -> bool {
    word.len() == 2 && matches!(word.as_bytes()[0], b'q' | b'h') && word.as_bytes()[1].is_ascii_digit()
}

/// `Q3`, `S-1`, `13F`; not `Kunst1er`.
fn is_number(word: &str) -> bool {
    word.len() <= 4 && word.bytes().any(|b| b.is_ascii_digit())
}

/// Countries, what comes from them, and what stands before the names of either.
pub fn is_place(word: &str) -> bool {
    PLACES.contains(&word) || super::lexicon::look_up(word).flags.has(Flags::NATION)
}

const PLACES: &[&str] = &[
    "us",
    "u.s",
    "usa",
    "uk",
    "u.k",
    "eu",
    "uae",
    "un",
    "north",
    "south",
    "east",
    "west",
    "new",
    "hong",
    "kong",
    "saudi",
    "united",
    "states",
    "kingdom",
    "republic",
    "el",
    "america",
    "latin",
    "middle",
    "islands",
    "city",
    "americans",
    "europe",
    "european",
    "asia",
    "asian",
    "africa",
    "african",
    "china",
    "japan",
    "korea",
    "korean",
    "india",
    "indian",
    "pakistan",
    "russia",
    "ukraine",
    "israel",
    "iran",
    "iraq",
    "turkey",
    "germany",
    "france",
    "italy",
    "spain",
    "switzerland",
    "sweden",
    "norway",
    "denmark",
    "finland",
    "poland",
    "portugal",
    "netherlands",
    "belgium",
    "austria",
    "ireland",
    "greece",
    "brazil",
    "brazilian",
    "argentina",
    "mexico",
    "mexican",
    "canada",
    "canadian",
    "australia",
    "australian",
    "singapore",
    "malaysia",
    "indonesia",
    "thailand",
    "thai",
    "vietnam",
    "vietnamese",
    "philippines",
    "taiwan",
    "kazakhstan",
    "salvador",
    "panama",
    "bhutan",
    "nigeria",
    "kenya",
    "egypt",
    "dubai",
    "qatar",
    "bahrain",
    "malta",
    "cyprus",
    "luxembourg",
    "liechtenstein",
    "gibraltar",
    "estonia",
    "latvia",
    "lithuania",
    "iceland",
    "czechia",
    "slovakia",
    "slovenia",
    "croatia",
    "serbia",
    "hungary",
    "romania",
    "bulgaria",
    "belarus",
    "georgia",
    "armenia",
    "cayman",
    "bahamas",
    "bermuda",
    "seychelles",
    "mauritius",
    "colombia",
    "chile",
    "peru",
    "venezuela",
    "bolivia",
    "paraguay",
    "uruguay",
    "morocco",
    "ghana",
    "ethiopia",
    "bangladesh",
    "zealand",
    "macau",
    "britain",
    "scotland",
    "texas",
    "florida",
    "arizona",
    "oregon",
    "wyoming",
    "california",
    "york",
    "hampshire",
    "jersey",
    "carolina",
    "dakota",
    "ohio",
    "utah",
    "nevada",
    "connecticut",
    "washington",
    "london",
    "tokyo",
    "seoul",
    "beijing",
    "moscow",
    "paris",
    "berlin",
    "geneva",
    "zurich",
    "francisco",
    "atlanta",
    "miami",
    "swiss",
    "dutch",
    "swedish",
    "polish",
    "turkish",
    "ukrainian",
    "iranian",
    "western",
    "eastern",
];
