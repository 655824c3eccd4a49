//! Which language a text is in, as ISO 639-1, or `und`.
//!
//! The script decides first. Languages in Latin letters are told by small words, endings and letters of our own lists, and by
//! letter statistics where a text is long: those alone call a headline of names Italian or Tagalog. A text that says nothing
//! (a row of names) is English unless its source states another language. Only the head of a text is looked at.

mod latin;
mod words;

use std::sync::LazyLock;

use whatlang::Lang;

use crate::fixed::FixedMap;
use crate::letters::{is_letter, small, small_word};

/// Characters that are looked at; more would not change the answer.
pub(crate) const MAX_CHARS: usize = 1_000;

/// ISO 639-1 code, or `und` where there is too little to go by. `stated` is what the source says; it counts where the text
/// itself says nothing.
pub fn detect(text: &str, stated: Option<&str>) -> String {
    let end = text.char_indices().nth(MAX_CHARS).map_or(text.len(), |(end, _)| end);
    let head = text[..end].replace(char::is_control, " ");
    let stated = stated.filter(|code| code.len() >= 2 && code.is_ascii()).map(|code| &code[..2]);
    let letters = head.chars().filter(|&c| is_letter(c)).take(3).count();
    let found = of_script(&head).or_else(|| if letters < 3 { None } else { latin::detect(&head) });
    match (found, stated) {
        (Some(code), _) => code.to_owned(),
        (None, Some(stated)) => stated.to_ascii_lowercase(),
        (None, None) if letters < 3 => "und".to_owned(),
        (None, None) => "en".to_owned(),
    }
}

/// Letters of each script. Names in Latin letters stand in texts of every language.
#[derive(Default)]
struct Scripts {
    latin: usize,
    han: usize,
    /// Characters that only Japanese writes in this form.
    japanese_han: usize,
    kana: usize,
    /// The kana of particles and endings; a Chinese text has none, whatever it quotes.
    hiragana: usize,
    hangul: usize,
    cyrillic: usize,
    other: usize,
}

/// The language of a text that is not, or not only, in Latin letters.
fn of_script(head: &str) -> Option<&'static str> {
    let japanese = &*JAPANESE;
    let mut scripts = Scripts::default();
    for c in head.chars().filter(|&c| is_letter(c)) {
        let count = match c {
            '\u{0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' | '\u{ff21}'..='\u{ff5a}' => &mut scripts.latin,
            '\u{3041}'..='\u{30fa}' | '\u{ff66}'..='\u{ff9d}' => {
                scripts.hiragana += usize::from(c < '\u{30a1}');
                &mut scripts.kana
            }
            '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' => {
                scripts.japanese_han += usize::from(is_marked(japanese, c));
                &mut scripts.han
            }
            '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7a3}' => {
                &mut scripts.hangul
            }
            '\u{400}'..='\u{52f}' => &mut scripts.cyrillic,
            // The mark that lengthens a vowel and others that belong to no one script.
            '\u{2b0}'..='\u{2ff}' | '\u{30fb}'..='\u{30ff}' => continue,
            _ => &mut scripts.other,
        };
        *count += 1;
    }
    let cjk = scripts.han + scripts.kana + scripts.hangul;
    // A character of these stands for a syllable or a word, so a few of them weigh as much as a long Latin name.
    let weight = 3 * cjk + scripts.cyrillic + scripts.other;
    if weight < 2 || (weight * 3 < scripts.latin && latin::has_small_words(head)) {
        return None;
    }
    if cjk * 3 >= scripts.cyrillic + scripts.other {
        return Some(if scripts.hangul * 2 > scripts.han + scripts.kana {
            "ko"
        } else if scripts.kana * 12 >= cjk
            || scripts.hiragana * 60 >= cjk.max(1)
            || (scripts.kana > 0 && scripts.japanese_han > 0)
            || scripts.japanese_han >= 2
        {
            "ja"
        } else {
            "zh"
        });
    }
    if scripts.cyrillic > scripts.other {
        return Some(cyrillic(head));
    }
    Some(whatlang::detect(head).map_or("und", |found| two_letters(found.lang())))
}

/// Written like this in Japanese, otherwise in Chinese, simplified or not.
const JAPANESE_HAN: &str = "円売価発経済総変対図応広実検権込拡転労働払仮続験読県気楽観帰団択訳様戻徴歩渋駅塁巻伝両弾囲収緑顕処剣剤増隠帯弐黒録穏竜挙厳関険効悪沢浜斉豊営単戦騒齢庁拠満専査掲証恵銭鉱舗覇譲釈軽薬壊従聴脳焼縁暁枠渉稲継絵蔵闘陥桜児剰勧塩捜抜歳説頼霊髪";

const FIRST_HAN: usize = 0x4e00;

/// A bit for each of the common Chinese characters that is among `JAPANESE_HAN`.
static JAPANESE: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let mut bits = vec![0; (0x9fff - FIRST_HAN) / 64 + 1];
    let places = JAPANESE_HAN.chars().filter_map(|c| (c as usize).checked_sub(FIRST_HAN));
    places.for_each(|place| bits[place / 64] |= 1 << (place % 64));
    bits
});

fn is_marked(bits: &[u64], c: char) -> bool {
    let place = (c as usize).wrapping_sub(FIRST_HAN);
    bits.get(place / 64).is_some_and(|word| word >> (place % 64) & 1 == 1)
}

