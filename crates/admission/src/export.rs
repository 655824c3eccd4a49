//! Exports are priced by their rows: every block of them is held, charged and sent like an answer of its own.
//!
//! What the credits cover is set aside and announced before the first byte. A block's charge is durable before its
//! rows leave; a reader who goes away leaves the rest unpaid.

use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;
use domain::Credits;
use futures_util::{StreamExt, stream};
use http::{HeaderName, HeaderValue};
use metering::price::{EXPORT_BLOCK_ROWS, export_blocks};
use metering::{Price, Receipt, Source};

use super::authenticated_key::AuthenticatedKey;
use super::gate::{self, Gate};
use super::hold::{self, PlacedHold, Wanted};
use super::{Admission, Caller, Headers, Terms, key_missing, receipt};
use runtime::call::{Blocks, Format, Parts, RequestContext};
use runtime::error::{ApiError, Code};

/// No export has more.
const MAX_BLOCKS: usize = 1000;

/// Credits are set aside for as long as an export may take, and a little longer.
const SPARE_S: u64 = 30;

/// An export on its way: its headers, and its rows unless it was refused. None for who only asks for the headers.
pub struct Exported {
    pub headers: Headers,
    pub parts: Result<Option<Parts>, ApiError>,
}

/// The rows of an export, not yet counted or read.
pub struct ExportWork<'a> {
    pub format: Format,
    pub count: Pin<Box<dyn Future<Output = Result<u64, ApiError>> + Send + 'a>>,
    /// Begins to read them, so many in a block.
    pub blocks: Box<dyn FnOnce(u32) -> Blocks + Send + 'a>,
}

/// An export as it was asked for.
pub struct ExportRequest<'a> {
    pub terms: &'a Terms,
    pub ask: &'a RequestContext,
    pub export: ExportWork<'a>,
    /// What it would cost, without charging or reading anything.
    pub announce_only: bool,
}

/// For a call with a key.
pub async fn export(admission: &Arc<Admission>, caller: &Caller, request: ExportRequest<'_>) -> Exported {
    let ask = request.ask;
    let (gate, known) = match (admission.gate(), caller) {
        (Some(gate), Caller::Key(known)) => (gate, known),
        (Some(_), _) => {
            return Exported { headers: Vec::new(), parts: Err(key_missing()) };
        }
        (None, _) => return unpriced(request),
    };
    let rate = gate.take_for_key(&admission.store.rate_limits, known, ask.now).await;
    if let Some(seconds) = rate.retry_after_s {
        return refused(admission, known, ask, rate.headers, gate::rate_limited(seconds)).await;
    }
    metered(admission, gate, known, request, rate.headers).await
}

/// For somebody who is signed in, at the cost of the account.
pub async fn export_in_console(
    admission: &Arc<Admission>,
    account_id: &str,
    request: ExportRequest<'_>,
) -> Result<Exported, ApiError> {
    let Some(gate) = admission.gate() else { return Ok(unpriced(request)) };
    let ask = request.ask;
    let account = admission.store.accounts.find(account_id).await?;
    let account = account.ok_or_else(|| ApiError::new(Code::NotFound, "There is no such account."))?;
    let known = AuthenticatedKey::of_console(&account, &gate.limits, ask.now);
    let known = known.map_err(|error| ApiError::internal(error.as_ref()))?;
    let rate = gate.take_for_key(&admission.store.rate_limits, &known, ask.now).await;
    if let Some(seconds) = rate.retry_after_s {
        return Err(gate::rate_limited(seconds));
    }
    Ok(metered(admission, gate, &known, request, rate.headers).await)
}

fn unpriced(request: ExportRequest<'_>) -> Exported {
    let ExportRequest { export, announce_only, .. } = request;
    let blocks = (!announce_only).then(|| (export.blocks)(EXPORT_BLOCK_ROWS));
    let parts = blocks.map(|blocks| Box::pin(blocks.map(|block| block.map(|block| block.text))) as Parts);
    Exported { headers: Vec::new(), parts: Ok(parts) }
}

async fn refused(
    admission: &Admission,
    known: &AuthenticatedKey,
    ask: &RequestContext,
    mut headers: Headers,
    error: ApiError,
) -> Exported {
    headers.extend(Box::pin(receipt::uncharged(admission, known, Source::Included, ask.now)).await);
    Exported { headers, parts: Err(error) }
}

