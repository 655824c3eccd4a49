//! How a story travels: which newsroom writes when, what the wire carries, who comes late.

use domain::{Category, Instant, Item, Kind};

use crate::catalog::outlets::{DemoOutlet, Desk, named, newsrooms, of_desk};
use crate::prices::Market;
use crate::prose;
use crate::rng::{Rng, stream};
use crate::stories::Story;
use crate::stories::article::{self, Phase};
use crate::stories::plot::{Notice, NoticeFrom};
use crate::told::{Draft, Told, to_day_precision};

const HOUR_MS: i64 = 3_600_000;

/// Everything that is written about a story.
pub fn tell(market: &Market, story: &Story) -> Vec<Told> {
    let mut rng = Rng::keyed(&[market.seed, stream::ARTICLE, story.id]);
    let mut told = Vec::with_capacity(story.size + 1);
    if let Some(notice) = &story.plot.notice {
        told.push(first_hand(story, notice, &mut rng));
    }
    let copies = wire_copies(story, &mut rng);
    let wire = (copies > 0).then(|| article::wire(market, story));
    let mut taken: Vec<(&str, Phase)> = Vec::new();
    for number in 0..story.size {
        let at = publication(story, number, &mut rng);
        let from_wire = number > 0 && number <= copies;
        let phase = if from_wire { Phase::Breaking } else { phase_at(story, at, &mut rng) };
        let outlet = newsroom(story, phase, from_wire, &taken, &mut rng);
        taken.push((outlet.name, phase));
        let mut own = Rng::keyed(&[market.seed, stream::ARTICLE, story.id, number as u64 + 1]);
        told.push(match &wire {
            Some(wire) if from_wire => article::copy(story, wire, outlet, at.min(after(story, 11)), &mut own),
            _ => article::write(market, story, phase, outlet, at, &mut own),
        });
    }
    told
}

/// The hours since birth grow slowly at first; large stories live for days, a few return weeks later.
fn publication(story: &Story, number: usize, rng: &mut Rng) -> Instant {
    let minutes = rng.range(0, 59) * 60_000 + rng.range(0, 59) * 1000;
    if number == 0 {
        return story.born;
    }
    if story.size >= 8 && number + 1 == story.size && rng.chance(0.45) {
        return after(story, rng.range(9 * 24, 18 * 24));
    }
    let longest_hours = (18 + 5 * story.size as i64).min(200);
    let share = rng.unit();
    let lag_hours = (longest_hours as f64 * share * share * share.max(0.4)) as i64;
    let at = after(story, lag_hours).plus_ms(minutes);
    let weekday = i64::from(at.day().weekday());
    // Half of what would run at a weekend waits for Monday's first conference.
    if weekday >= 5 && lag_hours > 8 && rng.chance(0.5) {
        return at.day().plus(7 - weekday).start().plus_ms(rng.range(7, 11) * HOUR_MS + minutes);
    }
    at
}

fn after(story: &Story, hours: i64) -> Instant {
    story.born.plus_ms(hours * HOUR_MS)
}

fn phase_at(story: &Story, at: Instant, rng: &mut Rng) -> Phase {
    let hours = at.since(story.born) / HOUR_MS;
    match hours {
        0..10 => Phase::Breaking,
        10..40 if rng.chance(0.25) => Phase::Breaking,
        10..60 => Phase::Follow,
        _ if rng.chance(0.35) => Phase::Follow,
        _ => Phase::Reaction,
    }
}

/// How many newsrooms print the agency's text instead of their own.
fn wire_copies(story: &Story, rng: &mut Rng) -> usize {
    match story.size {
        0..4 => 0,
        _ if !rng.chance(0.5) => 0,
        4..9 => 2,
        9..18 => rng.range(3, 5) as usize,
        _ => rng.range(5, 8) as usize,
    }
}

fn newsroom(
    story: &Story,
    phase: Phase,
    from_wire: bool,
    taken: &[(&str, Phase)],
    rng: &mut Rng,
) -> &'static DemoOutlet {
    let weights = newsrooms().map(|outlet| {
        let repeats = taken.iter().filter(|(name, _)| *name == outlet.name).count();
        if taken.contains(&(outlet.name, phase)) {
            // Nobody prints the same agency text twice; a second piece of one's own is merely rare.
            return if from_wire { 0.0 } else { outlet.weight * 0.02 };
        }
        outlet.weight * interest(outlet, story.plot.categories) / (1.0 + 2.0 * repeats as f64)
    });
    let chosen = rng.weighted(weights);
    newsrooms().nth(chosen).unwrap_or_else(|| named("Harbor Ledger"))
}

/// What a desk cares about.
fn interest(outlet: &DemoOutlet, categories: &[Category]) -> f64 {
    let about = |wanted: &[Category]| categories.iter().any(|category| wanted.contains(category));
    match outlet.category {
        "Mainstream" if about(&[Category::Macro, Category::Etfs, Category::Regulation]) => 1.8,
        "Mainstream" if about(&[Category::DeFi, Category::Memecoins, Category::NftsAndGaming]) => 0.5,
        "Research" if outlet.name == "Hashrate Quarterly" && about(&[Category::Mining]) => 6.0,
        "Research" if about(&[Category::People]) => 0.3,
        _ => 1.0,
    }
}

/// The regulator's or the company's own statement, an hour before the first article.
fn first_hand(story: &Story, notice: &Notice, rng: &mut Rng) -> Told {
    let outlet = match notice.from {
        NoticeFrom::Company => named("Issuer Newswire"),
        NoticeFrom::Regulator => {
            let agency = story.slots.get("agency").unwrap_or("").trim_start_matches("the ");
            of_desk(Desk::Notices)
                .find(|outlet| outlet.name == agency)
                .unwrap_or_else(|| named("Market Conduct Office"))
        }
    };
    let title = prose::write(notice.title, &story.slots, rng);
    let content = prose::write(notice.text, &story.slots, rng);
    let at = story.born.plus_ms(-rng.range(10, 55) * 60_000);
    let mut item: Item = Draft { kind: Kind::Disclosure, outlet, title, content, at }.item(rng);
    item.image_url = String::new();
    if notice.from == NoticeFrom::Company {
        item.author_name = story.slots.get("cofull").unwrap_or("").to_owned();
        item.ticker = story.slots.get("ticker").filter(|ticker| !ticker.is_empty()).map(str::to_owned);
    }
    if rng.chance(0.3) {
        to_day_precision(&mut item);
    }
    Told { item, story: Some(story.id), categories: story.plot.categories, tone: 0 }
}
