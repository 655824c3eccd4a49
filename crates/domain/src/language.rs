//! The languages that texts are told apart in; whatever is in none of them is another language.

use crate::category::closed_list;

closed_list! {
    /// A language by its ISO 639-1 code.
    Language {
        English = "en",
        Spanish = "es",
        Portuguese = "pt",
        French = "fr",
        German = "de",
        Italian = "it",
        Polish = "pl",
        Turkish = "tr",
        Russian = "ru",
        Chinese = "zh",
        Japanese = "ja",
        Korean = "ko",
        Indonesian = "id",
    }
}

/// True where the models read a text whose language has this code: tone and subjects are known. Of the others only words and
/// listed names are. A text of no language at all (`und`: a ticker, a number) is read too: it hardly says anything.
pub fn is_read(code: &str) -> bool {
    code == "und" || Language::from_name(code).is_some()
}

/// The codes of all texts that the models read.
pub fn read_codes() -> impl Iterator<Item = &'static str> {
    Language::NAMES.iter().copied().chain(["und"]).filter(|code| is_read(code))
}
