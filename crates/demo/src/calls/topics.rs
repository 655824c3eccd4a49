//! What analysts ask, by sector: questions, plain answers, half answers, and where a dodge would lead.

use std::sync::LazyLock;

use crate::catalog::companies::Sector;
use crate::data::read;

/// A subject of questions.
#[derive(Clone, Copy, Debug)]
pub struct Topic {
    /// As it stands in "we don't break out ...".
    pub subject: &'static str,
    /// Empty: everybody is asked.
    pub sectors: &'static [Sector],
    pub is_financial: bool,
    /// Lawyers may have a word in the answer.
    pub is_legal: bool,
    pub questions: &'static [&'static str],
    pub direct: &'static [&'static str],
    pub partial: &'static [&'static str],
    pub pivot: &'static str,
}

pub fn for_sector(sector: Sector) -> impl Iterator<Item = &'static Topic> {
    TOPICS.iter().filter(move |topic| topic.sectors.is_empty() || topic.sectors.contains(&sector))
}

static TOPICS: LazyLock<Vec<Topic>> = LazyLock::new(|| {
    read(include_str!("../../data/call_topics.txt"), |record| {
        let asked_of = record.texts("asked of");
        Topic {
            subject: record.text("subject"),
            sectors: record.variants("sectors", Sector::ALL),
            is_financial: asked_of.contains(&"finance"),
            is_legal: asked_of.contains(&"lawyers"),
            questions: record.texts("question"),
            direct: record.texts("direct"),
            partial: record.texts("partial"),
            pivot: record.text("pivot"),
        }
    })
});
