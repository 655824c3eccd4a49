//! What stories are called: titles and sentences of their own articles, held in memory.
//!
//! Of each story all headlines are looked at, and a sample of its articles is read and weighed once, which takes far longer
//! than counting. Any range of days is told by those that lie in it; a range that holds too few of the sample has one of
//! its own. A sample follows from the story's articles alone and is used again only while no day of the story was counted
//! again since they were read, so that having it changes cost, never meaning.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use analysis::stories::{SummaryItem, Told, Weighed, choose_words, tell, to_read, weigh};
use domain::hash::to_hex;
use domain::{Day, DayRange, DocumentId};
use indices::answers::trends::Candidate;
use indices::answers::{Trend, representatives};
use store::Store;
use store::documents::{Headline, StoryHeadline};

use crate::Figures;
use crate::sentence::first_sentence;
use runtime::error::ApiError;
use runtime::off_thread::off_thread;

/// Trends of one answer.
pub const LIMIT: usize = 25;
/// Headlines of a story that are looked at; of more, evenly spread from its first to its last.
const TITLES: usize = 100;
/// Articles of these that are read and weighed.
const SAMPLE: usize = 16;
/// So many of them tell a range, or all that there are.
const ENOUGH: usize = 4;
/// Characters of each that are read.
const LEAD: usize = 800;
const REPRESENTATIVES: usize = 3;
/// Samples that are held, of ten to twenty-five kilobytes each. More than the stories that `pipeline/names.rs` has ready.
const HELD_LIMIT: usize = 2_560;

/// A story in the words of its own articles.
#[derive(Debug)]
pub struct Name {
    sample: Arc<Sample>,
    title: usize,
    description: Option<usize>,
    representatives: Vec<usize>,
}

impl Name {
    pub fn title(&self) -> &str {
        self.title_from().title.trim()
    }

    pub fn title_from(&self) -> &Headline {
        &self.sample.members[self.title].headline
    }

    /// Whole sentences that agree with the title; empty where no article has any.
    pub fn description(&self) -> &str {
        self.description.map_or("", |place| &self.sample.members[place].weighed.description)
    }

    /// The first of these sentences.
    pub fn first_sentence(&self) -> &str {
        first_sentence(self.description())
    }

    /// Whose sentences they are; of the title's article where there are none.
    pub fn description_from(&self) -> &Headline {
        &self.sample.members[self.description.unwrap_or(self.title)].headline
    }

    /// The best reports, each of another outlet family, none of them sponsored.
    pub fn representatives(&self) -> impl Iterator<Item = &Headline> {
        self.representatives.iter().map(|place| &self.sample.members[*place].headline)
    }
}

/// A story, as far as it is known here; nothing where the store has none of it.
#[derive(Debug)]
struct Sample {
    /// What its headlines tell.
    told: Vec<Told>,
    /// The articles that were read, oldest first.
    members: Vec<Member>,
}

#[derive(Debug)]
struct Member {
    headline: Headline,
    weighed: Weighed,
}

/// A story, whole or as far as it lies in some days.
type Key = ([u8; 16], Option<DayRange>);

#[derive(Debug, Default)]
pub struct Names(Mutex<Held>);

#[derive(Debug, Default)]
struct Held {
    samples: HashMap<Key, One>,
    /// Counts the questions, to know which samples were not asked for longest.
    asked: u64,
}

#[derive(Debug)]
struct One {
    sample: Arc<Sample>,
    /// The figures' version before its articles were read.
    version: u64,
    asked: u64,
}

impl Names {
    /// The sample, where it was taken after the story changed last.
    fn find(&self, key: &Key, unchanged_since: u64) -> Option<Arc<Sample>> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.asked += 1;
        let asked = held.asked;
        let one = held.samples.get_mut(key).filter(|one| one.version >= unchanged_since)?;
        one.asked = asked;
        Some(Arc::clone(&one.sample))
    }

    fn keep(&self, key: Key, version: u64, sample: Arc<Sample>) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if held.samples.len() >= HELD_LIMIT && !held.samples.contains_key(&key) {
            let mut asked: Vec<u64> = held.samples.values().map(|one| one.asked).collect();
            let middle = asked.len() / 2;
            let (_, middle, _) = asked.select_nth_unstable(middle);
            let middle = *middle;
            held.samples.retain(|_, one| one.asked > middle);
        }
        let asked = held.asked;
        held.samples.insert(key, One { sample, version, asked });
    }
}

