//! Sentences of an article that can stand alone: whole, in prose, and about the matter.

use crate::mentions::sentence_ends;

/// Characters of a sentence worth showing.
const SENTENCE: std::ops::RangeInclusive<usize> = 40..=300;

/// One sentence of an article.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sentence<'a> {
    pub text: &'a str,
    /// Its place among all sentences, good or not.
    pub place: usize,
    /// It needs nothing before it.
    pub opens: bool,
}

/// The good sentences of the beginning of an article, in their order.
pub(super) fn sentences<'a>(content: &'a str, is_all: bool, outlet: &str, title: &str) -> Vec<Sentence<'a>> {
    let (outlet, title) = (letters(outlet), letters(title));
    let mut found = Vec::new();
    for (place, text) in split(content, is_all).enumerate() {
        if SENTENCE.contains(&text.chars().count()) && is_whole(text) && !is_furniture(text) {
            let own = letters(text);
            // The headline glued to the first sentence.
            let is_glued = title.len() > 20 && own.starts_with(&title) && own.len() > title.len() + 8;
            // It speaks of itself, or its name is glued to the first sentence.
            let is_own_name = outlet.len() > 4 && own.contains(&outlet);
            if !is_glued && !is_own_name {
                found.push(Sentence { text, place, opens: opens(text) });
            }
        }
    }
    found
}

/// Every piece up to the end of a sentence with the quotation marks that close it; what has no end is left out. Where a
/// feed has lost its line breaks, a stop with a new sentence right behind it ends one too. The end of the content ends a
/// sentence only where the content is all that there is.
fn split(content: &str, is_all: bool) -> impl Iterator<Item = &str> {
    let ends = sentence_ends(content).filter(|end| !goes_on(&content[..*end], &content[*end..]));
    let mut ends: Vec<usize> =
        ends.chain(glued_ends(content)).chain(is_all.then_some(content.len())).collect();
    ends.sort_unstable();
    let mut start = 0;
    ends.into_iter().filter_map(move |end| {
        if end <= start {
            return None;
        }
        let closing = content[end..].find(|c: char| !is_closing(c)).unwrap_or(content.len() - end);
        let sentence = content[start..end + closing].trim();
        start = end + closing;
        Some(sentence)
    })
}

/// The stop belongs to a shortened word: what follows is written small, or is the day behind a month.
fn goes_on(before: &str, behind: &str) -> bool {
    const BEFORE_NUMBERS: &str = "Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec No Nos Art Sec approx";
    let Some(word) = before.strip_suffix('.').and_then(|before| before.split_whitespace().next_back()) else {
        return false;
    };
    match behind.trim_start().chars().next() {
        Some(next) if next.is_lowercase() => true,
        Some(next) if next.is_ascii_digit() => is_among(word, BEFORE_NUMBERS),
        _ => false,
    }
}

/// Behind stops as in `the breach.The firm` and `the breach.“We`.
fn glued_ends(content: &str) -> impl Iterator<Item = usize> + '_ {
    content.char_indices().filter_map(move |(at, c)| {
        let end = at + c.len_utf8();
        let mut before = content[..at].chars().rev();
        let is_word = before
            .next()
            .is_some_and(|c| c.is_lowercase() || c.is_ascii_digit() || matches!(c, '%' | ')' | '”'))
            && before.next().is_some_and(char::is_alphanumeric);
        let mut behind = content[end..].chars();
        let begins = match behind.next() {
            Some('“') => true,
            Some(first) => {
                first.is_uppercase() && behind.next().is_some_and(|c| c.is_lowercase() || c == ' ')
            }
            None => false,
        };
        (matches!(c, '.' | '!' | '?') && is_word && begins).then_some(end)
    })
}

fn is_closing(c: char) -> bool {
    matches!(c, '"' | '”' | '’' | ')' | ']' | '»')
}

/// It begins like a sentence, ends like one, and nothing in it is left open or glued.
fn is_whole(text: &str) -> bool {
    let ends = text.trim_end_matches(is_closing);
    let is_ended = ends.ends_with(['.', '!', '?', '。', '！', '？']) && !ends.ends_with("..");
    let begins = text.trim_start_matches(['"', '“', '‘', '(', '«', '$', '€', '£', '#']);
    let is_begun = begins.chars().next().is_some_and(|c| !c.is_lowercase() && c.is_alphanumeric());
    is_ended && is_begun && is_closed(text) && !is_glued(text) && !is_heading(text)
}

