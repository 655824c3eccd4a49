//! Articles that are not part of a story: the day's price wrap, opinions, explainers, paid promotion.

use domain::{Category, Day, Extent, Instant, Kind};

use crate::catalog::outlets::{DemoOutlet, newsrooms};
use crate::catalog::{names, words};
use crate::evergreen::{EXPLAINERS, OPINIONS, PROMOTIONS};
use crate::prices::Market;
use crate::prose::{Slots, percent, title_case, write};
use crate::rng::{Rng, stream};
use crate::stories::article::move_words;
use crate::stories::cast::round_price;
use crate::told::{Draft, Told, pick_toned, sign};

const HOUR_MS: i64 = 3_600_000;

pub fn tell(market: &Market, day: Day) -> Vec<Told> {
    let mut rng = Rng::keyed(&[market.seed, stream::SINGLE, day.number() as u64]);
    let mut told = Vec::new();
    let wraps = if day.weekday() < 5 { 3 } else { 2 };
    for number in 0..wraps {
        told.push(price_wrap(market, day, number, &mut rng));
    }
    // Explainers walk through the subjects in turn, so that no quarter misses one.
    if day.number() % 3 == 0 {
        let turn = day.number().div_euclid(3).rem_euclid(EXPLAINERS.len() as i64) as usize;
        told.push(explainer(market, day, turn, &mut rng));
    }
    if rng.chance(0.35) {
        told.push(opinion(market, day, &mut rng));
    }
    if rng.chance(0.22) || day.number() % 29 == 0 {
        told.push(promotion(market, day, &mut rng));
    }
    told
}

/// What the market did, from the prices themselves.
fn price_wrap(market: &Market, day: Day, number: i64, rng: &mut Rng) -> Told {
    let hour = [7, 14, 21][number as usize % 3];
    let at = day.start().plus_ms(hour * HOUR_MS + rng.range(0, 3500) * 1000);
    let moved = market.move_at(at);
    let outlet = pick(rng, |_| true);
    let slots = slots(market, at, rng);
    let lean = outlet.bias * 0.25 + rng.normal() * 0.12;
    let tone = sign((moved * 22.0).clamp(-1.0, 1.0) + lean * 0.8);
    let titles = match sign((moved * 40.0).clamp(-1.0, 1.0)) {
        1 => UP,
        -1 => DOWN,
        _ => FLAT,
    };
    let (template, tone) = pick_toned(titles, tone, rng);
    let title = write(template, &slots, rng);
    let mut paragraphs = vec![write(rng.pick(WRAP_LEADS), &slots, rng)];
    paragraphs.push(write(pick_toned(WRAP_BODIES, tone, rng).0, &slots, rng));
    paragraphs.push(write(pick_toned(WRAP_QUOTES, tone, rng).0, &slots, rng));
    paragraphs.push(write(rng.pick(WRAP_LEVELS), &slots, rng));
    finish(outlet, title, paragraphs, at, &[Category::MarketsAndPrice], tone, rng)
}

fn explainer(market: &Market, day: Day, turn: usize, rng: &mut Rng) -> Told {
    let entry = &EXPLAINERS[turn];
    let at = hour_of(day, rng);
    let slots = slots(market, at, rng);
    let outlet = pick(rng, |outlet| outlet.category != "Mainstream");
    let title = write(rng.pick(entry.titles), &slots, rng);
    let mut order: Vec<&&str> = entry.paragraphs.iter().collect();
    rng.shuffle(&mut order[1..]);
    let mut paragraphs: Vec<String> =
        order.iter().take(3 + rng.below(2)).map(|text| write(text, &slots, rng)).collect();
    paragraphs.insert(rng.below(2), write(rng.pick(OCCASIONS), &slots, rng));
    finish(outlet, title, paragraphs, at, entry.categories, 0, rng)
}

fn opinion(market: &Market, day: Day, rng: &mut Rng) -> Told {
    let at = hour_of(day, rng);
    let slots = slots(market, at, rng);
    let outlet = pick(rng, |outlet| outlet.category != "Research");
    let tone = sign(market.mood(day) + outlet.bias + rng.normal() * 0.4);
    let fitting: Vec<_> = OPINIONS.iter().filter(|entry| entry.tone == tone).collect();
    let entry = rng.pick(&fitting);
    let title = write(entry.title, &slots, rng);
    let mut paragraphs: Vec<String> = entry.paragraphs.iter().map(|text| write(text, &slots, rng)).collect();
    let first = rng.below(MUSINGS.len());
    for musing in [first, (first + 1 + rng.below(MUSINGS.len() - 1)) % MUSINGS.len()] {
        paragraphs.insert(2, write(MUSINGS[musing], &slots, rng));
    }
    finish(outlet, title, paragraphs, at, &[Category::People], entry.tone, rng)
}

