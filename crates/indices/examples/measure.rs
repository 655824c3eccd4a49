//! How long counting, asking and refreshing take: an invented year of documents, a given number in all.
//!
//! `cargo run --profile fast -p indices --example measure -- [DOCUMENTS]`, a million where none is given.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant as WallClock};

use domain::{Category, Cohort, Day, DayRange, Kind, MentionKind, Tone};
use indices::answers::Spoken;
use indices::metrics::{Closes, Inputs, METRICS, Universe, dominance, main_index};
use indices::random::SplitMix64;
use indices::rollup::{DayInput, MentionInput, StatementInput, decode, encode, roll_up};
use indices::{Cube, answers};

const DAYS: i64 = 365;
const OUTLETS: usize = 300;
const COMPANIES: usize = 300;
const ASSETS: usize = 200;
const AUTHORS: usize = 3000;

/// Time on the processor where the system tells it, for a machine that others use too; else on the wall.
struct Stopwatch {
    wall: WallClock,
    processor: Option<Duration>,
}

impl Stopwatch {
    fn now() -> Stopwatch {
        Stopwatch { wall: WallClock::now(), processor: processor_time() }
    }

    fn elapsed(&self) -> Duration {
        match (self.processor, processor_time()) {
            // The account is kept in ticks: what is shorter is told by the wall.
            (Some(start), Some(now)) if now > start => now - start,
            _ => self.wall.elapsed(),
        }
    }
}

/// The first number of Linux's account of this thread is nanoseconds run.
fn processor_time() -> Option<Duration> {
    let account = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    account.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

struct Names {
    outlets: Vec<String>,
    families: Vec<String>,
    countries: Vec<String>,
    companies: Vec<String>,
    assets: Vec<String>,
    authors: Vec<String>,
}

fn names() -> Names {
    let list = |word: &str, n: usize| (0..n).map(|n| format!("{word} {n}")).collect::<Vec<_>>();
    let mut assets = list("Asset", ASSETS);
    assets[0] = "Bitcoin".to_owned();
    Names {
        outlets: list("Outlet", OUTLETS),
        families: list("Family", OUTLETS * 2 / 3),
        countries: list("C", 40),
        companies: list("Company", COMPANIES),
        assets,
        authors: list("author", AUTHORS),
    }
}

/// Few are named often, many seldom.
fn skewed(draws: &mut SplitMix64, n: usize) -> usize {
    draws.below(n).min(draws.below(n)).min(draws.below(n))
}

fn documents<'a>(names: &'a Names, day: Day, count: usize) -> Vec<DayInput<'a>> {
    let mut draws = SplitMix64::new(day.number() as u64);
    let mention = |draws: &mut SplitMix64, list: &'a [String]| MentionInput {
        name: &list[skewed(draws, list.len())],
        ticker: None,
        in_title: draws.below(3) == 0,
        in_lead: draws.below(2) == 0,
        count: 1 + draws.below(4) as u32,
    };
    let said = |draws: &mut SplitMix64, list: &'a [String]| StatementInput {
        voice: (skewed(draws, AUTHORS) as u128).to_be_bytes(),
        cohort: Cohort::ALL[draws.below(Cohort::ALL.len())],
        sureness: 0.9,
        about: Some((MentionKind::Company, &list[skewed(draws, list.len())])),
        tone: Tone::UNKNOWN,
        group: draws.draw() % 1_000_000,
    };
    let mut documents = Vec::with_capacity(count);
    for n in 0..count {
        let outlet = skewed(&mut draws, OUTLETS);
        let author = skewed(&mut draws, AUTHORS);
        let net = draws.below(2001) as f32 / 1000.0 - 1.0;
        let tone = Tone { positive: net.max(0.0), neutral: 1.0 - net.abs(), negative: (-net).max(0.0) };
        let story_day = day.number() - draws.below(3) as i64;
        let story = (story_day as u128) << 64 | skewed(&mut draws, 1 + count / 2) as u128;
        let mut id = [0; 16];
        id[..8].copy_from_slice(&draws.draw().to_le_bytes());
        id[8..].copy_from_slice(&(n as u64).to_le_bytes());
        documents.push(DayInput {
            id,
            published_at: day.start().plus_ms(draws.below(86_400_000) as i64),
            kind: Kind::News,
            outlet: &names.outlets[outlet],
            outlet_category: ["Crypto News", "Mainstream", "Podcast", "Social"][outlet % 4],
            outlet_family: &names.families[outlet * 2 / 3],
            outlet_country: &names.countries[outlet % 40],
            sentiment: tone.label(),
            tone,
            sponsored: draws.below(40) == 0,
            language: "en",
            story: Some(story.to_be_bytes()),
            repeats: draws.below(10) == 0,
            author: &names.authors[author],
            cohort: author.is_multiple_of(5).then(|| Cohort::ALL[author / 5 % Cohort::ALL.len()]),
            voice: (author as u128).to_be_bytes(),
            statements: (0..draws.below(4)).map(|_| said(&mut draws, &names.companies)).collect(),
            categories: vec![Category::ALL[draws.below(17)], Category::ALL[draws.below(17)]],
            companies: (0..draws.below(3)).map(|_| mention(&mut draws, &names.companies)).collect(),
            assets: (0..draws.below(4)).map(|_| mention(&mut draws, &names.assets)).collect(),
        });
    }
    documents
}

