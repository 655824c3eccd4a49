//! Style sheets and scripts that a feed took for text.

use domain::CutReason;

use super::Found;

/// A selector or a call before a brace is not longer.
const MAX_HEAD_BYTES: usize = 200;

pub(super) fn find(text: &str, found: &mut Vec<Found>) {
    let mut at = 0;
    while let Some(open) = text[at..].find('{').map(|open| at + open) {
        let Some(end) = closing(text, open) else { return };
        if looks_like_code(&text[open..end]) {
            let end = end + text[end..].bytes().take_while(|b| b" });,".contains(b)).count();
            found.push((head(text, at, open)..end, CutReason::Code));
            at = end;
        } else {
            at = end;
        }
    }
}

/// After the brace that closes this one.
fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate().skip(open) {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => continue,
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

fn looks_like_code(block: &str) -> bool {
    [";", "function", "!important", "px", "var ", "return"].iter().any(|mark| block.contains(mark))
}

/// From where the sentence before it has ended.
fn head(text: &str, at: usize, open: usize) -> usize {
    let from = text.ceil_char_boundary(at.max(open.saturating_sub(MAX_HEAD_BYTES)));
    let before = &text[from..open];
    let ends = before.char_indices().zip(before.chars().skip(1));
    let last = ends.filter(|((_, c), next)| {
        *c == '\n' || *c == '}' || (matches!(c, '.' | '!' | '?' | '”' | '"') && next.is_whitespace())
    });
    match last.last() {
        Some(((end, c), _)) => from + end + c.len_utf8(),
        None if from == at => at,
        None => open,
    }
}
