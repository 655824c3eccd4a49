//! Who is quoted, by the outlets that carry it or by statements, over a range of days.
//!
//! A statement that is reported on several days is one, so that different statements of a range are no sum of days. The first walk
//! through the days says of everybody how many outlets there are and how many statements there can be at most; a second counts those
//! who can be among the first. What is held grows with the speakers, not with what they said.

use std::collections::HashMap;
#[cfg(test)]
use std::collections::HashSet;

use domain::{Cohort, Day, Instant, MentionKind};

use crate::ids::IdState;
use crate::rollup::{SaidDay, SaidRow};

/// More than are asked for: reports of one statement on several days move few places.
const SPARE: usize = 4;

/// Which reports; what is left out does not matter.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reported<'a> {
    pub cohort: Option<Cohort>,
    pub about: Option<(MentionKind, &'a str)>,
    /// For whom they speak, by its name, and its own id as a speaker.
    pub affiliation: Option<(&'a str, [u8; 16])>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Most outlets first.
    Reach,
    /// Most statements first.
    Statements,
}

/// A speaker among others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quoted {
    pub speaker: [u8; 16],
    /// Different ones.
    pub statements: i64,
    pub articles: i64,
    pub outlets: i64,
    /// Statements of each tone.
    pub positive: i64,
    pub negative: i64,
    pub last_at: Instant,
}

impl Quoted {
    fn rank(&self, by: By) -> (i64, i64) {
        match by {
            By::Reach => (self.outlets, self.statements),
            By::Statements => (self.statements, self.outlets),
        }
    }
}

/// Of a speaker, as far as the days are gone through.
#[derive(Debug)]
struct Reach {
    speaker: [u8; 16],
    /// A bit for each outlet.
    outlets: Vec<u64>,
    /// Summed over days.
    statements: i64,
    articles: i64,
    last_at: Instant,
}

/// The first walk.
#[derive(Debug)]
pub struct SpeakerReach<'a> {
    reported: Reported<'a>,
    places: HashMap<[u8; 16], u32, IdState>,
    reaches: Vec<Reach>,
    outlets: HashMap<i64, usize, IdState>,
}

impl<'a> SpeakerReach<'a> {
    pub fn new(reported: Reported<'a>) -> SpeakerReach<'a> {
        SpeakerReach {
            reported,
            places: HashMap::default(),
            reaches: Vec::new(),
            outlets: HashMap::default(),
        }
    }

    pub fn add(&mut self, day: Day, said: &SaidDay<'_>) {
        let Some(fits) = self.reported.on(said) else { return };
        let next = |known: &mut HashMap<i64, usize, IdState>, outlet| {
            let next = known.len();
            *known.entry(outlet).or_insert(next)
        };
        let outlets: Vec<usize> = said.outlets().map(|outlet| next(&mut self.outlets, outlet)).collect();
        let (start, mut groups) = (day.start(), Vec::new());
        for (speaker, rows) in said.speakers() {
            groups.clear();
            let mut rows = rows.filter(|row| fits.row(speaker, *row)).peekable();
            if rows.peek().is_none() {
                continue;
            }
            let reach = self.reach(speaker, start);
            let mut last_document = None;
            for row in rows {
                groups.push(row.group());
                if last_document == Some(row.document()) {
                    continue;
                }
                last_document = Some(row.document());
                let (at, outlet) = said.document(row);
                reach.articles += 1;
                reach.last_at = reach.last_at.max(start.plus_ms(i64::from(at)));
                let (word, bit) = (outlets[outlet] / 64, outlets[outlet] % 64);
                if reach.outlets.len() <= word {
                    reach.outlets.resize(word + 1, 0);
                }
                reach.outlets[word] |= 1 << bit;
            }
            groups.sort_unstable();
            groups.dedup();
            reach.statements += groups.len() as i64;
        }
    }

    fn reach(&mut self, speaker: [u8; 16], at: Instant) -> &mut Reach {
        let next = self.reaches.len();
        let place = *self.places.entry(speaker).or_insert(next as u32) as usize;
        if place == next {
            self.reaches.push(Reach {
                speaker,
                outlets: Vec::new(),
                statements: 0,
                articles: 0,
                last_at: at,
            });
        }
        &mut self.reaches[place]
    }

    /// Everybody, in the order of what they can come to at most.
    pub fn ranked(self, by: By) -> SpeakerRanks<'a> {
        let quoted = |reach: &Reach| Quoted {
            speaker: reach.speaker,
            statements: reach.statements,
            articles: reach.articles,
            outlets: reach.outlets.iter().map(|word| i64::from(word.count_ones())).sum(),
            positive: 0,
            negative: 0,
            last_at: reach.last_at,
        };
        let mut quoted: Vec<Quoted> = self.reaches.iter().map(quoted).collect();
        quoted.sort_unstable_by(|a, b| b.rank(by).cmp(&a.rank(by)).then(a.speaker.cmp(&b.speaker)));
        SpeakerRanks { reported: self.reported, by, quoted }
    }
}

/// Who can be among the first, after the first walk.
#[derive(Debug)]
pub struct SpeakerRanks<'a> {
    reported: Reported<'a>,
    by: By,
    quoted: Vec<Quoted>,
}

/// Tones of different statements, summed, by the number of what was said.
type Tones = HashMap<u64, [f64; 3], IdState>;

/// The second walk: the different statements of some, with their tones summed.
#[derive(Debug)]
pub struct SpeakerStatements<'a> {
    reported: Reported<'a>,
    counted: Vec<(Quoted, Tones)>,
}

