//! What the lists and the tagger see in a text, by place.

use domain::{Mention, MentionKind};

use crate::Organisation;
use crate::mentions::Gazetteer;

/// What the lists and the tagger see at a place, by characters.
pub struct Places(Vec<(u32, u32, Place)>);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// A company of the lists.
    Listed,
    /// Taken for a company by its words.
    Company,
    Asset,
    Organisation,
    Nothing,
}

impl Places {
    pub fn new(mentions: &[Mention], tagged: &[Organisation], lists: &Gazetteer) -> Places {
        let listed = mentions.iter().flat_map(|mention| {
            let place = match mention.kind {
                MentionKind::Company if lists.lists(&mention.name) => Place::Listed,
                MentionKind::Company => Place::Company,
                MentionKind::Asset => Place::Asset,
                MentionKind::Organisation => Place::Organisation,
            };
            mention.spans.iter().map(move |span| (span, place))
        });
        let tagged = tagged.iter().map(|organisation| (&organisation.span, Place::Organisation));
        let mut places: Vec<(u32, u32, Place)> = listed
            .chain(tagged)
            .filter(|(span, _)| span.field == domain::Field::Content)
            .map(|(span, place)| (span.start, span.end, place))
            .collect();
        places.sort_unstable();
        Places(places)
    }

    /// What covers the whole stretch, or most of it; a coin only where it is the whole name.
    pub fn at(&self, start: u32, end: u32) -> Place {
        let from = self.0.partition_point(|place| place.0 + 80 < start);
        let inside = self.0[from..].iter().take_while(|place| place.0 < end);
        inside
            .filter(|place| place.1 > start)
            .filter(|place| match place.2 {
                Place::Asset => place.0 <= start && place.1 + 1 >= end,
                _ => 2 * (place.1.min(end) - place.0.max(start)) > end - start,
            })
            // `Eric Semler`: of the lists is only what they have whole.
            .map(|place| match place.2 {
                Place::Listed if place.0 > start || place.1 + 1 < end => Place::Company,
                place => place,
            })
            .min()
            .unwrap_or(Place::Nothing)
    }
}
