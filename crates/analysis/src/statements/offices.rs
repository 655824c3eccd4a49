//! Which names are those of offices that make and keep rules, and which those of media.

use std::sync::LazyLock;

use super::entities::{Being, Entity};
use crate::fixed::Table;

/// Words in the names of offices that make and keep rules.
const OFFICES: &[&str] = &[
    "department",
    "commission",
    "ministry",
    "authority",
    "senate",
    "congress",
    "parliament",
    "police",
    "court",
    "fed",
    "federal",
    "government",
    "sec",
    "cftc",
    "fca",
    "fbi",
    "doj",
    "irs",
    "fincen",
    "imf",
    "ecb",
    "esma",
    "mas",
    "occ",
    "fdic",
    "fhfa",
    "cms",
    "bis",
    "fatf",
    "treasury",
    "nypd",
    "interpol",
    "europol",
    "republicans",
    "democrats",
    "administration",
    "mayor",
    "prosecutors",
    "kremlin",
    "pentagon",
    "tribunal",
    "sheriff",
    "customs",
    "finma",
    "bafin",
    "cbi",
    "sfc",
    "hkma",
    "rbi",
    "sebi",
    "fsa",
    "asic",
    "austrac",
    "vara",
    "adgm",
    "nydfs",
    "finra",
    "ofac",
    "cbr",
    "boj",
    "pboc",
    "boe",
];

/// Names of media; the outlets that the field quotes.
const MEDIA: &[&str] = &[
    "bloomberg",
    "reuters",
    "cnbc",
    "coindesk",
    "cointelegraph",
    "cryptonews",
    "cryptonews.com",
    "cryptopotato",
    "decrypt",
    "blockworks",
    "fortune",
    "forbes",
    "barron",
    "barrons",
    "axios",
    "politico",
    "cnn",
    "cbs",
    "nbc",
    "abc",
    "bbc",
    "fox",
    "nikkei",
    "vedomosti",
    "kommersant",
    "rbc",
    "tass",
    "interfax",
    "xinhua",
    "cryptoslate",
    "beincrypto",
    "finbold",
    "newsbtc",
    "bitcoinist",
    "u.today",
    "protos",
    "unchained",
    "dlnews",
    "coinpedia",
    "invezz",
    "zycrypto",
    "bitcoinworld",
    "magazine",
    "newspaper",
    "times",
    "journal",
    "post",
    "news",
    "herald",
    "tribune",
    "guardian",
    "economist",
    "verge",
    "wired",
    "techcrunch",
    "telegraph",
    "yonhap",
    "afp",
    "ap",
    "msnbc",
    "semafor",
    "insider",
    "the block",
    "cryptopolitan",
    "coinotag",
    "ambcrypto",
    "coingape",
    "coincentral",
    "cryptobriefing",
    "dailyhodl",
    "coin-turk",
    "financial times",
    "watcher.guru",
    "techinasia",
];

static OFFICE_WORDS: LazyLock<Table<()>> =
    LazyLock::new(|| Table::new(OFFICES.iter().map(|word| (*word, ()))));
static MEDIA_WORDS: LazyLock<Table<()>> = LazyLock::new(|| Table::new(MEDIA.iter().map(|word| (*word, ()))));

/// Whether a word in small letters stands in the names of offices.
pub fn is_office_word(word: &str) -> bool {
    OFFICE_WORDS.get(word).is_some()
}

pub fn is_office(entity: &Entity) -> bool {
    entity.being != Being::Person
        && (entity.words.iter().any(|word| is_office_word(word))
            || entity.words.first().is_some_and(|word| word == "bank")
                && entity.words.get(1).is_some_and(|word| word == "of")
            || entity.words.windows(2).any(|pair| pair[0] == "central" && pair[1] == "bank")
            || entity.words.windows(2).any(|pair| pair[0] == "monetary" && pair[1] == "fund")
            || entity.words.windows(2).any(|pair| pair[0] == "white" && pair[1] == "house")
            || entity.words.len() > 2
                && ["u.s", "us", "uk", "u.k"].contains(&entity.words[0].as_str())
                && !entity.listed)
}

pub fn is_media(entity: &Entity) -> bool {
    entity.being != Being::Person && entity.words.iter().any(|word| MEDIA_WORDS.get(word).is_some())
}
