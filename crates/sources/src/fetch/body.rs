//! Unpacking a body under a limit: a bomb costs what the limit allows and no more.

use std::io::Read;

use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

use super::FetchError;
use crate::budget;

/// Encodings are undone in the reverse of the order they are named in.
pub fn unpack(body: Vec<u8>, encodings: &str, max_bytes: usize) -> Result<Vec<u8>, FetchError> {
    let mut body = body;
    let named: Vec<&str> = encodings.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    // One is usual, two have been seen, more is an attack.
    if named.len() > 2 {
        return Err(FetchError::Compression);
    }
    for name in named.iter().rev() {
        body = match name.to_ascii_lowercase().as_str() {
            "identity" | "none" | "utf-8" => body,
            // Some servers name gzip and send plain text.
            "gzip" | "x-gzip" if !body.starts_with(&[0x1F, 0x8B]) => body,
            "gzip" | "x-gzip" => read_limited(MultiGzDecoder::new(body.as_slice()), max_bytes)?,
            "deflate" => match read_limited(ZlibDecoder::new(body.as_slice()), max_bytes) {
                // Named deflate, sent without its wrapper: as common as the right way.
                Err(FetchError::Compression) => {
                    read_limited(DeflateDecoder::new(body.as_slice()), max_bytes)?
                }
                other => other?,
            },
            "br" => read_limited(brotli_decompressor::Decompressor::new(body.as_slice(), 4096), max_bytes)?,
            _ => return Err(FetchError::Compression),
        };
    }
    if body.len() > max_bytes { Err(FetchError::UnpacksTooLarge(max_bytes)) } else { Ok(body) }
}

/// What was unpacked before a stream broke off is kept: truncated feeds are still feeds.
fn read_limited(reader: impl Read, max_bytes: usize) -> Result<Vec<u8>, FetchError> {
    let mut body = Vec::new();
    let outcome = reader.take(max_bytes as u64 + 1).read_to_end(&mut body);
    budget::charge_bytes(body.len());
    if body.len() > max_bytes {
        return Err(FetchError::UnpacksTooLarge(max_bytes));
    }
    match outcome {
        Ok(_) => Ok(body),
        Err(_) if !body.is_empty() => Ok(body),
        Err(_) => Err(FetchError::Compression),
    }
}

#[cfg(test)]
#[path = "body_tests.rs"]
mod tests;
