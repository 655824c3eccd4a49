//! Measures the store by itself: `measure DIR [documents]` on SQLite in DIR, `measure postgres://... [documents]`.
//!
//! Prints what it did and how fast; nothing is judged here. On SQLite both ways of keeping holds take turns.

use std::sync::Arc;
use std::time::Instant as Clock;

use domain::*;
use store::ledger::{HoldRequest, Payer, Placed, PurseTerms};
use store::{Settings, Store};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let place = arguments.next().ok_or("usage: measure DIR|postgres://... [documents]")?;
    let n_documents: usize = arguments.next().map_or(Ok(50_000), |text| text.parse())?;
    let settings = if place.starts_with("postgres") {
        Settings::at(&place)?
    } else {
        Settings::sqlite(std::path::Path::new(&place).join("measure.db"))
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let store = Store::open(&settings).await?;
        println!("engine {}, {n_documents} documents of about 3 KB", store.engine_name());
        documents(&store, n_documents).await?;
        store.close().await;
        let protocols: &[bool] = if store.engine_name() == "SQLite" { &[false, true] } else { &[true] };
        for round in 0..ROUNDS {
            for stored_holds in protocols {
                let store =
                    Store::open(&Settings { stored_holds: *stored_holds, ..settings.clone() }).await?;
                println!("round {round}, holds {}", if *stored_holds { "in the table" } else { "in memory" });
                for callers in [1, 16, 64] {
                    ledger(&store, callers, &format!("{round}-{stored_holds}")).await?;
                }
                store.close().await;
            }
        }
        Ok(())
    })
}

const ROUNDS: usize = 3;

/// Seconds of processor time that this process has used, all threads together; the kernel counts in hundredths.
/// On a busy machine this says more than the clock on the wall.
fn processor_s() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or("");
    let ticks: f64 =
        after_name.split_whitespace().skip(11).take(2).filter_map(|text| text.parse::<f64>().ok()).sum();
    ticks / 100.0
}

async fn documents(store: &Store, n: usize) -> Result<(), store::Error> {
    if n == 0 {
        return Ok(());
    }
    let mut ids = Vec::with_capacity(n);
    let mut spent = std::time::Duration::ZERO;
    let mut processor = 0.0;
    for start in (0..n).step_by(500) {
        let batch: Vec<_> = (start..(start + 500).min(n)).map(sample).collect();
        ids.extend(batch.iter().map(|(document, _)| document.id));
        let (begun, used) = (Clock::now(), processor_s());
        store.documents.insert(batch, None).await?;
        spent += begun.elapsed();
        processor += processor_s() - used;
    }
    println!(
        "insert: {:.0} documents/s in batches of 500, {:.0} for each second of processor time",
        n as f64 / spent.as_secs_f64(),
        n as f64 / processor.max(0.01)
    );

    let begun = Clock::now();
    for start in (0..n.min(10_000)).step_by(500) {
        store.documents.insert((start..start + 500).map(sample).collect(), None).await?;
    }
    println!(
        "insert again: {:.0} documents/s, making them included",
        n.min(10_000) as f64 / begun.elapsed().as_secs_f64()
    );

    let mut page = 7_usize;
    let mut next = || -> Vec<DocumentId> {
        (0..50)
            .map(|_| {
                page = page.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                ids[(page >> 33) % ids.len()]
            })
            .collect()
    };
    let mut took = Vec::new();
    for _ in 0..2000 {
        let asked = next();
        let begun = Clock::now();
        let listed = store.documents.list(&asked).await?;
        took.push(begun.elapsed());
        assert!(listed.len() > 40);
    }
    took.sort();
    println!("list of 50: p50 {:?}, p99 {:?}", took[took.len() / 2], took[took.len() * 99 / 100]);
    let mut took = Vec::new();
    for _ in 0..5000 {
        let begun = Clock::now();
        store.ping().await?;
        took.push(begun.elapsed());
    }
    took.sort();
    println!("smallest reading: p50 {:?}, p99 {:?}", took[took.len() / 2], took[took.len() * 99 / 100]);

    let begun = Clock::now();
    let (mut seq, mut seen) = (0, 0);
    loop {
        let changes = store.documents.changed_since(seq, 1000).await?;
        let Some(last) = changes.last() else { break };
        seq = last.seq();
        seen += changes.len();
    }
    println!("follow: {:.0} changes/s", seen as f64 / begun.elapsed().as_secs_f64());
    let begun = Clock::now();
    let count = store.documents.count().await?;
    println!("count of {count}: {:?}", begun.elapsed());
    let begun = Clock::now();
    let day = store.documents.of_day(Day::parse("2026-01-05").unwrap_or(Day::MIN)).await?.len();
    println!("one day of {day}: {:?}", begun.elapsed());
    Ok(())
}

