//! What narratives are called and what people decided about them, as the store has it.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, PoisonError, RwLock};

use analysis::narratives::{GOOD_SHARE, SaidPhrases};
use domain::hash::from_hex;
use serde::{Deserialize, Serialize};
use store::narratives::NarrativeRow;

/// A narrative as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NarrativeInfo {
    pub id: [u8; 16],
    /// What a person calls it, else what recurs in its stories.
    pub name: String,
    /// What else it can be called where that fits the days better; nothing where a person named it.
    names: Names,
    pub pinned: bool,
    pub muted: bool,
    /// What its stories name most often.
    pub companies: Vec<String>,
    pub assets: Vec<String>,
}

/// What a narrative can be called, the best first, and which of its stories say it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Names {
    names: Vec<String>,
    /// By the beginnings of their ids, one bit for each phrase of the names.
    said: BTreeMap<u32, u32>,
}

impl Names {
    /// Names made of phrases that stories, each with its titles, say or not.
    pub fn of<'a>(names: Vec<String>, stories: impl Iterator<Item = ([u8; 16], &'a [String])>) -> Names {
        let mut names = Names { names, said: BTreeMap::new() };
        names.see(stories);
        names
    }

    /// Looks at the stories that it has now.
    pub fn see<'a>(&mut self, stories: impl Iterator<Item = ([u8; 16], &'a [String])>) {
        let phrases = SaidPhrases::new(self.phrases());
        self.said = stories.map(|(story, titles)| (begins(story), phrases.said(titles))).collect();
    }

    pub fn read(text: &str) -> Names {
        serde_json::from_str(text).unwrap_or_default()
    }

    pub fn written(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The phrases of all names, each once.
    fn phrases(&self) -> Vec<&str> {
        let mut phrases: Vec<&str> = Vec::new();
        for phrase in self.names.iter().flat_map(|name| name.split(", ")) {
            if !phrases.contains(&phrase) && phrases.len() < SaidPhrases::MOST {
                phrases.push(phrase);
            }
        }
        phrases
    }

    /// The first name of which each phrase is said in a good part of the articles of these stories, or else the single phrase
    /// that most of them say. None where not even half of these articles are of stories whose titles are known.
    fn fitting(&self, stories: &[([u8; 16], i64)]) -> Option<&String> {
        let phrases = self.phrases();
        let mut said = vec![0; phrases.len()];
        let (mut all, mut known) = (0, 0);
        for (story, articles) in stories {
            all += articles;
            let Some(bits) = self.said.get(&begins(*story)) else { continue };
            known += articles;
            let of_story = said.iter_mut().enumerate().filter(|(at, _)| bits & 1 << at != 0);
            of_story.for_each(|(_, said)| *said += articles);
        }
        let least = |name: &&String| {
            let said = |phrase| phrases.iter().position(|known| *known == phrase).map_or(0, |at| said[at]);
            name.split(", ").map(said).min().unwrap_or(0)
        };
        let holds = |name: &&String| least(name) as f32 >= GOOD_SHARE * known as f32;
        let alone = || self.names.iter().rev().filter(|name| !name.contains(", ")).max_by_key(least);
        if known == 0 || 2 * known < all {
            return None;
        }
        self.names.iter().find(holds).or_else(alone)
    }
}

/// Enough to tell the stories of a narrative apart.
fn begins([a, b, c, d, ..]: [u8; 16]) -> u32 {
    u32::from_be_bytes([a, b, c, d])
}

impl NarrativeInfo {
    /// As it is called where these of its stories are told, with so many articles each.
    pub fn for_stories(&self, stories: &[([u8; 16], i64)]) -> NarrativeInfo {
        let name = self.names.fitting(stories).unwrap_or(&self.name).clone();
        NarrativeInfo {
            name,
            names: Names::default(),
            companies: self.companies.clone(),
            assets: self.assets.clone(),
            ..*self
        }
    }
}

/// All narratives by their ids.
pub type Infos = HashMap<[u8; 16], NarrativeInfo>;

#[derive(Debug, Default)]
pub struct Narratives(RwLock<Held>);

#[derive(Debug, Default)]
struct Held {
    /// The change of the store up to which it has come.
    revision: i64,
    infos: Arc<Infos>,
}

impl Narratives {
    /// The change of the store up to which it has come.
    pub fn revision(&self) -> i64 {
        self.0.read().unwrap_or_else(PoisonError::into_inner).revision
    }

