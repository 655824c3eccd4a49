//! Text in, marks out: tone, subjects, companies, assets and organisations of one item.
//!
//! Pure: no network, no file at run time, no clock, no randomness. The same text gives the same marks on every
//! machine. Bad text (empty, huge, not language at all) gives poorer marks, never an error and never a panic.

pub mod clean;
pub mod directness;
pub mod fingerprint;
mod firms;
mod fixed;
pub mod language;
mod letters;
pub mod mentions;
pub mod narratives;
pub mod reader;
mod seams;
pub mod statements;
pub mod stories;
mod tongue;
pub mod vectors;

use domain::{Category, Field, Marks, Mention, MentionKind, Sentiment, Span, Tone};

use reader::Outcome;

/// Names the models and lists that did the reading; changes whenever a mark could change.
pub const VERSION: &str = "reader-6 languages-9 target-9 tagger-6 lists-12 firms-2 statements-14";

/// From which score on an item carries a category: the best F1 on our own headlines lies here.
const THRESHOLD: f32 = 0.38;
/// Characters of title and of content from which the language is told.
const HEAD: usize = 800;
/// Characters of a first paragraph that count as lead.
const LEAD: usize = 1_000;
/// Organisations in no list that an item may carry.
const MAX_UNLISTED: usize = 40;
/// Companies and assets, and organisations beside them, toward which the tone is read: those that are named first.
const MAX_TONED: usize = 8;
const MAX_TONED_ORGANISATIONS: usize = 6;

/// What is read: the parts of an item that the marks depend on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Text<'a> {
    pub title: &'a str,
    pub content: &'a str,
    /// As the source states it; the text itself may say otherwise.
    pub stated_language: Option<&'a str>,
    /// Which companies and assets are known; the standard lists where none is given.
    pub names: Option<&'a mentions::Gazetteer>,
    /// The outlet, where it is known: a text is not about who prints it.
    pub publisher: Option<&'a str>,
}

/// An organisation as the text spells it.
#[derive(Clone, Debug, PartialEq)]
pub struct Organisation {
    pub text: String,
    pub span: Span,
    /// The tone toward it, where it was read.
    pub tone: Option<Tone>,
}

/// Everything that can be said about a text, before thresholds.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    pub language: String,
    pub sentiment: Sentiment,
    pub tone: Tone,
    /// Scores in [0, 1] of all categories, in the order of `Category::ALL`.
    pub categories: Vec<(Category, f32)>,
    /// Companies and assets.
    pub mentions: Vec<Mention>,
    /// The tone toward each of them in the same order, where it was read.
    pub toward: Vec<Option<Tone>>,
    /// Every organisation that the tagger sees, one entry per place.
    pub organisations: Vec<Organisation>,
    pub fingerprint: u64,
    /// The text as it was cut up, for finding statements.
    kept: reader::Kept,
}

/// Reads a text in full.
pub fn read_all(text: &Text) -> Reading {
    let language = language_of(text);
    let mut outcome = reader::read_in(&language, text.title, text.content);
    let names = text.names.unwrap_or_else(|| mentions::Gazetteer::standard());
    let mut mentions = names.find_in(text.title, text.content, &language);
    firms::add_unlisted(text, &language, names, &mut mentions, &outcome.organisations);
    if let Some(publisher) = text.publisher {
        names.leave_out_publisher(&mut mentions, publisher);
    }
    let mut organisations = with_companies(outcome.organisations.clone(), &mentions, text);
    let toward = read_tones(&mut mentions, &mut organisations, &mut outcome);
    Reading {
        language,
        sentiment: outcome.tone.label(),
        tone: outcome.tone,
        categories: outcome.categories,
        mentions,
        toward,
        organisations,
        fingerprint: fingerprint::of(text.title, text.content),
        kept: outcome.kept,
    }
}

/// The tone toward every place of `name` in a text, as a whole word in any case; none where it is not named, too little is
/// said, or the models do not read the language.
pub fn tone_toward(title: &str, content: &str, name: &str) -> Option<Tone> {
    let language = language_of(&Text { title, content, ..Text::default() });
    reader::tone_toward_in(&language, title, content, name)
}

/// The marks that are stored with a document: the reading, cut at its thresholds.
pub fn analyse(text: &Text) -> Marks {
    let reading = read_all(text);
    let statements = statements::find(text, &reading);
    let categories = marked(reading.categories);
    let unlisted = unlisted(&reading.mentions, reading.organisations, text);
    let mut mentions = reading.mentions;
    mentions.extend(unlisted);
    Marks {
        language: reading.language,
        sentiment: reading.sentiment,
        tone: reading.tone,
        categories,
        mentions,
        statements,
        fingerprint: reading.fingerprint,
        version: VERSION.to_owned(),
    }
}

/// The categories that a text carries, strongest first: those of its marks, without the rest of the reading.
pub fn categories(text: &Text) -> Vec<(Category, f32)> {
    let language = language_of(text);
    let outcome = reader::read_in(&language, text.title, text.content);
    marked(outcome.categories)
}

fn marked(mut categories: Vec<(Category, f32)>) -> Vec<(Category, f32)> {
    categories.retain(|(_, score)| *score >= THRESHOLD);
    categories.sort_by(|a, b| b.1.total_cmp(&a.1));
    categories
}

/// The text decides; what the source states only fills in where the text says nothing.
pub fn language_of(text: &Text) -> String {
    if plainly_english(text) {
        return "en".to_owned();
    }
    let mut head: String = text.title.chars().take(HEAD).collect();
    head.push(' ');
    let left = language::MAX_CHARS.saturating_sub(head.chars().count());
    head.extend(text.content.chars().take(HEAD.min(left)));
    language::detect(&head, text.stated_language)
}

