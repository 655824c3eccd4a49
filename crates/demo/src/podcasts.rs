//! Podcast episodes: a host and a guest talk about the stories of the week.

use domain::{Category, Cohort, Day, Kind, Role, Section, Turn};

use crate::calls::readable;
use crate::catalog::outlets::{DemoOutlet, Desk, of_desk};
use crate::catalog::people::{Person, of_cohort};
use crate::mood;
use crate::prices::Market;
use crate::prose::{Slots, write};
use crate::rng::{Rng, stream};
use crate::stories::Story;
use crate::stories::article::move_words;
use crate::stories::cast::round_price;
use crate::told::{Draft, Told, sign, untag};

/// The episodes of a day, about the stories of the days before.
pub fn tell(market: &Market, day: Day, recent: &[Story]) -> Vec<Told> {
    of_desk(Desk::Podcast)
        .enumerate()
        .filter(|(number, _)| day.weekday() as usize == number % 5 || (*number == 0 && day.weekday() == 3))
        .map(|(number, show)| episode(market, day, number, show, recent))
        .collect()
}

fn episode(market: &Market, day: Day, number: usize, show: &DemoOutlet, recent: &[Story]) -> Told {
    let mut rng = Rng::keyed(&[market.seed, stream::PODCAST, day.number() as u64, number as u64]);
    let cohort = rng.pick(&[
        Cohort::Analyst,
        Cohort::Developer,
        Cohort::Founder,
        Cohort::Investor,
        Cohort::Executive,
        Cohort::Policy,
    ]);
    let guests: Vec<&Person> = of_cohort(cohort).collect();
    let guest = rng.pick(&guests);
    let host = show.author(0.0);
    let tone = sign(mood::of_cohort(market, day, cohort) + guest.temper);
    let at = day.start().plus_ms(rng.range(9, 17) * 3_600_000 + rng.range(0, 59) * 60_000);

    let story = (!recent.is_empty()).then(|| &recent[rng.below(recent.len())]);
    let mut slots = story.map_or_else(Slots::new, |story| story.slots.clone());
    let price = market.price_at(at);
    let first_name = guest.name.split(' ').next().unwrap_or("").to_owned();
    slots
        .set("btc_now", round_price(price))
        .set("btc_move", move_words(market.move_at(at)))
        .set("host", host.as_str())
        .set("guest", guest.name.as_str())
        .set("first", first_name)
        .set("bio", guest.bio.as_str())
        .set("show", show.name)
        .set("level", round_price((price / 10_000.0).round() * 10_000.0 + 20_000.0));
    if story.is_none() {
        slots.set("noun", "the state of the market").set("asset", "Bitcoin").set("asset2", "Ethereum");
    }

    // The first show has two episodes a week, the others one, each since its own beginning.
    let weeks = day.number().div_euclid(7) - 2700 + number as i64 * 37;
    let count = if number == 0 { 2 * weeks + i64::from(day.weekday() == 3) } else { weeks };
    let title = write(rng.pick(TITLES), &slots, &mut rng);
    let title = format!("{count}: {title}");
    let turns = turns(&host, &guest.name, &guest.bio, tone, &slots, &mut rng);
    let content = readable(&turns);
    let mut item = Draft { kind: Kind::Podcast, outlet: show, title, content, at }.item(&mut rng);
    item.author_name = host;
    item.turns = turns;
    let categories = story.map_or(&[Category::MarketsAndPrice][..], |story| story.plot.categories);
    Told { item, story: story.map(|story| story.id), categories, tone }
}

