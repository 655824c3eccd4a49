//! How many streams are held open: by one account, and by all together.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::Admission;
use runtime::error::{ApiError, Code};

/// Open streams by account.
#[derive(Default)]
pub struct Streams(Mutex<HashMap<String, u64>>);

/// A place for one stream, given back when it is dropped.
pub struct StreamPlace {
    admission: Arc<Admission>,
    account_id: String,
}

/// A place for another stream of the account, where there is one.
pub fn take_place(admission: &Arc<Admission>, account_id: &str) -> Result<StreamPlace, ApiError> {
    let config = &admission.config;
    let mut open = admission.streams.0.lock().unwrap_or_else(PoisonError::into_inner);
    let (all, own) = (open.values().sum::<u64>(), open.get(account_id).copied().unwrap_or(0));
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
    *open.entry(account_id.to_owned()).or_default() += 1;
    Ok(StreamPlace { admission: Arc::clone(admission), account_id: account_id.to_owned() })
}

impl Drop for StreamPlace {
    fn drop(&mut self) {
        let mut open = self.admission.streams.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = open.get_mut(&self.account_id) {
            *own -= 1;
            if *own == 0 {
                open.remove(&self.account_id);
            }
        }
    }
}
