//! What the coverage is about: the stories with most evidence, strongest first.
//!
//! Evidence is families times the root of volume. Families are those that say more than others said before, each weighed by
//! its authority; volume is the story's attention of each day against what is usual on that weekday. The rank among
//! the stories of the last 90 days makes the signal strength, on a scale on which each halving of the rank is worth the
//! same: the first of three thousand is as far from the tenth as that from the hundredth. Nothing looks past the
//! end of the range.

use domain::{Category, DayRange};

use crate::cube::{Age, Cube, StoryInRange, Volume};
use crate::math::{exp2, ln};

pub const METHOD: super::Described = super::Described {
    id: "trends",
    name: "Trends",
    version: "trends-8",
    summary: "A trend is a story with two items or more in the range, not all of them sponsored. Its evidence is U * \
              sqrt(V). U sums the outlet families that report it on their own (a family whose every item repeats an \
              earlier item, word for word or nearly so, is none of them), each weighed by 0.5 + e, where e is how early \
              it reports what others report too, 0 after all others to 1 before them, over the 90 days up to the end of \
              the range, as if 5 more stories had been at 0.5. V sums the story's attention of each day in story \
              units divided by what is usual on that weekday: the mean attention of all coverage on the same weekday in \
              the last 8 weeks that have it, or that day's own where that is more. With r the rank among the N stories of two items \
              or more that began in the 90 days up to the end (ties counted half), each as far as it had come by then and with every \
              family weighed 1, and no less than the place in the list, the signal strength is 100 * (1 - ln r / ln(N + \
              1)), and at most 100 * (1 - 2^(-u / 2)) with u the families that report it on their own. Stage by u \
              against the panel, the families with 5 reports or more of shared stories in 28 days: a third of it, and 6 at \
              least, is strong; a tenth, and 3 at least, emerging; less is early. Momentum compares the attention in the latter half of the range, or \
              since the day after it began where that is shorter, with what stories of the same age had (of those that \
              two families reported on their first day, in proportion to what they had before), each day against its \
              usual: with z = (latest - expected) / sqrt(expected + 1) above 0.67, no less attention than in as many days before, \
              no fewer families that report on their own than in these, and no fewer in the latter half of the range than in the rest of it, \
              and by its part in all attention of each day with coverage (of the range, or of the last 7 days where that is longer) no less on the last day than a third of its best \
              and no less on the last two than before them, it is accelerating. Where its best day lies 2 days or more before the last and the last two have an eighth of its part or less, \
              it is fading, and also with z below -1.96 and less attention than in as many days before, or older and silent in the latter half, or in a range that ends 3 days or more after the last \
              coverage; else steady. One that began on the last day is compared with first days, with their own spread where that is more than the root, and is accelerating with z above 0, else steady. Nothing looks past the end of the range. Title and description are a headline and \
              whole sentences of one article, or of two whose names and numbers agree: the most central words, early \
              reports of outlets with authority first; where headlines tell that the story turned (several outlets a contrary act, most of the newest outlets a new word, several outlets a \
              larger total, or amounts that were new on three days or more), the most central of those that tell it, or of the newest. Representative articles are chosen alike, one per family, never \
              sponsored.",
};

/// Beyond so many standard deviations a difference is more than noise: one in forty at each side.
const NOISE: f64 = 1.96;

/// The same for a rise, which its own days and outlets must show as well: one in four.
const RISE: f64 = 0.67;

/// It is over where the last two days have no more than this part of its best day, two days or more ago.
const OVER_PART: f64 = 0.125;
const OVER_SINCE: usize = 2;

/// It does not rise with less than this part of its best day on the last.
const RISING_PART: f64 = 1.0 / 3.0;

/// So many days behind the last coverage everything fades.
const OVER_DAYS: i64 = 3;

/// How widely a story is carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    Early,
    Emerging,
    Strong,
}

