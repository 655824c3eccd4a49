//! The reader: tone and categories from a small network, organisations from a tagger, all compiled in.
//!
//! Title and lead (the first 32 and 64 tokens) go through the network; the title has its own, stronger way into its
//! hidden layer, as it was trained to. Whatever follows is read word by word by a linear table and moves the
//! result by at most `TAIL_TONE` and `TAIL_CATEGORIES`. Other languages have a network of their own (`languages`).

mod body;
mod hints;
mod kernel;
mod languages;
mod name_parts;
mod name_rules;
mod names;
mod network;
mod numbers;
mod pair;
mod pieces;
#[cfg(target_arch = "x86_64")]
mod products;
mod sentences;
mod sponsored;
mod tagger;
mod target;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod tiles;
mod toward;
mod turns;
mod vocabulary;
mod weights;
mod words;

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use domain::{Category, Field, Language, Span, Tone};

use crate::Organisation;
use body::Layers;
use hints::Hints;
pub use languages::{DIMENSIONS, are_known, cosine, met, telling, title_vectors, vector};
use network::{LEAD_TOKENS, Logits, Network, OUTPUTS, TITLE_TOKENS};
use numbers::sigmoid;
pub(crate) use pair::PairReading;
use pair::{ANSWER_TOKENS, PairNetwork, QUESTION_TOKENS};
use pieces::Folded;
use tagger::Tagger;
pub(crate) use tagger::is_no_organisation;
use target::TargetNetwork;
#[cfg(test)]
use toward::tone_toward;
pub use toward::tone_toward_in;
use vocabulary::{Tokens, Vocabulary};
use words::Words;

/// Characters of a title and of a content that are looked at.
const MAX_TITLE: usize = 600;
const MAX_CONTENT: usize = 16_000;
/// Characters of an answer that hold the tokens which are read of it.
const MAX_ANSWER: usize = 4_000;

/// Tokens around a name that are read.
const MAX_TOWARD: usize = 40;

/// The share of the tail in the result where it is long, and the number of tokens that make it so.
const TAIL_TONE: f32 = 0.10;
const TAIL_CATEGORIES: f32 = 0.15;
const TAIL_LONG: f32 = 150.0;

/// Paid text is about selling something: its other subjects count for less.
const SPONSORED_DISCOUNT: f32 = 0.9;
/// Subjects that share an item count a little less than one that has it alone.
const SHARING: f32 = 0.35;

struct Models {
    vocabulary: Vocabulary,
    network: Network,
    targets: TargetNetwork,
    pairs: PairNetwork,
    tagger: Tagger,
    hints: Hints,
}

static MODELS: LazyLock<Models> = LazyLock::new(|| {
    let network = Network::new(include_bytes!("../../models/reader.bin"));
    let models = Models {
        vocabulary: Vocabulary::new(include_str!("../../models/vocab.txt")),
        targets: TargetNetwork::new(
            include_bytes!("../../models/target.bin"),
            network.embedding(),
            MAX_TOWARD,
        ),
        network,
        pairs: PairNetwork::new(include_bytes!("../../models/directness_network.bin")),
        tagger: Tagger::new(include_bytes!("../../models/tagger.bin")),
        hints: Hints::new(include_str!("../../models/hints.txt")),
    };
    for vocabulary in [models.network.vocabulary(), models.pairs.vocabulary()] {
        assert_eq!(models.vocabulary.len(), vocabulary, "the compiled-in models belong together");
    }
    models
});

/// What the models say about a text.
pub struct Outcome {
    pub tone: Tone,
    /// In the order of `Category::ALL`.
    pub categories: Vec<(Category, f32)>,
    pub organisations: Vec<Organisation>,
    /// What was read.
    pub kept: Kept,
}

/// A text as it was cut up for reading, for whoever reads parts of it again; none where the models cannot read it. It follows
/// from the text, so that readings are compared without it.
#[derive(Clone, Default)]
pub struct Kept {
    source: Option<Arc<Source>>,
    /// What was made of its sentences when the tone toward names was read.
    toward: Option<Arc<Layers>>,
}

impl PartialEq for Kept {
    fn eq(&self, _: &Kept) -> bool {
        true
    }
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Kept")
    }
}

impl Kept {
    fn of(source: Source) -> Kept {
        Kept { source: Some(Arc::new(source)), toward: None }
    }

    /// The words of some characters of an English content; none where they would be cut up otherwise if they stood alone.
    fn part(&self, characters: &Range<u32>) -> Option<Part<'_>> {
        let Some(Source::English([_, (words, tokens)])) = self.source.as_deref() else { return None };
        let before = |place: u32| words.list.partition_point(|word| word.start < place);
        let range = before(characters.start)..before(characters.end);
        let ends = |words_before: usize, place: u32| {
            words_before.checked_sub(1).is_none_or(|last| words.list[last].after <= place)
        };
        let alike = !words.has_markup
            && characters.len() <= MAX_TITLE
            && characters.end as usize <= words.chars.len()
            && ends(range.start, characters.start)
            && ends(range.end, characters.end);
        alike.then_some(Part { words, tokens, range })
    }
}

