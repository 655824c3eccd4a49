//! The same answers by the slowest way there is: read every document, every time.

use std::collections::{BTreeMap, BTreeSet};

use domain::time::{MS_PER_DAY, MS_PER_HOUR};
use domain::{Category, Cohort, DocumentId, Instant, Kind, MentionKind, Sentiment, StatementTarget};

use crate::language::{Field, Query, Words};
use crate::search::{Change, DayTally, Entry, Found, Search, UNCATEGORISED};
use crate::words::words_of;

#[derive(Clone, Debug, PartialEq)]
pub struct Article {
    pub id: DocumentId,
    pub published_at: Instant,
    pub title: String,
    pub content: String,
    pub outlet: String,
    pub author: String,
    pub read: bool,
    pub sentiment: Option<Sentiment>,
    pub kind: Kind,
    pub language: String,
    pub tone: f32,
    pub fingerprint: u64,
    pub speakers: Vec<String>,
    pub cohort: Option<Cohort>,
    pub statements: Vec<(Option<Cohort>, Option<StatementTarget>)>,
    pub categories: Vec<Category>,
    pub named: Vec<(MentionKind, String)>,
}

impl Article {
    pub fn entry(&self) -> Entry<'_> {
        Entry {
            id: self.id,
            published_at: self.published_at,
            title: &self.title,
            content: &self.content,
            outlet: &self.outlet,
            author: &self.author,
            speakers: &self.speakers,
            cohort: self.cohort,
            statements: &self.statements,
            categories: &self.categories,
            named: &self.named,
            read: self.read,
            sentiment: self.sentiment,
            kind: self.kind,
            language: &self.language,
            tone: self.tone,
            fingerprint: self.fingerprint,
        }
    }
}

impl Article {
    fn is_about(&self, category: &str) -> bool {
        match self.categories.is_empty() {
            true => category == UNCATEGORISED && self.read,
            false => self.categories.iter().any(|own| own.name() == category),
        }
    }

    /// Somebody speaks in it, in the role and about the target where they are given.
    fn is_spoken(&self, cohort: Option<Cohort>, of: Option<&StatementTarget>) -> bool {
        let fits = |own: Option<Cohort>| cohort.is_none() || own == cohort;
        match of {
            None => {
                cohort.is_none()
                    || fits(self.cohort)
                    || self.statements.iter().any(|(own, _)| own.is_some() && fits(*own))
            }
            Some(of) => {
                let posted = self.cohort.is_some() && fits(self.cohort);
                posted && of.kind != MentionKind::Organisation && self.names(of.kind, &of.name)
                    || self.statements.iter().any(|(own, target)| fits(*own) && target.as_ref() == Some(of))
            }
        }
    }

    fn names(&self, kind: MentionKind, name: &str) -> bool {
        self.named.iter().any(|(own, other)| *own == kind && other == name)
    }
}

#[derive(Clone, Debug)]
pub enum Step {
    Put(Box<Article>),
    Delete(DocumentId),
}

