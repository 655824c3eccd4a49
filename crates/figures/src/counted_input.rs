//! A stored document as counting takes it.

use domain::SpeakerId;
use domain::hash::from_hex;
use domain::marks::MentionKind;
use indices::{DayInput, MentionInput, StatementInput};
use store::documents::DayDocument;
use store::statements::DayStatement;

/// What counting needs of a document.
pub fn counted_input(document: &DayDocument) -> DayInput<'_> {
    let mentions = |kind: MentionKind| {
        let named = document.mentions.iter().filter(move |mention| mention.kind == kind);
        named
            .map(|mention| MentionInput {
                name: &mention.name,
                ticker: mention.ticker.as_deref(),
                in_title: mention.in_title,
                in_lead: mention.in_lead,
                count: mention.count(),
            })
            .collect()
    };
    DayInput {
        id: document.id.bytes(),
        published_at: document.published_at,
        kind: document.kind,
        outlet: &document.outlet.name,
        outlet_category: &document.outlet.category,
        outlet_family: &document.outlet.family,
        outlet_country: &document.outlet.country,
        sentiment: document.sentiment,
        tone: document.tone,
        sponsored: document.sponsored,
        language: &document.language,
        story: document.story_id.as_deref().and_then(from_hex),
        repeats: document.repeats,
        author: document.speaker_handle.as_deref().unwrap_or(&document.author_name),
        cohort: document.speaker_cohort,
        voice: voice(document),
        statements: document.statements.iter().filter_map(said).collect(),
        categories: document.categories.iter().map(|(category, _)| *category).collect(),
        companies: mentions(MentionKind::Company),
        assets: mentions(MentionKind::Asset),
    }
}

/// Who posted it, under the name by which articles quote the same person.
fn voice(document: &DayDocument) -> [u8; 16] {
    let names = [&document.speaker_name, &document.speaker_handle];
    let name = names.into_iter().flatten().find(|name| !name.is_empty());
    SpeakerId::of_name(name.unwrap_or(&document.author_name)).bytes()
}

fn said(statement: &DayStatement) -> Option<StatementInput<'_>> {
    Some(StatementInput {
        voice: statement.speaker.bytes(),
        cohort: statement.cohort?,
        sureness: statement.confidence,
        about: statement.target.as_ref().map(|target| (target.kind, target.name.as_str())),
        tone: statement.tone,
        group: statement.group,
    })
}