fn promotion(market: &Market, day: Day, rng: &mut Rng) -> Told {
    let at = hour_of(day, rng);
    let mut slots = slots(market, at, rng);
    slots.set("presale", rng.pick(PRESALES));
    let outlet = pick(rng, |outlet| outlet.bias > 0.1);
    let entry = rng.pick(&PROMOTIONS);
    let title = write(entry.title, &slots, rng);
    let paragraphs = entry.paragraphs.iter().map(|text| write(text, &slots, rng)).collect();
    let mut told = finish(outlet, title, paragraphs, at, &[Category::Sponsored], 1, rng);
    told.item.author_name = rng.pick(&["Sponsored", "Partner Content", "Press Release"]).to_string();
    told
}

fn finish(
    outlet: &DemoOutlet,
    title: String,
    paragraphs: Vec<String>,
    at: Instant,
    categories: &'static [Category],
    tone: i8,
    rng: &mut Rng,
) -> Told {
    let title = if outlet.capital_titles { title_case(&title) } else { title };
    let summary = rng.chance(0.06);
    let content = if summary { paragraphs[0].clone() } else { paragraphs.join("\n\n") };
    let mut item = Draft { kind: Kind::News, outlet, title, content, at }.item(rng);
    item.extent = if summary { Extent::Summary } else { Extent::Full };
    if !rng.chance(0.1) {
        item.author_name = outlet.author(rng.unit());
    }
    Told { item, story: None, categories, tone }
}

fn slots(market: &Market, at: Instant, rng: &mut Rng) -> Slots {
    let mut slots = Slots::new();
    let price = market.price_at(at);
    let moved = market.move_at(at);
    let [(analyst, firm), (analyst2, firm2)] = words::two_analysts(rng);
    let coins = ["Ethereum", "Solana", "XRP", "Cardano", "Avalanche", "Chainlink", "Litecoin", "Dogecoin"];
    let first = rng.below(coins.len());
    let second = (first + 1 + rng.below(coins.len() - 1)) % coins.len();
    let step = (price / 1000.0).round() * 1000.0;
    slots
        .set("btc", round_price(price))
        .set("move", percent(moved * 100.0))
        .set("moved", move_words(moved))
        .set("altmove", move_words(moved * 1.4 + rng.between(-0.012, 0.012)))
        .set("altmove2", move_words(moved * 1.6 + rng.between(-0.02, 0.02)))
        .set("support", round_price(step - 2000.0 - 1000.0 * rng.below(3) as f64))
        .set("resistance", round_price(step + 2000.0 + 1000.0 * rng.below(3) as f64))
        .set("weekday", words::weekday(at.day()))
        .set("month", words::month(at.day(), 0))
        .set("next_month", words::month(at.day(), 1))
        .set("analyst", analyst)
        .set("afirm", firm)
        .set("analyst2", analyst2)
        .set("afirm2", firm2)
        .set("alt", coins[first])
        .set("alt2", coins[second])
        .set("n", rng.range(3, 9).to_string())
        .set("pct", percent(rng.between(3.0, 40.0)))
        .set("usd", crate::prose::dollars(rng.between(2.0, 60.0)))
        .set("liquidated", crate::prose::dollars(40.0 + moved.abs() * 6000.0))
        .set("person", names::full_name(1400 + rng.below(80)))
        .set("year", at.day().civil().0.to_string());
    slots
}

fn hour_of(day: Day, rng: &mut Rng) -> Instant {
    day.start().plus_ms(rng.range(8, 19) * HOUR_MS + rng.range(0, 3599) * 1000)
}

fn pick(rng: &mut Rng, fits: impl Fn(&DemoOutlet) -> bool) -> &'static DemoOutlet {
    let weights = newsrooms().map(|outlet| if fits(outlet) { outlet.weight } else { 0.0 });
    let chosen = rng.weighted(weights.collect::<Vec<_>>().into_iter());
    newsrooms().nth(chosen).expect("a newsroom was weighed, so it is there")
}

/// What columnists put between their first thought and their last.
const MUSINGS: &[&str] = &[
    "I first wrote about {alt} {n} years ago, when [nobody asked|few people cared], and I have changed my mind more than once since.",
    "Consider the numbers: Bitcoin is {moved} at {btc}, {alt} is {altmove}, and neither fact tells us what to do on Monday.",
    "A reader from {afirm} wrote to say that I misunderstand {alt2}. That is possible; so does almost everyone.",
    "The comparison with the early internet is overused, and yet [I keep coming back to it|it explains the mood of this {month}].",
    "What strikes me is how little the people who build {alt} and the people who trade it have to say to each other.",
    "There is a version of this argument that is about technology, and another that is about trust. They are rarely made by the same person.",
];

