//! Organisations in no list that are firms: they are companies like those of the lists, under the name the text has.

use domain::{Field, Mention, MentionKind, Span};

use crate::mentions::{
    Gazetteer, Spot, bare, begins, folded, is_firm, is_fuller, is_person, is_place_name, lacks_before,
    only_tells, stands, words_of,
};
use crate::statements::is_place;
use crate::{Organisation, Taken, Text};

/// Characters of a content within which a firm must be named, if the title does not name it: what a text is about is said
/// there. Further down the tagger is right too seldom.
const LEAD: u32 = 300;
/// Firms in no list that a text may have.
const MAX_FIRMS: usize = 6;
/// Places that are kept of one.
const MAX_PLACES: usize = 100;
/// Of these, such as are looked at for a word that the tagger cut off.
const MAX_LOOKED_AT: usize = 8;

/// The spellings of one firm in a text, and where it stands.
struct Group<'a> {
    /// Bare, as the text has it first or more fully.
    name: &'a str,
    folded: String,
    words: Vec<String>,
    /// Each spelling with its places.
    forms: Vec<(&'a str, Vec<Span>)>,
}

impl<'a> Group<'a> {
    fn add(&mut self, form: &'a str, span: Span) {
        match self.forms.iter_mut().find(|(known, _)| *known == form) {
            Some((_, spans)) if spans.len() < MAX_PLACES => spans.push(span),
            Some(_) => {}
            None => self.forms.push((form, vec![span])),
        }
    }

    fn spans(&self) -> Vec<Span> {
        let mut spans: Vec<Span> = self.forms.iter().flat_map(|(_, spans)| spans).copied().collect();
        spans.sort_by_key(|span| (span.field, span.start));
        spans.truncate(MAX_PLACES);
        spans
    }
}

/// Adds the firms among the tagger's organisations to the mentions, in the order of their first place. One that a list spells
/// otherwise is that listed company.
pub fn add_unlisted(
    text: &Text,
    language: &str,
    names: &Gazetteer,
    mentions: &mut Vec<Mention>,
    organisations: &[Organisation],
) {
    let taken = Taken::new(companies(mentions).flat_map(|mention| mention.spans.iter().copied()));
    let mut groups: Vec<Group> = Vec::new();
    for organisation in organisations.iter().filter(|organisation| !taken.meets(organisation.span)) {
        let Some((name, form, span)) = trimmed(names, organisation) else { continue };
        if names.lists(name) || names.lists(form) {
            continue;
        }
        let folded = folded(name);
        match groups.iter_mut().find(|group| group.folded == folded) {
            Some(group) => group.add(form, span),
            None => {
                groups.push(Group { name, folded, words: words_of(name), forms: vec![(form, vec![span])] })
            }
        }
    }
    let groups = joined(groups);
    let is_asset = |spans: &[Span]| {
        let assets = mentions.iter().filter(|mention| mention.kind == MentionKind::Asset);
        assets.flat_map(|mention| &mention.spans).any(|span| spans.contains(span))
    };
    let mut found: Vec<(String, Option<String>, Vec<Span>)> = Vec::new();
    for group in &groups {
        let spans = group.spans();
        if found.len() >= MAX_FIRMS || !spans.iter().copied().any(early) {
            continue;
        }
        if let Some(entry) = names.company_like(group.name).filter(|_| !tells(text, group)) {
            found.push((entry.name.clone(), entry.ticker.clone(), spans));
        } else if is_unlisted_firm(text, language, group, &is_asset) {
            let whole = companies(mentions).find(|mention| begins(&group.words, &words_of(&mention.name)));
            let name = whole.map(|mention| (mention.name.clone(), mention.ticker.clone()));
            let (name, ticker) = name.unwrap_or_else(|| (whole_name(text, group, &spans), None));
            found.push((name, ticker, spans));
        }
    }
    for (name, ticker, spans) in found {
        let is_known = |mention: &&mut Mention| mention.kind == MentionKind::Company && mention.name == name;
        match mentions.iter_mut().find(is_known) {
            Some(known) => {
                let more = mention(&name, spans);
                known.in_title |= more.in_title;
                known.in_lead |= more.in_lead;
                known.spans.extend(more.spans);
                known.spans.sort_by_key(|span| (span.field, span.start));
            }
            None => mentions.push(Mention { ticker, ..mention(&name, spans) }),
        }
    }
}

