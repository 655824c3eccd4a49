//! Great events: when one takes up a good part of all that is told, its items are too unlike to meet pair by pair, but the
//! groups that they make share what the hour is full of.

use std::collections::BTreeMap;

use super::agglomerate::{Group, agglomerate};
use super::bursts::Bursts;
use super::clusterer::Clusterer;
use super::frequency::TermMap;
use super::likeness::MS_PER_DAY;
use super::settings::Linkage;
use super::terms::Term;

/// Groups that are looked at, those that say most of what bursts first.
const MAX_GROUPS: usize = 3_000;

/// Terms that a group is known by.
const MAX_TERMS: usize = 128;

/// Days between the middles of two groups beyond which they are not compared.
const REACH_DAYS: f64 = 2.5;

/// Days that cost nothing, and what each further one does to a likeness, as a power of e.
const FREE_DAYS: f64 = 0.25;
const PER_DAY: f64 = -0.5;

/// Likeness below which two groups have nothing in common.
const LEAST: f32 = 0.1;

/// The cosine of the sums of two groups.
const COSINE: Linkage = Linkage { inner: 1.0, size_titles: 0.0 };

/// A group that tells of what bursts.
struct Telling {
    /// Among all groups.
    number: usize,
    /// The mean of its items' times.
    day: f64,
    /// How much of what its items begin with are terms that burst.
    share: f32,
    group: Group,
    terms: Vec<(Term, f32)>,
}

impl Clusterer {
    /// Makes one of the groups that tell of one great event; the others stay as they are.
    pub(super) fn gather(&self, mut found: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
        let mut bursts = Bursts::default();
        let mut telling: Vec<Telling> = found
            .iter()
            .enumerate()
            .filter_map(|(number, members)| self.telling(number, members, &mut bursts))
            .collect();
        telling.sort_by(|a, b| b.share.total_cmp(&a.share));
        telling.truncate(MAX_GROUPS);
        telling.sort_by(|a, b| a.day.total_cmp(&b.day).then(a.number.cmp(&b.number)));
        let groups = telling.iter().map(|telling| telling.group).collect();
        let first = agglomerate(groups, &edges(&telling), self.settings.gather.join, &COSINE);
        for (at, first) in first.into_iter().enumerate() {
            if first as usize != at {
                let members = std::mem::take(&mut found[telling[at].number]);
                found[telling[first as usize].number].extend(members);
            }
        }
        found.retain(|members| !members.is_empty());
        found
    }

    /// None where a group has little of what bursts, where most of its titles have nothing, or where it has only titles.
    fn telling(&self, number: usize, members: &[u32], bursts: &mut Bursts) -> Option<Telling> {
        let settings = &self.settings.gather;
        let (mut share, mut days, mut headed, mut titles) = (0.0, 0.0, 0, 0);
        let mut sums: TermMap<f32> = TermMap::default();
        let mut terms: Vec<(Term, f32)> = Vec::new();
        for slot in members {
            let weighed = &self.kept(*slot).weighed;
            let burst = bursts.around(&weighed.item, self);
            let (mut all, mut of_burst, mut is_headed) = (0.0, 0.0, false);
            terms.clear();
            for (mark, weight) in weighed.beginning() {
                let more = burst.get(&mark.term).copied().unwrap_or(0.0);
                let weight = weight * (1.0 + settings.weight * more);
                all += weight * weight;
                if more > 0.0 {
                    of_burst += weight * weight;
                    is_headed |= mark.in_title > 0;
                }
                terms.push((mark.term, weight));
            }
            let length = all.sqrt().max(1e-6);
            terms.iter().for_each(|(term, weight)| *sums.entry(*term).or_insert(0.0) += weight / length);
            share += of_burst / (length * length);
            days += weighed.item.at_ms as f64 / f64::from(MS_PER_DAY);
            headed += usize::from(is_headed);
            titles += usize::from(!weighed.item.is_text());
        }
        let size = members.len() as f32;
        if share < settings.least_said * size || headed * 2 < members.len() || titles * 2 > members.len() {
            return None;
        }
        let mut terms: Vec<(Term, f32)> = sums.into_iter().collect();
        terms.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        terms.truncate(MAX_TERMS);
        let inside = terms.iter().map(|(_, weight)| weight * weight).sum();
        let group = Group { size, titles: 0.0, inside };
        Some(Telling { number, day: days / f64::from(size), share: share / size, group, terms })
    }
}

