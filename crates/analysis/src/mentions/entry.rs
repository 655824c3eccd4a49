//! One line of a list: a company or an asset, how it is spelled, and how much each spelling proves.

use domain::MentionKind;

/// A company or an asset that the lists know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub kind: MentionKind,
    /// The name under which it is counted.
    pub name: String,
    pub ticker: Option<String>,
    /// Such as `exchange`, `miner`, `stablecoin`.
    pub sector: String,
    /// Other spellings, the name and tickers among them.
    pub aliases: Vec<String>,
}

/// A company or asset that a service adds to the lists at run time.
#[derive(Clone, Copy, Debug)]
pub struct Extra<'a> {
    pub kind: MentionKind,
    pub name: &'a str,
    pub ticker: Option<&'a str>,
    pub sector: &'a str,
    pub aliases: &'a [&'a str],
}

/// What a spelling proves by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// A name that is nothing else. A company's must have a capital; a coin's may stand in lower case.
    Name,
    /// Counts only exactly as it is spelled in the list.
    Exact,
    /// A word that is also a name: needs a capital and support from its surroundings.
    Word,
    /// The name of the company behind a coin: the coin's only beside its price, before its ticker or in a row of coins.
    Issuer,
    /// A coin's ticker that is no word: capitals are enough.
    Ticker,
    /// A coin's ticker that is also a word: capitals are enough unless everything around it is in capitals.
    TickerWord,
    /// A coin's ticker that has another common meaning in capitals: needs support.
    TickerShared,
    /// A share's ticker: needs a cashtag, brackets or the name of an exchange.
    Share,
    /// A channel on which others speak: a name, but not where something is said on it.
    Channel,
    /// Not a mention, but speaks for the entry wherever the text is in doubt.
    Cue,
    /// Looks like the entry and is not.
    Exclusion,
    /// Somebody else of the same name: an exclusion that also speaks against the entry wherever the text is in doubt.
    Namesake,
}

/// A spelling with its rule.
#[derive(Clone, Debug)]
pub(super) struct Spelling {
    pub text: String,
    pub rule: Rule,
}

/// Reads one list: tab-separated name, tickers, sector, spellings and cues; `#` starts a comment.
///
/// A spelling may carry a mark: `~` a word that needs support, `=` exactly so, `@` a channel, `^` the company behind a coin, `!` an exclusion, `!!` a
/// namesake. A coin's ticker may carry `~` (also a word), `?` (shared with something else in capitals) or `-` (shown, never searched for). A
/// name behind `*` is shown but not searched for: only its spellings are.
pub(super) fn parse(kind: MentionKind, list: &str) -> Vec<(Entry, Vec<Spelling>)> {
    list.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| parse_line(kind, line))
        .collect()
}

fn parse_line(kind: MentionKind, line: &str) -> (Entry, Vec<Spelling>) {
    let mut columns = line.split('\t');
    let mut column = || columns.next().unwrap_or("").trim();
    let (name, tickers, sector, aliases, cues) = (column(), column(), column(), column(), column());
    let ticker =
        parts(tickers, ',').next().map(|marked| marked.trim_start_matches(['~', '?', '-']).to_owned());
    let searched = parts(tickers, ',').filter(|marked| !marked.starts_with('-'));
    let mut spellings: Vec<Spelling> = searched.map(|marked| ticker_spelling(kind, marked)).collect();
    for marked in parts(aliases, '|') {
        let (rule, text) = match marked.split_at_checked(1) {
            Some(("~", rest)) => (Rule::Word, rest),
            Some(("=", rest)) => (Rule::Exact, rest),
            Some(("@", rest)) => (Rule::Channel, rest),
            Some(("^", rest)) => (Rule::Issuer, rest),
            Some(("!", rest)) => match rest.strip_prefix('!') {
                Some(rest) => (Rule::Namesake, rest),
                None => (Rule::Exclusion, rest),
            },
            _ => (Rule::Name, marked),
        };
        spellings.push(Spelling { text: text.to_owned(), rule });
    }
    let (name, searched) = name.strip_prefix('*').map_or((name, true), |bare| (bare, false));
    if searched && !spellings.iter().any(|spelling| spelling.text == name) {
        spellings.push(Spelling { text: name.to_owned(), rule: Rule::Name });
    }
    for cue in parts(cues, '|') {
        spellings.push(Spelling { text: cue.to_owned(), rule: Rule::Cue });
    }
    (entry(kind, name, ticker, sector, &spellings), spellings)
}

/// The same for an entry that comes at run time; its spellings are taken as names.
pub(super) fn from_extra(extra: &Extra) -> (Entry, Vec<Spelling>) {
    let mut spellings: Vec<Spelling> = extra.ticker.iter().map(|t| ticker_spelling(extra.kind, t)).collect();
    let names = std::iter::once(&extra.name).chain(extra.aliases).map(|name| name.trim());
    spellings.extend(
        names
            .filter(|name| !name.is_empty())
            .map(|name| Spelling { text: name.to_owned(), rule: Rule::Name }),
    );
    let ticker = extra.ticker.map(str::to_owned);
    (entry(extra.kind, extra.name, ticker, extra.sector, &spellings), spellings)
}

fn entry(
    kind: MentionKind,
    name: &str,
    ticker: Option<String>,
    sector: &str,
    spellings: &[Spelling],
) -> Entry {
    let mut aliases: Vec<String> = spellings
        .iter()
        .filter(|spelling| {
            !matches!(spelling.rule, Rule::Cue | Rule::Issuer | Rule::Exclusion | Rule::Namesake)
        })
        .map(|spelling| spelling.text.clone())
        .collect();
    aliases.sort();
    aliases.dedup();
    Entry { kind, name: name.to_owned(), ticker, sector: sector.to_owned(), aliases }
}

fn ticker_spelling(kind: MentionKind, marked: &str) -> Spelling {
    let (rule, text) = match (kind, marked.split_at_checked(1)) {
        (MentionKind::Asset, Some(("~", rest))) => (Rule::TickerWord, rest),
        (MentionKind::Asset, Some(("?", rest))) => (Rule::TickerShared, rest),
        (MentionKind::Asset, _) => (Rule::Ticker, marked),
        _ => (Rule::Share, marked),
    };
    Spelling { text: text.to_owned(), rule }
}

fn parts(column: &str, separator: char) -> impl Iterator<Item = &str> {
    column.split(separator).map(str::trim).filter(|part| !part.is_empty())
}
