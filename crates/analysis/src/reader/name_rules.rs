//! Where organisations begin and end, by how their language is written: the tagger says which parts are theirs and is often off by
//! one or two at the ends.

use std::ops::Range;

use domain::Language;

use super::name_parts::{NamePart, Shape};

/// Words by which a name goes on at either side.
const MAX_MORE_WORDS: usize = 3;
/// Characters behind a Chinese or Japanese name among which its last one is looked for.
const MAX_REACH: usize = 4;

/// Small words that no name begins or ends with, without accents.
const BETWEEN: &str = "de du des la le les et l d s en a au aux del los las el y e do da dos das o os as di della dei delle dell il lo i gli \
    und der die von van w z na и в на с по of the and for fur con per par pour";
/// What a French name and its place are joined by.
const FRENCH_LINKS: &str = "de du des d la l le les ' ’";
/// Words with a capital that stand behind a name and are no part of it; they are German, or of the trade.
const BEHIND: &str = "aktie aktien kurs preis chef grunder analyst nutzer kunden ceo cfo cto etf etfs token coin coins wallet bitcoin btc \
    ether ethereum eth solana sol xrp stablecoin nft ipo spot";
/// With what places of several words begin; two other words with capitals are a person.
const PLACES: &str = "san santa los las new tampa kansas salt saint st el hong oklahoma north south west";
/// Cyrillic words of capitals that are no organisations: countries, forms of firms, and what papers cut short.
const RUSSIAN_NONE: &str = "сша ссср рсфср фрг гдр кнр кндр оаэ юар цар снг усср бсср ввп сми днк рнк вич дтп нло эвм ндс ндфл гэс аэс пао ооо оао \
    зао мск цфа топ рсбу мсфо срочно сау";
/// Of the words of a sentence, the share with a capital from which on capitals say nothing, as in many headlines.
const MANY_CAPITALS: f32 = 0.7;
const MANY_ABBREVIATIONS: f32 = 0.34;
/// Characters that a Chinese sentence has before a name.
const CHINESE_BEFORE: [char; 7] = ['原', '该', '此', '由', '与', '在', '随'];
/// With what Chinese organisations end. Single characters begin many other words: they count right behind a name only.
const CHINESE_ENDS: [&str; 16] = [
    "银行",
    "公司",
    "集团",
    "大学",
    "学院",
    "组织",
    "政府",
    "联盟",
    "实验室",
    "委员会",
    "协会",
    "基金会",
    "交易所",
    "研究所",
    "通讯社",
    "中央",
];
const CHINESE_LAST: [&str; 8] = ["局", "党", "院", "署", "厅", "军", "队", "行"];
const JAPANESE_ENDS: [&str; 16] = [
    "銀行",
    "会社",
    "大学",
    "学校",
    "部隊",
    "研究所",
    "組合",
    "機構",
    "財団",
    "連盟",
    "政府",
    "本部",
    "取引所",
    "鉄道",
    "新聞",
    "放送",
];
const JAPANESE_LAST: [&str; 6] = ["省", "庁", "党", "社", "団", "局"];

/// The parts of names in a sentence, as they are after the rules of the language; in order, and none meets another.
pub fn apply(
    language: Language,
    chars: &[char],
    parts: &[NamePart],
    names: &[Range<usize>],
) -> Vec<Range<usize>> {
    let sentence = Sentence { language, chars, parts };
    let mut kept: Vec<Range<usize>> = Vec::with_capacity(names.len());
    for (at, name) in names.iter().enumerate() {
        // No name goes on over the next.
        let before = at.checked_sub(1).map_or(0, |before| names[before].end);
        let behind = names.get(at + 1).map_or(parts.len(), |next| next.start);
        let Some(name) = sentence.whole(name.clone(), before..behind) else { continue };
        match kept.last_mut() {
            Some(last) if name.start < last.end => last.end = last.end.max(name.end),
            _ => kept.push(name),
        }
    }
    if language == Language::Russian {
        sentence.add_abbreviations(&mut kept);
    }
    kept
}

struct Sentence<'a> {
    language: Language,
    chars: &'a [char],
    parts: &'a [NamePart],
}

