//! From the words of a title to the role that it states.

use domain::Cohort;

use super::Article;
use super::countries::is_place;
use super::describe::Described;
use super::entities::{Being, Entity};
use super::lexicon::Flags;
use super::office_words::{is_office_word, is_seat, is_side};
use super::tokens::Tokens;
use super::voices;

/// The role that a title states, if it states one.
pub fn from_title(article: &Article, described: &Described, entity: &Entity) -> Option<Cohort> {
    let tokens = &article.tokens;
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
    // `Metaplanet Treasury head`, `head of treasury`: firms have one, too. Only that of a state has officials.
    let of_firm = |i: usize| {
        let at = described.from + i;
        let public = ["official", "officials", "secretary", "minister", "counsel", "department"];
        let named = || {
            i > 0
                && (title[i - 1] == "of"
                    || article.entities.is_firm_at(at - 1)
                        && !tokens.has(at - 1, Flags::PAST)
                        && voices::find(&title[i - 1..i]).is_none())
        };
        title[i] == "treasury"
            && !title.get(i + 1).is_some_and(|next| public.contains(next))
            && (!tokens.list[at].is_capital() || named())
    };
    let office = (0..title.len()).any(|i| is_office_word(title[i]) && !of_firm(i))
        || is_seat(&title)
        || pair("central", "bank");
    if has(&["spokesperson", "spokesman", "spokeswoman", "spokespeople"]) {
        let governs = office || pair("ruling", "party") || title.iter().any(|word| is_side(word));
        return Some(if governs { Cohort::Policy } else { Cohort::Brand });
    }
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
        "commissioners",
        "ministers",
        "governors",
        "legislators",
        "prosecutor",
        "prosecutors",
        "judge",
        "justices",
        "sheriff",
        "comptroller",
        "czar",
        "ambassador",
        "legislator",
        "politician",
        "candidate",
        "regulator",
        "rep",
        "reps",
        "sens",
        "gov",
        "mep",
        "whip",
        "councilman",
        "councilwoman",
        "councilor",
        "alderman",
        "assemblyman",
        "assemblywoman",
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
        || office
            && has(&["economist", "researcher", "counsel", "lawyer"])
            && !has(&["former", "ex", "formerly"])
        || is_seat(&title)
        || pair("district", "attorney")
        || pair("us", "attorney")
        || pair("u.s", "attorney")
        || pair("u.s.", "attorney")
        || is_of_state(tokens, described, &title)
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
        "speaker",
    ]) {
        return Some(if has(&["watcher", "observer"]) && has(&["market"]) {
            Cohort::Analyst
        } else {
            Cohort::Commentator
        });
    }
    None
}

/// `Senate Majority Leader`, `House Speaker`, `president of Argentina`: words that firms have as well, with something beside them
/// that only states, chambers and parties have.
fn is_of_state(tokens: &Tokens, described: &Described, title: &[&str]) -> bool {
    const ADVISE: [&str; 4] = ["advisor", "adviser", "aide", "counselor"];
    const GOVERN: [&str; 6] = ["presidential", "president", "trump", "kremlin", "government", "cabinet"];
    const CHAMBERS: [&str; 7] =
        ["house", "senate", "parliament", "assembly", "commons", "congress", "legislature"];
    const SEATS: [&str; 9] = [
        "banking",
        "agriculture",
        "financial",
        "judiciary",
        "budget",
        "oversight",
        "intelligence",
        "congress",
        "select",
    ];
    let word = |i: usize| title.get(i).copied().unwrap_or("");
    let has = |list: &[&str]| title.iter().any(|word| list.contains(word));
    let is_capital = |i: usize| tokens.list[described.from + i].is_capital();
    let sides = title.iter().any(|word| is_side(word));
    title.iter().enumerate().any(|(i, &role)| {
        let mut first = i;
        while first > 0 && matches!(word(first - 1), "vice" | "deputy" | "former" | "then" | "interim") {
            first -= 1;
        }
        let before = first.checked_sub(1).map_or("", word);
        let of = if word(i + 1) == "of" { i + 2 } else { title.len() };
        let of = if word(of) == "the" { of + 1 } else { of };
        let of_place = is_place(word(of)) && word(of + 1) != "bank";
        match role {
            // Without a firm a president is a country's.
            "president" => {
                is_place(before) && first < 3
                    || of_place
                    || first == 0 && i + 1 == title.len() && is_capital(i)
            }
            "leader" => is_side(before) || is_place(before) && before != "us" || of < title.len() && sides,
            "speaker" => has(&CHAMBERS) || title.len() == 1 && is_capital(i),
            "chair" | "chairman" | "chairwoman" | "member" => {
                word(i + 1) == "for" && word(i + 2) == "supervision"
                    || has(&["subcommittee", "caucus"])
                    || has(&["committee"]) && (sides || has(&SEATS) || title.len() == 2 && is_capital(i))
                    || role == "member" && sides && has(&["party"])
            }
            "representative" => {
                before.is_empty() && is_capital(i) && word(i + 1) != "of"
                    || is_side(before)
                    || is_place(before)
                    || matches!(before, "state" | "trade")
                    || word(i + 1) == "from" && is_place(word(i + 2))
            }
            _ => ADVISE.contains(&role) && has(&GOVERN),
        }
    })
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
        super::describe::is_either(tokens, i)
            && next < title.end
            && tokens.list[next].is_capital()
            && !tokens.has(next, Flags::ROLE.or(Flags::ROLES))
    };
    title.clone().map(|i| if is_of_firm(i) { "" } else { tokens.word(i) }).collect()
}