/// The likenesses of groups that are near in time, which they are in the order of.
fn edges(telling: &[Telling]) -> Vec<(u32, u32, f32)> {
    let mut edges = Vec::new();
    let mut known: BTreeMap<Term, Vec<(u32, f32)>> = BTreeMap::new();
    for (at, own) in telling.iter().enumerate() {
        let mut sums = vec![0.0; at];
        let is_near = |other: &u32| own.day - telling[*other as usize].day <= REACH_DAYS;
        for (term, weight) in &own.terms {
            let listed = known.entry(*term).or_default();
            for (other, theirs) in listed.iter().rev().take_while(|(other, _)| is_near(other)) {
                sums[*other as usize] += weight * theirs;
            }
            listed.push((at as u32, *weight));
        }
        for (other, sum) in sums.into_iter().enumerate() {
            let them = &telling[other];
            let gap = (own.day - them.day - FREE_DAYS).max(0.0);
            let between = sum * (PER_DAY * gap).exp() as f32;
            if between >= LEAST * (own.group.inside * them.group.inside).sqrt() {
                edges.push((other as u32, at as u32, between));
            }
        }
    }
    edges
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use domain::{DocumentId, Instant};

    use super::super::terms::stir;
    use super::super::{Clusterer, Settings, StoryId, StoryItem};

    const HOUR: i64 = 3_600_000;

    /// Common words in a muddle, and some that few have.
    fn filler(n: u64) -> String {
        let word = |k: u64| stir(stir(n * 8 + k + 1)) % 300;
        format!("word{}a name{}b word{}a thing{n}c word{}a", word(1), word(2), word(3), word(4))
    }

    /// Eighteen days of forty items, on some of which most titles say what is `told`; with the stories of those that say it on
    /// the last day.
    fn grown(settings: Settings, told: &str, days_told: std::ops::Range<i64>) -> (Clusterer, Vec<StoryId>) {
        let mut clusterer = Clusterer::new(settings);
        let (mut n, mut stories) = (0u64, std::collections::BTreeMap::new());
        for day in 0..18i64 {
            for hour in 0..40i64 {
                n += 1;
                let is_told = days_told.contains(&day) && hour % 4 != 0;
                let said = if is_told { told } else { "" };
                let title = format!("{said} {} {}", filler(n), filler(n + 10_000));
                let content = [20_000, 30_000, 40_000, 50_000].map(|k| filler(n + k)).join(" ");
                let item = StoryItem {
                    id: DocumentId::from_bytes(u128::from(n).to_be_bytes()),
                    at: Instant::from_ms(1_700_006_400_000 + day * 24 * HOUR + hour * HOUR / 2),
                    title: &title,
                    content: &content,
                    outlet: "",
                    language: "en",
                    across: false,
                    entities: &[],
                    fingerprint: 0,
                };
                let placed = clusterer.place(&item);
                if is_told && day == 17 {
                    stories.insert(item.id, placed.story);
                }
            }
            for (document, story) in clusterer.review().moved {
                stories.entry(document).and_modify(|known| *known = story);
            }
        }
        (clusterer, stories.into_values().collect())
    }

    fn count(stories: &[StoryId]) -> usize {
        stories.iter().collect::<BTreeSet<_>>().len()
    }

    const WAR: &str = "Ostland strikes Westland harbour";

    #[test]
    fn a_great_event_is_one_story_where_pairs_would_not_meet() {
        let mut alone = Settings::default();
        alone.gather.least_items = u32::MAX;
        let (_, apart) = grown(alone, WAR, 17..18);
        let (clusterer, together) = grown(Settings::default(), WAR, 17..18);
        assert!(count(&apart) > 10);
        assert_eq!(count(&together), 1);
        assert!(clusterer.open_stories() > 500, "the others stay as they are");
    }

    #[test]
    fn what_is_told_every_day_is_not_gathered() {
        let (_, stories) = grown(Settings::default(), WAR, 0..18);
        assert!(count(&stories) > 10, "{}", count(&stories));
    }

    #[test]
    fn a_month_is_no_event() {
        let (_, stories) = grown(Settings::default(), "June July August September", 17..18);
        assert!(count(&stories) > 10, "{}", count(&stories));
    }
}
