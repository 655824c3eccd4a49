//! Which articles are meant, and what of them is shown: the same words on /feed and for its export.

use domain::{DayRange, Instant};
use search::{Search, language::Query};

use crate::article::FIELDS;
use crate::filters::Filters;
use crate::spoken_of::read_spoken_of;
use interface::ParamReader;
use runtime::error::{ApiError, Code};

#[derive(Clone)]
pub struct Selection {
    pub days: DayRange,
    pub keyword: Option<Query>,
    pub filters: Filters,
    /// Only what was published after this moment.
    pub since: Option<Instant>,
    /// Only what was published before this moment.
    pub until: Option<Instant>,
    /// The members of an article that are wanted; empty: all.
    pub fields: Vec<&'static str>,
    /// All that narrows it, to know a cursor by.
    pub name: String,
}

impl Selection {
    pub fn read(from: &mut ParamReader) -> Result<Selection, ApiError> {
        let days = from.days()?;
        let text = from.text("keyword", KEYWORD)?;
        let filters = Filters::read(from)?;
        let about_company = from.text(
            "aboutCompany",
            "Only articles in which somebody, or somebody of the cohort, speaks about this company.",
        )?;
        let about_asset = from.text("aboutAsset", "The same about this asset.")?;
        let spoken_of = read_spoken_of(about_company, about_asset, "aboutAsset")?;
        let filters = Filters { spoken_of, ..filters };
        let since = from.optional_instant(
            "since",
            "Only articles published after this moment, for those who ask again and again.",
        )?;
        let until = from.optional_instant("until", "Only articles published before this moment.")?;
        let fields = from.choices(
            "fields",
            "Only these members of each article; may be given several times.",
            &FIELDS,
        )?;
        let mut name = format!("{days:?} {text:?} {filters:?} {since:?}");
        // Cursors from before there was an end stay good.
        if let Some(until) = until {
            name.push_str(&format!(" until {until:?}"));
        }
        let keyword = text.map(|text| read_keyword("keyword", &text)).transpose()?;
        Ok(Selection { days, keyword, filters, since, until, fields, name })
    }

    /// The articles, by names as they are counted.
    pub fn search<'s>(&'s self, resolved: &'s Filters) -> Search<'s> {
        let search = resolved.search(self.days);
        let from = self.since.map_or(search.from, |since| search.from.max(since.plus_ms(1)));
        let to = self.until.map_or(search.to, |until| search.to.min(until.plus_ms(-1)));
        Search { keyword: self.keyword.as_ref(), from, to, ..search }
    }
}

const KEYWORD: &str = "Terms, \"phrases\", AND OR NOT, -term, (groups), title: outlet: author: speaker:, NEAR/n, prefix*; words side by side mean AND.";

/// A text in the search language; an error says where reading stopped.
pub fn read_keyword(name: &str, text: &str) -> Result<Query, ApiError> {
    search::language::parse(text).map_err(|error| ApiError {
        parameter: Some(name.to_owned()),
        ..ApiError::new(Code::InvalidQuery, error.to_string()).at(error.position)
    })
}
