//! A search into the engine's own query. Dates are not part of it: they are a range of documents.

use tantivy::Term;
use tantivy::query::{AllQuery, BooleanQuery, Occur, PhraseQuery, Query as EngineQuery, TermQuery};
use tantivy::schema::IndexRecordOption;

use super::near::NearQuery;
use super::schema::Fields;
use super::without::WithoutQuery;
use crate::language::{Query, Words};
use crate::search::Search;

/// What to look for in each segment, and what is known about it.
pub struct Compiled {
    pub query: Box<dyn EngineQuery>,
    /// It is nothing but this word, whose number of documents the index knows.
    pub single_term: Option<Term>,
    /// A step to the next match is cheap, so that stepping over the end of the range by some costs nothing.
    pub is_cheap: bool,
}

/// None where everything matches.
pub fn compile(search: &Search<'_>, fields: &Fields) -> Option<Compiled> {
    let filters: Vec<Term> = [
        search.outlet.map(|outlet| fields.outlet_term(outlet)),
        search.sentiment.map(|sentiment| fields.sentiment_term(sentiment)),
        search.kind.map(|kind| fields.kind_term(kind)),
        search.language.map(|language| fields.language_term(language)),
    ]
    .into_iter()
    .flatten()
    .collect();
    let single_term = match (search.keyword, &filters[..]) {
        (None, [term]) => Some(term.clone()),
        (Some(Query::Words(words)), []) if words.words.len() == 1 => terms(words, fields).pop(),
        _ => None,
    };
    let is_cheap =
        single_term.is_some() || (filters.is_empty() && search.keyword.is_some_and(is_plain_union));
    let parts = match search.keyword {
        Some(Query::All(parts)) => &parts[..],
        Some(query) => std::slice::from_ref(query),
        None => &[],
    };
    let is_everything = parts.is_empty() && filters.is_empty();
    let filters = filters.into_iter().map(term_query).collect();
    (!is_everything).then(|| Compiled { query: all(parts, filters, fields), single_term, is_cheap })
}

pub fn term_query(term: Term) -> Box<dyn EngineQuery> {
    Box::new(TermQuery::new(term, IndexRecordOption::Basic))
}

fn is_plain_union(query: &Query) -> bool {
    match query {
        Query::Words(words) => words.words.len() == 1,
        Query::Any(parts) => parts.iter().all(is_plain_union),
        _ => false,
    }
}

fn terms(words: &Words, fields: &Fields) -> Vec<Term> {
    let field = fields.of_words(words.field);
    words.words.iter().map(|word| Term::from_field_text(field, word)).collect()
}

fn translate(query: &Query, fields: &Fields) -> Box<dyn EngineQuery> {
    match query {
        Query::Words(words) => {
            let mut terms = terms(words, fields);
            match terms.len() {
                1 => term_query(terms.swap_remove(0)),
                _ => Box::new(PhraseQuery::new(terms)),
            }
        }
        Query::Near { left, right, distance } => {
            let side = |choices: &[Words]| choices.iter().map(|words| terms(words, fields)).collect();
            Box::new(NearQuery { left: side(left), right: side(right), distance: *distance })
        }
        Query::Not(_) => all(std::slice::from_ref(query), Vec::new(), fields),
        Query::All(parts) => all(parts, Vec::new(), fields),
        Query::Any(parts) => {
            let clauses = parts.iter().map(|part| (Occur::Should, translate(part, fields)));
            Box::new(BooleanQuery::new(clauses.collect()))
        }
    }
}

/// Every part and everything in `kept` as well.
fn all(parts: &[Query], mut kept: Vec<Box<dyn EngineQuery>>, fields: &Fields) -> Box<dyn EngineQuery> {
    let mut barred = Vec::new();
    for part in parts {
        match part {
            Query::Not(query) => barred.push(translate(query, fields)),
            part => kept.push(translate(part, fields)),
        }
    }
    let kept: Box<dyn EngineQuery> = match kept.len() {
        // To leave out is to leave out of everything.
        0 => Box::new(AllQuery),
        1 => kept.swap_remove(0),
        _ => Box::new(BooleanQuery::new(kept.into_iter().map(|query| (Occur::Must, query)).collect())),
    };
    if barred.is_empty() { kept } else { Box::new(WithoutQuery::new(kept, barred)) }
}
