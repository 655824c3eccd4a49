//! What the coverage is about: stories that rose above their usual share, strongest first.
//!
//! raw = (v - b) * v / (b + 1/T) * log10(1 + u), with v the story's share of the range's attention T, b its share
//! of the 14 days before, u its distinct outlet families. A share thins out as a range grows longer, so that raw
//! is put on the footing of a day (times the days of the range) before it is ranked among the single-day stories
//! of the last 90 days; that percentile is the signal strength. The measure follows the idea of hype scores:
//! sudden, large and widely carried at once.

use domain::{Category, DayRange};

use crate::cube::{Cube, StoryInRange};

pub const METHOD: super::Described = super::Described {
    id: "trends",
    name: "Trends",
    version: "trends-1",
    summary: "A trend is a story with two items or more in the range, not all of them sponsored. Its raw strength \
              is (v - b) * v / (b + 1/T) * log10(1 + u): v is its share of the range's attention T in story units, \
              b its share of the 14 days before, u the number of outlet families that carry it. Times the days of \
              the range, this is ranked among the stories of each of the last 90 days; the percentile is the \
              signal strength. Stage: 1-2 families early, 3-5 emerging, 6 or more strong. Momentum compares the \
              attention with that of the equally long range before: a quarter more is accelerating, a fifth less \
              fading, else steady. Representative articles are the most central ones, one per family, never \
              sponsored.",
};

/// How widely a story is carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    Early,
    Emerging,
    Strong,
}

impl Stage {
    /// By distinct outlet families: 1-2, 3-5, 6 or more.
    pub fn of(families: usize) -> Stage {
        match families {
            0..=2 => Stage::Early,
            3..=5 => Stage::Emerging,
            _ => Stage::Strong,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Stage::Early => "early",
            Stage::Emerging => "emerging",
            Stage::Strong => "strong",
        }
    }
}

/// Attention against the equally long range before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Momentum {
    Accelerating,
    Steady,
    Fading,
}

impl Momentum {
    /// A quarter more is accelerating, a fifth less (the same step down) is fading.
    pub fn of(now: f64, before: f64) -> Momentum {
        if now >= 1.25 * before && now > 0.0 {
            Momentum::Accelerating
        } else if now <= 0.8 * before && before > 0.0 {
            Momentum::Fading
        } else {
            Momentum::Steady
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Momentum::Accelerating => "accelerating",
            Momentum::Steady => "steady",
            Momentum::Fading => "fading",
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Trend {
    pub story: [u8; 16],
    /// The range's items.
    pub article_count: i64,
    /// 0..100.
    pub signal_strength: f64,
    pub stage: Stage,
    pub momentum: Momentum,
    pub category: Option<Category>,
    pub standing: StoryInRange,
}

pub fn trends(cube: &Cube, range: DayRange, limit: usize) -> Vec<Trend> {
    cube.stories(range, limit).into_iter().map(|standing| trend(cube, range, standing)).collect()
}

fn trend(cube: &Cube, range: DayRange, standing: StoryInRange) -> Trend {
    // A range may reach far beyond the days there are; those alone thin out a share.
    let held = cube
        .span()
        .and_then(|span| DayRange::inclusive(range.first().max(span.first()), range.last().min(span.last())));
    let held = held.unwrap_or(range);
    let per_day = standing.raw * held.length() as f64;
    let rank = cube.reference_rank(held.last(), per_day).unwrap_or(0.0);
    Trend {
        story: standing.story,
        article_count: standing.tally.count,
        signal_strength: (rank * 1000.0).round() / 10.0,
        stage: Stage::of(standing.families),
        momentum: Momentum::of(standing.tally.attention_units(), standing.attention_before),
        category: standing.category,
        standing,
    }
}

/// An article that may stand for its story.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate<'a> {
    pub id: [u8; 16],
    pub family: &'a str,
    /// How near it is to the middle of its story.
    pub centrality: f64,
    pub sponsored: bool,
}

/// Places of up to `limit` articles, most central first, each of another family, none of them sponsored.
pub fn representatives(candidates: &[Candidate<'_>], limit: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..candidates.len()).filter(|&place| !candidates[place].sponsored).collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (&candidates[a], &candidates[b]);
        b.centrality.total_cmp(&a.centrality).then(a.id.cmp(&b.id))
    });
    let mut families: Vec<&str> = Vec::new();
    let mut chosen = Vec::new();
    for place in order {
        if chosen.len() == limit {
            break;
        }
        if !families.contains(&candidates[place].family) {
            families.push(candidates[place].family);
            chosen.push(place);
        }
    }
    chosen
}
