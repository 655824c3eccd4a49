//! What differs from language to language where an item is cut into terms: small words, how numbers are written, and letters
//! that stand without spaces.

use std::collections::HashSet;
use std::sync::LazyLock;

use domain::Language;

/// The language of an item, as small as it is kept. Stories know items of one language by their words, and those of another
/// by what is the same in both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Tongue(u8);

/// One that is not read, whichever it is.
const OTHER: u8 = Language::ALL.len() as u8;

impl Tongue {
    pub const COUNT: usize = Language::ALL.len() + 1;

    /// Of an ISO 639-1 code. A text that says nothing (`und`) goes with English.
    pub fn of(code: &str) -> Tongue {
        match Language::from_name(code) {
            Some(language) => Tongue(language as u8),
            None if code.is_empty() || code == "und" => Tongue::default(),
            None => Tongue(OTHER),
        }
    }

    pub fn from_number(number: u8) -> Option<Tongue> {
        (number <= OTHER).then_some(Tongue(number))
    }

    pub fn number(self) -> u8 {
        self.0
    }

    /// None where it is not read.
    pub fn language(self) -> Option<Language> {
        Language::ALL.get(usize::from(self.0)).copied()
    }

    pub fn all() -> impl Iterator<Item = Tongue> {
        (0..=OTHER).map(Tongue)
    }

    /// Two languages that are both read.
    pub fn is_foreign_to(self, other: Tongue) -> bool {
        self != other && self.0 != OTHER && other.0 != OTHER
    }

    /// Keeps what is counted for one language apart from the others.
    pub fn salt(self) -> u64 {
        u64::from(self.0) << 56
    }

    /// A word that says nothing, in small letters.
    pub fn is_small_word(self, word: &str) -> bool {
        SMALL_WORDS.get(usize::from(self.0)).is_some_and(|words| words.contains(word))
    }

    /// The small words and words of magnitude of every language but English.
    pub fn foreign_words() -> impl Iterator<Item = &'static str> {
        let magnitudes = MAGNITUDES.iter().flat_map(|(.., words)| words.split(' '));
        SMALL_WORDS.iter().flatten().copied().chain(magnitudes)
    }

    /// `2,7` is two and seven tenths, `2.700` two thousand.
    pub fn has_decimal_comma(self) -> bool {
        use Language::*;
        matches!(
            self.language(),
            Some(Spanish | Portuguese | French | German | Italian | Polish | Turkish | Russian | Indonesian)
        )
    }

    /// By how many powers of ten a word behind a number multiplies it.
    pub fn magnitude(self, word: &str) -> Option<u32> {
        let language = self.language().filter(|language| *language != Language::English)?;
        if let Some((_, power)) = EAST.iter().find(|(unit, _)| word.starts_with(unit)) {
            return Some(*power);
        }
        let lower = word.to_lowercase();
        let known = MAGNITUDES.iter().filter(|(of, ..)| *of == language);
        known
            .flat_map(|(_, power, words)| words.split(' ').map(move |word| (*power, word)))
            .find(|(_, word)| *word == lower)
            .map(|(power, _)| power)
    }
}

static SMALL_WORDS: LazyLock<Vec<HashSet<&str>>> = LazyLock::new(|| {
    let of = |language: &Language| match language {
        // Those of English are in a list of their own.
        Language::English => "",
        Language::Russian => RUSSIAN,
        _ => crate::language::small_words(language.name()),
    };
    Language::ALL.iter().map(|language| of(language).split_ascii_whitespace().collect()).collect()
});

const RUSSIAN: &str = "и в во не на что с со по как за из от до для это его ее её их при или но о об к ко у же бы был была были \
                       было быть будет будут может могут также после более менее уже еще ещё чем чтобы который которая которые \
                       которого все всех том этом этого где когда так только лишь над под перед между через около свой свою \
                       своих он она они мы вы я ему ей им нас вас если нет да ни год года лет году день сообщил сообщила \
                       сообщает заявил заявила";

const MAGNITUDES: [(Language, u32, &str); 32] = {
    use Language::*;
    [
        (Spanish, 3, "mil"),
        (Spanish, 6, "millón millones mm"),
        (Spanish, 12, "billón billones"),
        (Portuguese, 3, "mil"),
        (Portuguese, 6, "milhão milhões mi"),
        (Portuguese, 9, "bilhão bilhões bi"),
        (Portuguese, 12, "trilhão trilhões tri"),
        (French, 3, "mille"),
        (French, 6, "million millions"),
        (French, 9, "milliard milliards md mds"),
        (German, 3, "tausend"),
        (German, 6, "million millionen mio"),
        (German, 9, "milliarde milliarden mrd"),
        (German, 12, "billion billionen"),
        (Italian, 3, "mila"),
        (Italian, 6, "milione milioni mln"),
        (Italian, 9, "miliardo miliardi mld"),
        (Polish, 3, "tys tysiąc tysiące tysięcy"),
        (Polish, 6, "milion miliony milionów mln"),
        (Polish, 9, "miliard miliardy miliardów mld"),
        (Polish, 12, "bilion biliony bilionów bln"),
        (Turkish, 3, "bin"),
        (Turkish, 6, "milyon"),
        (Turkish, 9, "milyar"),
        (Turkish, 12, "trilyon"),
        (Russian, 3, "тыс тысяча тысячи тысяч"),
        (Russian, 6, "млн миллион миллиона миллионов"),
        (Russian, 9, "млрд миллиард миллиарда миллиардов"),
        (Russian, 12, "трлн триллион триллиона триллионов"),
        (Indonesian, 3, "ribu"),
        (Indonesian, 6, "juta"),
        (Indonesian, 9, "miliar"),
    ]
};

/// The longer first.
const EAST: [(&str, u32); 13] = [
    ("万亿", 12),
    ("萬億", 12),
    ("천만", 7),
    ("百万", 6),
    ("万", 4),
    ("萬", 4),
    ("만", 4),
    ("亿", 8),
    ("億", 8),
    ("억", 8),
    ("兆", 12),
    ("조", 12),
    ("천", 3),
];

/// Letters of scripts that write without spaces, or with endings that are written together with the word.
pub(crate) fn is_eastern(c: char) -> bool {
    matches!(c, '\u{3005}'..='\u{3007}' | '\u{3041}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}' | '\u{ff66}'..='\u{ff9f}')
}

/// What Japanese writes its endings and small words with.
pub(crate) fn is_hiragana(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{309f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_come_back_from_their_numbers() {
        for tongue in Tongue::all() {
            assert_eq!(Tongue::from_number(tongue.number()), Some(tongue));
        }
        assert_eq!(Tongue::all().count(), Tongue::COUNT);
        assert_eq!(Tongue::from_number(OTHER + 1), None);
        assert_eq!(Tongue::of("de").language(), Some(Language::German));
        assert_eq!((Tongue::of("und"), Tongue::of("")), (Tongue::of("en"), Tongue::of("en")));
        assert_eq!(Tongue::of("ar").language(), None);
    }

    #[test]
    fn small_words_are_those_of_the_language() {
        assert!(Tongue::of("de").is_small_word("der") && !Tongue::of("es").is_small_word("der"));
        assert!(Tongue::of("ru").is_small_word("что"));
        assert!(!Tongue::of("en").is_small_word("the"), "in a list of its own");
    }
}
