//! Who an article names: people and organisations, each once, with all the names it goes by there.

use std::cell::OnceCell;

use domain::Mention;

use super::countries::is_place;
use super::describe::Described;
use super::given;
pub use super::introduced::Being;
use super::introduced::Spelling;
use super::known_offices;
use super::lexicon::Flags;
use super::names::{self, Name};
use super::places::Places;
use super::sentences::Sentence;
use super::spelling::{Rows, key, spelled};
use super::tokens::Tokens;
use super::voices::{self, Voice};
use crate::Organisation;
use crate::fixed::{Secret, TextMap};
use crate::mentions::Gazetteer;

#[derive(Clone, Debug)]
pub struct Entity {
    /// The fullest name, as the article spells it.
    pub name: String,
    /// Its words in small letters.
    pub words: Vec<String>,
    /// The same name with a short form of the given name, where the article has that too.
    short: Option<String>,
    pub being: Being,
    pub voice: Option<&'static Voice>,
    /// Where the article says what it is.
    pub described: Vec<Described>,
    /// The handle of its account, where the article gives one.
    pub is_account: bool,
    /// Its `words` belong to the lists of companies.
    pub listed: bool,
    /// What it is was stated or listed, not only guessed from its letters.
    pub sure: bool,
    /// That it is a firm or an office was only guessed from its letters and the words around it.
    pub guessed_firm: bool,
    known_office: Option<&'static str>,
    pub count: u32,
    /// Whether it may be a speaker, once that has been asked.
    pub can_speak: OnceCell<bool>,
}

impl Entity {
    /// Whether the last words of a longer name are these.
    fn ends_with(&self, words: &[&str]) -> bool {
        self.words.len() >= words.len() && self.words[self.words.len() - words.len()..] == *words
    }

    /// The name under which the lists count the firm or know the person, where it is spelled otherwise; else the short form
    /// that the article has beside the whole name, which is the one that most articles have.
    pub fn known_as(&self) -> Option<String> {
        let listed = match self.being {
            Being::Organisation => crate::mentions::company(&self.name).map(|company| company.name.as_str()),
            _ => self.voice.map(|voice| &voice.name).or(self.short.as_ref()).map(String::as_str),
        };
        self.office().or(listed).filter(|&name| *name != self.name).map(str::to_owned)
    }

    /// The one name of a well-known office.
    pub fn office(&self) -> Option<&'static str> {
        self.known_office.filter(|_| self.being != Being::Person)
    }

    /// What the article says it is; no title of a person makes one of a firm.
    pub fn own_described(&self) -> impl Iterator<Item = &Described> {
        self.described.iter().filter(|one| !one.person || self.being != Being::Organisation)
    }

    /// Takes up another form of its given name.
    fn add_form(&mut self, name: String, words: &[&str]) {
        self.voice = self.voice.or_else(|| voices::find(words));
        // `Michaël` and `Michael`: as the article has it first.
        if words.len() == self.words.len()
            && words.iter().zip(&self.words).all(|(one, own)| voices::is_alike(one, own))
        {
            return;
        }
        if given::is_short_for(words[0], &self.words[0]) || words.len() < self.words.len() {
            self.short = Some(name);
        } else {
            self.short = Some(std::mem::replace(&mut self.name, name));
            self.words = words.iter().map(|&word| word.to_owned()).collect();
        }
    }
}

pub struct Entities {
    pub list: Vec<Entity>,
    pub names: Vec<Name>,
    /// The entity of each name; none where the name is a coin or too doubtful.
    pub of: Vec<Option<usize>>,
    /// The title before each name.
    pub titles: Vec<Option<Described>>,
    /// Which name a token belongs to.
    at: Vec<u32>,
    /// The first and the last word of each entity, as numbers: most names have neither in common with another.
    outer_words: Vec<[u64; 2]>,
}

const NO_NAME: u32 = u32::MAX;

