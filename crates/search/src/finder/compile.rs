//! A search into the engine's own query. Dates are not part of it: they are a range of documents.

use std::collections::BTreeSet;
use std::ops::Bound;

use tantivy::Term;
use tantivy::query::{
    AllQuery, BooleanQuery, BoostQuery, ConstScoreQuery, Occur, PhraseQuery, Query as EngineQuery,
    RangeQuery, TermQuery, TermSetQuery,
};
use tantivy::schema::{Field, IndexRecordOption};

use super::near::{NearQuery, term_query};
use super::schema::Fields;
use super::view::View;
use super::without::WithoutQuery;
use crate::error::Error;
use crate::language::{self, Query, Words};
use crate::search::Search;

/// What to look for in each segment, and what is known about it.
pub struct Compiled {
    pub query: Box<dyn EngineQuery>,
    /// It is nothing but this word, whose number of documents the index knows.
    pub single_term: Option<Term>,
    pub cost: Cost,
}

/// What it costs to step to the next match, which may lie past the end of the range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cost {
    /// Lists of documents, joined: stepping over the end by some costs nothing.
    Lists,
    /// Lists of documents, compared: many may pass until one matches.
    Comparisons,
    /// Positions must be read to know whether one matches.
    Positions,
}

/// None where everything matches.
pub fn compile(search: &Search<'_>, view: &View) -> Result<Option<Compiled>, Error> {
    let fields = &view.fields;
    let mut filters: Vec<Vec<Term>> = vec![
        search.outlets.iter().map(|outlet| fields.outlet_term(outlet)).collect(),
        search.sentiments.iter().map(|sentiment| fields.sentiment_term(*sentiment)).collect(),
        search.kinds.iter().map(|kind| fields.kind_term(*kind)).collect(),
        search.languages.iter().map(|language| fields.language_term(language)).collect(),
        search.categories.iter().map(|category| fields.category_term(category)).collect(),
        search.companies.iter().map(|company| fields.company_term(company)).collect(),
        search.assets.iter().map(|asset| fields.asset_term(asset)).collect(),
        match search.spoken_of {
            None => search.cohorts.iter().map(|cohort| fields.cohort_term(*cohort)).collect(),
            Some(target) if search.cohorts.is_empty() => vec![fields.spoken_of_term(None, target)],
            Some(target) => {
                let cohorts = search.cohorts.iter();
                cohorts.map(|cohort| fields.spoken_of_term(Some(*cohort), target)).collect()
            }
        },
    ];
    filters.retain(|terms| !terms.is_empty());
    let single_term = match (search.keyword, &filters[..]) {
        _ if search.among.is_some() || search.tone.is_some() => None,
        (None, [terms]) if terms.len() == 1 => terms.first().cloned(),
        (Some(Query::Words(words)), []) if words.words.len() == 1 => terms(words, fields).pop(),
        _ => None,
    };
    let keyword_cost = search.keyword.map_or(Cost::Lists, cost);
    let among = search.among.map(|ids| {
        let terms = ids.iter().map(|id| fields.id_term(*id));
        Box::new(TermSetQuery::new(terms)) as Box<dyn EngineQuery>
    });
    let tone = search.tone.map(|(least, most)| {
        let bound = |tone: f64| Bound::Included(fields.tone_term(tone));
        Box::new(RangeQuery::new(bound(least), bound(most))) as Box<dyn EngineQuery>
    });
    if tone.is_some() && search.sentiments.is_empty() {
        // What was not read has a tone of 0 in its column and no sentiment.
        filters.push(domain::Sentiment::ALL.iter().map(|one| fields.sentiment_term(*one)).collect());
    }
    let asked = filters.len()
        + usize::from(search.keyword.is_some())
        + usize::from(among.is_some())
        + usize::from(tone.is_some());
    let is_compared = asked > 1;
    let cost = if is_compared { keyword_cost.max(Cost::Comparisons) } else { keyword_cost };
    let parts = match search.keyword {
        Some(Query::All(parts)) => &parts[..],
        Some(query) => std::slice::from_ref(query),
        None => &[],
    };
    let is_everything = parts.is_empty() && filters.is_empty() && among.is_none();
    let filters = filters.into_iter().map(any_of).chain(among).chain(tone).collect();
    if is_everything {
        return Ok(None);
    }
    Ok(Some(Compiled { query: all(parts, filters, view)?, single_term, cost }))
}

/// How much more a word in the title counts than one in the text.
const TITLE_WEIGHT: f32 = 3.0;

/// The same matches with a score: how well the words of the keyword fit (BM25, a title's words on top).
pub fn scored(search: &Search<'_>, view: &View) -> Result<Box<dyn EngineQuery>, Error> {
    let matching = compile(search, view)?.map_or(Box::new(AllQuery) as Box<dyn EngineQuery>, |all| all.query);
    let matching: Box<dyn EngineQuery> = Box::new(ConstScoreQuery::new(matching, 0.0));
    let mut clauses = vec![(Occur::Must, matching)];
    let mut words = BTreeSet::new();
    if let Some(keyword) = search.keyword {
        weighed(keyword, &view.fields, &mut words);
    }
    for (in_title, term) in words {
        let term: Box<dyn EngineQuery> = Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs));
        let boost = if in_title { TITLE_WEIGHT } else { 1.0 };
        clauses.push((Occur::Should, Box::new(BoostQuery::new(term, boost))));
    }
    Ok(Box::new(BooleanQuery::new(clauses)))
}

