//! One newsroom's article about a story: a headline in its own tone, a lead, facts, voices, background.

use domain::{Extent, Instant, Kind};

use crate::catalog::outlets::DemoOutlet;
use crate::catalog::words::{self, WIRE};
use crate::prices::Market;
use crate::prose::{self, Slots, percent, title_case, write as expand};
use crate::rng::{Rng, stream};
use crate::stories::Story;
use crate::stories::cast::round_price;
use crate::stories::plot::Stage;
use crate::told::{Draft, Told, pick_toned, sign, to_day_precision};

/// How far a story has come when an article is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    Breaking,
    Follow,
    Reaction,
}

/// The agency's text, which several newsrooms print.
pub struct Wire {
    title: String,
    paragraphs: Vec<String>,
    tone: i8,
}

/// An article of a newsroom's own.
pub fn write(
    market: &Market,
    story: &Story,
    phase: Phase,
    outlet: &DemoOutlet,
    at: Instant,
    rng: &mut Rng,
) -> Told {
    let lean = outlet.bias * 0.6 + market.mood(at.day()) * 0.25 + rng.normal() * 0.3;
    let wanted = sign(story.plot.mood.tone() * 0.85 + lean);
    let stage = stage(story, phase);
    let slots = at_time(market, story, phase, at);
    let (template, tone) = pick_toned(stage.titles, wanted, rng);
    let title = expand(template, &slots, rng);
    let title = if outlet.capital_titles { title_case(&title) } else { title };
    let paragraphs = body(story, stage, &slots, tone, 3 + rng.below(4), rng);

    let (content, extent) = match rng.unit() {
        draw if draw < 0.04 => (String::new(), Extent::Headline),
        draw if draw < 0.12 => (paragraphs[0].clone(), Extent::Summary),
        _ => (paragraphs.join("\n\n"), Extent::Full),
    };
    let mut item = Draft { kind: Kind::News, outlet, title, content, at }.item(rng);
    item.extent = extent;
    if !rng.chance(0.08) {
        item.author_name = outlet.author(rng.unit());
    }
    if phase != Phase::Breaking && rng.chance(0.03) {
        to_day_precision(&mut item);
    }
    Told { item, story: Some(story.id), categories: story.plot.categories, tone }
}

/// What the agency sends out in the first hour.
pub fn wire(market: &Market, story: &Story) -> Wire {
    let mut rng = Rng::keyed(&[market.seed, stream::WIRE, story.id]);
    let stage = stage(story, Phase::Breaking);
    let slots = at_time(market, story, Phase::Breaking, story.born);
    let (template, tone) = pick_toned(stage.titles, sign(story.plot.mood.tone()), &mut rng);
    let title = expand(template, &slots, &mut rng);
    let mut paragraphs = body(story, stage, &slots, tone, 4, &mut rng);
    let city = slots.get("city").unwrap_or("London").to_uppercase();
    paragraphs[0] = format!("{city} ({WIRE}) - {}", paragraphs[0]);
    Wire { title, paragraphs, tone }
}

/// The agency's text under another masthead: at most the last paragraph is cut.
pub fn copy(story: &Story, wire: &Wire, outlet: &DemoOutlet, at: Instant, rng: &mut Rng) -> Told {
    let title = if outlet.capital_titles { title_case(&wire.title) } else { wire.title.clone() };
    let cut = usize::from(wire.paragraphs.len() > 4 && rng.chance(0.25));
    let content = wire.paragraphs[..wire.paragraphs.len() - cut].join("\n\n");
    let mut item = Draft { kind: Kind::News, outlet, title, content, at }.item(rng);
    item.author_name = WIRE.to_owned();
    Told { item, story: Some(story.id), categories: story.plot.categories, tone: wire.tone }
}

fn stage(story: &Story, phase: Phase) -> Stage {
    match phase {
        Phase::Breaking => story.plot.breaking,
        Phase::Follow => story.plot.follow,
        Phase::Reaction => story.plot.reaction,
    }
}

/// The story's slots, with the hour's price and the weekday filled in.
fn at_time(market: &Market, story: &Story, phase: Phase, at: Instant) -> Slots {
    let mut slots = story.slots.clone();
    let day = if phase == Phase::Breaking { story.born.day() } else { at.day() };
    slots.set("weekday", words::weekday(day));
    if phase != Phase::Breaking {
        slots.set("btc", round_price(market.price_at(at)));
    }
    slots.set("btc_now", round_price(market.price_at(at)));
    slots.set("btc_move", move_words(market.move_at(at)));
    slots
}

/// `up 2.1%`, `little changed`.
pub fn move_words(share: f64) -> String {
    match share * 100.0 {
        moved if moved > 0.4 => format!("up {}", percent(moved)),
        moved if moved < -0.4 => format!("down {}", percent(moved)),
        _ => "little changed".to_owned(),
    }
}

