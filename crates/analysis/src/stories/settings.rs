//! The one configuration of story growing, for every kind of text.

/// All that can be turned. The defaults were tuned on labelled stories of several kinds at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Points from which an item joins a story.
    pub join: f32,
    /// Times that a title's word counts against one of the content.
    pub title_weight: f32,
    /// Words of the content that are read.
    pub content_words: usize,
    /// Added to the number of items seen, and to the count of a term, before a term's rarity is taken.
    pub items_known: f32,
    pub term_unknown: f32,
    pub weights: Weights,
    /// Days after which an untouched story is closed.
    pub close_after_days: f32,
    /// Stories that are open at once; the longest untouched are closed first.
    pub most_open: usize,
    /// Terms that a story remembers.
    pub most_terms: usize,
}

/// The points that each likeness of an item and a story brings.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    pub always: f32,
    /// Cosine of the item and the sum of the story's items.
    pub cosine: f32,
    /// Share of the item's weight that the story's items have too, each term by its share of them.
    pub cover: f32,
    /// Cosine of the titles alone.
    pub titles: f32,
    /// Share of the title's word pairs that the story's titles have too.
    pub pairs: f32,
    /// The three rarest shared terms.
    pub rarest: f32,
    /// Root of the share of the item's terms that the story knows at all.
    pub shared: f32,
    /// Logarithm of the story's size.
    pub size: f32,
    pub cosine_by_size: f32,
    /// The item has a content, and not only a title.
    pub content: f32,
    pub titles_by_content: f32,
    /// Logarithm of the item's number of terms.
    pub length: f32,
    pub cosine_by_length: f32,
    /// Logarithm of one plus the days since the story's last item; taken off.
    pub age: f32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            join: 0.0,
            title_weight: 1.67,
            content_words: 102,
            items_known: 35.33,
            term_unknown: 0.61,
            weights: Weights::default(),
            close_after_days: 10.0,
            most_open: 20_000,
            most_terms: 200,
        }
    }
}

impl Default for Weights {
    fn default() -> Weights {
        Weights {
            always: -1.31,
            cosine: -0.80,
            cover: 1.45,
            titles: 0.29,
            pairs: 0.92,
            rarest: 5.14,
            shared: 1.62,
            size: 0.00,
            cosine_by_size: 0.63,
            content: -2.51,
            titles_by_content: 1.32,
            length: -0.27,
            cosine_by_length: 0.82,
            age: 1.63,
        }
    }
}
