//! Measures narrative growing on stories that were sorted into themes by hand, with the one default configuration.
//!
//! `cargo run -p analysis --example narratives_quality -- CORPUS GOLD`, where CORPUS is a file of articles
//! (id, url, title, body, published_at) and GOLD says of some of their stories to which theme they belong (key, articles
//! with their url, narrative, family, merge_flag). Prints B-cubed precision, recall and F1 over stories with a theme, by the
//! majority of their articles; the same for halves of the themes and of the weeks, and for families; what growing in
//! steps changes; and the time that it takes against growing stories.
//!
//! `cargo run -p analysis --example narratives_quality -- CORPUS GOLD cost` prints what growing narratives costs of
//! growing stories, both at the pace at which a service does it, and what comes of that (`cost`).

mod cost;
mod rows;

use std::collections::{BTreeMap, HashMap};
use std::time::Instant as Stopwatch;

use analysis::narratives::{Article, ArticleTerms, Grower, NarrativeId, Settings, StoryTerms, looked_at};
use analysis::stories::{self, Clusterer, ItemTerms, StoryId};
use analysis::{Text, fingerprint, mentions};
use rows::Row;
use serde_json::Value;

/// A story as people saw it.
struct Judged {
    key: String,
    theme: String,
    family: String,
    first_date: String,
    /// Places of its articles among the rows.
    rows: Vec<usize>,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (corpus, gold, cost) = match arguments.as_slice() {
        [corpus, gold] => (corpus, gold, false),
        [corpus, gold, cost] if cost == "cost" => (corpus, gold, true),
        _ => {
            println!("usage: narratives_quality CORPUS GOLD [cost]");
            return;
        }
    };
    let rows = rows::load(corpus);
    let judged = load_gold(gold, &rows);
    if rows.is_empty() || judged.is_empty() {
        println!("no data: {corpus} or {gold} is missing or of another kind");
        return;
    }
    if cost {
        let (stories, narratives) = cost::measure(&rows);
        return report("as a service grows them", &judged, &stories, &narratives);
    }
    let (stories, growing) = grow_stories(&rows);
    println!("{} articles in stories after {growing:.1} s", rows.len());
    let (articles, reading) = read(&rows, &stories);
    println!("{} of them looked at for narratives in {reading:.2} s", articles.iter().flatten().count());
    let whole = grow(&rows, &stories, &articles, None);
    report("reviewed as a whole", &judged, &stories, &whole);
    let weekly = grow(&rows, &stories, &articles, Some(7));
    report("reviewed every week", &judged, &stories, &weekly);
    let daily = grow(&rows, &stories, &articles, Some(1));
    report("reviewed every day", &judged, &stories, &daily);
}

type Narratives = HashMap<StoryId, NarrativeId>;

/// Stories with a theme that are neither mixed nor a format.
fn load_gold(gold: &str, rows: &[Row]) -> Vec<Judged> {
    let places: HashMap<&str, usize> =
        rows.iter().enumerate().map(|(at, row)| (row.url.as_str(), at)).collect();
    let text = std::fs::read_to_string(gold).unwrap_or_default();
    text.lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter_map(|story| {
            let text = |key: &str| story[key].as_str().unwrap_or("").to_owned();
            let counts =
                text("narrative") != "none" && text("family") != "format" && text("merge_flag") != "mixed";
            let articles = story["articles"].as_array()?.iter();
            let rows = articles.filter_map(|article| places.get(article["url"].as_str()?).copied()).collect();
            let judged = Judged {
                key: text("key"),
                theme: text("narrative"),
                family: text("family"),
                first_date: text("first_date"),
                rows,
            };
            counts.then_some(judged)
        })
        .collect()
}

/// The story of every row, as `bellwether stories` finds it, and the seconds that it took.
fn grow_stories(rows: &[Row]) -> (Vec<StoryId>, f64) {
    let settings = stories::Settings::default();
    let mut clusterer = Clusterer::new(settings.clone());
    let mut seconds = 0.0;
    let mut found = Vec::with_capacity(rows.len());
    for (number, row) in rows.iter().enumerate() {
        let mentions = mentions::find(&row.title, &row.content);
        let entities: Vec<&str> = mentions.iter().map(|mention| mention.name.as_str()).collect();
        let item = row.item(number, &entities, fingerprint::of(&row.title, &row.content));
        let started = Stopwatch::now();
        found.push(clusterer.place_terms(&ItemTerms::of(&item, &settings)).story);
        seconds += started.elapsed().as_secs_f64();
    }
    let started = Stopwatch::now();
    for (moved, story) in clusterer.review().moved {
        found[u128::from_be_bytes(moved.bytes()) as usize] = story;
    }
    (found, seconds + started.elapsed().as_secs_f64())
}

/// The subjects of each row that is in a story of several, as marks have them, and the seconds that taking its terms
/// took. A service has the subjects already.
fn read(rows: &[Row], stories: &[StoryId]) -> (Vec<Option<ArticleTerms>>, f64) {
    let mut sizes: HashMap<StoryId, usize> = HashMap::new();
    stories.iter().for_each(|story| *sizes.entry(*story).or_default() += 1);
    let mut seconds = 0.0;
    let articles = rows.iter().zip(stories).map(|(row, story)| {
        (sizes[story] > 1).then(|| {
            let text = Text { title: &row.title, content: &row.content, ..Text::default() };
            let categories = analysis::categories(&text);
            let started = Stopwatch::now();
            let article =
                Article { title: &row.title, content: &row.content, language: "en", categories: &categories };
            let terms = ArticleTerms::of(&article);
            seconds += started.elapsed().as_secs_f64();
            terms
        })
    });
    (articles.collect(), seconds)
}

