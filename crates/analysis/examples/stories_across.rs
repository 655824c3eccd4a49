//! How well items in two languages meet in one story, on data given by path.
//!
//!     cargo run -p analysis --example stories_across -- PAIRS.jsonl[.gz] [FOLDS]
//!     cargo run -p analysis --example stories_across -- DIR [TRANSLATIONS [LANGUAGE ...]]
//!
//! PAIRS are lines of {language, text, lead, text2, lead2, label} as in SemEval 2022 task 8: `de-en` is a German article and an
//! English one, a label up to 2 says that they tell the same. Of each pair of languages: how far apart the pairs that tell the
//! same lie from the others, by the likeness that the program gives (`Alike`), in all, and in each of FOLDS parts (5).
//!
//! DIR is the data folder, TRANSLATIONS a folder of our headlines in other languages (`LANGUAGE-NN.tsv`: id, title, lead). First the
//! pairs. Then a stream: the corpus grows its stories in English; headlines
//! that training set aside are taken out and come back in another language. Right is the story that the others of the
//! English original's story are in.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;
use std::process::Command;
use std::time::Instant as Stopwatch;

use analysis::fingerprint;
use analysis::mentions::Gazetteer;
use analysis::stories::{Alike, Article, Clusterer, ItemTerms, Settings, StoryId, StoryItem};
use domain::{DocumentId, Instant, Language};
use serde_json::Value;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(folder) = arguments.first().map(Path::new) else {
        eprintln!("usage: stories_across PAIRS [FOLDS] | DIR [TRANSLATIONS [LANGUAGE ...]]");
        std::process::exit(2);
    };
    if folder.is_file() {
        let folds = arguments.get(1).and_then(|folds| folds.parse().ok()).unwrap_or(FOLDS);
        return pairs(folder, folds.max(1));
    }
    pairs(&folder.join("languages/semeval2022_t8_train.jsonl.gz"), FOLDS);
    let Some(translations) = arguments.get(1).map(Path::new) else {
        println!("the stream: no folder of our headlines in other languages was given");
        return;
    };
    stream(folder, translations, &arguments[2..]);
}

/// Parts of the pairs whose figures are told one by one.
const FOLDS: usize = 5;

/// Lines of JSON, packed or not; none where the file is missing.
fn lines(path: &Path) -> Vec<Value> {
    let text = match path.extension().is_some_and(|end| end == "gz") {
        true => Command::new("gzip").arg("-dc").arg(path).output().map(|out| out.stdout).unwrap_or_default(),
        false => std::fs::read(path).unwrap_or_default(),
    };
    if text.is_empty() {
        println!("missing: {}", path.display());
    }
    String::from_utf8_lossy(&text).lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

fn text<'a>(row: &'a Value, name: &str) -> &'a str {
    row[name].as_str().unwrap_or_default()
}

fn document(number: usize) -> DocumentId {
    DocumentId::from_bytes((number as u128).to_be_bytes())
}

struct Row {
    title: String,
    content: String,
    outlet: String,
    language: String,
    at: Instant,
}

fn terms(row: &Row, number: usize, settings: &Settings) -> ItemTerms {
    let mentions = Gazetteer::standard().find_in(&row.title, &row.content, &row.language);
    let entities: Vec<&str> = mentions.iter().map(|mention| mention.name.as_str()).collect();
    let item = StoryItem {
        id: document(number),
        at: row.at,
        title: &row.title,
        content: &row.content,
        outlet: &row.outlet,
        language: &row.language,
        across: true,
        entities: &entities,
        fingerprint: fingerprint::of(&row.title, &row.content),
    };
    ItemTerms::of(&item, settings)
}

/// Of all pairs of one that tells the same and one that does not, the share in which the first has the better chance.
fn auc(mut scored: Vec<(f32, bool)>) -> f64 {
    scored.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut below, mut won) = (0_u64, 0_u64);
    for (_, same) in &scored {
        if *same { won += below } else { below += 1 }
    }
    let same = scored.len() as u64 - below;
    won as f64 / (same * below).max(1) as f64
}

