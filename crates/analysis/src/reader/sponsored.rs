//! Words by which an outlet itself says that an item was paid for.

use std::sync::LazyLock;

use domain::Language;

use super::words::Words;

/// Phrases that an outlet puts on paid text, and what each is worth.
const PHRASES: &[(&[&str], f32)] = &[
    (&["sponsored", "content"], 0.95),
    (&["sponsored", "post"], 0.95),
    (&["sponsored", "article"], 0.95),
    (&["article", "is", "sponsored"], 0.9),
    (&["post", "is", "sponsored"], 0.9),
    (&["content", "is", "sponsored"], 0.9),
    (&["story", "is", "sponsored"], 0.9),
    (&["this", "is", "sponsored"], 0.9),
    (&["this", "is", "a", "sponsored"], 0.95),
    (&["paid", "post"], 0.95),
    (&["paid", "content"], 0.95),
    (&["paid", "press", "release"], 0.95),
    (&["paid", "promotion"], 0.95),
    (&["paid", "advertisement"], 0.95),
    (&["partner", "content"], 0.9),
    (&["promoted", "content"], 0.95),
    (&["branded", "content"], 0.9),
    (&["this", "is", "a", "press", "release"], 0.9),
    (&["this", "press", "release"], 0.8),
    (&["sponsored", ":"], 0.95),
    (&["sponsored", "]"], 0.95),
    (&["guest", "post", "disclaimer"], 0.8),
    (&["join", "the", "presale"], 0.9),
    (&["buy", "in", "presale"], 0.8),
    (&["presale", "is", "live"], 0.85),
    (&["visit", "the", "presale"], 0.9),
    (&["official", "presale"], 0.85),
];

/// A text that comes back to a presale so often sells it, whatever news it begins with.
const PRESALES: usize = 3;
const PRESALES_WORTH: f32 = 0.8;
/// The same of cloud mining, where it also names what one is to gain or to do.
const CLOUD_MINING: usize = 3;
const CLOUD_MINING_WORTH: f32 = 0.8;
const GAINS: [&[&str]; 10] = [
    &["passive", "income"],
    &["daily", "income"],
    &["daily", "profit"],
    &["daily", "profits"],
    &["daily", "rewards"],
    &["daily", "earnings"],
    &["sign", "up"],
    &["register"],
    &["registration"],
    &["bonus"],
];

/// Labels: the first in front of a text or a line, the second in front of a text. Elsewhere a fund, a bill or a team is meant, or somebody's
/// announcement is quoted.
const LABEL: [&str; 2] = ["sponsored", "by"];
const LABEL_WORTH: f32 = 0.7;
const RELEASE: [&str; 3] = ["press", "release", ":"];
const RELEASE_WORTH: f32 = 0.9;
/// Who sponsors laws.
const LAWMAKERS: [&str; 12] = [
    "senator",
    "senators",
    "sen",
    "rep",
    "reps",
    "representative",
    "representatives",
    "congressman",
    "lawmakers",
    "democrats",
    "republicans",
    "members",
];

/// How long the words are that begin a phrase, as bits, by the place of their first letter in the alphabet.
const FIRST_LENGTHS: [u32; 32] = {
    let mut lengths = [0; 32];
    let mut at = 0;
    while at < PHRASES.len() {
        let first = PHRASES[at].0[0].as_bytes();
        lengths[(first[0] % 32) as usize] |= 1 << first.len();
        at += 1;
    }
    lengths[(LABEL[0].as_bytes()[0] % 32) as usize] |= 1 << LABEL[0].len();
    lengths[(RELEASE[0].as_bytes()[0] % 32) as usize] |= 1 << RELEASE[0].len();
    lengths
};

