//! From the words of a title to the role that it states.

use domain::Cohort;

use super::describe::Described;
use super::entities::{Being, Entity};
use super::lexicon::Flags;
use super::office_words::is_office_word;
use super::tokens::Tokens;

/// The role that a title states, if it states one.
pub fn from_title(tokens: &Tokens, described: &Described, entity: &Entity) -> Option<Cohort> {
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
    let title = own_words(tokens, described);
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
    let office = title.iter().any(|word| is_office_word(word));
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
        || has(&["auditor"]) && has(&["state", "county", "public", "general"])
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
    if has(&["trader", "traders"]) && !is_analyst_first(&title) {
        return Some(Cohort::Trader);
    }
    let trade = has(&["product", "bitcoin", "corporate", "business", "growth", "commercial"]);
    // A chief strategy officer runs a firm; a head of strategy explains markets.
    let runs = pair("strategy", "officer");
    let research = (has(&["research", "insights", "analytics"]) || has(&["strategy"]) && !trade && !runs)
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
        "auditor",
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
        "co-chief",
        "co-chair",
        "executives",
        "vice-president",
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
    // Counsel and partners speak for a firm; a lawyer who comments does not.
    if has(&[
        "attorney",
        "lawyer",
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

/// `analyst and trader`: of two roles side by side the first counts.
fn is_analyst_first(title: &[&str]) -> bool {
    let place = |list: &[&str]| title.iter().position(|word| list.contains(word));
    let (analyst, trader) = (place(&["analyst", "analysts"]), place(&["trader", "traders"]));
    analyst.zip(trader).is_some_and(|(analyst, trader)| {
        analyst < trader && title[analyst..trader].iter().any(|word| matches!(*word, "and" | "&" | "/"))
    })
}

/// The words of a title, with a blank where a word says what the firm is: `developer` of `general counsel at ZK developer
/// StarkWare`.
fn own_words<'a>(tokens: &'a Tokens, described: &Described) -> Vec<&'a str> {
    let title = described.from..described.to;
    let is_of_firm = |i: usize| {
        let next = i + 1;
        super::introduced::is_either(tokens, i)
            && next < title.end
            && tokens.list[next].is_capital()
            && !tokens.has(next, Flags::ROLE.or(Flags::ROLES))
    };
    title.clone().map(|i| if is_of_firm(i) { "" } else { tokens.word(i) }).collect()
}
