//! Where a narrative stands in its life, and the days on which its attention turned.
//!
//! Attention of a day is compared with all attention of that day, so that a quiet Sunday is no decline. Counts scatter;
//! how far those of this narrative do is taken from its own days, and only what goes beyond it counts.

use domain::Day;

use crate::described::Described;
use crate::math::ln;

pub const METHOD: Described = Described {
    id: "narratives",
    name: "Narratives",
    version: "narratives-4",
    summary: "A narrative is a theme that holds several stories. Its attention of a day is that of its stories, and its share \
              that of all attention. Only days with coverage are counted, and those behind the last of them: a gap in the sources is \
              no silence. After 120 days with coverage, or 365 of the calendar, in which it was not heard it begins anew. Its stage on \
              a day compares the last 7 days with the 28 before them, from the day on which it was first heard: with x its attention, e = s * A what its earlier share s lets expect of all recent \
              attention A, and f how many times more its days scatter from one to the next than counts do (1 at least), z = \
              (x - e) / sqrt(f * (e * (1 + A / B) + 1)), B all attention of the earlier days. Silent for 14 days it is \
              dormant; first heard within 14 days, after as many with coverage, emerging unless its share is less than half of the earlier one; heard again within 14 days, after 21 silent ones, returning; with z above 1.96 \
              growing, or peaking where no earlier week had a quarter more and the last 3 days had no more than the 4 \
              before them (half a standard deviation); below -1.96 fading; else steady. A change point is a day that \
              parts the days before and after it into two shares: the one that makes the days likeliest is taken, again \
              and again, as long as twice the gain of log-likelihood divided by f is 14 or more and 3 days lie between \
              two. Nothing looks past the end of the range.",
};

/// Days that are the present, and before them the past that it is compared with.
const RECENT: usize = 7;
const PAST: usize = 28;
/// Silent for so long, it sleeps; heard again after so long, it returns.
const DORMANT: usize = 14;
const AWAY: usize = 21;
/// First heard within so many days, it emerges.
const YOUNG: usize = 14;
/// With less than this part of its earlier share nothing emerges.
const FALLING: f64 = 0.5;
/// Beyond so many standard deviations a difference is more than noise: one in forty at each side.
const NOISE: f64 = 1.96;
/// A week is a peak where no earlier week had much more than it.
const PEAK: f64 = 0.8;

/// Days between two turns at least.
const MIN_SEGMENT: usize = 3;
/// How much better two rates must explain the days than one, in twice the logarithm of the likelihood: with 28 days to
/// choose from, less than one in a hundred by chance.
const MIN_GAIN: f64 = 14.0;
const MAX_TURNS: usize = 8;
/// Days in which turns are looked for.
pub const MAX_DAYS: usize = 400;

/// A narrative's attention on a day, and all attention of that day.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DayAttention {
    pub day: Day,
    pub own: f64,
    pub all: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LifeStage {
    /// First heard in the last two weeks.
    Emerging,
    /// More than its past allows.
    Growing,
    /// As high as ever, and no longer rising.
    Peaking,
    /// Neither more nor less than its past.
    Steady,
    /// Less than its past allows.
    Fading,
    /// Silent for two weeks.
    Dormant,
    /// Heard again after three weeks of coverage or more.
    Returning,
}

impl LifeStage {
    pub const ALL: [LifeStage; 7] = [
        LifeStage::Emerging,
        LifeStage::Growing,
        LifeStage::Peaking,
        LifeStage::Steady,
        LifeStage::Fading,
        LifeStage::Dormant,
        LifeStage::Returning,
    ];

    pub fn name(self) -> &'static str {
        match self {
            LifeStage::Emerging => "emerging",
            LifeStage::Growing => "growing",
            LifeStage::Peaking => "peaking",
            LifeStage::Steady => "steady",
            LifeStage::Fading => "fading",
            LifeStage::Dormant => "dormant",
            LifeStage::Returning => "returning",
        }
    }
}

