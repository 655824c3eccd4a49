//! The engine as it comes: its own tokenizer, its own order, count and newest by the date column; against the finder, the
//! same searches one at a time.

use std::ops::Bound;
use std::path::Path;
use std::time::{Duration, Instant as Stopwatch};

use anyhow::ensure;
use domain::{Day, Instant, Sentiment};
use interface::App;
use search::{Query as Keyword, Search};
use store::documents::Change;
use tantivy::collector::{Count, TopDocs};
use tantivy::query::{BooleanQuery, Occur, PhraseQuery, Query, RangeQuery, TermQuery};
use tantivy::schema::{FAST, Field, IndexRecordOption, STRING, Schema, TEXT};
use tantivy::{Index, IndexWriter, Order, Searcher, TantivyDocument, Term};

use crate::questions::{QUESTIONS, Question};

const RESULTS: usize = 50;

pub async fn measure(app: &App) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let bare = Bare::fill(folder.path(), &app.store).await?;
    println!(
        "{:<52} {:>9} {:>9} {:>9} {:>6}",
        "one search of the finder", "matches", "bare ms", "ours ms", "times"
    );
    let mut sums = (0.0, 0.0);
    for question in QUESTIONS {
        let keyword = (!question.keyword.is_empty()).then(|| search::parse(question.keyword)).transpose()?;
        let search = Asked::new(question)?;
        let Some(query) = bare.question(keyword.as_ref(), &search) else { continue };
        let search = search.of(keyword.as_ref());
        let (found, ours) = median(|| Ok(app.finder.find(&search)?))?;
        let (count, theirs) = median(|| bare.ask(&*query))?;
        // Words are folded differently, so the two may differ by a few.
        ensure!(
            found.total.abs_diff(count) * 100 <= found.total,
            "{}: {} and {count}",
            question.keyword,
            found.total
        );
        let label = format!("{} ({} to {})", question.keyword, question.days.0, question.days.1);
        println!("{label:<52} {count:>9} {theirs:>9.3} {ours:>9.3} {:>6.1}", theirs / ours);
        sums = (sums.0 + theirs, sums.1 + ours);
    }
    println!("{:<52} {:>9} {:>9.3} {:>9.3} {:>6.1}", "sum", "", sums.0, sums.1, sums.0 / sums.1);
    Ok(())
}

/// What a question asks beside its keyword.
struct Asked {
    from: Instant,
    to: Instant,
    outlets: Vec<String>,
    sentiments: Vec<Sentiment>,
}

impl Asked {
    fn new(question: &Question) -> anyhow::Result<Asked> {
        let value =
            |wanted| question.filter.iter().filter(move |(name, _)| *name == wanted).map(|(_, value)| *value);
        Ok(Asked {
            from: Day::parse(question.days.0)?.start(),
            to: Day::parse(question.days.1)?.end(),
            outlets: value("outlet").map(str::to_owned).collect(),
            sentiments: value("sentiment").filter_map(Sentiment::from_name).collect(),
        })
    }

    fn of<'a>(&'a self, keyword: Option<&'a Keyword>) -> Search<'a> {
        Search {
            keyword,
            outlets: &self.outlets,
            sentiments: &self.sentiments,
            take: RESULTS,
            ..Search::between(self.from, self.to)
        }
    }
}

/// The answer, and how many milliseconds it takes.
fn median<T>(mut work: impl FnMut() -> anyhow::Result<T>) -> anyhow::Result<(T, f64)> {
    let (mut took, begun) = (Vec::new(), Stopwatch::now());
    let mut result = work()?;
    while took.len() < 15 || (took.len() < 301 && begun.elapsed() < Duration::from_millis(700)) {
        let begun = Stopwatch::now();
        result = work()?;
        took.push(begun.elapsed().as_secs_f64() * 1e3);
    }
    took.sort_by(f64::total_cmp);
    Ok((result, took[took.len() / 2]))
}

struct Bare {
    searcher: Searcher,
    text: Field,
    outlet: Field,
    sentiment: Field,
    date: Field,
}

impl Bare {
    /// Two threads, nothing stored: as bare as it can answer the same questions.
    async fn fill(folder: &Path, store: &store::Store) -> anyhow::Result<Bare> {
        let mut builder = Schema::builder();
        let text = builder.add_text_field("text", TEXT);
        let outlet = builder.add_text_field("outlet", STRING);
        let sentiment = builder.add_text_field("sentiment", STRING);
        let date = builder.add_i64_field("date", FAST);
        let index = Index::create_in_dir(folder, builder.build())?;
        let mut writer: IndexWriter = index.writer_with_num_threads(2, 400 << 20)?;
        let mut seq = 0;
        loop {
            let changes = store.documents.changed_since(seq, 1000).await?;
            let Some(last) = changes.last() else { break };
            seq = last.seq();
            for change in changes {
                let Change::Put(document) = change else { continue };
                let mut bare = TantivyDocument::default();
                bare.add_text(text, &document.title);
                bare.add_text(text, &document.content);
                bare.add_text(outlet, &document.outlet_name);
                bare.add_text(sentiment, document.sentiment.name());
                bare.add_i64(date, document.published_at.ms());
                writer.add_document(bare)?;
            }
        }
        writer.commit()?;
        writer.wait_merging_threads()?;
        Ok(Bare { searcher: index.reader()?.searcher(), text, outlet, sentiment, date })
    }

    /// None where the engine has no such question.
    fn question(&self, keyword: Option<&Keyword>, asked: &Asked) -> Option<Box<dyn Query>> {
        let bound = |at: Instant| Bound::Included(Term::from_field_i64(self.date, at.ms()));
        let range = RangeQuery::new(bound(asked.from), bound(asked.to));
        let mut clauses: Vec<(Occur, Box<dyn Query>)> = vec![(Occur::Must, Box::new(range))];
        let names = asked.outlets.iter().map(|outlet| Term::from_field_text(self.outlet, outlet));
        let tones = asked.sentiments.iter().map(|tone| Term::from_field_text(self.sentiment, tone.name()));
        for term in names.chain(tones) {
            clauses.push((Occur::Must, Box::new(TermQuery::new(term, IndexRecordOption::Basic))));
        }
        match keyword {
            Some(Keyword::All(parts)) => {
                for part in parts {
                    clauses.push(match part {
                        Keyword::Not(query) => (Occur::MustNot, self.translate(query)?),
                        part => (Occur::Must, self.translate(part)?),
                    });
                }
            }
            Some(keyword) => clauses.push((Occur::Must, self.translate(keyword)?)),
            None => {}
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

    fn ask(&self, question: &dyn Query) -> anyhow::Result<u64> {
        let newest = TopDocs::with_limit(RESULTS).order_by_fast_field::<i64>("date", Order::Desc);
        let (count, _) = self.searcher.search(question, &(Count, newest))?;
        Ok(count as u64)
    }
}
