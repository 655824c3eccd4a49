//! A search into the engine's own query. Dates are not part of it: they are a range of documents.

use tantivy::Term;
use tantivy::query::{AllQuery, BooleanQuery, Occur, PhraseQuery, Query as EngineQuery, TermSetQuery};

use super::near::{NearQuery, term_query};
use super::schema::Fields;
use super::without::WithoutQuery;
use crate::language::{Query, Words};
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
pub fn compile(search: &Search<'_>, fields: &Fields) -> Option<Compiled> {
    let filters: Vec<Term> = [
        search.outlet.map(|outlet| fields.outlet_term(outlet)),
        search.sentiment.map(|sentiment| fields.sentiment_term(sentiment)),
        search.kind.map(|kind| fields.kind_term(kind)),
        search.language.map(|language| fields.language_term(language)),
        search.category.map(|category| fields.category_term(category)),
        search.company.map(|company| fields.company_term(company)),
        search.asset.map(|asset| fields.asset_term(asset)),
        match search.spoken_of {
            Some(target) => Some(fields.spoken_of_term(search.cohort, target)),
            None => search.cohort.map(|cohort| fields.cohort_term(cohort)),
        },
    ]
    .into_iter()
    .flatten()
    .collect();
    let single_term = match (search.keyword, &filters[..]) {
        _ if search.among.is_some() => None,
        (None, [term]) => Some(term.clone()),
        (Some(Query::Words(words)), []) if words.words.len() == 1 => terms(words, fields).pop(),
        _ => None,
    };
    let keyword_cost = search.keyword.map_or(Cost::Lists, cost);
    let among = search.among.map(|ids| {
        let terms = ids.iter().map(|id| fields.id_term(*id));
        Box::new(TermSetQuery::new(terms)) as Box<dyn EngineQuery>
    });
    let asked = filters.len() + usize::from(search.keyword.is_some()) + usize::from(among.is_some());
    let is_compared = asked > 1;
    let cost = if is_compared { keyword_cost.max(Cost::Comparisons) } else { keyword_cost };
    let parts = match search.keyword {
        Some(Query::All(parts)) => &parts[..],
        Some(query) => std::slice::from_ref(query),
        None => &[],
    };
    let is_everything = parts.is_empty() && filters.is_empty() && among.is_none();
    let filters = filters.into_iter().map(term_query).chain(among).collect();
    (!is_everything).then(|| Compiled { query: all(parts, filters, fields), single_term, cost })
}

fn cost(query: &Query) -> Cost {
    match query {
        Query::Words(words) if words.words.len() == 1 => Cost::Lists,
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
