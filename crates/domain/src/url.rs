//! One address per document: the many ways of writing a link are folded into one.
//!
//! `https://www.Example.com/a/?utm_source=x#top` and `http://example.com/a` are the same document.
//! The fold works on text alone; nothing is resolved or fetched.

use std::borrow::Cow;
use std::fmt;

/// Why a text cannot be a document's address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UrlError {
    Empty,
    TooLong,
    NotHttp,
    NoHost,
    BadCharacter,
}

impl fmt::Display for UrlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UrlError::Empty => "the address is empty",
            UrlError::TooLong => "the address is longer than 2048 bytes",
            UrlError::NotHttp => "the address does not begin with http:// or https://",
            UrlError::NoHost => "the address names no host",
            UrlError::BadCharacter => "the address holds a space or a control character",
        })
    }
}

impl std::error::Error for UrlError {}

pub const MAX_URL_BYTES: usize = 2048;

/// Parameters that say where a click came from, never what is shown.
const TRACKING: &[&str] = &[
    "fbclid",
    "gclid",
    "dclid",
    "gbraid",
    "wbraid",
    "msclkid",
    "yclid",
    "twclid",
    "igshid",
    "mc_cid",
    "mc_eid",
    "mkt_tok",
    "ref_src",
    "ref_url",
    "cmpid",
    "ncid",
    "sref",
    "smid",
    "s_cid",
    "guccounter",
    "guce_referrer",
    "guce_referrer_sig",
    "_hsenc",
    "_hsmi",
    "__twitter_impression",
    "amp",
];
const TRACKING_PREFIXES: &[&str] = &["utm_", "pk_", "mtm_", "at_", "vero_", "hsa_"];

/// What files and feeds write for characters that their format keeps for itself.
const ENTITIES: [(&str, &str); 7] = [
    ("&amp;", "&"),
    ("&#38;", "&"),
    ("&#038;", "&"),
    ("&#x26;", "&"),
    ("&apos;", "'"),
    ("&#39;", "'"),
    ("&#039;", "'"),
];

/// The address as a browser would ask for it, where it was copied out of markup: `?a=1&amp;b=2` is `?a=1&b=2`. Only whole
/// entities of what stands in addresses are read: `&copy=1` is a parameter.
pub fn without_entities(url: &str) -> Cow<'_, str> {
    let mut url = Cow::Borrowed(url);
    // Written more than once, it is read more than once; each time it gets shorter.
    while let Some((entity, letter)) = ENTITIES.iter().find(|(entity, _)| url.contains(entity)) {
        url = Cow::Owned(url.replace(entity, letter));
    }
    url
}

/// The canonical form: `https`, lower-case host without `www.` and default port, no tracking
/// parameters, no fragment, no trailing slash, no entities. Applying it twice changes nothing.
pub fn canonical_url(url: &str) -> Result<String, UrlError> {
    let url = without_entities(url.trim());
    let url = url.as_ref();
    if url.is_empty() {
        return Err(UrlError::Empty);
    }
    if url.len() > MAX_URL_BYTES {
        return Err(UrlError::TooLong);
    }
    if url.chars().any(|c| c.is_whitespace() || c.is_control()) {
        return Err(UrlError::BadCharacter);
    }
    let rest = strip_scheme(url).ok_or(UrlError::NotHttp)?;
    let rest = rest.split('#').next().unwrap_or("");
    let authority_end = rest.find(['/', '?']).unwrap_or(rest.len());
    let (authority, rest) = rest.split_at(authority_end);
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));

    let mut canonical = String::with_capacity(url.len());
    canonical.push_str("https://");
    canonical.push_str(&canonical_host(authority)?);
    canonical.push_str(path.trim_end_matches('/'));
    let mut separator = '?';
    for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
        let name = parameter.split('=').next().unwrap_or("").to_ascii_lowercase();
        if is_tracking_parameter(&name) {
            continue;
        }
        canonical.push(separator);
        canonical.push_str(parameter);
        separator = '&';
    }
    Ok(canonical)
}

/// Whether a parameter of this name, in lower case, says only where a click came from.
pub fn is_tracking_parameter(name: &str) -> bool {
    TRACKING.contains(&name) || TRACKING_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

fn strip_scheme(url: &str) -> Option<&str> {
    ["https://", "http://"].iter().find_map(|scheme| {
        let head = url.get(..scheme.len())?;
        head.eq_ignore_ascii_case(scheme).then(|| &url[scheme.len()..])
    })
}

/// The address without a name and a password before its host: they are not part of what it shows, and are nobody else's to know.
pub fn without_userinfo(url: &str) -> Cow<'_, str> {
    let Some(start) = url.find("://").map(|at| at + "://".len()) else { return Cow::Borrowed(url) };
    let end = url[start..].find(['/', '?', '#']).map_or(url.len(), |at| start + at);
    match url[start..end].rfind('@') {
        Some(at) => Cow::Owned(format!("{}{}", &url[..start], &url[start + at + 1..])),
        None => Cow::Borrowed(url),
    }
}

fn canonical_host(authority: &str) -> Result<String, UrlError> {
    let host = authority.rsplit('@').next().unwrap_or("");
    let mut host = in_letters(&host.to_lowercase());
    for port in [":80", ":443"] {
        if let Some(bare) = host.strip_suffix(port) {
            host.truncate(bare.len());
            break;
        }
    }
    let mut host = host.trim_end_matches('.');
    while let Some(bare) = host.strip_prefix("www.") {
        host = bare;
    }
    if host.is_empty() || host.starts_with(':') {
        return Err(UrlError::NoHost);
    }
    Ok(host.to_owned())
}

/// `xn--bcher-kva.example` is `bücher.example`, written for machines. What is no such name stays as it is.
fn in_letters(host: &str) -> String {
    if host.is_ascii() && !host.contains("xn--") {
        return host.to_owned();
    }
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|c| c.is_ascii_digit()) => (name, Some(port)),
        _ => (host, None),
    };
    let name = match idna::domain_to_unicode(name) {
        (letters, Ok(())) => letters,
        (_, Err(_)) => name.to_owned(),
    };
    port.map_or(name.clone(), |port| format!("{name}:{port}"))
}

#[cfg(test)]
#[path = "url_tests.rs"]
mod tests;
