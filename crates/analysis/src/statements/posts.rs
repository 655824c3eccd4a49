//! Posts that an article shows: `text — Name (@handle) June 15, 2025`, and the same in another outlet's form.

use super::entities::Being;
use super::lexicon::Flags;
use super::tokens::Kind;
use super::{Article, Found};

/// Characters of a post; what stands further before it is the article.
const MAX_POST: usize = 300;
/// Shorter ones are the end of a post, as a rule.
const MIN_POST: u32 = 40;
/// Tokens of an account's name.
const MAX_NAME: usize = 9;

pub struct Post {
    /// Bytes of the text.
    text: (usize, usize),
    /// Bytes of the text and all that belongs to the post.
    pub whole: (usize, usize),
    name: String,
    entity: Option<usize>,
}

impl Post {
    pub fn found(self, article: &Article) -> Option<Found> {
        let (start, end) = self.text;
        let text = article.tokens.text.get(start..end)?.to_ascii_lowercase();
        // `Download`, `Read more`: what is left of a post where a link was shown; `Progress.` is one.
        let is_rest = text.split_whitespace().count() < 3 && !text.ends_with(['.', '!', '?', '…']);
        if text.contains("follow us") || is_rest || self.entity.is_none() && self.name.is_empty() {
            return None;
        }
        let account = self.entity.is_none().then_some(self.name);
        Some(Found {
            start,
            end,
            direct: true,
            speakers: self.entity.into_iter().collect(),
            account,
            sentence: None,
        })
    }
}

pub fn find(article: &Article) -> Vec<Post> {
    let mut posts: Vec<Post> = Vec::new();
    for &handle in &article.tokens.handles {
        let i = handle as usize;
        let floor = posts.last().map_or(0, |post| post.whole.1);
        if let Some(post) = signed(article, i, floor).or_else(|| framed(article, i, floor)) {
            posts.push(post);
        }
    }
    posts
}

/// `text https://t.co/x — Name (@handle) June 15, 2025`.
fn signed(article: &Article, handle: usize, floor: usize) -> Option<Post> {
    let tokens = &article.tokens;
    let dated = tokens.is_mark(handle + 1, ')') && tokens.has(handle + 2, Flags::DATE);
    if !dated || handle < 3 || !tokens.is_mark(handle - 1, '(') {
        return None;
    }
    let dash = (handle.saturating_sub(MAX_NAME + 2)..handle - 1)
        .rev()
        .find(|&i| matches!(tokens.list[i].kind, Kind::Mark('—' | '–' | '-')))?;
    let whole = tokens.stretch(dash + 1, handle - 1).trim();
    let imitates = imitates(whole);
    let name = if imitates { whole } else { whole.split('(').next().unwrap_or("") };
    let name = name.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '.' | '(' | ')')).to_owned();
    // The whole of the account's name, or the end of it.
    let known =
        article.entities.name_at(handle - 2).filter(|&known| article.entities.names[known].from <= dash + 3);
    // `Best Wallet`, `STEPH IS CRYPTO`: an account whose name the text knows only the end of.
    let is_whole = |known: usize| {
        let from = article.entities.names[known].from;
        let owner = article.entities.of[known].map(|owner| &article.entities.list[owner]);
        let has_role = owner.is_some_and(|owner| {
            owner.described.iter().any(|it| it.person && (it.from..it.to).any(|i| tokens.has(i, Flags::ROLE)))
        });
        let titled = |i: usize| {
            has_role
                || owner.is_some_and(|owner| owner.words.iter().any(|word| tokens.is(i, word)))
                || !tokens.list[i].is_word()
                || tokens.has(i, Flags::ROLE)
                || ["sen", "rep", "gov", "dr"].contains(&tokens.word(i))
        };
        article.entities.names[known].to - from > 1 || (dash + 1..from).all(titled)
    };
    let entity = known
        .filter(|&known| is_whole(known))
        .and_then(|known| article.entities.of[known])
        .or_else(|| article.entities.of_account(&name))
        .filter(|&one| !(imitates && is_person(article, one)));
    let mut end = dash;
    while end > 0 && is_tail(article, end - 1) {
        end -= 1;
    }
    if end == 0 {
        return None;
    }
    let start = start_of(article, end, floor)?;
    let last = (handle + 2..tokens.len().min(handle + 8))
        .take_while(|&i| {
            tokens.has(i, Flags::DATE) || tokens.list[i].kind == Kind::Number || tokens.is_mark(i, ',')
        })
        .last()?;
    let text = (tokens.list[start].start as usize, super::marks::end_of(tokens, end - 1));
    Some(Post { text, whole: (text.0, tokens.list[last].end as usize), name, entity })
}

