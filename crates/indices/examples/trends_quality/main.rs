//! Trends of real weeks, without a service: `gzip -dc FILE.jsonl.gz | trends_quality [--kept FILE] [--from DAY] [--skip N]
//! [--words]`.
//!
//! Lines hold `url`, `source`, `title`, `body` and `published_at`. They are cleaned, read, put into stories and counted in
//! the order of their publishing; then every week from the first Monday, or from the given day on, is asked for its trends.
//! `--kept` keeps what was read in a file, from which the next run begins; `--words` prints titles and descriptions with
//! their sources for judging by hand; `--skip` passes over the first trends of each week and takes those behind them.

mod articles;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use analysis::stories::{SummaryItem, choose_words, tell, to_read, weigh};
use articles::Article;
use domain::{Day, DayRange, Instant, Kind};
use indices::answers::{Momentum, Trend, trends};
use indices::{Cube, DayInput, roll_up};

/// As the service asks and samples.
const TRENDS: usize = 25;
const SAMPLE: usize = 16;
const LEAD: usize = 800;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1).cloned()
    };
    let articles = articles::read(value("--kept").map(PathBuf::from));
    let cube = counted(&articles);
    let Some(span) = cube.span() else { return println!("There are no articles.") };
    let monday = span.first().plus(-i64::from(span.first().weekday())).plus(7);
    let mut first = value("--from").and_then(|day| Day::parse(&day).ok()).unwrap_or(monday);
    let mut by_story: HashMap<[u8; 16], Vec<&Article>> = HashMap::new();
    articles.iter().for_each(|article| by_story.entry(article.story).or_default().push(article));
    let skip = value("--skip").and_then(|count| count.parse().ok()).unwrap_or(0);
    let mut all = Figures::default();
    let mut weeks = Vec::new();
    while first.plus(6) <= span.last() {
        let Some(week) = DayRange::inclusive(first, first.plus(6)) else { break };
        let mut figures = Figures::default();
        for trend in trends(&cube, week, skip + TRENDS).into_iter().skip(skip) {
            let told = Told::of(&trend, week, &by_story, &cube);
            figures.add(&trend, &told);
            all.add(&trend, &told);
            if arguments.iter().any(|argument| argument == "--words") {
                told.print(&trend);
            }
        }
        weeks.push((week, figures));
        first = first.plus(7);
    }
    for (week, figures) in weeks {
        figures.print(&format!("{} to {}", week.first(), week.last()));
    }
    all.print("all");
    println!("outlets of titles: {:?}", shares(&all.title_outlets));
    println!("outlets of descriptions: {:?}", shares(&all.description_outlets));
}

fn counted(articles: &[Article]) -> Cube {
    let mut days: BTreeMap<Day, Vec<DayInput<'_>>> = BTreeMap::new();
    for article in articles {
        days.entry(article.at.day()).or_default().push(DayInput {
            id: article.id,
            published_at: article.at,
            kind: Kind::News,
            outlet: &article.outlet,
            outlet_category: "News",
            outlet_family: &article.outlet,
            outlet_country: "",
            sentiment: article.sentiment,
            tone: article.tone(),
            sponsored: article.sponsored(),
            language: "en",
            story: Some(article.story),
            repeats: article.repeats,
            author: "",
            cohort: None,
            voice: [0; 16],
            statements: Vec::new(),
            categories: article.categories.clone(),
            companies: Vec::new(),
            assets: Vec::new(),
        });
    }
    let mut cube = Cube::default();
    cube.replace_all(days.iter().map(|(day, inputs)| Arc::new(roll_up(*day, inputs))).collect());
    cube
}

/// A trend in the words of its articles.
struct Told<'a> {
    title: &'a Article,
    described: Option<&'a Article>,
    description: String,
    /// Outlets that report on their own in the latter half of the week, and in the rest of it.
    outlets: [usize; 2],
}

