//! What outlets repeat, for operators to look at, and what they may change about it.

use analysis::clean::OutletFrames;
use domain::Day;
use store::Store;
use store::audit_log::{Action, Change, Origin};

use super::{decoded, encoded};
use crate::told::told;

/// How often somebody else may come in between.
const ATTEMPTS: u32 = 10;

/// All that is known of one outlet.
#[derive(Clone, Debug, PartialEq)]
pub struct OutletView {
    pub outlet: String,
    pub articles: u32,
    /// Those in most articles first.
    pub frames: Vec<FrameView>,
    /// What was forgotten and is text from then on.
    pub forgotten: Vec<ForgottenView>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FrameView {
    pub key: String,
    pub example: String,
    /// In how many articles it stood lately, and on how many days in all.
    pub articles: u32,
    pub days: u32,
    pub last_day: Day,
    /// Of the outlet's articles, when it was most; in percent.
    pub percent: f64,
    /// Where it mostly stands: `beginning`, `middle` or `end`.
    pub place: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForgottenView {
    pub key: String,
    pub example: String,
}

pub async fn of_outlet(store: &Store, outlet: &str) -> Result<Option<OutletView>, store::Error> {
    let stored = store.frames.find(&[outlet]).await?.into_iter().next();
    Ok(stored.map(|stored| {
        let frames = decoded(&stored);
        OutletView {
            outlet: stored.outlet,
            articles: frames.n_articles(),
            frames: frames.frames().into_iter().map(view).collect(),
            forgotten: frames
                .forgotten()
                .map(|(key, example)| ForgottenView { key: written(key), example: example.to_owned() })
                .collect(),
        }
    }))
}

fn view(frame: analysis::clean::Frame) -> FrameView {
    let places = ["beginning", "middle", "end"].into_iter().zip(frame.places);
    FrameView {
        key: written(frame.key),
        example: frame.example,
        articles: frame.n_articles,
        days: frame.n_days,
        last_day: frame.last_day,
        percent: 100.0 * frame.share,
        place: places.max_by_key(|(_, n)| *n).map_or("", |(place, _)| place),
    }
}

fn written(key: u64) -> String {
    format!("{key:016x}")
}

/// From now on this is text; what is stored already keeps its cuts until it is cleaned again. False where the outlet has
/// no such frame.
pub async fn forget(store: &Store, origin: &Origin, outlet: &str, key: &str) -> Result<bool, store::Error> {
    change(store, origin, outlet, key, Action::FrameForgotten, OutletFrames::forget).await
}

/// What was forgotten may be learned again. False where it was not forgotten.
pub async fn allow(store: &Store, origin: &Origin, outlet: &str, key: &str) -> Result<bool, store::Error> {
    change(store, origin, outlet, key, Action::FrameAllowed, OutletFrames::allow).await
}

async fn change(
    store: &Store,
    origin: &Origin,
    outlet: &str,
    key: &str,
    action: Action,
    apply: fn(&mut OutletFrames, u64) -> bool,
) -> Result<bool, store::Error> {
    let Ok(number) = u64::from_str_radix(key, 16) else { return Ok(false) };
    let Some(example) = example(store, outlet, key).await? else { return Ok(false) };
    let line = Change::new(action, outlet).before(example);
    told(store, origin, line, Action::FrameChangeFailed, async {
        for _ in 0..ATTEMPTS {
            let Some(stored) = store.frames.find(&[outlet]).await?.into_iter().next() else {
                return Ok(false);
            };
            let mut frames = decoded(&stored);
            if !apply(&mut frames, number) {
                return Ok(false);
            }
            if store.frames.replace(&encoded(outlet, stored.version, &frames)).await? {
                return Ok(true);
            }
        }
        Err(store::Error::Contended { attempts: ATTEMPTS })
    })
    .await
}

/// None where the outlet neither has it nor forgot it: then there is nothing to tell of.
async fn example(store: &Store, outlet: &str, key: &str) -> Result<Option<String>, store::Error> {
    let Some(view) = of_outlet(store, outlet).await? else { return Ok(None) };
    let learned = view.frames.into_iter().map(|frame| (frame.key, frame.example));
    let forgotten = view.forgotten.into_iter().map(|frame| (frame.key, frame.example));
    Ok(learned.chain(forgotten).find(|(known, _)| known == key).map(|(_, example)| example))
}
