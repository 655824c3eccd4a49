//! The choice of a language: kept in a cookie, and back to where it was made.

use axum::extract::Path;
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use super::reply::Trouble;
use crate::texts::{COOKIE_NAME, Language};
use runtime::error::{ApiError, Code};

const KEPT_S: u32 = 365 * 24 * 3600;

pub async fn choose(Path(code): Path<String>, headers: HeaderMap) -> Result<Response, Trouble> {
    let language = Language::from_code(&code)
        .ok_or_else(|| ApiError::new(Code::NotFound, "Pages are not written in this language."))?;
    let cookie =
        format!("{COOKIE_NAME}={}; Path=/; Max-Age={KEPT_S}; HttpOnly; SameSite=Lax", language.code());
    let mut response = StatusCode::SEE_OTHER.into_response();
    for (name, value) in [
        (header::LOCATION, back(&headers)),
        (header::SET_COOKIE, cookie),
        (header::CACHE_CONTROL, "no-store".into()),
    ] {
        if let Ok(value) = HeaderValue::from_str(&value) {
            response.headers_mut().insert(name, value);
        }
    }
    Ok(response)
}

/// The page that led here, where it is one of ours; never another site.
fn back(headers: &HeaderMap) -> String {
    let text = |name: header::HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let from = text(header::REFERER).and_then(|address| address.parse::<Uri>().ok());
    let ours = from.filter(|from| from.authority().map(|host| host.as_str()) == text(header::HOST));
    let path = ours.and_then(|from| from.path_and_query().map(ToString::to_string));
    let is_page =
        |path: &String| path.starts_with('/') && !path.starts_with("//") && !path.starts_with("/language/");
    path.filter(is_page).unwrap_or_else(|| "/".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn back_to_our_own_pages_alone() {
        let back_from = |referer: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static("bellwether.test:8080"));
            headers.insert(header::REFERER, HeaderValue::from_str(referer).expect("a header"));
            back(&headers)
        };
        for (referer, expected) in [
            ("http://bellwether.test:8080/search?keyword=a%20b&page=2", "/search?keyword=a%20b&page=2"),
            ("https://elsewhere.test/search", "/"),
            ("http://bellwether.test:8080//elsewhere.test/", "/"),
            ("http://bellwether.test:8080/language/de", "/"),
            ("/search", "/"),
            ("no address", "/"),
        ] {
            assert_eq!(back_from(referer), expected, "{referer}");
        }
        assert_eq!(back(&HeaderMap::new()), "/");
    }
}