impl<'a> SpeakerRanks<'a> {
    /// To be counted for the first `wanted`.
    pub fn leading(&self, wanted: usize) -> SpeakerStatements<'a> {
        let leading = self.quoted.iter().take(wanted.saturating_mul(SPARE));
        SpeakerStatements {
            reported: self.reported,
            counted: leading.map(|quoted| (*quoted, HashMap::default())).collect(),
        }
    }

    /// The first `wanted`; none where somebody who was not counted could be among them: then more have to be.
    pub fn first(&self, counted: SpeakerStatements<'_>, wanted: usize) -> Option<Vec<Quoted>> {
        let next = self.quoted.get(counted.counted.len());
        let mut quoted: Vec<Quoted> = counted.counted.into_iter().map(toned).collect();
        quoted.sort_unstable_by(|a, b| b.rank(self.by).cmp(&a.rank(self.by)).then(a.speaker.cmp(&b.speaker)));
        quoted.truncate(wanted);
        let is_sure = match (next, quoted.last()) {
            (Some(next), Some(last)) => last.rank(self.by) > next.rank(self.by),
            _ => true,
        };
        is_sure.then_some(quoted)
    }
}

impl SpeakerStatements<'_> {
    pub fn add(&mut self, said: &SaidDay<'_>) {
        let Some(fits) = self.reported.on(said) else { return };
        for (quoted, groups) in &mut self.counted {
            let Some(rows) = said.find(quoted.speaker) else { continue };
            for row in rows.filter(|row| fits.row(quoted.speaker, *row)) {
                let tone = row.tone();
                let sums = groups.entry(row.group()).or_default();
                let parts = [tone.positive, tone.neutral, tone.negative];
                sums.iter_mut().zip(parts).for_each(|(sum, part)| *sum += f64::from(part));
            }
        }
    }
}

/// A statement has the tone that its reports give it together; neutral where two are equally likely.
fn toned((quoted, groups): (Quoted, HashMap<u64, [f64; 3], IdState>)) -> Quoted {
    let count = |is_it: fn(&[f64; 3]) -> bool| groups.values().filter(|sums| is_it(sums)).count() as i64;
    Quoted {
        statements: groups.len() as i64,
        positive: count(|[positive, neutral, negative]| positive > neutral && positive > negative),
        negative: count(|[positive, neutral, negative]| negative > neutral && negative > positive),
        ..quoted
    }
}

/// What is asked for, in the places of a day.
struct Fits {
    cohort: Option<Cohort>,
    subject: Option<u32>,
    affiliation: Option<(Option<u32>, [u8; 16])>,
}

impl Reported<'_> {
    /// None where nothing of the day can fit.
    fn on(&self, said: &SaidDay<'_>) -> Option<Fits> {
        let subject = match self.about {
            Some((kind, name)) => Some(said.subject(kind, name)?),
            None => None,
        };
        let affiliation = self.affiliation.map(|(name, itself)| (said.affiliation(name), itself));
        Some(Fits { cohort: self.cohort, subject, affiliation })
    }
}

impl Fits {
    fn row(&self, speaker: [u8; 16], row: SaidRow<'_>) -> bool {
        self.cohort.is_none_or(|cohort| row.cohort() == Some(cohort))
            && self.subject.is_none_or(|subject| row.subject() == Some(subject))
            && self.affiliation.is_none_or(|(place, itself)| {
                speaker == itself || place.is_some_and(|place| row.affiliation() == place)
            })
    }
}

/// All days at once, without any walk: what the walks must come to.
#[cfg(test)]
pub(crate) fn plainly(days: &[(Day, SaidDay<'_>)], reported: Reported<'_>, by: By) -> Vec<Quoted> {
    let mut found: HashMap<[u8; 16], Quoted> = HashMap::new();
    let mut seen: HashMap<[u8; 16], (HashSet<i64>, Tones)> = HashMap::new();
    for (day, said) in days {
        let outlets: Vec<i64> = said.outlets().collect();
        let mut documents = HashSet::new();
        let Some(fits) = reported.on(said) else { continue };
        for (speaker, rows) in said.speakers() {
            for row in rows.filter(|row| fits.row(speaker, *row)) {
                let (at, outlet) = said.document(row);
                let at = day.start().plus_ms(i64::from(at));
                let one = found.entry(speaker).or_insert(Quoted {
                    speaker,
                    statements: 0,
                    articles: 0,
                    outlets: 0,
                    positive: 0,
                    negative: 0,
                    last_at: at,
                });
                one.articles += i64::from(documents.insert((speaker, row.document())));
                one.last_at = one.last_at.max(at);
                let (own, groups) = seen.entry(speaker).or_default();
                own.insert(outlets[outlet]);
                let tone = row.tone();
                let sums = groups.entry(row.group()).or_default();
                sums[0] += f64::from(tone.positive);
                sums[1] += f64::from(tone.neutral);
                sums[2] += f64::from(tone.negative);
            }
        }
    }
    let mut quoted: Vec<Quoted> = found
        .into_values()
        .filter_map(|one| {
            let (outlets, groups) = seen.remove(&one.speaker)?;
            Some(Quoted { outlets: outlets.len() as i64, ..toned((one, groups)) })
        })
        .collect();
    quoted.sort_unstable_by(|a, b| b.rank(by).cmp(&a.rank(by)).then(a.speaker.cmp(&b.speaker)));
    quoted
}

#[cfg(test)]
#[path = "speakers_tests.rs"]
mod tests;
