//! What growing narratives costs of growing stories, in processor time, at the pace of a service: all articles but those
//! of the last days are imported, and the last days come as they came, with a review of what changed every few minutes.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::{Duration, Instant as Stopwatch};

use analysis::narratives::{Article, ArticleTerms, Grower, Settings, StoryTerms, is_advertising, looked_at};
use analysis::stories::{self, Clusterer, ItemTerms, StoryId};
use analysis::{Text, fingerprint, mentions};
use domain::Category;
use domain::hash::hash128;
use domain::time::MS_PER_DAY;

use crate::Narratives;
use crate::rows::Row;

/// Days at the end that come one by one.
const LIVE_DAYS: i64 = 3;
/// As the service has it: articles between two reviews of stories, stories between two of narratives, and minutes
/// between two of either where little comes in.
const STORIES_AFTER: usize = 5_000;
const NARRATIVES_AFTER: usize = 300;
const STORIES_MINUTES: i64 = 5;
const NARRATIVES_MINUTES: i64 = 10;
/// Characters of an article that narratives look at.
const LEAD: usize = 1_600;

/// What a service knows of an article before stories are grown.
struct Known {
    entities: Vec<String>,
    categories: Vec<(Category, f32)>,
    lead: String,
    fingerprint: u64,
}

#[derive(Default)]
struct Costs {
    stories: Duration,
    terms: Duration,
    reviews: Duration,
    longest_review: Duration,
    review_count: usize,
}

struct Growing<'a> {
    rows: &'a [Row],
    known: Vec<Known>,
    clusterer: Clusterer,
    grower: Grower,
    /// Of each row that was placed.
    of: Vec<StoryId>,
    members: HashMap<StoryId, BTreeSet<usize>>,
    changed: BTreeSet<StoryId>,
    costs: Costs,
}

/// Prints the costs; returns the story of every row and the narratives of stories.
pub fn measure(rows: &[Row]) -> (Vec<StoryId>, Narratives) {
    let known = rows.iter().map(Known::of).collect();
    let mut growing = Growing {
        rows,
        known,
        clusterer: Clusterer::new(stories::Settings::default()),
        grower: Grower::new(Settings::default(), 0),
        of: Vec::new(),
        members: HashMap::new(),
        changed: BTreeSet::new(),
        costs: Costs::default(),
    };
    let last = rows[rows.len() - 1].at.day();
    let live = rows.partition_point(|row| row.at.day() <= last.plus(-LIVE_DAYS));
    for from in (0..live).step_by(STORIES_AFTER) {
        growing.place(from..live.min(from + STORIES_AFTER));
        growing.review_stories();
    }
    growing.tell();
    growing.report(&format!("{live} articles imported"));
    let minute = |row: usize| rows[row].at.ms() / 60_000;
    let (mut at, mut told) = (live, minute(live.min(rows.len() - 1)));
    while at < rows.len() {
        let slot = minute(at) / STORIES_MINUTES;
        let until = (at..rows.len()).find(|row| minute(*row) / STORIES_MINUTES > slot).unwrap_or(rows.len());
        growing.place(at..until);
        growing.review_stories();
        if until == rows.len() || minute(until) >= told + NARRATIVES_MINUTES {
            told = minute(until.min(rows.len() - 1));
            growing.tell();
        }
        at = until;
    }
    growing.report(&format!("{} articles of {LIVE_DAYS} days as they came", rows.len() - live));
    let narratives = growing.grower.stories().filter_map(|(id, story)| Some((id, story.membership.first?)));
    let narratives = narratives.collect();
    (growing.of, narratives)
}

impl Known {
    fn of(row: &Row) -> Known {
        let text = Text { title: &row.title, content: &row.content, ..Text::default() };
        Known {
            entities: mentions::find(&row.title, &row.content)
                .iter()
                .map(|found| found.name.clone())
                .collect(),
            categories: analysis::categories(&text),
            lead: row.content.chars().take(LEAD).collect(),
            fingerprint: fingerprint::of(&row.title, &row.content),
        }
    }
}

