//! Organisations that are in no list: each word that could be part of a name is judged by the three words on either
//! side and by how they are written; the best path of begin, inside and outside gives the names.
//!
//! Trained on English; a text in Title Case is marked as such, since capitals say little there.

mod sift;

pub use sift::{is_no_organisation, sift};

use super::kernel::{Matrix, dot, rectify};
use super::numbers::to_shares;
use super::vocabulary::Tokens;
use super::weights::Weights;
use super::words::{Shape, Word, Words};

const WINDOW: usize = 3;
const PIECES: usize = 4;
const SHAPES: usize = 10;
/// The mean of up to four pieces stays a whole number in twelfths.
const TWELFTHS: i32 = 12;
/// Words of a text that are judged; an organisation that matters is named before.
const MAX_WORDS: usize = 1_200;

/// Words of one token, of the lowest numbers, have their sums taken beforehand.
const KNOWN: usize = 1024;
/// Words that are looked at to judge one.
const PLACES: usize = 2 * WINDOW + 1;

/// A window of words goes into the hidden layer. A word gives the same sums wherever it stands in a window at the same place,
/// so a window adds up what its words give: the same whole numbers, and nothing to multiply for frequent words and shapes.
pub struct Tagger {
    embedding: Vec<i8>,
    embed: usize,
    /// For each place of a window, from a word to the hidden layer.
    places: Vec<Matrix>,
    /// For each frequent token and place, what the word alone gives.
    known: Vec<i32>,
    /// For each shape and place, what the shape gives.
    shapes: Vec<i32>,
    scale: Vec<f32>,
    bias: Vec<f32>,
    out: Vec<f32>,
    out_bias: Vec<f32>,
}

impl Tagger {
    pub fn new(bytes: &'static [u8]) -> Tagger {
        let mut w = Weights::new(bytes);
        let (_, embed, embedding) = w.table();
        let (count, shape) = (w.number(), w.number());
        let shape_values = w.halves(count * shape);
        let (outputs, inputs, weights) = w.table();
        let (scale, bias) = (w.reals(outputs), w.reals(outputs));
        let out = w.reals(3 * outputs);
        let out_bias = w.reals(3);
        w.finish();
        // The part of the weights for a stretch of the inputs.
        let part = |from: usize, length: usize| -> Matrix {
            let rows = weights.chunks_exact(inputs).flat_map(|row| &row[from..from + length]);
            Matrix::new(outputs, length, &rows.copied().collect::<Vec<_>>(), Vec::new(), Vec::new())
        };
        let width = embed + shape;
        let places: Vec<Matrix> = (0..PLACES).map(|place| part(place * width, embed)).collect();
        assert_eq!(
            places[0].width(),
            outputs,
            "the hidden layer of the compiled-in model fills whole blocks"
        );
        let mut tagger = Tagger {
            known: Vec::new(),
            shapes: vec![0; count * PLACES * outputs],
            embedding,
            embed,
            places,
            scale,
            bias,
            out,
            out_bias,
        };
        let mut sums = Vec::new();
        let mut spread = |matrix: &Matrix, values: &[i16], place: usize, table: &mut [i32]| {
            let rows = values.len() / matrix.inputs;
            matrix.sums(values, matrix.inputs, rows, &mut sums);
            for (row, sums) in sums.chunks_exact(outputs).enumerate() {
                table[(row * PLACES + place) * outputs..][..outputs].copy_from_slice(sums);
            }
        };
        let frequent = KNOWN.min(tagger.embedding.len() / embed);
        let mut values = Vec::new();
        (0..frequent as u32).for_each(|token| tagger.push_word(&[token], &mut values));
        let mut known = vec![0; frequent * PLACES * outputs];
        for place in 0..PLACES {
            spread(&tagger.places[place], &values, place, &mut known);
            spread(&part(place * width + embed, shape), &shape_values, place, &mut tagger.shapes);
        }
        tagger.known = known;
        tagger
    }

    /// Adds the inputs of a word: the mean of its first pieces.
    fn push_word(&self, pieces: &[u32], values: &mut Vec<i16>) {
        let pieces = &pieces[..pieces.len().min(PIECES)];
        let part = (TWELFTHS / pieces.len().max(1) as i32) as i16;
        let start = values.len();
        values.resize(start + self.embed, 0);
        for &piece in pieces {
            let row = &self.embedding[piece as usize * self.embed..][..self.embed];
            values[start..].iter_mut().zip(row).for_each(|(out, &value)| *out += i16::from(value) * part);
        }
    }