impl Entities {
    pub fn of(
        tokens: &Tokens,
        sentences: &[Sentence],
        mentions: &[Mention],
        tagged: &[Organisation],
        lists: &Gazetteer,
    ) -> Entities {
        let mut names = names::find(tokens);
        let (mut next, mut links) = (0, false);
        names.retain(|name| {
            while next < sentences.len() && (next == 0 || sentences[next - 1].to <= name.from) {
                links = super::sentences::is_link_row(tokens, &sentences[next]);
                next += 1;
            }
            !links
        });
        super::segment::cut(tokens, &mut names);
        let keys = Rows::of(&names, |name, words| key(tokens, name, words));
        let marks = Places::new(mentions, tagged, lists);
        // Each way of spelling has a number.
        let mut numbers: TextMap<&[&str], usize> = TextMap::with_capacity_and_hasher(names.len(), Secret);
        let mut number_of: Vec<usize> = Vec::with_capacity(names.len());
        let mut spellings: Vec<Spelling> = Vec::new();
        let mut titles = Vec::with_capacity(names.len());
        let mut sentence = 0;
        for (i, &name) in names.iter().enumerate() {
            while sentence + 1 < sentences.len() && sentences[sentence].to <= name.from {
                sentence += 1;
            }
            let words = keys.row(i);
            let number = *numbers.entry(words).or_insert_with(|| {
                let given = (2..=4).contains(&words.len()) && voices::is_given_name(words[0]);
                spellings.push(Spelling { first: i, given, ..Spelling::default() });
                spellings.len() - 1
            });
            number_of.push(number);
            let spelling = &mut spellings[number];
            let end = sentences.get(sentence).map_or(tokens.len(), |sentence| sentence.to);
            titles.push(spelling.look(tokens, name, end, &marks));
        }
        let mut entities = Entities {
            list: Vec::new(),
            at: vec![NO_NAME; tokens.len()],
            of: vec![None; names.len()],
            names: Vec::new(),
            titles,
            outer_words: Vec::new(),
        };
        // The longest first, so that the shorter find whom they mean.
        let words_of = |number: usize| keys.row(spellings[number].first);
        let mut order: Vec<usize> = (0..spellings.len()).collect();
        order.sort_by_key(|&number| std::cmp::Reverse(words_of(number).len()));
        let mut owners: Vec<Option<Vec<usize>>> = vec![None; spellings.len()];
        for number in order {
            let (spelling, words) = (&spellings[number], words_of(number));
            if spelling.asset || words.is_empty() {
                continue;
            }
            let known = owners[number].take();
            let mut owner = known.unwrap_or_else(|| entities.owners(words, spelling));
            if owner.is_empty()
                && let Some(same) = entities.other_form(tokens, words, spelling)
            {
                entities.list[same].add_form(spelled(tokens, names[spelling.first]), words);
                entities.outer_words[same] = outer_words(&entities.list[same].words);
                owner.push(same);
            }
            if owner.is_empty()
                && let Some(office) = known_offices::find(words)
            {
                owner.extend(entities.list.iter().position(|one| one.office() == Some(office)));
            }
            let name = names[spelling.first];
            if owner.is_empty()
                && let ([letters], super::tokens::Kind::Capitals) = (words, tokens.list[name.from].kind)
                && letters.len() > 2
                && !super::office_words::is_office_word(letters)
            {
                let listed = lists.company(tokens.spelled(name.from)).filter(|_| spelling.in_lists);
                let is_same = |&one: &usize| {
                    listed.is_none_or(|listed| lists.company(&entities.list[one].name) == Some(listed))
                };
                owner.extend(entities.spelled_out(letters).filter(is_same));
            }
            if owner.is_empty() {
                let name = spelled(tokens, names[spelling.first]);
                owners[number] = Some(vec![entities.add(name, words, spelling, lists)]);
            } else {
                for &owner in &owner {
                    entities.list[owner].described.extend(&spelling.described);
                    entities.list[owner].count += spelling.count;
                    let being = spelling.being(words);
                    if entities.list[owner].being == Being::Unknown {
                        entities.list[owner].being = being;
                    }
                }
                owners[number] = Some(owner);
            }
            for alias in &spelling.aliases {
                if let Some(&same) = numbers.get(&[alias.as_str()][..])
                    && owners[same].is_none()
                {
                    owners[same] = owners[number].clone();
                }
            }
        }
        entities.assign(&names, &number_of, &owners);
        entities.names = names;
        entities.leave_foreign_offices(tokens);
        entities
    }

    /// `Thailand's SEC`: other countries have offices of the same name.
    fn leave_foreign_offices(&mut self, tokens: &Tokens) {
        for (name, owner) in self.names.iter().zip(&self.of) {
            let Some(office) = owner.and_then(|owner| self.list.get_mut(owner)) else { continue };
            if office.known_office.is_some_and(known_offices::is_american)
                && name.from.checked_sub(1).is_some_and(|before| is_foreign(tokens, before))
            {
                office.known_office = None;
            }
        }
    }

    /// What speakers are called further on says what they are, where nothing else does.
    pub fn add_called(&mut self, called: &[(usize, usize)]) {
        for &(entity, noun) in called {
            let entity = &mut self.list[entity];
            if entity.described.iter().any(|described| described.person) || entity.listed {
                continue;
            }
            entity.being = Being::Person;
            entity.described.push(Described {
                from: noun,
                to: noun + 1,
                person: true,
                company: false,
                starts: noun,
                ends: noun + 1,
            });
        }
    }