/// Each call: a hold, then a durable charge, all on one account's purse.
async fn ledger(store: &Store, callers: usize, run: &str) -> Result<(), store::Error> {
    let calls = (callers * 300).max(3_000);
    let (begun, used) = (Clock::now(), processor_s());
    let tasks: Vec<_> = (0..callers)
        .map(|caller| {
            let (ledger, run) = (store.ledger.clone(), run.to_owned());
            tokio::spawn(async move {
                let now = Instant::from_ms(1_800_000_000_000);
                let purse = PurseTerms {
                    key: "included:month:2027-01-15".to_owned(),
                    source: domain::FundingSource::Included,
                    period_start: now,
                    period_end: Some(now.plus_ms(1)),
                    allowance: Credits::new(u32::MAX),
                    price: MicroUsd::ZERO,
                };
                let account = "0190a3c4-0000-7000-8000-000000000001";
                let credential = "0190a3c4-0000-7000-8000-000000000002";
                let payer = Arc::new(Payer::new(account, credential, vec![purse]));
                for n in 0..calls / callers {
                    let request = HoldRequest {
                        id: format!("{run}-{callers:03}-{n:08}-{caller:04}-0000").into(),
                        payer: Arc::clone(&payer),
                        route: "/feed".into(),
                        credits: Credits::new(3),
                        now,
                        expires_at: now.plus_ms(120_000),
                    };
                    if let Placed::Held(hold) = ledger.hold(&request).await? {
                        ledger.commit(&hold, now).await?;
                    }
                }
                Ok::<(), store::Error>(())
            })
        })
        .collect();
    for task in tasks {
        task.await.map_err(|_| store::Error::Closed)??;
    }
    println!(
        "{callers} callers: {:.0} holds charged/s, {:.0} for each second of processor time",
        calls as f64 / begun.elapsed().as_secs_f64(),
        calls as f64 / (processor_s() - used).max(0.01)
    );
    let audit = store.ledger.audit().await?;
    assert!(audit.differences.is_empty(), "{:?}", audit.differences);
    Ok(())
}

fn sample(n: usize) -> (Document, Marks) {
    const WORDS: [&str; 12] = [
        "market",
        "miners",
        "said",
        "the",
        "regulator",
        "price",
        "of",
        "quarter",
        "treasury",
        "rose",
        "with",
        "fund",
    ];
    let mut content = String::with_capacity(3100);
    let mut state = n as u64 + 1;
    while content.len() < 3000 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        content.push_str(WORDS[(state >> 40) as usize % WORDS.len()]);
        content.push(' ');
    }
    let outlet = Outlet {
        name: format!("Outlet {}", n % 80),
        category: "Crypto News".to_owned(),
        family: format!("Family {}", n % 40),
        country: "US".to_owned(),
    };
    let item = Item {
        kind: Kind::News,
        url: format!("https://example.com/{}/article-number-{n}", n % 80),
        title: format!("Article number {n} about what the market did"),
        content,
        published_at: Some(Instant::from_ms(1_767_225_600_000 + (n as i64 % 40_000) * 60_000)),
        precision: Precision::Second,
        outlet,
        author_name: format!("Author {}", n % 300),
        image_url: format!("https://example.com/{n}.jpg"),
        language: None,
        extent: Extent::Full,
        speaker: None,
        turns: Vec::new(),
        ticker: None,
        invented: true,
    };
    let mention = |m: usize| Mention {
        kind: MentionKind::Company,
        name: format!("Company {}", (n * 7 + m * 13) % 200),
        ticker: Some("CMPY".to_owned()),
        spans: (0..3).map(|at| Span { field: Field::Content, start: at * 100, end: at * 100 + 9 }).collect(),
        in_title: m == 0,
        in_lead: m < 2,
        tone: Some(0.25),
        sentiment: Some(Sentiment::Neutral),
    };
    let marks = Marks {
        language: "en".to_owned(),
        sentiment: Sentiment::Neutral,
        tone: Tone { positive: 0.2, neutral: 0.6, negative: 0.2 },
        categories: vec![(Category::Mining, 0.8), (Category::Macro, 0.5)],
        mentions: (0..5).map(mention).collect(),
        statements: Vec::new(),
        fingerprint: n as u64,
        version: "measure".to_owned(),
    };
    let fetched_at = Instant::from_ms(1_800_000_000_000);
    (Document::new(item, fetched_at).expect("the address is well formed"), marks)
}
