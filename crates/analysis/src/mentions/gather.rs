//! Accepted places, gathered into one mention per company or asset.

use domain::{Field, Mention, Span};

use super::entry::Entry;

/// Places that are kept of one company or asset.
const MAX_SPANS: usize = 1_000;

/// Characters of the lead where a text has no paragraphs.
const LEAD: usize = 300;

/// Collects accepted places by entry, in the order of their first one.
pub(super) struct Found<'a> {
    title: &'a str,
    content: &'a str,
    lead_end: usize,
    cursor: Cursor,
    order: Vec<usize>,
    places: Vec<Vec<Place>>,
}

struct Place {
    /// Where it starts in bytes.
    byte: usize,
    span: Span,
}

/// Counts characters along with bytes; places come in order, so each byte is passed once.
struct Cursor {
    field: Field,
    byte: usize,
    characters: usize,
}

impl Cursor {
    fn span(&mut self, field: Field, text: &str, start: usize, end: usize) -> Span {
        if self.field != field {
            *self = Cursor { field, byte: 0, characters: 0 };
        }
        self.characters += text[self.byte..start].chars().count();
        self.byte = start;
        let length = text[start..end].chars().count();
        Span { field, start: self.characters as u32, end: (self.characters + length) as u32 }
    }
}

impl<'a> Found<'a> {
    pub fn new(title: &'a str, content: &'a str) -> Found<'a> {
        let cursor = Cursor { field: Field::Title, byte: 0, characters: 0 };
        Found { title, content, lead_end: lead_end(content), cursor, order: Vec::new(), places: Vec::new() }
    }

    /// Places must come in the order of the text, the title's first.
    pub fn add(&mut self, entry: usize, field: Field, start: usize, end: usize) {
        let span = self.cursor.span(field, self.text(field), start, end);
        let index = self.order.iter().position(|known| *known == entry).unwrap_or_else(|| {
            self.order.push(entry);
            self.places.push(Vec::new());
            self.order.len() - 1
        });
        if self.places[index].len() < MAX_SPANS {
            self.places[index].push(Place { byte: start, span });
        }
    }

    pub fn mentions(self, entries: &[Entry]) -> Vec<Mention> {
        let mut mentions = Vec::with_capacity(self.order.len());
        for (entry, places) in self.order.iter().zip(&self.places) {
            let entry = &entries[*entry];
            mentions.push(Mention {
                kind: entry.kind,
                name: entry.name.clone(),
                ticker: entry.ticker.clone(),
                spans: places.iter().map(|place| place.span).collect(),
                in_title: places.iter().any(|place| place.span.field == Field::Title),
                in_lead: places
                    .iter()
                    .any(|place| place.span.field == Field::Content && place.byte < self.lead_end),
                tone: None,
                sentiment: None,
            });
        }
        mentions
    }

    fn text(&self, field: Field) -> &'a str {
        match field {
            Field::Title => self.title,
            Field::Content => self.content,
        }
    }
}

/// Where the first paragraph ends; a few words on a line of their own are a dateline, not a paragraph.
fn lead_end(content: &str) -> usize {
    const DATELINE: usize = 60;
    let start = content.len() - content.trim_start().len();
    let limit = content[start..].char_indices().nth(LEAD).map_or(content.len(), |(i, _)| start + i);
    let from = content.ceil_char_boundary((start + DATELINE).min(content.len()));
    match content[from..].find('\n') {
        Some(end) if end <= 4 * LEAD => from + end,
        _ => limit,
    }
}
