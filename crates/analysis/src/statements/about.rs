//! What a statement is about: a company or an asset that it names, else what the article is about.

use domain::{Field, Mention, MentionKind, Span, StatementTarget};

use super::entities::{Being, Entity};

/// What a statement is about, and how the statement spells it.
pub struct About {
    pub target: StatementTarget,
    /// Where in the content, if the statement names it at all.
    pub place: Option<Span>,
}

/// The first company or asset in the statement that is not the speaker; a firm that names nothing else speaks of itself,
/// and everybody else of what the article is about.
pub fn find(mentions: &[Mention], span: Span, speakers: &[&Entity]) -> Option<About> {
    let is_speaker = |mention: &Mention| {
        let name = domain::statement::spelling(&mention.name);
        speakers.iter().any(|speaker| domain::statement::spelling(&speaker.name) == name)
    };
    let inside = |mention: &Mention| {
        let places = mention.spans.iter().filter(|place| place.field == Field::Content);
        places.copied().find(|place| span.start <= place.start && place.end <= span.end)
    };
    let listed = mentions.iter().filter(|mention| mention.kind != MentionKind::Organisation);
    let named = listed.filter_map(|mention| inside(mention).map(|place| (place, mention)));
    let mut named: Vec<(Span, &Mention)> = named.collect();
    named.sort_by_key(|(place, _)| place.start);
    let first = named.iter().find(|(_, mention)| !is_speaker(mention)).or(named.first());
    if let Some((place, mention)) = first {
        return Some(About { target: target(mention), place: Some(*place) });
    }
    if let [speaker] = speakers
        && speaker.being == Being::Organisation
    {
        let target = StatementTarget { kind: MentionKind::Company, name: speaker.name.clone() };
        return Some(About { target, place: None });
    }
    let weight = |mention: &&Mention| (mention.in_title, mention.in_lead, mention.count());
    let main =
        mentions.iter().filter(|mention| mention.kind != MentionKind::Organisation).max_by_key(weight)?;
    Some(About { target: target(main), place: None })
}

fn target(mention: &Mention) -> StatementTarget {
    StatementTarget { kind: mention.kind, name: mention.name.clone() }
}