/// The strongest such phrase in a text, or 0.
pub fn stated(words: &Words) -> f32 {
    let mut most = 0.0_f32;
    let (mut presales, mut cloud_mining) = (0, 0);
    for at in 0..words.list.len() {
        let first = words.text(&words.list[at]);
        presales += usize::from(is_presale(words, at, first));
        cloud_mining += usize::from(first == "cloud" && follows(words, at, &["mining"]));
        // Few words can begin a phrase; most are passed over on their first letter and their length.
        let letter = usize::from(first.as_bytes().first().map_or(0, |byte| byte % 32));
        if first.len() >= 32 || FIRST_LENGTHS[letter] >> first.len() & 1 == 0 {
            continue;
        }
        if first == LABEL[0] && is_label(words, at) {
            most = most.max(LABEL_WORTH);
        }
        if first == RELEASE[0] && is_release(words, at) {
            most = most.max(RELEASE_WORTH);
        }
        for (phrase, worth) in PHRASES {
            if *worth > most && phrase[0] == first && follows(words, at, &phrase[1..]) {
                most = *worth;
            }
        }
    }
    if presales >= PRESALES {
        most = most.max(PRESALES_WORTH);
    }
    if cloud_mining >= CLOUD_MINING && names_gain(words) {
        most = most.max(CLOUD_MINING_WORTH);
    }
    most
}

/// Whether these words stand behind the one at a place.
fn follows(words: &Words, at: usize, rest: &[&str]) -> bool {
    let after = &words.list[at + 1..];
    after.len() >= rest.len() && rest.iter().zip(after).all(|(part, word)| words.text(word) == *part)
}

/// `presale`, `presales`, `pre-sale`.
fn is_presale(words: &Words, at: usize, first: &str) -> bool {
    let cut = || follows(words, at, &["-", "sale"]) || follows(words, at, &["-", "sales"]);
    first == "presale" || first == "presales" || first == "pre" && cut()
}

fn names_gain(words: &Words) -> bool {
    let begins = |at: usize| {
        let first = words.text(&words.list[at]);
        GAINS.iter().any(|gain| gain[0] == first && follows(words, at, &gain[1..]))
    };
    (0..words.list.len()).any(begins)
}

/// `Sponsored by` at the beginning of a text or a line.
fn is_label(words: &Words, at: usize) -> bool {
    let behind = words.list.get(at + LABEL.len()).map_or("", |word| words.text(word));
    begins_line(words, at) && follows(words, at, &LABEL[1..]) && !LAWMAKERS.contains(&behind)
}

/// `Press release:` there; a picture may stand before it.
fn is_release(words: &Words, at: usize) -> bool {
    at <= 1 && follows(words, at, &RELEASE[1..])
}

fn begins_line(words: &Words, at: usize) -> bool {
    at == 0 || words.list[at].after_break || matches!(words.text(&words.list[at - 1]), "|" | "[")
}

/// The same in other languages: stretches of folded text. Single words only where nothing else is meant by them.
const STRETCHES: &[(Language, &str, f32)] = {
    use Language::*;
    &[
        (Spanish, "contenido patrocinado", 0.95),
        (Spanish, "articulo patrocinado", 0.95),
        (Spanish, "publirreportaje", 0.95),
        (Portuguese, "conteudo patrocinado", 0.95),
        (Portuguese, "publieditorial", 0.95),
        (French, "contenu sponsorise", 0.95),
        (French, "article sponsorise", 0.95),
        (French, "publi-redactionnel", 0.95),
        (German, "bezahlter beitrag", 0.95),
        (German, "gesponserter artikel", 0.95),
        (German, "bezahlte anzeige", 0.95),
        (Italian, "contenuto sponsorizzato", 0.95),
        (Italian, "articolo sponsorizzato", 0.95),
        (Polish, "artykul sponsorowany", 0.95),
        (Polish, "material sponsorowany", 0.95),
        (Turkish, "sponsorlu icerik", 0.95),
        (Turkish, "reklam icerigi", 0.9),
        (Russian, "на правах рекламы", 0.95),
        (Russian, "партнерский материал", 0.95),
        (Russian, "рекламный материал", 0.95),
        (Chinese, "赞助内容", 0.95),
        (Chinese, "贊助內容", 0.95),
        (Chinese, "广告内容", 0.9),
        (Chinese, "本文为付费", 0.95),
        (Japanese, "pr記事", 0.95),
        (Japanese, "広告記事", 0.95),
        (Japanese, "スポンサード", 0.9),
        (Japanese, "記事広告", 0.95),
        (Korean, "협찬", 0.9),
        (Korean, "광고성 기사", 0.95),
        (Indonesian, "konten bersponsor", 0.95),
        (Indonesian, "artikel bersponsor", 0.95),
        // Written everywhere.
        (English, "advertorial", 0.9),
        (English, "sponsored content", 0.95),
        (English, "paid press release", 0.95),
    ]
};

