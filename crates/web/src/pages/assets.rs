//! The files that pages refer to, compiled in. Their addresses name their content, so that browsers keep them for good.

use std::sync::LazyLock;

use axum::http::header::{self, HeaderValue};
use axum::response::{IntoResponse, Response};
use domain::hash::{hash128, to_hex};

pub struct Asset {
    path: &'static str,
    content_type: &'static str,
    content: &'static str,
    address: LazyLock<String>,
}

macro_rules! asset {
    ($path:literal, $content_type:literal, $($file:literal),+) => {
        Asset {
            path: $path,
            content_type: $content_type,
            content: concat!($(include_str!($file)),+),
            address: LazyLock::new(|| {
                let content = concat!($(include_str!($file)),+);
                format!("{}?v={}", $path, &to_hex(&hash128(content.as_bytes()))[..12])
            }),
        }
    };
}

pub static STYLESHEET: Asset =
    asset!("/assets/style.css", "text/css; charset=utf-8", "../../assets/plot.css", "../../assets/style.css");
/// What a plot needs that stands alone.
pub const PLOT_STYLE: &str = include_str!("../../assets/plot.css");
pub static SCRIPT: Asset =
    asset!("/assets/copy.js", "text/javascript; charset=utf-8", "../../assets/copy.js");
pub static CONSOLE_SCRIPT: Asset =
    asset!("/assets/console.js", "text/javascript; charset=utf-8", "../../assets/console.js");
pub static DOCS_STYLESHEET: Asset =
    asset!("/assets/docs.css", "text/css; charset=utf-8", "../../assets/docs.css");
pub static DOCS_SCRIPT: Asset =
    asset!("/assets/docs.js", "text/javascript; charset=utf-8", "../../assets/docs.js");
pub static PLOT_SCRIPT: Asset =
    asset!("/assets/plots.js", "text/javascript; charset=utf-8", "../../assets/plots.js");
static ICON: Asset = asset!("/assets/icon.svg", "image/svg+xml", "../../assets/icon.svg");

pub fn all() -> [&'static Asset; 7] {
    [&STYLESHEET, &SCRIPT, &CONSOLE_SCRIPT, &DOCS_STYLESHEET, &DOCS_SCRIPT, &PLOT_SCRIPT, &ICON]
}

impl Asset {
    pub fn path(&self) -> &'static str {
        self.path
    }

    /// With its version.
    pub fn address(&'static self) -> &'static str {
        &self.address
    }

    pub fn response(&self) -> Response {
        let kept = HeaderValue::from_static("public, max-age=31536000, immutable");
        (
            [
                (header::CONTENT_TYPE, HeaderValue::from_static(self.content_type)),
                (header::CACHE_CONTROL, kept),
            ],
            self.content,
        )
            .into_response()
    }
}