fn main() {
    let total: usize = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1_000_000);
    let names = names();
    let last = Day::parse("2026-06-30").expect("a day");
    let year = DayRange::inclusive(last.plus(1 - DAYS), last).expect("forwards");
    let per_day = total / DAYS as usize + 1;
    let mut cube = Cube::default();
    let (mut rolling, mut taking_in, mut storing, mut reading_back, mut bytes) = (0.0, 0.0, 0.0, 0.0, 0);
    for day in year.days() {
        let documents = documents(&names, day, per_day);
        let watch = Stopwatch::now();
        let rollup = roll_up(day, &documents);
        rolling += watch.elapsed().as_secs_f64();
        let watch = Stopwatch::now();
        let stored = encode(&rollup);
        storing += watch.elapsed().as_secs_f64();
        bytes += stored.len();
        let watch = Stopwatch::now();
        let rollup = decode(&stored).expect("what was written");
        reading_back += watch.elapsed().as_secs_f64();
        let watch = Stopwatch::now();
        cube.replace(Arc::new(rollup));
        taking_in += watch.elapsed().as_secs_f64();
    }
    let documents = cube.total(year).count as f64;
    println!(
        "{documents} documents in {DAYS} days, {OUTLETS} outlets, {COMPANIES} companies, {ASSETS} assets"
    );
    let per = |what: &str, seconds: f64| {
        let (ms, us) = (seconds * 1e3 / DAYS as f64, seconds * 1e6 / documents);
        println!("{what:<28} {seconds:>8.3} s  {ms:>8.3} ms a day  {us:>7.3} us a document");
    };
    per("roll up", rolling);
    per("encode", storing);
    per("decode", reading_back);
    per("take into the cube", taking_in);
    println!("{:<28} {:>8.1} KiB a day", "stored", bytes as f64 / 1024.0 / DAYS as f64);

    let week = DayRange::inclusive(last.plus(-6), last).expect("forwards");
    for (range, name) in [(year, "365 days"), (week, "7 days")] {
        println!("\nanswers over {name}");
        time("total", || cube.total(range).count as usize);
        time("by outlet", || cube.by_outlet(range).len());
        time("by day", || cube.by_day(range).len());
        time("by category", || cube.by_category(range).len());
        time("by company", || cube.by_company(range).len());
        time("one company by day", || cube.company_days("Company 0", range).len());
        time("every company by day", || {
            cube.by_company(range).iter().map(|row| cube.company_days(row.name, range).len()).sum()
        });
        time("by asset", || cube.by_asset(range).len());
        time("cohorts", || answers::cohorts(&cube, range, Spoken::default(), range.end()).len());
        time("stories by category", || cube.stories_by_category(range).len());
        time("trends, 20", || answers::trends(&cube, range, 20).len());
        time("trends, 100", || answers::trends(&cube, range, 100).len());
    }

    println!("\none day again");
    for (day, name) in [(last, "newest"), (year.first().plus(180), "in the middle")] {
        let rollup = Arc::clone(&cube.day(day).expect("held").rollup);
        let watch = Stopwatch::now();
        cube.replace(rollup);
        println!("{name:<28} {:>10.3} ms", watch.elapsed().as_secs_f64() * 1e3);
    }

    let mut price = 60_000.0;
    let mut draws = SplitMix64::new(1);
    let closes = Closes::new(year.days().map(|day| {
        price *= 1.0 + (draws.below(1001) as f64 - 500.0) / 20_000.0;
        (day, price)
    }));
    let universe = Universe { version: "measure".to_owned(), assets: names.assets.clone() };
    let mut inputs =
        Inputs { cube: &cube, closes: &closes, universe: &universe, base: None, form: indices::Form::Lines };
    println!("\nrefresh at the end of the year");
    let at = last.end();
    let whole = Stopwatch::now();
    let days = cube.rollups(last);
    println!("{:<28} {:>10.3} ms", "taking the days along", whole.elapsed().as_secs_f64() * 1e3);
    let cube = Cube::for_metrics(days);
    println!("{:<28} {:>10.3} ms", "a cube of one's own", whole.elapsed().as_secs_f64() * 1e3);
    inputs.cube = &cube;
    for metric in METRICS {
        let watch = Stopwatch::now();
        let reading = (metric.compute)(&inputs, at);
        let ms = watch.elapsed().as_secs_f64() * 1e3;
        println!("{:<28} {ms:>10.3} ms  {:?}", metric.method.id, reading.current);
    }
    let watch = Stopwatch::now();
    black_box(dominance::rank(&inputs, at));
    println!("{:<28} {:>10.3} ms", "dominance ranking", watch.elapsed().as_secs_f64() * 1e3);
    println!("{:<28} {:>10.3} ms", "all of it", whole.elapsed().as_secs_f64() * 1e3);
    inputs.base = Some(main_index::base_year(&cube, last));
    let watch = Stopwatch::now();
    black_box((main_index::METRIC.compute)(&inputs, at));
    println!("{:<28} {:>10.3} ms", "main_index, kappa known", watch.elapsed().as_secs_f64() * 1e3);
}

fn time(name: &str, question: impl Fn() -> usize) {
    let rows = question();
    let watch = Stopwatch::now();
    let mut asked = 0u32;
    let wall = WallClock::now();
    while wall.elapsed().as_millis() < 300 {
        black_box(question());
        asked += 1;
    }
    let us = watch.elapsed().as_secs_f64() * 1e6 / f64::from(asked);
    println!("{name:<28} {us:>10.2} us  {rows} rows");
}
