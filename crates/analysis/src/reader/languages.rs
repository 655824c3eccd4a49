//! The reading of languages beside English: a second network of the same build over pieces of many languages, with a head for
//! vectors in which a text lies near its translations.

use std::io::Read;
use std::sync::LazyLock;

use flate2::read::GzDecoder;

use domain::{Category, Field, Language, Span};

use crate::Organisation;

use super::body::Body;
use super::kernel::Matrix;
use super::names::NameTagger;
use super::network::Head;
use super::numbers::sigmoid;
use super::pieces::{Cut, Folded, Pieces};
use super::sentences::{Sentences, TITLE_WEIGHT};
use super::target::TargetNetwork;
use super::turns::{self, Turn};
use super::weights::Weights;
use super::{Kept, MAX_TITLE, Outcome, Source, sponsored, tone};

/// Tokens of a title and of what follows it that are read.
const TITLE_TOKENS: usize = 40;
const LEAD_TOKENS: usize = 64;
/// Tokens around a name that are read.
const MAX_TOWARD: usize = 56;
/// Characters of a content that are kept for finding sentences.
const MAX_CONTENT: usize = 6_000;
/// Characters to either side within which a sentence is looked for.
const MAX_REACH: usize = 300;
/// Brings the score from which this network is right more often than not to the threshold of all categories.
const CATEGORY_SCALE: f32 = 0.9;
/// Numbers of a vector, and the length that it is brought to.
pub const DIMENSIONS: usize = 128;
const LENGTH: f32 = 256.0;
/// Telling pieces of a text that are kept.
pub const MAX_TELLING: usize = 32;
/// The pieces, one a line, packed to half their length.
const PIECES: &[u8] = include_bytes!("../../models/languages.txt.gz");
/// How much each piece says, in 255ths.
const TELLING: &[u8] = include_bytes!("../../models/languages_telling.bin");

struct Model {
    pieces: Pieces,
    body: Body,
    head: Head,
    vector_title: Matrix,
    vector_lead: Matrix,
    /// The mean vector of each language, in the order of `Language::ALL`.
    centres: Vec<f32>,
    targets: TargetNetwork,
    names: NameTagger,
}

static MODEL: LazyLock<Model> = LazyLock::new(|| {
    let mut w = Weights::new(include_bytes!("../../models/languages.bin"));
    let body = Body::read(&mut w);
    let head = Head::read(&mut w);
    let (vector_title, vector_lead) = (w.matrix(), w.matrix());
    let centres = w.reals(Language::ALL.len() * DIMENSIONS);
    w.finish();
    let target = include_bytes!("../../models/languages_target.bin");
    let targets = TargetNetwork::new(target, body.embedding(), MAX_TOWARD);
    let mut lines = String::new();
    GzDecoder::new(PIECES).read_to_string(&mut lines).expect("the compiled-in pieces are whole");
    let pieces = Pieces::new(&lines);
    assert_eq!(pieces.len(), body.vocabulary, "the compiled-in models belong together");
    assert_eq!(TELLING.len(), body.vocabulary, "the compiled-in models belong together");
    let names = NameTagger::new(include_bytes!("../../models/languages_names.bin"), body.embedding());
    Model { pieces, body, head, vector_title, vector_lead, centres, targets, names }
});

impl Model {
    /// Title and lead after the convolutions; the lead is none where there is nothing behind the title.
    fn pools(&self, title: &mut Cut, content: &mut Cut) -> (Vec<i16>, Option<Vec<i16>>) {
        let mut head = title.tokens(TITLE_TOKENS);
        let mut rest = content.tokens(TITLE_TOKENS + LEAD_TOKENS);
        if head.is_empty() {
            // A post has no title: its first words stand in for one.
            let others = rest.split_off(rest.len().min(TITLE_TOKENS));
            head = std::mem::replace(&mut rest, others);
        }
        rest.truncate(LEAD_TOKENS);
        if rest.is_empty() {
            return (self.body.pooled(&head), None);
        }
        let [head, rest] = self.body.pooled_all(&[head, rest]).try_into().expect("each text has its pools");
        (head, Some(rest))
    }
}

/// Reads a text in one of the languages beside English.
pub fn read(language: Language, title: &str, content: &str) -> Outcome {
    let spelled = [title, content];
    let (title, content) = (Folded::of(title, MAX_TITLE), Folded::of(content, MAX_CONTENT));
    if title.is_empty() && content.is_empty() {
        return Outcome::unread();
    }
    let mut cuts = [MODEL.pieces.cut(&title), MODEL.pieces.cut(&content)];
    let [of_title, of_content] = &mut cuts;
    let (head, lead) = MODEL.pools(of_title, of_content);
    let logits = MODEL.head.logits(&head, lead.as_deref());
    let mut scores: Vec<f32> = logits[3..].iter().map(|&logit| sigmoid(logit)).collect();
    let paid =
        sponsored::stated_in(language, &title.chars).max(sponsored::stated_in(language, &content.chars));
    let sponsored = super::sponsored_place();
    let organisations = organisations(language, spelled, cuts);
    let first = if title.is_empty() { &content } else { &title };
    let (from, to) = first.sentence(0, MAX_REACH);
    let turn = turns::of_characters(language, first, from..to);
    scores[sponsored] = scores[sponsored].max(paid);
    scores.iter_mut().for_each(|score| *score *= CATEGORY_SCALE);
    Outcome {
        tone: turns::applied(turn.as_ref(), tone(&logits)),
        categories: Category::ALL.iter().copied().zip(scores).collect(),
        organisations,
        kept: Kept::of(Source::Other(language, [title, content])),
    }
}