/// A story that is to be named.
#[derive(Clone, Copy, Debug)]
pub struct Unnamed {
    pub story: [u8; 16],
    /// First and last day on which it has articles, as far as is known.
    pub life: DayRange,
    /// The version of the figures since which it is as it is.
    pub since: u64,
}

impl From<&(Trend, u64)> for Unnamed {
    fn from((trend, since): &(Trend, u64)) -> Unnamed {
        Unnamed { story: trend.story, life: trend.standing.life, since: *since }
    }
}

/// The names of stories by their articles of the days, none where a story's articles are gone from the store since
/// they were counted.
pub async fn of(
    store: &Store,
    figures: &Figures,
    days: DayRange,
    stories: &[Unnamed],
) -> Result<Vec<Option<Name>>, ApiError> {
    let whole: Vec<(Key, u64)> = stories.iter().map(|story| ((story.story, None), story.since)).collect();
    let mut samples = sampled(store, figures, &whole).await?;
    let tells = |place: &usize| {
        let Sample { told, members } = &*samples[*place];
        // What came after the range must not weigh in it.
        let goes_on = told.iter().any(|told| told.at > days.end());
        let all_inside = told.iter().all(|told| days.contains(told.at.day()));
        let known = members.iter().filter(|member| member.lies_in(days)).count();
        !goes_on && (known >= ENOUGH || all_inside)
    };
    let places: Vec<usize> = (0..samples.len()).filter(|place| !tells(place)).collect();
    // A story is the same in any two ranges that cut it alike.
    let cut = |story: &Unnamed| {
        let life = story.life;
        DayRange::inclusive(days.first().max(life.first()), days.last().min(life.last())).unwrap_or(days)
    };
    let parts: Vec<(Key, u64)> = places
        .iter()
        .map(|place| &stories[*place])
        .map(|story| ((story.story, Some(cut(story))), story.since))
        .collect();
    for (place, sample) in places.into_iter().zip(sampled(store, figures, &parts).await?) {
        samples[place] = sample;
    }
    let authority = Authority::of(&samples, figures, days.last());
    Ok(samples.into_iter().map(|sample| name(sample, days, &authority)).collect())
}

/// How far others follow the outlet families of some samples, as of a day.
struct Authority(HashMap<String, f32>);

impl Authority {
    fn of(samples: &[Arc<Sample>], figures: &Figures, last: Day) -> Authority {
        let families = samples.iter().flat_map(|sample| &sample.members).map(Member::family);
        let families: HashSet<&str> = families.collect();
        Authority(figures.ask(|cube| {
            families
                .iter()
                .map(|family| ((*family).to_owned(), cube.authority(family, last) as f32))
                .collect()
        }))
    }

    fn get(&self, member: &Member) -> f32 {
        self.0.get(member.family()).copied().unwrap_or(1.0)
    }
}

/// Has the samples of these stories ready; returns how many were not, or not since they changed.
pub async fn prepare(store: &Store, figures: &Figures, stories: &[([u8; 16], u64)]) -> Result<u64, ApiError> {
    let missing = |(story, since): &([u8; 16], u64)| {
        let key = (*story, None);
        figures.names.find(&key, *since).is_none().then_some((key, *since))
    };
    let missing: Vec<(Key, u64)> = stories.iter().filter_map(missing).collect();
    sampled(store, figures, &missing).await?;
    Ok(missing.len() as u64)
}

