//! Words that names are not made of, and words that say the same.

use std::collections::HashSet;
use std::sync::LazyLock;

use domain::Cohort;

use crate::mentions;
use crate::statements::{is_given_name, known_voice};
use crate::stories::terms::is_stop_word;
use crate::tongue::Tongue;

/// Words that begin with the same letters are forms of one.
const SAME_LETTERS: usize = 4;

/// Words that begin or end no name although they say something in a title, without a plural's ending.
static EDGES: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "ahead announce amid amidst billion analyst approve became become begin bounce bullish bearish break bring build buy call chief claim \
     climb consider continue could despite dip discusse double drop expand expert explain explained extend expect eye face fall file former gain \
     hint hit historic huge impact increase indicate influence introduce join jump key latest launch launche lead legendary look lose major \
     mark massive mean million move near need next offer operate outperform pass passe percent plan plead plunge potential possible predict provide push \
     raise rally reach reache reject reveal rise secure seek set show signal slam slide slip soar soon spark start suggest \
     surge surpass surpasse target test top toward trillion try turn unveil urge use veteran want warn win \
     january february march april june july august september october november december monday tuesday wednesday thursday \
     friday saturday sunday today week month year de der van von \
     ceo cfo cofounder co-founder executive giant billionaire \
     bold critical crucial technical \
     past form item inc ltd llc corp transcript episode poll"
        .split_whitespace()
        .collect()
});

/// Words between two others that make of a phrase a piece of a sentence.
static INNER: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "i me my we us our you your he him his she her they them their it its this that these those who which what is are was were be been am \
     will would can could may might must should shall do did doe ha has have had not no as but while after before than if when where why \
     how because until since so just still"
        .split_whitespace()
        .collect()
});

/// What begins and ends no name may stand inside one.
const BETWEEN_NAMES: [&str; 6] = ["de", "der", "near", "top", "van", "von"];

/// The same of other languages.
static FOREIGN_EDGES: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let is_name = |word: &str| NAMES.split(' ').any(|name| name == word);
    let words = Tongue::foreign_words().filter(|word| !is_name(word));
    words.map(key).filter(|word| !is_name(word)).collect()
});

/// Small words and words of the trade in one language that are, or end, a name or a subject in another.
const NAMES: &str = "ada banca banco bank banque bin bis borsa bursa care co dan die dollar door euro hat indonesia ma mas men met \
     mi non nova om op os plus premier pro sale so son sui tra türkiye war";

/// Whether a phrase as titles spell it is a person who is no actor of the field, or a house that gathers or spreads figures.
pub(super) fn is_voice(phrase: &str) -> bool {
    if let Some(company) = mentions::company(phrase) {
        return matches!(company.sector.as_str(), "analytics" | "media");
    }
    let words: Vec<String> = phrase.split(' ').map(str::to_lowercase).collect();
    let acts = |cohort: Cohort| {
        matches!(cohort, Cohort::Executive | Cohort::Founder | Cohort::Developer | Cohort::Policy)
    };
    let known = (1..=words.len()).rev().flat_map(|length| words.windows(length)).find_map(known_voice);
    let is_capital = |word: &str| word.starts_with(char::is_uppercase);
    let shown: Vec<&str> = phrase.split(' ').collect();
    let names_person = || {
        let mut pairs = words.windows(2).zip(shown.windows(2));
        pairs.any(|(words, shown)| {
            is_given_name(&words[0])
                && shown.iter().all(|word| is_capital(word))
                && !is_general(&key(&words[1]))
        })
    };
    known.map_or_else(names_person, |voice| !voice.cohort.is_some_and(acts))
}

/// Where somebody is from, which names nothing by itself.
const NATIONAL: &str = "american argentinian asian australian brazilian british canadian chinese dutch european french german indian \
     indonesian iranian italian japanese korean mexican nigerian pakistani polish russian spanish swiss thai turkish ukrainian \
     vietnamese";

static NATIONAL_WORDS: LazyLock<HashSet<String>> =
    LazyLock::new(|| NATIONAL.split_ascii_whitespace().map(key).collect());

pub(super) fn is_national(word: &str) -> bool {
    NATIONAL_WORDS.contains(word)
}

/// Articles that names begin with: El Salvador, Los Angeles.
const ARTICLES: [&str; 5] = ["el", "la", "las", "le", "los"];

