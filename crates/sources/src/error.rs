//! What can go wrong while the world comes in. Each message can stand on a source's page of health as it is.

use crate::budget::Poisoned;
use crate::feed::NotFeed;
use crate::fetch::FetchError;

#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    #[error("the fetch failed")]
    Fetch(#[from] FetchError),
    #[error("not a feed: {0}")]
    NotFeed(#[from] NotFeed),
    #[error("not a transcript")]
    Transcript(#[from] crate::transcript::TranscriptError),
    #[error("the captions cannot be read: {0}")]
    Captions(&'static str),
    #[error("the page holds no article: {0}")]
    NoArticle(&'static str),
    #[error("the reply is not the JSON it should be: {0}")]
    Json(&'static str),
    #[error("the prices cannot be read: {0}")]
    Prices(&'static str),
    #[error("the filing cannot be read: {0}")]
    Filing(&'static str),
    #[error("this source is set up wrongly: {0}")]
    Setup(&'static str),
    #[error("the file cannot be read")]
    File(#[from] std::io::Error),
    /// It was given up, and is not worth another try before it changes.
    #[error("put into quarantine: {reason}")]
    Poisoned { digest: [u8; 16], reason: Poisoned },
    #[error("in quarantine: it is still the document that could not be read before")]
    Quarantined { digest: [u8; 16] },
    #[error("not read: this poll has used up what one poll may cost")]
    PollSpent,
}

impl SourceError {
    /// The whole chain in one line, for the health page.
    pub fn chain(&self) -> String {
        let mut words = self.to_string();
        let mut source = std::error::Error::source(self);
        while let Some(inner) = source {
            let inner_words = inner.to_string();
            if !words.contains(&inner_words) {
                words.push_str(": ");
                words.push_str(&inner_words);
            }
            source = inner.source();
        }
        words
    }
}