fn companies(mentions: &[Mention]) -> impl Iterator<Item = &Mention> {
    mentions.iter().filter(|mention| mention.kind == MentionKind::Company)
}

/// The bare name, the spelling without the stop of its sentence, and its place; none where a comma parts two names.
fn trimmed<'a>(names: &Gazetteer, organisation: &'a Organisation) -> Option<(&'a str, &'a str, Span)> {
    let whole = organisation.text.trim_end_matches([' ', '.']);
    let owner = ["'s ", "\u{2019}s "].iter().find_map(|mark| whole.split_once(mark));
    // `Zebrano's CEO` is of the list, and a place of it was left out.
    if owner.is_some_and(|(owner, _)| names.lists(owner)) {
        return None;
    }
    // `North Korea's Zebrano Group`
    let form = owner
        .filter(|(owner, _)| owner.to_lowercase().split(' ').all(is_place))
        .map_or(whole, |(_, owned)| owned);
    let letters = |text: &str| text.chars().count() as u32;
    let start = organisation.span.start + letters(whole) - letters(form);
    let end = organisation.span.end.saturating_sub(letters(&organisation.text) - letters(whole));
    let name = bare(form);
    let is_one = !name.is_empty() && !name.contains(',');
    is_one.then_some((name, form, Span { start, end, ..organisation.span }))
}

/// A shorter form of another name of the text is that name: `Zebrano` beside `Zebrano Labs`.
fn joined(groups: Vec<Group>) -> Vec<Group> {
    let longer: Vec<Option<usize>> = groups
        .iter()
        .map(|group| {
            let is_place = || group.name.to_lowercase().split(' ').all(is_place);
            let longer = groups.iter().enumerate().filter(|(_, other)| begins(&group.words, &other.words));
            longer.filter(|_| !is_place()).max_by_key(|(_, other)| other.name.len()).map(|(at, _)| at)
        })
        .collect();
    let mut all: Vec<Option<Group>> = groups.into_iter().map(Some).collect();
    for (at, longer) in longer.iter().enumerate() {
        // The longest of all has none that is longer, so it is still there.
        if let Some(longer) = *longer
            && let Some(short) = all[at].take()
            && let Some(whole) = &mut all[longer]
        {
            if !is_fuller(&short.words, &whole.words) {
                (whole.name, whole.words) = (short.name, short.words);
            }
            whole.forms.extend(short.forms);
        }
    }
    let mut groups: Vec<Group> = all.into_iter().flatten().collect();
    let first = |group: &Group| group.spans().first().map(|span| (span.field, span.start));
    groups.sort_by_key(first);
    groups
}

/// Taken for a firm by its name and surroundings, and nothing speaks against it.
fn is_unlisted_firm(text: &Text, language: &str, group: &Group, is_asset: &dyn Fn(&[Span]) -> bool) -> bool {
    let spots_of = |spans: &[Span]| -> Vec<Spot> {
        spans.iter().filter(|span| early(**span)).map(|span| spot(text, *span)).collect()
    };
    let is_taken = |(form, spans): &(&str, Vec<Span>)| {
        let spots = spots_of(spans);
        told(text.content, form, spans) && !spots.is_empty() && is_firm(form, &spots, is_asset(spans))
    };
    let n_words = |name: &str| name.split(' ').count();
    let of_law = group.forms.iter().any(|(form, _)| n_words(bare(form)) < n_words(form));
    group.forms.iter().any(is_taken)
        && !is_person(group.name, text.title, text.content)
        && !is_place_name(group.name, text.content)
        && (language != "en" || of_law || stands(group.name, &spots_of(&group.spans()), text.content))
        && !tells(text, group)
}

/// Named only as the one from whom something is known.
fn tells(text: &Text, group: &Group) -> bool {
    let spots: Vec<Spot> =
        group.spans().into_iter().filter(|span| early(*span)).map(|span| spot(text, span)).collect();
    only_tells(&spots)
}

/// With the word that the tagger cut off wherever it stands.
fn whole_name(text: &Text, group: &Group, spans: &[Span]) -> String {
    let spots: Vec<Spot> = spans.iter().take(MAX_LOOKED_AT).map(|span| spot(text, *span)).collect();
    match lacks_before(&spots) {
        Some(word) => format!("{word} {}", group.name),
        None => group.name.to_owned(),
    }
}

/// A headline gives capitals to any words. An article of some length on a firm names it in its text, too.
fn told(content: &str, name: &str, spans: &[Span]) -> bool {
    const WHOLE: usize = 600;
    content.len() < WHOLE || spans.iter().any(|span| span.field == Field::Content) || content.contains(name)
}

