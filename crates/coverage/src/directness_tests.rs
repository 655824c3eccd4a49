use domain::DocumentId;

use super::quotes::excerpt;
use super::*;

fn mark(score: f32, label: &str) -> Mark {
    Mark {
        score,
        label: label.into(),
        topic: "margins".into(),
        asks_number: false,
        gives_number: false,
        declined: false,
    }
}

fn call(ticker: &str, day: &str, marks: &[Mark]) -> Call {
    Call {
        document: DocumentId::of_canonical_url(&format!("{ticker} {day} {}", marks.len())),
        ticker: ticker.into(),
        company: format!("{ticker} Inc."),
        day: Day::parse(day).expect("a day"),
        title: "A call".into(),
        url: "https://calls.example/1".into(),
        invented: false,
        reason: None,
        questions: marks.len() as i64,
        declined: 0,
        rating: None,
        marks: serde_json::to_string(marks).expect("JSON"),
        quotes: "[]".into(),
        exchanges: "[]".into(),
        version: "test".into(),
    }
}

fn company(ticker: &str, score: f32) -> Read {
    read(ticker.into(), vec![call(ticker, "2026-02-01", &vec![mark(score, "direct"); 6])]).expect("read")
}

#[test]
fn equal_scores_have_equal_ranks_and_no_score_has_none() {
    let short =
        read("AAA".into(), vec![call("AAA", "2026-02-01", &vec![mark(1.0, "direct"); 5])]).expect("read");
    let all =
        vec![short, company("DDD", 0.5), company("CCC", 0.8), company("BBB", 0.500_1), company("EEE", 0.2)];
    let all = Companies::new(all);
    let ranks: Vec<_> = all.ranked().map(|(rank, read)| (rank, read.summary.ticker.clone())).collect();
    let expected = [(Some(1), "CCC"), (Some(2), "BBB"), (Some(2), "DDD"), (Some(4), "EEE"), (None, "AAA")];
    assert_eq!(ranks, expected.map(|(rank, ticker)| (rank, ticker.to_owned())));
}

#[test]
fn a_company_without_enough_questions_has_no_number() {
    let short =
        read("AAA".into(), vec![call("AAA", "2026-02-01", &vec![mark(1.0, "direct"); 5])]).expect("read");
    assert_eq!(
        (short.summary.score, short.summary.classification, short.summary.confidence),
        (None, None, None)
    );
    assert!(short.summary.unscored_because.is_some_and(|why| why.contains("6 questions")));
    let unscorable = Call { reason: Some("only one person speaks".into()), ..call("BBB", "2026-02-01", &[]) };
    let none = read("BBB".into(), vec![unscorable]).expect("read");
    assert_eq!(none.summary.unscored_because.as_deref(), Some("In the latest call, only one person speaks."));
}

#[test]
fn two_transcripts_of_one_call_count_once() {
    let (short, long) = (vec![mark(0.0, "evasive"); 6], vec![mark(1.0, "direct"); 8]);
    let calls = vec![
        call("AAA", "2026-02-01", &short),
        call("AAA", "2026-02-02", &long),
        call("AAA", "2026-05-01", &short),
    ];
    let read = read("AAA".into(), calls).expect("read");
    assert_eq!((read.summary.calls, read.summary.questions), (2, 14));
    assert_eq!((read.counts.direct, read.counts.evasive), (8, 6));
    assert_eq!(read.summary.trend, None, "two calls have no trend");
    assert_eq!(read.summary.last_call_date, "2026-05-01");
}

#[test]
fn an_excerpt_is_a_part_of_its_text_and_holds_the_telling_words() {
    let text =
        format!("{}We do not break that out. {}", "Grüße an alle. ".repeat(80), "And so on. ".repeat(200));
    for telling in ["We do not break that out", "", "not there"] {
        let cut = excerpt(&text, std::iter::once(telling));
        assert!(text.contains(cut) && cut.len() <= 800 && cut.len() > 300, "{cut}");
        assert_eq!(cut.contains("We do not break"), telling.starts_with("We"));
    }
    let endless = "ß".repeat(2_000);
    assert!(endless.contains(excerpt(&endless, std::iter::empty())));
    assert_eq!(excerpt("short", std::iter::empty()), "short");
}
