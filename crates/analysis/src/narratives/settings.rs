//! The one configuration of narrative growing.

/// All that can be turned. The defaults were chosen on stories of five weeks that were sorted into themes by hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// From which linkage on two groups of stories are one narrative.
    pub join: f32,
    /// A story that is less like the stories of a narrative on average is not in it.
    pub stay: f32,
    /// A story leaves its narrative for one that it is this many times more alike.
    pub leave: f32,
    /// All stories are grouped afresh once new ones are this share of those that are remembered.
    pub regroup: f32,
    /// The power of a group's size that counts for its growing: themes are of very different sizes.
    pub size: f32,
    /// The same where stories choose between narratives.
    pub size_choice: f32,
    /// A second narrative must have this share of the likeness of the first.
    pub second: f32,
    /// What a likeness is made of, in parts of one: shared phrases take what the others leave.
    pub space: f32,
    pub subjects: f32,
    pub meaning: f32,
    /// Stories that use a phrase before it counts, and the share of all stories that they must be: what few stories use
    /// tells events apart, not themes.
    pub min_stories_of_phrase: u32,
    pub min_share_of_phrase: f32,
    /// Articles before a story counts.
    pub min_articles: u32,
    /// Stories that make a narrative.
    pub min_stories: u32,
    /// Stories that are remembered; beyond, those that were told first go into the sums of their narratives.
    pub max_stories: usize,
    /// Phrases that are kept of a story.
    pub max_phrases: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            join: 0.37,
            stay: 0.34,
            leave: 1.2,
            regroup: 0.3,
            size: 0.05,
            size_choice: 0.1,
            second: 0.95,
            space: 0.3,
            subjects: 0.03,
            meaning: 0.12,
            min_stories_of_phrase: 4,
            min_share_of_phrase: 0.0022,
            min_articles: 2,
            min_stories: 2,
            max_stories: 5_000,
            max_phrases: 400,
        }
    }
}
