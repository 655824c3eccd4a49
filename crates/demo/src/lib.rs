//! An invented year of the digital-asset field: the same one for the same day and seed, byte for byte.
//!
//! [`world`] gives twelve months of news, podcasts, filings, disclosures, earnings calls and public
//! conversation up to a day, with the daily Bitcoin closes that belong to them. Coins are real names;
//! outlets, companies, people, laws and events exist nowhere else, hosts end in `.example`, and every
//! item says `invented`. Numbers in the texts agree with the invented prices, not with real ones.
//!
//! Where what is: `catalog` holds the cast, `prices` and `mood` the weather, `prose` the grammar,
//! `stories` the events and how they travel, `calls`, `podcasts`, `posts`, `filings`, `singles` and
//! `foreign` the other voices, `items` the calendar that puts it all in order.
//!
//! Each day is written from (seed, day) alone. A world that ends a day later is the same world with a
//! day more, so a demo that restarts tomorrow goes on instead of beginning anew. This room refuses a
//! clock, files, the network and every source of chance but the seed.
//!
//! To add a kind of event, write a record in a file of `data/plots`; to add an outlet, a company or a
//! coin, write a line in its table. Either changes the world: the pinned digest in the tests will say so.

mod calls;
mod catalog;
mod chatter;
mod data;
mod evergreen;
mod filings;
mod foreign;
mod items;
mod mood;
mod podcasts;
mod posts;
mod prices;
mod prose;
mod rng;
mod singles;
mod stories;
mod told;

use domain::{Day, DayRange, Instant, Item, Outlet};

pub use catalog::assets::{ASSETS, Asset};
pub use catalog::companies::{COMPANIES, Company, Sector};
pub use catalog::people::{Person, people};
pub use prices::Regime;
pub use told::Told;

use prices::Market;

/// The seed of the demo that everybody sees.
pub const SEED: u64 = 20_090_103;
/// How many days the corpus covers, the last one included.
pub const DAYS: i64 = 365;

/// A year of coverage and prices.
#[derive(Clone, Debug)]
pub struct World {
    pub days: DayRange,
    /// Complete closes only: the last day has one when it lies wholly inside the world.
    pub prices: Vec<(Day, f64)>,
    pub outlets: Vec<Outlet>,
    pub companies: &'static [Company],
    pub assets: &'static [Asset],
    market: Market,
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
    let market = Market::new(seed, days.first(), days.last());
    let prices = days.days().filter(|day| day.end() <= until).map(|day| (day, market.close(day))).collect();
    World { days, prices, outlets: outlets(), companies: COMPANIES, assets: ASSETS, market, until }
}

impl World {
    /// Everything published, in time order.
    pub fn items(&self) -> impl Iterator<Item = Item> + use<> {
        self.told().map(|told| told.item)
    }

    /// The same with the truth behind each item, for measuring what reading the text gets right.
    pub fn told(&self) -> impl Iterator<Item = Told> + use<> {
        items::Telling::new(self.market.clone(), self.days.first(), self.until)
    }

    /// The weather of a day: bull, chop, fear or recovery.
    pub fn regime(&self, day: Day) -> Regime {
        self.market.regime(day)
    }
}

/// Every outlet of the invented world.
pub fn outlets() -> Vec<Outlet> {
    catalog::outlets::OUTLETS.iter().map(|outlet| outlet.outlet()).collect()
}

/// Every company, the listed ones first.
pub fn companies() -> &'static [Company] {
    COMPANIES
}

#[cfg(test)]
mod tests;
