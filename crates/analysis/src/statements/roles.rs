//! From what an article says of a speaker to the role, with how sure that is.

use domain::Cohort;

use super::describe::Described;
use super::entities::{Being, Entity};
use super::lexicon::Flags;
use super::tokens::Tokens;

/// A role and how sure it is, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Role {
    pub cohort: Option<Cohort>,
    pub confidence: f32,
}

const STATED: f32 = 0.9;
const KNOWN: f32 = 0.85;
const BY_KIND: f32 = 0.7;
const ASSUMED: f32 = 0.5;

/// Of somebody of whom an article says nothing.
const UNSTATED: Role = Role { cohort: Some(Cohort::Commentator), confidence: ASSUMED };

/// Of an account that the article names nowhere else.
pub fn of_account(name: &str) -> Role {
    let words: Vec<String> = name.split(' ').map(|word| word.trim_end_matches('.').to_lowercase()).collect();
    if let Some(voice) = super::voices::find(&words) {
        return Role { cohort: voice.cohort, confidence: KNOWN };
    }
    let firm =
        name.split(' ').any(|word| super::lexicon::look_up(&word.to_lowercase()).flags.has(Flags::SUFFIX));
    if firm { Role { cohort: Some(Cohort::Brand), confidence: ASSUMED } } else { UNSTATED }
}

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
/// Programs that answer like people.
const MACHINES: &[&str] = &["chatgpt", "grok", "claude", "deepseek", "copilot", "perplexity"];
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
    "financial times",
    "watcher.guru",
    "techinasia",
];

pub fn role_of(tokens: &Tokens, entity: &Entity) -> Role {
    if entity.words.iter().any(|word| MACHINES.contains(&word.as_str())) {
        return Role { cohort: None, confidence: KNOWN };
    }
    let in_name =
        |name: &str| entity.being != Being::Organisation && entity.words.iter().any(|word| word == name);
    if in_name("trader") {
        return Role { cohort: Some(Cohort::Trader), confidence: BY_KIND };
    }
    let stated = entity.described.iter().filter_map(|described| from_title(tokens, described, entity));
    if let Some(cohort) = best(stated) {
        // Who founded a firm remains its founder when the article only says CEO.
        let founder = entity.voice.is_some_and(|voice| voice.cohort == Some(Cohort::Founder));
        let cohort = if founder && cohort == Cohort::Executive { Cohort::Founder } else { cohort };
        return Role { cohort: Some(cohort), confidence: STATED };
    }
    if let Some(voice) = entity.voice {
        return Role { cohort: voice.cohort, confidence: KNOWN };
    }
    if entity.being == Being::Organisation || is_office(entity) || is_media(entity) {
        let cohort = if is_media(entity) {
            Cohort::Media
        } else if is_office(entity) {
            Cohort::Policy
        } else {
            Cohort::Brand
        };
        return Role { cohort: Some(cohort), confidence: BY_KIND };
    }
    if in_name("trades") {
        return Role { cohort: Some(Cohort::Trader), confidence: BY_KIND };
    }
    // Of a firm, without saying what there: somebody who speaks for it.
    if entity.described.iter().any(|described| described.person) {
        return Role { cohort: Some(Cohort::Executive), confidence: ASSUMED };
    }
    UNSTATED
}

/// A founder is a founder first; otherwise the first that is stated.
fn best(stated: impl Iterator<Item = Cohort>) -> Option<Cohort> {
    let stated: Vec<Cohort> = stated.collect();
    if stated.contains(&Cohort::Founder) {
        return Some(Cohort::Founder);
    }
    stated.first().copied()
}

pub fn is_office(entity: &Entity) -> bool {
    entity.being != Being::Person
        && (entity.words.iter().any(|word| OFFICES.contains(&word.as_str()))
            || entity.words.first().is_some_and(|word| word == "bank")
                && entity.words.get(1).is_some_and(|word| word == "of")
            || entity.words.windows(2).any(|pair| pair[0] == "central" && pair[1] == "bank")
            || entity.words.windows(2).any(|pair| pair[0] == "monetary" && pair[1] == "fund")
            || entity.words.len() > 2
                && ["u.s", "us", "uk", "u.k"].contains(&entity.words[0].as_str())
                && !entity.listed)
}

pub fn is_media(entity: &Entity) -> bool {
    entity.being != Being::Person && entity.words.iter().any(|word| MEDIA.contains(&word.as_str()))
}