    pub fn infos(&self) -> Arc<Infos> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner).infos)
    }

    pub fn set(&self, revision: i64, rows: Vec<NarrativeRow>) {
        let mut infos: Vec<NarrativeInfo> = rows.into_iter().filter_map(info).collect();
        tell_apart(&mut infos);
        let infos = infos.into_iter().map(|info| (info.id, info)).collect();
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Held { revision, infos: Arc::new(infos) };
    }

    pub fn forget(&self) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Held::default();
    }
}

/// Leaves each name to one of them: the one that is called so, or else the one with most stories.
fn tell_apart(infos: &mut [NarrativeInfo]) {
    infos.sort_by(|a, b| b.names.said.len().cmp(&a.names.said.len()).then(a.id.cmp(&b.id)));
    let mut taken: HashSet<String> = infos.iter().map(|info| info.name.to_lowercase()).collect();
    for info in infos {
        let own = info.name.to_lowercase();
        info.names.names.retain(|name| name.to_lowercase() == own || taken.insert(name.to_lowercase()));
    }
}

fn info(row: NarrativeRow) -> Option<NarrativeInfo> {
    let names = |json: &str| serde_json::from_str(json).unwrap_or_default();
    Some(NarrativeInfo {
        id: from_hex(&row.id)?,
        names: if row.given_name.is_some() { Names::default() } else { Names::read(&row.names) },
        name: row.given_name.unwrap_or(row.name),
        pinned: row.pinned,
        muted: row.muted,
        companies: names(&row.companies),
        assets: names(&row.assets),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: u8, name: &str, names: &[&str], titles: &[&str]) -> NarrativeRow {
        let titles: Vec<Vec<String>> = titles.iter().map(|title| vec![(*title).to_owned()]).collect();
        let stories = (1..).zip(&titles).map(|(story, titles)| ([story; 16], titles.as_slice()));
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        NarrativeRow {
            id: domain::hash::to_hex(&[id; 16]),
            name: name.to_owned(),
            names: Names::of(names, stories).written(),
            ..NarrativeRow::default()
        }
    }

    fn held(rows: Vec<NarrativeRow>) -> Arc<Infos> {
        let narratives = Narratives::default();
        narratives.set(1, rows);
        narratives.infos()
    }

    const TITLES: [&str; 5] = [
        "Farm subsidy: Ohio votes",
        "Ohio and the farm subsidy",
        "Farm subsidy in Iowa",
        "Iowa ends farm subsidy",
        "Levy on grain",
    ];
    const NAMES: [&str; 3] = ["Farm subsidy, Ohio", "Farm subsidy, Iowa", "Farm subsidy"];

    #[test]
    fn the_second_phrase_holds_for_the_stories_it_is_shown_for() {
        let infos = held(vec![row(1, NAMES[0], &NAMES, &TITLES)]);
        let name = |stories: &[(u8, i64)]| {
            let stories: Vec<([u8; 16], i64)> =
                stories.iter().map(|(story, count)| ([*story; 16], *count)).collect();
            infos[&[1; 16]].for_stories(&stories).name
        };
        assert_eq!(name(&[(1, 1), (3, 3)]), "Farm subsidy, Ohio", "a quarter says it");
        assert_eq!(name(&[(1, 1), (3, 9)]), "Farm subsidy, Iowa");
        assert_eq!(name(&[(5, 9), (3, 1), (1, 1)]), "Farm subsidy");
        assert_eq!(name(&[(9, 9), (3, 1)]), "Farm subsidy, Ohio", "of most nothing is known");
        assert_eq!(name(&[]), "Farm subsidy, Ohio");
    }

    #[test]
    fn no_two_have_one_name_and_a_given_one_stays() {
        let given =
            NarrativeRow { given_name: Some("Grain".to_owned()), ..row(3, NAMES[0], &NAMES, &TITLES) };
        let infos = held(vec![
            row(1, NAMES[0], &NAMES, &TITLES),
            row(2, NAMES[1], &["Farm subsidy, Iowa", "Farm subsidy"], &TITLES[2..]),
            given,
        ]);
        let of = |id: u8, story: u8| infos[&[id; 16]].for_stories(&[([story; 16], 1)]).name;
        assert_eq!(of(1, 1), "Farm subsidy, Ohio");
        assert_eq!(of(1, 3), "Farm subsidy", "the other one is called so");
        assert_eq!(of(2, 3), "Farm subsidy, Iowa", "and the plain name is that of the larger");
        assert_eq!(of(3, 3), "Grain");
    }
}
