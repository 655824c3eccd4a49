//! The words of a search marked in a text, and a piece of a long text around the first of them.

use search::highlight::{Passage, passages};
use search::language::Query;

/// A stretch of a text; marked where the search asks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    pub text: String,
    pub is_match: bool,
}

/// What a search wants in title or text, if anything.
#[derive(Default)]
pub struct Wanted(Option<Query>);

impl Wanted {
    pub fn of(query: Option<&Query>) -> Wanted {
        Wanted(query.cloned())
    }

    /// The whole of a title.
    pub fn mark(&self, title: &str) -> Vec<Stretch> {
        match self.first(title, "") {
            Some(passage) => stretches(&passage),
            None => vec![Stretch { text: title.to_owned(), is_match: false }],
        }
    }

    /// The place of the first match, or so many characters of the beginning where there is none.
    pub fn snippet(&self, content: &str, max_chars: usize) -> Vec<Stretch> {
        let plain = |text: &str| Stretch { text: text.to_owned(), is_match: false };
        let content = content.split_whitespace().collect::<Vec<_>>().join(" ");
        let Some(passage) = self.first("", &content) else {
            let cut: String = content.chars().take(max_chars).collect();
            // A word that is cut goes.
            return match cut.len() < content.len() {
                true => vec![plain(cut.rsplit_once(' ').map_or(&cut, |(whole, _)| whole)), plain(" …")],
                false => vec![plain(&cut)],
            };
        };
        let mut shown = stretches(&passage);
        if !content.starts_with(&passage.text) {
            shown.insert(0, plain("… "));
        }
        if !content.ends_with(&passage.text) {
            shown.push(plain(" …"));
        }
        shown
    }

    fn first(&self, title: &str, content: &str) -> Option<Passage> {
        passages(self.0.as_ref()?, title, content).into_iter().next()
    }
}

fn stretches(passage: &Passage) -> Vec<Stretch> {
    let mut out = Vec::new();
    let mut characters = passage.text.chars();
    let mut at = 0;
    let mut take = |to: usize, is_match: bool| {
        let text: String = characters.by_ref().take(to.saturating_sub(at)).collect();
        at = to;
        if !text.is_empty() {
            out.push(Stretch { text, is_match });
        }
    };
    for &(start, end) in &passage.marks {
        take(start, false);
        take(end, true);
    }
    take(usize::MAX, false);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(query: &str) -> Wanted {
        Wanted::of(Some(&search::language::parse(query).expect("a query")))
    }

    #[track_caller]
    fn check(query: &str, text: &str, expected: &str) {
        let shown: String = wanted(query)
            .mark(text)
            .into_iter()
            .map(|stretch| if stretch.is_match { format!("[{}]", stretch.text) } else { stretch.text })
            .collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn what_is_asked_for_is_marked() {
        check("bitcoin", "Bitcoin rose, BITCOIN fell.", "[Bitcoin] rose, [BITCOIN] fell.");
        check("token* -price", "Tokenised price", "[Tokenised] price");
        check("outlet:alpha rise", "Alpha sees a rise", "Alpha sees a [rise]");
        check("etf NEAR/3 spot", "A spot ETF", "A [spot] [ETF]");
        check("ether", "Nothing of that", "Nothing of that");
    }

    #[test]
    fn a_snippet_stands_around_the_first_match() {
        let text = format!("{} needle {}", "hay ".repeat(200), "straw ".repeat(200));
        let shown = wanted("needle").snippet(&text, 120);
        let length: usize = shown.iter().map(|stretch| stretch.text.chars().count()).sum();
        assert!(shown.iter().any(|stretch| stretch.is_match) && length < 300, "{shown:?}");
        assert_eq!(shown[0].text, "… ");
        assert_eq!(
            Wanted::default().snippet("short", 100),
            [Stretch { text: "short".to_owned(), is_match: false }]
        );
    }
}