/// Words of the whole field: half of all themes could be called so.
const GENERAL: [&str; 38] = [
    "all-time",
    "allocation",
    "analysis",
    "asset",
    "ath",
    "bitcoin",
    "blockchain",
    "btc",
    "call",
    "coin",
    "company",
    "crypto",
    "cryptocurrency",
    "currency",
    "digital",
    "dollar",
    "earning",
    "exchange",
    "firm",
    "high",
    "industry",
    "institutional",
    "investor",
    "low",
    "market",
    "news",
    "outlook",
    "performance",
    "platform",
    "prediction",
    "price",
    "record",
    "region",
    "service",
    "token",
    "trader",
    "trading",
    "u.s",
];

/// Whether it begins or ends no name.
pub(super) fn is_edge(word: &str) -> bool {
    word.chars().count() < 2
        || is_stop_word(word)
        || INNER.contains(word)
        || is_edge_or_form(word)
        || FOREIGN_EDGES.contains(word)
}

/// Whether a phrase with it inside is a piece of a sentence: "Bitcoin surges past".
pub(super) fn breaks(word: &str) -> bool {
    INNER.contains(word) || is_edge_or_form(word) && !BETWEEN_NAMES.contains(&word)
}

/// With what is done or was done: surging, unveiled.
fn is_edge_or_form(word: &str) -> bool {
    let is_form = |base: &str| {
        let double = base.len() > 3 && base.as_bytes()[base.len() - 1] == base.as_bytes()[base.len() - 2];
        EDGES.contains(base)
            || EDGES.contains(format!("{base}e").as_str())
            || double && EDGES.contains(&base[..base.len() - 1])
    };
    EDGES.contains(word)
        || word != OFFERING && ["ing", "ed"].iter().any(|end| word.strip_suffix(end).is_some_and(is_form))
}

/// A thing, as in an initial public one.
const OFFERING: &str = "offering";

/// Whether two words with capital letters begin a name although the first alone would not.
pub(super) fn is_article_of_name(first: &str, next: &str) -> bool {
    let is_name = |word: &str| word.starts_with(char::is_uppercase);
    is_name(first) && is_name(next) && ARTICLES.iter().any(|article| article.eq_ignore_ascii_case(first))
}

pub(super) fn is_general(word: &str) -> bool {
    GENERAL.contains(&word)
}

/// Small letters, without a plural's ending.
pub(super) fn key(word: &str) -> String {
    let lower = word.to_lowercase();
    match lower.strip_suffix('s') {
        Some(one) if lower.len() > 3 && !one.ends_with(['s', 'u', 'i']) => one.to_owned(),
        _ => lower,
    }
}

/// Whether two words are forms of one: hack and hackers, Korea and Korean.
pub(super) fn are_forms(one: &str, other: &str) -> bool {
    let first = |word: &str| word.chars().take(SAME_LETTERS).collect::<String>();
    first(one) == first(other)
}

/// Whether a phrase is another name of what the first says: the ticker of an asset, the letters of a longer word, or the same with
/// other signs (Mt Gox and Mt.Gox).
pub(super) fn says_again(first: &[String], other: &[String]) -> bool {
    let letters = |words: &[String]| -> String {
        words.iter().flat_map(|word| word.chars()).filter(|c| c.is_alphanumeric()).collect()
    };
    // By whole words: the UK is no beginning of Ukraine.
    let (own, others) = (letters(first), letters(other));
    let begins = |whole: &[String], part: &str| (1..=whole.len()).any(|end| letters(&whole[..end]) == part);
    if begins(first, &others) || begins(other, &own) {
        return true;
    }
    let [word] = other else { return false };
    first.iter().any(|own| is_short_for(word, own) || is_short_for(own, word))
        || mentions::assets().any(|asset| {
            let is = |word: &str| asset.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(word));
            is(word) && (first.iter().any(|own| is(own)) || is(&first.join(" ")))
        })
}

/// SOL and Solana, MUTM and Mutuum: the same first letter, and all letters in their order.
fn is_short_for(short: &str, long: &str) -> bool {
    let mut letters = long.chars();
    (3..=5).contains(&short.chars().count())
        && long.chars().count() > short.chars().count()
        && short.chars().next() == long.chars().next()
        && short.chars().all(|letter| letters.any(|other| other == letter))
}
