//! Organisations in no list that are firms: they are companies like those of the lists, under the name the text has.

use domain::{Field, Mention, MentionKind, Span};

use crate::mentions::{Gazetteer, Spot, is_firm};
use crate::{Organisation, Taken, Text};

/// Characters of a content within which a firm must be named, if the title does not name it: what a text is about is said
/// there. Further down the tagger is right too seldom.
const LEAD: u32 = 300;
/// Firms in no list that a text may have.
const MAX_FIRMS: usize = 6;
/// Places that are kept of one.
const MAX_PLACES: usize = 100;

/// The firms among the tagger's organisations, in the order of their first place.
pub fn unlisted(
    text: &Text,
    names: &Gazetteer,
    listed: &[Mention],
    organisations: &[Organisation],
) -> Vec<Mention> {
    let taken = Taken::new(companies(listed).flat_map(|mention| mention.spans.iter().copied()));
    let mut found: Vec<(&str, Vec<Span>)> = Vec::new();
    for organisation in organisations.iter().filter(|organisation| !taken.meets(organisation.span)) {
        let (name, span) = trimmed(organisation);
        match found.iter_mut().find(|(known, _)| *known == name) {
            Some((_, spans)) if spans.len() < MAX_PLACES => spans.push(span),
            Some(_) => {}
            None if early(span) => found.push((name, vec![span])),
            None => {}
        }
    }
    let is_asset = |spans: &[Span]| {
        let assets = listed.iter().filter(|mention| mention.kind == MentionKind::Asset);
        assets.flat_map(|mention| &mention.spans).any(|span| spans.contains(span))
    };
    let firm = |(name, spans): &(&str, Vec<Span>)| {
        let spots: Vec<Spot> =
            spans.iter().filter(|span| early(**span)).map(|span| spot(text, *span)).collect();
        !names.lists(name) && told(text.content, name, spans) && is_firm(name, &spots, is_asset(spans))
    };
    let firms = found.into_iter().filter(firm).take(MAX_FIRMS);
    firms.map(|(name, spans)| mention(name, spans)).collect()
}

fn companies(mentions: &[Mention]) -> impl Iterator<Item = &Mention> {
    mentions.iter().filter(|mention| mention.kind == MentionKind::Company)
}

/// Without the stop that ends a sentence behind it.
fn trimmed(organisation: &Organisation) -> (&str, Span) {
    let name = organisation.text.trim_end_matches([' ', '.']);
    let cut = organisation.text[name.len()..].len() as u32;
    (name, Span { end: organisation.span.end.saturating_sub(cut), ..organisation.span })
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