fn organisations(language: Language, spelled: [&str; 2], cuts: [Cut; 2]) -> Vec<Organisation> {
    let mut found = Vec::new();
    for ((field, spelled), mut cut) in [Field::Title, Field::Content].into_iter().zip(spelled).zip(cuts) {
        let places = MODEL.names.organisations(MODEL.body.embedding(), language, spelled, &mut cut);
        for (start, end) in places {
            let characters = spelled.chars().skip(start as usize).take((end - start) as usize);
            found.push(Organisation {
                text: characters.collect(),
                span: Span { field, start, end },
                tone: None,
            });
        }
    }
    found
}

/// The pieces of a word, as far as one is looked at.
pub fn count_pieces(word: &str) -> usize {
    MODEL.pieces.tokens(&Folded::of(word, MAX_TOWARD), MAX_TOWARD).len()
}

/// The network that reads toward a name.
pub fn targets() -> &'static TargetNetwork {
    &MODEL.targets
}

/// The fields of a text, to be cut into pieces.
pub fn cuts(fields: &[Folded; 2]) -> [Cut<'_>; 2] {
    fields.each_ref().map(|field| MODEL.pieces.cut(field))
}

/// Adds the first sentences that name what stands at `spans`.
pub fn add(asked: &mut Sentences, language: Language, fields: &mut [Cut; 2], spans: &[Span]) {
    let places = [Field::Title, Field::Content].map(|field| {
        let of_field = spans.iter().filter(|span| span.field == field);
        let mut places: Vec<(usize, usize)> =
            of_field.map(|span| (span.start as usize, span.end as usize)).collect();
        places.sort_unstable();
        places.dedup_by(|later, earlier| later.0 < earlier.1);
        places
    });
    asked.next();
    for ((cut, places), share) in fields.iter_mut().zip(places).zip([TITLE_WEIGHT, 1.0]) {
        let (text, mut next) = (cut.text, 0);
        while next < places.len() && !asked.is_full() {
            let at = places[next].0;
            if at >= text.chars.len() {
                break;
            }
            let sentence = text.sentence(at, MAX_REACH);
            let inside = places[next..].partition_point(|place| place.0 < sentence.1).max(1);
            let here = &places[next..next + inside];
            let tokens = cut.marked(sentence, here);
            next += inside;
            if tokens.len() >= 2 && tokens.contains(&super::target::THING) {
                let turn = turns::of_characters(language, text, sentence.0..sentence.1);
                let touches =
                    |turn: &Turn| here.iter().all(|place| turn.touches(&(place.0 as u32..place.1 as u32)));
                asked.push(tokens, share, turn.filter(touches));
            }
        }
    }
}

/// The places of a name in a text, as whole words where the language writes words.
pub fn named(text: &str, field: Field, name: &str) -> Vec<Span> {
    let fold = |text: &str| Folded::of(text, MAX_CONTENT).chars;
    let (chars, name) = (fold(text), fold(name.trim()));
    let is_word = |c: Option<&char>| c.is_some_and(|&c| super::pieces::is_letter_of_words(c));
    let mut spans = Vec::new();
    let mut at = 0;
    while !name.is_empty() && at + name.len() <= chars.len() {
        let end = at + name.len();
        let alone =
            !at.checked_sub(1).is_some_and(|before| is_word(chars.get(before))) && !is_word(chars.get(end));
        if chars[at..end] == name[..] && alone {
            spans.push(Span { field, start: at as u32, end: end as u32 });
            at = end;
        } else {
            at += 1;
        }
    }
    spans
}

/// Where a text lies among texts of all languages: the same said in two languages lies near.
pub fn vector(title: &str, content: &str, language: Language) -> [i8; DIMENSIONS] {
    let (title, content) = (Folded::of(title, MAX_TITLE), Folded::of(content, MAX_TITLE));
    let (title, lead) = MODEL.pools(&mut MODEL.pieces.cut(&title), &mut MODEL.pieces.cut(&content));
    let mut sums = Vec::new();
    let mut out = [0.0; DIMENSIONS];
    for (matrix, pools) in [(&MODEL.vector_title, Some(title)), (&MODEL.vector_lead, lead)] {
        let Some(pools) = pools else { continue };
        matrix.sums(&pools, 0, 1, &mut sums);
        add_to(&mut out, matrix, &sums);
    }
    centred(out, language)
}