/// Tells all stories, with a review after so many days and at the end. Without days the last review is the only one.
fn grow(
    rows: &[Row],
    stories: &[StoryId],
    articles: &[Option<ArticleTerms>],
    days: Option<i64>,
) -> Narratives {
    let mut grower = Grower::new(Settings::default(), 0);
    let mut members: HashMap<StoryId, Vec<usize>> = HashMap::new();
    let mut told: BTreeMap<StoryId, ()> = BTreeMap::new();
    let mut reviewed = rows[0].at.day();
    let (mut seconds, mut reviews, mut moved, mut known) = (0.0, 0, 0, 0);
    for (number, (row, story)) in rows.iter().zip(stories).enumerate() {
        let is_due = days.is_some_and(|days| row.at.day() >= reviewed.plus(days));
        let is_last = number + 1 == rows.len();
        if articles[number].is_some() {
            members.entry(*story).or_default().push(number);
            told.insert(*story, ());
        }
        if !is_due && !is_last {
            continue;
        }
        let started = Stopwatch::now();
        for (story, ()) in std::mem::take(&mut told) {
            let members = &members[&story];
            let looked_at = looked_at(members.len()).filter_map(|place| articles[members[place]].as_ref());
            let terms = StoryTerms::of(looked_at, grower.settings().max_phrases);
            grower.tell(story, rows[members[0]].at, rows[members[members.len() - 1]].at, terms);
        }
        let before: HashMap<StoryId, _> =
            grower.stories().map(|(id, story)| (id, story.membership.first)).collect();
        let review = grower.review();
        seconds += started.elapsed().as_secs_f64();
        known += before.values().flatten().count();
        let other = |(id, now): &&(StoryId, analysis::narratives::Membership)| {
            before.get(id).is_some_and(|old| old.is_some() && *old != now.first)
        };
        moved += review.moved.iter().filter(other).count();
        reviewed = row.at.day();
        reviews += 1;
    }
    let within = grower.stories().filter(|(_, story)| story.membership.first.is_some()).count();
    let twice = grower.stories().filter(|(_, story)| story.membership.second.is_some()).count();
    println!(
        "{} stories, {within} in {} narratives, {twice} in two; {reviews} reviews, {seconds:.2} s; {:.1} % of known stories moved in a review",
        grower.stories().count(),
        grower.narratives().count(),
        100.0 * moved as f64 / known.max(1) as f64,
    );
    grower.stories().filter_map(|(id, story)| Some((id, story.membership.first?))).collect()
}

fn report(name: &str, judged: &[Judged], stories: &[StoryId], narratives: &Narratives) {
    let all: Vec<&Judged> = judged.iter().collect();
    println!("{name}: {}", quality(&all, stories, narratives, |story| &story.theme));
    println!("    families: {}", quality(&all, stories, narratives, |story| &story.family));
    let half = |theme: &str| theme.bytes().map(usize::from).sum::<usize>() % 2;
    for part in 0..2 {
        let themes: Vec<&Judged> = all.iter().copied().filter(|story| half(&story.theme) == part).collect();
        println!(
            "    half {part} of the themes: {}",
            quality(&themes, stories, narratives, |story| &story.theme)
        );
    }
    let mut dates: Vec<&str> = all.iter().map(|story| story.first_date.as_str()).collect();
    dates.sort_unstable();
    let middle = dates[dates.len() / 2];
    for later in [false, true] {
        let weeks: Vec<&Judged> =
            all.iter().copied().filter(|story| (story.first_date.as_str() >= middle) == later).collect();
        let name = if later { "later" } else { "earlier" };
        println!("    {name} weeks: {}", quality(&weeks, stories, narratives, |story| &story.theme));
    }
}

fn quality(
    judged: &[&Judged],
    stories: &[StoryId],
    narratives: &Narratives,
    gold: impl Fn(&Judged) -> &str,
) -> String {
    let found: Vec<String> = judged.iter().map(|story| majority(story, stories, narratives)).collect();
    let gold: Vec<&str> = judged.iter().map(|story| gold(story)).collect();
    let share = |one: &dyn Fn(usize, usize) -> bool, other: &dyn Fn(usize, usize) -> bool| {
        let of_row = |row: usize| {
            let together: Vec<usize> = (0..gold.len()).filter(|other| one(row, *other)).collect();
            together.iter().filter(|at| other(row, **at)).count() as f64 / together.len() as f64
        };
        (0..gold.len()).map(of_row).sum::<f64>() / gold.len().max(1) as f64
    };
    let same_found = |a: usize, b: usize| found[a] == found[b];
    let same_gold = |a: usize, b: usize| gold[a] == gold[b];
    let (precision, recall) = (share(&same_found, &same_gold), share(&same_gold, &same_found));
    let f1 = 2.0 * precision * recall / (precision + recall).max(1e-9);
    format!("P {precision:.3} R {recall:.3} F1 {f1:.3} ({} stories)", gold.len())
}

/// The narrative of most of its articles; a name of its own where they have none.
fn majority(story: &Judged, stories: &[StoryId], narratives: &Narratives) -> String {
    let mut votes: Vec<(usize, NarrativeId)> = Vec::new();
    for narrative in story.rows.iter().filter_map(|row| narratives.get(&stories[*row])) {
        match votes.iter_mut().find(|(_, known)| known == narrative) {
            Some((count, _)) => *count += 1,
            None => votes.push((1, *narrative)),
        }
    }
    // The first of equals, as they come.
    let most = votes.iter().map(|(count, _)| *count).max();
    let best = votes.iter().find(|(count, _)| Some(*count) == most);
    best.map_or(format!("none {}", story.key), |(_, narrative)| narrative.to_string())
}