/// Most Words Are Written With Capitals.
fn is_heading(text: &str) -> bool {
    let words = text.split_whitespace().filter(|word| word.starts_with(char::is_alphabetic));
    let (all, capital) = words.fold((0, 0), |(all, capital), word| {
        (all + 1, capital + usize::from(word.starts_with(char::is_uppercase)))
    });
    all >= 6 && capital * 10 > all * 7
}

fn is_closed(text: &str) -> bool {
    let count = |mark: char| text.matches(mark).count();
    count('“') == count('”')
        && count('"').is_multiple_of(2)
        && count('(') == count(')')
        && count('[') == count(']')
        && count('«') == count('»')
}

/// A label with a new word right behind it, or a heading that runs on into the sentence: `Trend Continues The index fell`.
fn is_glued(text: &str) -> bool {
    const SMALL: &str =
        "The A An In On At As For And But With Of To By This After According While However Despite From Is";
    let mut before = "";
    for word in text.split_whitespace() {
        let inner = word.trim_matches(|c: char| !c.is_alphanumeric());
        let stops = inner.char_indices().filter(|(_, c)| matches!(c, ':' | ';'));
        let glued = |(at, c): (usize, char)| {
            let mut behind = inner[at + c.len_utf8()..].chars();
            let before = inner[..at].chars().next_back().is_some_and(char::is_lowercase);
            before
                && behind.next().is_some_and(char::is_uppercase)
                && behind.next().is_some_and(char::is_lowercase)
        };
        if stops.into_iter().any(glued) || runs_on(inner) {
            return true;
        }
        // A name may hold a small word, but it stands behind a word that is written small, or behind a comma.
        let is_heading = before.starts_with(char::is_uppercase)
            && before.ends_with(char::is_alphanumeric)
            && before.chars().count() > 2
            && before.chars().any(char::is_lowercase)
            && !is_among(before, SMALL);
        if is_heading && is_among(inner, SMALL) {
            return true;
        }
        before = word;
    }
    false
}

/// A number with a word right behind it: `$100,000When`, but not `3Commas` nor `21Shares`.
fn runs_on(word: &str) -> bool {
    let Some(behind) = word.rfind(|c: char| c.is_ascii_digit()).map(|at| at + 1) else { return false };
    let mut letters = word[behind..].chars();
    word[..behind].chars().filter(char::is_ascii_digit).count() >= 3
        && letters.next().is_some_and(char::is_uppercase)
        && letters.next().is_some_and(char::is_lowercase)
        && letters.next().is_some_and(char::is_lowercase)
}

/// Feed furniture, promotion and talk to the reader, not news.
fn is_furniture(text: &str) -> bool {
    const MARKS: &str = "appeared first|first appeared|read more|click here|sign up|subscribe|disclaimer|continue reading|<|\
        >|\\|**|http|www.|pic.twitter|copy link|reply copy|follow us|join our|our newsletter|telegram channel|\
        photo by|image credit|source:|featured image|prnewswire|globe newswire|chainwire|business wire|\
        press release|presale|key takeaways|key points|key highlights|tl;dr|in brief|table of contents|\
        this article|in this article|sponsored|affiliate|not financial advice|investment advice|promo code|\
        use code|all rights reserved|editor's note|—via";
    let lower = text.to_lowercase();
    MARKS.split('|').any(|mark| lower.contains(mark))
        || lower.starts_with("summary ")
        || lower.starts_with("more on ")
}

/// It does not lean on a sentence before it.
fn opens(text: &str) -> bool {
    const LEANING: &str = "he she they it this that these those his her their its but and however meanwhile moreover \
        additionally furthermore also so yet still then thus therefore similarly such here there instead \
        nevertheless nonetheless notably indeed overall consequently besides i we our my let or";
    let mut words =
        text.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase());
    let first = words.next().unwrap_or_default();
    let second = words.next().unwrap_or_default();
    let third = words.next().unwrap_or_default();
    let bare = first.split(['\'', '’']).next().unwrap_or_default();
    let leans = match (bare, second.as_str()) {
        ("the", second) => {
            is_among(second, "move latter former decision announcement report news post firm company")
        }
        (_, "of") if is_among(&third, "these those this them") => true,
        ("in", "addition")
        | ("as", "a" | "such")
        | ("for", "example" | "instance" | "now")
        | ("at", "that") => true,
        (first, _) => is_among(first, LEANING),
    };
    !leans
}

