//! Measures the finder beside the bare engine, in one run, so that the ratios mean something on a busy machine.
//!
//! cargo run --profile fast -p search --example measure -- [--documents N] [--dir DIR] [--jsonl FILE|-] [--ours-only] [--reuse]
//!
//! Without --jsonl the text is made up: 300 words a document from a vocabulary of 60,000, as frequent as words are.
//! With it, each line needs `title` and `body` (or `content`), may have `source`, and the file is repeated with other
//! dates until there are N documents. --reuse searches what an earlier run left in DIR, which shows how much memory
//! that takes.

mod corpus;
mod stock;

use std::path::PathBuf;
use std::time::{Duration, Instant as Clock};

use corpus::{Corpus, DAY_MS, Kinds};
use domain::Instant;
use search::{Change, Finder, Found, Search, Settings, parse};
use stock::Stock;

struct Options {
    documents: usize,
    dir: Option<PathBuf>,
    jsonl: Option<String>,
    ours_only: bool,
    reuse: bool,
}

fn main() {
    let mut options = options();
    if options.reuse {
        // Enough to ask and to commit a little.
        options.documents = 2_000;
    }
    let corpus = match &options.jsonl {
        Some(file) => Corpus::read(file, options.documents),
        None => Corpus::invent(options.documents),
    };
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let dir = options.dir.clone().unwrap_or_else(|| temporary.path().to_path_buf());
    let stock = if options.reuse { None } else { fill(&dir, &corpus, options.ours_only) };

    let begun = Clock::now();
    let finder = Finder::open(&dir.join("ours"), Settings::default()).expect("opens");
    println!("opened in {:.0} ms", begun.elapsed().as_secs_f64() * 1e3);
    let statistics = finder.statistics().expect("statistics");
    println!(
        "{} documents, {} segments, {:.0} MB of index",
        statistics.documents,
        statistics.segments,
        statistics.bytes as f64 / 1e6
    );
    compare(&finder, stock.as_ref(), &corpus.kinds(), corpus.end_ms());
    println!("resident {} MB after these searches", resident_mb());
    small_commits(&finder, &corpus);
    println!("resident {} MB with a writer at work", resident_mb());
}

fn fill(dir: &std::path::Path, corpus: &Corpus, ours_only: bool) -> Option<Stock> {
    println!("{} documents, {:.0} MB of text", corpus.len(), corpus.bytes() as f64 / 1e6);
    let ours = Took::of(|| fill_ours(&dir.join("ours"), corpus)).1;
    ours.print("finder", corpus.len());
    if ours_only {
        return None;
    }
    let (stock, bare) = Took::of(|| Stock::fill(&dir.join("stock"), corpus));
    bare.print("bare", corpus.len());
    println!(
        "finder / bare: {:.2} by the clock, {:.2} by processor time",
        bare.wall / ours.wall,
        bare.cpu / ours.cpu
    );
    Some(stock)
}

/// Seconds, to the end of all merges. Processor time is the fairer one on a busy machine.
struct Took {
    wall: f64,
    cpu: f64,
}

impl Took {
    fn of<T>(work: impl FnOnce() -> T) -> (T, Took) {
        let (begun, cpu) = (Clock::now(), processor_seconds());
        let result = work();
        (result, Took { wall: begun.elapsed().as_secs_f64(), cpu: processor_seconds() - cpu })
    }

    fn print(&self, name: &str, documents: usize) {
        let rate = documents as f64 / self.wall;
        println!(
            "{name:<8} {rate:>8.0} documents/s, {:.1} s, {:.1} s of processor time",
            self.wall, self.cpu
        );
    }
}

fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let fields: Vec<f64> = after_name.split_whitespace().map(|field| field.parse().unwrap_or(0.0)).collect();
    // User and system time in hundredths.
    fields.get(11..13).map_or(0.0, |ticks| ticks.iter().sum::<f64>() / 100.0)
}

fn options() -> Options {
    let mut options = Options { documents: 200_000, dir: None, jsonl: None, ours_only: false, reuse: false };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().unwrap_or_else(|| panic!("{argument} needs a value"));
        match argument.as_str() {
            "--documents" => options.documents = value().parse().expect("a number of documents"),
            "--dir" => options.dir = Some(value().into()),
            "--jsonl" => options.jsonl = Some(value()),
            "--ours-only" => options.ours_only = true,
            "--reuse" => options.reuse = true,
            other => panic!("unknown option {other}"),
        }
    }
    options
}

