//! Text to tokens, each with what the lexicon knows of it. Places are bytes of the text.

use super::lexicon::{self, Flags, Lexicon};
use super::link_end::link_end;
use super::office_words::is_media_word;
use super::verbs::Verb;
use super::voices;
use crate::seams::Seams;

/// Bytes of a text that are looked at. Articles and calls are far shorter.
const MAX_BYTES: usize = 1 << 18;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Without a capital at its head.
    Small,
    /// With one, and small letters behind it.
    Capital,
    /// Nothing but capitals, at least two: `FCA`.
    Capitals,
    Number,
    /// `@name`.
    Handle,
    Link,
    Mark(char),
}

#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub start: u32,
    /// The first byte after it; `'s` is left out.
    pub end: u32,
    pub kind: Kind,
    pub flags: Flags,
    pub verb: Option<&'static Verb>,
    /// `'s` or `s'` stands behind it.
    pub possessive: bool,
    /// A line or a paragraph ends before it.
    pub after_break: bool,
    /// Nothing stands between it and the token before.
    pub joined: bool,
}

impl Token {
    #[inline]
    pub fn is_mark(&self, mark: char) -> bool {
        self.kind == Kind::Mark(mark)
    }

    #[inline]
    pub fn is_word(&self) -> bool {
        !matches!(self.kind, Kind::Mark(_) | Kind::Link)
    }

    /// Written as names are.
    #[inline]
    pub fn is_capital(&self) -> bool {
        matches!(self.kind, Kind::Capital | Kind::Capitals | Kind::Handle)
    }
}

pub struct Tokens<'a> {
    pub text: &'a str,
    /// The text with small ASCII letters: every place is the same as in the text.
    lower: String,
    pub list: Vec<Token>,
    /// Where the characters of several bytes begin, and how many bytes more than characters there are up to and with each.
    wide: Vec<(u32, u32)>,
    /// Which tokens may say that somebody speaks, which are quotation marks of any kind, and which are handles.
    pub sayings: Vec<u32>,
    pub marks: Vec<u32>,
    pub handles: Vec<u32>,
}

impl<'a> Tokens<'a> {
    pub fn of(text: &'a str) -> Tokens<'a> {
        let text = &text[..text.floor_char_boundary(MAX_BYTES)];
        let mut tokens = Tokens {
            text,
            lower: text.to_ascii_lowercase(),
            list: Vec::with_capacity(text.len() / 5),
            wide: wide(text),
            sayings: Vec::with_capacity(64),
            marks: Vec::new(),
            handles: Vec::new(),
        };
        let seams = Seams::of(text);
        Scan { text, tokens: &mut tokens, lexicon: Lexicon::open(), seams, broken: true, last_end: 0 }.run();
        tokens
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// As the text spells it.
    pub fn spelled(&self, i: usize) -> &'a str {
        let token = &self.list[i];
        &self.text[token.start as usize..token.end as usize]
    }

    /// In small letters.
    #[inline]
    pub fn word(&self, i: usize) -> &str {
        let token = &self.list[i];
        &self.lower[token.start as usize..token.end as usize]
    }

    /// The whole text in small letters.
    pub fn lower(&self) -> &str {
        &self.lower
    }

    /// From one token to before another, as the text spells it.
    pub fn stretch(&self, from: usize, to: usize) -> &'a str {
        if from >= to {
            return "";
        }
        &self.text[self.list[from].start as usize..self.list[to - 1].end as usize]
    }

    /// How many characters of the text stand before a byte.
    pub fn characters_before(&self, byte: usize) -> u32 {
        let before = self.wide.partition_point(|(at, _)| (*at as usize) < byte);
        byte as u32 - before.checked_sub(1).map_or(0, |last| self.wide[last].1)
    }

    #[inline]
    pub fn has(&self, i: usize, flags: Flags) -> bool {
        self.list.get(i).is_some_and(|token| token.flags.has(flags))
    }

    #[inline]
    pub fn is(&self, i: usize, word: &str) -> bool {
        self.list.get(i).is_some_and(|token| {
            let (start, end) = (token.start as usize, token.end as usize);
            // Most words differ in length.
            end - start == word.len() && self.lower.as_bytes()[start..end] == *word.as_bytes()
        })
    }

    /// Whether the last tokens are `Source:` and a service that shows figures.
    #[inline]
    fn ends_in_caption(&self) -> bool {
        let last = self.len().wrapping_sub(1);
        self.has(last, Flags::TRACKER)
            && last > 1
            && self.is_mark(last - 1, ':')
            && ["source", "sources", "chart", "image"].contains(&self.word(last - 2))
    }

