//! What an article says of a name, at all the places where it spells it alike.

use super::describe::{self, Described};
use super::lexicon::Flags;
use super::names::Name;
use super::places::{Place, Places};
use super::tokens::{Kind, Tokens};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Being {
    Person,
    Organisation,
    Unknown,
}

/// All that is known of one spelling.
#[derive(Default)]
pub struct Spelling {
    pub first: usize,
    pub count: u32,
    pub person: u32,
    pub company: u32,
    pub tagged: bool,
    /// A company of the lists, or taken for one by its words.
    pub listed: bool,
    pub in_lists: bool,
    pub asset: bool,
    pub account: bool,
    /// Begins with a given name.
    pub given: bool,
    pub described: Vec<Described>,
    pub aliases: Vec<String>,
}

impl Spelling {
    /// Takes in one place of the name; gives back the title before it.
    pub fn look(
        &mut self,
        tokens: &Tokens,
        name: Name,
        sentence_end: usize,
        marks: &Places,
    ) -> Option<Described> {
        self.count += 1;
        let last = &tokens.list[name.to - 1];
        let start = tokens.characters_before(tokens.list[name.from].start as usize);
        let end = tokens.characters_before(last.start as usize) + (last.end - last.start);
        let title = describe::before(tokens, name);
        for described in [title, describe::behind(tokens, name, sentence_end)] {
            let Some(mut described) = described else { continue };
            // `asset manager Grayscale`: a firm may be what a person may be.
            let place = marks.at(start, end);
            let known = || {
                let of_state = (described.from..described.to)
                    .any(|i| super::office_words::is_side(tokens.word(i)) && tokens.list[i].is_capital());
                !of_state
                    && matches!(place, Place::Listed | Place::Company | Place::Organisation)
                    && !(place != Place::Listed && is_given_first(tokens, name))
            };
            let title = described.from..described.to;
            if described.person
                && known()
                && title.clone().any(|i| describe::is_either(tokens, i))
                && !title.clone().any(|i| is_personal(tokens, i))
                && !is_auditor_by_name(tokens, name, title.clone())
            {
                (described.person, described.company) = (false, true);
            }
            self.person += u32::from(described.person);
            self.company += u32::from(described.company && !described.person);
            if self.described.len() < 4 {
                self.described.push(described);
            }
        }
        match marks.at(start, end) {
            Place::Listed => (self.listed, self.in_lists) = (true, true),
            Place::Company => self.listed = true,
            Place::Organisation => self.tagged = true,
            Place::Asset => self.asset = true,
            Place::Nothing => {}
        }
        if tokens.has(name.to - 1, Flags::SUFFIX) && name.to - name.from > 1 {
            self.tagged = true;
        }
        // `Financial Conduct Authority (FCA)`, `Name (@handle)`.
        if tokens.is_mark(name.to, '(') && tokens.is_mark(name.to + 2, ')') {
            match tokens.list[name.to + 1].kind {
                Kind::Capitals => {
                    self.aliases.push(tokens.word(name.to + 1).to_owned());
                    self.tagged |= name.to - name.from > 1;
                }
                Kind::Handle => self.account = true,
                _ => {}
            }
        }
        if tokens.list[name.from].kind == Kind::Handle {
            self.account = true;
        }
        title
    }

    /// What goes by it; `words` are its own.
    pub fn being(&self, words: &[&str]) -> Being {
        // Whatever stands before it: `investor Coinbase`, `trader BlackRock`.
        if self.in_lists {
            return Being::Organisation;
        }
        let unlisted = self.listed || self.tagged;
        if self.person > 0 && self.person >= self.company || self.given && !self.listed && self.company == 0 {
            Being::Person
        } else if self.company > 0 || unlisted && !(self.aliases.is_empty() && is_personal_name(words)) {
            Being::Organisation
        } else {
            Being::Unknown
        }
    }
}

/// `Ottilie Thistlewood`: two words that are none of the language, nor what firms end their names with, are somebody's name,
/// whatever a tagger makes of them.
fn is_personal_name(words: &[&str]) -> bool {
    let is_plain = |word: &&str| {
        super::lexicon::look_up(word).flags.has(Flags::SUFFIX) || crate::reader::is_common_word(word)
    };
    words.len() == 2 && !words.iter().any(is_plain)
}

/// `Jane Doe`: two or three words that begin with a given name and end in none of those that firms have.
fn is_given_first(tokens: &Tokens, name: Name) -> bool {
    (2..=3).contains(&(name.to - name.from))
        && super::voices::is_given_name(tokens.word(name.from))
        && !tokens.has(name.to - 1, Flags::SUFFIX)
}

/// `smart contract auditor Arda Usman`: two words that are no words of the language are somebody's name. Whoever audits books is
/// a firm, even with such a name.
fn is_auditor_by_name(tokens: &Tokens, name: Name, title: std::ops::Range<usize>) -> bool {
    name.to - name.from == 2
        && title.clone().any(|i| tokens.is(i, "auditor"))
        && title.clone().any(|i| ["contract", "contracts", "code"].contains(&tokens.word(i)))
        && !(name.from..name.to).any(|i| crate::reader::is_common_word(tokens.word(i)))
}

fn is_personal(tokens: &Tokens, i: usize) -> bool {
    tokens.has(i, Flags::ROLE) && !describe::is_either(tokens, i)
}
