//! From a text to its mentions: match, sift, judge, gather.

use std::ops::Range;

use domain::{Field, Mention, MentionKind};

use super::context::{self, Neighbour, Support};
use super::entry::Rule;
use super::gather::Found;
use super::gazetteer::{Gazetteer, Target};
use super::native::Native;
use super::place::Place;
use super::sources::{is_passing_channel, is_source, is_source_of_figure, passes_on};
use super::words::EXCHANGES;

/// Bytes of a content that are searched. Articles, filings and calls are far shorter.
const MAX_CONTENT: usize = 1 << 20;
const MAX_TITLE: usize = 1 << 12;

/// Matches that are weighed in one field. An article has some hundreds; a text made of names alone stops here.
const MAX_HITS: usize = 20_000;

/// Bytes between two names of a row, and claims around one that may be in its row.
const MAX_JOINT: usize = 16;
const NEAR: usize = 5;

/// A hit that one entry claims.
struct Claim {
    start: usize,
    end: usize,
    entry: usize,
    verdict: Verdict,
    in_a_row: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Sure,
    Doubtful(Rule),
}

impl Verdict {
    /// Higher where less is needed for it to count.
    fn rank(self) -> u8 {
        match self {
            Verdict::Sure => 3,
            Verdict::Doubtful(Rule::TickerWord) => 2,
            Verdict::Doubtful(Rule::Word) => 1,
            Verdict::Doubtful(_) => 0,
        }
    }
}

impl Gazetteer {
    /// In English.
    pub fn find(&self, title: &str, content: &str) -> Vec<Mention> {
        self.find_in(title, content, "en")
    }

    /// In a text of this language (ISO 639-1): others have names of their own and forms of names.
    pub fn find_in(&self, title: &str, content: &str, language: &str) -> Vec<Mention> {
        let title = &title[..title.floor_char_boundary(MAX_TITLE.min(title.len()))];
        let content = &content[..content.floor_char_boundary(MAX_CONTENT.min(content.len()))];
        let mut support = Support::new(self.entries.len());
        let texts = [(Field::Title, title), (Field::Content, content)];
        let claims = texts.map(|(field, text)| self.claims(field, text, language, &mut support));
        for (claims, (_, text)) in claims.iter().zip(texts) {
            self.settle(claims, text, &mut support);
        }
        let others = self.names_of_others(&claims, texts);
        let is_ticker = |claim: &Claim, text: &str| {
            self.entries[claim.entry].ticker.as_deref() == Some(&text[claim.start..claim.end])
        };
        // `the Department of Government Efficiency (DOGE)`: where a namesake is named and the coin never, its ticker is the namesake's.
        let is_of_namesake = |claim: &Claim, text: &str| {
            support.has_namesake(claim.entry)
                && is_ticker(claim, text)
                && claims.iter().zip(texts).all(|(claims, (_, text))| {
                    claims.iter().all(|other| other.entry != claim.entry || is_ticker(other, text))
                })
        };
        let mut found = Found::new(title, content);
        for (claims, (field, text)) in claims.iter().zip(texts) {
            for claim in claims {
                let enough = match claim.verdict {
                    Verdict::Sure => true,
                    Verdict::Doubtful(rule) => {
                        let place = Place::new(text, claim.start, claim.end);
                        let is_other = || others.iter().any(|other| other.is_at(claim.entry, &place));
                        self.score(claim, rule, text, &support) >= context::ENOUGH && !is_other()
                    }
                };
                if enough && !is_of_namesake(claim, text) {
                    found.add(claim.entry, field, claim.start, claim.end);
                }
            }
        }
        found.mentions(&self.entries)
    }