/// The strongest such stretch in a text of this language, or 0.
pub fn stated_in(language: Language, folded: &[char]) -> f32 {
    static OF_LANGUAGES: LazyLock<Vec<Stretches>> =
        LazyLock::new(|| Language::ALL.iter().map(|language| Stretches::of(*language)).collect());
    let place = Language::ALL.iter().position(|known| *known == language);
    place.map_or(0.0, |place| OF_LANGUAGES[place].strongest_in(folded))
}

/// The stretches of a language and those that are written everywhere.
struct Stretches {
    list: Vec<(Vec<char>, f32)>,
    /// For the last bits of a character, whether a stretch begins with one like it, and whether its second one is.
    begins: [[bool; 2]; 256],
}

impl Stretches {
    fn of(language: Language) -> Stretches {
        let of_language = |(of, ..): &&(Language, &str, f32)| *of == language || *of == Language::English;
        let list: Vec<(Vec<char>, f32)> = STRETCHES
            .iter()
            .filter(of_language)
            .map(|(_, stretch, worth)| (stretch.chars().collect(), *worth))
            .collect();
        let mut begins = [[false; 2]; 256];
        for (stretch, _) in &list {
            (0..2).for_each(|at| begins[usize::from(stretch[at] as u8)][at] = true);
        }
        Stretches { list, begins }
    }

    /// One walk for all of them: most characters begin none.
    fn strongest_in(&self, folded: &[char]) -> f32 {
        let begins = |c: char| self.begins[usize::from(c as u8)];
        let mut most = 0.0;
        for (at, pair) in folded.windows(2).enumerate() {
            if begins(pair[0])[0] && begins(pair[1])[1] {
                let here = self.list.iter().filter(|(stretch, _)| folded[at..].starts_with(stretch));
                most = here.map(|(_, worth)| *worth).fold(most, f32::max);
            }
        }
        most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worth(text: &str) -> f32 {
        stated(&Words::of(text, 1_000))
    }

    #[test]
    fn who_comes_back_to_a_presale_sells_it() {
        let sold = "Bitcoin fell to $101,000. Meanwhile the presale of Zonko has raised $3 million. Each pre-sale stage is dearer. \
                    Early buyers like presales.";
        assert!(worth(sold) >= 0.5);
        let told =
            "The regulator warned of a presale. Two people were arrested, and the presale's site is gone.";
        assert!(worth(told) < 0.5);
    }

    #[test]
    fn who_sponsors_a_law_or_quotes_a_release_sells_nothing() {
        for told in [
            "The bill was introduced by Ada Quill and co-sponsored by nine others.",
            "The act is in the House.\nSponsored by Rep. Bo Reed, it goes to the committee.",
            "The fund holds two coins. Sponsored by Northwind Digital, it trades in June.",
            "Shares fell. PRESS RELEASE: Northwind secures financing, it wrote on Monday.",
        ] {
            assert_eq!(worth(told), 0.0, "{told}");
        }
        for sold in
            ["Sponsored by Northwind. The exchange lists coins.", "Press release: Northwind opens an office."]
        {
            assert!(worth(sold) >= 0.5, "{sold}");
        }
    }

    #[test]
    fn cloud_mining_is_sold_where_gains_are_named() {
        let told = "Hashford, a cloud mining firm, mined 400 coins. Its cloud mining revenue rose; cloud mining margins fell.";
        assert!(worth(told) < 0.5);
        assert!(worth(&format!("{told} Sign up today for a passive income.")) >= 0.5);
    }
}
