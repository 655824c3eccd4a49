//! Names by how they sound: a person, a place or a firm keeps its consonants in most languages and scripts, so that
//! `Trump`, `Трампа`, `トランプ` and `트럼프` meet. Coarse on purpose: what sounds alike is one, and only rare sounds say much.

use super::terms::stir;

/// Sounds of the shortest name that is kept, and how many of a longer one.
const MIN_SOUNDS: usize = 3;
const MAX_SOUNDS: usize = 8;

/// The sounds of the names of a text as numbers, each once and in order; of the first `most` names.
pub(super) fn names(text: &str, most: usize) -> Vec<u32> {
    let mut found: Vec<u32> = Vec::new();
    let mut rest = text;
    while found.len() < most {
        let Some(start) = rest.find(|c: char| script(c) != Script::None) else { break };
        rest = &rest[start..];
        let own = rest.chars().next().map_or(Script::None, script);
        let end = rest.find(|c: char| script(c) != own).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        rest = behind;
        let is_name = match own {
            Script::Letters => word.starts_with(char::is_uppercase),
            _ => true,
        };
        let sound = if is_name { sound(word, own) } else { None };
        if let Some(sound) = sound.filter(|sound| !found.contains(sound)) {
            found.push(sound);
        }
    }
    found.sort_unstable();
    found
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    /// Latin and Cyrillic: names begin with a capital.
    Letters,
    /// Katakana: what is written in it mostly comes from elsewhere.
    Katakana,
    Hangul,
    None,
}

fn script(c: char) -> Script {
    match c {
        '\u{30a1}'..='\u{30fa}' | '\u{30fc}' => Script::Katakana,
        '\u{ac00}'..='\u{d7a3}' => Script::Hangul,
        '\u{400}'..='\u{45f}' => Script::Letters,
        _ if c.is_ascii_alphabetic() || ('\u{c0}'..='\u{24f}').contains(&c) && c.is_alphabetic() => {
            Script::Letters
        }
        _ => Script::None,
    }
}

fn sound(word: &str, script: Script) -> Option<u32> {
    let mut sounds = Sounds::default();
    match script {
        Script::Letters => letters(word, &mut sounds),
        Script::Katakana => word.chars().for_each(|c| sounds.push_all(katakana(c))),
        Script::Hangul => without_particle(word).chars().for_each(|c| hangul(c, &mut sounds)),
        Script::None => {}
    }
    sounds.finish()
}

/// Classes of consonants: `p` for all that lips make, `k`, `s`, `t`, `r` for both liquids, `m`, `n`.
#[derive(Default)]
struct Sounds {
    list: Vec<u8>,
    has_begun: bool,
}

impl Sounds {
    /// A consonant, or `a` for a vowel, which counts at the beginning alone.
    fn push(&mut self, sound: u8) {
        let is_first = !std::mem::replace(&mut self.has_begun, true);
        let repeats = self.list.last() == Some(&sound);
        if (sound != b'a' || is_first) && !repeats {
            self.list.push(sound);
        }
    }

    fn push_all(&mut self, sounds: &str) {
        sounds.bytes().for_each(|sound| self.push(sound));
    }

    fn finish(mut self) -> Option<u32> {
        // Japanese writes n where lips follow.
        for at in 1..self.list.len() {
            if self.list[at] == b'p' && self.list[at - 1] == b'n' {
                self.list[at - 1] = b'm';
            }
        }
        // What many languages add to a name.
        if self.list.len() > MIN_SOUNDS && self.list.last() == Some(&b's') {
            self.list.pop();
        }
        if self.list.len() < MIN_SOUNDS {
            return None;
        }
        self.list.truncate(MAX_SOUNDS);
        Some(self.list.iter().fold(0, |sum, sound| stir(sum ^ u64::from(*sound))) as u32)
    }
}

fn letters(word: &str, sounds: &mut Sounds) {
    let lower: Vec<char> = word.chars().flat_map(char::to_lowercase).collect();
    let mut at = 0;
    while let Some(&c) = lower.get(at) {
        let next = lower.get(at + 1).copied().unwrap_or(' ');
        let after = lower.get(at + 2).copied().unwrap_or(' ');
        at += 1;
        match (c, next) {
            ('s', 'c') if after == 'h' => {
                at += 2;
                sounds.push(b's');
            }
            ('s' | 'c' | 'z', 'h') | ('c' | 's', 'z') | ('t', 'z') => {
                at += 1;
                sounds.push(b's');
            }
            ('p', 'h') => {
                at += 1;
                sounds.push(b'p');
            }
            ('c', 'e' | 'i' | 'y') => sounds.push(b's'),
            _ => sounds.push_all(letter(c)),
        }
    }
}

