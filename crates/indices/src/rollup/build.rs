//! From the documents of a day to its rollup, in one pass after the stories have been counted.

use std::collections::{BTreeMap, HashMap};

use domain::language::is_read;
use domain::time::MS_PER_DAY;
use domain::{Category, Cohort, Day, Kind, Tone};

use super::companies::{CompanyCount, Telling, companies};
use super::names::Names;
use super::voices::VoiceCount;
use super::{
    Bucket, DayInput, DayRollup, LEAD_ASSET, MentionInput, NamedRow, OutletAsset, OutletRow, PersonRow,
    QUARTERS_PER_DAY, Report, StoryRow, Tally, Weighed, codec,
};
use crate::fixed::{ONE, to_fixed};

const MS_PER_MINUTE: i64 = 60_000;

/// Counts a day. The documents may come in any order; those of another day are passed over.
pub fn roll_up(day: Day, documents: &[DayInput<'_>]) -> DayRollup {
    let mut counting = Counting::default();
    for (document, weight) in weighted(day, documents) {
        counting.add(document, weight);
    }
    counting.finish(day)
}

/// The documents of the day, each with its part in its story: what its outlet family gives the story, shared by the
/// articles. Sponsored items have none.
pub(crate) fn weighted<'i, 'a>(
    day: Day,
    documents: &'i [DayInput<'a>],
) -> impl Iterator<Item = (&'i DayInput<'a>, i64)> {
    let copies = count_copies(day, documents);
    documents.iter().filter(move |document| document.published_at.day() == day).map(move |document| {
        let weight = match copies.get(&story_in_family(document)) {
            Some(copies) if !document.sponsored => (ONE + i64::from(copies / 2)) / i64::from(*copies),
            _ => 0,
        };
        (document, weight)
    })
}

/// What an index sees of one item: nothing where its tone is not known.
pub(crate) fn weighed(document: &DayInput<'_>, weight: i64) -> Weighed {
    if !is_read(document.language) {
        return Weighed::default();
    }
    Weighed {
        items: i64::from(!document.sponsored),
        weight,
        // Both factors are below 2^33, so the product needs more than 64 bits.
        tone: ((i128::from(weight) * i128::from(fixed_tone(document.tone))) >> 32) as i64,
    }
}

/// The item's weight split over its assets by salience.
pub(crate) fn attention<'i, 'a>(
    document: &'i DayInput<'a>,
    weight: i64,
) -> impl Iterator<Item = (&'i MentionInput<'a>, i64)> {
    let mentions = once_each(&document.assets);
    let whole: i64 = mentions.iter().map(|mention| salience(mention)).sum();
    mentions.into_iter().map(move |mention| (mention, weight * salience(mention) / whole))
}

type StoryInFamily<'a> = ([u8; 16], &'a str);

fn story_in_family<'a>(document: &DayInput<'a>) -> StoryInFamily<'a> {
    (document.story.unwrap_or(document.id), document.outlet_family)
}

/// How many unsponsored items each story has within each family.
fn count_copies<'a>(day: Day, documents: &[DayInput<'a>]) -> HashMap<StoryInFamily<'a>, u32> {
    let mut copies = HashMap::with_capacity(documents.len());
    for document in documents {
        if document.published_at.day() == day && !document.sponsored {
            *copies.entry(story_in_family(document)).or_insert(0) += 1;
        }
    }
    copies
}

/// Net tone in steps of 2^-32, held in [-1, 1] whatever a model handed over.
fn fixed_tone(tone: Tone) -> i64 {
    to_fixed(f64::from(tone.positive) - f64::from(tone.negative)).clamp(-ONE, ONE)
}

/// The highest place where it stands: a title says what a text is about, a line far down may not.
fn salience(mention: &MentionInput<'_>) -> i64 {
    match (mention.in_title, mention.in_lead) {
        (true, _) => 3,
        (false, true) => 2,
        (false, false) => 1,
    }
}

