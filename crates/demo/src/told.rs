//! An item together with what its author meant by it, and the few ways of making one.

use domain::{Category, Extent, Instant, Item, Kind, Precision};

use crate::catalog::outlets::DemoOutlet;
use crate::prose::slug;
use crate::rng::Rng;

/// An item and the truth behind it, for measuring what reading the text gets right.
#[derive(Clone, Debug)]
pub struct Told {
    pub item: Item,
    /// The same for all items about one event.
    pub story: Option<u64>,
    /// What it was written to be about.
    pub categories: &'static [Category],
    /// -1, 0 or 1: the tone it was written in.
    pub tone: i8,
}

/// What every item needs; the rest is filled in by those who have it.
pub struct Draft<'a> {
    pub kind: Kind,
    pub outlet: &'a DemoOutlet,
    pub title: String,
    pub content: String,
    pub at: Instant,
}

impl Draft<'_> {
    /// The address is made of host, day, title and a few digits of the writer's own run of draws.
    pub fn item(self, rng: &mut Rng) -> Item {
        let (year, month, day) = self.at.day().civil();
        let token = rng.next() & 0xFFFF_FFFF;
        let host = self.outlet.host;
        let url = format!("https://{host}/{year}/{month:02}/{day:02}/{}-{token:08x}", slug(&self.title));
        let image_url =
            if rng.chance(0.5) { format!("https://{host}/images/{token:08x}.jpg") } else { String::new() };
        Item {
            kind: self.kind,
            url,
            title: self.title,
            content: self.content,
            published_at: Some(self.at),
            precision: Precision::Second,
            outlet: self.outlet.outlet(),
            author_name: String::new(),
            image_url,
            language: Some(self.outlet.language.to_owned()),
            extent: Extent::Full,
            speaker: None,
            turns: Vec::new(),
            ticker: None,
            invented: true,
        }
    }
}

/// Known to the day only: such an item stands at its midnight.
pub fn to_day_precision(item: &mut Item) {
    if let Some(at) = item.published_at {
        item.published_at = Some(at.day().start());
        item.precision = Precision::Day;
    }
}

/// -1, 0 or 1 from a tone in [-1, 1].
pub fn sign(tone: f64) -> i8 {
    if tone > 0.3 {
        1
    } else if tone < -0.3 {
        -1
    } else {
        0
    }
}

/// Among lines that begin with `+`, `-` or `=`, one of the wanted tone, or any where there is none.
pub fn pick_toned(lines: &'static [&'static str], tone: i8, rng: &mut Rng) -> (&'static str, i8) {
    let wanted = match tone {
        1 => '+',
        -1 => '-',
        _ => '=',
    };
    let fitting = lines.iter().filter(|line| line.starts_with(wanted)).count();
    let chosen = if fitting > 0 {
        let nth = rng.below(fitting);
        lines.iter().copied().filter(|line| line.starts_with(wanted)).nth(nth)
    } else {
        Some(rng.pick(lines))
    };
    untag(chosen.unwrap_or("= "))
}

/// The line without its mark, and the tone that the mark stands for.
pub fn untag(line: &'static str) -> (&'static str, i8) {
    match line.split_at(2.min(line.len())) {
        ("+ ", text) => (text, 1),
        ("- ", text) => (text, -1),
        ("= ", text) => (text, 0),
        _ => (line, 0),
    }
}
