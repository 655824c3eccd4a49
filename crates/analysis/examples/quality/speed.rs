//! Articles a second of one core, all marks of each, on made-up articles of 400 words.

use std::time::{Duration, Instant};

use analysis::Text;

const PASSES: usize = 8;
const SENTENCES: [&str; 16] = [
    "Bitcoin climbed above $104,500 on Tuesday as inflows into spot funds resumed after a quiet week.",
    "Coinbase said that it would list the token in June, according to a filing with the Securities and Exchange Commission.",
    "Analysts at Northwind Research expect the network upgrade to lower fees for small payments by a third.",
    "The Federal Reserve left interest rates where they were, and traders had expected nothing else.",
    "A lending protocol lost about $12 million when an attacker emptied two of its pools overnight.",
    "Strategy bought another 1,200 coins last month and now holds more than any other listed company.",
    "The bill passed the Senate with votes from both parties and now goes to the House.",
    "Miners have sold fewer coins than in April although the price of power rose again.",
    "Shares of Harbour Digital fell 7 percent after the company missed its forecast for the quarter.",
    "Tether and Circle together issue most of the dollar tokens that exchanges use to settle trades.",
    "Maria Keller, who leads the custody desk at Alpine Trust, called the demand from pension funds steady.",
    "Ethereum, Solana and XRP moved little, while smaller coins gave back the gains of the weekend.",
    "The exchange has opened an office in Singapore and is waiting for a licence in Dubai.",
    "Developers plan a test of the new client in September and a launch before the end of the year.",
    "Open interest in futures reached a record, which some traders read as a sign of too much borrowing.",
    "The project raised $40 million from funds led by Cedar Ventures at a valuation it did not disclose.",
];

fn article(number: usize) -> (String, String) {
    let mut content = String::new();
    let mut words = 0;
    let mut at = number * 7;
    while words < 400 {
        let sentence = SENTENCES[at % SENTENCES.len()];
        words += sentence.split(' ').count();
        content.push_str(sentence);
        content.push_str(if at % 3 == 2 { "\n\n" } else { " " });
        at += 1 + number % 5;
    }
    (format!("{} in week {number}", &SENTENCES[number % SENTENCES.len()][..60]), content)
}

/// Time that this process has spent on a core; elsewhere than on Linux, time as such.
fn spent(start: Instant) -> Duration {
    let on_core = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = on_core.as_deref().and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

pub fn measure() {
    let articles: Vec<_> = (0..64).map(article).collect();
    let began = Instant::now();
    let pass = || {
        let start = spent(began);
        let mut marks = 0;
        for (title, content) in &articles {
            marks += analysis::analyse(&Text { title, content, ..Text::default() }).mentions.len();
        }
        (articles.len() as f64 / (spent(began) - start).as_secs_f64(), marks)
    };
    pass();
    let mut rates: Vec<f64> = (0..15).map(|_| pass().0).collect();
    rates.sort_by(f64::total_cmp);
    println!(
        "speed: {:.0} articles of 400 words a second of one core, all marks (median of {}; best {:.0})",
        rates[rates.len() / 2],
        rates.len(),
        rates[rates.len() - 1]
    );
    type Part = (&'static str, fn(&Text));
    let parts: [Part; 6] = [
        ("language", |text| drop(analysis::language_of(text))),
        ("fingerprint", |text| drop(analysis::fingerprint::of(text.title, text.content).to_string())),
        ("mentions", |text| drop(analysis::mentions::find(text.title, text.content))),
        ("network and tagger", |text| drop(analysis::reader::read(text.title, text.content))),
        ("all of these, and the tone toward names", |text| drop(analysis::read_all(text))),
        ("the same with statements", |text| drop(analysis::analyse(text))),
    ];
    for (name, part) in parts {
        let mut times: Vec<f64> = (0..9)
            .map(|_| {
                let start = spent(began);
                // The kernel tells time on the core in steps of some milliseconds.
                for (title, content) in articles.iter().cycle().take(PASSES * articles.len()) {
                    part(&Text { title, content, ..Text::default() });
                }
                (spent(began) - start).as_secs_f64() / (PASSES * articles.len()) as f64
            })
            .collect();
        times.sort_by(f64::total_cmp);
        println!("  {name}: {:.0} microseconds", times[times.len() / 2] * 1e6);
    }
}
