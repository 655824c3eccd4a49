//! Who and what an event is about: companies, coins, sums, places.

use domain::Instant;

use crate::catalog::assets::{ASSETS, Asset};
use crate::catalog::companies::{COMPANIES, Company, Sector};
use crate::catalog::{names, words};
use crate::prices::Market;
use crate::prose::{Slots, dollars, percent, thousands};
use crate::rng::Rng;
use crate::stories::plot::{COINS, Coins, Listing, Plot, Price};

/// Fills every slot that a plot's sentences may use.
pub fn cast(market: &Market, plot: &Plot, born: Instant, rng: &mut Rng) -> Slots {
    let mut slots = Slots::new();
    let fitting = |company: &&Company| {
        let listed = company.ticker.is_some();
        let may_be = match plot.listing {
            Listing::Any => true,
            Listing::Listed => listed,
            Listing::Private => !listed,
        };
        may_be && plot.sectors.contains(&company.sector)
    };
    let co = pick(rng, fitting).unwrap_or(&COMPANIES[0]);
    company(&mut slots, co);
    let rival = pick(rng, |company| company.sector == co.sector && company.name != co.name && rival_fits(co))
        .or_else(|| pick(rng, |company| company.name != co.name && serves_others(company)));
    slots.set("rival", rival.map_or("Northmere", |company| company.name));
    let target = pick(rng, |company| company.ticker.is_none() && company.name != co.name);
    slots.set("target", target.map_or("Fennway", |company| company.name));
    let exchange = pick(rng, |company| company.sector == Sector::Exchange && company.name != co.name);
    slots.set("exchange", exchange.map_or("Tidemark", |company| company.name));

    let asset = coin(plot.coins, None, rng);
    let second = coin(Coins::NotBitcoin, Some(asset), rng);
    slots.set("asset", asset.name).set("sym", asset.symbol);
    slots.set("asset2", second.name).set("sym2", second.symbol);
    let [(analyst, firm), (analyst2, firm2)] = words::two_analysts(rng);
    slots.set("analyst", analyst).set("afirm", firm).set("analyst2", analyst2).set("afirm2", firm2);
    slots.set("official", names::full_name(1200 + rng.below(60)));
    slots.set("lawmaker", names::full_name(1300 + rng.below(24)));
    let agency = rng.pick(&["the Federal Markets Commission", "the Market Conduct Office"]);
    slots.set("agency", agency).set("agency_cap", crate::prose::capitalise(agency));

    let spread = rng.unit();
    let millions = plot.amount.0 + (plot.amount.1 - plot.amount.0) * spread * spread;
    let price = market.price_at(born);
    let drawn = rng.between(plot.percent.0, plot.percent.1);
    let share = match plot.price {
        Price::Free => drawn,
        Price::Rally => 100.0 * (market.close(born.day()) / market.close(born.day().plus(-7)) - 1.0),
        Price::Up | Price::Down | Price::Crash => 100.0 * market.daily_return(born.day()),
    };
    let drawn = in_round_numbers(rng.range(plot.count.0, plot.count.1));
    let count = if plot.count == COINS { (millions * 1_000_000.0 / price) as i64 } else { drawn };
    slots.set("amt", dollars(millions)).set("amt2", dollars(millions * rng.between(1.15, 2.4)));
    slots.set("amtb", dollars(millions * 1000.0)).set("amtsmall", dollars((millions * 0.06).max(1.1)));
    slots.set("pct", percent(share)).set("pctsmall", percent(rng.between(0.6, 5.9)));
    slots.set("pct10", "10%").set("n", rng.range(2, 8).to_string());
    slots.set("count", thousands(count)).set("btc", round_price(price));

    let (country, city) = rng.pick(words::PLACES);
    slots.set("country", country).set("city", city);
    slots.set("bill", rng.pick(words::BILLS)).set("topic", rng.pick(words::TOPICS));
    slots.set("stable", rng.pick(words::STABLECOINS)).set("yieldcoin", rng.pick(words::YIELDCOINS));
    slots.set("meme", rng.pick(words::MEMECOINS)).set("game", rng.pick(words::GAMES));
    slots.set("collection", rng.pick(words::COLLECTIONS)).set("upgrade", rng.pick(words::UPGRADES));
    slots.set("rollup", rng.pick(words::ROLLUPS)).set("scheme", rng.pick(words::SCHEMES));
    slots.set("month", words::month(born.day(), -(rng.range(3, 7) as i32)));
    slots.set("last_month", words::month(born.day(), -1));
    slots.set("next_month", words::month(born.day(), 1));
    slots.set("weekday", words::weekday(born.day())).set("noun", plot.noun);
    slots
}

/// The company at the centre, with its officers.
pub fn company(slots: &mut Slots, company: &Company) {
    slots.set("co", company.name).set("cofull", company.legal_name);
    slots.set("ceo", company.chief_executive()).set("cfo", company.chief_financial_officer());
    slots.set("ticker", company.ticker.unwrap_or(""));
}

/// Nobody counts a crowd to the last head.
fn in_round_numbers(count: i64) -> i64 {
    match count {
        100_000.. => count / 1000 * 1000,
        10_000.. => count / 100 * 100,
        _ => count,
    }
}

/// `$94,200`: headlines round.
pub fn round_price(price: f64) -> String {
    format!("${}", thousands((price / 100.0).round() as i64 * 100))
}

fn pick(rng: &mut Rng, fits: impl Fn(&&'static Company) -> bool) -> Option<&'static Company> {
    let count = COMPANIES.iter().filter(&fits).count();
    let nth = rng.below(count);
    COMPANIES.iter().filter(&fits).nth(nth)
}

/// In crowded trades the natural rival does the same thing.
fn rival_fits(company: &Company) -> bool {
    matches!(company.sector, Sector::Exchange | Sector::Miner | Sector::Treasury | Sector::Payments)
}

fn serves_others(company: &Company) -> bool {
    matches!(company.sector, Sector::Exchange | Sector::Custody | Sector::Payments | Sector::Bank)
}

fn coin(coins: Coins, other_than: Option<&Asset>, rng: &mut Rng) -> &'static Asset {
    let weight = |asset: &Asset| {
        let fits = match coins {
            Coins::Bitcoin => asset.symbol == "BTC",
            Coins::Any => !asset.is_memecoin,
            Coins::NotBitcoin => !asset.is_memecoin && asset.symbol != "BTC",
            Coins::Memecoin => asset.is_memecoin,
        };
        let fresh = other_than.is_none_or(|other| other.symbol != asset.symbol);
        if fits && fresh { asset.weight } else { 0.0 }
    };
    &ASSETS[rng.weighted(ASSETS.iter().map(weight))]
}
