//! Stories: an event is born at some hour, spreads from newsroom to newsroom, grows and fades.
//!
//! What happens on a day depends on (seed, day) alone; the articles of a story may fall on later days.

pub mod article;
pub mod cast;
pub mod plot;
pub mod plots;
pub mod spread;

use domain::{Category, Day, Instant};

use crate::calls;
use crate::prices::{Market, flood};
use crate::prose::Slots;
use crate::rng::{Rng, stream};
use plot::{Mood, Plot, Price};

/// No article comes later than this after its story's birth.
pub const MAX_DAYS: i64 = 24;

/// One event, with its cast.
#[derive(Clone, Debug)]
pub struct Story {
    /// The same wherever the story is told.
    pub id: u64,
    pub plot: &'static Plot,
    pub born: Instant,
    /// How many articles it gets.
    pub size: usize,
    pub slots: Slots,
}

/// All events of a day.
pub fn births(market: &Market, day: Day) -> Vec<Story> {
    let seed = market.seed;
    let mut rng = Rng::keyed(&[seed, stream::STORY, day.number() as u64]);
    let mood = market.mood(day);
    let usual = if day.weekday() < 5 { 1.4 } else { 0.7 };
    let count = (usual + mood.abs() * 0.4 + rng.unit()) as usize;
    let mut stories = Vec::new();
    if let Some(direction) = flood(seed, day) {
        let id = if direction > 0.0 { "record" } else { "crash" };
        let size = rng.range(37, 40) as usize;
        stories.push(story(market, day, 90, plots::named(id), Some(size)));
    }
    for index in 0..count {
        let weights = plots::all().map(|plot| plot.weight * fit(plot, market, day));
        let chosen = rng.weighted(weights);
        if let Some(plot) = plots::all().nth(chosen) {
            stories.push(story(market, day, index as u64, plot, None));
        }
    }
    // Some things are worth a line in one paper only.
    if rng.chance(0.6) {
        let chosen = rng.weighted(
            plots::all().map(
                |plot| {
                    if plot.size.0 <= 3 { plot.weight * fit(plot, market, day) } else { 0.0 }
                },
            ),
        );
        if let Some(plot) = plots::all().nth(chosen) {
            stories.push(story(market, day, 70, plot, Some(1)));
        }
    }
    for (index, call) in calls::on_day(market.seed, day).into_iter().enumerate() {
        let results = call.results();
        let id = if results.growth > 0.0 { "earnings_beat" } else { "earnings_miss" };
        let mut story = story(market, day, 50 + index as u64, plots::named(id), None);
        story.born = call.starts_at().plus_ms(-3_600_000 * 2);
        cast::company(&mut story.slots, call.company);
        story
            .slots
            .set("revenue", crate::prose::dollars(results.revenue_millions))
            .set("growth", crate::prose::percent(results.growth * 100.0))
            .set("quarter", call.quarter_name());
        stories.push(story);
    }
    stories
}

fn story(market: &Market, day: Day, index: u64, plot: &'static Plot, size: Option<usize>) -> Story {
    let mut rng = Rng::keyed(&[market.seed, stream::STORY, day.number() as u64, index + 1]);
    let id = rng.next();
    let minute = rng.range(5 * 60, 20 * 60);
    let born = day.start().plus_ms(minute * 60_000 + rng.range(0, 59) * 1000);
    let (few, many) = plot.size;
    // Most stories stay near their smallest size, a few grow large.
    let reach = rng.unit();
    let grown = few + ((many - few) as f64 * reach * reach * (0.5 + 0.5 * rng.unit())).round() as usize;
    let slots = cast::cast(market, plot, born, &mut rng);
    Story { id, plot, born, size: size.unwrap_or(grown), slots }
}

/// Good news comes more easily in good times, a crash needs a fall, and some news needs an open office.
fn fit(plot: &Plot, market: &Market, day: Day) -> f64 {
    let mood = market.mood(day);
    let by_mood = match plot.mood {
        Mood::Good => 1.0 + 0.75 * mood,
        Mood::Bad => 1.0 - 0.75 * mood,
        Mood::Mixed => 1.0,
    };
    let moved = market.daily_return(day);
    let week = market.close(day) / market.close(day.plus(-7)) - 1.0;
    let by_price = match plot.price {
        Price::Free => 1.0,
        Price::Up if moved > 0.005 => 2.0,
        Price::Down if moved < -0.005 => 2.0,
        Price::Crash if moved < -0.035 => 12.0,
        Price::Rally if week > 0.06 => 5.0,
        _ => 0.0,
    };
    // Stock exchanges and statistics offices are closed at weekends, and parliaments mostly.
    let by_weekday = match plot.categories.first() {
        Some(Category::Etfs | Category::Macro) if day.weekday() >= 5 => 0.0,
        Some(Category::Regulation) if day.weekday() >= 5 => 0.3,
        _ => 1.0,
    };
    by_mood * by_price * by_weekday
}