/// How a narrative does on the last of some days.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Life {
    pub stage: LifeStage,
    /// Its share of all attention in the last seven days, and in the 28 before them from the day on which it was first heard.
    pub share: f64,
    pub past_share: f64,
    /// How many standard deviations lie between what it had and what its past lets expect; none where it has no past.
    pub deviations: Option<f64>,
}

impl Life {
    /// Heard before all days that are looked at and on none of them.
    pub const SILENT: Life =
        Life { stage: LifeStage::Dormant, share: 0.0, past_share: 0.0, deviations: None };
}

/// A day from which on a narrative has another share of the attention.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    pub day: Day,
    /// Share of all attention between the turn before and this one, and from this one to the next.
    pub before: f64,
    pub after: f64,
    /// Twice the logarithm of how much likelier two shares are than one, scatter taken into account.
    pub strength: f64,
}

/// Days in their order up to the one that is asked about, and whether it was heard before them; none where it is not heard
/// in them. Days without any coverage are passed over, but for those behind the last that has any: of these nothing
/// is known, and what is no longer heard sleeps.
pub fn life(days: &[DayAttention], heard_before: bool) -> Option<Life> {
    let days = known(days);
    let first = days.iter().position(|day| day.own > 0.0)?;
    let last = days.last()?.day;
    let is_recent = |day: &DayAttention| last.since(day.day) < RECENT as i64;
    // Of the whole week, however late in it it was first heard.
    let share = share_of(&days[days.partition_point(|day| !is_recent(day))..]);
    let days = if heard_before { &days[..] } else { &days[first..] };
    let (past, recent) = days.split_at(days.partition_point(|day| !is_recent(day)));
    let past = &past[past.len().saturating_sub(PAST)..];
    let past_share = share_of(past);
    let deviations = (!past.is_empty()).then(|| deviations(past, recent, scatter(past)));
    let last_heard = days.iter().rposition(|day| day.own > 0.0).unwrap_or(0);
    let silent = days.len() - 1 - last_heard;
    // Who began to listen just now cannot know what is new, and what is heard half as much as at first does not emerge.
    let is_young = !heard_before && first >= YOUNG && last.since(days[0].day) < YOUNG as i64;
    let falls = share < FALLING * past_share;
    let stage = match deviations {
        _ if silent >= DORMANT => LifeStage::Dormant,
        _ if is_young && !falls => LifeStage::Emerging,
        _ if is_back(days) => LifeStage::Returning,
        Some(z) if z > NOISE => {
            if is_peak(&days[..days.len() - recent.len()], recent) && !still_rises(recent, scatter(past)) {
                LifeStage::Peaking
            } else {
                LifeStage::Growing
            }
        }
        Some(z) if z < -NOISE => LifeStage::Fading,
        _ => LifeStage::Steady,
    };
    Some(Life { stage, share, past_share, deviations })
}

/// Those with coverage, and those behind all of them.
fn known(days: &[DayAttention]) -> Vec<DayAttention> {
    let behind = days.iter().rposition(|day| day.all > 0.0).map_or(0, |last| last + 1);
    let kept = |(at, day): (usize, &DayAttention)| (day.all > 0.0 || at >= behind).then_some(*day);
    days.iter().enumerate().filter_map(kept).collect()
}

/// The days on which it turned, in order.
pub fn turns(days: &[DayAttention]) -> Vec<Turn> {
    let days = &days[days.len().saturating_sub(MAX_DAYS)..];
    let first = days.iter().position(|day| day.own > 0.0).unwrap_or(days.len());
    // What came before it was first heard is one turn too many.
    let days = &days[first..];
    let scatter = scatter(days);
    let mut turns: Vec<usize> = Vec::new();
    let mut gains: Vec<f64> = Vec::new();
    while turns.len() < MAX_TURNS {
        let bounds: Vec<usize> =
            std::iter::once(0).chain(turns.iter().copied()).chain([days.len()]).collect();
        let best = bounds.windows(2).filter_map(|part| best_turn(days, part[0], part[1], scatter));
        let Some((gain, at)) = best.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|(gain, _)| *gain >= MIN_GAIN)
        else {
            break;
        };
        let place = turns.partition_point(|turn| *turn < at);
        turns.insert(place, at);
        gains.insert(place, gain);
    }
    let bounds: Vec<usize> = std::iter::once(0).chain(turns.iter().copied()).chain([days.len()]).collect();
    let turn = |(part, strength): (&[usize], f64)| Turn {
        day: days[part[1]].day,
        before: share_of(&days[part[0]..part[1]]),
        after: share_of(&days[part[1]..part[2]]),
        strength,
    };
    bounds.windows(3).zip(gains).map(turn).collect()
}

