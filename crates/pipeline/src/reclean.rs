//! Cleans stored texts again, with the rules and frames of today: after an import, whose first articles came before
//! anything was known of their outlets, and whenever somebody asks.
//!
//! What was cut is put back first, so that nothing is lost by doing it again. A text that reads otherwise then is read
//! again with it, in one change; those who follow the store take it over like any other.

use analysis::clean::{Cleaned, clean};
use anyhow::Context;
use domain::cut::restored;
use domain::{Field, Instant, Marks};
use futures_util::{StreamExt, stream};
use store::Store;
use store::documents::{CleanText, ReadDocument, TextDocument};

use super::digest::{self, caught};
use super::frames::{FrameCache, Frames};
use super::statements::group_read;

/// Texts that are cleaned and stored at once.
const BATCH: usize = 256;

/// Which texts are cleaned again.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// Those that came after this one.
    pub after: i64,
    pub outlet: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recleaned {
    pub looked_at: u64,
    pub changed: u64,
}

/// `progress` hears how many texts were looked at.
pub async fn reclean(
    store: &Store,
    scope: &Scope,
    threads: usize,
    mut progress: impl FnMut(u64),
) -> anyhow::Result<Recleaned> {
    let frames = FrameCache::new(store.clone());
    let batches = stream::try_unfold(scope.after, |last| async move {
        let batch =
            store.documents.texts(last, scope.outlet.as_deref(), BATCH).await.context("fetching texts")?;
        let last = batch.last().map(|text| text.number);
        Ok::<_, anyhow::Error>(last.map(|last| (batch, last)))
    });
    let cleaning = batches.map(|batch| {
        let frames = &frames;
        async move {
            let batch = batch?;
            let known = frames.of(batch.iter().map(|text| text.outlet.as_str())).await?;
            let looked_at = batch.len() as u64;
            let again = tokio::task::spawn_blocking(move || {
                batch.iter().filter_map(|text| cleaned_again(text, &known)).collect::<Vec<_>>()
            });
            Ok::<_, anyhow::Error>((looked_at, again.await.context("cleaning a batch")?))
        }
    });
    let mut cleaning = std::pin::pin!(cleaning.buffered(threads.max(1) * 2));
    let mut done = Recleaned::default();
    while let Some(batch) = cleaning.next().await {
        let (looked_at, again) = batch?;
        done.looked_at += looked_at;
        if !again.is_empty() {
            let (times, mut again): (Vec<Instant>, Vec<ReadDocument>) = again.into_iter().unzip();
            group_read(store, &mut again, &times).await?;
            let changed = store.documents.replace_marks(again, None).await.context("storing clean texts")?;
            done.changed += changed as u64;
        }
        progress(done.looked_at);
    }
    Ok(done)
}

/// None where it reads as it did, or where it makes its reader panic: then it stays as it is.
fn cleaned_again(text: &TextDocument, frames: &Frames) -> Option<(Instant, ReadDocument)> {
    let Cleaned { title, text: content, cuts } = caught(|| {
        let title = restored(&text.title, Field::Title, &text.cuts)?;
        let content = restored(&text.content, Field::Content, &text.cuts)?;
        Some(clean(&text.outlet, &title, &content, frames.of(&text.outlet)))
    })
    .ok()??;
    if (&title, &content, &cuts) == (&text.title, &text.content, &text.cuts) {
        return None;
    }
    let language = text.stated_language.as_deref();
    let read = || digest::read(&title, &content, &text.outlet, language, text.invented);
    let marks = if text.read { caught(read).ok()? } else { Marks::unread() };
    let text_again = Some(CleanText { title, content, cuts });
    let again = ReadDocument { id: text.id, seq: text.seq, marks, text: text_again };
    // To the day is enough to look for the same statement in the days around it.
    Some((text.day.start(), again))
}
