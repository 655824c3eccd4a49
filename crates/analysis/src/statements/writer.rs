//! Writes out what was found: who said it in which role, what it is about, and what its tone is computed from.

use std::cell::OnceCell;

use domain::{Mention, Statement, StatementSpeaker, Tone};

use super::about::{self, About};
use super::entities::{Being, Entity};
use super::roles::{self, Role};
use super::tone::{Counts, Heard};
use super::{Article, Found, same, span, stated, stretch};
use crate::Reading;
use crate::reader::Stretch;

/// Bytes of a sentence on either side of a statement that are looked at.
const MAX_AROUND: usize = 200;

pub struct Writer<'a> {
    article: &'a Article<'a>,
    mentions: &'a [Mention],
    /// Of the whole article.
    tone: Tone,
    /// What is said of each entity, once it has been asked for: few of them speak, and those several times.
    stated: Vec<OnceCell<Stated>>,
}

struct Stated {
    role: Role,
    title: String,
    affiliation: String,
}

impl<'a> Writer<'a> {
    pub fn new(article: &'a Article<'a>, reading: &'a Reading) -> Writer<'a> {
        let stated = article.entities.list.iter().map(|_| OnceCell::new()).collect();
        Writer { article, mentions: &reading.mentions, tone: reading.tone, stated }
    }

    fn stated(&self, entity: usize) -> &Stated {
        self.stated[entity].get_or_init(|| Stated {
            role: roles::role_of(self.article, &self.article.entities.list[entity]),
            title: stated::title(self.article, entity),
            affiliation: stated::affiliation(self.article, entity),
        })
    }

    fn speakers(&self, found: &Found) -> Vec<&Entity> {
        found.speakers.iter().map(|&one| &self.article.entities.list[one]).collect()
    }

    /// The role under which a statement counts: of several speakers the one of whom it is surest.
    fn role(&self, found: &Found) -> Role {
        if let Some(account) = &found.account {
            return roles::of_account(account);
        }
        let all = found.speakers.iter().map(|&one| self.stated(one).role);
        all.max_by(|a, b| a.confidence.total_cmp(&b.confidence))
            .unwrap_or(Role { cohort: None, confidence: 0.0 })
    }

    /// What the tone is computed from.
    pub fn heard(&self, found: &Found) -> Heard<'_> {
        let article = self.article;
        let role = self.role(found);
        let statement = stretch(article, found.start, found.end);
        let span = span(article, found.start, found.end);
        let about = about::find(self.mentions, span, &self.speakers(found), role.cohort);
        let name = about.as_ref().and_then(|about| about.place).map(|place| {
            let skipped = statement.text.chars().skip((place.start - span.start) as usize);
            skipped.take((place.end - place.start) as usize).collect()
        });
        let (sentence, (start, end)) = self.sentence(found);
        let said = Counts::of(&article.tokens, found.start, found.end);
        let framed = Counts::around(&article.tokens, (start, end), (found.start, found.end), &said);
        Heard {
            statement,
            sentence,
            said,
            framed,
            name,
            about,
            role,
            article: self.tone,
            direct: found.direct,
        }
    }

    pub fn write(&self, found: &Found, heard: Heard, tone: Tone) -> Statement {
        let text = heard.statement.text;
        let words = same::words(text);
        let of_first = |part: fn(&Stated) -> &String| {
            found.speakers.first().map_or(String::new(), |&one| part(self.stated(one)).clone())
        };
        Statement {
            text: text.to_owned(),
            span: span(self.article, found.start, found.end),
            direct: found.direct,
            speakers: self.named(found),
            title: of_first(|stated| &stated.title),
            affiliation: of_first(|stated| &stated.affiliation),
            cohort: heard.role.cohort,
            confidence: heard.role.confidence,
            target: heard.about.map(|About { target, .. }| target),
            tone,
            group: same::group(&words),
            shingles: same::shingles(&words),
        }
    }

    fn named(&self, found: &Found) -> Vec<StatementSpeaker> {
        let speakers = self.speakers(found).into_iter().map(|one| StatementSpeaker {
            name: one.name.clone(),
            known_as: one.known_as(),
            is_person: one.being != Being::Organisation,
        });
        let account = found.account.iter().map(|name| StatementSpeaker {
            name: name.clone(),
            known_as: None,
            is_person: true,
        });
        speakers.chain(account).collect()
    }

    /// The sentence around a statement, as far as it is near, and its bytes.
    fn sentence(&self, found: &Found) -> (Stretch<'_>, (usize, usize)) {
        let tokens = &self.article.tokens;
        let sentence = found.sentence.map(|sentence| &self.article.sentences[sentence]);
        let (start, end) = sentence.map_or((found.start, found.end), |sentence| {
            let from = tokens.text.ceil_char_boundary(found.start.saturating_sub(MAX_AROUND));
            let to = tokens.text.floor_char_boundary((found.end + MAX_AROUND).min(tokens.text.len()));
            let start = (tokens.list[sentence.from].start as usize).clamp(from, found.start);
            let end = (tokens.list[sentence.to - 1].end as usize).clamp(found.end, to);
            (start, end)
        });
        (stretch(self.article, start, end), (start, end))
    }
}
