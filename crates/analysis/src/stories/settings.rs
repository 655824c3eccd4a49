//! The one configuration of story growing, for every kind of text.

/// All that can be turned. The defaults were tuned on labelled stories of two kinds at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Likeness from which an item joins a story.
    pub join: f32,
    /// Times that a title's word counts against one of the content.
    pub title_weight: f32,
    /// Words of the content that are read.
    pub content_words: usize,
    /// Days after which the likeness of an untouched story has halved.
    pub half_life_days: f32,
    /// Days after which an untouched story is closed.
    pub close_after_days: f32,
    /// Stories that are open at once; the longest untouched is closed first.
    pub most_open: usize,
    /// Terms that a story remembers.
    pub most_terms: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            join: 0.2,
            title_weight: 2.0,
            content_words: 120,
            half_life_days: 4.0,
            close_after_days: 10.0,
            most_open: 20_000,
            most_terms: 160,
        }
    }
}
