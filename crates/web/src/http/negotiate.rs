//! What a caller takes, by the quality values of Accept and Accept-Encoding (RFC 9110, 12.4 and 12.5).

use axum::http::HeaderMap;
use axum::http::header::{ACCEPT, ACCEPT_ENCODING, HeaderName};
use interface::Format;
use runtime::error::{ApiError, Code};

/// Entries beyond this many are not looked at.
const MAX_ENTRIES: usize = 50;

/// The format of an answer that can be written in these: the one that is liked best. Where nothing fits, JSON is given
/// unless it is refused by name.
pub fn format(headers: &HeaderMap, offered: &[Format]) -> Result<Format, ApiError> {
    format_of(&listed(headers, ACCEPT), offered).ok_or_else(|| {
        let allowed: Vec<&str> = offered.iter().map(|format| format.media_type()).collect();
        ApiError {
            parameter: Some("Accept".into()),
            ..ApiError::new(
                Code::NotAcceptable,
                "Accept refuses every format that this answer can be given in.",
            )
        }
        .allowed(allowed)
    })
}

/// Whether the caller names the format of streams: who takes anything does not expect an answer without an end.
pub fn event_stream(headers: &HeaderMap) -> Result<(), ApiError> {
    let named = entries(&listed(headers, ACCEPT));
    match named.iter().any(|entry| entry.name == EVENT_STREAM && entry.quality > 0) {
        true => Ok(()),
        false => Err(ApiError {
            parameter: Some("Accept".into()),
            ..ApiError::new(Code::NotAcceptable, "This is a stream: send Accept: text/event-stream.")
        }
        .allowed([EVENT_STREAM])),
    }
}

/// As an Accept header names it.
pub const EVENT_STREAM: &str = "text/event-stream";

/// The same for the text of an Accept header.
pub fn format_of(accept: &str, offered: &[Format]) -> Option<Format> {
    let entries = entries(accept);
    let judged = |format: &Format| judge(&entries, format.media_type());
    let best = offered.iter().filter_map(|format| Some((judged(format)?, *format)));
    // Of equals the one that is named first, and then the first of the list.
    let best = best.filter(|(judged, _)| judged.quality > 0).min_by_key(|(judged, format)| {
        let place = Format::ALL.iter().position(|other| other == format);
        (std::cmp::Reverse((judged.quality, judged.closeness)), judged.place, place)
    });
    match best {
        Some((_, format)) => Some(format),
        None if judged(&Format::Json).is_some() => None,
        None => Some(Format::Json),
    }
}

/// The ways in which an answer may be packed, said anew as whatever packs it reads them; empty: plain. None where
/// an answer cannot be sent at all. Said anew, so that what we take nobody refuses after the work was done and paid for.
pub fn encodings(headers: &HeaderMap) -> Option<String> {
    if !headers.contains_key(ACCEPT_ENCODING) {
        return Some(String::new());
    }
    let text = listed(headers, ACCEPT_ENCODING);
    let entries = entries(&text);
    let quality = |name: &str| entries.iter().find(|entry| entry.name == name).map(|entry| entry.quality);
    let rest = quality("*");
    let ways =
        [("gzip", quality("gzip").or(quality("x-gzip"))), ("br", quality("br")), ("zstd", quality("zstd"))];
    let taken: Vec<String> = ways
        .into_iter()
        .filter_map(|(name, own)| own.or(rest).filter(|&quality| quality > 0).map(|quality| (name, quality)))
        .map(|(name, quality)| match quality {
            1000 => name.to_owned(),
            part => format!("{name};q=0.{part:03}"),
        })
        .collect();
    let plain = quality("identity").or(rest).is_none_or(|quality| quality > 0);
    (plain || !taken.is_empty()).then(|| taken.join(", "))
}

struct Entry {
    name: String,
    /// Thousandths.
    quality: u16,
}

struct Judged {
    quality: u16,
    /// 2 by its own name, 1 by its kind, 0 by any.
    closeness: u8,
    place: usize,
}

