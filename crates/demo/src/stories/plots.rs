//! All kinds of events, by desk. A new one is a record in one of the files.

use std::sync::LazyLock;

use domain::Category;

use crate::catalog::companies::Sector;
use crate::data::{Record, read};
use crate::stories::plot::{COINS, Coins, Listing, Mood, Notice, NoticeFrom, Plot, Price, Stage};

const FILES: [&str; 5] = [
    include_str!("../../data/plots/crime.txt"),
    include_str!("../../data/plots/regulation.txt"),
    include_str!("../../data/plots/markets.txt"),
    include_str!("../../data/plots/business.txt"),
    include_str!("../../data/plots/technology.txt"),
];

static PLOTS: LazyLock<Vec<Plot>> =
    LazyLock::new(|| FILES.into_iter().flat_map(|text| read(text, plot)).collect());

/// Every plot, in a fixed order.
pub fn all() -> impl Iterator<Item = &'static Plot> + Clone {
    PLOTS.iter()
}

pub fn named(id: &str) -> &'static Plot {
    all().find(|plot| plot.id == id).expect("plots are named by their own tables")
}

fn plot(from: &mut Record) -> Plot {
    Plot {
        id: from.text("id"),
        mood: from.variant("mood", &[Mood::Good, Mood::Bad, Mood::Mixed]),
        weight: from.number("weight"),
        categories: from.variants("categories", Category::ALL),
        size: from.pair("size"),
        price: from.variant("price", &[Price::Free, Price::Up, Price::Down, Price::Crash, Price::Rally]),
        sectors: from.variants("sectors", Sector::ALL),
        listing: from.variant("listing", &[Listing::Any, Listing::Listed, Listing::Private]),
        coins: from.variant("coins", &[Coins::Bitcoin, Coins::Any, Coins::NotBitcoin, Coins::Memecoin]),
        amount: from.pair("amount"),
        percent: from.pair("percent"),
        count: if from.has("count") { from.pair("count") } else { COINS },
        noun: from.text("noun"),
        notice: from.find("notice title").map(|title| Notice {
            title,
            from: from.variant("notice from", &[NoticeFrom::Regulator, NoticeFrom::Company]),
            text: from.text("notice text"),
        }),
        breaking: stage(from, "breaking title", "breaking lead"),
        follow: stage(from, "follow title", "follow lead"),
        reaction: stage(from, "reaction title", "reaction lead"),
        facts: from.texts("fact"),
        quotes: from.texts("quote"),
        context: from.texts("context"),
    }
}

fn stage(from: &mut Record, titles: &str, leads: &str) -> Stage {
    Stage { titles: from.texts(titles), leads: from.texts(leads) }
}