    /// Places of organisations, as first and last-but-one character.
    pub fn organisations(&self, words: &Words, tokens: &Tokens) -> Vec<(u32, u32)> {
        let list = &words.list[..words.list.len().min(MAX_WORDS)];
        let candidates = candidates(words, list);
        if candidates.is_empty() {
            return Vec::new();
        }
        let chances = self.judge(words, list, tokens, &candidates);
        // Words that are no candidates are outside; a path starts afresh after each of them.
        let mut found = Vec::new();
        let mut at = 0;
        while at < candidates.len() {
            let mut end = at + 1;
            while end < candidates.len()
                && candidates[end] == candidates[end - 1] + 1
                && !list[candidates[end]].after_break
                && !ends_sentence(words, &list[..=candidates[end]])
            {
                end += 1;
            }
            let first = candidates[at];
            let path = best_path(&chances[at..end]);
            push_spans(words, &list[first..first + path.len()], &path, &mut found);
            at = end;
        }
        found
    }

    /// Chances of outside, begin and inside for each candidate.
    fn judge(&self, words: &Words, list: &[Word], tokens: &Tokens, candidates: &[usize]) -> Vec<[f32; 3]> {
        let outputs = self.scale.len();
        let titled = titled(words, list);
        // The word at a place of a candidate's window; none outside the text.
        let word_at = |candidate: usize, place: usize| {
            (candidate + place).checked_sub(WINDOW).filter(|&word| word < list.len())
        };
        let known = |word: usize| match *tokens.of_word(word) {
            [token] if (token as usize) < KNOWN => Some(token as usize),
            _ => None,
        };
        let (mut values, mut others) = (Vec::new(), [const { Vec::new() }; PLACES]);
        for (place, others) in others.iter_mut().enumerate() {
            values.clear();
            let words = candidates.iter().filter_map(|&candidate| word_at(candidate, place));
            words.filter(|&word| known(word).is_none()).for_each(|word| {
                self.push_word(tokens.of_word(word), &mut values);
            });
            self.places[place].sums(&values, self.embed, values.len() / self.embed, others);
        }
        let mut others = others.each_ref().map(|sums| sums.chunks_exact(outputs));
        let mut hidden = vec![0.0; outputs];
        let nothing = vec![0; outputs];
        let judged = candidates.iter().map(|&candidate| {
            let mut sums = [&nothing[..]; 2 * PLACES];
            let (word_sums, shape_sums) = sums.split_at_mut(PLACES);
            for place in 0..PLACES {
                let at = |number: usize| (number * PLACES + place) * outputs;
                // Outside the text stands shape 0 with no word.
                let mut shape = 0;
                if let Some(word) = word_at(candidate, place) {
                    shape = 1 + list[word].shape as usize + if titled { SHAPES } else { 0 };
                    word_sums[place] = match known(word) {
                        Some(token) => &self.known[at(token)..],
                        None => others[place].next().unwrap_or(&nothing),
                    };
                }
                shape_sums[place] = &self.shapes[at(shape)..];
            }
            rectify(sums, &self.scale, &self.bias, &mut hidden);
            let mut chances = [0.0; 3];
            for ((chance, row), bias) in
                chances.iter_mut().zip(self.out.chunks_exact(outputs)).zip(&self.out_bias)
            {
                *chance = dot(row, &hidden) + bias;
            }
            to_shares(&mut chances);
            chances
        });
        judged.collect()
    }
}

const JOINERS: [&str; 13] = ["of", "and", "&", "the", "for", "de", ".", ",", "-", "'", "!", "/", "on"];

/// Words that could be part of a name, and what may join two of them.
fn candidates(words: &Words, list: &[Word]) -> Vec<usize> {
    (0..list.len())
        .filter(|&i| {
            let word = &list[i];
            word.shape.is_name()
                || i > 0
                    && list[i - 1].shape.is_name()
                    && (word.shape == Shape::Number || JOINERS.contains(&words.text(word)))
        })
        .collect()
}

/// Whether a sentence ends before the last of these words: no name goes on behind the stop of a word that is not cut off.
fn ends_sentence(words: &Words, list: &[Word]) -> bool {
    /// Longer words are hardly ever cut off.
    const MAX_CUT_OFF: u32 = 4;
    let [.., word, stop, next] = list else { return false };
    words.text(stop) == "."
        && stop.start == word.end
        && next.start > stop.end
        && (word.shape == Shape::Capitals || word.end - word.start > MAX_CUT_OFF)
        && word.shape.is_name()
        && !CUT_OFF.contains(&words.text(word))
}