fn letter(c: char) -> &'static str {
    match c {
        'b' | 'p' | 'f' | 'v' | 'w' | 'б' | 'п' | 'ф' | 'в' => "p",
        'c' | 'k' | 'q' | 'g' | 'к' | 'г' | 'ğ' | 'х' => "k",
        'x' => "ks",
        's' | 'z' | 'j' | 'ç' | 'ş' | 'ß' | 'ś' | 'ź' | 'ż' | 'ć' | 'š' | 'ž' | 'č' | 'с' | 'з' | 'ж'
        | 'ц' | 'ч' | 'ш' | 'щ' => "s",
        'd' | 't' | 'д' | 'т' | 'ţ' | 'ț' => "t",
        'l' | 'r' | 'ł' | 'л' | 'р' => "r",
        'm' | 'м' => "m",
        'n' | 'ñ' | 'ń' | 'н' => "n",
        'ь' | 'ъ' => "",
        _ => "a",
    }
}

fn katakana(c: char) -> &'static str {
    match c {
        'カ' | 'キ' | 'ク' | 'ケ' | 'コ' | 'ガ' | 'ギ' | 'グ' | 'ゲ' | 'ゴ' => "k",
        'サ'..='ゾ' | 'チ' | 'ヂ' | 'ヅ' => "s",
        'ツ' => "s",
        'タ' | 'ダ' | 'テ' | 'デ' | 'ト' | 'ド' => "t",
        'ナ'..='ノ' | 'ン' => "n",
        'バ' | 'ビ' | 'ブ' | 'ベ' | 'ボ' | 'パ' | 'ピ' | 'プ' | 'ペ' | 'ポ' | 'フ' | 'ヴ' | 'ワ' => {
            "p"
        }
        'マ'..='モ' => "m",
        'ラ'..='ロ' => "r",
        'ッ' | 'ー' => "",
        _ => "a",
    }
}

/// By the letters that a syllable begins and ends with.
fn hangul(c: char, sounds: &mut Sounds) {
    const FIRST: [&str; 19] =
        ["k", "k", "n", "t", "t", "r", "m", "p", "p", "s", "s", "a", "s", "s", "s", "k", "t", "p", "a"];
    const LAST: [&str; 28] = [
        "", "k", "k", "k", "n", "n", "n", "t", "r", "r", "r", "r", "r", "r", "r", "r", "m", "p", "p", "t",
        "t", "n", "s", "s", "k", "t", "p", "",
    ];
    let place = u32::from(c).saturating_sub(0xac00) as usize;
    sounds.push_all(FIRST[(place / 588).min(18)]);
    sounds.push_all(LAST[place % 28]);
}

/// What Korean adds to a noun.
fn without_particle(word: &str) -> &str {
    const PARTICLES: [&str; 18] = [
        "에서는",
        "으로",
        "에서",
        "에게",
        "까지",
        "부터",
        "은",
        "는",
        "이",
        "가",
        "을",
        "를",
        "의",
        "에",
        "와",
        "과",
        "도",
        "로",
    ];
    let cut = PARTICLES.iter().find_map(|particle| word.strip_suffix(particle));
    cut.filter(|rest| rest.chars().count() >= 2).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_sounds_alike_in_every_script() {
        for same in [
            &["Trump", "Трампа", "トランプ", "트럼프는"][..],
            &["Coinbase", "Коинбейс", "コインベース"],
            &["Merkel", "Merkels", "Меркель"],
            &["Elon", "Илон", "イーロン", "일론"],
            &["Harris", "ハリス", "해리스가"],
        ] {
            let sounds: Vec<Vec<u32>> = same.iter().map(|name| names(name, 9)).collect();
            assert!(sounds[0].len() == 1 && sounds.iter().all(|sound| *sound == sounds[0]), "{same:?}");
        }
        assert_ne!(names("Kraken", 9), names("Gemini", 9));
    }

    #[test]
    fn what_is_no_name_is_left_out() {
        assert!(names("prices fell, and then of it", 9).is_empty());
        assert!(names("An US EU", 9).is_empty(), "too short to tell");
        assert_eq!(names("Kraken Kraken Gemini Tether Solana", 2).len(), 2);
    }
}
