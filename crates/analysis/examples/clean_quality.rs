//! What cleaning does to real articles: `gzip -dc FILE.jsonl.gz | clean_quality [--half 0|1] [--cuts N] [--texts N]`.
//!
//! Lines hold `source`, `title`, `body` and `published_at`. Twice: as they come, each cleaned with what was learned from
//! those before it; and as an archive is taken in, learned first and cleaned then. `--half` takes one half of the outlets,
//! so that rules made on one can be judged on the other. `--cuts` and `--texts` print so many for judging by hand.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::BufRead;
use std::time::{Duration, Instant};

use analysis::clean::{Cleaned, OutletFrames, clean};
use domain::{CutReason, Day, Field};
use serde_json::Value;

/// Articles that are read to compare the time.
const N_READ: usize = 200;
const RUN_WORDS: usize = 8;

struct Article {
    outlet: String,
    title: String,
    text: String,
    at: String,
}

fn main() {
    let option = |name: &str| -> Option<usize> {
        let mut arguments = std::env::args().skip_while(|argument| argument != name);
        arguments.nth(1)?.parse().ok()
    };
    let half = option("--half");
    let mut articles: Vec<Article> = std::io::stdin()
        .lock()
        .lines()
        .map_while(Result::ok)
        .filter_map(|line| serde_json::from_str(&line).ok())
        .map(|row: Value| {
            let field = |name: &str| row[name].as_str().unwrap_or("").to_owned();
            Article {
                outlet: field("source"),
                title: field("title"),
                text: field("body"),
                at: field("published_at"),
            }
        })
        .filter(|article| half.is_none_or(|half| half_of(&article.outlet) == half))
        .collect();
    articles.sort_by(|a, b| a.at.cmp(&b.at));

    let mut outlets: HashMap<&str, OutletFrames> = HashMap::new();
    let mut spent = Duration::ZERO;
    let coming: Vec<Cleaned> = articles
        .iter()
        .map(|article| {
            let frames = outlets.entry(&article.outlet).or_default();
            let began = Instant::now();
            let cleaned = clean(&article.outlet, &article.title, &article.text, frames);
            frames.learn(day(article), &cleaned.title, &cleaned.text, &cleaned.cuts);
            spent += began.elapsed();
            cleaned
        })
        .collect();
    let learned: Vec<Cleaned> = articles
        .iter()
        .map(|article| {
            clean(&article.outlet, &article.title, &article.text, &outlets[article.outlet.as_str()])
        })
        .collect();

    println!("{} articles of {} outlets", articles.len(), outlets.len());
    let raw = articles.iter().map(|article| (article.title.as_str(), article.text.as_str()));
    report("before", &articles, raw);
    report("as they come", &articles, coming.iter().map(|c| (c.title.as_str(), c.text.as_str())));
    report("learned first", &articles, learned.iter().map(|c| (c.title.as_str(), c.text.as_str())));
    print_reasons(&articles, &learned);
    print_time(&articles, spent);
    print_outlets(&outlets, option("--frames").unwrap_or(3));
    for (index, cut) in sampled(all_cuts(&learned), option("--cuts").unwrap_or(0)) {
        let text = &learned[index].text;
        let from = text.floor_char_boundary(cut.1.saturating_sub(60));
        let to = text.ceil_char_boundary((cut.1 + 60).min(text.len()));
        let (before, after) = (&text[from..cut.1.min(text.len())], &text[cut.1.min(to)..to]);
        println!("{} | {} | …{before}[[{}]]{after}…", articles[index].outlet, cut.2, cut.0.trim());
    }
    for (index, cleaned) in sampled(learned.iter().enumerate().collect(), option("--texts").unwrap_or(0)) {
        println!("{} | {}\n    {}", articles[index].outlet, cleaned.title, cleaned.text.replace('\n', "⏎"));
    }
}

/// The same for the same outlet, on every machine.
fn half_of(outlet: &str) -> usize {
    usize::from(domain::hash::hash128(outlet.as_bytes())[0] % 2)
}

fn day(article: &Article) -> Day {
    let day = article.at.get(..10).and_then(|day| Day::parse(day).ok());
    day.unwrap_or_else(|| domain::Instant::from_ms(0).day())
}

fn all_cuts(cleaned: &[Cleaned]) -> Vec<(usize, (&str, usize, CutReason))> {
    let cuts = cleaned.iter().enumerate().flat_map(|(index, cleaned)| {
        cleaned.cuts.iter().map(move |cut| (index, (cut.text.as_str(), cut.at, cut.reason, cut.field)))
    });
    // Style sheets need no judging.
    let judged = cuts.filter(|(_, cut)| cut.3 == Field::Content && cut.2 != CutReason::Code);
    judged.map(|(index, cut)| (index, (cut.0, cut.1, cut.2))).collect()
}

/// So many, spread by chance, the same in every run.
fn sampled<T>(mut all: Vec<T>, n: usize) -> Vec<T> {
    let mut state = 0x2545_f491_4f6c_dd1du64;
    let n = n.min(all.len());
    for place in 0..n {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let other = place + (state % (all.len() - place) as u64) as usize;
        all.swap(place, other);
    }
    all.truncate(n);
    all
}