/// The vectors of titles alone. Read in one pass, which takes less time than one by one and gives the same.
pub fn title_vectors(titles: &[(&str, Language)]) -> Vec<[i8; DIMENSIONS]> {
    let tokens = |title: &str| MODEL.pieces.tokens(&Folded::of(title, MAX_TITLE), TITLE_TOKENS);
    let tokens: Vec<Vec<u32>> = titles.iter().map(|(title, _)| tokens(title)).collect();
    let matrix = &MODEL.vector_title;
    let pools = MODEL.body.pooled_all(&tokens).concat();
    let mut sums = Vec::new();
    matrix.sums(&pools, matrix.inputs, titles.len(), &mut sums);
    let vector = |((_, language), sums): (&(&str, Language), &[i32])| {
        let mut out = [0.0; DIMENSIONS];
        add_to(&mut out, matrix, sums);
        centred(out, *language)
    };
    titles.iter().zip(sums.chunks_exact(matrix.width())).map(vector).collect()
}

fn add_to(out: &mut [f32; DIMENSIONS], matrix: &Matrix, sums: &[i32]) {
    for (i, out) in out.iter_mut().enumerate() {
        *out += sums[i] as f32 * matrix.scale[i] + matrix.bias[i];
    }
}

/// Against the mean of its language, at the one length.
fn centred(mut out: [f32; DIMENSIONS], language: Language) -> [i8; DIMENSIONS] {
    let place = Language::ALL.iter().position(|&known| known == language).unwrap_or(0);
    let centre = &MODEL.centres[place * DIMENSIONS..][..DIMENSIONS];
    out.iter_mut().zip(centre).for_each(|(out, centre)| *out -= centre);
    let squares: f32 = out.iter().map(|value| value * value).sum();
    let factor = LENGTH / squares.sqrt().max(1e-6);
    let mut numbers = [0; DIMENSIONS];
    numbers.iter_mut().zip(out).for_each(|(number, value)| *number = (value * factor).round() as i8);
    numbers
}

/// 1 for the same direction, about 0 for texts that have nothing to do with each other.
pub fn cosine(one: &[i8; DIMENSIONS], other: &[i8; DIMENSIONS]) -> f32 {
    let dot: i32 = one.iter().zip(other).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum();
    dot as f32 / (LENGTH * LENGTH)
}

/// The pieces of a text that say most, in the order of their numbers.
pub fn telling(title: &str, content: &str) -> Vec<u16> {
    let tokens = |text: &str| MODEL.pieces.tokens(&Folded::of(text, MAX_TITLE), MAX_TITLE);
    let mut pieces: Vec<u16> = tokens(title)
        .into_iter()
        .chain(tokens(content))
        .filter(|&piece| TELLING[piece as usize] > 0)
        .filter_map(|piece| u16::try_from(piece).ok())
        .collect();
    pieces.sort_unstable();
    pieces.dedup();
    pieces.sort_by_key(|&piece| std::cmp::Reverse(TELLING[usize::from(piece)]));
    pieces.truncate(MAX_TELLING);
    pieces.sort_unstable();
    pieces
}

/// How much of what the telling pieces of two texts say is said by one like it in the other: 1 for the same pieces. What a
/// vector of a whole text loses, that names and things are the same, is kept here.
pub fn met(one: &[u16], other: &[u16]) -> f32 {
    let (embedding, width) = MODEL.body.embedding();
    let rows = |pieces: &[u16]| -> Vec<i16> {
        let row = |&piece: &u16| &embedding[usize::from(piece) * width..][..width];
        pieces.iter().flat_map(row).map(|&value| i16::from(value)).collect()
    };
    let (ours, theirs) = (rows(one), rows(other));
    let lengths = |rows: &[i16]| -> Vec<f32> {
        rows.chunks_exact(width).map(|row| (product(row, row) as f32).sqrt().max(1.0)).collect()
    };
    let (our_lengths, their_lengths) = (lengths(&ours), lengths(&theirs));
    let mut best = (vec![0.0_f32; one.len()], vec![0.0_f32; other.len()]);
    for ((row, length), best_of_row) in ours.chunks_exact(width).zip(&our_lengths).zip(&mut best.0) {
        for (at, known) in theirs.chunks_exact(width).enumerate() {
            let cosine = product(row, known) as f32 / (length * their_lengths[at]);
            *best_of_row = best_of_row.max(cosine);
            best.1[at] = best.1[at].max(cosine);
        }
    }
    let share = |pieces: &[u16], best: &[f32]| {
        let said = |piece: &u16| f32::from(TELLING.get(usize::from(*piece)).copied().unwrap_or(0));
        let all: f32 = pieces.iter().map(said).sum();
        let met: f32 = pieces.iter().zip(best).map(|(piece, best)| said(piece) * best).sum();
        met / all.max(1.0)
    };
    (share(one, &best.0) + share(other, &best.1)) / 2.0
}

fn product(one: &[i16], other: &[i16]) -> i32 {
    one.iter().zip(other).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum()
}

/// Whether numbers that were written down are of pieces that are known.
pub fn are_known(pieces: &[u16]) -> bool {
    pieces.len() <= MAX_TELLING && pieces.iter().all(|&piece| usize::from(piece) < TELLING.len())
}

#[cfg(test)]
#[path = "languages_tests.rs"]
mod tests;
