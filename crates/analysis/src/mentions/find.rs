//! From a text to its mentions: match, sift, judge, gather.

use domain::{Field, Mention, MentionKind};

use super::context::{self, Support};
use super::entry::Rule;
use super::gather::Found;
use super::gazetteer::{Gazetteer, Target};
use super::place::Place;

/// Bytes of a content that are searched. Articles, filings and calls are far shorter.
const MOST_CONTENT: usize = 1 << 20;
const MOST_TITLE: usize = 1 << 12;

/// A stretch of text that some pattern matches.
#[derive(Clone, Copy)]
struct Hit {
    start: usize,
    end: usize,
    pattern: usize,
}

/// A hit that one entry claims.
struct Claim {
    start: usize,
    end: usize,
    entry: usize,
    verdict: Verdict,
}

enum Verdict {
    Sure,
    Doubtful(Rule),
}

impl Gazetteer {
    pub fn find(&self, title: &str, content: &str) -> Vec<Mention> {
        self.find_with(title, content, |_| None)
    }

    pub fn find_with(
        &self,
        title: &str,
        content: &str,
        tone_of: impl Fn(&str) -> Option<f32>,
    ) -> Vec<Mention> {
        let title = &title[..title.floor_char_boundary(MOST_TITLE.min(title.len()))];
        let content = &content[..content.floor_char_boundary(MOST_CONTENT.min(content.len()))];
        let mut support = Support::new(self.entries.len());
        let texts = [(Field::Title, title), (Field::Content, content)];
        let claims = texts.map(|(_, text)| self.claims(text, &mut support));
        for (claims, (_, text)) in claims.iter().zip(texts) {
            settle(self, claims, text, &mut support);
        }
        let mut found = Found::new(title, content);
        for (claims, (field, text)) in claims.iter().zip(texts) {
            for (index, claim) in claims.iter().enumerate() {
                let enough = match claim.verdict {
                    Verdict::Sure => true,
                    Verdict::Doubtful(rule) => {
                        score(self, claims, index, rule, text, &support) >= context::ENOUGH
                    }
                };
                if enough {
                    found.add(claim.entry, field, claim.start, claim.end);
                }
            }
        }
        found.mentions(&self.entries, tone_of)
    }

    /// Everything in `text` that could be a mention, leftmost and longest first, none overlapping within a kind.
    fn claims(&self, text: &str, support: &mut Support) -> Vec<Claim> {
        let mut hits: Vec<Hit> = self
            .automaton
            .find_overlapping_iter(text)
            .map(|found| Hit { start: found.start(), end: found.end(), pattern: found.pattern().as_usize() })
            .filter(|hit| stands_alone(text, hit.start, hit.end))
            .collect();
        hits.sort_unstable_by_key(|hit| (hit.start, usize::MAX - hit.end));
        let mut claims = Vec::new();
        let mut taken = 0;
        for hit in hits {
            let place = Place::new(text, hit.start, hit.end);
            let mut excluded = false;
            let first = claims.len();
            for target in &self.targets[hit.pattern] {
                if target.rule == Rule::Cue {
                    if place.matched == target.spelled {
                        support.cue(target.entry);
                    }
                } else if hit.start >= taken {
                    match first_look(self, target, &place) {
                        Look::Claim(verdict) => {
                            if matches!(verdict, Verdict::Sure) {
                                support.sure(target.entry);
                            }
                            claims.push(Claim {
                                start: hit.start,
                                end: hit.end,
                                entry: target.entry,
                                verdict,
                            });
                        }
                        Look::Excluded => excluded = true,
                        Look::Nothing => {}
                    }
                }
            }
            if excluded {
                claims.truncate(first);
            }
            if claims.len() > first || excluded {
                taken = hit.end;
            }
        }
        claims
    }
}

enum Look {
    Claim(Verdict),
    Excluded,
    Nothing,
}

/// What a spelling says before its surroundings are weighed.
fn first_look(gazetteer: &Gazetteer, target: &Target, place: &Place) -> Look {
    let matched = place.matched;
    let company = gazetteer.entries[target.entry].kind == MentionKind::Company;
    let capital = matched.chars().any(char::is_uppercase) || !target.spelled.chars().any(char::is_uppercase);
    let doubtful = |yes: bool| if yes { Look::Claim(Verdict::Doubtful(target.rule)) } else { Look::Nothing };
    let sure = |yes: bool| if yes { Look::Claim(Verdict::Sure) } else { Look::Nothing };
    match target.rule {
        Rule::Exclusion => Look::Excluded,
        Rule::Name => sure(capital || !company),
        Rule::Exact => sure(matched == target.spelled),
        Rule::Word => doubtful(capital || place.has_cashtag()),
        Rule::Ticker => sure(matched == target.spelled || place.has_cashtag()),
        Rule::TickerWord | Rule::TickerShared => {
            if place.has_cashtag() {
                sure(true)
            } else {
                doubtful(matched == target.spelled)
            }
        }
        Rule::Share => sure(
            matched.eq_ignore_ascii_case(&target.spelled) && place.has_cashtag()
                || matched == target.spelled && (place.behind_exchange() || bracketed_share(place)),
        ),
        Rule::Cue => Look::Nothing,
    }
}

