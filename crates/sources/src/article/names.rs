//! What class names and ids say an element is. The words are those that themes and publishing systems use.

/// What an element says it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// Not shown, or shown elsewhere.
    Unseen,
    /// A post of somebody else, quoted.
    Embed,
    /// A line about the article: byline, date, caption, credit.
    Line,
    /// What stands between headline and text; inside the text the same name means a subheading.
    Intro,
    /// About its author.
    Bio,
    /// A box that has nothing to do with this article.
    Aside,
    Comments,
}

/// Attributes that name an element, and the words a name may have: a longer id is the slug of a heading.
pub(super) const ATTRIBUTES: &[(&str, usize)] = &[
    ("class", 8),
    ("id", 3),
    ("itemprop", 8),
    ("data-component", 8),
    ("data-module", 8),
    ("data-testid", 8),
];

/// Names in one attribute that are looked at, and the longest of them.
const MAX_NAMES: usize = 24;
const MAX_NAME_BYTES: usize = 80;

/// The first name that says something.
pub(super) fn kind(names: &str, max_words: usize) -> Option<Kind> {
    let mut names = names.split_whitespace().take(MAX_NAMES).filter(|name| name.len() <= MAX_NAME_BYTES);
    names.find_map(|name| kind_of(name, max_words))
}

fn kind_of(name: &str, max_words: usize) -> Option<Kind> {
    if ELSEWHERE.iter().any(|prefix| name.starts_with(prefix)) {
        return None;
    }
    let words = words_of(name);
    if words.len() > max_words {
        return None;
    }
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let joined = words.concat();
    if has(&["embed", "tweet"]) && !has(&["share", "sharing", "follow"]) {
        Some(Kind::Embed)
    } else if has(COMMENTS) || joined.contains("disqus") {
        // `comments-open` is said of whole pages.
        (!has(&["open", "closed", "enabled", "disabled", "allowed", "off"])).then_some(Kind::Comments)
    } else if has(ASIDES) || ASIDE_PARTS.iter().any(|part| joined.contains(part)) {
        Some(Kind::Aside)
    } else if has(BIOS) {
        Some(Kind::Bio)
    } else if has(INTROS) || joined.contains("subheadline") {
        Some(Kind::Intro)
    } else {
        (has(LINES) || joined.contains("readingtime")).then_some(Kind::Line)
    }
}

/// `articleBody__share-bar` is article, body, share, bar.
fn words_of(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in name.chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && before.is_lowercase()) {
            words.push(String::new());
        }
        if c.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Beginnings of names that speak of the article's subject, of scripts, or of how a page was put together.
const ELSEWHERE: &[&str] = &["tag-", "category-", "has-", "no-", "js-", "is-", "elementor"];
const COMMENTS: &[&str] = &["comments", "comment", "commentlist", "respond", "responses", "livefyre"];
#[rustfmt::skip]
const ASIDES: &[&str] = &[
    "related", "recommended", "recommendation", "recommendations", "recirc", "recirculation", "newsletter",
    "newsletters", "subscribe", "subscription", "signup", "optin", "mailchimp", "share", "shares", "sharing",
    "sharebar", "sharethis", "sharedaddy", "social", "addthis", "addtoany", "promo", "promos", "promotion",
    "promoted", "sponsored", "sponsor", "advert", "advertisement", "advertising", "ads", "ad", "adunit",
    "outbrain", "taboola", "zergnet", "trending", "popular", "breadcrumb", "breadcrumbs", "tags", "taglist",
    "toolbar", "pagination", "pager", "cookie", "cookies", "consent", "gdpr", "popup", "modal", "overlay", "nav",
    "navbar", "navigation", "menu", "sidebar", "footer", "masthead", "disclaimer", "widget", "poll", "donate",
    "tooltip", "skip", "upsell", "teaser", "teasers", "carousel", "playlist", "upnext", "toc", "follow",
    "slideshow", "gallery", "lightbox", "cta",
];
/// Names of two words, written in one or in several.
#[rustfmt::skip]
const ASIDE_PARTS: &[&str] = &[
    "readmore", "morefrom", "seealso", "alsolike", "alsoread", "mostread", "mostpopular", "morestories",
    "relatedposts", "readnext", "keepreading", "dontmiss", "tableofcontents", "moreon", "editorspick",
    "backtotop", "sronly", "screenreader", "visuallyhidden",
];
const BIOS: &[&str] = &["author", "authors", "bio", "biography", "contributor", "contributors"];
#[rustfmt::skip]
const INTROS: &[&str] =
    &["kicker", "eyebrow", "dek", "deck", "standfirst", "subtitle", "summary", "highlights", "excerpt"];
#[rustfmt::skip]
const LINES: &[&str] = &[
    "byline", "caption", "captions", "credit", "credits", "copyright", "dateline", "timestamp", "datetime",
    "date", "published", "datepublished", "datemodified", "meta", "metadata", "postmeta", "license",
    "attribution",
];
