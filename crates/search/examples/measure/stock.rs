//! The engine as it comes: its own tokenizer, its own order, count and newest by the date column.

use std::path::Path;

use search::{Query as Keyword, Search};
use tantivy::collector::{Count, TopDocs};
use tantivy::query::{BooleanQuery, Occur, PhraseQuery, Query, RangeQuery, TermQuery};
use tantivy::schema::{FAST, Field, IndexRecordOption, STRING, Schema, TEXT};
use tantivy::{Index, IndexWriter, Order, Searcher, TantivyDocument, Term};

use crate::corpus::{AKind, Corpus};

pub struct Stock {
    searcher: Searcher,
    text: Field,
    outlet: Field,
    date: Field,
}

impl Stock {
    /// Two threads, the same memory, nothing stored: as bare as it can answer the same questions.
    pub fn fill(dir: &Path, corpus: &Corpus) -> Stock {
        std::fs::create_dir_all(dir).expect("a folder");
        let mut builder = Schema::builder();
        let text = builder.add_text_field("text", TEXT);
        let outlet = builder.add_text_field("outlet", STRING);
        let date = builder.add_i64_field("date", FAST);
        let index = Index::create_in_dir(dir, builder.build()).expect("created");
        let mut writer: IndexWriter = index.writer_with_num_threads(2, 400 << 20).expect("a writer");
        for batch in corpus.batches(1000) {
            for lent in batch {
                let mut document = TantivyDocument::default();
                document.add_text(text, lent.title);
                document.add_text(text, lent.content);
                document.add_text(outlet, &lent.article.outlet);
                document.add_i64(date, lent.article.published_at_ms);
                writer.add_document(document).expect("added");
            }
        }
        writer.commit().expect("committed");
        writer.wait_merging_threads().expect("merged");
        let searcher = index.reader().expect("a reader").searcher();
        Stock { searcher, text, outlet, date }
    }

    /// None where the engine has no such question.
    pub fn question(&self, kind: &AKind, search: &Search<'_>) -> Option<Box<dyn Query>> {
        let bound = |at: domain::Instant| std::ops::Bound::Included(Term::from_field_i64(self.date, at.ms()));
        let range = RangeQuery::new(bound(search.from), bound(search.to));
        let mut clauses: Vec<(Occur, Box<dyn Query>)> = vec![(Occur::Must, Box::new(range))];
        if let Some(outlet) = &kind.outlet {
            let term = Term::from_field_text(self.outlet, outlet);
            clauses.push((Occur::Must, Box::new(TermQuery::new(term, IndexRecordOption::Basic))));
        }
        if let Some(keyword) = search.keyword {
            match keyword {
                Keyword::All(parts) => {
                    for part in parts {
                        match part {
                            Keyword::Not(query) => clauses.push((Occur::MustNot, self.translate(query)?)),
                            part => clauses.push((Occur::Must, self.translate(part)?)),
                        }
                    }
                }
                keyword => clauses.push((Occur::Must, self.translate(keyword)?)),
            }
        }
        Some(Box::new(BooleanQuery::new(clauses)))
    }

    fn translate(&self, keyword: &Keyword) -> Option<Box<dyn Query>> {
        match keyword {
            Keyword::Words(words) => {
                let terms = words.words.iter().map(|word| Term::from_field_text(self.text, word));
                let mut terms: Vec<Term> = terms.collect();
                Some(match terms.len() {
                    1 => Box::new(TermQuery::new(terms.swap_remove(0), IndexRecordOption::Basic)),
                    _ => Box::new(PhraseQuery::new(terms)),
                })
            }
            Keyword::Any(parts) => {
                let clauses = parts.iter().map(|part| Some((Occur::Should, self.translate(part)?)));
                Some(Box::new(BooleanQuery::new(clauses.collect::<Option<_>>()?)))
            }
            _ => None,
        }
    }

    pub fn ask(&self, question: &dyn Query, skip: usize) -> (usize, Vec<i64>) {
        let newest = TopDocs::with_limit(50).and_offset(skip).order_by_fast_field::<i64>("date", Order::Desc);
        let (count, newest) = self.searcher.search(question, &(Count, newest)).expect("searched");
        (count, newest.into_iter().filter_map(|(at, _)| at).collect())
    }
}
