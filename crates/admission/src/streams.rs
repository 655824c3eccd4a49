//! How many streams are held open: by one account, and by all together.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::Admission;
use runtime::error::{ApiError, Code};

/// Open streams by account.
#[derive(Default)]
pub struct Streams(Mutex<HashMap<String, Own>>);

/// The streams of one account.
#[derive(Default)]
struct Own {
    open: u64,
    turn: Arc<Turn>,
}

/// Streams of an account charge the same deliveries: one after the other.
pub type Turn = tokio::sync::Mutex<()>;

/// A place for one stream, given back when it is dropped.
pub struct StreamPlace {
    admission: Arc<Admission>,
    account_id: String,
    pub turn: Arc<Turn>,
}

/// A place for another stream of the account, where there is one.
pub fn take_place(admission: &Arc<Admission>, account_id: &str) -> Result<StreamPlace, ApiError> {
    let config = &admission.config;
    let mut open = admission.streams.0.lock().unwrap_or_else(PoisonError::into_inner);
    let (all, own) =
        (open.values().map(|own| own.open).sum::<u64>(), open.get(account_id).map_or(0, |own| own.open));
    if own >= config.streams_per_account || all >= config.stream_limit {
        let detail = match own >= config.streams_per_account {
            true => format!(
                "An account holds at most {} streams open. Close one first.",
                config.streams_per_account
            ),
            false => "As many streams are open as may be. Try again in a while.".to_owned(),
        };
        return Err(ApiError::new(Code::RateLimited, detail).retry_after(30));
    }
    let own = open.entry(account_id.to_owned()).or_default();
    own.open += 1;
    let turn = Arc::clone(&own.turn);
    Ok(StreamPlace { admission: Arc::clone(admission), account_id: account_id.to_owned(), turn })
}

impl Drop for StreamPlace {
    fn drop(&mut self) {
        let mut open = self.admission.streams.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = open.get_mut(&self.account_id) {
            own.open -= 1;
            if own.open == 0 {
                open.remove(&self.account_id);
            }
        }
    }
}
