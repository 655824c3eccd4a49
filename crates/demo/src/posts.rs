//! The public conversation: short posts by people whose role is known, about the day and its stories.
//!
//! The common cohorts post at least twice on a working day and once at a weekend, so that every
//! week has enough voices in each of them to compare.

use domain::{Cohort, Day, Kind, Speaker};

use crate::catalog::outlets::named;
use crate::catalog::people::{Person, of_cohort};
use crate::chatter::{ABOUT_COMPANIES, ABOUT_STORIES, BY_COHORT, GENERAL, IN_OTHER_WORDS};
use crate::mood;
use crate::prices::{Market, flood};
use crate::prose::{Slots, percent, write};
use crate::rng::{Rng, stream};
use crate::stories::Story;
use crate::stories::article::move_words;
use crate::stories::cast::round_price;
use crate::told::{Draft, Told, pick_toned, sign, to_day_precision};

pub fn tell(market: &Market, day: Day, recent: &[Story]) -> Vec<Told> {
    let mut told = Vec::new();
    for cohort in Cohort::ALL {
        let mut rng = Rng::keyed(&[market.seed, stream::POST, day.number() as u64, *cohort as u64]);
        let people: Vec<&Person> = of_cohort(*cohort).collect();
        let mut writers: Vec<usize> = Vec::new();
        for _ in 0..count(*cohort, day, market.seed, &mut rng) {
            let mut writer = rng.weighted(people.iter().map(|person| person.weight));
            // Nobody posts twice a day while others are silent.
            while writers.contains(&writer) && writers.len() < people.len() {
                writer = (writer + 1) % people.len();
            }
            writers.push(writer);
            told.push(post(market, day, people[writer], recent, &mut rng));
        }
    }
    told
}

fn count(cohort: Cohort, day: Day, seed: u64, rng: &mut Rng) -> usize {
    let working = day.weekday() < 5;
    let usual = match cohort {
        Cohort::Developer
        | Cohort::Analyst
        | Cohort::Investor
        | Cohort::Trader
        | Cohort::Commentator
        | Cohort::Media => {
            if working {
                2.0
            } else {
                1.0
            }
        }
        _ if working => 0.6,
        _ => 0.25,
    };
    let extra = if flood(seed, day).is_some() || flood(seed, day.plus(-1)).is_some() { 2.0 } else { 0.0 };
    (usual + extra + rng.unit() * 0.999_9) as usize
}

fn post(market: &Market, day: Day, person: &Person, recent: &[Story], rng: &mut Rng) -> Told {
    let at = day.start().plus_ms(rng.range(6 * 3600, 23 * 3600) * 1000);
    let story = (!recent.is_empty() && rng.chance(0.45)).then(|| &recent[rng.below(recent.len())]);
    // A speaker's view of an event is partly the event's own and partly the speaker's.
    let event = story.map_or(0.0, |story| story.plot.mood.tone() * 0.6);
    let view = mood::of_cohort(market, day, person.cohort) + person.temper + event + rng.normal() * 0.25;
    let wanted = sign(view);
    let mut slots = story.map_or_else(Slots::new, |story| story.slots.clone());
    fill(market, at, &mut slots, rng);

    let (lines, other) = match story {
        Some(story) if story.plot.noun.contains("{co}") && rng.chance(0.35) => (ABOUT_COMPANIES, None),
        Some(_) => (ABOUT_STORIES, None),
        None if rng.chance(0.02) => (GENERAL, Some(rng.pick(IN_OTHER_WORDS))),
        None if rng.chance(0.7) => {
            let own = BY_COHORT.iter().find(|(cohort, _)| *cohort == person.cohort);
            (own.map_or(GENERAL, |(_, lines)| *lines), None)
        }
        None => (GENERAL, None),
    };
    let (template, tone) = match other {
        Some((_, template)) => (template, 0),
        None => pick_toned(lines, wanted, rng),
    };
    let mut content = write(template, &slots, rng);
    // A line without a slot would read the same from many mouths.
    let plain = !template.contains('{');
    if other.is_none() && (plain || rng.chance(0.5)) {
        let mut second = pick_toned(GENERAL, tone, rng).0;
        while plain && !second.contains('{') {
            second = pick_toned(GENERAL, tone, rng).0;
        }
        if second != template {
            content = format!("{content} {}", write(second, &slots, rng));
        }
    }
    if rng.chance(0.12) {
        content.push_str(match tone {
            1 => rng.pick(&[" 🚀", " 🎉", " 💪", " 📈"]),
            -1 => rng.pick(&[" 😬", " 📉", " 🚨", " 💀"]),
            _ => rng.pick(&[" 🤔", " 👀", " 🤷"]),
        });
    }

    let title = headline(&content);
    let outlet = named(person.network);
    let mut item = Draft { kind: Kind::Conversation, outlet, title, content, at }.item(rng);
    let name = person.handle.split('@').next().unwrap_or("");
    let token = rng.next() & 0xFF_FFFF_FFFF;
    item.url = format!("https://{}/@{name}/{token:010x}", outlet.host);
    item.image_url = String::new();
    item.author_name = person.name.clone();
    item.language = match other {
        Some((language, _)) => Some(language.to_owned()),
        None => rng.chance(0.7).then(|| "en".to_owned()),
    };
    item.speaker = Some(Speaker {
        handle: person.handle.clone(),
        name: person.name.clone(),
        cohort: Some(person.cohort),
    });
    if rng.chance(0.02) {
        to_day_precision(&mut item);
    }
    let categories = story.map_or(&[][..], |story| story.plot.categories);
    Told { item, story: story.map(|story| story.id), categories, tone }
}

fn fill(market: &Market, at: domain::Instant, slots: &mut Slots, rng: &mut Rng) {
    let price = market.price_at(at);
    let round = (price / 10_000.0).round() * 10_000.0;
    slots
        .set("btc_now", round_price(price))
        .set("btc_move", move_words(market.move_at(at)))
        .set("above", round_price(round + 10_000.0))
        .set("below", round_price(round - 10_000.0))
        .set("share", percent(rng.between(2.0, 30.0)))
        .set("k", rng.range(2, 9).to_string());
    if slots.get("asset").is_none() {
        let coins = [
            ("Bitcoin", "BTC"),
            ("Bitcoin", "BTC"),
            ("Bitcoin", "BTC"),
            ("Ethereum", "ETH"),
            ("Solana", "SOL"),
            ("XRP", "XRP"),
            ("Cardano", "ADA"),
            ("Chainlink", "LINK"),
        ];
        let (name, symbol) = rng.pick(&coins);
        slots.set("asset", name).set("sym", symbol);
    }
}

/// The first words of a post stand in for the title it does not have.
fn headline(text: &str) -> String {
    const MAX_CHARS: usize = 80;
    if text.chars().count() <= MAX_CHARS {
        return text.to_owned();
    }
    let mut title = String::new();
    for word in text.split(' ') {
        if title.chars().count() + word.chars().count() > MAX_CHARS {
            break;
        }
        if !title.is_empty() {
            title.push(' ');
        }
        title.push_str(word);
    }
    title.push('…');
    title
}