/// Some words of a text.
struct Part<'a> {
    words: &'a Words,
    tokens: &'a Tokens,
    range: Range<usize>,
}

impl Part<'_> {
    /// What the words say one by one.
    fn say(&self, models: &Models) -> Logits {
        models.network.read_words(self.tokens.of_words(self.range.clone()))
    }
}

/// A stretch of a content, and which of its characters that are.
#[derive(Clone)]
pub(crate) struct Stretch<'a> {
    pub text: &'a str,
    pub characters: Range<u32>,
}

impl Stretch<'_> {
    /// Its words, as they were cut up before where that can be, given to `read`.
    fn read<T>(&self, models: &Models, kept: &Kept, read: impl FnOnce(&Part) -> T) -> T {
        if let Some(part) = kept.part(&self.characters) {
            return read(&part);
        }
        let words = Words::of(self.text, MAX_TITLE);
        let tokens = Tokens::of(&words, &models.vocabulary);
        read(&Part { words: &words, tokens: &tokens, range: 0..words.list.len() })
    }
}

/// Title and content as they were cut up for reading.
enum Source {
    English([(Words, Tokens); 2]),
    Other(Language, [Folded; 2]),
}

impl Outcome {
    /// What is said of a text that the models cannot read.
    pub fn unread() -> Outcome {
        let categories = Category::ALL.iter().map(|&category| (category, 0.0)).collect();
        Outcome { tone: Tone::UNKNOWN, categories, organisations: Vec::new(), kept: Kept::default() }
    }
}

/// Reads a text whose language has this code: one of our languages, or none at all.
pub fn read_in(language: &str, title: &str, content: &str) -> Outcome {
    match Language::from_name(language) {
        None if language != "und" => Outcome::unread(),
        None | Some(Language::English) => read(title, content),
        Some(language) => languages::read(language, title, content),
    }
}

/// Reads an English text.
pub fn read(title: &str, content: &str) -> Outcome {
    let models = &*MODELS;
    let title = Words::of(title, MAX_TITLE);
    let content = Words::of(content, MAX_CONTENT);
    if title.list.is_empty() && content.list.is_empty() {
        return Outcome::unread();
    }
    let [title_tokens, content_tokens] =
        [&title, &content].map(|words| Tokens::of(words, &models.vocabulary));
    let logits = logits(models, &title_tokens.list, &content_tokens.list);
    let paid = sponsored::stated(&title).max(sponsored::stated(&content));
    let mut organisations = Vec::new();
    for (field, words, tokens) in
        [(Field::Title, &title, &title_tokens), (Field::Content, &content, &content_tokens)]
    {
        for (start, end) in models.tagger.organisations(words, tokens) {
            organisations.push(Organisation {
                text: words.spelled(start, end),
                span: Span { field, start, end },
                tone: None,
            });
        }
    }
    tagger::sift(&title, &content, &mut organisations);
    let categories = categories(models, &title, &logits, paid);
    let first = if title.list.is_empty() { &content } else { &title };
    let turn = toward::turn(first, toward::sentence(first, 0));
    Outcome {
        tone: turns::applied(turn.as_ref(), tone(&logits)),
        categories,
        organisations,
        kept: Kept::of(Source::English([(title, title_tokens), (content, content_tokens)])),
    }
}

/// What is read of a stretch of English: three logits of tone each.
pub(crate) struct Said {
    /// Of the network that reads toward a name.
    pub toward: [f32; 3],
    /// Of the words one by one.
    pub words: [f32; 3],
}

/// Reads stretches of English, each toward its name, which is marked where it stands; a mark in front where it does not.
pub(crate) fn read_said(kept: &Kept, stretches: &[(&Stretch, Option<&str>)]) -> Vec<Said> {
    let models = &*MODELS;
    let read = |(stretch, name): &(&Stretch, Option<&str>)| {
        stretch.read(models, kept, |part| (toward::marked(models, part, *name), part.say(models)))
    };
    let (marked, words): (Vec<_>, Vec<_>) = stretches.iter().map(read).unzip();
    let (toward, _) = models.targets.read_all(&marked, kept.toward.as_deref());
    toward
        .into_iter()
        .zip(words)
        .map(|(toward, words)| Said { toward, words: [words[0], words[1], words[2]] })
        .collect()
}

/// What the words of a stretch of English say one by one: three logits of tone.
pub(crate) fn read_words(kept: &Kept, stretch: &Stretch) -> [f32; 3] {
    let models = &*MODELS;
    let said = stretch.read(models, kept, |part| part.say(models));
    [said[0], said[1], said[2]]
}