    /// Words that running text has as part of a longer name: in capitals of a headline they are that name, too.
    fn names_of_others<'t>(
        &self,
        claims: &[Vec<Claim>; 2],
        texts: [(Field, &'t str); 2],
    ) -> Vec<OtherName<'t>> {
        let mut others = Vec::new();
        for (claims, (_, text)) in claims.iter().zip(texts) {
            for claim in claims.iter().filter(|claim| claim.verdict == Verdict::Doubtful(Rule::Word)) {
                let place = Place::new(text, claim.start, claim.end);
                let kind = self.entries[claim.entry].kind;
                // An abbreviation behind a name often is its form or its ticker.
                let neighbour =
                    context::neighbour_in_name(kind, &place).filter(|neighbour| !neighbour.is_abbreviation());
                if let Some(neighbour) = neighbour {
                    others.push(OtherName { entry: claim.entry, neighbour });
                }
            }
        }
        others
    }

    /// Everything in `text` that could be a mention, leftmost and longest first, none overlapping within a kind.
    fn claims(&self, field: Field, text: &str, language: &str, support: &mut Support) -> Vec<Claim> {
        let hits = self.spellings.hits(text, MAX_HITS);
        let (mut claims, mut excluded_at) = (Vec::new(), Vec::new());
        let mut taken = 0;
        for hit in hits {
            let place = Place::new(text, hit.start, hit.end);
            let mut excluded = false;
            let first = claims.len();
            for target in &self.targets[hit.number] {
                if target.rule == Rule::Cue {
                    if place.matched == target.spelled {
                        support.cue(target.entry);
                    }
                } else if hit.start >= taken {
                    match first_look(self, target, field, &place) {
                        Look::Claim(verdict) => {
                            let claim = Claim {
                                start: hit.start,
                                end: hit.end,
                                entry: target.entry,
                                verdict,
                                in_a_row: false,
                            };
                            self.stake(&mut claims, first, claim);
                        }
                        Look::Excluded => excluded = true,
                        Look::Nothing => {}
                    }
                    if target.rule == Rule::Namesake {
                        support.namesake(target.entry);
                    }
                }
            }
            if claims.len() > first || excluded {
                taken = hit.end;
            }
            if excluded {
                excluded_at.push(hit.start..hit.end);
            }
        }
        if language != "en" {
            self.add_native(&mut claims, &excluded_at, text, language);
        }
        self.leave_to_coins(&mut claims, text);
        for claim in claims.iter().filter(|claim| claim.verdict == Verdict::Sure) {
            support.sure(claim.entry);
        }
        self.mark_rows(&mut claims, text);
        claims
    }

    /// Native names and forms of names, where nothing else was found. An English word is no doubtful name elsewhere.
    fn add_native(&self, claims: &mut Vec<Claim>, excluded: &[Range<usize>], text: &str, language: &str) {
        for Native { start, end, entry } in self.native.find(text, language, MAX_HITS) {
            if excluded.iter().any(|other| other.start < end && start < other.end) {
                continue;
            }
            if let Some(same) = claims.iter_mut().find(|claim| claim.start == start && claim.entry == entry) {
                same.verdict = Verdict::Sure;
                continue;
            }
            let next = claims.partition_point(|claim| claim.end <= start);
            let kind = self.entries[entry].kind;
            let is_taken = |claim: &Claim| claim.start < end && self.entries[claim.entry].kind == kind;
            if !claims.get(next).is_some_and(is_taken) {
                claims.insert(next, Claim { start, end, entry, verdict: Verdict::Sure, in_a_row: false });
            }
        }
    }