/// Why an explainer appears today.
const OCCASIONS: &[&str] = &[
    "With Bitcoin at {btc} and {alt} {altmove}, [many readers have written to ask|our inbox is full of questions].",
    "This {month} the question came up again at a conference, where {person} was asked it {n} times.",
    "{analyst} of {afirm} calls it \"the part that everyone skips\", and [for good reason|it matters].",
    "We first published this guide some time ago and have updated it for {month} {year}.",
    "New readers, and there were many this {month}, tend to start here.",
];

const PRESALES: &[&str] =
    &["MetaBarkly", "SolarPup", "ByteForge AI", "RocketLlama", "Layer Zero Hero", "Gigafrog"];

const UP: &[&str] = &[
    "+ Bitcoin rises {move} to {btc} as buyers return",
    "+ Bitcoin climbs above {btc}, {alt} and {alt2} follow",
    "+ Crypto markets gain as Bitcoin extends advance",
    "+ Bitcoin price rallies {move}; bulls eye {resistance}",
    "+ Bitcoin and {alt} [jump|push higher] on fresh demand",
    "= Bitcoin trades at {btc}, [eyes on|next test at] {resistance}",
    "= Crypto daybook: Bitcoin {moved}, {alt} {altmove}",
    "- Bitcoin bounce to {btc} looks fragile, traders warn",
];
const DOWN: &[&str] = &[
    "- Bitcoin falls {move} to {btc} as sellers take control",
    "- Bitcoin slips below {btc}, dragging {alt} and {alt2} lower",
    "- Crypto markets slide as Bitcoin loses ground",
    "- Bitcoin price drops {move}; bears target {support}",
    "- {alt} and Bitcoin [sink|tumble] as risk appetite fades",
    "= Bitcoin trades at {btc}, traders watch {support}",
    "= Crypto daybook: Bitcoin {moved}, {alt} {altmove}",
    "+ Bitcoin dips to {btc}, and long-term buyers step in",
];
const FLAT: &[&str] = &[
    "= Bitcoin little changed near {btc} as traders wait",
    "= Bitcoin holds {btc} in quiet trading",
    "= Crypto markets tread water; {alt} {altmove}",
    "= Bitcoin price stuck between {support} and {resistance}",
    "+ Bitcoin steady at {btc} as [confidence builds|holders refuse to sell]",
    "- Bitcoin stalls at {btc} as demand dries up",
];
const WRAP_LEADS: &[&str] = &[
    "Bitcoin was {moved} at {btc} on {weekday}, with {alt} {altmove} and {alt2} {altmove2}.",
    "The largest cryptocurrency traded at {btc}, {moved} over 24 hours. {alt} was {altmove}, {alt2} {altmove2}.",
    "Bitcoin changed hands at {btc} on {weekday}, {moved} from a day earlier, in [active|thin|orderly] trading.",
];
const WRAP_BODIES: &[&str] = &[
    "+ Spot demand was [strong|steady], and short positions worth {liquidated} were closed. Funding rates stayed moderate, which traders read as a healthy sign.",
    "+ Buyers were helped by [lower bond yields|inflows into ETFs|a weaker dollar], and altcoins rose with them.",
    "- Long positions worth {liquidated} were liquidated as support levels gave way. Funding turned negative and volumes rose on the way down.",
    "- Sellers were [encouraged by higher yields|helped by outflows from ETFs], and altcoins lost more than Bitcoin.",
    "= Volumes were below average and liquidations came to {liquidated}, with [longs and shorts|both sides] equally hit.",
    "= Options pointed to little movement in the days ahead, with implied volatility near its low for the year.",
];
const WRAP_QUOTES: &[&str] = &[
    "+ \"The trend is intact and dips are being bought,\" said {analyst} of {afirm}.",
    "+ \"Momentum is with the bulls, and we like the market from here,\" said {analyst} of {afirm}.",
    "- \"Every bounce is being sold. That is not what a healthy market does,\" said {analyst} of {afirm}.",
    "- \"We would not try to catch this,\" said {analyst} of {afirm}.",
    "= \"Nobody wants to be early,\" said {analyst} of {afirm}. \"The next data will decide.\"",
    "= \"The range is the story,\" said {analyst} of {afirm}.",
];
const WRAP_LEVELS: &[&str] = &[
    "Technical traders [watch|point to] support at {support} and resistance at {resistance}.",
    "A close above {resistance} would open the way higher; below {support} there is little to hold prices, chart watchers say.",
    "Attention now turns to [inflation data|the central bank|ETF flows|Friday's options expiry] later in the week.",
];