/// `Elon Musk (Parody)`: an account that is not whose name it bears.
fn imitates(account: &str) -> bool {
    const WORDS: [&str; 14] = [
        "parody",
        "satire",
        "fan",
        "fans",
        "fake",
        "not",
        "unofficial",
        "news",
        "updates",
        "quotes",
        "bot",
        "commentary",
        "archive",
        "daily",
    ];
    account.split(|c: char| !c.is_alphanumeric()).any(|word| WORDS.contains(&&*word.to_ascii_lowercase()))
}

fn is_person(article: &Article, entity: usize) -> bool {
    article.entities.list[entity].being == Being::Person
}

/// Links, hashtags and pictures at the end of a post.
fn is_tail(article: &Article, i: usize) -> bool {
    let tokens = &article.tokens;
    match tokens.list[i].kind {
        Kind::Link => true,
        Kind::Mark('#' | '…' | '/' | '\\' | '"') => true,
        Kind::Mark('.') => tokens.is(i + 1, "twitter.com"),
        Kind::Handle => false,
        _ => {
            i > 0 && tokens.is_mark(i - 1, '#') && tokens.list[i].joined
                || matches!(tokens.word(i), "twitter.com" | "pic")
                || i > 1 && tokens.is_mark(i - 1, '/') && tokens.is(i - 2, "twitter.com")
        }
    }
}

/// The sentence in which a post ends, and those before it that read like one.
fn start_of(article: &Article, end: usize, floor: usize) -> Option<usize> {
    let tokens = &article.tokens;
    let mut sentence = article.sentences.partition_point(|sentence| sentence.from < end).checked_sub(1)?;
    let allowed = |i: usize| {
        let from = article.sentences[i].from;
        let bytes = (tokens.list[from].start as usize, tokens.list[end - 1].end as usize);
        bytes.0 >= floor && bytes.1 - bytes.0 <= MAX_POST
    };
    if !allowed(sentence) {
        let from = article.sentences[sentence].from;
        let first = (from..end).find(|&i| tokens.list[i].start as usize >= floor)?;
        return Some(first);
    }
    let earliest =
        (0..sentence).rev().take_while(|&i| allowed(i)).filter(|&i| reads_like_post(article, i)).last();
    sentence = earliest.unwrap_or(sentence);
    // Tags alone say nothing: the sentence before them is the post.
    let says = (article.sentences[sentence].from..end).any(|i| {
        tokens.list[i].kind == Kind::Small
            || tokens.list[i].kind == Kind::Capital && !(i > 0 && tokens.is_mark(i - 1, '#'))
    });
    let whole = tokens.list[end - 1].end - tokens.list[article.sentences[sentence].from].start;
    let short = whole < MIN_POST && !reads_like_post(article, sentence);
    let quotes = |i: usize| !article.sentences[i].quotations.is_empty();
    if (!says || short) && sentence > 0 && allowed(sentence - 1) && !quotes(sentence - 1) {
        sentence -= 1;
    }
    Some(article.sentences[sentence].from)
}

fn reads_like_post(article: &Article, sentence: usize) -> bool {
    let range = &article.sentences[sentence];
    (range.from..range.to).any(|i| {
        let token = &article.tokens.list[i];
        token.flags.has(Flags::OWN) && token.kind != Kind::Capitals
            || matches!(token.kind, Kind::Mark('#' | '!'))
            || matches!(token.kind, Kind::Mark(mark) if mark > '\u{2300}')
            || token.kind == Kind::Handle
    })
}

/// `Name @handle · Follow text 7:39 pm · 8 Jul 2025`.
fn framed(article: &Article, handle: usize, floor: usize) -> Option<Post> {
    let tokens = &article.tokens;
    if !(tokens.is_mark(handle + 1, '·') && tokens.is(handle + 2, "follow")) {
        return None;
    }
    let start = handle + 3;
    let end = (start..tokens.len().min(start + 150)).find(|&i| {
        tokens.list[i].kind == Kind::Number
            && tokens.is_mark(i + 1, ':')
            && (tokens.is(i + 3, "pm") || tokens.is(i + 3, "am"))
    })?;
    let mut last = end;
    while last > start && !tokens.list[last - 1].is_word() && !super::marks::stops(tokens, last - 1) {
        last -= 1;
    }
    let sentence = article.sentences.partition_point(|sentence| sentence.from < handle).checked_sub(1)?;
    let from = article.sentences[sentence].from;
    let from = (from..handle).find(|&i| tokens.list[i].start as usize >= floor)?;
    let name = (from.max(handle.saturating_sub(6))..handle).rev().find_map(|i| article.entities.name_at(i));
    let spelled = tokens.stretch(from.max(handle.saturating_sub(4)), handle).trim().to_owned();
    let entity = name
        .and_then(|name| article.entities.of[name])
        .filter(|&one| !(imitates(&spelled) && is_person(article, one)));
    if last <= start {
        return None;
    }
    let text = (tokens.list[start].start as usize, super::marks::end_of(tokens, last - 1));
    Some(Post {
        text,
        whole: (tokens.list[from].start as usize, tokens.list[end].end as usize),
        name: spelled,
        entity,
    })
}