async fn sampled(
    store: &Store,
    figures: &Figures,
    wanted: &[(Key, u64)],
) -> Result<Vec<Arc<Sample>>, ApiError> {
    let version = figures.version();
    let mut samples: Vec<Option<Arc<Sample>>> =
        wanted.iter().map(|(key, since)| figures.names.find(key, *since)).collect();
    let missing: Vec<usize> = (0..samples.len()).filter(|place| samples[*place].is_none()).collect();
    let all = DayRange::inclusive(Day::MIN, Day::MAX).unwrap_or(DayRange::single(Day::MIN));
    let asked: Vec<(String, DayRange)> = missing
        .iter()
        .map(|place| wanted[*place].0)
        .map(|(story, part)| (to_hex(&story), part.unwrap_or(all)))
        .collect();
    if !asked.is_empty() {
        let stories = store.documents.of_stories(&asked, TITLES).await?;
        let chosen = off_thread(move || stories.into_iter().map(Chosen::of).collect::<Vec<_>>()).await?;
        let ids: Vec<DocumentId> =
            chosen.iter().flat_map(|chosen| &chosen.read).map(|(_, headline)| headline.id).collect();
        let leads = store.documents.leads(&ids, LEAD).await?;
        let taken =
            off_thread(move || chosen.into_iter().map(|chosen| chosen.weigh(&leads)).collect::<Vec<_>>())
                .await?;
        for (place, sample) in missing.into_iter().zip(taken) {
            figures.names.keep(wanted[place].0, version, Arc::clone(&sample));
            samples[place] = Some(sample);
        }
    }
    Ok(samples.into_iter().flatten().collect())
}

/// What the headlines of a story tell, and those whose texts are to be read.
struct Chosen {
    told: Vec<Told>,
    read: Vec<(Told, Headline)>,
}

impl Chosen {
    fn of(story: Vec<StoryHeadline>) -> Chosen {
        let titles = story.iter().map(|one| SummaryItem { repeats: one.repeats, ..item(&one.headline, "") });
        let told = tell(&titles.collect::<Vec<_>>());
        let mut is_read = vec![false; told.len()];
        to_read(&told, SAMPLE).into_iter().for_each(|place| is_read[place] = true);
        let read = story.into_iter().zip(&told).zip(is_read).filter(|(_, is_read)| *is_read);
        Chosen { read: read.map(|((one, told), _)| (told.clone(), one.headline)).collect(), told }
    }

    fn weigh(self, leads: &HashMap<DocumentId, String>) -> Arc<Sample> {
        let (told, headlines): (Vec<Told>, Vec<Headline>) = self.read.into_iter().unzip();
        let lead = |headline: &Headline| leads.get(&headline.id).map_or("", String::as_str);
        let items: Vec<SummaryItem<'_>> =
            headlines.iter().map(|headline| item(headline, lead(headline))).collect();
        let weighed = weigh(&items, &told);
        let member = |(headline, weighed)| Member { headline, weighed };
        Arc::new(Sample {
            told: self.told,
            members: headlines.into_iter().zip(weighed).map(member).collect(),
        })
    }
}

fn item<'a>(headline: &'a Headline, lead: &'a str) -> SummaryItem<'a> {
    SummaryItem {
        title: &headline.title,
        content: lead,
        is_all: lead.chars().count() < LEAD,
        outlet: &headline.outlet_name,
        at: headline.published_at,
        sponsored: headline.sponsored,
        repeats: false,
    }
}

fn name(sample: Arc<Sample>, days: DayRange, authority: &Authority) -> Option<Name> {
    let members = &sample.members;
    let places: Vec<usize> = (0..members.len()).filter(|place| members[*place].lies_in(days)).collect();
    let inside = places.iter().map(|place| &members[*place]);
    let told: Vec<&Told> = sample.told.iter().filter(|told| days.contains(told.at.day())).collect();
    let (title, description) =
        choose_words(inside.clone().map(|member| (&member.weighed, authority.get(member))), &told)?;
    let candidates: Vec<Candidate<'_>> =
        inside.map(|member| member.candidate(authority.get(member))).collect();
    let chosen = representatives(&candidates, REPRESENTATIVES);
    Some(Name {
        title: places[title],
        description: description.map(|description| places[description]),
        representatives: chosen.into_iter().map(|chosen| places[chosen]).collect(),
        sample,
    })
}

impl Member {
    fn lies_in(&self, days: DayRange) -> bool {
        days.contains(self.headline.published_at.day())
    }

    fn family(&self) -> &str {
        &self.headline.outlet_family
    }

    fn candidate(&self, authority: f32) -> Candidate<'_> {
        Candidate {
            id: self.headline.id.bytes(),
            family: self.family(),
            merit: f64::from(self.weighed.merit(authority)),
            sponsored: self.headline.sponsored,
        }
    }
}
