//! Events and articles as they come, over a connection that stays open (server-sent events).
//!
//! What is sent is read from the store when the reader has taken what came before: a slow reader costs a place, never
//! memory. Each message carries the place after it, and whoever comes back with it misses nothing and hears nothing twice.

mod news;
mod place;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use admission::delivery::{Delivery, is_exhausted, reserve};
use admission::streams::{StreamPlace, take_place};
use bytes::Bytes;
use coverage::article::Headline;
use domain::hash::{hash128, to_hex};
use domain::{Day, DayRange, DocumentId, EventType};
use futures_util::stream::try_unfold;
use interface::App;
use metering::{Price, Validity};
use runtime::call::Parts;
use runtime::error::ApiError;
use search::Search;
use serde_json::{Value, json};
use store::credentials::Credential;
use tokio::sync::watch;
use tokio::time::{Instant as Moment, timeout};

use crate::event::{EventView, notice, price_of};
use crate::watch::{Subject, Watch};
use figures::news::Newest;
pub use news::NewsFollower;
pub use place::Place;

/// As the ledger names it.
pub const ROUTE: &str = "/v1/stream";
/// A sign of life where nothing happens.
const HEARTBEAT: Duration = Duration::from_secs(15);
const ALIVE: &[u8] = b": \n\n";
/// Then the reader has to come back, with a key that is still good.
const MAX_LIFE: Duration = Duration::from_secs(3_600);
/// Events, and new documents, that are read at once.
const EVENTS: usize = 20;
const ARRIVALS: usize = 200;
/// Reads of new documents without one for the reader, before it hears a sign of life.
const MAX_READS: usize = 10;
/// As far back as a reader may come for articles.
const MAX_BACK: i64 = 20_000;
/// Documents are numbered as they arrive. What a Space finds in so many numbers is one delivery, charged once however often
/// it is heard, and costs what a page of a Space does.
const BLOCK: i64 = 25;
/// Credits are held for no longer than it takes to charge them.
const HOLD_MS: i64 = 30_000;

/// What is streamed to whom, and from where on.
pub struct Wanted {
    pub account_id: String,
    /// The key that asked: the stream ends with it.
    pub key: Option<Arc<str>>,
    /// None: from now on.
    pub after: Option<Place>,
    /// New articles of this Space too.
    pub space: Option<Arc<Watch>>,
}

struct Stream {
    app: Arc<App>,
    wanted: Wanted,
    at: Place,
    newest: watch::Receiver<Newest>,
    /// Found, and not sent yet.
    found: VecDeque<(i64, DocumentId)>,
    /// Up to here documents were looked at.
    looked: i64,
    ends: Moment,
    is_over: bool,
    place: StreamPlace,
}

/// Begins a stream, where the account may have another.
pub async fn begin(app: Arc<App>, wanted: Wanted) -> Result<Parts, ApiError> {
    let place = take_place(&app.admission, &wanted.account_id)?;
    let newest = app.figures.news.listen();
    let last = app.store.documents.max_number().await?;
    let at = match wanted.after {
        Some(after) => Place { document: after.document.max(last - MAX_BACK), ..after },
        None => Place { event: app.store.events.newest().await?, document: last },
    };
    let (found, ends) = (VecDeque::new(), Moment::now() + MAX_LIFE);
    let stream = Stream { app, wanted, at, newest, found, looked: at.document, ends, is_over: false, place };
    // Something at once: the reader knows that it is connected, and how soon to come back.
    let hello = Bytes::from_static(b"retry: 3000\n\n");
    let parts = try_unfold((stream, Some(hello)), |(mut stream, hello)| async move {
        let part = match hello {
            Some(hello) => Some(hello),
            None => stream.next().await?,
        };
        Ok(part.map(|part| (part, (stream, None))))
    });
    Ok(Box::pin(parts))
}

impl Stream {
    /// The next messages, or a sign of life; none at the end.
    async fn next(&mut self) -> Result<Option<Bytes>, ApiError> {
        while !self.is_over && Moment::now() < self.ends {
            // Marked as seen before the store is asked: what comes meanwhile is seen at the next turn.
            self.newest.borrow_and_update();
            if !self.may_listen().await? {
                return Ok(None);
            }
            if let Some(part) = self.events().await? {
                return Ok(Some(part));
            }
            if let Some(part) = self.articles().await? {
                return Ok(Some(part));
            }
            match timeout(HEARTBEAT, self.newest.changed()).await {
                Ok(Ok(())) => {}
                // Nobody tells news any more: the program ends.
                Ok(Err(_)) => return Ok(None),
                Err(_) => return Ok(Some(Bytes::from_static(ALIVE))),
            }
        }
        Ok(None)
    }

    async fn events(&mut self) -> Result<Option<Bytes>, ApiError> {
        let mut text = String::new();
        for event in self.app.store.events.list(&self.wanted.account_id, self.at.event, EVENTS).await? {
            if let Some(last) = self.charge(format!("stream {}", event.id), price_of(event.items)).await? {
                text.push_str(&last);
                break;
            }
            self.at.event = event.number;
            text.push_str(&message(&self.at, event.event_type.name(), &json!(EventView::of(&event)?)));
        }
        Ok((!text.is_empty()).then(|| text.into()))
    }