impl Stage {
    /// By families that report on their own, of a panel of so many.
    pub fn of(own_families: usize, panel: usize) -> Stage {
        match own_families {
            own if own >= panel.div_ceil(3).max(6) => Stage::Strong,
            own if own >= panel.div_ceil(10).max(3) => Stage::Emerging,
            _ => Stage::Early,
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

/// Its latest attention against that of stories of its age.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Momentum {
    Accelerating,
    Steady,
    Fading,
}

impl Momentum {
    pub fn of(volume: Volume) -> Momentum {
        let Volume { latest, previous, families, families_of_halves, expected, deviation, course, age } =
            volume;
        let deviations = (latest - expected) / deviation;
        let is_over = course.days_since >= OVER_SINCE && course.last_two_days <= OVER_PART * course.most;
        // More than others of its age have is no rise where it has less than it had itself: neither attention nor, since
        // quiet days lift that, outlets that can be counted.
        let holds = latest >= previous && families.holds() && families_of_halves.holds();
        let is_high = course.last_day >= RISING_PART * course.most && course.last_two_days >= course.before;
        // What began on the last day has only other first days to be compared with, which differ widely.
        let rise = if age == Age::New { 0.0 } else { RISE };
        match age {
            _ if is_over => Momentum::Fading,
            _ if deviations > rise && holds && is_high => Momentum::Accelerating,
            Age::Older if latest <= 0.0 => Momentum::Fading,
            Age::Older | Age::Young if deviations < -NOISE && latest < previous => Momentum::Fading,
            _ => Momentum::Steady,
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
    /// Its rank among `ranked` stories; 1 is the strongest.
    pub rank: usize,
    pub ranked: usize,
    pub stage: Stage,
    pub momentum: Momentum,
    pub category: Option<Category>,
    pub standing: StoryInRange,
}

pub fn trends(cube: &Cube, range: DayRange, limit: usize) -> Vec<Trend> {
    let Some(held) = cube.covered(range) else { return Vec::new() };
    told(cube, range, held, cube.stories(held, limit).into_iter().enumerate().collect())
}

/// A page of those that `keep` lets through, and how many these are. Pages go by evidence; on a page the strongest
/// signal comes first. What is told of a story is the same whatever else is let through.
pub fn trends_page(
    cube: &Cube,
    range: DayRange,
    keep: impl Fn(&StoryInRange) -> bool,
    skip: usize,
    take: usize,
) -> (Vec<Trend>, usize) {
    let Some(held) = cube.covered(range) else { return (Vec::new(), 0) };
    let all = cube.all_stories(held).into_iter().enumerate();
    let kept: Vec<(usize, StoryInRange)> = all.filter(|(_, standing)| keep(standing)).collect();
    let total = kept.len();
    (told(cube, range, held, kept.into_iter().skip(skip).take(take).collect()), total)
}

/// Stories with their places in the list of all. Days of the range behind those that are held had no coverage.
fn told(cube: &Cube, range: DayRange, held: DayRange, found: Vec<(usize, StoryInRange)>) -> Vec<Trend> {
    let is_over = range.last().since(held.last()) >= OVER_DAYS;
    let evidence: Vec<([u8; 16], f64)> =
        found.iter().map(|(_, standing)| (standing.story, standing.evidence)).collect();
    let panel = cube.panel(held.last());
    let (stronger, ranked) = cube.story_ranks(held.last(), &evidence);
    let trend = |((place, standing), stronger): ((usize, StoryInRange), f64)| {
        let rank = (1.0 + stronger).max(1.0 + place as f64);
        let volume = cube.story_volume(standing.story, held);
        Trend {
            story: standing.story,
            article_count: standing.tally.count,
            signal_strength: signal_strength(rank, ranked, standing.own_families),
            rank: rank.round() as usize,
            ranked,
            stage: Stage::of(standing.own_families, panel),
            momentum: match volume {
                _ if is_over => Momentum::Fading,
                Some(volume) => Momentum::of(volume),
                None => Momentum::Steady,
            },
            category: standing.category,
            standing,
        }
    };
    let mut trends: Vec<Trend> = found.into_iter().zip(stronger).map(trend).collect();
    // Too few families hold a signal down, whatever its rank.
    trends.sort_by(|a, b| b.signal_strength.total_cmp(&a.signal_strength));
    trends
}

/// 100 for the strongest of many, 0 for the weakest, and never more than the families that report it allow.
pub fn signal_strength(rank: f64, ranked: usize, own_families: usize) -> f64 {
    let by_rank = 1.0 - ln(rank.max(1.0)) / ln(ranked.max(1) as f64 + 1.0);
    let by_families = 1.0 - exp2(-(own_families as f64) / 2.0);
    (by_rank.clamp(0.0, by_families) * 1000.0).round() / 10.0
}

/// An article that may stand for its story.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate<'a> {
    pub id: [u8; 16],
    pub family: &'a str,
    /// How much it deserves to stand for its story.
    pub merit: f64,
    pub sponsored: bool,
}

/// Places of up to `limit` articles, those of most merit first, each of another family, none of them sponsored.
pub fn representatives(candidates: &[Candidate<'_>], limit: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..candidates.len()).filter(|&place| !candidates[place].sponsored).collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (&candidates[a], &candidates[b]);
        b.merit.total_cmp(&a.merit).then(a.id.cmp(&b.id))
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

#[cfg(test)]
#[path = "trends_tests.rs"]
mod tests;
