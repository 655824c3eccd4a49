//! Earnings calls: four a year for each listed company, with prepared remarks and questions.
//!
//! Each company's management has its own habit of answering, from plain numbers to polite fog, so that
//! a measure of directness has something to find. The transcript and the turns are the same words.

pub mod answers;
pub mod remarks;
pub mod topics;

use domain::{Category, Day, Instant, Kind, Role, Section, Turn};

use crate::catalog::companies::{Company, listed_companies};
use crate::catalog::outlets::named;
use crate::catalog::words::{FIRMS, analyst};
use crate::prices::Market;
use crate::prose::{Slots, dollars, percent, thousands, write};
use crate::rng::{Rng, stream};
use crate::told::{Draft, Told};
use answers::Manner;
use topics::Topic;

/// One company's call on one quarter.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    pub company: &'static Company,
    /// The quarter in which the call takes place, as year * 4 + quarter 0..4; it reports the one before.
    held_in: i64,
    day: Day,
    seed: u64,
}

/// What a company reports.
#[derive(Clone, Copy, Debug)]
pub struct Results {
    pub revenue_millions: f64,
    /// Against the year before.
    pub growth: f64,
    pub margin: f64,
    pub cash_millions: f64,
}

/// The calls held on a day.
pub fn on_day(seed: u64, day: Day) -> Vec<Call> {
    let (year, month, _) = day.civil();
    let held_in = i64::from(year) * 4 + i64::from((month - 1) / 3);
    let quarter_start = Day::from_civil(year, (month - 1) / 3 * 3 + 1, 1).unwrap_or(day);
    listed_companies()
        .map(|company| Call { company, held_in, day: call_day(seed, company, held_in, quarter_start), seed })
        .filter(|call| call.day == day)
        .collect()
}

/// Three and a half to seven weeks after the quarter's end, never at a weekend.
fn call_day(seed: u64, company: &Company, held_in: i64, quarter_start: Day) -> Day {
    let mut rng = Rng::keyed(&[seed, stream::CALL, company.index() as u64, held_in as u64]);
    let mut day = quarter_start.plus(rng.range(24, 47));
    while day.weekday() >= 5 {
        day = day.plus(1);
    }
    day
}

impl Call {
    fn rng(&self, part: u64) -> Rng {
        Rng::keyed(&[self.seed, stream::CALL, self.company.index() as u64, self.held_in as u64, part])
    }

    pub fn results(&self) -> Results {
        let mut rng = self.rng(1);
        let growth = rng.normal() * 0.16 + 0.05;
        Results {
            revenue_millions: self.company.revenue_millions * (1.0 + growth) * rng.between(0.92, 1.08),
            growth,
            margin: rng.between(0.22, 0.61) + growth * 0.2,
            cash_millions: self.company.revenue_millions * rng.between(0.8, 3.1),
        }
    }

    pub fn starts_at(&self) -> Instant {
        let hour = self.rng(2).pick(&[13, 14, 20, 21]);
        self.day.start().plus_ms(hour * 3_600_000 + 1_800_000)
    }

    /// `third-quarter`.
    pub fn quarter_name(&self) -> &'static str {
        ["first-quarter", "second-quarter", "third-quarter", "fourth-quarter"]
            [(self.held_in - 1).rem_euclid(4) as usize]
    }

    /// `Q3 2026`.
    pub fn quarter_label(&self) -> String {
        let reported = self.held_in - 1;
        format!("Q{} {}", reported.rem_euclid(4) + 1, reported.div_euclid(4))
    }

    /// How directly this management answers this time: its habit, with a slow drift over the quarters.
    fn directness(&self) -> f64 {
        let drift = self.rng(3).between(-0.12, 0.12);
        let trend = if self.company.index().is_multiple_of(3) { 0.02 } else { -0.01 };
        (self.company.directness + drift + trend * (self.held_in.rem_euclid(8)) as f64).clamp(0.04, 0.97)
    }
}

/// The transcripts of a day.
pub fn tell(market: &Market, day: Day) -> Vec<Told> {
    on_day(market.seed, day).iter().map(|call| transcript(market, call)).collect()
}

fn transcript(market: &Market, call: &Call) -> Told {
    let mut rng = call.rng(4);
    let mut slots = slots(market, call, &mut rng);
    let mut turns = remarks::opening(call, &slots, &mut rng);
    questions(call, &mut slots, &mut turns, &mut rng);
    let closing = "This concludes today's question-and-answer session and the conference call. \
                   Thank you for joining. You may now disconnect.";
    turns.push(operator(closing, Section::Questions));

    let title = format!(
        "{} ({}) {} Earnings Call Transcript",
        call.company.name,
        call.company.ticker.unwrap_or(""),
        call.quarter_label()
    );
    let content = readable(&turns);
    let at = call.starts_at().plus_ms(5_400_000);
    let outlet = named("Callbook");
    let mut item = Draft { kind: Kind::EarningsCall, outlet, title, content, at }.item(&mut rng);
    item.image_url = String::new();
    item.ticker = call.company.ticker.map(str::to_owned);
    item.turns = turns;
    Told { item, story: None, categories: &[Category::MarketsAndPrice], tone: 0 }
}

/// The transcript as people read it: a line with the speaker, then the words.
pub fn readable(turns: &[Turn]) -> String {
    let mut text = String::new();
    for turn in turns {
        if !text.is_empty() {
            text.push_str("\n\n");
        }
        text.push_str(&turn.speaker);
        if let Some(title) = &turn.title {
            text.push_str(" - ");
            text.push_str(title);
        }
        text.push('\n');
        text.push_str(&turn.text);
    }
    text
}