/// The role that a title states, if it states one.
fn from_title(tokens: &Tokens, described: &Described, entity: &Entity) -> Option<Cohort> {
    if !described.person {
        if described.company && entity.being != Being::Person {
            let words = || (described.from..described.to).map(|i| tokens.word(i));
            if words()
                .any(|word| ["newspaper", "outlet", "daily", "portal", "magazine", "agency"].contains(&word))
                && words().any(|word| {
                    ["news", "newspaper", "outlet", "media", "business", "magazine"].contains(&word)
                })
            {
                return Some(Cohort::Media);
            }
            if words().any(|word| {
                ["regulator", "watchdog", "government", "ministry", "police", "central"].contains(&word)
            }) {
                return Some(Cohort::Policy);
            }
        }
        return None;
    }
    // Only the words up to the first name of a firm describe the person; what follows belongs to the firm.
    let title: Vec<&str> = (described.from..described.to).map(|i| tokens.word(i)).collect();
    let has = |list: &[&str]| title.iter().any(|word| list.contains(word));
    let pair = |a: &str, b: &str| title.windows(2).any(|pair| pair[0] == a && pair[1] == b);
    if has(&["founder", "co-founder", "cofounder", "founders", "co-founders", "co-creator", "creator"])
        && !pair("content", "creator")
    {
        return Some(Cohort::Founder);
    }
    if has(&["spokesperson", "spokesman", "spokeswoman", "spokespeople"]) {
        return Some(Cohort::Brand);
    }
    let office = title.iter().any(|word| OFFICES.contains(word));
    if has(&[
        "senator",
        "sen",
        "congressman",
        "congresswoman",
        "lawmaker",
        "lawmakers",
        "senators",
        "minister",
        "mp",
        "mayor",
        "premier",
        "chancellor",
        "governor",
        "commissioner",
        "prosecutor",
        "prosecutors",
        "judge",
        "sheriff",
        "comptroller",
        "czar",
        "ambassador",
        "legislator",
        "politician",
        "candidate",
        "regulator",
        "rep",
        "undersecretary",
        "king",
        "prince",
        "pope",
        "envoy",
        "congressperson",
        "president-elect",
    ]) || has(&["secretary"]) && !pair("corporate", "secretary")
        || pair("prime", "minister")
        || pair("attorney", "general")
        || pair("task", "force")
        || office
            && has(&[
                "chair",
                "chairman",
                "chairwoman",
                "director",
                "head",
                "official",
                "chief",
                "member",
                "officer",
                "deputy",
                "leader",
                "attorney",
                "lead",
                "whip",
                "advisor",
                "adviser",
                "president",
                "ex-chair",
            ])
        || pair("white", "house")
        || pair("us", "president")
        || pair("u.s", "president")
        || pair("u.s.", "president")
        || pair("vice", "president") && has(&["us", "u.s", "u.s.", "american", "former"])
        || has(&["president"]) && entity.voice.is_some_and(|voice| voice.cohort == Some(Cohort::Policy))
    {
        return Some(Cohort::Policy);
    }
    if has(&[
        "journalist",
        "reporter",
        "editor",
        "correspondent",
        "columnist",
        "anchor",
        "host",
        "co-host",
        "podcaster",
        "editor-in-chief",
    ]) {
        return Some(Cohort::Media);
    }
    if has(&["trader", "traders"]) {
        return Some(Cohort::Trader);
    }
    let trade = has(&["product", "bitcoin", "corporate", "business", "growth", "commercial"]);
    let research = (has(&["research", "insights", "analytics"]) || has(&["strategy"]) && !trade)
        && has(&["head", "director", "chief", "lead", "vp"])
        || has(&["strategist", "strategists"]);
    if has(&[
        "analyst",
        "analysts",
        "economist",
        "economists",
        "researcher",
        "researchers",
        "technician",
        "chartist",
        "expert",
        "experts",
        "quant",
        "ex-analyst",
    ]) || research
    {
        return Some(Cohort::Analyst);
    }
    if has(&["investor", "investors", "capitalist", "vc", "whale"])
        || pair("fund", "manager")
        || pair("portfolio", "manager")
        || pair("general", "partner")
        || pair("managing", "partner")
    {
        return Some(Cohort::Investor);
    }
    if has(&["developer", "engineer", "developers", "engineers", "maintainer", "cryptographer"]) {
        return Some(Cohort::Developer);
    }
    if has(&["investigator", "sleuth", "detective"]) {
        return None;
    }
    if has(&[
        "ceo",
        "cfo",
        "cto",
        "coo",
        "cmo",
        "cio",
        "cso",
        "cpo",
        "clo",
        "cbo",
        "chief",
        "president",
        "chairman",
        "chairwoman",
        "chair",
        "chairperson",
        "director",
        "head",
        "vp",
        "svp",
        "evp",
        "executive",
        "exec",
        "officer",
        "manager",
        "partner",
        "counsel",
        "lead",
        "boss",
        "co-ceo",
        "executives",
        "vice-president",
        "attorney",
        "lawyer",
        "advisor",
        "adviser",
        "treasurer",
        "consultant",
        "ex-ceo",
        "official",
        "leader",
        "specialist",
        "ex-chairman",
        "ex-president",
        "entrepreneur",
        "billionaire",
        "mogul",
        "tycoon",
        "banker",
    ]) {
        return Some(Cohort::Executive);
    }
    if has(&[
        "influencer",
        "commentator",
        "youtuber",
        "educator",
        "enthusiast",
        "proponent",
        "advocate",
        "bitcoiner",
        "maximalist",
        "author",
        "pundit",
        "user",
        "member",
        "personality",
        "figure",
        "supporter",
        "skeptic",
        "critic",
        "watcher",
        "observer",
        "pseudonymous",
        "contributor",
        "holder",
        "veteran",
        "activist",
        "streamer",
        "commenter",
        "redditor",
        "poster",
    ]) {
        return Some(if has(&["watcher", "observer"]) && has(&["market"]) {
            Cohort::Analyst
        } else {
            Cohort::Commentator
        });
    }
    None
}