    /// Whether the text has a word in small letters somewhere.
    pub fn has_small(&self, word: &str) -> bool {
        (0..self.len()).any(|i| self.list[i].kind == Kind::Small && self.is(i, word))
    }

    #[inline]
    pub fn is_mark(&self, i: usize, mark: char) -> bool {
        self.list.get(i).is_some_and(|token| token.is_mark(mark))
    }
}

fn wide(text: &str) -> Vec<(u32, u32)> {
    let mut wide = Vec::new();
    let (mut more, mut start) = (0, 0);
    for part in text.as_bytes().chunks(16) {
        if !part.is_ascii() {
            for (i, &byte) in part.iter().enumerate() {
                // The first byte of a character says how many there are.
                let bytes = match byte {
                    0xc0..0xe0 => 2,
                    0xe0..0xf0 => 3,
                    0xf0.. => 4,
                    _ => continue,
                };
                more += bytes - 1;
                wide.push(((start + i) as u32, more));
            }
        }
        start += part.len();
    }
    wide
}

struct Scan<'a, 'b> {
    text: &'a str,
    tokens: &'b mut Tokens<'a>,
    lexicon: Lexicon,
    seams: Seams<'a>,
    broken: bool,
    last_end: usize,
}

impl Scan<'_, '_> {
    fn run(mut self) {
        let mut at = 0;
        while at < self.text.len() {
            // Nearly all of a text is blanks and plain letters.
            let byte = self.text.as_bytes()[at];
            if byte == b' ' {
                at += 1;
                continue;
            }
            if byte.is_ascii_alphabetic()
                && let Some(end) = self.plain_word(at)
            {
                let known = self.lexicon.look_up_at(&self.tokens.lower, at..end);
                let kind = if byte.is_ascii_lowercase() { Kind::Small } else { Kind::Capital };
                self.push_known(at, end, kind, false, known);
                at = end;
                continue;
            }
            if byte.is_ascii_alphanumeric() {
                at = self.word(at, char::from(byte));
                continue;
            }
            let Some(c) = self.text[at..].chars().next() else { break };
            at = if c.is_whitespace() {
                self.broken |= c == '\n';
                at + c.len_utf8()
            } else if is_alphanumeric(c) {
                self.word(at, c)
            } else if c == '@' && self.next_is(at + 1, |c| c.is_ascii_alphanumeric() || c == '_') {
                let end = self.while_from(at + 1, |c| c.is_ascii_alphanumeric() || c == '_');
                self.push(at, end, Kind::Handle, false);
                end
            } else if c == '<' && self.next_is(at + 1, |c| c == '/' || c.is_ascii_alphabetic()) {
                self.tag(at)
            } else {
                let end = at + c.len_utf8();
                self.push(at, end, Kind::Mark(c), false);
                end
            };
        }
    }

    /// Where a word of plain letters ends that begins here, all of them small but the first, if what follows can be no part of
    /// it. An initial is none.
    #[inline]
    fn plain_word(&self, at: usize) -> Option<usize> {
        let bytes = &self.text.as_bytes()[at..];
        let length = 1 + small_letters(&bytes[1..]);
        if length == 1 && bytes[0].is_ascii_uppercase() {
            return None;
        }
        let apart = |byte: Option<&u8>| matches!(byte, None | Some(b' ' | b'\n'));
        let ends = match *bytes.get(length)? {
            b',' | b'.' => apart(bytes.get(length + 1)),
            byte => apart(Some(&byte)),
        };
        ends.then_some(at + length)
    }

    fn next_is(&self, at: usize, test: impl Fn(char) -> bool) -> bool {
        self.text[at..].chars().next().is_some_and(test)
    }

    /// Where the run of letters and digits ends that goes on at `at`.
    fn word_end(&self, at: usize) -> usize {
        let bytes = &self.text.as_bytes()[at..];
        let plain = bytes.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(bytes.len());
        if bytes.get(plain).is_none_or(u8::is_ascii) {
            return at + plain;
        }
        self.while_from(at + plain, is_alphanumeric)
    }

    fn while_from(&self, at: usize, test: impl Fn(char) -> bool) -> usize {
        self.text[at..].char_indices().find(|(_, c)| !test(*c)).map_or(self.text.len(), |(i, _)| at + i)
    }

