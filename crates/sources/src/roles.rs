//! Who is speaking, from what they or their company call them. A past role is no role, and what is
//! not known stays unknown.

use std::collections::HashMap;
use std::sync::OnceLock;

use domain::Cohort;
use serde::Deserialize;

/// Someone the catalogue knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Voice {
    pub name: String,
    pub cohort: Option<Cohort>,
}

/// The catalogue's voice behind a handle.
pub fn voice(handle: &str) -> Option<Voice> {
    static VOICES: OnceLock<HashMap<String, Voice>> = OnceLock::new();
    VOICES.get_or_init(read_voices).get(&handle.trim().trim_start_matches('@').to_ascii_lowercase()).cloned()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VoiceFile {
    voice: Vec<VoiceLine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VoiceLine {
    handle: String,
    name: String,
    cohort: String,
}

fn read_voices() -> HashMap<String, Voice> {
    let file: VoiceFile = toml::from_str(include_str!("../catalog/voices.toml"))
        .expect("the list compiled in is read by a test");
    let voice = |line: VoiceLine| {
        let voice = Voice { name: line.name, cohort: Cohort::from_name(&line.cohort) };
        (line.handle.to_ascii_lowercase(), voice)
    };
    file.voice.into_iter().map(voice).collect()
}

/// By handle first, then by what the person says of themselves.
pub fn cohort_of(handle: &str, name: &str, bio: &str) -> Option<Cohort> {
    if let Some(voice) = voice(handle) {
        return voice.cohort;
    }
    cohort_of_title(bio).or_else(|| cohort_of_title(name))
}

/// From a title or a short biography: `Chief Financial Officer`, `Analyst, Example Securities`.
pub fn cohort_of_title(title: &str) -> Option<Cohort> {
    let title: String = title.chars().take(600).collect::<String>().to_lowercase();
    // A point inside `c.e.o.` or `u.s.` joins letters; the others part sentences.
    let parts = title.split([',', ';', '|', '/', '\n', '•', '·', '—', '–', '(', ')', '!', '?']);
    let parts = parts
        .flat_map(|part| part.split(". "))
        .flat_map(|part| part.split(" and "))
        .flat_map(|part| part.split(" & "));
    let parts: Vec<String> = parts.map(normal).filter(|part| part.len() > 2 && !is_past(part)).collect();
    RULES
        .iter()
        .find(|(phrases, _)| phrases.iter().any(|phrase| parts.iter().any(|part| part.contains(phrase))))
        .map(|rule| rule.1)
}

/// Words with a space on either side, so that `cto` is not found in `director`.
fn normal(part: &str) -> String {
    let mut words = String::from(" ");
    for word in part.split(|c: char| !(c.is_alphanumeric() || c == '.')) {
        let word: String = word.chars().filter(|c| *c != '.').collect();
        if !word.is_empty() {
            words.push_str(&word);
            words.push(' ');
        }
    }
    words
}

fn is_past(part: &str) -> bool {
    [
        " former ",
        " formerly ",
        " ex ",
        " previously ",
        " retired ",
        " past ",
        " not ",
        " never ",
        " emeritus ",
        " aspiring ",
        " was ",
    ]
    .iter()
    .any(|mark| part.contains(mark))
}

/// The first rule that fits wins, so the narrower meanings stand before the wider: a `chief economist`
/// is no executive, `investor relations` no investor, the `chair of the SEC` no company's officer.
const RULES: &[(&[&str], Cohort)] = &[
    (&[" official account ", " official profile ", " official news ", " customer support "], Cohort::Brand),
    (&[" founder ", " cofounder ", " co founder ", " founding partner ", " founders "], Cohort::Founder),
    (
        &[
            " senator ",
            " congressman ",
            " congresswoman ",
            " member of congress ",
            " member of parliament ",
            " commissioner ",
            " minister ",
            " lawmaker ",
            " regulator ",
            " attorney general ",
            " federal reserve ",
            " central bank ",
            " sec chair ",
            " chair of the sec ",
            " chairman of the sec ",
            " cftc chair ",
            " chairman of the cftc ",
            " chair of the cftc ",
            " fed chair ",
            " policy ",
            " public affairs ",
            " government affairs ",
            " governor of ",
            " lobbyist ",
            " us treasury ",
            " secretary of the treasury ",
        ],
        Cohort::Policy,
    ),
    (
        &[
            " journalist ",
            " reporter ",
            " editor ",
            " correspondent ",
            " columnist ",
            " news anchor ",
            " podcaster ",
            " podcast host ",
            " host of ",
            " newsroom ",
            " staff writer ",
            " producer ",
            " broadcaster ",
            " host ",
        ],
        Cohort::Media,
    ),
    (&[" investor relations ", " ir director "], Cohort::Executive),
    (
        &[
            " analyst ",
            " economist ",
            " strategist ",
            " head of research ",
            " director of research ",
            " researcher ",
            " research associate ",
            " equity research ",
            " research analyst ",
            " data scientist ",
            " professor ",
        ],
        Cohort::Analyst,
    ),
    (
        &[
            " trader ",
            " trading desk ",
            " head of trading ",
            " market maker ",
            " scalper ",
            " day trading ",
            " futures trading ",
            " daytrader ",
        ],
        Cohort::Trader,
    ),
    (
        &[
            " venture partner ",
            " general partner ",
            " managing partner ",
            " partner at ",
            " venture capital ",
            " venture capitalist ",
            " vc ",
            " angel investor ",
            " investor ",
            " portfolio manager ",
            " fund manager ",
            " hedge fund ",
            " limited partner ",
            " capital allocator ",
            " investing in ",
        ],
        Cohort::Investor,
    ),
    (
        &[
            " ceo ",
            " cfo ",
            " coo ",
            " cto ",
            " cio ",
            " cmo ",
            " cso ",
            " clo ",
            " chief executive ",
            " chief financial ",
            " chief operating ",
            " chief technology ",
            " chief legal ",
            " chief compliance ",
            " chief strategy ",
            " chief business ",
            " chief growth ",
            " chief mining ",
            " chief product ",
            " chief accounting ",
            " chief revenue ",
            " chief marketing ",
            " chief development ",
            " chief information ",
            " chief commercial ",
            " chief investment ",
            " chief people ",
            " chief of staff ",
            " officer ",
            " president ",
            " chairman ",
            " chairwoman ",
            " chair ",
            " vice president ",
            " vp ",
            " svp ",
            " evp ",
            " avp ",
            " managing director ",
            " general counsel ",
            " treasurer ",
            " controller ",
            " head of ",
            " executive director ",
            " director of ",
            " general manager ",
            " board member ",
            " director ",
            " country manager ",
        ],
        Cohort::Executive,
    ),
    (
        &[
            " developer ",
            " developers ",
            " engineer ",
            " core dev ",
            " dev ",
            " maintainer ",
            " contributor ",
            " programmer ",
            " cryptographer ",
            " hacker ",
            " software ",
            " coder ",
            " protocol design ",
            " devrel ",
            " open source ",
        ],
        Cohort::Developer,
    ),
    (
        &[
            " commentator ",
            " author ",
            " writer ",
            " educator ",
            " influencer ",
            " content creator ",
            " youtuber ",
            " advocate ",
            " maximalist ",
            " maxi ",
            " blogger ",
            " evangelist ",
            " speaker ",
            " essayist ",
            " newsletter ",
            " bitcoiner ",
            " activist ",
        ],
        Cohort::Commentator,
    ),
];

#[cfg(test)]
#[path = "roles_tests.rs"]
mod tests;
