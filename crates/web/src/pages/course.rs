//! Attention and tone over the days of a period, as two figures whose marks lead to the articles of their days.

use std::collections::HashMap;

use domain::{Day, DayRange};

use super::asked::Asked;
use super::links;
use super::period::{Period, signed};
use super::plot::{Bar, Bars, Figure, Hit, Key, Line, Rows, Series, bars, line, number, short_day};
use crate::texts::{localised, nouns, say, t};
use coverage::explain::FeedQuery;
use coverage::periods::grouped;

/// What was counted on one day.
#[derive(Clone, Copy)]
pub struct CountedDay {
    pub day: Day,
    pub count: i64,
    /// Mean tone; none where there is nothing.
    pub tone: Option<f64>,
}

impl CountedDay {
    /// None where the date cannot be read.
    pub fn new(date: &str, count: i64, tone: Option<f64>) -> Option<CountedDay> {
        Some(CountedDay { day: Day::parse(date).ok()?, count, tone })
    }
}

/// What the marks stand for and lead to.
pub struct Course<'a> {
    pub asked: &'a Asked,
    pub period: &'a Period,
    pub days: Vec<CountedDay>,
    /// Narrows the articles behind a mark.
    pub narrow: &'a (dyn Fn(FeedQuery) -> FeedQuery + Sync),
    /// The call that gives the numbers.
    pub call: String,
    /// Daily closes in US dollars, where the price is known.
    pub prices: HashMap<Day, f64>,
}

struct Mark {
    days: DayRange,
    count: i64,
    tone: Option<f64>,
    price: Option<f64>,
}

impl Mark {
    fn name(&self) -> String {
        match self.days.length() {
            1 => self.days.first().to_string(),
            _ => say!("{} to {}", self.days.first(), self.days.last()),
        }
    }
}

impl Course<'_> {
    /// Every day of the period has its place, also where nothing was counted.
    fn marks(&self) -> Vec<Mark> {
        let known: HashMap<Day, &CountedDay> = self.days.iter().map(|day| (day.day, day)).collect();
        let of_day = |day: Day| {
            let counted = known.get(&day);
            let count = counted.map_or(0, |counted| counted.count);
            let sum = counted.and_then(|counted| counted.tone).unwrap_or(0.0) * count as f64;
            (day, (count, sum, self.prices.get(&day).copied()))
        };
        let days = self.period.days;
        let rows = grouped(days.days().map(of_day), days, self.period.granularity(), |a, b| {
            (a.0 + b.0, a.1 + b.1, b.2.or(a.2))
        });
        let mark = |(days, (count, sum, price)): (DayRange, (i64, f64, Option<f64>))| Mark {
            days,
            count,
            tone: (count > 0).then(|| sum / count as f64),
            price,
        };
        rows.into_iter().map(mark).collect()
    }

    fn href(&self, days: DayRange) -> String {
        links::articles(&(self.narrow)(FeedQuery::of(days)).to_string())
    }

    fn figure(&self, figure: Figure) -> Figure {
        let query = self.asked.with(&[], &[]);
        let query = query.split_once('?').map_or(String::new(), |(_, query)| format!("?{query}"));
        Figure { path: self.asked.path.clone(), query, call: self.call.clone(), ..figure }
    }

    /// How much is said.
    pub fn attention(&self) -> Figure {
        self.attention_to(&|days| self.href(days))
    }

    /// The same with marks that lead elsewhere.
    pub fn attention_to(&self, href: &dyn Fn(DayRange) -> String) -> Figure {
        let marks = self.marks();
        let said = |mark: &Mark| {
            let price = mark.price.map_or(String::new(), |price| format!(", ${}", localised(&number(price))));
            format!("{}: {}{price}", localised(&mark.name()), nouns::articles(mark.count))
        };
        let drawn: Vec<Bar> = marks
            .iter()
            .map(|mark| Bar {
                label: short_day(mark.days.first()),
                value: Some(mark.count as f64),
                interval: None,
                class: "s0",
                hit: Some(Hit { text: said(mark), href: href(mark.days) }),
            })
            .collect();
        let prices: Vec<Option<f64>> = marks.iter().map(|mark| mark.price).collect();
        let has_prices = prices.iter().any(Option::is_some);
        let row = |mark: &Mark| {
            let mut cells = vec![mark.name(), mark.count.to_string()];
            cells.extend(has_prices.then(|| mark.price.map(number).unwrap_or_default()));
            (cells, href(mark.days))
        };
        let mut columns = vec![t("Days").to_owned(), t("Articles").to_owned()];
        columns.extend(has_prices.then(|| t("Price, US dollars").to_owned()));
        let key = |class, text: &str| Key { class, text: text.to_owned() };
        self.figure(Figure {
            id: "attention",
            caption: t("Articles").to_owned(),
            legend: match has_prices {
                true => vec![key("s0", t("articles")), key("s1", t("price, on a scale of its own"))],
                false => Vec::new(),
            },
            svg: bars(&Bars {
                id: "attention",
                title: t("Articles over the days"),
                bars: &drawn,
                most: None,
                overlay: if has_prices { &prices } else { &[] },
            }),
            rows: Rows { columns, rows: marks.iter().map(row).collect() },
            ..Figure::default()
        })
    }

    /// In what tone; none where there is nothing to say.
    pub fn tone(&self) -> Option<Figure> {
        self.tone_of(t("articles"), nouns::articles)
    }

    /// The same where something else was counted.
    pub fn tone_of(&self, counted: &str, number_of: fn(i64) -> String) -> Option<Figure> {
        let marks: Vec<Mark> = self.marks();
        let points = marks.iter().map(|mark| (mark.days.first(), mark.tone)).collect();
        let series = [Series { name: t("Tone").to_owned(), points }];
        let known = || marks.iter().filter_map(|mark| Some((mark, mark.tone?)));
        let hits: Vec<(Day, Hit)> = known()
            .map(|(mark, tone)| {
                let text = say!("{}: tone {}, {}", mark.name(), signed(tone), number_of(mark.count));
                (mark.days.first(), Hit { text, href: self.href(mark.days) })
            })
            .collect();
        let rows = known().map(|(mark, tone)| {
            (vec![mark.name(), signed(tone), mark.count.to_string()], self.href(mark.days))
        });
        (hits.len() > 1).then(|| {
            self.figure(Figure {
                id: "tone",
                caption: t("Mean tone, from −1 to 1").to_owned(),
                svg: line(&Line {
                    id: "tone",
                    title: t("Mean tone over the days"),
                    series: &series,
                    bands: &[],
                    unit: "",
                    hits: &hits,
                }),
                rows: Rows {
                    columns: vec![t("Days").to_owned(), t("Tone").to_owned(), say!("Number of {}", counted)],
                    rows: rows.collect(),
                },
                ..Figure::default()
            })
        })
    }
}
