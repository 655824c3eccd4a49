//! What stands around every page: title, navigation, and a note where the data are invented.
//!
//! A page is a template that extends `layout.html` and has a member `frame`. Everything that a template prints is
//! escaped; what may pass as it is (a plot) says so by its type.

use super::assets;
use crate::texts::{self, Language};
use interface::App;
use runtime::error::ApiError;

pub struct Link {
    pub href: &'static str,
    pub text: &'static str,
}

/// The main navigation, in order.
const LINKS: &[Link] = &[
    Link { href: "/dashboard", text: "Dashboard" },
    Link { href: "/search", text: "Search" },
    Link { href: "/narratives", text: "Narratives" },
    Link { href: "/companies", text: "Companies" },
    Link { href: "/assets", text: "Assets" },
    Link { href: "/outlets", text: "Outlets" },
    Link { href: "/speakers", text: "Speakers" },
    Link { href: "/compare", text: "Compare" },
    Link { href: "/directness", text: "Directness" },
    Link { href: "/docs", text: "API" },
    Link { href: "/console", text: "Console" },
];

pub struct Frame {
    pub title: String,
    /// One line for search engines and previews.
    pub description: String,
    /// The link of the navigation that this page stands under; empty for none.
    here: &'static str,
    pub invented: bool,
}

impl Frame {
    /// Looks at the store once: a page over invented data says so.
    pub async fn new(
        app: &App,
        here: &'static str,
        title: impl Into<String>,
        description: impl Into<String>,
    ) -> Result<Frame, ApiError> {
        let invented = app.store.documents.any_invented().await?;
        Ok(Frame { title: title.into(), description: description.into(), here, invented })
    }

    /// Without a look at the store, for pages that say what went wrong.
    pub fn bare(title: impl Into<String>) -> Frame {
        Frame { title: title.into(), description: String::new(), here: "", invented: false }
    }

    pub fn languages(&self) -> [Language; 2] {
        Language::ALL
    }

    pub fn is_spoken(&self, language: &Language) -> bool {
        *language == texts::language()
    }

    pub fn links(&self) -> &'static [Link] {
        LINKS
    }

    pub fn is_here(&self, link: &Link) -> bool {
        link.href == self.here
    }

    pub fn stylesheet(&self) -> &'static str {
        assets::STYLESHEET.address()
    }

    pub fn plot_script(&self) -> &'static str {
        assets::PLOT_SCRIPT.address()
    }

    pub fn script(&self) -> &'static str {
        assets::SCRIPT.address()
    }
}
