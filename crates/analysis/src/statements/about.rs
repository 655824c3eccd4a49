//! What a statement is about: a company or an asset that it names, else the one that the whole article is about.

use domain::{Cohort, Field, Mention, MentionKind, Span, StatementTarget};

use super::entities::Entity;

/// What a statement is about, and how the statement spells it.
pub struct About {
    pub target: StatementTarget,
    /// Where in the content, if the statement names it at all.
    pub place: Option<Span>,
}

/// How often an article names what it is about, at least, and how many times as often as anything else.
const MIN_NAMED: u32 = 5;
const TIMES_MORE: u32 = 3;

/// The first company or asset in the statement that is not the speaker. Who names none speaks of what the title names if the
/// article speaks of little else; but those who govern mostly speak of something else.
pub fn find(mentions: &[Mention], span: Span, speakers: &[&Entity], cohort: Option<Cohort>) -> Option<About> {
    let is_speaker = |mention: &Mention| {
        speakers.iter().any(|speaker| {
            may_be_alike(&speaker.name, &mention.name)
                && domain::statement::spelling(&speaker.name) == domain::statement::spelling(&mention.name)
        })
    };
    let inside = |mention: &Mention| {
        let places = mention.spans.iter().filter(|place| place.field == Field::Content);
        places.copied().find(|place| span.start <= place.start && place.end <= span.end)
    };
    let listed = || mentions.iter().filter(|mention| mention.kind != MentionKind::Organisation);
    let named = listed().filter_map(|mention| inside(mention).map(|place| (place, mention)));
    let mut named: Vec<(Span, &Mention)> = named.collect();
    named.sort_by_key(|(place, _)| place.start);
    let first = named.iter().find(|(_, mention)| !is_speaker(mention)).or(named.first());
    if let Some((place, mention)) = first {
        return Some(About { target: target(mention), place: Some(*place) });
    }
    if cohort == Some(Cohort::Policy) {
        return None;
    }
    let others = || listed().filter(|mention| !is_speaker(mention));
    let in_title = others().filter(|mention| mention.in_title);
    let main = in_title.max_by_key(|mention| (mention.in_lead, mention.count()))?;
    let leads = |other: &Mention| other.name == main.name || main.count() >= TIMES_MORE * other.count();
    (main.count() >= MIN_NAMED && others().all(leads)).then(|| About { target: target(main), place: None })
}

/// False where the first letters tell two names apart.
fn may_be_alike(one: &str, other: &str) -> bool {
    match (one.as_bytes().first(), other.as_bytes().first()) {
        (Some(one), Some(other)) if one.is_ascii_alphanumeric() && other.is_ascii_alphanumeric() => {
            one.eq_ignore_ascii_case(other)
        }
        _ => true,
    }
}

fn target(mention: &Mention) -> StatementTarget {
    StatementTarget { kind: mention.kind, name: mention.name.clone() }
}