fn sums(days: &[DayAttention]) -> (f64, f64) {
    days.iter().fold((0.0, 0.0), |(own, all), day| (own + day.own, all + day.all))
}

fn share_of(days: &[DayAttention]) -> f64 {
    let (own, all) = sums(days);
    if all > 0.0 { (own / all).min(1.0) } else { 0.0 }
}

/// How many times more its days scatter than counts of single events would: from each day to the next, so that a turn
/// is not taken for scatter.
fn scatter(days: &[DayAttention]) -> f64 {
    let mean = share_of(days);
    let (mut sum, mut count) = (0.0, 0.0);
    for pair in days.windows(2) {
        let expected = mean * (pair[0].all + pair[1].all);
        if expected > 0.0 {
            let all = 0.5 * (pair[0].all + pair[1].all);
            let level = |day: &DayAttention| if day.all > 0.0 { day.own / day.all * all } else { 0.0 };
            let difference = level(&pair[1]) - level(&pair[0]);
            sum += difference * difference / expected.max(0.5);
            count += 1.0;
        }
    }
    if count > 0.0 { (sum / count).clamp(1.0, 20.0) } else { 1.0 }
}

fn deviations(past: &[DayAttention], recent: &[DayAttention], scatter: f64) -> f64 {
    let ((past_own, past_all), (own, all)) = (sums(past), sums(recent));
    if past_all <= 0.0 || all <= 0.0 {
        return 0.0;
    }
    let expected = past_own / past_all * all;
    // The past is a sample too; and where nothing is expected, one more is no news.
    let variance = scatter * (expected * (1.0 + all / past_all) + 1.0);
    (own - expected) / variance.sqrt()
}

/// Heard again in the last two weeks, after three weeks of silence.
fn is_back(days: &[DayAttention]) -> bool {
    (1..=YOUNG).filter(|heard| heard + AWAY <= days.len()).any(|heard| {
        let (before, since) = days.split_at(days.len() - heard);
        sums(&before[before.len() - AWAY..]).0 <= 0.0 && sums(since).0 > 0.0
    })
}

/// No earlier week had much more.
fn is_peak(past: &[DayAttention], recent: &[DayAttention]) -> bool {
    let most = past.windows(RECENT).map(share_of).fold(0.0, f64::max);
    share_of(recent) >= PEAK * most
}

/// The last three days had more than the four before them.
fn still_rises(recent: &[DayAttention], scatter: f64) -> bool {
    let (before, last) = recent.split_at(recent.len().saturating_sub(3));
    deviations(before, last, scatter) > 0.5
}

fn best_turn(days: &[DayAttention], from: usize, to: usize, scatter: f64) -> Option<(f64, usize)> {
    let fit = |own: f64, all: f64| if own > 0.0 && all > 0.0 { own * ln(own / all) } else { 0.0 };
    let (own, all) = sums(&days[from..to]);
    let whole = fit(own, all);
    let (mut left, mut left_all) = (0.0, 0.0);
    let mut best: Option<(f64, usize)> = None;
    for at in from + 1..to {
        left += days[at - 1].own;
        left_all += days[at - 1].all;
        if at - from < MIN_SEGMENT || to - at < MIN_SEGMENT {
            continue;
        }
        let gain = 2.0 * (fit(left, left_all) + fit(own - left, all - left_all) - whole) / scatter;
        if best.is_none_or(|(most, _)| gain > most) {
            best = Some((gain, at));
        }
    }
    best
}

#[cfg(test)]
#[path = "life_tests.rs"]
mod tests;