    /// `Ripple (XRP)`, `Ripple price` and `Litecoin and Ripple` are the coin under the name of its company; elsewhere a name that
    /// a list gives to a coin only as its company's is the company's alone.
    fn leave_to_coins(&self, claims: &mut Vec<Claim>, text: &str) {
        let is_asset = |claim: &Claim| self.entries[claim.entry].kind == MentionKind::Asset;
        let is_issuer = |claim: &Claim| claim.verdict == Verdict::Doubtful(Rule::Issuer);
        let is_named_so = |claim: &Claim| self.has_coin(claims, claim.start);
        let of_coins: Vec<bool> = claims
            .iter()
            .map(|claim| {
                let place = Place::new(text, claim.start, claim.end);
                self.is_bracketed_coin(claims, claim, text)
                    || is_named_so(claim)
                        && (context::is_coin_of_company(&place) || self.is_among_coins(claims, claim, text))
            })
            .collect();
        let mut of_coin = of_coins.iter();
        claims.retain_mut(|claim| {
            let of_coin = *of_coin.next().unwrap_or(&false);
            if is_issuer(claim) {
                claim.verdict = Verdict::Sure;
                return of_coin;
            }
            is_asset(claim) || !of_coin
        });
    }

    /// Whether a coin has a claim that begins here.
    fn has_coin(&self, claims: &[Claim], start: usize) -> bool {
        let from = claims.partition_point(|other| other.start < start);
        let here = claims[from..].iter().take_while(|other| other.start == start);
        here.into_iter().any(|other| self.entries[other.entry].kind == MentionKind::Asset)
    }

    /// Its ticker stands in brackets right behind.
    fn is_bracketed_coin(&self, claims: &[Claim], claim: &Claim, text: &str) -> bool {
        let from = claims.partition_point(|other| other.start < claim.end);
        claims.get(from).is_some_and(|coin| {
            let entry = &self.entries[coin.entry];
            entry.kind == MentionKind::Asset
                && entry.ticker.as_deref() == Some(&text[coin.start..coin.end])
                && text[coin.end..].trim_start().starts_with(')')
                && text[claim.end..coin.start].trim() == "("
        })
    }

    /// In a row with coins and with no company: nothing but a comma or an `and` between them, and perhaps a ticker in brackets.
    fn is_among_coins(&self, claims: &[Claim], claim: &Claim, text: &str) -> bool {
        let is_joined = |left: &Claim, right: &Claim| {
            left.end < right.start
                && right.start - left.end <= MAX_JOINT
                && is_joint(&text[left.end..right.start])
        };
        let beside = |other: &&Claim| {
            other.start != claim.start && (is_joined(other, claim) || is_joined(claim, other))
        };
        let at = claims.partition_point(|other| other.start < claim.start);
        let near = &claims[at.saturating_sub(NEAR)..claims.len().min(at + NEAR)];
        let mut beside = near.iter().filter(beside).filter(|other| other.verdict.rank() > 1).peekable();
        beside.peek().is_some() && beside.all(|other| self.has_coin(claims, other.start))
    }

    /// Adds a claim to those of the same stretch, from `first` on: of each kind the surest one stays.
    fn stake(&self, claims: &mut Vec<Claim>, first: usize, claim: Claim) {
        let kind = self.entries[claim.entry].kind;
        match claims[first..].iter_mut().find(|other| self.entries[other.entry].kind == kind) {
            Some(other) if claim.verdict.rank() > other.verdict.rank() => *other = claim,
            Some(_) => {}
            None => claims.push(claim),
        }
    }

    /// Marks what stands in a row with a sure one of its kind: `Solana (SOL), Avalanche and Near`.
    fn mark_rows(&self, claims: &mut [Claim], text: &str) {
        let anchors = |claim: &Claim| {
            claim.in_a_row || matches!(claim.verdict, Verdict::Sure | Verdict::Doubtful(Rule::TickerWord))
        };
        // Forwards, then backwards, so that one sure name reaches both ends of its row.
        for i in 1..claims.len() {
            let near = i.saturating_sub(2)..i;
            claims[i].in_a_row =
                near.into_iter().any(|j| anchors(&claims[j]) && self.joined(&claims[j], &claims[i], text));
        }
        for i in (0..claims.len().saturating_sub(1)).rev() {
            let near = i + 1..(i + 3).min(claims.len());
            claims[i].in_a_row |=
                near.into_iter().any(|j| anchors(&claims[j]) && self.joined(&claims[i], &claims[j], text));
        }
    }