impl Growing<'_> {
    fn place(&mut self, rows: std::ops::Range<usize>) {
        let started = processor_time();
        let settings = self.clusterer.settings().clone();
        for number in rows {
            let (row, known) = (&self.rows[number], &self.known[number]);
            let entities: Vec<&str> = known.entities.iter().map(String::as_str).collect();
            let item = row.item(number, &entities, known.fingerprint);
            let story = self.clusterer.place_terms(&ItemTerms::of(&item, &settings)).story;
            self.of.push(story);
            self.members.entry(story).or_default().insert(number);
            self.changed.insert(story);
        }
        self.costs.stories += processor_time() - started;
    }

    fn review_stories(&mut self) {
        let started = processor_time();
        let review = self.clusterer.review();
        self.costs.stories += processor_time() - started;
        for (moved, story) in review.moved {
            let number = u128::from_be_bytes(moved.bytes()) as usize;
            let before = std::mem::replace(&mut self.of[number], story);
            self.members.entry(before).or_default().remove(&number);
            self.members.entry(story).or_default().insert(number);
            self.changed.extend([before, story]);
        }
    }

    /// Tells the stories that changed, by their first days, with a review after so many.
    fn tell(&mut self) {
        let mut changed: Vec<(i64, StoryId)> = Vec::new();
        for story in std::mem::take(&mut self.changed) {
            match self.members[&story].first() {
                Some(first) if self.members[&story].len() > 1 => {
                    changed.push((self.rows[*first].at.ms() / MS_PER_DAY, story));
                }
                _ => self.grower.remove(story),
            }
        }
        changed.sort_unstable();
        let remembered: BTreeSet<StoryId> = self.grower.stories().map(|(id, _)| id).collect();
        for part in changed.chunks(NARRATIVES_AFTER) {
            let started = processor_time();
            for (_, story) in part {
                let members: Vec<usize> = self.members[story].iter().copied().collect();
                let articles: Vec<Article> = looked_at(members.len())
                    .map(|place| {
                        let (row, known) = (&self.rows[members[place]], &self.known[members[place]]);
                        Article {
                            title: &row.title,
                            content: &known.lead,
                            language: "en",
                            categories: &known.categories,
                        }
                    })
                    .collect();
                if is_advertising(articles.iter().map(Article::is_advertising)) && !remembered.contains(story)
                {
                    continue;
                }
                let terms = ArticleTerms::all(&articles);
                let terms = StoryTerms::of(&terms, self.grower.settings().max_phrases);
                let at = |row: Option<&usize>| self.rows[*row.expect("it has several")].at;
                self.grower.tell(*story, at(members.first()), at(members.last()), terms);
            }
            let told = processor_time();
            self.costs.terms += told - started;
            self.grower.review();
            let review = processor_time() - told;
            self.costs.reviews += review;
            self.costs.longest_review = self.costs.longest_review.max(review);
            self.costs.review_count += 1;
        }
    }

    fn report(&mut self, what: &str) {
        let Costs { stories, terms, reviews, longest_review, review_count } = std::mem::take(&mut self.costs);
        let share = (terms + reviews).as_secs_f64() / stories.as_secs_f64().max(1e-9);
        println!(
            "{what}: growing stories {:.2} s, their terms {:.2} s, {review_count} reviews of narratives {:.2} s, \
             the longest {:.2} s",
            stories.as_secs_f64(),
            terms.as_secs_f64(),
            reviews.as_secs_f64(),
            longest_review.as_secs_f64()
        );
        println!("  narratives cost {share:.3} of stories (target under 0.1)");
        let memberships: BTreeMap<StoryId, _> =
            self.grower.stories().map(|(id, story)| (id, story.membership)).collect();
        let within = memberships.values().filter(|of| of.first.is_some()).count();
        let outcome = u128::from_be_bytes(hash128(format!("{memberships:?}").as_bytes()));
        println!(
            "  {} stories, {within} in {} narratives; outcome {outcome:032x}",
            memberships.len(),
            self.grower.narratives().count()
        );
    }
}

/// What this thread has had of a processor, where the system tells it; else the time on the wall.
fn processor_time() -> Duration {
    static START: std::sync::LazyLock<Stopwatch> = std::sync::LazyLock::new(Stopwatch::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let spent = told.and_then(|told| told.split(' ').next()?.parse().ok());
    spent.map_or_else(|| START.elapsed(), Duration::from_nanos)
}
