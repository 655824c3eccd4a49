//! What a query string says.

use percent_encoding::percent_decode_str;
use runtime::error::{ApiError, Code};

/// Query parameters beyond this many are not looked at; nobody needs them and each costs work.
const PARAMETER_LIMIT: usize = 100;

pub fn read_query(query: &str) -> Result<Vec<(String, String)>, ApiError> {
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    pairs
        .enumerate()
        .map(|(i, pair)| {
            if i >= PARAMETER_LIMIT {
                let detail = format!("More than {PARAMETER_LIMIT} query parameters were given.");
                return Err(ApiError::new(Code::InvalidParameter, detail));
            }
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            Ok((decode(name)?, decode(value)?))
        })
        .collect()
}

fn decode(text: &str) -> Result<String, ApiError> {
    let text = text.replace('+', " ");
    percent_decode_str(&text).decode_utf8().map(|text| text.into_owned()).map_err(|_| {
        ApiError::new(Code::InvalidParameter, "A query parameter is not valid UTF-8 after percent-decoding.")
    })
}
