//! An outlet's own name where a feed glues it to the article: `The post … appeared first on …`, the site and the headline
//! in front of the text, `headline | Site`.

use domain::{Cut, CutReason, Field};

use super::page::{Page, TITLE};
use super::{Context, Found, OutletFrames};

/// How far before `appeared first on` the sentence may begin.
const MAX_POST_WORDS: usize = 90;
/// What may follow it at the end of a text.
const MAX_SITE_BYTES: usize = 120;
const MAX_SITE_WORDS: usize = 6;
const MAX_LINE_BYTES: usize = 500;
/// So much must be left to call what stands before it glued on.
const MIN_WORDS_LEFT: usize = 6;

/// `… appeared first on`, whose words are `mark..end`.
pub(super) fn appeared(
    page: &Page<'_>,
    mark: usize,
    end: usize,
    context: &Context<'_>,
    found: &mut Vec<Found>,
) {
    let Some(first) = opening(page, mark) else { return };
    let Some(site) = page.words.get(end) else { return };
    let until = site_end(page, site.start as usize, context);
    found.push((page.words[first].start as usize..until, CutReason::FirstAppeared));
}

/// The word with which the sentence before a mark begins: `The post`, `This article`, or a bare `Post`.
fn opening(page: &Page<'_>, mark: usize) -> Option<usize> {
    let is = |index: usize, names: &[&str]| {
        names.iter().any(|name| page.spelled(index).eq_ignore_ascii_case(name))
    };
    let is_named = |index: usize| index > 0 && is(index - 1, &["the", "this"]);
    let begin = (mark.saturating_sub(MAX_POST_WORDS)..mark).rev().find(|index| {
        is(*index, &["post", "article", "story"])
            && (is_named(*index) || (page.words[*index].is_capital && is(*index, &["post"])))
            // A headline may hold these words itself.
            && (page.words[*index + 1].hash == TITLE
                || !page.words[*index + 1..mark].iter().any(|word| word.hash == TITLE))
    })?;
    Some(if is_named(begin) { begin - 1 } else { begin })
}

fn site_end(page: &Page<'_>, site: usize, context: &Context<'_>) -> usize {
    let text = page.text;
    let line = line_from(text, site);
    let stop = line.trim_end().trim_end_matches('.').rfind(". ");
    if line.len() <= MAX_SITE_BYTES && stop.is_none() {
        return site + line.len();
    }
    let first = page.index_at(site);
    let learned = context.learned.names.site();
    let by_name = learned
        .and_then(|name| words_end(page, first, name))
        .or_else(|| guessed_end(page, first, context.outlet));
    let stop_within = stop.filter(|stop| line[..*stop].split_whitespace().count() <= MAX_SITE_WORDS);
    let end = by_name.or(stop_within.map(|stop| site + stop + 1)).unwrap_or(site);
    let after = &text[end..];
    end + (after.len() - after.trim_start_matches([' ', '.']).len())
}

/// The rest of the line, as far as a site's name could matter.
pub(super) fn line_from(text: &str, at: usize) -> &str {
    let rest = &text[at..];
    rest[..rest.floor_char_boundary(MAX_LINE_BYTES)].lines().next().unwrap_or("")
}

/// Where a name that begins with this word ends.
fn words_end(page: &Page<'_>, first: usize, name: &str) -> Option<usize> {
    let words: Vec<u64> = Page::of(name, &[]).words.iter().map(|word| word.hash).collect();
    page.holds(first, &words).then(|| page.end_of(first + words.len() - 1))
}

/// The outlet's name, and the words that often follow one.
fn guessed_end(page: &Page<'_>, first: usize, outlet: &str) -> Option<usize> {
    #[rustfmt::skip]
    const FOLLOW: &[&str] = &[
        "news", "media", "blog", "magazine", "network", "journal", "times", "daily", "report", "fintech", "platform",
    ];
    let n_named = (1..=MAX_SITE_WORDS).rev().find(|n| {
        let run = page.words.get(first..first + n);
        run.is_some_and(|run| is_outlet(&page.text[run[0].start as usize..run[n - 1].end as usize], outlet))
    })?;
    let more = (first + n_named..page.words.len())
        .take(3)
        .take_while(|index| FOLLOW.contains(&page.spelled(*index).to_lowercase().as_str()));
    Some(page.end_of(first + n_named + more.count() - 1))
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// `Daily Hodl`, `dailyhodl` and `dailyhodl.com` are one.
fn is_outlet(name: &str, outlet: &str) -> bool {
    #[rustfmt::skip]
    const ENDS: &[&str] = &["couk", "com", "news", "org", "net", "co", "io", "en"];
    let bare = |text: &str| {
        let text = text.strip_prefix("the").unwrap_or(text);
        ENDS.iter().find_map(|end| text.strip_suffix(end)).unwrap_or(text).to_owned()
    };
    let (name, outlet) = (letters(name), letters(outlet));
    name.len() >= 3 && (name == outlet || (bare(&name) == bare(&outlet) && bare(&name).len() >= 4))
}

fn is_site(name: &str, outlet: &str, learned: &OutletFrames) -> bool {
    is_outlet(name, outlet) || learned.names.site().is_some_and(|site| letters(site) == letters(name))
}

/// Site and headline in front of the text; the headline alone only where something shows that it ends.
pub(super) fn glued_headline(page: &Page<'_>, context: &Context<'_>, found: &mut Vec<Found>) {
    let Some(n_site) = page.words.iter().take(MAX_SITE_WORDS + 1).position(|word| word.hash == TITLE) else {
        return;
    };
    let (start, end) = (page.words[n_site].start as usize, page.end_of(n_site));
    let names_site = n_site > 0 && is_site(&page.text[..start], context.outlet, context.learned);
    let after = &page.text[end..];
    let gap = after.len()
        - after.trim_start_matches(|c: char| !c.is_alphanumeric() && !"\"“‘'($€£#@*".contains(c)).len();
    let is_shown =
        after[..gap].contains(['\n', '.', '?', '!', ':', '|', '–', '—']) || after.starts_with(" - ");
    let begins_anew = after[gap..].chars().find(|c| c.is_alphanumeric()).is_some_and(|c| !c.is_lowercase());
    let n_left = page.words.len() - n_site - 1;
    if begins_anew && n_left >= MIN_WORDS_LEFT && (names_site || (n_site == 0 && is_shown)) {
        found.push((0..end + gap, CutReason::GluedHeadline));
    }
}

const TITLE_MARKS: &[&str] = &[" | ", " - ", " – ", " — ", " :: "];

/// What stands behind the last mark of a headline, where a site would put its name.
pub(super) fn title_tail(title: &str) -> Option<(&str, &str)> {
    let parts = TITLE_MARKS.iter().filter_map(|mark| title.rsplit_once(mark));
    parts.min_by_key(|(_, tail)| tail.len()).filter(|(head, _)| !head.trim().is_empty())
}

/// `headline | Site` without the site.
pub(super) fn without_site(mut title: String, outlet: &str, learned: &OutletFrames) -> (String, Vec<Cut>) {
    let mut end = title.len();
    while let Some((head, tail)) = title_tail(&title[..end]) {
        if !is_site(tail, outlet, learned) && !learned.names.is_title_tail(tail, learned.n_articles) {
            break;
        }
        end = head.trim_end().len();
    }
    if end == title.len() {
        return (title, Vec::new());
    }
    let text = title.split_off(end);
    (title, vec![Cut { field: Field::Title, at: end, text, reason: CutReason::SiteName }])
}