#[derive(Default)]
struct OutletCount<'a> {
    /// Category, family and country; the smallest where a day's documents disagree, so that order is nothing.
    about: Option<(&'a str, &'a str, &'a str)>,
    tally: Tally,
    index: Weighed,
    asset_items: i64,
}

#[derive(Default)]
struct NamedCount<'a> {
    ticker: Option<&'a str>,
    tally: Tally,
    mentions: i64,
}

#[derive(Default)]
struct StoryCount {
    tally: Tally,
    families: Vec<(u32, Report)>,
    categories: Vec<(Category, u32)>,
}

impl StoryCount {
    fn add_category(&mut self, first: Option<Category>) {
        let Some(first) = first else { return };
        match self.categories.iter_mut().find(|(category, _)| *category == first) {
            Some((_, count)) => *count += 1,
            None => self.categories.push((first, 1)),
        }
    }

    fn add_report(&mut self, family: u32, report: Report) {
        match self.families.iter_mut().find(|(known, _)| *known == family) {
            Some((_, known)) => {
                known.minute = known.minute.into_iter().chain(report.minute).min();
                known.is_own |= report.is_own;
            }
            None => self.families.push((family, report)),
        }
    }
}

#[derive(Default)]
struct PersonCount {
    items: i64,
    index: Weighed,
    lead_attention: i64,
    categories: u32,
}

#[derive(Default)]
struct Counting<'a> {
    totals: Tally,
    unsponsored: Tally,
    families: Names<'a, ()>,
    outlets: Names<'a, OutletCount<'a>>,
    languages: Names<'a, Tally>,
    companies: Names<'a, CompanyCount<'a>>,
    assets: Names<'a, NamedCount<'a>>,
    kinds: [Tally; Kind::ALL.len()],
    categories: [Tally; Category::ALL.len()],
    uncategorised: Tally,
    cohorts: [Tally; Cohort::ALL.len()],
    cohort_categories: BTreeMap<(Cohort, Category), Tally>,
    people: HashMap<(&'a str, Option<Cohort>), PersonCount>,
    stories: HashMap<[u8; 16], StoryCount>,
    /// One per item and one per mention: sorted and merged at the end.
    buckets: Vec<Bucket>,
    outlet_assets: Vec<OutletAsset>,
    voices: VoiceCount<'a>,
}

impl<'a> Counting<'a> {
    fn add(&mut self, document: &DayInput<'a>, weight: i64) {
        let tone = fixed_tone(document.tone);
        let is_read = is_read(document.language);
        let tally = Tally::one(is_read.then_some((document.sentiment, tone)), weight);
        let index = weighed(document, weight);
        self.totals += tally;
        if !document.sponsored {
            self.unsponsored += tally;
        }

        let family = self.families.place(document.outlet_family);
        let outlet = self.outlets.place(document.outlet);
        let row = self.outlets.row(outlet);
        let about = (document.outlet_category, document.outlet_family, document.outlet_country);
        row.about = Some(row.about.map_or(about, |known| known.min(about)));
        row.tally += tally;
        row.index += index;
        row.asset_items += i64::from(!document.sponsored && !document.assets.is_empty());

        self.kinds[document.kind as usize] += tally;
        let language = self.languages.place(document.language);
        *self.languages.row(language) += tally;
        if document.categories.is_empty() {
            self.uncategorised += tally;
        }
        let cohort = document.cohort.filter(|_| is_read);
        let mut seen = 0u32;
        for category in &document.categories {
            let bit = 1 << (*category as u32);
            if seen & bit == 0 {
                seen |= bit;
                self.categories[*category as usize] += tally;
                if let Some(cohort) = cohort {
                    *self.cohort_categories.entry((cohort, *category)).or_default() += tally;
                }
            }
        }
        if let Some(cohort) = cohort {
            self.cohorts[cohort as usize] += tally;
        }
        self.voices.add(document, weight, seen);
        self.add_companies(document, tally);
        let lead_attention = self.add_assets(document, outlet, tally);
        if !document.author.is_empty() {
            let person = self.people.entry((document.author, document.cohort)).or_default();
            person.items += 1;
            person.index += index;
            person.lead_attention += lead_attention;
            person.categories |= seen;
        }

        let first = document.categories.iter().copied().find(|category| *category != Category::Sponsored);
        let ms = document.published_at.ms().rem_euclid(MS_PER_DAY);
        if let Some(story) = document.story {
            let row = self.stories.entry(story).or_default();
            row.tally += tally;
            row.add_category(first);
            if !document.sponsored {
                // Midnight sharp stands for a day without an hour.
                let minute = (ms > 0).then_some((ms / MS_PER_MINUTE) as u16);
                row.add_report(family, Report { minute, is_own: !document.repeats });
            }
        }
        if !document.sponsored && is_read {
            let quarter = (ms / (MS_PER_DAY / QUARTERS_PER_DAY)) as u8;
            self.buckets.push(Bucket { outlet, quarter, category: first, index });
        }
    }