fn body(story: &Story, stage: Stage, slots: &Slots, tone: i8, facts: usize, rng: &mut Rng) -> Vec<String> {
    let plot = story.plot;
    let mut order: Vec<usize> = (0..plot.facts.len()).collect();
    rng.shuffle(&mut order);
    let mut facts = order.iter().take(facts).map(|index| plot.facts[*index]);
    let mut paragraphs = vec![expand(rng.pick(stage.leads), slots, rng)];
    let mut sentences = |count: usize, rng: &mut Rng| {
        let some: Vec<String> = facts.by_ref().take(count).map(|fact| expand(fact, slots, rng)).collect();
        some.join(" ")
    };
    paragraphs.push(sentences(2, rng));
    let (first, _) = pick_toned(plot.quotes, tone, rng);
    paragraphs.push(expand(first, slots, rng));
    paragraphs.push(sentences(2, rng));
    if rng.chance(0.75) {
        let (second, _) = crate::told::untag(rng.pick(plot.quotes));
        if second != first {
            paragraphs.push(expand(second, slots, rng));
        }
    }
    paragraphs.push(sentences(2, rng));
    if rng.chance(0.8) {
        paragraphs.push(expand(pick_toned(ASIDES, tone, rng).0, slots, rng));
    }
    let first = rng.below(BACKGROUND.len());
    let background = [first, (first + 1 + rng.below(BACKGROUND.len() - 1)) % BACKGROUND.len()];
    let lines: Vec<String> =
        background.iter().take(rng.below(3)).map(|index| expand(BACKGROUND[*index], slots, rng)).collect();
    paragraphs.push(lines.join(" "));
    if rng.chance(0.85) {
        paragraphs.push(prose::write(rng.pick(plot.context), slots, rng));
    }
    if rng.chance(0.65) {
        paragraphs.push(expand(rng.pick(CLOSERS), slots, rng));
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    paragraphs
}

/// Sentences that fit any story of their tone.
const ASIDES: &[&str] = &[
    "+ The news was [widely welcomed|greeted with relief], and {noun} was among the most discussed subjects on social media.",
    "+ Traders [took heart from|cheered] {noun}, and several said the mood was the best in [weeks|months].",
    "+ Supporters called it a milestone and expect [more of the same|others to follow] before {next_month}.",
    "+ Related tokens and stocks gained as investors weighed the [benefits|upside].",
    "- The reaction was harsh: {noun} [dominated|filled] social media feeds, most of it angry.",
    "- Investors were left counting losses, and some said {noun} would [hurt confidence|weigh on prices] for weeks.",
    "- Critics said the warning signs had been [visible|ignored] for months.",
    "- Related tokens and stocks fell as traders cut their exposure.",
    "= Reaction was mixed, with some traders shrugging and others [asking for details|waiting for more].",
    "= It was not clear how {noun} would affect customers, and the people involved declined to elaborate.",
    "= Further details are expected in {next_month}.",
    "= Analysts said it was too early to judge the effects of {noun}.",
];

/// Sentences that fit any story and fill a column.
const BACKGROUND: &[&str] = &[
    "{analyst2} of {afirm2} said that clients had asked about {noun} more than about [anything else|any other subject] this week.",
    "Data compiled by {afirm} show that {asset} was mentioned [in a growing share|in about a third] of all research notes in {last_month}.",
    "People familiar with the matter, who asked not to be named because the talks are private, said more announcements [were possible|could follow] before the end of {next_month}.",
    "On Perch and other networks, {noun} drew [hundreds of|several thousand] replies within hours, with developers and traders [often|as usual] on different sides.",
    "{afirm} had pointed to the possibility in a note to clients in {last_month}.",
    "Lawyers said the details would matter more than the headline, and that most of them are not public yet.",
    "For holders of {asset} the immediate effect is [limited|hard to measure], {analyst} added, but expectations have shifted.",
    "Similar events earlier this year moved {asset} and {asset2} by a few percentage points before attention [faded|moved on].",
    "Several funds, among them Wrenfield Capital, declined to comment on whether they had changed their positions.",
    "The next date to watch is in {next_month}, when [quarterly figures|new data|further documents] are due.",
];

const CLOSERS: &[&str] = &[
    "Bitcoin was trading [near|at about] {btc_now} [at the time of writing|on {weekday}], {btc_move} over 24 hours.",
    "Elsewhere in the market, Bitcoin was {btc_move} at {btc_now}.",
    "Bitcoin [changed hands|last traded] at {btc_now}, {btc_move} on the day, while {asset2} [was mixed|followed].",
];
