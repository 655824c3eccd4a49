//! The days that a page counts. They stand in the address; left out, they end on the last day that has data, which
//! need not be today.

use askama::Template;
use domain::{Day, DayRange};
use indices::answers::Granularity;

use super::asked::{Asked, address};
use crate::texts::{Markup, say, t};
use interface::App;
use runtime::error::ApiError;

/// Parameters of the address that say which days.
const NAMES: [&str; 4] = ["period", "startDate", "endDate", "page"];
/// More days than this are drawn by the week, and more than that by the month.
const MAX_DAILY: i64 = 92;
const MAX_WEEKLY: i64 = 400;
/// Each month has its mark and its row in a table: twenty years of them are a page.
const MAX_DAYS: i64 = 7_320;

pub struct Preset {
    name: &'static str,
    text: &'static str,
    days: i64,
}

const PRESETS: [Preset; 5] = [
    Preset { name: "1d", text: "1 day", days: 1 },
    Preset { name: "7d", text: "7 days", days: 7 },
    Preset { name: "30d", text: "30 days", days: 30 },
    Preset { name: "90d", text: "90 days", days: 90 },
    Preset { name: "1y", text: "1 year", days: 365 },
];

/// Stands in a template as it is, with links to the other periods: `{{ period }}`.
#[derive(Template)]
#[template(path = "period.html")]
pub struct Period {
    pub days: DayRange,
    /// What the address says of it, to hand on to other pages; empty where it says nothing.
    chosen: Vec<(&'static str, String)>,
    links: Vec<PresetLink>,
    /// The other parameters of the page, which a form of days must keep.
    kept: Vec<(String, String)>,
    path: String,
    /// Said where the newest data are not of today.
    note: String,
    is_custom: bool,
}

impl Markup for Period {}

struct PresetLink {
    text: &'static str,
    href: String,
    is_here: bool,
}

impl Period {
    /// `default` is the name of a preset.
    pub fn read(app: &App, asked: &Asked, default: &str) -> Result<Period, ApiError> {
        let today = app.clock.now().day();
        let newest = app.figures.ask(|cube| cube.span()).map(|span| span.last().min(today));
        let day = |name: &'static str| asked.get(name).map(|text| read_day(name, text)).transpose();
        let (first, last) = (day("startDate")?, day("endDate")?);
        let end = last.or(newest).unwrap_or(today);
        let mut chosen = Vec::new();
        let (days, preset) = match (first, asked.get("period")) {
            (Some(first), _) => {
                let days = DayRange::inclusive(first, end)
                    .ok_or_else(|| ApiError::parameter("endDate", format!("{end} comes before {first}.")))?;
                if days.length() > MAX_DAYS {
                    let detail = "A page shows at most twenty years. Choose a later day.";
                    return Err(ApiError::parameter("startDate", detail));
                }
                chosen.extend([("startDate", first.to_string()), ("endDate", end.to_string())]);
                (days, None)
            }
            (None, name) => {
                let preset = preset(name.unwrap_or(default))?;
                chosen.extend(name.map(|_| ("period", preset.name.to_owned())));
                chosen.extend(last.map(|last| ("endDate", last.to_string())));
                (ending(end, preset.days), Some(preset.name))
            }
        };
        let link = |one: &Preset| PresetLink {
            text: t(one.text),
            href: asked.with(&NAMES, &[("period", one.name)]),
            is_here: preset == Some(one.name) && last.is_none(),
        };
        let kept = asked.query.iter().filter(|(name, _)| !NAMES.contains(&name.as_str())).cloned();
        Ok(Period {
            days,
            chosen,
            links: PRESETS.iter().map(link).collect(),
            kept: kept.collect(),
            path: asked.path.clone(),
            note: newest
                .filter(|_| first.is_none() && last.is_none())
                .map_or(String::new(), |newest| note(newest, today)),
            is_custom: preset.is_none() || last.is_some(),
        })
    }

    /// Days that nobody chose, such as the life of a story; links from there say them.
    pub fn fixed(days: DayRange) -> Period {
        let chosen = vec![("startDate", days.first().to_string()), ("endDate", days.last().to_string())];
        Period {
            days,
            chosen,
            links: Vec::new(),
            kept: Vec::new(),
            path: String::new(),
            note: String::new(),
            is_custom: true,
        }
    }