/// Whether a word stands in a list of words.
pub(super) fn is_among(word: &str, list: &str) -> bool {
    list.split(' ').any(|other| other == word)
}

/// Letters and digits alone, in lower case.
pub(super) fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good(content: &str) -> Vec<&str> {
        sentences(content, false, "Harbor News", "Harbor Exchange halts withdrawals after breach")
            .into_iter()
            .map(|sentence| sentence.text)
            .collect()
    }

    #[test]
    fn only_whole_sentences_are_good() {
        let whole = "Harbor Exchange halted withdrawals on Monday after a wallet breach.";
        assert_eq!(good(&format!("{whole} Two firms look into what")), [whole]);
        assert_eq!(good(&format!("{whole} Two firms look into what happened there...")), [whole]);
        let dated = "Harbor Exchange halted withdrawals on Wednesday, Dec. 21, after a wallet breach.";
        assert_eq!(good(dated), [""; 0], "the text ends with the sentence, which may be cut");
        assert_eq!(good(&format!("{dated} Two")), [dated]);
        let all = sentences(dated, true, "Harbor News", "A breach");
        assert_eq!(all.iter().map(|sentence| sentence.text).collect::<Vec<_>>(), [dated]);
        assert_eq!(good("Now That Harbor Halted Withdrawals After a Breach, Will It Pay? And"), [""; 0]);
        assert_eq!(good("and halted withdrawals on Monday after a wallet breach at the exchange. "), [""; 0]);
        let quoted = "“We will make every client whole within a week,” the head of Harbor said.";
        assert_eq!(good(&format!("{quoted} {whole} ")), [quoted, whole]);
        let closing = "The head of Harbor said that “every client will be made whole.”";
        assert_eq!(good(&format!("{closing} {whole} ")), [closing, whole]);
        assert_eq!(
            good("“We will make every client whole within a week, the head of Harbor said. "),
            [""; 0]
        );
    }

    #[test]
    fn what_is_glued_or_furniture_is_not() {
        for text in [
            "Harbor Exchange halts withdrawals after breach Harbor halted withdrawals on Monday evening.",
            "Harbor News Harbor Exchange halted withdrawals on Monday after a wallet breach.",
            "Key points:Harbor halted withdrawals on Monday after a wallet breach at night.",
            "Bearish Trend Continues The index fell again on Monday after a wallet breach.",
            "Bitcoin inches toward $100,000When Harbor halted withdrawals, the price fell to $97,759.",
            "854 Reply Copy link Harbor halted withdrawals on Monday after a wallet breach.",
            "PANAMA CITY, June 20, 2025 /PRNewswire/ — Harbor has halted all of its withdrawals.",
            "Subscribe to our newsletter for the latest on the breach at Harbor Exchange.",
        ] {
            assert_eq!(good(&format!("{text} ")), [""; 0], "{text}");
        }
        let (one, other) = (
            "Withdrawals stay halted at the exchange since May 12.",
            "The firm spoke of a breach of its wallets.",
        );
        assert_eq!(
            good(&format!("{one}{other}“We will make every client whole within a week,” it said. ")).len(),
            3
        );
        assert_eq!(good(&format!("{one}{other}")), [one], "the end of the text is no end of a sentence");
        let names = "The token of The Blockchain Group fell after Bank of America spoke of a breach.";
        assert_eq!(good(&format!("{names} ")), [names]);
    }

    #[test]
    fn a_sentence_that_leans_on_another_does_not_open() {
        for (text, expected) in [
            ("He said that withdrawals would stay halted for the week to come.", false),
            ("It’s the third breach of a hot wallet at an exchange this year alone.", false),
            ("The move comes after a breach of its hot wallets on Monday evening.", false),
            ("Most of these were about withdrawals that would stay halted.", false),
            ("Harbor said that withdrawals would stay halted for the week to come.", true),
        ] {
            assert_eq!(opens(text), expected, "{text}");
        }
    }
}