impl Sentence<'_> {
    /// None where it is no name after all.
    fn whole(&self, name: Range<usize>, within: Range<usize>) -> Option<Range<usize>> {
        match self.language {
            Language::German
            | Language::Spanish
            | Language::French
            | Language::Italian
            | Language::Polish
            | Language::Portuguese
            | Language::Russian => self.in_words(name, within),
            Language::Chinese | Language::Japanese | Language::Korean => self.in_characters(name, within),
            _ => Some(name),
        }
    }

    fn in_words(&self, mut name: Range<usize>, within: Range<usize>) -> Option<Range<usize>> {
        let is_loose = |at: usize| self.is_between(at) || self.is_mark(at, "'’(),\"-");
        while name.len() > 1 && (is_loose(name.end - 1) || self.is_german_verb(name.end - 1)) {
            name.end -= 1;
        }
        while name.len() > 1 && is_loose(name.start) {
            name.start += 1;
        }
        if self.share_of(|at| self.is_capital(at)) < MANY_CAPITALS {
            self.go_on(&mut name, &within);
            if self.language == Language::French {
                self.take_in_place(&mut name, &within);
            }
        }
        let (first, last) = (&self.parts[name.start], &self.parts[name.end - 1]);
        let is_said = !self.is_quoted(&name) && !self.is_common_noun(&name) && last.end - first.start > 1;
        is_said.then_some(name)
    }

    /// Over words with capitals on either side. The first word of a sentence has one anyway, and so has every German noun before a name.
    fn go_on(&self, name: &mut Range<usize>, within: &Range<usize>) {
        for _ in 0..MAX_MORE_WORDS {
            if name.end >= within.end || !self.goes_on_at(name.end) {
                break;
            }
            name.end += 1;
        }
        for _ in 0..MAX_MORE_WORDS {
            let is_first = name.start <= within.start.max(1);
            if self.language == Language::German || is_first || !self.goes_on_before(name.start) {
                break;
            }
            name.start -= 1;
        }
    }

    /// Whether the part belongs to a name that ends before it.
    fn goes_on_at(&self, at: usize) -> bool {
        self.is_capital(at)
            && self.is_blank_before(at)
            && self.is_cyrillic(at) == self.is_cyrillic(at - 1)
            && !self.is_among(at, BEHIND)
    }

    /// Whether the part before belongs to a name that begins here.
    fn goes_on_before(&self, at: usize) -> bool {
        self.is_capital(at - 1)
            && self.is_blank_before(at)
            && self.is_cyrillic(at) == self.is_cyrillic(at - 1)
            && !self.is_among(at - 1, BEHIND)
    }

    /// « Banque de France », « Rangers du Texas », « Rays de Tampa Bay », but not « Zebrano de Michel Durand ».
    fn take_in_place(&self, name: &mut Range<usize>, within: &Range<usize>) {
        let links = |at: usize| self.is_among(at, FRENCH_LINKS);
        let behind = (name.end..within.end).take_while(|&at| links(at)).take(MAX_MORE_WORDS).count();
        let place = name.end + behind;
        if behind == 0 || place >= within.end || !self.is_capital(place) {
            return;
        }
        let more = (place + 1..within.end).take(MAX_MORE_WORDS).take_while(|&at| self.goes_on_at(at)).count();
        if more == 0 || self.is_among(place, PLACES) {
            name.end = place + 1 + more;
        }
    }

    /// What stands in quotation marks by itself is a title or a word; in Russian it is how firms are written.
    fn is_quoted(&self, name: &Range<usize>) -> bool {
        !matches!(self.language, Language::Russian | Language::Portuguese)
            && name.start > 0
            && name.end < self.parts.len()
            && self.is_mark(name.start - 1, "\"“")
            && self.is_mark(name.end, "\"”“")
    }

    /// Russian names may begin with a small word, but one of small words only is the government or a school.
    fn is_common_noun(&self, name: &Range<usize>) -> bool {
        self.language == Language::Russian && !name.clone().any(|at| self.is_capital(at))
    }

    fn in_characters(&self, mut name: Range<usize>, within: Range<usize>) -> Option<Range<usize>> {
        if self.length(&name) < 2 {
            return None;
        }
        match self.language {
            Language::Japanese => {
                self.whole_katakana(&mut name, &within);
                self.reach_end(&mut name, within.end, &JAPANESE_ENDS, &JAPANESE_LAST);
            }
            Language::Chinese => {
                if self.length(&name) > 2
                    && self.character(name.start).is_some_and(|c| CHINESE_BEFORE.contains(&c))
                {
                    name.start += 1;
                }
                self.reach_end(&mut name, within.end, &CHINESE_ENDS, &CHINESE_LAST);
            }
            _ => {}
        }
        Some(name)
    }

    /// A word of another language does not end within its letters, and goes on behind a dot.
    fn whole_katakana(&self, name: &mut Range<usize>, within: &Range<usize>) {
        let is_within = |at: usize| within.contains(&at);
        let is_letter = |at: usize| is_within(at) && self.character(at).is_some_and(is_katakana);
        let is_dot = |at: usize| is_within(at) && matches!(self.character(at), Some('・' | '='));
        while is_letter(name.end - 1) && (is_letter(name.end) || is_dot(name.end) && is_letter(name.end + 1))
        {
            name.end += if is_letter(name.end) { 1 } else { 2 };
        }
        while is_letter(name.start) {
            match (name.start.checked_sub(1), name.start.checked_sub(2)) {
                (Some(at), _) if is_letter(at) => name.start = at,
                (Some(dot), Some(at)) if is_dot(dot) && is_letter(at) => name.start = at,
                _ => break,
            }
        }
    }

    /// To the characters with which such names end: those of `ends` where they come soon, those of `last` right behind it.
    fn reach_end(&self, name: &mut Range<usize>, until: usize, ends: &[&str], last: &[&str]) {
        let ends_at = |end: usize, ends: &[&str]| ends.iter().any(|one| self.ends_with(name.start..end, one));
        if ends_at(name.end, ends) || ends_at(name.end, last) {
            return;
        }
        let is_han = |at: &usize| matches!(self.character(*at), Some('\u{4e00}'..='\u{9fff}'));
        let mut soon = (name.end..until).take(MAX_REACH).take_while(is_han);
        if let Some(at) = soon.find(|&at| ends_at(at + 1, ends) || at == name.end && ends_at(at + 1, last)) {
            name.end = at + 1;
        }
    }

    /// Words of Cyrillic capitals: nearly all of them are cut short names of organisations.
    fn add_abbreviations(&self, names: &mut Vec<Range<usize>>) {
        if self.share_of(|at| self.parts[at].shape == Shape::Capitals) > MANY_ABBREVIATIONS {
            return;
        }
        for (at, part) in self.parts.iter().enumerate() {
            let is_long = part.end - part.start > 2;
            let is_none = || self.is_among(at, RUSSIAN_NONE);
            if part.shape == Shape::Capitals && self.is_cyrillic(at) && is_long && !is_none() {
                let behind = names.partition_point(|name| name.end <= at);
                if names.get(behind).is_none_or(|name| name.start > at) {
                    names.insert(behind, at..at + 1);
                }
            }
        }
    }

    /// Of the words of the sentence.
    fn share_of(&self, is_so: impl Fn(usize) -> bool) -> f32 {
        let words = || (0..self.parts.len()).filter(|&at| self.parts[at].shape.is_letters());
        words().filter(|&at| is_so(at)).count() as f32 / words().count().max(1) as f32
    }

    fn is_cyrillic(&self, at: usize) -> bool {
        matches!(self.chars[self.parts[at].start], 'а'..='я')
    }

    fn is_among(&self, at: usize, words: &str) -> bool {
        let part = &self.parts[at];
        let spelled = &self.chars[part.start..part.end];
        words.split(' ').any(|word| word.chars().eq(spelled.iter().copied()))
    }

    fn is_between(&self, at: usize) -> bool {
        self.parts[at].shape == Shape::Small && self.is_among(at, BETWEEN)
    }

    fn is_mark(&self, at: usize, marks: &str) -> bool {
        self.parts[at].shape == Shape::Mark && marks.contains(self.chars[self.parts[at].start])
    }

    /// German writes every noun with a capital: a small word that a name would end with is a verb or a particle behind it.
    fn is_german_verb(&self, at: usize) -> bool {
        self.language == Language::German && self.parts[at].shape == Shape::Small
    }

    fn is_capital(&self, at: usize) -> bool {
        matches!(self.parts[at].shape, Shape::Capital | Shape::Capitals | Shape::Mixed | Shape::Letter)
    }

    /// Whether nothing but a blank parts it from the one before.
    fn is_blank_before(&self, at: usize) -> bool {
        at > 0 && self.chars[self.parts[at - 1].end..self.parts[at].start] == [' ']
    }

    /// The character of a part that is one.
    fn character(&self, at: usize) -> Option<char> {
        let part = self.parts.get(at)?;
        (part.end - part.start == 1).then(|| self.chars[part.start])
    }

    fn length(&self, name: &Range<usize>) -> usize {
        self.parts[name.end - 1].end - self.parts[name.start].start
    }

    fn ends_with(&self, name: Range<usize>, end: &str) -> bool {
        let chars = &self.chars[self.parts[name.start].start..self.parts[name.end - 1].end];
        end.chars().count() <= chars.len()
            && end.chars().rev().eq(chars.iter().rev().copied().take(end.chars().count()))
    }
}

fn is_katakana(c: char) -> bool {
    matches!(c, '\u{30a1}'..='\u{30fa}' | '\u{30fc}'..='\u{30fe}')
}
