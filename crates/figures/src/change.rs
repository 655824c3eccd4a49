//! Why a published reading moved since the day before: both readings as they were frozen, taken apart by the articles.

use std::sync::Arc;

use anyhow::Context;
use domain::{Day, DayRange};
use indices::explain::{By, Change, Explanation, Group, STEPS, Side, grouped, items};
use indices::metrics::{Inputs, find, main_index};
use indices::{Cube, DayInput, DayRollup, Form};
use runtime::off_thread::off_thread;
use store::Store;
use store::documents::DayDocument;
use store::readings::StoredReading;

use crate::Figures;
use crate::counted_input::counted_input;
use crate::portfolio::{ReadingBody, closes, on_one_scale};
use crate::universe::UNIVERSE;
use crate::whole::{Depth, for_metrics};

/// A change and its parts. All amounts are millionths of the metric's unit.
#[derive(Clone, Debug)]
pub struct Explained {
    pub reading: StoredReading,
    pub value: i64,
    /// The day before, on the scale of the reading.
    pub before: i64,
    /// Each list adds up to the change.
    pub parts: Vec<(By, Vec<Group>)>,
}

impl Explained {
    pub fn change(&self) -> i64 {
        self.value - self.before
    }
}

/// The newest day up to `last` whose value was published; none: there is no such day.
pub async fn newest_published(store: &Store, metric: &str, last: Day) -> anyhow::Result<Option<Day>> {
    let Some(newest) = store.readings.newest_frozen().await? else { return Ok(None) };
    // What weighs prices may come a day later than the others.
    let last = newest.min(last);
    let days = DayRange::inclusive(last.plus(-7), last).unwrap_or(DayRange::single(last));
    Ok(store.readings.history(metric, days).await?.last().map(|published| published.day))
}

/// None where the day or the one before has no published value, or where the two cannot be compared.
pub async fn explained(
    store: &Store,
    figures: &Figures,
    explanation: &'static Explanation,
    day: Day,
    limit: usize,
) -> anyhow::Result<Option<Explained>> {
    let mut rows = store.readings.of_days(explanation.metric, &[day.plus(-1), day]).await?;
    rows.sort_by_key(|row| row.day);
    let Ok([before, reading]) = <[StoredReading; 2]>::try_from(rows) else { return Ok(None) };
    let said = ReadingBody::from_text(&reading.body).context("the published reading cannot be read")?;
    // The main index is the same z in all its versions; of the others only the present method is taken apart.
    let known = explanation.metric == main_index::METHOD.id
        || find(explanation.metric).is_some_and(|metric| metric.method.version == reading.version);
    let (Some(value), Some(earlier), true) = (reading.value, on_one_scale(&before, &reading, &said), known)
    else {
        return Ok(None);
    };
    let first = explanation.days.map_or(Day::MIN, |days| day.plus(1 - days));
    let days = for_metrics(store, figures, day, Depth::Window).await;
    let mut days = days.map_err(|error| anyhow::anyhow!(error.detail)).context("reading counted days")?;
    days.retain(|rollup| rollup.day >= first);
    let closes = closes(store, day).await?;
    let mut documents: Vec<(Day, Vec<DayDocument>)> = Vec::new();
    for back in (0..explanation.article_days).rev() {
        documents.push((day.plus(-back), store.documents.of_day(day.plus(-back)).await?));
    }
    let published = value - earlier;
    let (value, earlier) = (millionths(value), millionths(earlier));
    let kappa = said.breakdown["kappa"].as_f64();
    let working = move || {
        let cubes = cubes(days, day);
        let closes = [closes.until(day.plus(-1)), closes];
        let side = |place: usize, at| Side {
            at,
            inputs: Inputs {
                cube: &cubes[place],
                closes: &closes[place],
                universe: &UNIVERSE,
                base: None,
                form: Form::default(),
            },
        };
        let items: Vec<_> = documents
            .iter()
            .flat_map(|(day, documents)| {
                let inputs: Vec<DayInput<'_>> = documents.iter().map(counted_input).collect();
                items(*day, &inputs)
            })
            .collect();
        let (earlier_side, later) = (side(0, day.plus(-1).end()), side(1, day.end()));
        let change = Change { earlier: earlier_side, later, kappa, items: &items };
        let parts = explanation.parts(&change, published);
        let list = |by: By| (by, grouped(&parts, &items, by, value - earlier, limit));
        [By::Story, By::Outlet, By::Cohort].map(list).to_vec()
    };
    let parts = off_thread(working).await?;
    Ok(Some(Explained { reading, value, before: earlier, parts }))
}

fn millionths(value: f64) -> i64 {
    (value * STEPS).round() as i64
}

/// The days up to the day before, and up to the day: no reading knows what came after it.
fn cubes(days: Vec<Arc<DayRollup>>, day: Day) -> [Cube; 2] {
    let earlier = Cube::for_metrics(days.iter().filter(|rollup| rollup.day < day).map(Arc::clone));
    let mut later = earlier.clone();
    days.into_iter().filter(|rollup| rollup.day == day).for_each(|rollup| later.add_for_metrics(rollup));
    [earlier, later]
}
