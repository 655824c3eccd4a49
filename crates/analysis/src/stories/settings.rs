//! The one configuration of story growing, for every kind of text.

/// All that can be turned. The defaults were chosen on labelled stories of several kinds at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// From which linkage on two groups of items are one story.
    pub join: f32,
    /// Times that a title's word counts against the first of the content.
    pub title_weight: f32,
    /// Words of the content that are read.
    pub content_words: usize,
    /// Words of the content that count as its beginning.
    pub lead_words: usize,
    /// Where one of two items has a text beyond its title.
    pub texts: PairWeights,
    /// Where both are only titles.
    pub titles: PairWeights,
    /// Where they are in different languages.
    pub across: AcrossWeights,
    pub linkage: Linkage,
    pub gather: Gather,
    /// Days between two items beyond which they are not compared.
    pub reach_days: i64,
    /// Items that are remembered; beyond, those that came first are forgotten.
    pub max_items: usize,
}

/// How much each likeness of two items says for their telling the same: weights of a logistic regression.
#[derive(Clone, Debug, PartialEq)]
pub struct PairWeights {
    pub always: f32,
    /// Cosine of all terms, and its logarithm.
    pub whole: f32,
    pub whole_log: f32,
    /// Logarithm of the cosine of the titles.
    pub title_log: f32,
    /// Logarithm of the cosine of titles and beginnings.
    pub lead_log: f32,
    /// Share of one's capitalised words that the other has, the better of the two.
    pub names: f32,
    /// Cosine of the numbers.
    pub numbers: f32,
    /// Cosine of the companies and assets that are named.
    pub entities: f32,
    /// Logarithm of the time between them.
    pub gap: f32,
    /// One outlet published both within hours.
    pub same_outlet: f32,
    /// Share of the words that one outlet has in both: its template.
    pub same_words: f32,
    /// Talk of the market, of the one that has more of it.
    pub market: f32,
    /// Words of advice in a title, of the one that has more.
    pub advice: f32,
    /// One of them sells: it rides on news, or is one of a series about the same thing for sale.
    pub sale: f32,
    /// Logarithm of the words of the shorter one.
    pub words: f32,
    /// Logarithm of the number of items around them in time: among many, a likeness says less.
    pub crowd: f32,
}

/// The same of two items in different languages.
#[derive(Clone, Debug, PartialEq)]
pub struct AcrossWeights {
    pub always: f32,
    /// Cosine of their vectors.
    pub vector: f32,
    /// Share of what their most telling pieces say that the other says too, or nearly so.
    pub telling: f32,
    /// Cosine of the names that they have in common, by how they sound.
    pub sounds: f32,
    pub numbers: f32,
    pub entities: f32,
    pub gap: f32,
    pub crowd: f32,
    /// Cosine of the vectors below which two items are not compared.
    pub least_vector: f32,
}

/// From the chances of pairs to groups.
#[derive(Clone, Debug, PartialEq)]
pub struct Linkage {
    /// How far the average between two groups is measured by the averages inside them, 0 to 1.
    pub inner: f32,
    /// Titles say little one by one and more together: the power of a group's size that counts for it.
    pub size_titles: f32,
}

/// When groups tell of one great event.
#[derive(Clone, Debug, PartialEq)]
pub struct Gather {
    /// From which cosine on two groups are one, by what their items begin with and what bursts.
    pub join: f32,
    /// Items of a day and a half that have to have a term, and their share of all, before it bursts.
    pub least_items: u32,
    pub least_share: f32,
    /// How many times as common as otherwise it has to be.
    pub times: f32,
    /// How much more a term weighs for bursting.
    pub weight: f32,
    /// How much of what a group says has to burst.
    pub least_said: f32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            join: 0.48,
            title_weight: 2.0,
            content_words: 160,
            lead_words: 40,
            texts: PairWeights {
                always: 10.57,
                whole: 0.0,
                whole_log: 3.29,
                title_log: 0.23,
                lead_log: 1.52,
                names: 0.45,
                numbers: 1.12,
                entities: 1.74,
                gap: -0.88,
                same_outlet: -1.39,
                same_words: -14.9,
                market: -6.3,
                advice: -0.36,
                sale: -3.0,
                words: -0.44,
                crowd: -0.30,
            },
            titles: PairWeights {
                always: 7.60,
                whole: 6.96,
                whole_log: 1.67,
                title_log: 0.0,
                lead_log: 0.0,
                names: 0.0,
                numbers: 0.20,
                entities: 0.0,
                gap: -1.28,
                same_outlet: -1.50,
                same_words: 0.0,
                market: 0.0,
                advice: 0.0,
                sale: -3.0,
                words: 0.0,
                crowd: -0.82,
            },
            across: AcrossWeights {
                always: -5.0,
                vector: 6.0,
                telling: 16.0,
                sounds: 3.0,
                numbers: 1.0,
                entities: 1.34,
                gap: -1.09,
                crowd: -0.80,
                least_vector: 0.3,
            },
            linkage: Linkage { inner: 0.9, size_titles: 0.3 },
            gather: Gather {
                join: 0.5,
                least_items: 20,
                least_share: 0.025,
                times: 2.5,
                weight: 1.0,
                least_said: 0.15,
            },
            reach_days: 5,
            max_items: 30_000,
        }
    }
}
