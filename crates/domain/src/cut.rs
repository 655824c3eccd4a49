//! What came with a text and is no part of it, kept so that the text can be put together again.

use crate::category::closed_list;
use crate::marks::Field;

closed_list! {
    /// Why something is no part of an article.
    CutReason {
        /// The outlet repeats it in articles about other things.
        Repeated = "repeated by the outlet",
        /// `The post … appeared first on …`.
        FirstAppeared = "first appeared on",
        /// The site's name and the headline in front of the text.
        GluedHeadline = "headline repeated",
        /// The site's name behind a headline.
        SiteName = "site name",
        /// `Continue reading: …`, `Related: …`.
        Links = "links",
        /// Counters and links of an embedded post.
        Embed = "embedded post",
        /// Asks to follow, subscribe or sign up.
        FollowUs = "follow us",
        Disclaimer = "disclaimer",
        /// Who took the picture, who edited, who owns the text.
        Credit = "credit",
        /// A paragraph at the end that offers a token.
        Offer = "offer",
        /// Style sheets and scripts.
        Code = "code",
    }
}

/// A piece that was cut out of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    pub field: Field,
    /// The byte of the field, as it is without its cuts, at which the piece stood.
    pub at: usize,
    /// With the space around it.
    pub text: String,
    pub reason: CutReason,
}

/// What stands in a text in the place of pieces that were cut next to each other.
pub fn separator(cut: &str) -> &'static str {
    if cut.contains("\n\n") {
        "\n\n"
    } else if cut.contains('\n') {
        "\n"
    } else {
        " "
    }
}

/// A field as it was before its cuts, which are in order; none where they do not fit.
pub fn restored(text: &str, field: Field, cuts: &[Cut]) -> Option<String> {
    let mut whole = String::with_capacity(text.len());
    let mut cuts = cuts.iter().filter(|cut| cut.field == field).peekable();
    let mut from = 0;
    while let Some(first) = cuts.next() {
        whole.push_str(text.get(from..first.at)?);
        let begin = whole.len();
        whole.push_str(&first.text);
        while let Some(next) = cuts.next_if(|next| next.at == first.at) {
            whole.push_str(&next.text);
        }
        let is_inside = first.at > 0 && first.at < text.len();
        let gap = if is_inside { separator(&whole[begin..]) } else { "" };
        from = first.at + gap.len();
    }
    whole.push_str(text.get(from..)?);
    Some(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(at: usize, text: &str) -> Cut {
        Cut { field: Field::Content, at, text: text.to_owned(), reason: CutReason::Credit }
    }

    #[test]
    fn a_text_is_put_together_again() {
        let cuts = [cut(0, "A b. "), cut(2, " D.\n"), cut(2, "E. "), cut(4, " G.")];
        assert_eq!(restored("C.\nF.", Field::Content, &cuts[..3]).as_deref(), Some("A b. C. D.\nE. F."));
        assert_eq!(restored("C.\nF", Field::Content, &cuts).as_deref(), Some("A b. C. D.\nE. F G."));
        assert_eq!(restored("C.", Field::Title, &cuts).as_deref(), Some("C."));
    }

    #[test]
    fn cuts_of_another_text_do_not_fit() {
        assert_eq!(restored("C.", Field::Content, &[cut(9, "x")]), None);
        assert_eq!(restored("é", Field::Content, &[cut(1, "x")]), None);
    }
}