impl Step {
    pub fn change(&self) -> Change<'_> {
        match self {
            Step::Put(article) => Change::Put(article.entry()),
            Step::Delete(id) => Change::Delete(*id),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Library(pub BTreeMap<DocumentId, Article>);

impl Library {
    pub fn apply(&mut self, step: &Step) {
        match step {
            Step::Put(article) => self.0.insert(article.id, (**article).clone()),
            Step::Delete(id) => self.0.remove(id),
        };
    }

    fn matching(&self, search: &Search<'_>) -> Vec<&Article> {
        let mut matching: Vec<&Article> = self
            .0
            .values()
            .filter(|article| search.from <= article.published_at && article.published_at <= search.to)
            .filter(|article| fits(search.outlets, |outlet| article.outlet == *outlet))
            .filter(|article| fits(search.sentiments, |sentiment| article.sentiment == Some(*sentiment)))
            .filter(|article| fits(search.kinds, |kind| article.kind == *kind))
            .filter(|article| fits(search.languages, |language| article.language == *language))
            .filter(|article| fits(search.categories, |category| article.is_about(category)))
            .filter(|article| fits(search.companies, |name| article.names(MentionKind::Company, name)))
            .filter(|article| fits(search.assets, |name| article.names(MentionKind::Asset, name)))
            .filter(|article| match search.cohorts {
                [] => article.is_spoken(None, search.spoken_of),
                cohorts => cohorts.iter().any(|cohort| article.is_spoken(Some(*cohort), search.spoken_of)),
            })
            .filter(|article| {
                search.tone.is_none_or(|(least, most)| {
                    article.sentiment.is_some() && (least..=most).contains(&f64::from(article.tone))
                })
            })
            .filter(|article| search.among.is_none_or(|among| among.contains(&article.id)))
            .filter(|article| search.keyword.is_none_or(|query| matches(query, article)))
            .collect();
        matching.sort_by_key(|article| (std::cmp::Reverse(article.published_at), article.id));
        matching
    }

    /// Those that were read.
    fn counted(&self, search: &Search<'_>) -> Vec<&Article> {
        let mut matching = self.matching(search);
        matching.retain(|article| article.read);
        matching
    }

    pub fn find(&self, search: &Search<'_>) -> Found {
        let matching = self.matching(search);
        let listed: Vec<_> = matching
            .iter()
            .map(|article| (article.id, article.published_at))
            .filter(|(id, at)| {
                search.after.is_none_or(|after| {
                    *at < after.published_at || (*at == after.published_at && *id > after.id)
                })
            })
            .skip(search.skip)
            .collect();
        Found {
            ids: listed.iter().take(search.take).copied().collect(),
            total: matching.len() as u64,
            next: listed.len() > search.take,
        }
    }

    /// The earliest of each group of near-copies, compared with every earlier one that stands for a group.
    pub fn without_copies(&self, search: &Search<'_>) -> Vec<DocumentId> {
        let mut matching = self.matching(search);
        matching.sort_by_key(|article| (article.published_at, article.id));
        let mut kept: Vec<&Article> = Vec::new();
        for article in matching {
            let copies = |earlier: &&Article| {
                article.published_at.ms() - earlier.published_at.ms() <= 3 * 86_400_000
                    && domain::marks::near_copies(earlier.fingerprint, article.fingerprint)
            };
            if !kept.iter().any(copies) {
                kept.push(article);
            }
        }
        kept.sort_by_key(|article| (std::cmp::Reverse(article.published_at), article.id));
        kept.into_iter().map(|article| article.id).collect()
    }

    pub fn tally(&self, search: &Search<'_>) -> Vec<DayTally> {
        self.by(search, MS_PER_DAY).into_iter().rev().map(|(_, tally)| tally).collect()
    }

    pub fn hours(&self, search: &Search<'_>) -> Vec<(Instant, DayTally)> {
        self.by(search, MS_PER_HOUR)
    }

    fn by(&self, search: &Search<'_>, span_ms: i64) -> Vec<(Instant, DayTally)> {
        let mut spans: BTreeMap<i64, Vec<&Article>> = BTreeMap::new();
        for article in self.counted(search) {
            spans.entry(article.published_at.ms().div_euclid(span_ms)).or_default().push(article);
        }
        let count = |articles: &[&Article], sentiment| {
            articles.iter().filter(|article| article.sentiment == Some(sentiment)).count() as u64
        };
        let tally = |start: Instant, articles: &[&Article]| DayTally {
            day: start.day(),
            count: articles.len() as u64,
            unread: articles.iter().filter(|article| article.sentiment.is_none()).count() as u64,
            positive: count(articles, Sentiment::Positive),
            neutral: count(articles, Sentiment::Neutral),
            negative: count(articles, Sentiment::Negative),
            tone_sum: articles.iter().map(|article| f64::from(article.tone)).sum(),
            outlets: articles.iter().map(|article| &article.outlet).collect::<BTreeSet<_>>().len() as u64,
        };
        let row = |(number, articles): (i64, Vec<&Article>)| {
            let start = Instant::from_ms(number * span_ms);
            (start, tally(start, &articles))
        };
        spans.into_iter().map(row).collect()
    }
}

pub fn matches(query: &Query, article: &Article) -> bool {
    match query {
        Query::Words(words) => {
            texts(words.field, article).iter().any(|text| !occurrences(words, text).is_empty())
        }
        Query::Beginning { field, letters } => {
            texts(*field, article).iter().flatten().any(|word| word.starts_with(letters.as_str()))
        }
        Query::Near { left, right, distance } => texts(left[0].field, article).iter().any(|text| {
            let all = |side: &[Words]| -> Vec<(usize, usize)> {
                side.iter().flat_map(|words| occurrences(words, text)).collect()
            };
            let near = |earlier: (usize, usize), later: (usize, usize)| {
                later.0 > earlier.1 && later.0 - earlier.1 <= *distance as usize
            };
            let (left, right) = (all(left), all(right));
            left.iter().any(|&l| right.iter().any(|&r| near(l, r) || near(r, l)))
        }),
        Query::Not(query) => !matches(query, article),
        Query::All(parts) => parts.iter().all(|part| matches(part, article)),
        Query::Any(parts) => parts.iter().any(|part| matches(part, article)),
    }
}

/// Each stretch of text that a phrase must lie in.
fn texts(field: Field, article: &Article) -> Vec<Vec<String>> {
    match field {
        Field::Text => {
            let mut texts = vec![words_of(&article.title), words_of(&article.content)];
            if article.language != "en" && article.language != "und" {
                let named = article.named.iter().filter(|(kind, _)| *kind != MentionKind::Organisation);
                texts.extend(named.map(|(_, name)| words_of(name)));
            }
            texts
        }
        Field::Title => vec![words_of(&article.title)],
        Field::Outlet => vec![words_of(&article.outlet)],
        Field::Author => vec![words_of(&article.author)],
        Field::Speaker => article.speakers.iter().map(|name| words_of(name)).collect(),
    }
}

/// First and last word of each.
fn occurrences(words: &Words, text: &[String]) -> Vec<(usize, usize)> {
    let length = words.words.len();
    (0..(text.len() + 1).saturating_sub(length))
        .filter(|&start| text[start..start + length] == words.words[..])
        .map(|start| (start, start + length - 1))
        .collect()
}

/// A filter of no value lets everything through.
fn fits<T>(values: &[T], fit: impl Fn(&T) -> bool) -> bool {
    values.is_empty() || values.iter().any(fit)
}