fn pairs(path: &Path, folds: usize) {
    let rows = lines(path);
    let languages = |row: &Value| {
        let (one, two) = text(row, "language").split_once('-').unwrap_or_default();
        [one.to_owned(), two.to_owned()]
    };
    let of: Vec<[String; 2]> = rows.iter().map(languages).collect();
    let mut articles: Vec<Article> = Vec::new();
    for (row, [one, two]) in rows.iter().zip(&of) {
        let side = |title, content| (text(row, title), text(row, content));
        for ((title, content), language) in [(side("text", "lead"), one), (side("text2", "lead2"), two)] {
            articles.push(Article { title, content, language });
        }
    }
    let alike = Alike::of(&articles);
    let mut scored: BTreeMap<(bool, String), Vec<(f32, bool)>> = BTreeMap::new();
    for (number, (row, [one, two])) in rows.iter().zip(&of).enumerate() {
        let is_known = |language: &String| Language::from_name(language).is_some();
        if !is_known(one) || !is_known(two) {
            continue;
        }
        let pair = (alike.between(2 * number, 2 * number + 1), row["label"].as_f64().unwrap_or(4.0) <= 2.0);
        scored.entry((one == two, text(row, "language").to_owned())).or_default().push(pair);
        if one != two {
            scored.entry((false, "two languages".to_owned())).or_default().push(pair);
        }
    }
    for ((_, name), pairs) in scored {
        let part = |fold: usize| auc(pairs.iter().skip(fold).step_by(folds).copied().collect());
        let parts: Vec<f64> = (0..folds).map(part).collect();
        println!(
            "pairs of news, {name}: {}, of which {} tell the same; AUC {:.3}, in {folds} folds {:.3} to {:.3}",
            pairs.len(),
            pairs.iter().filter(|(_, same)| *same).count(),
            auc(pairs.clone()),
            parts.iter().copied().fold(f64::INFINITY, f64::min),
            parts.iter().copied().fold(0.0, f64::max),
        );
    }
}

/// 0..9 by FNV-1a of a text, as training splits: rows of 0 were set aside.
fn split_of(text: &str) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in text.trim().bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    (hash >> 20) % 10
}