fn fill_ours(dir: &std::path::Path, corpus: &Corpus) {
    let finder = Finder::open(dir, Settings::BULK).expect("opens");
    let mut seq = 0;
    for batch in corpus.batches(1000) {
        seq += batch.len() as u64;
        finder.apply(batch.iter().map(|article| Change::Put(article.entry())), seq).expect("applied");
    }
    finder.commit(seq).expect("committed");
    finder.settle().expect("settled");
}

fn compare(finder: &Finder, stock: Option<&Stock>, kinds: &Kinds, end_ms: i64) {
    println!("{:<44} {:>9} {:>10} {:>10} {:>7}", "search", "matches", "stock ms", "ours ms", "ratio");
    let mut sums = (0.0, 0.0);
    for kind in &kinds.0 {
        let query = kind.keyword.as_deref().map(|text| parse(text).expect("a query"));
        let search = Search {
            keyword: query.as_ref(),
            outlets: kind.outlet.as_slice(),
            skip: kind.skip,
            ..Search::between(Instant::from_ms(end_ms - kind.days * DAY_MS), Instant::from_ms(end_ms))
        };
        let (found, ours) = median(|| finder.find(&search).expect("found"));
        let label = format!("{} ({} d)", kind.label, kind.days);
        let theirs = stock.and_then(|stock| stock.question(kind, &search).map(|question| (stock, question)));
        let Some((stock, question)) = theirs else {
            println!("{label:<44} {:>9} {:>10} {:>10.3}", found.total, "-", ours * 1e3);
            continue;
        };
        let ((count, times), stock_took) = median(|| stock.ask(&question, kind.skip));
        let note = if same(&found, count, &times) { "" } else { "  other words: stock folds no accents" };
        println!(
            "{label:<44} {:>9} {:>10.3} {:>10.3} {:>7.1}{note}",
            found.total,
            stock_took * 1e3,
            ours * 1e3,
            stock_took / ours
        );
        sums = (sums.0 + stock_took, sums.1 + ours);
    }
    if sums.1 > 0.0 {
        println!(
            "{:<44} {:>9} {:>10.3} {:>10.3} {:>7.1}",
            "sum",
            "",
            sums.0 * 1e3,
            sums.1 * 1e3,
            sums.0 / sums.1
        );
    }
}

/// A figure for a wrong answer is worth nothing. In real text the two differ by a few words that are folded.
fn same(found: &Found, count: usize, times: &[i64]) -> bool {
    let ours = found.ids.iter().map(|(_, at)| at.ms());
    let is_same = found.total == count as u64 && ours.eq(times.iter().copied());
    assert!(
        is_same || found.total.abs_diff(count as u64) * 1000 <= found.total,
        "{} and {count}",
        found.total
    );
    is_same
}

fn median<T>(mut work: impl FnMut() -> T) -> (T, f64) {
    let mut took = Vec::new();
    let mut result = work();
    let begun = Clock::now();
    while took.len() < 15 || (took.len() < 301 && begun.elapsed() < Duration::from_millis(700)) {
        let begun = Clock::now();
        result = work();
        took.push(begun.elapsed().as_secs_f64());
    }
    took.sort_by(f64::total_cmp);
    (result, took[took.len() / 2])
}

fn small_commits(finder: &Finder, corpus: &Corpus) {
    let mut took = Vec::new();
    let mut seq = finder.applied_seq();
    for batch in corpus.batches(50).take(40) {
        let begun = Clock::now();
        seq += batch.len() as u64;
        finder.apply(batch.iter().map(|article| Change::Put(article.entry())), seq).expect("applied");
        finder.commit(seq).expect("committed");
        took.push(begun.elapsed().as_secs_f64() * 1e3);
    }
    took.sort_by(f64::total_cmp);
    let (middle, last) = (took[took.len() / 2], took[took.len() - 1]);
    println!(
        "apply and commit 50 documents that are there already: median {middle:.0} ms, longest {last:.0} ms"
    );
}

fn resident_mb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("0");
    line.split_whitespace().next().and_then(|kb| kb.parse::<u64>().ok()).unwrap_or(0) / 1024
}
