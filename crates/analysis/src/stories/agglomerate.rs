//! Groups by average linkage over a sparse graph: the two groups that are most alike become one, until none are alike
//! enough. Deterministic in the order of the groups.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::frequency::TermMap;
use super::settings::Linkage;

/// Items above which a group of titles gains nothing more from its size.
const SIZE_COUNTED: f32 = 40.0;

/// Some items that are taken as one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub size: f32,
    /// Items of them that are only titles.
    pub titles: f32,
    /// Sum of the chances of all ordered pairs inside, each item with itself included.
    pub inside: f32,
}

impl Group {
    pub fn single(is_text: bool) -> Group {
        Group { size: 1.0, titles: if is_text { 0.0 } else { 1.0 }, inside: 1.0 }
    }

    /// What the sum of chances between this group and another is multiplied by, for this one's part.
    pub fn factor(&self, linkage: &Linkage) -> f32 {
        let titles = self.titles / self.size;
        let average = (self.inside / (self.size * self.size)).clamp(1e-6, 1.0);
        self.size.min(SIZE_COUNTED).powf(linkage.size_titles * titles)
            / (self.size * average.powf(linkage.inner / 2.0))
    }

    fn with(&self, other: &Group, between: f32) -> Group {
        Group {
            size: self.size + other.size,
            titles: self.titles + other.titles,
            inside: self.inside + other.inside + 2.0 * between,
        }
    }
}

struct Candidate {
    link: f32,
    pair: (u32, u32),
    /// How often each had been joined when this was reckoned.
    ages: (u32, u32),
}

impl Ord for Candidate {
    fn cmp(&self, other: &Candidate) -> Ordering {
        self.link.total_cmp(&other.link).then(other.pair.cmp(&self.pair))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Candidate) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Candidate {
    fn eq(&self, other: &Candidate) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Candidate {}

struct Joining<'a> {
    join: f32,
    linkage: &'a Linkage,
    groups: Vec<Group>,
    factors: Vec<f32>,
    ages: Vec<u32>,
    /// Sums of chances to the neighbours.
    between: Vec<TermMap<f32>>,
    queue: BinaryHeap<Candidate>,
}

/// For each group the first of those that it was joined with. `edges` are sums of chances between two groups; a pair
/// comes once.
pub(super) fn agglomerate(
    groups: Vec<Group>,
    edges: &[(u32, u32, f32)],
    join: f32,
    linkage: &Linkage,
) -> Vec<u32> {
    let count = groups.len();
    let mut joining = Joining {
        join,
        linkage,
        factors: groups.iter().map(|group| group.factor(linkage)).collect(),
        groups,
        ages: vec![0; count],
        between: (0..count).map(|_| TermMap::default()).collect(),
        queue: BinaryHeap::new(),
    };
    for (a, b, chance) in edges {
        joining.between[*a as usize].insert(u64::from(*b), *chance);
        joining.between[*b as usize].insert(u64::from(*a), *chance);
    }
    for (a, b, chance) in edges {
        joining.offer(*a, *b, *chance);
    }
    let mut first: Vec<u32> = (0..count as u32).collect();
    while let Some(Candidate { pair: (a, b), ages, .. }) = joining.queue.pop() {
        if ages == (joining.ages[a as usize], joining.ages[b as usize]) {
            joining.join(a, b);
            first[b as usize] = a;
        }
    }
    for group in 0..count {
        // What a group was joined to comes before it, and is known already.
        first[group] = first[first[group] as usize];
    }
    first
}

impl Joining<'_> {
    fn offer(&mut self, a: u32, b: u32, between: f32) {
        let link = between * self.factors[a as usize] * self.factors[b as usize];
        if link >= self.join {
            let pair = (a.min(b), a.max(b));
            let ages = (self.ages[pair.0 as usize], self.ages[pair.1 as usize]);
            self.queue.push(Candidate { link, pair, ages });
        }
    }

    fn join(&mut self, a: u32, b: u32) {
        let (at, gone) = (a as usize, b as usize);
        let between = self.between[at].remove(&u64::from(b)).unwrap_or(0.0);
        self.groups[at] = self.groups[at].with(&self.groups[gone], between);
        self.factors[at] = self.groups[at].factor(self.linkage);
        self.ages[at] += 1;
        self.ages[gone] = u32::MAX;
        for (neighbour, chance) in std::mem::take(&mut self.between[gone]) {
            if neighbour == u64::from(a) {
                continue;
            }
            let theirs = &mut self.between[neighbour as usize];
            theirs.remove(&u64::from(b));
            *theirs.entry(u64::from(a)).or_insert(0.0) += chance;
            *self.between[at].entry(neighbour).or_insert(0.0) += chance;
        }
        let neighbours: Vec<(u64, f32)> = self.between[at].iter().map(|(n, chance)| (*n, *chance)).collect();
        for (neighbour, chance) in neighbours {
            self.offer(a, neighbour as u32, chance);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Settings;
    use super::*;

    fn joined(groups: Vec<Group>, edges: &[(u32, u32, f32)]) -> Vec<u32> {
        let settings = Settings::default();
        agglomerate(groups, edges, settings.join, &settings.linkage)
    }

    fn texts(count: usize) -> Vec<Group> {
        vec![Group::single(true); count]
    }

    #[test]
    fn the_nearest_are_joined_and_a_bridge_is_not_enough() {
        let edges = [(0, 1, 0.9), (1, 2, 0.8), (0, 2, 0.85), (3, 4, 0.9), (2, 3, 0.7)];
        assert_eq!(joined(texts(6), &edges), [0, 0, 0, 3, 3, 5]);
    }

    #[test]
    fn many_titles_that_are_a_little_alike_are_one() {
        let mut edges = Vec::new();
        for a in 0..12u32 {
            for b in a + 1..12 {
                edges.push((a, b, if b == a + 1 { 0.7 } else { 0.3 }));
            }
        }
        let titles = vec![Group::single(false); 12];
        assert_eq!(joined(titles, &edges), [0; 12]);
        assert_ne!(joined(texts(12), &edges), [0; 12]);
    }
}
