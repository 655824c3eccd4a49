//! People's days: what somebody said in a role on a day, each statement once in a range however many report it.

use std::collections::HashSet;

use domain::{Cohort, Day, Sentiment};

use crate::fixed::ONE;
use crate::ids::IdState;
use crate::rollup::{DayRollup, STEPS, VoiceRow, Voices};

/// One voice's day in one role: the mean of what was said for the first time in the range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VoiceDay<'a> {
    pub day: Day,
    pub voice: [u8; 16],
    pub cohort: Cohort,
    pub posts: i64,
    pub statements: i64,
    /// How sure the role is, 0 to 1.
    pub sureness: f64,
    pub sentiment: Sentiment,
    /// For an index: at most one, nothing where all of it is sponsored. In steps of 2^-32.
    pub weight: i64,
    /// Weight times net tone.
    pub tone: i64,
    /// All that fits, also reports of what was said before.
    rows: &'a [&'a VoiceRow],
}

impl VoiceDay<'_> {
    /// The documents behind it.
    pub fn documents(&self) -> impl Iterator<Item = [u8; 16]> {
        self.rows.iter().map(|row| row.document)
    }

    /// Something was said that was not counted on an earlier day.
    pub fn is_new(&self) -> bool {
        self.posts + self.statements > 0
    }
}

/// Statements that were told before in the days that are gone through.
#[derive(Clone, Debug, Default)]
pub struct Told(HashSet<(Cohort, [u8; 16], u64), IdState>);

/// Tells every voice's days, which come oldest first. `fits` is asked once for a day and says which rows are meant.
pub fn voice_days<'c, Fits: Fn(&VoiceRow) -> bool>(
    days: impl IntoIterator<Item = &'c DayRollup>,
    fits: impl Fn(&'c DayRollup) -> Option<Fits>,
    told: &mut Told,
    mut each: impl FnMut(&VoiceDay<'_>),
) {
    for rollup in days {
        let Some(fits) = fits(rollup) else { continue };
        of_day(rollup.day, &rollup.voices, fits, told, &mut each);
    }
}

/// The same of one day, which comes after those before.
pub fn of_day(
    day: Day,
    voices: &Voices,
    fits: impl Fn(&VoiceRow) -> bool,
    told: &mut Told,
    mut each: impl FnMut(&VoiceDay<'_>),
) {
    let mut meant: Vec<&VoiceRow> = Vec::new();
    for run in voices.rows.chunk_by(|a, b| (a.voice, a.cohort) == (b.voice, b.cohort)) {
        meant.clear();
        meant.extend(run.iter().filter(|row| fits(row)));
        if let Some(told) = voice_day(day, &meant, &mut told.0) {
            each(&told);
        }
    }
}

/// None where there is no row.
fn voice_day<'a>(
    day: Day,
    rows: &'a [&'a VoiceRow],
    known: &mut HashSet<(Cohort, [u8; 16], u64), IdState>,
) -> Option<VoiceDay<'a>> {
    let first = rows.first()?;
    let is_new = |row: &&VoiceRow| row.is_post || known.insert((row.cohort, row.voice, row.group));
    let Said { posts, statements, sureness, sentiment, weight, tone } =
        said(rows.iter().copied().filter(is_new));
    let whole = i64::from(STEPS);
    let capped = weight.min(whole);
    let net = if weight > 0 { tone as f64 / (weight * whole) as f64 } else { 0.0 };
    Some(VoiceDay {
        day,
        voice: first.voice,
        cohort: first.cohort,
        posts,
        statements,
        sureness,
        sentiment,
        weight: capped * ONE / whole,
        tone: (net * (capped * ONE / whole) as f64).round() as i64,
        rows,
    })
}

/// What rows of one voice and role say together.
pub(crate) struct Said {
    pub posts: i64,
    pub statements: i64,
    pub sureness: f64,
    pub sentiment: Sentiment,
    weight: i64,
    tone: i64,
}

pub(crate) fn said<'a>(rows: impl Iterator<Item = &'a VoiceRow>) -> Said {
    let (mut posts, mut statements) = (0, 0);
    let (mut positive, mut negative, mut sureness) = (0, 0, 0);
    let (mut weight, mut tone) = (0_i64, 0_i64);
    for row in rows {
        posts += i64::from(row.is_post);
        statements += i64::from(!row.is_post);
        positive += i64::from(row.positive);
        negative += i64::from(row.negative);
        sureness += i64::from(row.sureness);
        weight += i64::from(row.weight);
        tone += i64::from(row.weight) * (i64::from(row.positive) - i64::from(row.negative));
    }
    let (count, whole) = (posts + statements, i64::from(STEPS));
    let neutral = count * whole - positive - negative;
    // As with a single tone: neutral where two are equally likely.
    let sentiment = if positive > neutral && positive > negative {
        Sentiment::Positive
    } else if negative > neutral && negative > positive {
        Sentiment::Negative
    } else {
        Sentiment::Neutral
    };
    let sureness = sureness as f64 / (count.max(1) * whole) as f64;
    Said { posts, statements, sureness, sentiment, weight, tone }
}
