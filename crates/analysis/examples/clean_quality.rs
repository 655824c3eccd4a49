//! What cleaning does to real articles: `gzip -dc FILE.jsonl.gz | clean_quality [--cuts N]`.
//!
//! Lines hold `source`, `title`, `body` and `published_at`, in the order of their coming. Each article is cleaned with what
//! was learned from those before it, then learned. `--cuts` prints every Nth cut for judging by hand.

use std::collections::{BTreeMap, HashMap};
use std::io::BufRead;

use analysis::clean::{OutletFrames, clean};
use domain::Day;
use serde_json::Value;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let every =
        arguments.position(|a| a == "--cuts").and_then(|_| std::env::args().nth(2)?.parse::<usize>().ok());
    let mut rows: Vec<Value> = std::io::stdin()
        .lock()
        .lines()
        .map_while(Result::ok)
        .filter_map(|line| serde_json::from_str(&line).ok())
        .collect();
    rows.sort_by_key(|row| row["published_at"].as_str().unwrap_or("").to_owned());
    let mut outlets: HashMap<String, OutletFrames> = HashMap::new();
    let mut reasons: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let (mut before, mut after) = (Counts::default(), Counts::default());
    let (mut n_bytes, mut n_left, mut n_cuts) = (0, 0, 0);
    let started = std::time::Instant::now();
    for row in &rows {
        let field = |name: &str| row[name].as_str().unwrap_or("");
        let (outlet, title, text) = (field("source"), field("title"), field("body"));
        let day = Day::parse(field("published_at").get(..10).unwrap_or(""))
            .unwrap_or_else(|_| domain::Instant::from_ms(0).day());
        let frames = outlets.entry(outlet.to_owned()).or_default();
        let cleaned = clean(outlet, title, text, frames);
        frames.learn(outlet, day, title, text);
        before.count(outlet, title, text);
        after.count(outlet, &cleaned.title, &cleaned.text);
        n_bytes += text.len();
        n_left += cleaned.text.len();
        for cut in &cleaned.cut {
            let reason = reasons.entry(cut.reason.to_string()).or_default();
            reason.0 += 1;
            reason.1 += cut.text.len();
            n_cuts += 1;
            if every.is_some_and(|every| n_cuts % every == 0) {
                let place = text.find(&cut.text).unwrap_or(0);
                let from = text.floor_char_boundary(place.saturating_sub(60));
                let to = text.ceil_char_boundary((place + cut.text.len() + 60).min(text.len()));
                println!("{outlet} | {} | {:?} | in {:?}", cut.reason, cut.text, &text[from..to]);
            }
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    println!(
        "{} articles, {:.2} % of the bytes cut, {seconds:.1} s",
        rows.len(),
        100.0 * (1.0 - n_left as f64 / n_bytes.max(1) as f64)
    );
    before.print("before", rows.len());
    after.print("after", rows.len());
    for (reason, (n, bytes)) in reasons {
        println!("  {reason}: {n} cuts, {bytes} bytes");
    }
    let mut outlets: Vec<_> = outlets.into_iter().collect();
    outlets.sort_by(|a, b| b.1.n_articles().cmp(&a.1.n_articles()).then_with(|| a.0.cmp(&b.0)));
    for (outlet, frames) in outlets {
        let learned = frames.frames();
        println!(
            "{outlet}: {} articles, {} frames, {} bytes stored",
            frames.n_articles(),
            learned.len(),
            frames.to_bytes().len()
        );
        for frame in learned.iter().take(if every.is_some() { 40 } else { 3 }) {
            println!(
                "    {} in {:.0} % {:?}{} {}",
                frame.n_articles,
                100.0 * frame.share,
                frame.places,
                if frame.varies { " varies" } else { "" },
                frame.example
            );
        }
    }
}

#[derive(Default)]
struct Counts {
    first: usize,
    begins: usize,
    glued: usize,
    telegram: usize,
    embeds: usize,
}

impl Counts {
    fn count(&mut self, outlet: &str, title: &str, text: &str) {
        let letters = |text: &str| -> String {
            text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).take(400).collect()
        };
        let (text_letters, title, outlet) = (letters(text), letters(title), letters(outlet));
        self.first += usize::from(text.contains("appeared first on") || text.contains("first appeared on"));
        self.begins += usize::from(text.trim_start().starts_with("The post "));
        let named = text_letters.strip_prefix(&outlet).is_some_and(|rest| rest.starts_with(&title));
        self.glued += usize::from(!title.is_empty() && (named || text_letters.starts_with(&title)));
        self.telegram += usize::from(text.contains("Telegram"));
        self.embeds += usize::from(text.contains("Copy link") || text.contains("pic.twitter.com"));
    }

    fn print(&self, name: &str, n: usize) {
        let share = |count: usize| 100.0 * count as f64 / n.max(1) as f64;
        println!(
            "{name}: appeared first {} ({:.2} %), begin with it {}, begin with site or headline {}, name Telegram {}, embeds {}",
            self.first,
            share(self.first),
            self.begins,
            self.glued,
            self.telegram,
            self.embeds
        );
    }
}