impl<'a> Told<'a> {
    fn of(
        trend: &Trend,
        week: DayRange,
        by_story: &HashMap<[u8; 16], Vec<&'a Article>>,
        cube: &Cube,
    ) -> Told<'a> {
        let inside = by_story[&trend.story].iter().filter(|article| week.contains(article.at.day()));
        let inside: Vec<&Article> = inside.copied().collect();
        let half = week.last().plus(1 - week.length() / 2);
        let outlets = [true, false].map(|is_latter| {
            let own =
                inside.iter().filter(|article| !article.repeats && (article.at.day() >= half) == is_latter);
            own.map(|article| article.outlet.as_str()).collect::<HashSet<_>>().len()
        });
        let items: Vec<SummaryItem<'_>> = inside
            .iter()
            .map(|article| SummaryItem {
                title: &article.title,
                content: cut(&article.text, LEAD),
                is_all: cut(&article.text, LEAD).len() == article.text.len(),
                outlet: &article.outlet,
                at: article.at,
                sponsored: article.sponsored(),
                repeats: article.repeats,
            })
            .collect();
        let told = tell(&items);
        let read = to_read(&told, SAMPLE);
        let sampled: Vec<&Article> = read.iter().map(|place| inside[*place]).collect();
        let items: Vec<SummaryItem<'_>> = read.iter().map(|place| items[*place]).collect();
        let of_read: Vec<_> = read.iter().map(|place| told[*place].clone()).collect();
        let weighed = weigh(&items, &of_read);
        let authority = |article: &Article| cube.authority(&article.outlet, week.last()) as f32;
        let with_authority =
            weighed.iter().zip(&sampled).map(|(weighed, article)| (weighed, authority(article)));
        let (title, described) =
            choose_words(with_authority, &told.iter().collect::<Vec<_>>()).expect("a trend has articles");
        Told {
            title: sampled[title],
            described: described.map(|place| sampled[place]),
            description: described.map_or(String::new(), |place| weighed[place].description.clone()),
            outlets,
        }
    }

    fn print(&self, trend: &Trend) {
        println!(
            "{:>5} {} {} | {} articles, {} families, {} on their own, {} and then {} | rank {} of {}",
            trend.signal_strength,
            trend.stage.name(),
            trend.momentum.name(),
            trend.article_count,
            trend.standing.families,
            trend.standing.own_families,
            self.outlets[1],
            self.outlets[0],
            trend.rank,
            trend.ranked
        );
        println!("    [{}] {}", self.title.outlet, self.title.title);
        let source = self.described.map_or("nobody", |article| &article.outlet);
        println!("    [{source}] {}", self.description);
    }
}

fn cut(text: &str, characters: usize) -> &str {
    text.char_indices().nth(characters).map_or(text, |(end, _)| &text[..end])
}

#[derive(Default)]
struct Figures {
    strengths: Vec<f64>,
    /// Of stories of three articles and fewer.
    strongest_small: f64,
    momenta: BTreeMap<&'static str, usize>,
    stages: BTreeMap<&'static str, usize>,
    /// Accelerating although fewer outlets report in the latter half.
    contradicted: usize,
    undescribed: usize,
    apart: usize,
    title_outlets: BTreeMap<String, usize>,
    description_outlets: BTreeMap<String, usize>,
}

impl Figures {
    fn add(&mut self, trend: &Trend, told: &Told<'_>) {
        self.strengths.push(trend.signal_strength);
        if trend.article_count <= 3 {
            self.strongest_small = self.strongest_small.max(trend.signal_strength);
        }
        let fewer = told.outlets[0] < told.outlets[1];
        self.contradicted += usize::from(fewer && trend.momentum == Momentum::Accelerating);
        *self.momenta.entry(trend.momentum.name()).or_insert(0) += 1;
        *self.stages.entry(trend.stage.name()).or_insert(0) += 1;
        *self.title_outlets.entry(told.title.outlet.clone()).or_insert(0) += 1;
        match told.described {
            None => self.undescribed += 1,
            Some(article) => {
                self.apart += usize::from(article.id != told.title.id);
                *self.description_outlets.entry(article.outlet.clone()).or_insert(0) += 1;
            }
        }
    }

    fn print(&self, name: &str) {
        let n = self.strengths.len().max(1);
        let most = self.strengths.iter().copied().fold(0.0, f64::max);
        let least = self.strengths.iter().copied().fold(100.0, f64::min);
        let share = |(name, count): (&&'static str, &usize)| {
            format!("{name} {:.0} %", 100.0 * *count as f64 / n as f64)
        };
        let shares =
            |counts: &BTreeMap<&'static str, usize>| counts.iter().map(share).collect::<Vec<_>>().join(", ");
        println!(
            "{name}: {} trends, strength {least} to {most} (spread {:.1}), of three articles at most {}; {} ({} against \
             their outlets); {}; {} without a description, {} of two articles",
            self.strengths.len(),
            most - least,
            self.strongest_small,
            shares(&self.momenta),
            self.contradicted,
            shares(&self.stages),
            self.undescribed,
            self.apart
        );
    }
}

fn shares(counts: &BTreeMap<String, usize>) -> Vec<String> {
    let mut counts: Vec<(&String, &usize)> = counts.iter().collect();
    counts.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
    counts.into_iter().map(|(name, count)| format!("{name} {count}")).collect()
}

/// The time of an article that states none is the beginning of all.
fn time(text: &str) -> Instant {
    Instant::parse(text).unwrap_or(Instant::from_ms(0))
}