fn report<'a>(name: &str, articles: &[Article], texts: impl Iterator<Item = (&'a str, &'a str)> + Clone) {
    let letters = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).take(400).collect()
    };
    let (mut first, mut begin, mut glued, mut telegram, mut embeds, mut entities, mut words) =
        (0, 0, 0, 0, 0, 0, 0);
    for (article, (title, text)) in articles.iter().zip(texts.clone()) {
        first += usize::from(text.contains("appeared first on") || text.contains("first appeared on"));
        begin += usize::from(text.trim_start().starts_with("The post "));
        let (begins, headline) = (letters(text), letters(title));
        let named =
            begins.strip_prefix(&letters(&article.outlet)).is_some_and(|rest| rest.starts_with(&headline));
        glued += usize::from(!headline.is_empty() && (named || begins.starts_with(&headline)));
        telegram += usize::from(text.contains("Telegram"));
        embeds += usize::from(text.contains("Copy link") || text.contains("pic.twitter.com"));
        entities += usize::from(
            ["&amp;", "&#", "&quot;", "&nbsp;"].iter().any(|e| title.contains(e) || text.contains(e)),
        );
        words += text.split_whitespace().count();
    }
    let repeated = repeated_words(articles, texts);
    println!(
        "{name}: {words} words, {:.2} % of them in repeated runs; appeared first {first} ({:.2} %), begin with it {begin}, \
         begin with site or headline {glued}, name Telegram {telegram}, embeds {embeds}, entities {entities}",
        100.0 * repeated as f64 / words.max(1) as f64,
        100.0 * first as f64 / articles.len().max(1) as f64,
    );
}

/// Words in runs of eight that come back in two of a hundred of an outlet's articles and in six of them.
fn repeated_words<'a>(
    articles: &[Article],
    texts: impl Iterator<Item = (&'a str, &'a str)> + Clone,
) -> usize {
    let mut n_articles: HashMap<&str, usize> = HashMap::new();
    articles.iter().for_each(|article| *n_articles.entry(&article.outlet).or_default() += 1);
    let mut counts: HashMap<(&str, u64), usize> = HashMap::new();
    let runs = |text: &str| -> Vec<u64> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let words: Vec<u64> = words.map(hash).collect();
        let fold = |run: &[u64]| {
            run.iter().fold(0u64, |sum, word| sum.rotate_left(7).wrapping_mul(0x9e37_79b9) ^ word)
        };
        words.windows(RUN_WORDS).map(fold).collect()
    };
    for (article, (_, text)) in articles.iter().zip(texts.clone()) {
        for run in runs(text).into_iter().collect::<HashSet<u64>>() {
            *counts.entry((&article.outlet, run)).or_default() += 1;
        }
    }
    let mut n_words = 0;
    for (article, (_, text)) in articles.iter().zip(texts) {
        let min = (n_articles[article.outlet.as_str()] / 50).max(6);
        let mut covered = 0;
        for (at, run) in runs(text).into_iter().enumerate() {
            if counts[&(article.outlet.as_str(), run)] >= min {
                n_words += at + RUN_WORDS - covered.max(at);
                covered = at + RUN_WORDS;
            }
        }
    }
    n_words
}

fn hash(word: &str) -> u64 {
    let hash =
        |hash: u64, byte: u8| (hash ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0000_01b3);
    word.bytes().fold(0xcbf2_9ce4_8422_2325, hash)
}

fn print_reasons(articles: &[Article], cleaned: &[Cleaned]) {
    let mut reasons: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for cut in cleaned.iter().flat_map(|cleaned| &cleaned.cuts) {
        let reason = reasons.entry(cut.reason.name()).or_default();
        reason.0 += 1;
        reason.1 += cut.text.split_whitespace().count();
    }
    let words: usize = articles.iter().map(|article| article.text.split_whitespace().count()).sum();
    for (reason, (n, cut)) in reasons {
        println!("  {reason}: {n} cuts, {:.2} % of all words", 100.0 * cut as f64 / words.max(1) as f64);
    }
}

fn print_time(articles: &[Article], cleaning: Duration) {
    let step = (articles.len() / N_READ).max(1);
    let began = Instant::now();
    let read: Vec<_> = articles.iter().step_by(step).collect();
    for article in &read {
        let (title, content) = (article.title.as_str(), article.text.as_str());
        std::hint::black_box(analysis::analyse(&analysis::Text {
            title,
            content,
            ..analysis::Text::default()
        }));
    }
    let reading = began.elapsed().as_secs_f64() / read.len().max(1) as f64;
    let cleaning = cleaning.as_secs_f64() / articles.len().max(1) as f64;
    println!(
        "cleaning and learning {:.1} µs an article, reading {:.1} µs: {:.1} %",
        1e6 * cleaning,
        1e6 * reading,
        100.0 * cleaning / reading
    );
}

fn print_outlets(outlets: &HashMap<&str, OutletFrames>, n_frames: usize) {
    let mut outlets: Vec<_> = outlets.iter().collect();
    outlets.sort_by(|a, b| b.1.n_articles().cmp(&a.1.n_articles()).then_with(|| a.0.cmp(b.0)));
    for (outlet, frames) in outlets {
        let (learned, bytes) = (frames.frames(), frames.to_bytes().len());
        println!(
            "{outlet}: {} articles, {} frames, {bytes} bytes stored",
            frames.n_articles(),
            learned.len()
        );
        for frame in learned.iter().take(n_frames) {
            println!(
                "    {} in {:.0} % {:?} {}",
                frame.n_articles,
                100.0 * frame.share,
                frame.places,
                frame.example
            );
        }
    }
}