/// Reads an answer against its question, which may be empty. The words that count are those of training: the end of the
/// question and the beginning of the answer.
pub(crate) fn read_pair(question: &str, answer: &str) -> PairReading {
    let models = &*MODELS;
    let (question, answer) = pair_tokens(models, question, answer);
    models.pairs.read(&question, &answer)
}

fn pair_tokens(models: &Models, question: &str, answer: &str) -> (Vec<u32>, Vec<u32>) {
    let answer = tokens(models, &Words::of(answer, MAX_ANSWER), ANSWER_TOKENS);
    let words = Words::of(question, MAX_CONTENT);
    let mut asked = Vec::with_capacity(2 * QUESTION_TOKENS);
    for word in &words.list[words.list.len().saturating_sub(QUESTION_TOKENS)..] {
        models.vocabulary.push(words.text(word), &mut asked);
    }
    asked.drain(..asked.len().saturating_sub(QUESTION_TOKENS));
    (asked, answer)
}

/// Whether the network knows a word in small letters as a whole.
pub(crate) fn is_common_word(word: &str) -> bool {
    let mut pieces = Vec::new();
    MODELS.vocabulary.push(word, &mut pieces);
    matches!(pieces[..], [one] if one != vocabulary::UNKNOWN)
}

/// The pieces into which a word falls that may be of any language.
pub(crate) fn count_pieces(word: &str) -> usize {
    languages::count_pieces(word)
}

/// The word pieces of a text, as far as `most` characters go.
pub(crate) fn word_pieces(text: &str, most: usize) -> Vec<u32> {
    tokens(&MODELS, &Words::of(text, most), usize::MAX)
}

fn tokens(models: &Models, words: &Words, most: usize) -> Vec<u32> {
    let mut out = Vec::with_capacity(words.list.len().min(most) + 8);
    for word in &words.list {
        models.vocabulary.push(words.text(word), &mut out);
        if out.len() >= most {
            break;
        }
    }
    out.truncate(most);
    out
}

fn logits(models: &Models, title: &[u32], content: &[u32]) -> Logits {
    let (mut head, mut rest) = (&title[..title.len().min(TITLE_TOKENS)], content);
    if head.is_empty() {
        // A post has no title: its first words stand in for one.
        (head, rest) = rest.split_at(rest.len().min(TITLE_TOKENS));
    }
    let (lead, tail) = rest.split_at(rest.len().min(LEAD_TOKENS));
    let mut logits = models.network.read(head, lead);
    if !tail.is_empty() {
        let said = models.network.read_words(tail);
        let length = (tail.len() as f32 / TAIL_LONG).min(1.0);
        for i in 0..OUTPUTS {
            let share = length * if i < 3 { TAIL_TONE } else { TAIL_CATEGORIES };
            logits[i] += share * (said[i] - logits[i]);
        }
    }
    logits
}

pub(crate) fn tone(logits: &[f32]) -> Tone {
    let shares = numbers::shares(logits[..3].iter().copied());
    Tone { positive: shares[0], neutral: shares[1], negative: shares[2] }
}

fn categories(models: &Models, title: &Words, logits: &Logits, paid: f32) -> Vec<(Category, f32)> {
    let mut scores: Vec<f32> = logits[3..].iter().map(|&logit| sigmoid(logit)).collect();
    models.hints.lift(title, &mut scores);
    let sponsored = sponsored_place();
    scores[sponsored] = scores[sponsored].max(paid);
    let promotion = scores[sponsored];
    for (i, score) in scores.iter_mut().enumerate() {
        if i != sponsored {
            *score *= 1.0 - SPONSORED_DISCOUNT * promotion;
        }
    }
    let whole: f32 = scores.iter().sum::<f32>().max(1e-6);
    let shared = |score: f32| score * power(score / whole, SHARING);
    Category::ALL.iter().zip(scores).map(|(&category, score)| (category, shared(score))).collect()
}

/// The place of paid text among the categories.
fn sponsored_place() -> usize {
    Category::ALL.iter().position(|&c| c == Category::Sponsored).expect("it is in the list")
}

/// `base` to a power between 0 and 1, for a base between 0 and 1, by twelve square roots: our own steps, since the
/// system's differ from machine to machine in the last place.
fn power(base: f32, exponent: f32) -> f32 {
    let (mut root, mut rest, mut out) = (base.clamp(0.0, 1.0), exponent, 1.0);
    for _ in 0..12 {
        root = root.sqrt();
        rest *= 2.0;
        if rest >= 1.0 {
            out *= root;
            rest -= 1.0;
        }
    }
    out
}

#[cfg(test)]
#[path = "reader_tests.rs"]
mod tests;
