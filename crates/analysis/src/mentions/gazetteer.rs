//! The lists, built once into something that can be searched.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use domain::MentionKind;

use super::entry::{Entry, Extra, Rule, Spelling, from_extra, parse};
use super::firm_names::{bare, folded};
use super::native::NativeNames;
use super::spellings::{Hit, Spellings};

const COMPANIES: &str = include_str!("../../lists/companies.tsv");
const ASSETS: &str = include_str!("../../lists/assets.tsv");
const NATIVE: &str = include_str!("../../lists/native.tsv");

/// Letters of the shortest spelling that is known without its signs.
const MIN_FOLDED: usize = 6;

/// Spellings that are looked for in one name.
const MAX_SPELLINGS: usize = 100;

/// Everything that can be found, ready to search. Building one takes some milliseconds: keep it.
pub struct Gazetteer {
    pub(super) entries: Vec<Entry>,
    pub(super) spellings: Spellings,
    /// For each spelling, who is spelled so and what that proves.
    pub(super) targets: Vec<Vec<Target>>,
    /// What other languages call them.
    pub(super) native: NativeNames,
    /// Companies by their spellings without case, signs and endings of law; none where two have the same.
    folded: HashMap<String, Option<usize>>,
}

/// The lists are long; their length says enough.
impl std::fmt::Debug for Gazetteer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Gazetteer of {} names", self.entries.len())
    }
}

/// One meaning of a spelling.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub entry: usize,
    pub rule: Rule,
    /// As the list spells it, for the rules that look at capitals.
    pub spelled: String,
}

impl Gazetteer {
    /// The lists as compiled in.
    pub fn standard() -> &'static Gazetteer {
        static STANDARD: LazyLock<Gazetteer> = LazyLock::new(|| Gazetteer::build(listed()));
        &STANDARD
    }

    /// The lists and some more. An extra entry with the name of a listed one adds its spellings to that.
    pub fn with_extra(extras: &[Extra]) -> Gazetteer {
        let mut lines = listed();
        for extra in extras.iter().filter(|extra| !extra.name.trim().is_empty()) {
            let (entry, spellings) = from_extra(extra);
            match lines.iter_mut().find(|(known, _)| known.kind == entry.kind && known.name == entry.name) {
                Some((known, old)) => {
                    known.aliases.extend(entry.aliases);
                    known.aliases.sort();
                    known.aliases.dedup();
                    let new: Vec<Spelling> =
                        spellings.into_iter().filter(|s| !old.iter().any(|o| o.text == s.text)).collect();
                    old.extend(new);
                }
                None => lines.push((entry, spellings)),
            }
        }
        Gazetteer::build(lines)
    }

    pub fn companies(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.kind == MentionKind::Company)
    }

    pub fn assets(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.kind == MentionKind::Asset)
    }

    pub fn native(&self, name: &str) -> Option<&Entry> {
        let found = self.native.find(name, "", 1).into_iter().next()?;
        (found.start == 0 && found.end == name.len()).then(|| &self.entries[found.entry])
    }

    /// The one company that goes by this very spelling.
    pub fn company(&self, spelling: &str) -> Option<&Entry> {
        let hits = self.spellings.hits(spelling, MAX_SPELLINGS);
        let whole = hits.iter().filter(|hit| hit.start == 0 && hit.end == spelling.len());
        let names = [Rule::Name, Rule::Exact, Rule::Word, Rule::Channel];
        let mut found = whole
            .flat_map(|hit| &self.targets[hit.number])
            .filter(|target| names.contains(&target.rule))
            .map(|target| &self.entries[target.entry])
            .filter(|entry| entry.kind == MentionKind::Company);
        let first = found.next()?;
        found.all(|entry| entry.name == first.name).then_some(first)
    }

    /// The company that a list spells so but for case, signs and endings of law: `Zebrano-Labs Inc.` for `Zebrano Labs`.
    pub(crate) fn company_like(&self, name: &str) -> Option<&Entry> {
        self.folded.get(&folded(bare(name))).copied().flatten().map(|entry| &self.entries[entry])
    }

    /// Whether a list has this very spelling, as a name or as something that looks like one.
    pub(crate) fn lists(&self, spelling: &str) -> bool {
        let whole = |hit: &Hit| hit.start == 0 && hit.end == spelling.len();
        let named = |target: &Target| target.rule != Rule::Cue;
        let hits = self.spellings.hits(spelling, MAX_SPELLINGS);
        hits.iter().any(|hit| whole(hit) && self.targets[hit.number].iter().any(named))
    }

    fn build(lines: Vec<(Entry, Vec<Spelling>)>) -> Gazetteer {
        let plain_names: Vec<(usize, String)> = lines
            .iter()
            .enumerate()
            .flat_map(|(at, (_, spellings))| spellings.iter().map(move |spelling| (at, spelling)))
            .filter(|(_, spelling)| spelling.rule == Rule::Name)
            .map(|(at, spelling)| (at, spelling.text.clone()))
            .collect();
        let of_words = |spelling: &Spelling| spelling.rule == Rule::Exact && spelling.text.contains(' ');
        let whole_names: Vec<(usize, String)> = lines
            .iter()
            .enumerate()
            .flat_map(|(at, (_, spellings))| spellings.iter().map(move |spelling| (at, spelling)))
            .filter(|(_, spelling)| spelling.rule == Rule::Name || of_words(spelling))
            .map(|(at, spelling)| (at, spelling.text.clone()))
            .collect();
        let mut folded_names: HashMap<String, Option<usize>> = HashMap::new();
        for (at, name) in &whole_names {
            let key = folded(bare(name));
            if lines[*at].0.kind == MentionKind::Company && key.len() >= MIN_FOLDED {
                let known = folded_names.entry(key).or_insert(Some(*at));
                *known = known.filter(|known| known == at);
            }
        }
        let mut patterns: BTreeMap<String, Vec<Target>> = BTreeMap::new();
        let mut entries = Vec::with_capacity(lines.len());
        for (index, (entry, spellings)) in lines.into_iter().enumerate() {
            entries.push(entry);
            for Spelling { text, rule } in spellings {
                // Typographers write another apostrophe.
                if text.contains('\'') {
                    let curly = text.replace('\'', "\u{2019}");
                    let target = Target { entry: index, rule, spelled: curly.clone() };
                    patterns.entry(curly.to_ascii_lowercase()).or_default().push(target);
                }
                if !text.starts_with(char::is_alphanumeric) {
                    continue;
                }
                let key = text.to_ascii_lowercase();
                patterns.entry(key).or_default().push(Target { entry: index, rule, spelled: text });
            }
        }
        let spellings = Spellings::new(patterns.keys());
        let native = NativeNames::new(NATIVE, &entries, &plain_names);
        Gazetteer {
            entries,
            spellings,
            targets: patterns.into_values().collect(),
            native,
            folded: folded_names,
        }
    }
}

fn listed() -> Vec<(Entry, Vec<Spelling>)> {
    let mut lines = parse(MentionKind::Company, COMPANIES);
    lines.extend(parse(MentionKind::Asset, ASSETS));
    lines
}