fn turns(host: &str, guest: &str, bio: &str, tone: i8, slots: &Slots, rng: &mut Rng) -> Vec<Turn> {
    let turn = |speaker: &str, title: Option<&str>, role: Role, text: String| Turn {
        speaker: speaker.to_owned(),
        title: title.map(str::to_owned),
        role,
        section: Section::Unknown,
        text,
    };
    let mut turns = vec![turn(host, None, Role::Host, write(rng.pick(WELCOMES), slots, rng))];
    turns.push(turn(
        guest,
        Some(bio),
        Role::Guest,
        write("[Thanks for having me.|Great to be here.|Happy to be back on {show}.]", slots, rng),
    ));
    let mut questions: Vec<usize> = (0..QUESTIONS.len()).collect();
    rng.shuffle(&mut questions);
    let mut answers: Vec<usize> = (0..ANSWERS.len()).collect();
    rng.shuffle(&mut answers);
    let mut opinions: Vec<&'static str> =
        OPINIONS.iter().map(|line| untag(line)).filter(|line| line.1 == tone).map(|line| line.0).collect();
    rng.shuffle(&mut opinions);
    let mut opinions = opinions.into_iter();
    let count = 3 + rng.below(3);
    let question = |index: usize| if index == 0 { OPENING_QUESTION } else { QUESTIONS[questions[index]] };
    for index in 0..count {
        turns.push(turn(host, None, Role::Host, write(question(index), slots, rng)));
        let detail = write(ANSWERS[answers[index]], slots, rng);
        let text = match opinions.next() {
            Some(opinion) => format!("{} {detail}", write(opinion, slots, rng)),
            None => detail,
        };
        turns.push(turn(guest, Some(bio), Role::Guest, text));
    }
    turns.push(turn(host, None, Role::Host, write(rng.pick(GOODBYES), slots, rng)));
    turns
}

const TITLES: &[&str] = &[
    "What {noun} means, with {guest}",
    "{guest} on {asset}, patience and {noun}",
    "After {noun}: where does {asset} go from here?",
    "{guest}: [the case for|the trouble with|how to think about] {asset2}",
    "Bitcoin at {btc_now} and other stories, with {guest}",
];
const WELCOMES: &[&str] = &[
    "Welcome to {show}. I'm {host}. Bitcoin is {btc_move} at {btc_now}, and everybody is talking about {noun}. My guest is {guest}, {bio}. {first}, welcome.",
    "Hello and welcome back to {show}, I'm {host}. Today I'm joined by {guest}, {bio}, to talk about {noun} and about {asset}.",
];
const OPENING_QUESTION: &str =
    "Let's start with {noun}. [How big a deal is it?|What did you make of it?|Were you surprised?]";
const QUESTIONS: &[&str] = &[
    "What are people getting wrong about {asset}?",
    "If you look at {asset} and {asset2} side by side, which one would you rather work on for five years?",
    "Bitcoin is at {btc_now}. Does the price change anything in how you work?",
    "Where do regulators come into this?",
    "Who benefits if you are right?",
    "What would change your mind?",
    "Our listeners keep asking about fees and about custody. What do you tell your friends?",
];
const OPINIONS: &[&str] = &[
    "+ I think it's very good news, honestly, and better than people realise.",
    "+ I'm optimistic. The things we hoped for three years ago are simply happening.",
    "+ Look, the trend is strong and the quality of what is being built is great.",
    "+ Honestly I have not been this encouraged in a long time. The users are real.",
    "- Frankly the incentives are broken, and everybody involved knows it.",
    "= My view changes with the data, and the data is mixed.",
    "- I'm worried, and I say that as someone who wants this to work.",
    "- It's bad. It hurts trust, and trust takes years to come back.",
    "- I think the risks are being ignored, and people will lose money.",
    "= I don't think we know yet, and I distrust anyone who says they do.",
    "= It matters less than the headlines suggest, in both directions.",
    "= There are two sides, and I have been on both of them.",
];
const ANSWERS: &[&str] = &[
    "When {noun} broke, the first thing I looked at was who actually holds {asset}. It's a smaller group than you think, and they didn't move.",
    "With {asset} you have a small number of people who do the work and a large number who trade it, and those two groups hardly ever meet.",
    "Fees matter more than ideology. If {asset2} is cheaper and it works, people go there, and they come back when it breaks.",
    "I would look at what institutions do rather than at what they say. They ask about custody, audits and insurance, in that order.",
    "In every cycle there is a moment when the tools get ahead of the users, and then the users catch up.",
    "People talk about {level} for Bitcoin as if it were a train station. I don't do price targets.",
    "The policy side is slow, but slow is not the same as hostile. We spent two years explaining custody, and now the questions are good.",
    "I keep my own coins on hardware, I write things down on paper, and I sleep fine.",
];
const GOODBYES: &[&str] = &[
    "That's all we have time for. {guest}, thank you. This was {show}; see you next time.",
    "{first}, thanks so much. If you enjoyed this episode of {show}, tell a friend. Goodbye.",
];
