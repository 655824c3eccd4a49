//! Who says what: each cohort's posts, statements, people and tone over a range.
//!
//! What is weighed is a person's day: somebody who speaks ten times on a day, or once in twelve outlets, counts once.

use std::collections::HashSet;

use domain::time::MS_PER_DAY;
use domain::{Category, Cohort, Day, DayRange, Instant, MentionKind, Sentiment};

use super::rounding::{Ratios, ratios};
use crate::ids::IdState;
use crate::rollup::{Tally, VoiceRow, Voices};
use crate::statistics::{confidence, net_share};
use crate::voices::{self, Told, VoiceDay};

pub const METHOD: super::Described = super::Described {
    id: "cohorts",
    name: "Cohorts",
    version: "cohorts-3",
    summary: "Posts, and statements that articles report, by the role of who speaks. Somebody who is quoted and whom no \
              article gives a role is a commentator, at a role confidence of 50 %; a post whose author's role is not known, or \
              in a language that is not read, is in no cohort. A statement counts once in a range however many outlets carry it. Tones are those of people's \
              days: all that somebody says in a role on a day, or on a day about what is asked for, is one, in the tone of its \
              mean. Net sentiment is the share of positive less that of negative days, its interval 95 % by Jeffreys' \
              prior. Confidence is 100 * (1 - e^(-n / 50)) * min(1, people / 8) * (1 - stale), with n people's days; it \
              fades from two days of silence to eight.",
};

/// What is spoken about; what is left out does not matter.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spoken<'a> {
    /// Of the documents.
    pub category: Option<Category>,
    /// What a statement is about, or a post names.
    pub subject: Option<(MentionKind, &'a str)>,
    /// Only what these say.
    pub documents: Option<&'a HashSet<[u8; 16]>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CohortAnswer {
    pub cohort: Cohort,
    /// Documents behind all of it.
    pub article_count: i64,
    pub post_count: i64,
    /// Different ones.
    pub statement_count: i64,
    pub speaker_count: usize,
    /// What the shares are of.
    pub speaker_days: i64,
    pub ratios: Ratios,
    /// Positive less negative, of the ratios as printed.
    pub net_sentiment: f64,
    /// Its 95 % interval.
    pub low: f64,
    pub high: f64,
    /// 0..100: how sure the roles are.
    pub role_confidence: f64,
    /// 0..100.
    pub confidence: f64,
}

/// What a cohort said in a range.
#[derive(Clone, Debug, Default)]
pub(super) struct Summed {
    pub documents: i64,
    pub speakers: usize,
    pub posts: i64,
    pub statements: i64,
    /// People's days by their tones.
    pub days: Tally,
    pub sureness: f64,
    /// The last one on which anything new was said.
    pub last_day: Option<Day>,
}

#[derive(Clone, Default)]
struct Count {
    /// Those of the day that is gone through; a document has one day.
    of_day: Vec<[u8; 16]>,
    voices: HashSet<[u8; 16], IdState>,
    summed: Summed,
}

impl Count {
    fn add(&mut self, told: &VoiceDay<'_>) {
        self.of_day.extend(told.documents());
        if !told.is_new() {
            return;
        }
        self.voices.insert(told.voice);
        let summed = &mut self.summed;
        summed.posts += told.posts;
        summed.statements += told.statements;
        summed.days += Tally {
            count: 1,
            positive: i64::from(told.sentiment == Sentiment::Positive),
            negative: i64::from(told.sentiment == Sentiment::Negative),
            ..Tally::default()
        };
        summed.sureness += told.sureness;
        summed.last_day = Some(told.day);
    }

    fn end_day(&mut self) {
        self.of_day.sort_unstable();
        self.of_day.dedup();
        self.summed.documents += self.of_day.len() as i64;
        self.of_day.clear();
    }
}

/// The cohorts that spoke in a range, about something where that is given; the days come in their order, some at a time.
#[derive(Clone)]
pub struct CohortCount<'a> {
    about: Spoken<'a>,
    counts: Vec<Count>,
    told: Told,
}

impl<'a> CohortCount<'a> {
    pub fn new(about: Spoken<'a>) -> CohortCount<'a> {
        CohortCount { about, counts: vec![Count::default(); Cohort::ALL.len()], told: Told::default() }
    }

    /// What was said on a day that comes after those before.
    pub fn add(&mut self, day: Day, voices: &Voices) {
        let CohortCount { about, counts, told } = self;
        let Some(fits) = about.fits(voices) else { return };
        voices::of_day(day, voices, fits, told, |told| counts[told.cohort as usize].add(told));
        counts.iter_mut().for_each(Count::end_day);
    }

    /// What they came to over the range. `at` is the moment of asking.
    pub fn answer(self, range: DayRange, at: Instant) -> Vec<CohortAnswer> {
        let summed = |count: Count| Summed { speakers: count.voices.len(), ..count.summed };
        answer(self.counts.into_iter().map(summed), range, at)
    }
}

/// All days of a cube that holds them as wholes.
#[cfg(test)]
pub(crate) fn cohorts(
    cube: &crate::Cube,
    range: DayRange,
    about: Spoken<'_>,
    at: Instant,
) -> Vec<CohortAnswer> {
    let mut count = CohortCount::new(about);
    cube.rollups_of(range).for_each(|rollup| count.add(rollup.day, &rollup.voices));
    count.answer(range, at)
}

/// In the order of all cohorts.
pub(super) fn answer(
    counts: impl Iterator<Item = Summed>,
    range: DayRange,
    at: Instant,
) -> Vec<CohortAnswer> {
    let seen_from = at.min(range.end());
    let row = |(cohort, count): (&Cohort, Summed)| {
        let ratios = ratios(count.days);
        let Tally { count: days, positive, negative, .. } = count.days;
        let age = seen_from.since(count.last_day?.end()).max(0);
        let net = net_share(positive, negative, days);
        Some(CohortAnswer {
            cohort: *cohort,
            article_count: count.documents,
            post_count: count.posts,
            statement_count: count.statements,
            speaker_count: count.speakers,
            speaker_days: days,
            ratios,
            net_sentiment: rounded(ratios.positive - ratios.negative),
            low: rounded(net.low),
            high: rounded(net.high),
            role_confidence: 100.0 * count.sureness / days.max(1) as f64,
            confidence: confidence(days as f64, count.speakers, age, MS_PER_DAY),
        })
    };
    Cohort::ALL.iter().zip(counts).filter_map(row).collect()
}

fn rounded(share: f64) -> f64 {
    (share * 10_000.0).round() / 10_000.0
}

impl Spoken<'_> {
    /// Nothing is left out.
    pub fn is_everything(&self) -> bool {
        self.category.is_none() && self.subject.is_none() && self.documents.is_none()
    }

    /// Which rows of a day are meant; none where there can be none.
    fn fits(self, voices: &Voices) -> Option<impl Fn(&VoiceRow) -> bool> {
        let subject = match self.subject {
            Some((kind, name)) => Some(voices.subject(kind, name)?),
            None => None,
        };
        let category = self.category.map(|category| 1_u32 << category as u32);
        let documents = self.documents;
        Some(move |row: &VoiceRow| {
            category.is_none_or(|bit| row.categories & bit != 0)
                && subject.is_none_or(|subject| row.subjects.contains(&subject))
                && documents.is_none_or(|documents| documents.contains(&row.document))
        })
    }
}