/// What the header says of a media type: its closest entry decides.
fn judge(entries: &[Entry], media_type: &str) -> Option<Judged> {
    let kind = media_type.split('/').next().unwrap_or("");
    let closeness = |name: &str| match name.strip_suffix("/*") {
        _ if name == media_type => Some(2),
        Some(other) if other == kind => Some(1),
        Some("*") => Some(0),
        _ => None,
    };
    let fitting = entries.iter().enumerate().filter_map(|(place, entry)| {
        Some(Judged { quality: entry.quality, closeness: closeness(&entry.name)?, place })
    });
    fitting.max_by_key(|judged| (judged.closeness, std::cmp::Reverse(judged.place)))
}

fn entries(text: &str) -> Vec<Entry> {
    let entry = |text: &str| {
        let mut parts = text.split(';').map(str::trim);
        let name = parts.next().unwrap_or("").to_ascii_lowercase();
        let quality = parts.find_map(|part| part.strip_prefix("q=").or(part.strip_prefix("Q=")));
        // What cannot be read counts as if it were not there.
        let quality = quality.and_then(|text| text.parse::<f64>().ok()).filter(|quality| quality.is_finite());
        let quality = quality.unwrap_or(1.0);
        Entry { name, quality: (quality.clamp(0.0, 1.0) * 1000.0).round() as u16 }
    };
    text.split(',').filter(|text| !text.trim().is_empty()).take(MAX_ENTRIES).map(entry).collect()
}

fn listed(headers: &HeaderMap, name: HeaderName) -> String {
    let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    values.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_that_is_liked_best() {
        use Format::{Csv, Json, Markdown, Ndjson};
        for (accept, expected) in [
            ("", Some(Json)),
            ("*/*", Some(Json)),
            ("text/csv", Some(Csv)),
            ("TEXT/CSV; charset=utf-8", Some(Csv)),
            ("text/csv;q=0", Some(Json)),
            ("text/csv;q=0, */*", Some(Json)),
            ("text/csv;q=0.2, application/json;q=0.9", Some(Json)),
            ("application/json;q=0.2, text/csv;q=0.3", Some(Csv)),
            ("text/csv, */*", Some(Csv)),
            ("application/json, text/csv", Some(Json)),
            ("text/*", Some(Csv)),
            ("text/*, text/csv;q=0", Some(Markdown)),
            ("application/x-ndjson", Some(Ndjson)),
            ("text/markdown, text/csv;q=0.9", Some(Markdown)),
            ("text/html", Some(Json)),
            ("application/json;q=0", None),
            ("*/*;q=0", None),
            ("application/json;q=0, text/csv", Some(Csv)),
            ("text/csv;q=nonsense", Some(Csv)),
        ] {
            assert_eq!(format_of(accept, &Format::ALL), expected, "{accept}");
        }
        assert_eq!(format_of("text/csv", &[Json]), Some(Json), "what cannot be a table is JSON");
    }

    #[test]
    fn some_encoding_must_be_left() {
        for (text, expected) in [
            ("gzip", Some("gzip")),
            ("", Some("")),
            ("identity;q=0", None),
            ("identity;q=0, gzip", Some("gzip")),
            ("identity;q=0, gzip;q=0, *;q=0.1", Some("br;q=0.100, zstd;q=0.100")),
            ("*;q=0", None),
            ("*;q=0, identity", Some("")),
            ("deflate, identity;q=0", None),
            ("identity;q=0, gzip;q=.5", Some("gzip;q=0.500")),
            ("identity;q=0, gzip;q=2", Some("gzip")),
            ("identity;q=0, gzip;q=0.5555", Some("gzip;q=0.556")),
            ("identity;q=0, gzip;q=1e0", Some("gzip")),
            ("identity;q=0, gzip;q=abc", Some("gzip")),
            ("identity;q=0, x-gzip;q=NaN", Some("gzip")),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, text.parse().expect("a header"));
            assert_eq!(encodings(&headers).as_deref(), expected, "{text}");
        }
    }
}