    /// Two of one kind with only a comma, a slash or an `and` between them, and perhaps a ticker in brackets.
    fn joined(&self, left: &Claim, right: &Claim, text: &str) -> bool {
        if left.entry == right.entry || left.end > right.start || right.start - left.end > 12 {
            return false;
        }
        let gap = &text[left.end..right.start];
        self.entries[left.entry].kind == self.entries[right.entry].kind
            && (gap.contains(',') || gap.contains(" and ") || gap.contains(" & ") || gap == "/")
            && !gap.contains(". ")
    }

    /// Doubtful claims that win on their own words speak for their entry everywhere else in the text.
    fn settle(&self, claims: &[Claim], text: &str, support: &mut Support) {
        for claim in claims {
            if let Verdict::Doubtful(rule) = claim.verdict
                && !support.is_sure(claim.entry)
                && self.score(claim, rule, text, support) >= context::STRONG
            {
                support.settled(claim.entry);
            }
        }
    }

    fn score(&self, claim: &Claim, rule: Rule, text: &str, support: &Support) -> i32 {
        let place = Place::new(text, claim.start, claim.end);
        let kind = self.entries[claim.entry].kind;
        context::score(kind, rule, &place, support.points(claim.entry), claim.in_a_row)
    }
}

/// A comma, a slash or an `and` alone, or behind a ticker in brackets.
fn is_joint(gap: &str) -> bool {
    let gap = gap.trim_start();
    let gap = gap.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(gap, |(_, rest)| rest);
    matches!(gap.trim(), "," | "/" | "&" | "and" | "or" | ", and" | ", or")
}

/// A longer name that has the word of an entry in it, by the word beside that.
struct OtherName<'t> {
    entry: usize,
    neighbour: Neighbour<'t>,
}

impl OtherName<'_> {
    fn is_at(&self, entry: usize, place: &Place) -> bool {
        entry == self.entry
            && match self.neighbour {
                Neighbour::Before(word) => place.previous_word() == word,
                Neighbour::Behind(word) => place.next_word() == word && !place.is_possessive(),
            }
    }
}

enum Look {
    Claim(Verdict),
    Excluded,
    Nothing,
}

/// What a spelling says before its surroundings are weighed.
fn first_look(gazetteer: &Gazetteer, target: &Target, field: Field, place: &Place) -> Look {
    let matched = place.matched;
    // A title says what an article is about: who gathered its figures stands there for a reason.
    let sector = gazetteer.entries[target.entry].sector.as_str();
    let is_passing = sector == "media" && is_source(place)
        || field == Field::Content && passes_on(sector) && is_source_of_figure(place);
    let is_named = !matches!(target.rule, Rule::Exclusion | Rule::Namesake);
    if is_passing && is_named {
        return Look::Nothing;
    }
    // `(NYSE: FIGR)` names a place of listing, not the company that runs it.
    if place.after.starts_with(':') && EXCHANGES.has(matched) {
        return Look::Nothing;
    }
    let company = gazetteer.entries[target.entry].kind == MentionKind::Company;
    let capital = matched.chars().any(char::is_uppercase) || !target.spelled.chars().any(char::is_uppercase);
    let doubtful = |yes: bool| if yes { Look::Claim(Verdict::Doubtful(target.rule)) } else { Look::Nothing };
    let sure = |yes: bool| if yes { Look::Claim(Verdict::Sure) } else { Look::Nothing };
    match target.rule {
        Rule::Exclusion | Rule::Namesake => Look::Excluded,
        Rule::Channel => sure(capital && !is_source(place) && !is_passing_channel(place)),
        Rule::Name => sure(capital || !company),
        Rule::Exact => sure(matched == target.spelled),
        Rule::Word => doubtful(capital || place.has_cashtag()),
        Rule::Issuer => doubtful(capital),
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