fn early(span: Span) -> bool {
    span.field == Field::Title || span.start < LEAD
}

fn spot<'a>(text: &Text<'a>, span: Span) -> Spot<'a> {
    let in_title = span.field == Field::Title;
    let field = if in_title { text.title } else { text.content };
    let byte = |place: u32| field.char_indices().nth(place as usize).map_or(field.len(), |(at, _)| at);
    let start = byte(span.start);
    Spot { in_title, text: field, start, end: byte(span.end).max(start) }
}

fn mention(name: &str, spans: Vec<Span>) -> Mention {
    Mention {
        kind: MentionKind::Company,
        name: name.to_owned(),
        ticker: None,
        in_title: spans.iter().any(|span| span.field == Field::Title),
        in_lead: spans.iter().any(|span| span.field == Field::Content && early(*span)),
        spans,
        tone: None,
        sentiment: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn companies_of(title: &str, content: &str) -> Vec<String> {
        let reading = crate::read_all(&Text { title, content, ..Text::default() });
        companies(&reading.mentions).map(|mention| mention.name.clone()).collect()
    }

    #[test]
    fn a_firm_in_no_list_is_a_company_and_an_agency_is_not() {
        let title = "Zebrano Capital buys 200 bitcoin";
        let content = "The investment firm Zebrano Capital said on Monday that it bought 200 bitcoin. The Securities and \
                       Exchange Commission declined to comment.";
        assert_eq!(companies_of(title, content), ["Zebrano Capital"]);
    }

    #[test]
    fn a_listed_spelling_that_was_turned_down_does_not_come_back() {
        let content = "Ether slipped below $3,000 on Tuesday, traders told CoinDesk. The post appeared first on CoinDesk.";
        assert!(companies_of("Ether slips", content).is_empty());
    }

    #[test]
    fn capitals_of_a_headline_make_no_firm() {
        let title = "Zebrano Capital to Raise Capital for Bitcoin";
        let content = "The firm said that it wants to raise capital. ".repeat(20);
        assert!(companies_of(title, &content).is_empty());
        let content = format!("{content}Zebrano Capital was founded in 2019.");
        assert_eq!(companies_of(title, &content), ["Zebrano Capital"]);
    }

    #[test]
    fn spellings_of_one_firm_are_one_name() {
        let content = "Shares of the investment firm Zebrano Capital Group Corp. rose on Monday. Zebrano-Capital Group bought 200 \
                       bitcoin, and Zebrano Capital\u{2019}s rivals wait.";
        assert_eq!(
            companies_of("Zebrano Capital Group Corp. buys 200 bitcoin", content),
            ["Zebrano Capital Group"]
        );
        let content =
            "The bitcoin treasury company Semler-Scientific Inc. said on Monday that it bought 200 bitcoin.";
        assert_eq!(companies_of("A purchase", content), ["Semler Scientific"]);
    }

    #[test]
    fn people_places_and_phrases_are_no_firms() {
        for (title, content) in [
            ("A theft", "Prosecutors say that Denisa Quill, a teller at the bank, took coins."),
            (
                "A speech",
                "The bank's Governor Elvara Nabelina spoke on Monday. Elvara Nabelina said that rates stay.",
            ),
            (
                "A law",
                "Justice Minister Gunvald Strombeck spoke. Strombeck said that coins were seized by the police.",
            ),
            ("Dubai opens", "The rules of Dubai are new. Firms in Dubai wait."),
            ("Two plants", "The deal covers plants in Kingsholm, Kapusk, and a third town."),
        ] {
            let found = companies_of(title, content);
            assert!(found.is_empty(), "{title} {found:?}");
        }
        let title = "Coin's Rise Defies Doubts and Attracts Substantial Capital";
        assert!(
            companies_of(title, "The coin rose by a third. Funds pour in, and the market waits.").is_empty()
        );
    }

    #[test]
    fn what_is_named_far_below_is_an_organisation() {
        let content = format!(
            "{} The investment firm Zebrano Capital said so.",
            "Prices were flat all day. ".repeat(20)
        );
        let marks = crate::analyse(&Text { title: "A flat day", content: &content, ..Text::default() });
        assert!(
            marks.mentions.iter().all(|mention| mention.kind != MentionKind::Company),
            "{:?}",
            marks.mentions
        );
    }
}
