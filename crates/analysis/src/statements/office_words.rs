//! Words that stand in the names of offices and of media.

use std::sync::LazyLock;

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

/// Sides of a chamber, and parties: whoever leads them is in politics.
const SIDES: &[&str] = &[
    "majority",
    "minority",
    "party",
    "opposition",
    "senate",
    "house",
    "parliament",
    "parliamentary",
    "congressional",
    "gop",
    "republican",
    "republicans",
    "democrat",
    "democrats",
    "democratic",
    "labour",
    "conservative",
    "conservatives",
    "tory",
    "liberal",
    "reform",
    "coalition",
    "government",
    "supreme",
    "bundestag",
    "knesset",
    "duma",
];

/// Where those who govern sit, and by which papers mean them.
const SEATS: [[&str; 2]; 4] =
    [["white", "house"], ["downing", "street"], ["oval", "office"], ["capitol", "hill"]];

static OFFICE_WORDS: LazyLock<Table<()>> =
    LazyLock::new(|| Table::new(OFFICES.iter().map(|word| (*word, ()))));
static MEDIA_WORDS: LazyLock<Table<()>> = LazyLock::new(|| Table::new(MEDIA.iter().map(|word| (*word, ()))));

/// Whether a word in small letters stands in the names of offices.
pub fn is_office_word(word: &str) -> bool {
    OFFICE_WORDS.get(word).is_some()
}

/// Whether a word in small letters tells a side of a chamber or a party.
pub fn is_side(word: &str) -> bool {
    SIDES.contains(&word)
}

/// Whether a word in small letters stands in the names of media.
pub fn is_media_word(word: &str) -> bool {
    MEDIA_WORDS.get(word).is_some()
}

/// `White House`, `Downing Street`: a seat of those who govern.
pub fn is_seat(words: &[impl AsRef<str>]) -> bool {
    words
        .windows(2)
        .any(|pair| SEATS.iter().any(|seat| seat[0] == pair[0].as_ref() && seat[1] == pair[1].as_ref()))
}
