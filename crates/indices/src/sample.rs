//! Documents for tests: owned, so that a test can copy, change and shuffle them. Compiled for tests only.

use domain::{Category, Cohort, Day, Instant, Kind, MentionKind, Sentiment, Tone};

use crate::random::SplitMix64;
use crate::rollup::{DayInput, DayRollup, MentionInput, StatementInput, roll_up};

#[derive(Clone, Debug)]
pub struct Sample {
    pub id: u128,
    pub at: Instant,
    pub kind: Kind,
    pub outlet: String,
    pub category: String,
    pub family: String,
    pub country: String,
    pub sentiment: Sentiment,
    pub tone: Tone,
    pub sponsored: bool,
    pub language: String,
    pub story: Option<u128>,
    pub repeats: bool,
    pub author: String,
    pub cohort: Option<Cohort>,
    pub statements: Vec<SaidSample>,
    pub categories: Vec<Category>,
    /// Name, in the title, in the lead, how often.
    pub companies: Vec<(String, bool, bool, u32)>,
    pub assets: Vec<(String, bool, bool, u32)>,
}

/// Who, in which role, about which company, in what tone, of which group.
pub type SaidSample = (u128, Cohort, Option<String>, f32, u64);

/// The tone with this net, certain otherwise.
pub fn tone(net: f32) -> Tone {
    let (positive, negative) = (net.max(0.0), (-net).max(0.0));
    Tone { positive, neutral: 1.0 - positive - negative, negative }
}

impl Sample {
    /// A neutral item of an outlet that is its own family, at noon.
    pub fn new(id: u128, day: Day, outlet: &str) -> Sample {
        Sample {
            id,
            at: day.start().plus_ms(43_200_000),
            kind: Kind::News,
            outlet: outlet.to_owned(),
            category: "Crypto News".to_owned(),
            family: outlet.to_owned(),
            country: String::new(),
            sentiment: Sentiment::Neutral,
            tone: tone(0.0),
            sponsored: false,
            language: "en".to_owned(),
            story: None,
            repeats: false,
            author: String::new(),
            cohort: None,
            statements: Vec::new(),
            categories: Vec::new(),
            companies: Vec::new(),
            assets: Vec::new(),
        }
    }

    pub fn with_tone(mut self, net: f32) -> Sample {
        self.tone = tone(net);
        self.sentiment = self.tone.label();
        self
    }

    pub fn about(mut self, asset: &str) -> Sample {
        self.assets.push((asset.to_owned(), true, false, 1));
        self
    }

    pub fn by(mut self, author: &str, cohort: Option<Cohort>) -> Sample {
        self.author = author.to_owned();
        self.cohort = cohort;
        self
    }

    pub fn input(&self) -> DayInput<'_> {
        DayInput {
            id: self.id.to_be_bytes(),
            published_at: self.at,
            kind: self.kind,
            outlet: &self.outlet,
            outlet_category: &self.category,
            outlet_family: &self.family,
            outlet_country: &self.country,
            sentiment: self.sentiment,
            tone: self.tone,
            sponsored: self.sponsored,
            language: &self.language,
            story: self.story.map(u128::to_be_bytes),
            repeats: self.repeats,
            author: &self.author,
            cohort: self.cohort,
            voice: domain::hash::hash128(self.author.as_bytes()),
            statements: self.statements.iter().map(said).collect(),
            categories: self.categories.clone(),
            companies: named(&self.companies),
            assets: named(&self.assets),
        }
    }
}

fn said((who, cohort, about, net, group): &SaidSample) -> StatementInput<'_> {
    StatementInput {
        voice: who.to_be_bytes(),
        cohort: *cohort,
        sureness: 0.9,
        about: about.as_deref().map(|name| (MentionKind::Company, name)),
        tone: tone(*net),
        group: *group,
    }
}

fn named(mentions: &[(String, bool, bool, u32)]) -> Vec<MentionInput<'_>> {
    mentions
        .iter()
        .map(|(name, in_title, in_lead, count)| MentionInput {
            name,
            ticker: Some(&name[..name.len().min(3)]),
            in_title: *in_title,
            in_lead: *in_lead,
            count: *count,
        })
        .collect()
}

pub fn rolled(day: Day, samples: &[Sample]) -> DayRollup {
    let inputs: Vec<DayInput<'_>> = samples.iter().map(Sample::input).collect();
    roll_up(day, &inputs)
}

/// A day of a small world in which everything occurs: copies, sponsored items, missing stories, authors, roles.
pub fn random_day(seed: u64, day: Day, items: usize) -> Vec<Sample> {
    let mut draws = SplitMix64::new(seed ^ (day.number() as u64).wrapping_mul(0x9E37_79B9));
    (0..items)
        .map(|n| {
            let outlet = draws.below(9);
            let mut sample =
                Sample::new(u128::from(draws.draw()) << 64 | n as u128, day, &format!("Outlet {outlet}"));
            sample.at = day.start().plus_ms(draws.below(86_400_000) as i64);
            sample.category = ["Crypto News", "Mainstream", "Social"][outlet % 3].to_owned();
            sample.family = format!("Family {}", outlet / 2);
            sample.country = ["US", "DE", ""][outlet % 3].to_owned();
            sample.kind = Kind::ALL[draws.below(Kind::ALL.len())];
            sample = sample.with_tone((draws.below(2001) as f32 - 1000.0) / 1000.0);
            sample.sponsored = draws.below(10) == 0;
            sample.repeats = draws.below(5) == 0;
            sample.language = ["en", "de", "und"][draws.below(3)].to_owned();
            // A story now and then goes on from day to day.
            sample.story = match draws.below(4) {
                0 => None,
                1 => Some(1 + draws.below(3) as u128),
                _ => Some((day.number() as u128) * 100 + draws.below(6) as u128),
            };
            if draws.below(3) > 0 {
                let person = draws.below(12);
                let cohort = (!person.is_multiple_of(4)).then(|| Cohort::ALL[person % Cohort::ALL.len()]);
                sample = sample.by(&format!("person{person}@example.social"), cohort);
            }
            for _ in 0..draws.below(3) {
                let cohort = Cohort::ALL[draws.below(3)];
                let about = [None, Some("Coinbase".to_owned())][draws.below(2)].clone();
                let net = (draws.below(2001) as f32 - 1000.0) / 1000.0;
                let (who, group) = (draws.below(9) as u128, draws.below(40) as u64);
                sample.statements.push((who, cohort, about, net, group));
            }
            for _ in 0..draws.below(4) {
                sample.categories.push(Category::ALL[draws.below(Category::ALL.len())]);
            }
            for _ in 0..draws.below(4) {
                let name = ["Coinbase", "Strategy", "Marathon", "Bakkt"][draws.below(4)].to_owned();
                sample.companies.push((
                    name,
                    draws.below(2) == 0,
                    draws.below(2) == 0,
                    1 + draws.below(3) as u32,
                ));
            }
            for _ in 0..draws.below(4) {
                let name = ["Bitcoin", "Ethereum", "Solana", "Dogecoin"][draws.below(4)].to_owned();
                sample.assets.push((
                    name,
                    draws.below(2) == 0,
                    draws.below(2) == 0,
                    1 + draws.below(3) as u32,
                ));
            }
            sample
        })
        .collect()
}

pub fn shuffle<T>(seed: u64, values: &mut [T]) {
    let mut draws = SplitMix64::new(seed);
    for last in (1..values.len()).rev() {
        values.swap(last, draws.below(last + 1));
    }
}
