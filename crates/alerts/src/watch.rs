//! A rule with what it watches, ready to be asked.

use coverage::explain::FeedQuery;
use coverage::filters::Filters;
use coverage::selection::read_keyword;
use domain::{AlertCondition, AlertSubject, Cohort, Day, DayRange, Kind};
use figures::directory::Directory;
use interface::App;
use interface::names::AskedName;
use interface::reader::nothing_here;
use runtime::error::ApiError;
use search::{Query, Search};
use store::alerts::{Alert, AlertDefinition};
use store::spaces::SpaceRange;

pub struct Watch {
    pub account_id: String,
    pub alert: Alert,
    pub subject: Subject,
}

pub enum Subject {
    /// Whatever a search finds.
    Search(Box<Wanted>),
    /// The documents of a story, by its id.
    Story(String),
    /// A metric of the index portfolio.
    Index(String),
}

/// A search without its days.
pub struct Wanted {
    /// The same for rules that look for the same.
    key: String,
    keyword: Option<(String, Query)>,
    filters: Filters,
    /// Of a Space.
    range: Option<SpaceRange>,
}

impl Wanted {
    pub fn search(&self, days: DayRange) -> Search<'_> {
        let keyword = self.keyword.as_ref().map(|(_, query)| query);
        Search { keyword, ..self.filters.search(days) }
    }
}

/// The rule that every item fires.
pub fn every_item(name: String, subject: AlertSubject, value: Option<String>) -> AlertDefinition {
    AlertDefinition {
        name,
        enabled: true,
        subject,
        value,
        condition: AlertCondition::Item,
        threshold: None,
        min_items: 1,
        min_families: 1,
        form: None,
        quiet_minutes: 0,
        daily_cap: u32::MAX,
    }
}

impl Watch {
    /// An error where what is watched does not exist, or is not the account's.
    pub async fn of(app: &App, account_id: &str, alert: Alert) -> Result<Watch, ApiError> {
        let subject = Subject::of(app, account_id, &alert.definition).await?;
        Ok(Watch { account_id: account_id.to_owned(), alert, subject })
    }

    pub fn definition(&self) -> &AlertDefinition {
        &self.alert.definition
    }

    /// The call that lists what was counted; of an index, the call that shows it.
    pub fn query(&self, days: DayRange) -> String {
        let feed = FeedQuery::of(days);
        match &self.subject {
            Subject::Search(wanted) => {
                let narrowed = wanted.filters.narrow(feed);
                match &wanted.keyword {
                    Some((text, _)) => narrowed.with("keyword", text),
                    None => narrowed,
                }
                .to_string()
            }
            Subject::Story(id) => feed.with("story", id).to_string(),
            Subject::Index(metric) => format!("/indices?metric={metric}"),
        }
    }

    /// Those of the days that a Space looks at; none where there are none.
    pub fn within(&self, days: DayRange, today: Day) -> Option<DayRange> {
        let Subject::Search(wanted) = &self.subject else { return Some(days) };
        let Some(range) = wanted.range else { return Some(days) };
        let own = range.days(today)?;
        DayRange::inclusive(days.first().max(own.first()), days.last().min(own.last()))
    }

    /// The same for rules that look for the same.
    pub fn key(&self) -> &str {
        match &self.subject {
            Subject::Search(wanted) => &wanted.key,
            Subject::Story(name) | Subject::Index(name) => name,
        }
    }

    /// What a person calls it.
    pub fn subject_name(&self) -> String {
        match (&self.definition().value, self.definition().subject) {
            (None, _) => "All coverage".to_owned(),
            (Some(_), AlertSubject::Space | AlertSubject::Story) => self.definition().name.clone(),
            (Some(value), _) => value.clone(),
        }
    }
}

impl Subject {
    pub async fn of(app: &App, account_id: &str, definition: &AlertDefinition) -> Result<Subject, ApiError> {
        let value = definition.value.clone().unwrap_or_default();
        let mut filters = Filters::default();
        let (mut keyword, mut range) = (None, None);
        match definition.subject {
            AlertSubject::Everything => {}
            AlertSubject::Query => keyword = Some(value),
            AlertSubject::Space => {
                let space = app.store.spaces.find(account_id, &value).await?;
                let space = space.ok_or_else(|| nothing_here("Space"))?.definition;
                (keyword, range) = (space.keyword, Some(space.range));
                filters.outlets = space.outlet.into_iter().collect();
                filters.sentiments = space.sentiment.into_iter().collect();
            }
            AlertSubject::Company => {
                filters.companies = vec![AskedName::new("value", Directory::Companies, &value).resolve(app)?];
            }
            AlertSubject::Asset => {
                filters.assets = vec![AskedName::new("value", Directory::Assets, &value).resolve(app)?];
            }
            AlertSubject::Cohort => {
                let cohort = Cohort::from_name(&value);
                let unknown = || {
                    ApiError::parameter("value", "There is no such cohort.")
                        .allowed(Cohort::NAMES.iter().copied())
                };
                filters.cohorts = vec![cohort.ok_or_else(unknown)?];
            }
            AlertSubject::Story => {
                if value.len() != 32 || !value.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                    return Err(ApiError::parameter("value", "The id of a story is 32 hexadecimal digits."));
                }
                return Ok(Subject::Story(value.to_ascii_lowercase()));
            }
            AlertSubject::Index => {
                let known = indices::metrics::METRICS.iter().map(|metric| metric.method.id);
                return match indices::metrics::find(&value) {
                    Some(metric) => Ok(Subject::Index(metric.method.id.to_owned())),
                    None => Err(ApiError::parameter("value", "There is no such metric.").allowed(known)),
                };
            }
        }
        match definition.condition {
            AlertCondition::Filing => filters.kinds = vec![Kind::Filing],
            AlertCondition::ScoredCall => filters.kinds = vec![Kind::EarningsCall],
            _ => {}
        }
        let keyword =
            keyword.map(|text| read_keyword("value", &text).map(|query| (text, query))).transpose()?;
        let key = format!("{:?} {filters:?}", keyword.as_ref().map(|(text, _)| text));
        Ok(Subject::Search(Box::new(Wanted { key, keyword, filters, range })))
    }
}