/// One word in eight is a small word that no other language has: no need to look at letters.
fn plainly_english(text: &Text) -> bool {
    const SMALL: [&str; 18] = [
        "the", "of", "and", "to", "with", "that", "from", "for", "this", "is", "are", "its", "have", "which",
        "their", "been", "it", "by",
    ];
    let (mut all, mut small) = (0, 0);
    for word in text.content.split_ascii_whitespace().take(80) {
        all += 1;
        small += usize::from(SMALL.contains(&word));
    }
    small >= 5 && small * 8 >= all
}

/// The tagger's organisations and, where it saw none, the listed companies.
fn with_companies(mut found: Vec<Organisation>, mentions: &[Mention], text: &Text) -> Vec<Organisation> {
    let tagged = Taken::new(found.iter().map(|organisation| organisation.span));
    let companies = mentions.iter().filter(|mention| mention.kind == MentionKind::Company);
    let mut missed: Vec<Span> =
        companies.flat_map(|mention| &mention.spans).copied().filter(|&span| !tagged.meets(span)).collect();
    missed.sort_by_key(|span| (span.field, span.start));
    for (field, content) in [(Field::Title, text.title), (Field::Content, text.content)] {
        // One walk through the field, since a text may name a company ten thousand times.
        let (mut chars, mut at) = (content.chars(), 0);
        for &span in missed.iter().filter(|span| span.field == field) {
            if span.start >= at {
                let skipped = chars.by_ref().skip((span.start - at) as usize);
                let text: String = skipped.take((span.end - span.start) as usize).collect();
                found.push(Organisation { text, span, tone: None });
                at = span.end;
            }
        }
    }
    found.sort_by_key(|organisation| (organisation.span.field, organisation.span.start));
    found
}

/// Reads the tone toward the first mentions and organisations and gives it back for all mentions. An organisation that is a
/// listed company has that company's tone; of the others the first few are read.
fn read_tones(
    mentions: &mut [Mention],
    organisations: &mut [Organisation],
    outcome: &mut Outcome,
) -> Vec<Option<Tone>> {
    let toned = mentions.len().min(MAX_TONED);
    // What is read of organisations, and which of all that is read belongs to each of them.
    let mut others: Vec<(&str, Vec<Span>)> = Vec::new();
    let mut read_at: Vec<Option<usize>> = Vec::with_capacity(organisations.len());
    for (i, Organisation { text, span, .. }) in organisations.iter().enumerate() {
        let listed = mentions[..toned].iter().position(|mention| mention.spans.contains(span));
        let known = listed.or_else(|| Some(toned + others.iter().position(|(name, _)| name == text)?));
        read_at.push(known.or_else(|| {
            (others.len() < MAX_TONED_ORGANISATIONS).then(|| {
                let same = organisations[i..].iter().filter(|other| other.text == *text);
                others.push((text, same.map(|other| other.span).collect()));
                toned + others.len() - 1
            })
        }));
    }
    let things: Vec<&[Span]> = mentions[..toned]
        .iter()
        .map(|mention| &mention.spans[..])
        .chain(others.iter().map(|(_, spans)| &spans[..]))
        .collect();
    let mut tones = outcome.tones_toward(&things);
    for (organisation, at) in organisations.iter_mut().zip(read_at) {
        organisation.tone = at.and_then(|at| tones[at]);
    }
    for (mention, tone) in mentions[..toned].iter_mut().zip(&tones) {
        mention.tone = tone.map(Tone::net);
        mention.sentiment = tone.map(Tone::label);
    }
    tones.truncate(toned);
    tones.resize(mentions.len(), None);
    tones
}

/// Organisations in no list, gathered by name.
fn unlisted(listed: &[Mention], organisations: Vec<Organisation>, text: &Text) -> Vec<Mention> {
    let lead_end = text.content.split('\n').next().map_or(0, |lead| lead.chars().take(LEAD).count()) as u32;
    let taken = Taken::new(listed.iter().flat_map(|mention| mention.spans.iter().copied()));
    let mut out: Vec<Mention> = Vec::new();
    for organisation in organisations {
        let span = organisation.span;
        if taken.meets(span) {
            continue;
        }
        let in_title = span.field == Field::Title;
        let in_lead = span.field == Field::Content && span.start < lead_end;
        if let Some(known) = out.iter_mut().find(|known| known.name == organisation.text) {
            known.spans.push(span);
            known.in_title |= in_title;
            known.in_lead |= in_lead;
        } else if out.len() < MAX_UNLISTED {
            out.push(Mention {
                kind: MentionKind::Organisation,
                name: organisation.text,
                ticker: None,
                spans: vec![span],
                in_title,
                in_lead,
                tone: organisation.tone.map(Tone::net),
                sentiment: organisation.tone.map(Tone::label),
            });
        }
    }
    out
}

/// Places that are spoken for, in order.
pub(crate) struct Taken(Vec<Span>);

impl Taken {
    pub fn new(spans: impl Iterator<Item = Span>) -> Taken {
        let mut spans: Vec<Span> = spans.collect();
        spans.sort_by_key(|span| (span.field, span.start));
        Taken(spans)
    }

    /// Places of one kind never overlap, so only the few that begin last before the end of `span` can meet it.
    pub fn meets(&self, span: Span) -> bool {
        let before = self.0.partition_point(|known| (known.field, known.start) < (span.field, span.end));
        self.0[before.saturating_sub(4)..before].iter().any(|&known| overlap(known, span))
    }
}

fn overlap(a: Span, b: Span) -> bool {
    a.field == b.field && a.start < b.end && b.start < a.end
}

#[cfg(test)]
#[path = "lib_tests.rs"]
mod tests;