    /// Markup is no text, and parts what stands before it from what follows.
    fn tag(&mut self, at: usize) -> usize {
        const MAX_TAG_BYTES: usize = 300;
        let near = &self.text[at..self.text.floor_char_boundary((at + MAX_TAG_BYTES).min(self.text.len()))];
        match near.find('>') {
            Some(length) => {
                self.broken = true;
                at + length + 1
            }
            None => {
                self.push(at, at + 1, Kind::Mark('<'), false);
                at + 1
            }
        }
    }

    fn word(&mut self, start: usize, first: char) -> usize {
        let mut end = self.word_end(start);
        if let Some(seam) = self.seams.at(start, end) {
            let kind = self.kind(start, start + seam, first);
            self.push(start, start + seam, kind, false);
            self.broken = true;
            return start + seam;
        }
        if self.text[end..].starts_with("://") {
            let end = self.while_from(end, |c| !c.is_whitespace() && !"“”\"<>".contains(c));
            let end = start + link_end(&self.text[start..end]);
            self.push(start, end, Kind::Link, false);
            return end;
        }
        let mut possessive = None;
        let alone = self.text.as_bytes().get(end) == Some(&b' ');
        while !alone && let Some(joint) = self.text[end..].chars().next() {
            let next = end + joint.len_utf8();
            let goes_on = self.next_is(next, is_alphanumeric);
            match joint {
                '\'' | '’' if goes_on => {
                    let after = self.word_end(next);
                    if matches!(&self.text[next..after], "s" | "S") {
                        possessive = Some(after);
                        break;
                    }
                    end = after;
                }
                '\'' | '’' if self.text[..end].ends_with('s') && self.text[next..].starts_with(' ') => {
                    possessive = Some(next);
                    break;
                }
                '-' | '&' | '‑' if goes_on => end = self.word_end(next),
                '.' if goes_on && self.dot_joins(start, end, next) => end = self.word_end(next),
                ',' if goes_on && self.digits_meet(end, next) => end = self.word_end(next),
                '.' if self.initials(start, end) => {
                    end = next;
                    break;
                }
                _ => break,
            }
        }
        let kind = self.kind(start, end, first);
        self.push(start, end, kind, possessive.is_some());
        let end = possessive.unwrap_or(end);
        self.last_end = end;
        end
    }

    /// `4.5`, `example.com`, `U.S`; not `plans.On`.
    fn dot_joins(&self, start: usize, end: usize, next: usize) -> bool {
        let before = self.text[..end].chars().next_back().unwrap_or(' ');
        let after = self.text[next..].chars().next().unwrap_or(' ');
        if before.is_numeric() && after.is_numeric() || self.initials(start, end) {
            return true;
        }
        let word = &self.text[next..self.word_end(next)];
        // `Watcher.Guru`.
        if is_media_word(&self.tokens.lower[start..next + word.len()]) {
            return true;
        }
        ["com", "io", "net", "org", "fi", "gov", "xyz", "co", "ai", "exchange", "fun", "eth", "us", "app"]
            .contains(&word.to_ascii_lowercase().as_str())
    }

    /// Single letters with stops between them so far: `U`, `U.S`.
    fn initials(&self, start: usize, end: usize) -> bool {
        let word = &self.text[start..end];
        word.len() < 8
            && word.split('.').all(|part| part.len() == 1)
            && word.chars().next().is_some_and(char::is_uppercase)
            && (word.len() > 1 || self.text[end..].starts_with('.'))
    }

    /// Whether the `A.` or `I.` that ends here stands inside a name: `John A. Smithson`, not `Vitamin A. The drug`.
    fn is_middle_initial(&self, end: usize) -> bool {
        let small =
            Flags::OPENER.or(Flags::DET).or(Flags::HE).or(Flags::THEY).or(Flags::IT).or(Flags::ADVERB);
        let Some(last) = self.tokens.list.last().filter(|_| !self.broken) else { return false };
        if last.kind != Kind::Capital || last.possessive || last.flags.has(small) {
            return false;
        }
        let from = end + 1;
        if !self.text[end..].starts_with(' ') || !self.next_is(from, char::is_uppercase) {
            return false;
        }
        let next = &self.tokens.lower[from..self.word_end(from)];
        let before = &self.tokens.lower[last.start as usize..last.end as usize];
        // Another initial before it or behind it is sign enough.
        let sure = voices::is_given_name(before) || before.ends_with('.') || next.len() == 1;
        // `Class A. Investors`: a word that is no given name is a name beside another that is no word.
        !lexicon::look_up(next).flags.has(small)
            && (sure || !crate::reader::is_common_word(before) && !crate::reader::is_common_word(next))
    }

