//! Names of things that stories are about: bills, tokens, upgrades, games, places, firms.

use domain::Day;

use crate::catalog::names;
use crate::rng::Rng;

pub const BILLS: &[&str] = &[
    "Digital Dollar Clarity Act",
    "Market Structure Fairness Act",
    "Stablecoin Safeguards Act",
    "Token Disclosure Act",
    "Self-Custody Protection Act",
];
pub const TOPICS: &[&str] =
    &["stablecoin reserves", "customer assets", "market structure", "crypto custody at banks", "staking"];
pub const STABLECOINS: &[&str] = &["Quill Dollar", "Castle Dollar", "Lantern Euro", "Savanna Shilling Coin"];
pub const YIELDCOINS: &[&str] = &["deltaUSD", "Orchard Dollar", "FloatUSD", "yHarbor"];
pub const MEMECOINS: &[&str] = &[
    "Waffle Hound",
    "Disco Toad",
    "Grumpy Otter",
    "Moon Pierogi",
    "Tax Season Cat",
    "Pocket Yeti",
    "Nap Goose",
];
pub const UPGRADES: &[&str] =
    &["Cassiopeia", "Heron", "Slate", "Kingfisher", "Aurora Gate", "Lodestar", "Marigold", "Tern"];
pub const ROLLUPS: &[&str] = &["Lumen One", "Fjord Chain", "Paperplane", "Quarry Network"];
pub const GAMES: &[&str] = &["Starfall Harvest", "Clockwork Isles", "Tiny Caravans", "Ashen Court"];
pub const COLLECTIONS: &[&str] = &["Sleepy Lighthouses", "Pixel Magpies", "Melted Kings", "Paper Foxes"];
pub const SCHEMES: &[&str] =
    &["GoldenNode", "Everyield", "TruVault Club", "AlphaHarvest", "Zenith Coin Circle", "PrimeMine365"];
/// A country and its city of business.
pub const PLACES: &[(&str, &str)] = &[
    ("Kenya", "Nairobi"),
    ("Singapore", "Singapore"),
    ("Brazil", "São Paulo"),
    ("the United Arab Emirates", "Dubai"),
    ("Japan", "Tokyo"),
    ("Switzerland", "Zürich"),
    ("Nigeria", "Lagos"),
    ("Portugal", "Lisbon"),
    ("South Korea", "Seoul"),
    ("Canada", "Toronto"),
    ("Australia", "Sydney"),
    ("India", "Mumbai"),
    ("Turkey", "Istanbul"),
    ("Argentina", "Buenos Aires"),
    ("Iceland", "Reykjavík"),
    ("the United Kingdom", "London"),
];
/// Firms whose analysts comment and ask questions on calls.
pub const FIRMS: &[&str] = &[
    "Tessellate Research",
    "Hollis Wake",
    "Penmarric Securities",
    "Wrenfield Capital",
    "Fairlead Markets",
    "Stonecrop Advisors",
    "Ravelin Street",
    "Ashdown Leer",
    "Copse & Calder",
    "Thornbury Ventures",
    "Basis Point Notes",
    "Minster Quay",
];
/// The agency whose copies run under many mastheads.
pub const WIRE: &str = "Northgate Wire";

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

pub fn weekday(day: Day) -> &'static str {
    WEEKDAYS[day.weekday() as usize % 7]
}

/// The name of the month that lies this many months away.
pub fn month(day: Day, away: i32) -> &'static str {
    let (_, month, _) = day.civil();
    MONTHS[(month as i32 - 1 + away).rem_euclid(12) as usize]
}

/// An analyst of a firm: each firm has four.
pub fn analyst(firm: usize, draw: usize) -> String {
    names::full_name(1000 + firm * 4 + draw % 4)
}

/// Two different firms with one analyst each.
pub fn two_analysts(rng: &mut Rng) -> [(String, &'static str); 2] {
    let first = rng.below(FIRMS.len());
    let second = (first + 1 + rng.below(FIRMS.len() - 1)) % FIRMS.len();
    [first, second].map(|firm| (analyst(firm, rng.below(4)), FIRMS[firm]))
}
