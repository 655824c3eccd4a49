//! An outlet's own name where a feed glues it to the article: `The post … appeared first on …`, the site and the headline
//! in front of the text, `headline | Site`.

use std::ops::Range;

use super::words::Words;
use super::{Context, Found, OutletFrames, Reason};

const MAX_POST_BYTES: usize = 500;
/// What may follow `appeared first on` at the end of a text.
const MAX_SITE_BYTES: usize = 120;
const MAX_SITE_WORDS: usize = 6;
/// Headlines of fewer words may begin a sentence.
const MIN_TITLE_WORDS: usize = 4;
/// So much must be left to call what stands before it glued on.
const MIN_WORDS_LEFT: usize = 6;

const OPENINGS: &[&str] =
    &["the post ", "this post ", "the article ", "this article ", "the story ", "this story ", "post "];
const MARKS: &[&str] = &[
    " appeared first on ",
    " first appeared on ",
    " appeared first at ",
    " first appeared at ",
    " first appeared in ",
    " was originally published on ",
    " was originally published at ",
    " was originally published in ",
    " was first published on ",
    " originally appeared on ",
    " is republished from ",
    " appeared first in ",
];

/// Each `… appeared first on`, as its place in the text: where the sentence begins and where the site's name begins.
pub(super) fn first_appearances(text: &str) -> Vec<Range<usize>> {
    let lower = text.to_ascii_lowercase();
    let mut places = Vec::new();
    for mark in MARKS {
        for (at, _) in lower.match_indices(mark) {
            let from = lower.ceil_char_boundary(at.saturating_sub(MAX_POST_BYTES));
            let opening = OPENINGS.iter().filter_map(|opening| {
                let start = from + lower[from..at + 1].rfind(opening)?;
                let begins = lower[..start].chars().next_back().is_none_or(|c| !c.is_alphanumeric());
                begins.then_some(start)
            });
            // `the post` before `post`: the earliest of the openings that overlap.
            let Some(start) = opening.reduce(|a, b| if a.abs_diff(b) <= 5 { a.min(b) } else { a.max(b) })
            else {
                continue;
            };
            places.push(start..at + mark.len());
        }
    }
    places
}

pub(super) fn first_appeared(text: &str, words: &Words, context: &Context<'_>, found: &mut Vec<Found>) {
    for place in first_appearances(text) {
        found.push((place.start..site_end(text, words, place.end, context), Reason::FirstAppeared));
    }
}

fn site_end(text: &str, words: &Words, site: usize, context: &Context<'_>) -> usize {
    let line = line_from(text, site);
    let stop = line.trim_end().trim_end_matches('.').rfind(". ");
    if line.len() <= MAX_SITE_BYTES && stop.is_none() {
        return site + line.len();
    }
    let first = words.index_at(site);
    let by_name = context
        .learned
        .site_names()
        .filter_map(|name| words.run_end(first, &Words::of(name).0))
        .max()
        .or_else(|| guessed_end(text, words, first, context.outlet));
    let stop_within = stop.filter(|stop| line[..*stop].split_whitespace().count() <= MAX_SITE_WORDS);
    let end = by_name.or(stop_within.map(|stop| site + stop + 1)).unwrap_or(site);
    let after = &text[end..];
    end + (after.len() - after.trim_start_matches([' ', '.']).len())
}

/// The rest of the line, as far as a site's name could matter.
pub(super) fn line_from(text: &str, at: usize) -> &str {
    let rest = &text[at..];
    rest[..rest.floor_char_boundary(MAX_POST_BYTES)].lines().next().unwrap_or("")
}

/// The outlet's name, and the words that often follow one.
fn guessed_end(text: &str, words: &Words, first: usize, outlet: &str) -> Option<usize> {
    const FOLLOW: &[&str] = &[
        "news", "media", "blog", "magazine", "network", "journal", "times", "daily", "report", "fintech",
        "platform",
    ];
    let n_named = (1..=MAX_SITE_WORDS).rev().find(|n| {
        let run = words.0.get(first..first + n);
        run.is_some_and(|run| is_outlet(&text[run[0].range.start..run[n - 1].range.end], outlet))
    })?;
    let more = words.0[first + n_named..]
        .iter()
        .take(3)
        .take_while(|word| FOLLOW.contains(&text[word.range.clone()].to_lowercase().as_str()));
    words.0.get(first + n_named + more.count() - 1).map(|word| word.range.end)
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// `Daily Hodl` and `dailyhodl` are one.
pub(super) fn is_outlet(name: &str, outlet: &str) -> bool {
    let (name, outlet) = (letters(name), letters(outlet));
    let bare = |text: &str| {
        let text = text.trim_start_matches("the").to_owned();
        ["com", "news", "en"].iter().find_map(|end| text.strip_suffix(end).map(str::to_owned)).unwrap_or(text)
    };
    name.len() >= 3 && (name == outlet || (bare(&name) == bare(&outlet) && bare(&name).len() >= 4))
}

fn is_site(name: &str, context_outlet: &str, learned: &OutletFrames) -> bool {
    is_outlet(name, context_outlet) || learned.site_names().any(|site| letters(site) == letters(name))
}

/// Site and headline in front of the text; the headline alone only where something shows that it ends.
pub(super) fn glued_headline(text: &str, words: &Words, context: &Context<'_>, found: &mut Vec<Found>) {
    let title = &context.title.0;
    if title.len() < MIN_TITLE_WORDS {
        return;
    }
    let Some((n_site, end)) =
        (0..=MAX_SITE_WORDS).find_map(|index| words.run_end(index, title).map(|end| (index, end)))
    else {
        return;
    };
    let names_site =
        n_site > 0 && is_site(&text[..words.0[n_site].range.start], context.outlet, context.learned);
    let after = &text[end..];
    let gap = after.len()
        - after.trim_start_matches(|c: char| !c.is_alphanumeric() && !"\"“‘'($€£#@*".contains(c)).len();
    let is_shown =
        after[..gap].contains(['\n', '.', '?', '!', ':', '|', '–', '—']) || after.starts_with(" - ");
    let begins_anew = after[gap..].chars().find(|c| c.is_alphanumeric()).is_some_and(|c| !c.is_lowercase());
    let n_left = words.0.len().saturating_sub(n_site + title.len());
    if begins_anew && n_left >= MIN_WORDS_LEFT && (names_site || (n_site == 0 && is_shown)) {
        found.push((0..end + gap, Reason::GluedHeadline));
    }
}

/// `headline | Site` without the site.
pub(super) fn without_site(title: &str, outlet: &str, learned: &OutletFrames) -> String {
    let mut title = title;
    loop {
        let shorter = [" | ", " - ", " – ", " — ", " :: "].iter().find_map(|mark| {
            let (head, tail) = title.rsplit_once(mark)?;
            (is_site(tail, outlet, learned) && !head.trim().is_empty()).then(|| head.trim())
        });
        match shorter {
            Some(head) => title = head,
            None => return title.to_owned(),
        }
    }
}