async fn metered(
    admission: &Arc<Admission>,
    gate: &Gate,
    known: &AuthenticatedKey,
    request: ExportRequest<'_>,
    mut headers: Headers,
) -> Exported {
    let ExportRequest { terms, ask, export, announce_only } = request;
    let rows = match export.count.await {
        Ok(rows) => rows,
        Err(error) => return refused(admission, known, ask, headers, error).await,
    };
    let held = match set_aside(admission, gate, known, terms, ask, rows).await {
        Ok(held) => held,
        Err(error) => return refused(admission, known, ask, headers, error).await,
    };
    headers.extend(announcement(rows, &held));
    if announce_only {
        headers.extend(Box::pin(receipt::uncharged(admission, known, Source::Included, ask.now)).await);
        return Exported { headers, parts: Ok(None) };
    }
    let mut sending = Sending {
        admission: Arc::clone(admission),
        base: Credits::new(terms.base_credits),
        format: export.format,
        rows,
        sent: 0,
        blocks: (export.blocks)(EXPORT_BLOCK_ROWS),
        held,
        done: false,
    };
    // The first block before the headers leave: they tell of its charge, and a failure is an answer of its own.
    match sending.next().await {
        Ok(Some(sent)) => {
            let standing = receipt::standing(known, &sent.counted, ask.now);
            let receipt = Receipt::Keyed { charged: sent.price, source: sent.source, standing };
            headers.extend(receipt::headers(&receipt));
            let first = stream::once(async move { Ok(sent.text) });
            let rest = stream::try_unfold(sending, |mut sending| async move {
                let text = match sending.next().await? {
                    Some(sent) => Some(sent.text),
                    None => sending.last_line(),
                };
                Ok(text.map(|text| (text, sending)))
            });
            Exported { headers, parts: Ok(Some(Box::pin(first.chain(rest)))) }
        }
        Ok(None) => {
            let error = ApiError::new(Code::Unavailable, "The export could not be begun.").retry_after(1);
            refused(admission, known, ask, headers, error).await
        }
        Err(error) => refused(admission, known, ask, headers, error).await,
    }
}

/// Rows of a block, their price, and the credits for them.
struct Reserved {
    rows: u32,
    price: Price,
    held: PlacedHold,
}

/// As many blocks as the credits cover; an error where that is none.
async fn set_aside(
    admission: &Arc<Admission>,
    gate: &Gate,
    known: &AuthenticatedKey,
    terms: &Terms,
    ask: &RequestContext,
    rows: u64,
) -> Result<VecDeque<Reserved>, ApiError> {
    let id = match ask.request_id.as_str() {
        "" => uuid::Uuid::now_v7().simple().to_string(),
        id => id.to_owned(),
    };
    let lasts_s = admission.config.export_timeout_s.saturating_add(SPARE_S);
    let lasts_ms = i64::try_from(lasts_s.saturating_mul(1000)).unwrap_or(i64::MAX / 2);
    let mut reserved = VecDeque::new();
    let blocks = export_blocks(Credits::new(terms.base_credits), rows).take(MAX_BLOCKS);
    for (number, (rows, price)) in blocks.enumerate() {
        // The first has the id that the caller is told; the others follow it.
        let id = if number == 0 { id.clone() } else { format!("{id}-{number:04}") };
        let wanted = Wanted { id: id.into(), route: terms.route, price, lasts_ms };
        match hold::place_as(admission, gate, known, wanted, ask.now).await {
            Ok(held) => reserved.push_back(Reserved { rows, price, held }),
            Err(error) if reserved.is_empty() || error.code == Code::Unavailable => return Err(error),
            Err(_) => break,
        }
    }
    Ok(reserved)
}

fn announcement(rows: u64, reserved: &VecDeque<Reserved>) -> Headers {
    let covered: u64 = reserved.iter().map(|block| u64::from(block.rows)).sum();
    let credits: u64 = reserved.iter().map(|block| u64::from(block.price.total.get())).sum();
    vec![
        (HeaderName::from_static("x-service-export-rows"), HeaderValue::from(rows)),
        (HeaderName::from_static("x-service-export-rows-covered"), HeaderValue::from(covered)),
        (HeaderName::from_static("x-service-export-credits"), HeaderValue::from(credits)),
    ]
}

/// What is left of an export; dropped, it gives back what was not charged.
struct Sending {
    admission: Arc<Admission>,
    base: Credits,
    format: Format,
    rows: u64,
    sent: u64,
    blocks: Blocks,
    held: VecDeque<Reserved>,
    done: bool,
}

struct Sent {
    text: Bytes,
    price: Price,
    source: Source,
    counted: store::ledger::Standing,
}

impl Sending {
    /// The next block, charged. None where there is no more, or no credits for more.
    async fn next(&mut self) -> Result<Option<Sent>, ApiError> {
        let Some(Reserved { mut price, held, .. }) = self.held.pop_front() else { return Ok(None) };
        let Some(block) = self.blocks.next().await.transpose()? else {
            // Fewer than were counted: what is gone costs nothing.
            self.held.clear();
            return Ok(None);
        };
        let due = metering::price(self.base, block.rows);
        let held = match due.total < price.total {
            true => {
                price = due;
                held.shrunk_to(due).await?
            }
            false => held,
        };
        let source = held.source();
        let counted = held.commit(self.admission.clock.now()).await?;
        self.sent += u64::from(block.rows);
        Ok(Some(Sent { text: block.text, price, source, counted }))
    }

    /// Said once where rows are left that nobody paid for.
    fn last_line(&mut self) -> Option<Bytes> {
        if std::mem::replace(&mut self.done, true) || self.sent >= self.rows {
            return None;
        }
        let reason = match self.sent >= MAX_BLOCKS as u64 * u64::from(EXPORT_BLOCK_ROWS) {
            true => "an export has no more",
            false => "not enough credits",
        };
        let (sent, rows) = (self.sent, self.rows);
        let line = match self.format {
            Format::Ndjson => format!("{{\"cutAfter\":{sent},\"rows\":{rows},\"reason\":\"{reason}\"}}\n"),
            _ => format!("# cut after {sent} of {rows} rows: {reason}\r\n"),
        };
        Some(line.into())
    }
}