    /// The name that a token is part of.
    #[inline]
    pub fn name_at(&self, token: usize) -> Option<usize> {
        self.at.get(token).copied().filter(|&name| name != NO_NAME).map(|name| name as usize)
    }

    /// The entities that `words` may be short for.
    fn owners(&self, words: &[&str], spelling: &Spelling) -> Vec<usize> {
        let company = spelling.listed || (spelling.tagged || spelling.company > 0) && spelling.person == 0;
        let is_person = |entity: &Entity| entity.being == Being::Person;
        let mut suffix = Vec::new();
        let mut prefix = Vec::new();
        let mut first = Vec::new();
        let [head, tail] = outer_words(words);
        for (i, [first_word, last_word]) in self.outer_words.iter().enumerate() {
            if head != *first_word && tail != *last_word {
                continue;
            }
            let entity = &self.list[i];
            if entity.words.len() <= words.len() {
                continue;
            }
            if (!company && entity.being != Being::Organisation || is_person(entity))
                && entity.ends_with(words)
            {
                suffix.push(i);
            } else if entity.words.iter().zip(words).all(|(one, other)| one == other) {
                match entity.being {
                    Being::Person if words.len() == 1 => first.push(i),
                    Being::Person => {}
                    Being::Unknown if entity.count == 1 => {}
                    // A listed name is whole unless the rest is what firms add to theirs.
                    _ if spelling.listed && !super::segment::goes_on(&entity.words[words.len()..]) => {}
                    _ => prefix.push(i),
                }
            } else if entity.being == Being::Organisation
                && (words.len() > 1 || super::lexicon::look_up(words[0]).flags.has(Flags::SUFFIX))
                && entity.ends_with(words)
            {
                prefix.push(i);
            }
        }
        [suffix, prefix, first].into_iter().find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// The person of whom `words` are the name with another form of the given name, unless the article says of both what they
    /// are and nothing of it is the same.
    fn other_form(&self, tokens: &Tokens, words: &[&str], spelling: &Spelling) -> Option<usize> {
        if words.len() < 2 || spelling.being(words) != Being::Person {
            return None;
        }
        let stated = |described: &[Described]| -> Vec<&str> {
            let titles = described.iter().filter(|one| one.person).flat_map(|one| one.from..one.to);
            let tells = |i: &usize| tokens.list[*i].is_capital() || tokens.has(*i, Flags::ROLE);
            titles.filter(tells).map(|i| tokens.word(i)).collect()
        };
        let agree = |entity: &Entity| {
            let [own, other] = [&spelling.described, &entity.described].map(|all| stated(all));
            own.is_empty() || other.is_empty() || own.iter().any(|word| other.contains(word))
        };
        let is_same = |entity: &Entity| {
            let ends_alike = || {
                let ends = (words.last(), entity.words.last());
                matches!(ends, (Some(one), Some(other)) if voices::is_alike(one, other))
            };
            entity.being == Being::Person && ends_alike() && {
                let other: Vec<&str> = entity.words.iter().map(String::as_str).collect();
                given::are_one(words, &other) && agree(entity)
            }
        };
        self.list.iter().position(is_same)
    }

    /// The one organisation whose words have these first letters: `ECC` of the Electric Coin Company.
    fn spelled_out(&self, letters: &str) -> Option<usize> {
        let joins = |word: &&String| !matches!(&***word, "of" | "and" | "the" | "for" | "on");
        let mut all = (0..self.list.len()).filter(|&i| {
            let entity = &self.list[i];
            let initials = entity.words.iter().filter(joins).filter_map(|word| word.chars().next());
            entity.being == Being::Organisation && entity.words.len() > 2 && initials.eq(letters.chars())
        });
        let one = all.next()?;
        all.next().is_none().then_some(one)
    }

    /// Whether an organisation is named here.
    pub fn is_firm_at(&self, token: usize) -> bool {
        let entity = self.name_at(token).and_then(|name| self.of[name]);
        entity.is_some_and(|one| self.list[one].being == Being::Organisation)
    }

    /// Whoever an account is that is called so: the same words in whatever letters, or those of a person and what accounts add.
    pub fn of_account(&self, name: &str) -> Option<usize> {
        let head = name.split(['|', '/', '~', '(']).next().unwrap_or("").to_lowercase();
        let words: Vec<&str> = head
            .split(|c: char| !super::tokens::is_alphanumeric(c))
            .filter(|word| !word.is_empty())
            .collect();
        let is_suffix = |word: &&str| ["inc", "corp", "ltd", "llc", "plc", "official"].contains(word);
        let bare = words.len() - usize::from(words.len() > 1 && words.last().is_some_and(is_suffix));
        let is_same = |entity: &Entity| {
            let begins = |count: usize| {
                entity.words.len() == count && entity.words.iter().zip(&words).all(|(own, word)| own == word)
            };
            let own = entity.words.len();
            begins(words.len())
                || begins(bare)
                || entity.being == Being::Person
                    && (2..words.len()).contains(&own)
                    && begins(own)
                    && words[own..].iter().all(|word| ADDED.contains(word))
        };
        if words.is_empty() {
            return None;
        }
        self.list.iter().position(is_same)
    }

    fn add(&mut self, name: String, words: &[&str], spelling: &Spelling, lists: &Gazetteer) -> usize {
        let voice = voices::find(words).or_else(|| {
            let shorter = (words.len() > 2).then(|| given::without_initials(words))?;
            (shorter.len() < words.len()).then(|| voices::find(&shorter))?
        });
        let words_end = words.len() > 1
            && words.last().is_some_and(|word| super::lexicon::look_up(word).flags.has(Flags::SUFFIX));
        // `Balancer`: the lists have it, and the text was not clear enough to count it.
        let known = name.len() > 3 && !spelling.account && !is_given(words) && lists.lists(&name);
        let being = match spelling.being(words) {
            _ if voice.is_some() => Being::Person,
            _ if super::office_words::is_seat(words) => Being::Organisation,
            Being::Unknown if known => Being::Organisation,
            being => being,
        };
        let (name, words) = match voice {
            Some(voice) if words.len() == 1 => (voice.name.clone(), voice.words.clone()),
            _ => (name, words.iter().map(|&word| word.to_owned()).collect()),
        };
        self.outer_words.push(outer_words(&words));
        self.list.push(Entity {
            known_office: known_offices::find(&words),
            name,
            words,
            short: None,
            being,
            voice,
            described: spelling.described.clone(),
            is_account: spelling.account,
            listed: spelling.listed,
            sure: voice.is_some()
                || spelling.listed
                || spelling.person > 0
                || spelling.company > 0
                || words_end,
            guessed_firm: !spelling.in_lists
                && spelling.company == 0
                && spelling.aliases.is_empty()
                && !words_end
                && !known,
            count: spelling.count,
            can_speak: OnceCell::new(),
        });
        self.list.len() - 1
    }

    /// Gives each name its entity; of several the one that was named last.
    fn assign(&mut self, names: &[Name], spellings: &[usize], owners: &[Option<Vec<usize>>]) {
        let mut last: Vec<usize> = vec![0; self.list.len()];
        for (i, name) in names.iter().enumerate() {
            for token in name.from..name.to {
                self.at[token] = i as u32;
            }
            let Some(owners) = &owners[spellings[i]] else { continue };
            let owner = owners.iter().copied().max_by_key(|&owner| (last[owner], std::cmp::Reverse(owner)));
            if let Some(owner) = owner {
                last[owner] = i + 1;
                self.of[i] = Some(owner);
            }
        }
    }
}

/// What people add to the name of their account.
const ADDED: [&str; 14] =
    ["official", "web3", "eth", "btc", "sol", "xrp", "nft", "cfa", "cpa", "phd", "md", "esq", "jr", "sr"];

fn is_given(words: &[&str]) -> bool {
    words.iter().any(|word| voices::is_given_name(word))
}

/// The first and the last of some words, as numbers that are the same where the words are.
fn outer_words(words: &[impl AsRef<str>]) -> [u64; 2] {
    let number = |word: Option<&_>| word.map_or(0, |word: &_| short_number(AsRef::<str>::as_ref(word)));
    [number(words.first()), number(words.last())]
}

/// The first bytes of a word and its length.
fn short_number(word: &str) -> u64 {
    let mut bytes = [0; 8];
    let head = word.len().min(7);
    bytes[..head].copy_from_slice(&word.as_bytes()[..head]);
    bytes[7] = word.len() as u8;
    u64::from_le_bytes(bytes)
}

fn is_foreign(tokens: &Tokens, i: usize) -> bool {
    const AMERICAN: [&str; 6] = ["us", "u.s", "usa", "american", "america", "states"];
    tokens.list[i].is_capital() && is_place(tokens.word(i)) && !AMERICAN.contains(&tokens.word(i))
}
