//! A text with its telling passages marked.

/// A stretch of a text; marked where it gave a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub text: String,
    pub reason: Option<String>,
}

/// Cuts `text` at the quotes that stand in it. Of two that overlap the one that begins first is marked, of two that
/// begin together the longer.
pub fn pieces<'a>(text: &str, quotes: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<Piece> {
    let mut found: Vec<(usize, usize, &str)> = quotes
        .filter(|(quote, _)| !quote.is_empty())
        .filter_map(|(quote, reason)| text.find(quote).map(|at| (at, at + quote.len(), reason)))
        .collect();
    found.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.cmp(&a.1)));
    let (mut cut, mut end) = (Vec::new(), 0);
    for (from, to, reason) in found {
        if from < end {
            continue;
        }
        push(&mut cut, &text[end..from], None);
        push(&mut cut, &text[from..to], Some(reason));
        end = to;
    }
    push(&mut cut, &text[end..], None);
    cut
}

fn push(pieces: &mut Vec<Piece>, text: &str, reason: Option<&str>) {
    if !text.is_empty() {
        pieces.push(Piece { text: text.to_owned(), reason: reason.map(str::to_owned) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, quotes: &[&str], expected: &str) {
        let shown: String = pieces(text, quotes.iter().map(|quote| (*quote, "why")))
            .into_iter()
            .map(|piece| if piece.reason.is_some() { format!("[{}]", piece.text) } else { piece.text })
            .collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn quotes_are_marked_once_and_nothing_is_lost() {
        check("We won't say. Not now.", &["won't say"], "We [won't say]. Not now.");
        check("We won't say. Not now.", &["Not now", "We won't"], "[We won't] say. [Not now].");
        check("We won't say.", &["won't say", "We won't"], "[We won't] say.");
        check("We won't say.", &["We", "We won't"], "[We won't] say.");
        check("We won't say.", &["", "elsewhere"], "We won't say.");
        check("", &["x"], "");
        check("Größe über alles", &["über"], "Größe [über] alles");
    }
}