    /// Whether the key that asked is still good.
    async fn may_listen(&self) -> Result<bool, ApiError> {
        let Some(key) = &self.wanted.key else { return Ok(true) };
        let key = self.app.store.credentials.find(&self.wanted.account_id, key).await?;
        let now = self.app.clock.now();
        Ok(key.is_some_and(|Credential { expires_at, revoked_at, .. }| {
            Validity { expires_at, revoked_at }.check(now).is_ok()
        }))
    }

    /// The next delivery of articles, or a sign of life where many were looked at in vain.
    async fn articles(&mut self) -> Result<Option<Bytes>, ApiError> {
        let Some(space) = self.wanted.space.clone() else { return Ok(None) };
        for _ in 0..MAX_READS {
            if !self.found.is_empty() {
                return self.deliver(&space).await.map(Some);
            }
            self.at.document = self.looked;
            if !self.look(&space).await? {
                return Ok(None);
            }
        }
        Ok(Some(Bytes::from_static(ALIVE)))
    }

    /// Looks at the next documents; false where there are none.
    async fn look(&mut self, space: &Arc<Watch>) -> Result<bool, ApiError> {
        let arrivals = self.app.store.documents.arrivals(self.looked, ARRIVALS).await?;
        let findable = i64::try_from(self.app.finder.indexed_seq()).unwrap_or(i64::MAX);
        let arrivals: Vec<_> = arrivals.into_iter().take_while(|one| one.seq <= findable).collect();
        let Some(last) = arrivals.last().map(|one| one.number) else { return Ok(false) };
        let found = self.matching(space, arrivals.iter().map(|one| one.id).collect()).await?;
        let found = arrivals.iter().filter(|one| found.contains(&one.id));
        self.found.extend(found.map(|one| (one.number, one.id)));
        self.looked = last;
        Ok(true)
    }

    async fn deliver(&mut self, space: &Arc<Watch>) -> Result<Bytes, ApiError> {
        let block = self.found.front().map_or(0, |(number, _)| number / BLOCK);
        let count = self.found.iter().take_while(|(number, _)| number / BLOCK == block).count();
        // By what is looked for: a Space that has been changed finds something else.
        let what = hash128(format!("{}\n{}", self.wanted.account_id, space.key()).as_bytes());
        let id = format!("stream {} {block}", to_hex(&what));
        if let Some(last) = self.charge(id, price_of(u32::try_from(count).unwrap_or(u32::MAX))).await? {
            return Ok(last.into());
        }
        let sent: Vec<(i64, DocumentId)> = self.found.drain(..count).collect();
        let ids: Vec<DocumentId> = sent.iter().map(|(_, id)| *id).collect();
        let headlines = self.app.store.documents.headlines(&ids).await?;
        let mut text = String::new();
        for (number, id) in sent {
            self.at.document = number;
            if let Some(headline) = headlines.iter().find(|headline| headline.id == id) {
                text.push_str(&message(&self.at, "article", &json!(Headline::from(headline))));
            }
        }
        Ok(text.into())
    }

    /// Those of the documents that the Space finds.
    async fn matching(&self, space: &Arc<Watch>, ids: Vec<DocumentId>) -> Result<Vec<DocumentId>, ApiError> {
        let all = DayRange::inclusive(Day::MIN, Day::MAX);
        let days = all.and_then(|all| space.within(all, self.app.clock.now().day()));
        let space = Arc::clone(space);
        let listed = self.app.search(move |finder, give_up| match &space.subject {
            Subject::Search(wanted) => {
                let Some(days) = days else { return Ok(search::Listed::default()) };
                let search = Search { among: Some(&ids), take: ids.len(), ..wanted.search(days) };
                finder.list_until(&search, give_up)
            }
            Subject::Story(_) | Subject::Index(_) => Ok(search::Listed::default()),
        });
        Ok(listed.await?.ids.into_iter().map(|(id, _)| id).collect())
    }

    /// Charges a delivery; where there are no credits, the last message, after which the stream ends.
    async fn charge(&mut self, id: String, price: Price) -> Result<Option<String>, ApiError> {
        let turn = Arc::clone(&self.place.turn);
        let _turn = turn.lock().await;
        let now = self.app.clock.now();
        let account_id = &self.wanted.account_id;
        let delivery = Delivery { account_id, id, route: ROUTE, price, lasts_ms: HOLD_MS };
        let error = match reserve(&self.app.admission, delivery, now).await {
            Ok(reserved) => return reserved.commit(now).await.map(|_| None),
            Err(error) if is_exhausted(&error) => error,
            Err(error) => return Err(error),
        };
        self.is_over = true;
        let about = json!({ "resetsAt": error.resets_at.map(|at| at.rfc3339()) });
        let summary = format!("The stream ends: {} Come back with the last id.", error.detail);
        let day = now.day().to_string();
        let new = notice(account_id, EventType::CreditsExhausted, &day, summary.clone(), about, now);
        self.app.store.events.insert(std::slice::from_ref(&new)).await?;
        let told =
            json!({ "id": new.id, "type": new.event_type.name(), "at": now.rfc3339(), "summary": summary });
        // Without an id: the reader comes back to what was not paid.
        Ok(Some(format!("event: {}\ndata: {told}\n\n", new.event_type.name())))
    }
}

fn message(at: &Place, name: &str, data: &Value) -> String {
    format!("id: {at}\nevent: {name}\ndata: {data}\n\n")
}