    fn add_companies(&mut self, document: &DayInput<'a>, tally: Tally) {
        for mention in once_each(&document.companies) {
            let place = self.companies.place(mention.name);
            let row = self.companies.row(place);
            row.ticker = smaller_ticker(row.ticker, mention.ticker);
            row.tally += tally;
            if !document.sponsored {
                row.mentions += i64::from(mention.count);
            }
            row.tellings.push(Telling::new(document, mention.count, salience(mention)));
        }
    }

    /// Splits the item's weight over its assets by salience; the lead asset's part is handed back.
    fn add_assets(&mut self, document: &DayInput<'a>, outlet: u32, tally: Tally) -> i64 {
        let mut lead_attention = 0;
        for (mention, attention) in attention(document, tally.attention) {
            let asset = self.assets.place(mention.name);
            let row = self.assets.row(asset);
            row.ticker = smaller_ticker(row.ticker, mention.ticker);
            row.tally += Tally { attention, ..tally };
            if document.sponsored {
                continue;
            }
            row.mentions += i64::from(mention.count);
            let mentions = i64::from(mention.count);
            self.outlet_assets.push(OutletAsset { outlet, asset, attention, mentions });
            if mention.name == LEAD_ASSET {
                lead_attention = attention;
            }
        }
        lead_attention
    }

