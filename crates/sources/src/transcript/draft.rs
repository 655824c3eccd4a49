//! A call on its way from lines to turns.

use domain::Section;

use super::labels::Side;

/// A turn before roles are settled.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    /// Place in the roster; none for the operator.
    pub person: Option<usize>,
    pub side: Option<Side>,
    pub after_heading: bool,
    pub text: String,
}

/// The section of every turn, once it is known where the questions begin.
pub(super) fn section(index: usize, questions_from: Option<usize>) -> Section {
    match questions_from {
        Some(from) if index >= from => Section::Questions,
        _ => Section::Prepared,
    }
}