/// Russian unless letters or small words are another's.
fn cyrillic(head: &str) -> &'static str {
    let mut russian = 0;
    let (mut ukrainian, mut belarusian, mut serbian, mut kazakh) = (0, 0, 0, 0);
    for c in head.chars() {
        match small(c).or_else(|| c.to_lowercase().next()).unwrap_or(c) {
            'ы' | 'э' | 'ё' => russian += 1,
            'і' | 'ї' | 'є' | 'ґ' => ukrainian += 1,
            'ў' => belarusian += 3,
            'ј' | 'љ' | 'њ' | 'ђ' | 'ћ' | 'џ' | 'ѓ' | 'ќ' | 'ѕ' => serbian += 1,
            'ә' | 'ғ' | 'қ' | 'ң' | 'ө' | 'ұ' | 'ү' | 'һ' | 'ҳ' | 'ҷ' => kazakh += 1,
            _ => {}
        }
    }
    let others = [("uk", ukrainian), ("be", belarusian), ("sr", serbian), ("kk", kazakh)];
    let strongest = others.into_iter().max_by_key(|(_, count)| *count).unwrap_or(("ru", 0));
    if strongest.1 > russian {
        return strongest.0;
    }
    const BULGARIAN: [&str; 14] =
        ["е", "се", "са", "че", "които", "който", "която", "със", "като", "след", "това", "не", "ще", "във"];
    const RUSSIAN: [&str; 16] = [
        "и",
        "что",
        "это",
        "как",
        "с",
        "его",
        "из",
        "был",
        "для",
        "при",
        "или",
        "но",
        "не",
        "к",
        "о",
        "также",
    ];
    /// Which of the two lists a word is in.
    static WORDS: LazyLock<FixedMap<&str, [bool; 2]>> = LazyLock::new(|| {
        let words = BULGARIAN.into_iter().chain(RUSSIAN);
        words.map(|word| (word, [BULGARIAN.contains(&word), RUSSIAN.contains(&word)])).collect()
    });
    let (mut bulgarian, mut small, mut room) = (0, 0, String::new());
    // No longer word is listed.
    const MAX_BYTES: usize = 12;
    let words = head.split(|c: char| !is_letter(c));
    for word in words.filter(|word| !word.is_empty() && word.len() <= MAX_BYTES) {
        let [is_bulgarian, is_russian] = WORDS.get(small_word(word, &mut room)).copied().unwrap_or_default();
        bulgarian += usize::from(is_bulgarian);
        small += usize::from(is_russian);
    }
    if russian == 0 && bulgarian > small + 1 { "bg" } else { "ru" }
}

/// True where at least one word is a small word of a language in Latin letters.
pub(crate) fn has_small_words(text: &str) -> bool {
    latin::has_small_words(text)
}

/// Small words of a language in Latin letters; none where it has no list.
pub(crate) fn small_words(code: &str) -> &'static str {
    words::LATIN.iter().find(|language| language.code == code).map_or("", |language| language.words)
}

fn two_letters(lang: Lang) -> &'static str {
    const CODES: [(&str, &str); 68] = [
        ("afr", "af"),
        ("aka", "ak"),
        ("amh", "am"),
        ("ara", "ar"),
        ("aze", "az"),
        ("bel", "be"),
        ("ben", "bn"),
        ("bul", "bg"),
        ("cat", "ca"),
        ("ces", "cs"),
        ("cmn", "zh"),
        ("cym", "cy"),
        ("dan", "da"),
        ("deu", "de"),
        ("ell", "el"),
        ("eng", "en"),
        ("epo", "eo"),
        ("est", "et"),
        ("fin", "fi"),
        ("fra", "fr"),
        ("guj", "gu"),
        ("heb", "he"),
        ("hin", "hi"),
        ("hrv", "hr"),
        ("hun", "hu"),
        ("hye", "hy"),
        ("ind", "id"),
        ("ita", "it"),
        ("jav", "jv"),
        ("jpn", "ja"),
        ("kan", "kn"),
        ("kat", "ka"),
        ("khm", "km"),
        ("kor", "ko"),
        ("lat", "la"),
        ("lav", "lv"),
        ("lit", "lt"),
        ("mal", "ml"),
        ("mar", "mr"),
        ("mkd", "mk"),
        ("mya", "my"),
        ("nep", "ne"),
        ("nld", "nl"),
        ("nob", "nb"),
        ("ori", "or"),
        ("pan", "pa"),
        ("pes", "fa"),
        ("pol", "pl"),
        ("por", "pt"),
        ("ron", "ro"),
        ("rus", "ru"),
        ("sin", "si"),
        ("slk", "sk"),
        ("slv", "sl"),
        ("sna", "sn"),
        ("spa", "es"),
        ("srp", "sr"),
        ("swe", "sv"),
        ("tam", "ta"),
        ("tel", "te"),
        ("tgl", "tl"),
        ("tha", "th"),
        ("tuk", "tk"),
        ("tur", "tr"),
        ("ukr", "uk"),
        ("urd", "ur"),
        ("uzb", "uz"),
        ("vie", "vi"),
    ];
    CODES.iter().find(|(three, _)| *three == lang.code()).map_or("und", |(_, two)| two)
}

#[cfg(test)]
#[path = "language_tests.rs"]
mod tests;