/// Most longer words have capitals: a headline, where they say little.
fn titled(words: &Words, list: &[Word]) -> bool {
    let (mut long, mut capital) = (0, 0);
    for word in list {
        if matches!(word.shape, Shape::Small | Shape::Capital | Shape::Capitals | Shape::Mixed)
            && words.text(word).chars().count() > 3
        {
            long += 1;
            capital += usize::from(word.shape != Shape::Small);
        }
    }
    long > 2 && capital * 10 > long * 7
}

/// The likeliest path with no inside after outside: 0 outside, 1 begin, 2 inside.
pub fn best_path(chances: &[[f32; 3]]) -> Vec<u8> {
    let mut best = [chances[0][0], chances[0][1], 0.0];
    let mut back: Vec<[u8; 3]> = Vec::with_capacity(chances.len());
    for chance in &chances[1..] {
        let any = highest(best);
        let inner = if best[1] >= best[2] { 1 } else { 2 };
        back.push([any, any, inner]);
        let (any, inner) = (best[usize::from(any)], best[usize::from(inner)]);
        best = [any * chance[0], any * chance[1], inner * chance[2]];
        // Long runs of capitals would underflow; only the proportions matter.
        let most = best[0].max(best[1]).max(best[2]).max(f32::MIN_POSITIVE);
        best = best.map(|value| value / most);
    }
    let mut now = highest(best);
    let mut path = vec![now];
    for step in back.iter().rev() {
        now = step[usize::from(now)];
        path.push(now);
    }
    path.reverse();
    path
}

fn highest(values: [f32; 3]) -> u8 {
    let mut most = 0;
    for i in 1..3 {
        if values[i] > values[most] {
            most = i;
        }
    }
    most as u8
}

fn push_spans(words: &Words, list: &[Word], path: &[u8], found: &mut Vec<(u32, u32)>) {
    const NOT_LAST: [&str; 8] = [",", "-", "/", "the", "and", "of", "&", "'"];
    let mut at = 0;
    while at < path.len() {
        let mut end = at + 1;
        if path[at] == 1 {
            while end < path.len() && path[end] == 2 {
                end += 1;
            }
            let mut last = end;
            while last > at + 1 && NOT_LAST.contains(&words.text(&list[last - 1])) {
                last -= 1;
            }
            let (start, end) = (list[at].start, list[last - 1].end);
            found.push((start, end_of_name(&words.chars, start, end)));
        }
        at = end;
    }
}

/// Words that are cut off by a stop at the end of a name.
const CUT_OFF: [&str; 18] = [
    "inc", "corp", "ltd", "co", "cos", "bros", "intl", "pty", "pte", "pvt", "bhd", "assn", "dept", "univ",
    "cie", "cía", "jr", "st",
];

/// Where a name ends that may have the stop of its sentence behind it: `CFTC.` is without, `Acme Inc.` and `U.S.` are with it.
pub fn end_of_name(chars: &[char], start: u32, end: u32) -> u32 {
    let mut name = &chars[start as usize..end as usize];
    while let [before @ .., '.'] = name {
        let letters = before.iter().rev().take_while(|c| c.is_alphanumeric()).count();
        let (before_that, word) = before.split_at(before.len() - letters);
        let is_dotted = letters == 1 && before_that.ends_with(&['.']);
        let is_cut_off =
            || CUT_OFF.contains(&&*word.iter().flat_map(|c| c.to_lowercase()).collect::<String>());
        let is_bare = !before.iter().any(|c| c.is_alphanumeric());
        if is_bare || is_dotted || is_cut_off() {
            break;
        }
        let n_blanks = before.iter().rev().take_while(|c| c.is_whitespace()).count();
        name = &before[..before.len() - n_blanks];
    }
    start + name.len() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_stays_where_it_belongs_to_the_name() {
        let named = |text: &str| {
            let chars: Vec<char> = text.chars().collect();
            let end = end_of_name(&chars, 0, chars.len() as u32);
            text.chars().take(end as usize).collect::<String>()
        };
        for name in [
            "U.S.",
            "Acme Inc.",
            "Acme Corp.",
            "Acme Ltd.",
            "Acme & Co.",
            "Acme S.A.",
            "Acme N.V.",
            "Acme A.G.",
            ".",
        ] {
            assert_eq!(named(name), name);
        }
        for (text, name) in [
            ("CFTC.", "CFTC"),
            ("Stonecrop Advisors.", "Stonecrop Advisors"),
            ("Amazon.com.", "Amazon.com"),
            ("Plan B.", "Plan B"),
            ("SEC...", "SEC"),
            ("SEC .", "SEC"),
            ("Acme Inc...", "Acme Inc."),
            ("École.", "École"),
        ] {
            assert_eq!(named(text), name);
        }
    }
}