    /// As many days, just before these.
    pub fn before(&self) -> DayRange {
        self.days.before()
    }

    /// The same days on another page; `path` has no parameters yet.
    pub fn on(&self, path: &str) -> String {
        address(path, self.chosen.iter().map(|(name, value)| (*name, value.as_str())))
    }

    /// As parameters of an operation.
    pub fn parameters(&self) -> (String, String) {
        (self.days.first().to_string(), self.days.last().to_string())
    }

    /// What one mark of a plot over these days stands for.
    pub fn granularity(&self) -> Granularity {
        match self.days.length() {
            days if days <= MAX_DAILY => Granularity::Daily,
            days if days <= MAX_WEEKLY => Granularity::Weekly,
            _ => Granularity::Monthly,
        }
    }

    fn unit(&self) -> &'static str {
        if self.days.length() == 1 { t("day, UTC") } else { t("days, UTC") }
    }
}

fn note(newest: Day, today: Day) -> String {
    match today.since(newest) {
        ..=0 => String::new(),
        1 => say!("The newest data are of yesterday, {}.", newest),
        days => say!("The newest data are of {}, {} days ago: the period ends there.", newest, days),
    }
}

fn ending(last: Day, days: i64) -> DayRange {
    DayRange::inclusive(last.plus(1 - days), last).unwrap_or(DayRange::single(last))
}

fn preset(name: &str) -> Result<&'static Preset, ApiError> {
    PRESETS.iter().find(|preset| preset.name == name).ok_or_else(|| {
        let names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
        ApiError::parameter("period", format!("A period is one of {}.", names.join(", "))).allowed(names)
    })
}

fn read_day(name: &str, text: &str) -> Result<Day, ApiError> {
    Day::parse(text)
        .map_err(|_| ApiError::parameter(name, format!("{name} is not a day of the form YYYY-MM-DD.")))
}

/// A count beside that of the days before.
pub struct Change {
    pub text: String,
    pub class: &'static str,
}

/// Good and bad are not said: more coverage is neither.
pub fn change(now: i64, before: i64) -> Change {
    let text = match (now, before) {
        (0, 0) => t("none before either").to_owned(),
        (_, 0) => t("none in the days before").to_owned(),
        (now, before) => {
            let percent = ((now - before) as f64 / before as f64 * 100.0).round() + 0.0;
            let percent = format!("{}{percent:.0}", if percent > 0.0 { "+" } else { "" }).replace('-', "−");
            say!("{} % against {} before", percent, before)
        }
    };
    Change { text, class: "dim" }
}

/// A tone beside that of the days before.
pub fn tone_change(now: Option<f64>, before: Option<f64>) -> Change {
    let Some((now, before)) = now.zip(before) else { return Change { text: String::new(), class: "dim" } };
    let moved = now - before;
    let class = match moved {
        0.05.. => "good",
        ..=-0.05 => "bad",
        _ => "dim",
    };
    Change { text: say!("{} against the days before", signed(moved)), class }
}

/// Two places and a sign.
pub fn signed(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0 + 0.0;
    format!("{}{rounded:.2}", if rounded > 0.0 { "+" } else { "" }).replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_said_against_the_days_before() {
        assert_eq!(change(12, 10).text, "+20 % against 10 before");
        assert_eq!(change(5, 10).text, "−50 % against 10 before");
        assert_eq!(change(3, 0).text, "none in the days before");
        assert_eq!(tone_change(Some(0.2), Some(0.3)).text, "−0.10 against the days before");
        assert_eq!(tone_change(None, Some(0.3)).text, "");
        assert_eq!(signed(-0.001), "0.00");
    }

    #[test]
    fn old_data_are_named() {
        let day = |text: &str| Day::parse(text).expect("a day");
        assert_eq!(note(day("2026-03-14"), day("2026-03-14")), "");
        assert!(note(day("2025-03-14"), day("2026-03-14")).contains("2025-03-14, 365 days ago"));
    }
}