/// `(COIN)` behind a name is a share's ticker; a lone `(UP)` or `(1)` is not.
fn bracketed_share(place: &Place) -> bool {
    place.in_brackets() && place.matched.len() >= 3
}

/// Doubtful claims that win on their own words speak for their entry everywhere else in the text.
fn settle(gazetteer: &Gazetteer, claims: &[Claim], text: &str, support: &mut Support) {
    for (index, claim) in claims.iter().enumerate() {
        if let Verdict::Doubtful(rule) = claim.verdict
            && !support.is_sure(claim.entry)
            && score(gazetteer, claims, index, rule, text, support) >= context::STRONG
        {
            support.settled(claim.entry);
        }
    }
}

fn score(
    gazetteer: &Gazetteer,
    claims: &[Claim],
    index: usize,
    rule: Rule,
    text: &str,
    support: &Support,
) -> i32 {
    let claim = &claims[index];
    let place = Place::new(text, claim.start, claim.end);
    let kind = gazetteer.entries[claim.entry].kind;
    let listed = in_a_row(gazetteer, claims, index, text);
    context::score(kind, rule, &place, support.of(claim.entry), listed)
}

/// Stands in a row with a sure one of its kind: `Solana (SOL), Avalanche and Near`.
fn in_a_row(gazetteer: &Gazetteer, claims: &[Claim], index: usize, text: &str) -> bool {
    let claim = &claims[index];
    let kind = gazetteer.entries[claim.entry].kind;
    let joined = |other: &Claim, gap: &str| {
        matches!(other.verdict, Verdict::Sure)
            && gazetteer.entries[other.entry].kind == kind
            && other.entry != claim.entry
            && gap.len() <= 12
            && (gap.contains(',') || gap.contains(" and ") || gap.contains(" & ") || gap == "/")
            && !gap.contains(". ")
    };
    let before = claims[..index]
        .iter()
        .rev()
        .take(3)
        .any(|o| o.end <= claim.start && joined(o, &text[o.end..claim.start]));
    before
        || claims[index + 1..]
            .iter()
            .take(3)
            .any(|o| o.start >= claim.end && joined(o, &text[claim.end..o.start]))
}

/// A match counts only as whole words, outside of addresses.
fn stands_alone(text: &str, start: usize, end: usize) -> bool {
    let bytes = text.as_bytes();
    let before = start.checked_sub(1).map(|i| bytes[i]);
    let after = bytes.get(end).copied();
    // Most raw hits end here: a letter or digit next to them, in plain ASCII.
    if before.is_some_and(|b| b.is_ascii_alphanumeric()) || after.is_some_and(|b| b.is_ascii_alphanumeric()) {
        return false;
    }
    let letter_before = before.is_some_and(|b| !b.is_ascii())
        && text[..start].chars().next_back().is_some_and(char::is_alphanumeric);
    let letter_after =
        after.is_some_and(|b| !b.is_ascii()) && text[end..].chars().next().is_some_and(char::is_alphanumeric);
    if letter_before || letter_after {
        return false;
    }
    let joins = |b: u8| matches!(b, b'/' | b'.' | b'_' | b'-' | b'?' | b'=' | b'&' | b'@');
    if before.is_some_and(joins) || after.is_some_and(joins) { !in_address(text, start, end) } else { true }
}

/// Inside `https://...`, `www.`, `name@host` or a snake_case word.
fn in_address(text: &str, start: usize, end: usize) -> bool {
    const REACH: usize = 160;
    let from = text.floor_char_boundary(start.saturating_sub(REACH));
    let to = text.floor_char_boundary((end + REACH).min(text.len()));
    let head = text[from..start].rsplit(char::is_whitespace).next().unwrap_or("");
    let tail = text[end..to].split(char::is_whitespace).next().unwrap_or("");
    head.contains("://")
        || head.contains("www.")
        || head.ends_with('_')
        || tail.starts_with('_')
        || tail.starts_with("://")
        || head.ends_with('@') && head.len() > 1
        || [".com/", ".io/", ".org/", ".net/"]
            .iter()
            .any(|host| head.contains(host) || tail.starts_with(host))
}