/// The words that a match may have, with whether they stand in the title.
fn weighed(query: &Query, fields: &Fields, into: &mut BTreeSet<(bool, Term)>) {
    let mut add = |words: &Words| {
        into.extend(
            terms(words, fields).into_iter().map(|term| (words.field == language::Field::Title, term)),
        );
        if words.field == language::Field::Text {
            let title = Words { field: language::Field::Title, words: words.words.clone() };
            into.extend(terms(&title, fields).into_iter().map(|term| (true, term)));
        }
    };
    match query {
        Query::Words(words) => add(words),
        Query::Near { left, right, .. } => left.iter().chain(right).for_each(add),
        // A beginning stands for many words, and what is left out is in no match.
        Query::Beginning { .. } | Query::Not(_) => {}
        Query::All(parts) | Query::Any(parts) => parts.iter().for_each(|part| weighed(part, fields, into)),
    }
}

/// What has any of these terms.
fn any_of(mut terms: Vec<Term>) -> Box<dyn EngineQuery> {
    match terms.len() {
        1 => term_query(terms.swap_remove(0)),
        _ => Box::new(TermSetQuery::new(terms)),
    }
}

/// Words that begin with these letters, in any segment.
fn beginning(letters: &str, field: Field, view: &View) -> Result<Vec<Term>, Error> {
    let mut end = letters.as_bytes().to_vec();
    // No byte of a letter is the last one there is.
    if let Some(last) = end.last_mut() {
        *last += 1;
    }
    let mut words = BTreeSet::new();
    for segment in &view.segments {
        let inverted = segment.reader.inverted_index(field).map_err(Error::Read)?;
        let failed = |error: std::io::Error| Error::Read(error.into());
        let mut stream = inverted.terms().range().ge(letters).lt(&end).into_stream().map_err(failed)?;
        while stream.advance() {
            words.insert(stream.key().to_vec());
            if words.len() > MAX_ENDINGS {
                return Err(Error::TooWide { letters: letters.to_owned(), most: MAX_ENDINGS });
            }
        }
    }
    let word = |bytes: Vec<u8>| Some(Term::from_field_text(field, std::str::from_utf8(&bytes).ok()?));
    Ok(words.into_iter().filter_map(word).collect())
}

/// Words that a beginning may stand for.
const MAX_ENDINGS: usize = 1_000;

fn cost(query: &Query) -> Cost {
    match query {
        Query::Words(words) if words.words.len() == 1 => Cost::Lists,
        Query::Beginning { .. } => Cost::Lists,
        Query::Words(_) | Query::Near { .. } => Cost::Positions,
        Query::Any(parts) => parts.iter().map(cost).max().unwrap_or(Cost::Lists),
        Query::All(parts) => parts.iter().map(cost).max().unwrap_or(Cost::Lists).max(Cost::Comparisons),
        Query::Not(query) => cost(query).max(Cost::Comparisons),
    }
}

fn terms(words: &Words, fields: &Fields) -> Vec<Term> {
    let field = fields.of_words(words.field);
    words.words.iter().map(|word| Term::from_field_text(field, word)).collect()
}

fn translate(query: &Query, view: &View) -> Result<Box<dyn EngineQuery>, Error> {
    let fields = &view.fields;
    Ok(match query {
        Query::Words(words) => {
            let mut terms = terms(words, fields);
            match terms.len() {
                1 => term_query(terms.swap_remove(0)),
                _ => Box::new(PhraseQuery::new(terms)),
            }
        }
        Query::Beginning { field, letters } => any_of(beginning(letters, fields.of_words(*field), view)?),
        Query::Near { left, right, distance } => {
            let side = |choices: &[Words]| choices.iter().map(|words| terms(words, fields)).collect();
            Box::new(NearQuery { left: side(left), right: side(right), distance: *distance })
        }
        Query::Not(_) => all(std::slice::from_ref(query), Vec::new(), view)?,
        Query::All(parts) => all(parts, Vec::new(), view)?,
        Query::Any(parts) => {
            let clauses = parts.iter().map(|part| Ok((Occur::Should, translate(part, view)?)));
            Box::new(BooleanQuery::new(clauses.collect::<Result<_, Error>>()?))
        }
    })
}

/// Every part and everything in `kept` as well.
fn all(
    parts: &[Query],
    mut kept: Vec<Box<dyn EngineQuery>>,
    view: &View,
) -> Result<Box<dyn EngineQuery>, Error> {
    let mut barred = Vec::new();
    for part in parts {
        match part {
            Query::Not(query) => barred.push(translate(query, view)?),
            part => kept.push(translate(part, view)?),
        }
    }
    let kept: Box<dyn EngineQuery> = match kept.len() {
        // To leave out is to leave out of everything.
        0 => Box::new(AllQuery),
        1 => kept.swap_remove(0),
        _ => Box::new(BooleanQuery::new(kept.into_iter().map(|query| (Occur::Must, query)).collect())),
    };
    Ok(if barred.is_empty() { kept } else { Box::new(WithoutQuery::new(kept, barred)) })
}