    fn digits_meet(&self, end: usize, next: usize) -> bool {
        self.text[..end].ends_with(|c: char| c.is_ascii_digit()) && self.next_is(next, |c| c.is_ascii_digit())
    }

    fn kind(&self, start: usize, end: usize, first: char) -> Kind {
        let word = &self.text[start..end];
        if word.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return Kind::Small;
        }
        let (mut uppers, mut letters) = (0, 0);
        if word.is_ascii() {
            for byte in word.bytes() {
                uppers += usize::from(byte.is_ascii_uppercase());
                letters += usize::from(byte.is_ascii_alphabetic());
            }
        } else {
            uppers = word.chars().filter(|c| c.is_uppercase()).count();
            letters = word.chars().filter(|c| c.is_alphabetic()).count();
        }
        if letters == 0 || first.is_numeric() && uppers == 0 && letters <= 3 {
            Kind::Number
        } else if uppers > 1 && uppers == letters {
            Kind::Capitals
        // `xAI` and `iFinex` are names although they begin small; `pre-IPO` is not.
        } else if first.is_uppercase() || uppers > 0 && !word.contains('-') {
            Kind::Capital
        } else {
            Kind::Small
        }
    }

    fn push(&mut self, start: usize, end: usize, kind: Kind, possessive: bool) {
        let lower = &self.tokens.lower[start..end];
        let known = match kind {
            Kind::Mark(_) | Kind::Link | Kind::Number | Kind::Handle => lexicon::Word::default(),
            _ if !lower.is_ascii() && lower.contains('’') => lexicon::look_up(&lower.replace('’', "'")),
            _ if matches!(lower, "a." | "i.") && self.is_middle_initial(end) => lexicon::Word::default(),
            _ if lower.ends_with('.') => lexicon::look_up(lower.trim_end_matches('.')),
            _ => self.lexicon.look_up_at(&self.tokens.lower, start..end),
        };
        self.push_known(start, end, kind, possessive, known);
    }

    #[inline]
    fn push_known(&mut self, start: usize, end: usize, kind: Kind, possessive: bool, known: lexicon::Word) {
        let number = self.tokens.list.len() as u32;
        // `Source: TradingView Candles are strong`: the caption ends with the service.
        if kind == Kind::Capital && !known.flags.has(Flags::SUFFIX) && self.tokens.ends_in_caption() {
            self.broken = true;
        }
        match kind {
            Kind::Mark(mark) if is_quotation_mark(mark) => self.tokens.marks.push(number),
            Kind::Handle => self.tokens.handles.push(number),
            _ if known.saying => self.tokens.sayings.push(number),
            _ => {}
        }
        self.tokens.list.push(Token {
            start: start as u32,
            end: end as u32,
            kind,
            flags: known.flags,
            verb: known.verb,
            possessive,
            after_break: self.broken,
            joined: self.last_end == start && !self.broken,
        });
        self.broken = false;
        self.last_end = end;
    }
}

/// How many small plain letters stand at the head of a text.
#[inline]
fn small_letters(bytes: &[u8]) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let mut length = 0;
    // Eight letters at a time: the high bit of each is set where it is none.
    while let Some(eight) = bytes[length..].first_chunk() {
        let eight = u64::from_le_bytes(*eight);
        let low = eight & !HIGH;
        let from_a = low + ONES * u64::from(0x80 - b'a');
        let above_z = low + ONES * u64::from(0x7f - b'z');
        let others = (!from_a | above_z | eight) & HIGH;
        if others != 0 {
            return length + others.trailing_zeros() as usize / 8;
        }
        length += 8;
    }
    let rest = bytes[length..].iter().take_while(|byte| byte.is_ascii_lowercase());
    length + rest.count()
}

fn is_quotation_mark(mark: char) -> bool {
    matches!(
        mark,
        '“' | '„' | '«' | '「' | '『' | '‟' | '”' | '»' | '」' | '』' | '"' | '＂' | '‘' | '’' | '\''
    )
}

/// A letter or a digit; that the marks of typesetters are none is told without looking them up.
#[inline]
pub fn is_alphanumeric(c: char) -> bool {
    !('\u{2000}'..='\u{206f}').contains(&c) && c.is_alphanumeric()
}
