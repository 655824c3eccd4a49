use std::sync::Arc;

use domain::{Day, DayRange, Instant, Kind, Sentiment, Tone};
use indices::{Cube, DayInput, MentionInput, roll_up};

use super::super::{MentionArticle, Request, count, wanted, with_rows};
use super::{Text, date, finish};

const NAMES: [&str; 5] = ["Coinbase", "Quote \" and \\ Sons", "Tab\tCorp", "Žluťoučký kůň", "Z"];
const DAYS: i64 = 40;

fn first() -> Day {
    Day::parse("2023-12-20").expect("a day")
}

/// Some days with many items of some companies, others with none.
fn cube(seed: u64) -> Cube {
    let mut state = seed;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut cube = Cube::default();
    let mut id = 0_u128;
    for day in 0..DAYS {
        let day = first().plus(day);
        let mut inputs = Vec::new();
        for _ in 0..[0, 3, 30, 150][random(4) as usize] {
            id += 1;
            let name = NAMES[random(NAMES.len() as u64) as usize];
            let mention = MentionInput { name, ticker: None, in_title: false, in_lead: true, count: 1 };
            let tones = [Sentiment::Positive, Sentiment::Neutral, Sentiment::Negative];
            inputs.push(DayInput {
                id: id.to_be_bytes(),
                published_at: Instant::from_ms(day.number() * 86_400_000 + random(86_400_000) as i64),
                kind: Kind::News,
                outlet: "Alpha",
                outlet_category: "Crypto News",
                outlet_family: "Alpha",
                outlet_country: "US",
                sentiment: tones[random(3) as usize],
                tone: Tone { positive: 0.0, neutral: 1.0, negative: 0.0 },
                sponsored: false,
                language: "en",
                story: None,
                repeats: false,
                author: "",
                cohort: None,
                voice: [0; 16],
                statements: Vec::new(),
                categories: Vec::new(),
                companies: vec![mention],
                assets: Vec::new(),
            });
        }
        cube.replace(Arc::new(roll_up(day, &inputs)));
    }
    cube
}

fn article(id: u8) -> MentionArticle {
    MentionArticle {
        title: format!("\"{id}\" \u{1f680}\n"),
        url: "https://example.com/?a=1&b=\"2\"".to_owned(),
        outlet: "Daily\tLedger".to_owned(),
        date: "2026-01-01T00:00:00Z".to_owned(),
        sentiment: "Neutral",
        company_sentiment: (!id.is_multiple_of(2)).then_some("Positive"),
    }
}

/// The types say what is sent; writing it faster changes no byte.
#[test]
fn what_is_written_is_what_the_types_say() {
    let days =
        |from: i64, to: i64| DayRange::inclusive(first().plus(from), first().plus(to)).expect("forwards");
    let mut most = 0;
    for seed in 0..12 {
        let cube = cube(seed);
        for (days, page, page_size, articles) in [
            (days(0, DAYS), None, usize::MAX, 1_000),
            (days(0, DAYS), None, usize::MAX, 0),
            (days(-400, 400), None, usize::MAX, 17),
            (days(5, 20), Some(1), 7, 10),
            (days(5, 20), Some(2), 7, 10),
            (days(0, DAYS), Some(4), 23, 30),
            (days(0, DAYS), Some(999), 23, 30),
            (days(-9, -1), None, usize::MAX, 9),
        ] {
            let request = Request { days, company: None, page };
            let (mut mentions, shown) = count(&cube, &request, page_size);
            let wanted = wanted(&cube, days, &shown, articles);
            let places: Vec<_> = wanted.iter().map(|(place, _)| *place).collect();
            // Some articles may be gone from the store.
            let list = |(_, ids): &(_, Vec<domain::DocumentId>)| -> Vec<MentionArticle> {
                ids.iter().map(|id| id.bytes()[15]).filter(|last| last % 5 > 0).map(article).collect()
            };
            let text = Text::of_rows(&cube, days, &shown, &places).expect("written");
            mentions.written = text.with_articles(wanted.iter().map(list)).expect("written");
            let written = finish(mentions).expect("written");

            let mut expected = with_rows(&cube, count(&cube, &request, page_size), days);
            for wanted in &wanted {
                let (company, row) = wanted.0;
                expected.grouped_data[company].1[row].articles = list(wanted);
            }
            let expected = serde_json::to_vec(&expected).expect("serde");
            most = most.max(expected.len());
            assert_eq!(
                String::from_utf8(written).expect("a text"),
                String::from_utf8(expected).expect("a text"),
                "{seed} {days:?} {page:?}"
            );
        }
    }
    assert!(most > 20_000, "the answers were too short to say anything: {most}");
}

/// The newest days have articles, the most named company first, and never more than the limit.
#[test]
fn articles_are_those_of_the_newest_days() {
    let cube = cube(3);
    let days = DayRange::inclusive(first(), first().plus(DAYS)).expect("forwards");
    let (_, shown) = count(&cube, &Request { days, company: None, page: None }, usize::MAX);
    let dates: Vec<Vec<Day>> =
        shown.iter().map(|shown| cube.company_rows(shown.name, days).map(|row| row.0).collect()).collect();
    let date_of = |(company, row): (usize, usize)| dates[company][row];
    for limit in [0, 1, 10, 100] {
        let wanted = wanted(&cube, days, &shown, limit);
        assert!(wanted.iter().map(|(_, ids)| ids.len()).sum::<usize>() <= limit);
        let mut with: Vec<_> =
            wanted.iter().map(|(place, _)| (std::cmp::Reverse(date_of(*place)), *place)).collect();
        with.sort_unstable();
        let places =
            (0..dates.len()).flat_map(|company| (0..dates[company].len()).map(move |row| (company, row)));
        let mut all: Vec<_> = places.map(|place| (std::cmp::Reverse(date_of(place)), place)).collect();
        all.sort_unstable();
        assert_eq!(with, all[..with.len()], "at most {limit}");
    }
}

#[test]
fn every_day_of_the_calendar_is_written_as_it_is_shown() {
    let mut day = Day::MIN;
    while day < Day::MAX {
        assert_eq!(date(day), day.to_string().as_bytes());
        day = day.plus(17);
    }
    assert_eq!((&date(Day::MIN), &date(Day::MAX)), (b"0001-01-01", b"9999-12-31"));
}