    fn finish(self, day: Day) -> DayRollup {
        let (families, family_moved) = self.families.sorted();
        let (outlets, outlet_moved) = self.outlets.sorted();
        let (assets, asset_moved) = self.assets.sorted();
        let family_place = |name: &str| families.binary_search_by_key(&name, |row| row.0).unwrap_or(0) as u32;
        let outlets = outlets.into_iter().map(|(name, row)| {
            let (category, family, country) = row.about.unwrap_or_default();
            OutletRow {
                name: name.to_owned(),
                category: category.to_owned(),
                family: family_place(family),
                country: country.to_owned(),
                tally: row.tally,
                index: row.index,
                asset_items: row.asset_items,
            }
        });
        let mut stories: Vec<StoryRow> = Vec::with_capacity(self.stories.len());
        for (story, mut row) in self.stories {
            row.families.iter_mut().for_each(|(family, _)| *family = family_moved[*family as usize]);
            row.families.sort_unstable_by_key(|(family, _)| *family);
            row.categories.sort_unstable();
            stories.push(StoryRow {
                story,
                tally: row.tally,
                families: row.families.iter().map(|(family, _)| *family).collect(),
                reports: row.families.iter().map(|(_, report)| *report).collect(),
                categories: row.categories.into(),
            });
        }
        stories.sort_unstable_by_key(|row| row.story);
        let mut people: Vec<PersonRow> = Vec::with_capacity(self.people.len());
        for ((name, cohort), row) in self.people {
            let PersonCount { items, index, lead_attention, categories } = row;
            people.push(PersonRow {
                name: name.to_owned(),
                cohort,
                items,
                index,
                lead_attention,
                categories,
            });
        }
        people.sort_unstable_by(|a, b| (&a.name, a.cohort).cmp(&(&b.name, b.cohort)));
        let mut buckets = self.buckets;
        buckets.iter_mut().for_each(|row| row.outlet = outlet_moved[row.outlet as usize]);
        buckets.sort_unstable_by_key(|row| (row.outlet, row.quarter, row.category));
        buckets.dedup_by(|row, kept| {
            let same = (row.outlet, row.quarter, row.category) == (kept.outlet, kept.quarter, kept.category);
            if same {
                kept.index += row.index;
            }
            same
        });
        let mut outlet_assets = self.outlet_assets;
        for row in &mut outlet_assets {
            (row.outlet, row.asset) = (outlet_moved[row.outlet as usize], asset_moved[row.asset as usize]);
        }
        outlet_assets.sort_unstable_by_key(|row| (row.outlet, row.asset));
        outlet_assets.dedup_by(|row, kept| {
            let same = (row.outlet, row.asset) == (kept.outlet, kept.asset);
            if same {
                kept.attention += row.attention;
                kept.mentions += row.mentions;
            }
            same
        });
        let languages = self.languages.sorted().0;
        let mut rollup = DayRollup {
            day,
            totals: self.totals,
            unsponsored: self.unsponsored,
            outlets: outlets.collect(),
            families: families.into_iter().map(|(name, ())| name.to_owned()).collect(),
            kinds: by_key(Kind::ALL, &self.kinds),
            categories: by_key(Category::ALL, &self.categories),
            uncategorised: self.uncategorised,
            languages: languages.into_iter().map(|(name, tally)| (name.to_owned(), tally)).collect(),
            companies: companies(self.companies.sorted().0),
            assets: named(assets),
            cohorts: by_key(Cohort::ALL, &self.cohorts),
            cohort_categories: self.cohort_categories.into_iter().collect(),
            people,
            stories,
            buckets,
            outlet_assets,
            voices: self.voices.finish(),
            digest: [0; 16],
        };
        rollup.digest = codec::digest(&rollup);
        rollup
    }
}

/// A text may hand the same name in twice; it still is one item that names it.
fn once_each<'i, 'a>(mentions: &'i [MentionInput<'a>]) -> Vec<&'i MentionInput<'a>> {
    let mut once: Vec<&MentionInput<'a>> = mentions.iter().collect();
    // The best place first, so that the one that is kept does not depend on the order of the list.
    once.sort_unstable_by_key(|mention| {
        (mention.name, -salience(mention), std::cmp::Reverse(mention.count), mention.ticker)
    });
    once.dedup_by_key(|mention| mention.name);
    once
}

fn smaller_ticker<'a>(known: Option<&'a str>, new: Option<&'a str>) -> Option<&'a str> {
    match (known, new.filter(|ticker| !ticker.is_empty())) {
        (Some(known), Some(new)) => Some(known.min(new)),
        (known, new) => known.or(new),
    }
}

/// The keys that have anything, in the order of the list.
fn by_key<Key: Copy>(keys: &[Key], tallies: &[Tally]) -> Vec<(Key, Tally)> {
    let rows = keys.iter().copied().zip(tallies.iter().copied());
    rows.filter(|(_, tally)| tally.count > 0).collect()
}

fn named(rows: Vec<(&str, NamedCount<'_>)>) -> Vec<NamedRow> {
    rows.into_iter()
        .map(|(name, row)| NamedRow {
            name: name.to_owned(),
            ticker: row.ticker.map(str::to_owned),
            tally: row.tally,
            mentions: row.mentions,
        })
        .collect()
}