fn stream(folder: &Path, translations: &Path, wanted: &[String]) {
    let mut rows: Vec<Row> = lines(&folder.join("corpus/crypto_news_2025_dev.jsonl.gz"))
        .iter()
        .filter_map(|row| {
            Some(Row {
                title: text(row, "title").to_owned(),
                content: text(row, "body").to_owned(),
                outlet: text(row, "source").to_owned(),
                language: "en".to_owned(),
                at: Instant::parse(text(row, "published_at")).ok()?,
            })
        })
        .collect();
    rows.sort_by_key(|row| row.at);
    let settings = Settings { max_items: 60_000, ..Settings::default() };
    let places: HashMap<&str, usize> =
        rows.iter().enumerate().map(|(n, row)| (row.title.trim(), n)).collect();
    let headlines = lines(&folder.join("sentiment/bellwether_headlines.jsonl"));
    let originals: HashMap<&str, usize> = headlines
        .iter()
        .filter(|row| split_of(text(row, "title")) == 0)
        .filter_map(|row| Some((text(row, "id"), *places.get(text(row, "title").trim())?)))
        .collect();
    let began = Stopwatch::now();
    let english: Vec<ItemTerms> = rows.iter().enumerate().map(|(n, row)| terms(row, n, &settings)).collect();
    println!("{} articles cut into terms in {:.1} s", english.len(), began.elapsed().as_secs_f64());
    let whole = grow(english.iter().collect(), &settings);
    let taken: HashSet<usize> = originals.values().copied().collect();
    let left = || english.iter().enumerate().filter(|(n, _)| !taken.contains(n)).map(|(_, terms)| terms);
    let plain = grow(left().collect(), &settings);
    for language in Language::ALL.iter().skip(1).map(|language| language.name()) {
        if !wanted.is_empty() && !wanted.iter().any(|one| one == language) {
            continue;
        }
        let told: Vec<(usize, ItemTerms)> = (0..100)
            .filter_map(|n| std::fs::read_to_string(translations.join(format!("{language}-{n:02}.tsv"))).ok())
            .flat_map(|file| file.lines().map(str::to_owned).collect::<Vec<_>>())
            .filter_map(|line| {
                let mut parts = line.split('\t');
                let original = *originals.get(parts.next()?)?;
                let row = Row {
                    title: parts.next()?.to_owned(),
                    content: parts.next().unwrap_or_default().to_owned(),
                    outlet: "elsewhere".to_owned(),
                    language: language.to_owned(),
                    at: rows[original].at,
                };
                Some((original, terms(&row, 1_000_000 + original, &settings)))
            })
            .collect();
        let mut items: Vec<&ItemTerms> = left().collect();
        items.extend(told.iter().map(|(_, terms)| terms));
        items.sort_by_key(|terms| rows[number(terms.id()) % 1_000_000].at);
        let mixed = grow(items, &settings);
        let (mut right, mut wrong, mut alone, mut could) = (0, 0, 0, 0);
        for (original, terms) in &told {
            let story = mixed[&terms.id()];
            let others = |of: &HashMap<DocumentId, StoryId>, story: StoryId| -> HashSet<DocumentId> {
                let items = of.iter().filter(|(id, own)| **own == story && number(**id) < 1_000_000);
                items.map(|(id, _)| *id).filter(|id| *id != document(*original)).collect()
            };
            let wanted = others(&whole, whole[&document(*original)]);
            let wanted: HashSet<DocumentId> =
                wanted.into_iter().filter(|id| plain.contains_key(id)).collect();
            let found = others(&mixed, story);
            could += usize::from(!wanted.is_empty());
            match (found.is_empty(), found.intersection(&wanted).count()) {
                (true, _) => alone += 1,
                // Most of its new story is of the right one.
                (false, n) if 2 * n >= found.len() => right += 1,
                _ => wrong += 1,
            }
        }
        println!(
            "{language}: {} items of which {could} have a story in English: {right} right, {wrong} wrong, {alone} alone; English stories as without them: B-cubed F1 {:.4}",
            told.len(),
            same(&plain, &mixed)
        );
    }
}

fn number(id: DocumentId) -> usize {
    u128::from_be_bytes(id.bytes()) as usize
}

fn grow(items: Vec<&ItemTerms>, settings: &Settings) -> HashMap<DocumentId, StoryId> {
    let began = Stopwatch::now();
    let mut clusterer = Clusterer::new(settings.clone());
    let mut stories = HashMap::new();
    let count = items.len();
    for terms in items {
        stories.insert(terms.id(), clusterer.place_terms(terms).story);
    }
    let placing = began.elapsed().as_secs_f64();
    stories.extend(clusterer.review().moved);
    let reviewing = began.elapsed().as_secs_f64() - placing;
    eprintln!("{count} items placed in {placing:.1} s, reviewed in {reviewing:.1} s");
    stories
}

/// B-cubed F1 of one grouping against another, over the items of the first.
fn same(one: &HashMap<DocumentId, StoryId>, other: &HashMap<DocumentId, StoryId>) -> f64 {
    let mut sizes: (HashMap<StoryId, f64>, HashMap<StoryId, f64>) = Default::default();
    let mut both: HashMap<(StoryId, StoryId), f64> = HashMap::new();
    for (id, story) in one {
        *sizes.0.entry(*story).or_default() += 1.0;
        *sizes.1.entry(other[id]).or_default() += 1.0;
        *both.entry((*story, other[id])).or_default() += 1.0;
    }
    let share = |of: &dyn Fn(&(StoryId, StoryId)) -> f64| {
        both.iter().map(|(pair, n)| n * n / of(pair)).sum::<f64>() / one.len().max(1) as f64
    };
    let (precision, recall) = (share(&|pair| sizes.1[&pair.1]), share(&|pair| sizes.0[&pair.0]));
    2.0 * precision * recall / (precision + recall)
}
