//! The shape of the index: what is looked up by word, what is read by document.
//!
//! Nothing is stored and lengths do not matter, so there are no norms and no document store to speak of. Title and
//! content share one field, with a gap between them, so that a word is one list to walk and not two.

use std::collections::BTreeSet;

use domain::{Cohort, MentionKind, StatementTarget};
use tantivy::indexer::IndexWriterOptions;
use tantivy::schema::{BytesOptions, FAST, Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
use tantivy::store::Compressor;
use tantivy::tokenizer::TokenizerManager;
use tantivy::{Index, IndexBuilder, IndexSettings, IndexSortByField, Order, TantivyDocument, Term};

use super::Settings;
use crate::language;
use crate::search::{Entry, UNCATEGORISED};
use crate::words::{GAP, WordTokenizer};

pub const PUBLISHED_AT: &str = "published_at";
pub const ID_HIGH: &str = "id_high";
pub const ID_LOW: &str = "id_low";
pub const SENTIMENT_CODE: &str = "sentiment_code";
pub const TONE: &str = "tone";
pub const FINGERPRINT: &str = "fingerprint";
/// The sentiment code of what was not read yet.
pub const UNREAD: u64 = u8::MAX as u64;
/// The sentiment code of what is counted and has no tone: its language is not read.
pub const TONELESS: u64 = UNREAD - 1;
pub const OUTLET: &str = "outlet";
const TOKENIZER: &str = "words";

/// Changes when the same text would be indexed differently; an index of another version is replaced.
pub const VERSION: &str = "7";

#[derive(Clone)]
pub struct Fields {
    id: Field,
    text: Field,
    title: Field,
    outlet_words: Field,
    author: Field,
    speaker: Field,
    outlet: Field,
    sentiment: Field,
    kind: Field,
    language: Field,
    category: Field,
    company: Field,
    asset: Field,
    cohort: Field,
    spoken_of: Field,
    published_at: Field,
    id_high: Field,
    id_low: Field,
    sentiment_code: Field,
    tone: Field,
    fingerprint: Field,
}

impl Fields {
    pub fn of_words(&self, field: language::Field) -> Field {
        match field {
            language::Field::Text => self.text,
            language::Field::Title => self.title,
            language::Field::Outlet => self.outlet_words,
            language::Field::Author => self.author,
            language::Field::Speaker => self.speaker,
        }
    }

    pub fn id_term(&self, id: domain::DocumentId) -> Term {
        Term::from_field_bytes(self.id, &id.bytes())
    }

    pub fn outlet_term(&self, outlet: &str) -> Term {
        Term::from_field_text(self.outlet, outlet)
    }

    pub fn sentiment_term(&self, sentiment: domain::Sentiment) -> Term {
        Term::from_field_text(self.sentiment, sentiment.name())
    }

    pub fn kind_term(&self, kind: domain::Kind) -> Term {
        Term::from_field_text(self.kind, kind.name())
    }

    pub fn language_term(&self, language: &str) -> Term {
        Term::from_field_text(self.language, language)
    }

    pub fn category_term(&self, category: &str) -> Term {
        Term::from_field_text(self.category, category)
    }

    pub fn company_term(&self, company: &str) -> Term {
        Term::from_field_text(self.company, company)
    }

    pub fn asset_term(&self, asset: &str) -> Term {
        Term::from_field_text(self.asset, asset)
    }

    pub fn cohort_term(&self, cohort: domain::Cohort) -> Term {
        Term::from_field_text(self.cohort, cohort.name())
    }

    pub fn spoken_of_term(&self, cohort: Option<Cohort>, target: &StatementTarget) -> Term {
        Term::from_field_text(self.spoken_of, &spoken_of(cohort, target.kind, &target.name))
    }

    pub fn tone_term(&self, tone: f64) -> Term {
        Term::from_field_f64(self.tone, tone)
    }

    pub fn document(&self, entry: &Entry<'_>) -> TantivyDocument {
        let mut text = String::with_capacity(entry.title.len() + entry.content.len() + 1);
        text.push_str(entry.title);
        text.push(GAP);
        text.push_str(entry.content);
        // Whoever asks in English for a company finds what names it in other letters.
        if !matches!(entry.language, "en" | "und") {
            for (_, name) in entry.named.iter().filter(|(kind, _)| *kind != MentionKind::Organisation) {
                text.push(GAP);
                text.push_str(name);
            }
        }
        let (high, low) = halves(entry.id);
        let mut document = TantivyDocument::default();
        document.add_bytes(self.id, &entry.id.bytes());
        document.add_text(self.text, text);
        document.add_text(self.title, entry.title);
        document.add_text(self.outlet_words, entry.outlet);
        document.add_text(self.author, entry.author);
        document.add_text(self.outlet, entry.outlet);
        if let Some(sentiment) = entry.sentiment.filter(|_| entry.read) {
            document.add_text(self.sentiment, sentiment.name());
        }
        document.add_text(self.kind, entry.kind.name());
        document.add_text(self.language, entry.language);
        for speaker in entry.speakers {
            document.add_text(self.speaker, speaker);
        }
        self.add_labels(entry, &mut document);
        document.add_i64(self.published_at, entry.published_at.ms());
        document.add_u64(self.id_high, high);
        document.add_u64(self.id_low, low);
        let code = match entry.sentiment {
            _ if !entry.read => UNREAD,
            Some(sentiment) => sentiment as u64,
            None => TONELESS,
        };
        document.add_u64(self.sentiment_code, code);
        document.add_f64(self.tone, f64::from(entry.tone));
        document.add_u64(self.fingerprint, entry.fingerprint);
        document
    }

    fn add_labels(&self, entry: &Entry<'_>, document: &mut TantivyDocument) {
        if entry.categories.is_empty() && entry.read {
            document.add_text(self.category, UNCATEGORISED);
        }
        for category in entry.categories {
            document.add_text(self.category, category.name());
        }
        for (kind, name) in entry.named {
            match kind {
                MentionKind::Company => document.add_text(self.company, name),
                MentionKind::Asset => document.add_text(self.asset, name),
                MentionKind::Organisation => {}
            }
        }
        let cohorts = entry.statements.iter().map(|(cohort, _)| *cohort).chain([entry.cohort]).flatten();
        for cohort in cohorts.collect::<BTreeSet<Cohort>>() {
            document.add_text(self.cohort, cohort.name());
        }
        let mut labels = BTreeSet::new();
        for (cohort, target) in entry.statements {
            let Some(target) = target else { continue };
            labels.insert(spoken_of(None, target.kind, &target.name));
            labels.insert(spoken_of(*cohort, target.kind, &target.name));
        }
        if entry.cohort.is_some() {
            for (kind, name) in entry.named.iter().filter(|(kind, _)| *kind != MentionKind::Organisation) {
                labels.insert(spoken_of(None, *kind, name));
                labels.insert(spoken_of(entry.cohort, *kind, name));
            }
        }
        labels.iter().for_each(|label| document.add_text(self.spoken_of, label));
    }
}

/// The label of what somebody in a role speaks about, or anybody.
fn spoken_of(cohort: Option<Cohort>, kind: MentionKind, name: &str) -> String {
    format!("{}/{}/{name}", cohort.map_or("", Cohort::name), kind.name())
}

/// Compared as pairs, they are in the order of the ids.
pub fn halves(id: domain::DocumentId) -> (u64, u64) {
    let whole = u128::from_be_bytes(id.bytes());
    ((whole >> 64) as u64, whole as u64)
}

pub fn schema() -> (Schema, Fields) {
    let indexed = |tokenizer, record| {
        TextFieldIndexing::default().set_tokenizer(tokenizer).set_index_option(record).set_fieldnorms(false)
    };
    let positions = indexed(TOKENIZER, IndexRecordOption::WithFreqsAndPositions);
    let words = TextOptions::default().set_indexing_options(positions);
    let exact = TextOptions::default().set_indexing_options(indexed("raw", IndexRecordOption::Basic));
    let mut builder = Schema::builder();
    let fields = Fields {
        id: builder.add_bytes_field("id", BytesOptions::default().set_indexed()),
        text: builder.add_text_field("text", words.clone()),
        title: builder.add_text_field("title", words.clone()),
        outlet_words: builder.add_text_field("outlet_words", words.clone()),
        author: builder.add_text_field("author", words.clone()),
        speaker: builder.add_text_field("speaker", words),
        outlet: builder.add_text_field(OUTLET, exact.clone().set_fast("raw")),
        sentiment: builder.add_text_field("sentiment", exact.clone()),
        kind: builder.add_text_field("kind", exact.clone()),
        language: builder.add_text_field("language", exact.clone()),
        category: builder.add_text_field("category", exact.clone()),
        company: builder.add_text_field("company", exact.clone()),
        asset: builder.add_text_field("asset", exact.clone()),
        cohort: builder.add_text_field("cohort", exact.clone()),
        spoken_of: builder.add_text_field("spoken_of", exact),
        published_at: builder.add_i64_field(PUBLISHED_AT, FAST),
        id_high: builder.add_u64_field(ID_HIGH, FAST),
        id_low: builder.add_u64_field(ID_LOW, FAST),
        sentiment_code: builder.add_u64_field(SENTIMENT_CODE, FAST),
        tone: builder.add_f64_field(TONE, FAST),
        fingerprint: builder.add_u64_field(FINGERPRINT, FAST),
    };
    (builder.build(), fields)
}

/// Newest first. The engine's own tie-breaker is a number it makes up, so equal times are put in order by
/// whoever reads them.
pub fn builder() -> IndexBuilder {
    let settings = IndexSettings {
        sort_by_field: Some(IndexSortByField { field: PUBLISHED_AT.into(), order: Order::Desc }),
        docstore_compression: Compressor::None,
        docstore_compress_dedicated_thread: false,
        ..IndexSettings::default()
    };
    Index::builder().schema(schema().0).settings(settings).tokenizers(tokenizers())
}

pub fn tokenizers() -> TokenizerManager {
    let manager = TokenizerManager::default();
    manager.register(TOKENIZER, WordTokenizer::default());
    manager
}

pub fn writer_options(settings: Settings) -> IndexWriterOptions {
    // The engine refuses less than 15 MB and more than 4 GB for a thread.
    let threads = settings.writer_threads.clamp(1, 8);
    let each = (settings.writer_memory_bytes / threads).clamp(16 << 20, 2 << 30);
    IndexWriterOptions::builder()
        .num_worker_threads(threads)
        .memory_budget_per_thread(each)
        .num_merge_threads(threads)
        .build()
}