pub fn operator(text: &str, section: Section) -> Turn {
    Turn { speaker: "Operator".to_owned(), title: None, role: Role::Operator, section, text: text.to_owned() }
}

pub fn executive(name: String, title: &str, section: Section, text: String) -> Turn {
    Turn { speaker: name, title: Some(title.to_owned()), role: Role::Executive, section, text }
}

fn questions(call: &Call, slots: &mut Slots, turns: &mut Vec<Turn>, rng: &mut Rng) {
    let company = call.company;
    let mut topics: Vec<&Topic> = topics::for_sector(company.sector).collect();
    rng.shuffle(&mut topics);
    let count = rng.range(8, 14) as usize;
    let mut firms: Vec<usize> = (0..FIRMS.len()).collect();
    rng.shuffle(&mut firms);
    turns.push(operator(
        "We will now begin the question-and-answer session. Please limit yourself to one question and one follow-up.",
        Section::Questions,
    ));
    let mut asker = (String::new(), "");
    let first_question = rng.below(6);
    for (number, topic) in topics.iter().cycle().take(count).enumerate() {
        // On the second round a topic comes back with its other question.
        let asked = (first_question + number % topics.len() + number / topics.len()) % topic.questions.len();
        // Every third question or so is a follow-up by the same analyst.
        let follows = number > 0 && rng.chance(0.3);
        if !follows {
            let firm = firms[number % firms.len()];
            asker = (analyst(firm, rng.below(4)), FIRMS[firm]);
            let (name, firm) = &asker;
            let calls = [
                format!("Our next question comes from {name} with {firm}. Please go ahead."),
                format!("The next question is from the line of {name} of {firm}. Your line is open."),
                format!("We'll go to {name} at {firm}."),
            ];
            turns.push(operator(&calls[rng.below(calls.len())], Section::Questions));
        }
        fill(slots, rng);
        turns.push(Turn {
            speaker: asker.0.clone(),
            title: Some(format!("Analyst, {}", asker.1)),
            role: Role::Analyst,
            section: Section::Questions,
            text: answers::question(topic, asked, follows, slots, rng),
        });
        let manner = Manner::draw(call.directness(), topic, rng);
        let (name, title) = respondent(company, topic, rng);
        let text = answers::answer(topic, asked, manner, slots, rng);
        turns.push(executive(name, title, Section::Questions, text));
        if rng.chance(0.15) {
            let thanks = write(
                "[Great, thank you.|Thanks, appreciate it.|Okay. Thanks.|That's helpful. I'll get back in the queue.]",
                slots,
                rng,
            );
            turns.push(Turn {
                speaker: asker.0.clone(),
                title: Some(format!("Analyst, {}", asker.1)),
                role: Role::Analyst,
                section: Section::Questions,
                text: thanks,
            });
        }
    }
}

fn respondent(company: &Company, topic: &Topic, rng: &mut Rng) -> (String, &'static str) {
    if topic.is_financial && rng.chance(0.75) {
        (company.chief_financial_officer(), "Chief Financial Officer")
    } else if rng.chance(0.25) {
        (company.operating_officer(), "Chief Operating Officer")
    } else {
        (company.chief_executive(), "Chief Executive Officer")
    }
}

fn slots(market: &Market, call: &Call, rng: &mut Rng) -> Slots {
    let results = call.results();
    let mut slots = Slots::new();
    crate::stories::cast::company(&mut slots, call.company);
    slots
        .set("quarter", call.quarter_name())
        .set("label", call.quarter_label())
        .set("ir", call.company.investor_relations())
        .set("coo", call.company.operating_officer())
        .set("sector", call.company.sector.name().to_lowercase())
        .set("home", call.company.home)
        .set("revenue", dollars(results.revenue_millions))
        .set("growth", percent(results.growth * 100.0))
        .set("rose", if results.growth > 0.0 { "up" } else { "down" })
        .set("margin", format!("{:.0}%", results.margin * 100.0))
        .set("cash", dollars(results.cash_millions))
        .set("opex", dollars(results.revenue_millions * (0.3 + results.margin * 0.5)))
        .set("btc", crate::stories::cast::round_price(market.close(call.day.plus(-1))))
        .set("guide_low", dollars(results.revenue_millions * 0.97))
        .set("guide_high", dollars(results.revenue_millions * 1.06));
    fill(&mut slots, rng);
    slots
}

/// Fresh numbers for each exchange.
fn fill(slots: &mut Slots, rng: &mut Rng) {
    slots
        .set("pct", percent(rng.between(4.0, 38.0)))
        .set("pct2", percent(rng.between(40.0, 72.0)))
        .set("small", percent(rng.between(0.4, 3.6)))
        .set("usd", dollars(rng.between(8.0, 95.0)))
        .set("usd2", dollars(rng.between(110.0, 420.0)))
        .set("n", rng.range(2, 9).to_string())
        .set("n2", rng.range(11, 48).to_string())
        .set("coins", thousands(rng.range(900, 21_000)))
        .set("cost", format!("${}", thousands(rng.range(31, 74) * 1000)))
        .set("cents", format!("{:.1} cents", rng.between(3.4, 6.4)))
        .set("eh", format!("{} exahash", rng.range(14, 58)))
        .set("mw", format!("{} megawatts", rng.range(40, 420)))
        .set("people", thousands(rng.range(40, 900)));
}
