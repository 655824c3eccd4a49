//! What is held in memory of every day, however old it is: the day without what fills most of it and few questions look at.
//!
//! Left out are the voices, the quarters of an hour and the stories of a single item, which are nine tenths of a day's
//! bytes and grow with the documents. What is left is as it was counted, and the digests are those of the whole day, so that
//! every answer that follows from it is the same to the last digit. The whole day stays in the store.

use std::mem::size_of;

use super::{
    Bucket, CompanyRow, DayRollup, DecodeError, NamedRow, OutletAsset, OutletRow, PersonRow, Report,
    StoryRow, VoiceRow, Voices, codec,
};

/// The first byte of an outline's form.
const VERSION: u8 = 1;
const DIGEST: usize = 16;

/// A day without its voices, quarters and stories of a single item. `is_told_elsewhere` says of a story whether it has items
/// beside the one of this day.
pub fn outline(whole: &DayRollup, is_told_elsewhere: impl Fn(&[u8; 16]) -> bool) -> DayRollup {
    let is_kept = |row: &&StoryRow| row.tally.count > 1 || is_told_elsewhere(&row.story);
    DayRollup {
        day: whole.day,
        totals: whole.totals,
        unsponsored: whole.unsponsored,
        families: whole.families.clone(),
        outlets: whole.outlets.clone(),
        kinds: whole.kinds.clone(),
        categories: whole.categories.clone(),
        uncategorised: whole.uncategorised,
        languages: whole.languages.clone(),
        companies: whole.companies.clone(),
        assets: whole.assets.clone(),
        cohorts: whole.cohorts.clone(),
        cohort_categories: whole.cohort_categories.clone(),
        people: whole.people.clone(),
        stories: whole.stories.iter().filter(is_kept).cloned().collect(),
        buckets: Vec::new(),
        outlet_assets: whole.outlet_assets.clone(),
        voices: Voices { digest: whole.voices.digest, ..Voices::default() },
        digest: whole.digest,
    }
}

/// The digests of the whole day stand before its bytes: they cannot be worked out from these.
pub fn encode_outline(outline: &DayRollup) -> Vec<u8> {
    let mut bytes = vec![VERSION];
    bytes.extend_from_slice(&outline.digest);
    bytes.extend_from_slice(&outline.voices.digest);
    bytes.append(&mut codec::encode(outline));
    bytes
}

pub fn decode_outline(bytes: &[u8]) -> Result<DayRollup, DecodeError> {
    let (version, rest) = bytes.split_first().ok_or(DecodeError::Truncated)?;
    if *version != VERSION {
        return Err(DecodeError::Version);
    }
    let (digest, rest) = rest.split_first_chunk::<DIGEST>().ok_or(DecodeError::Truncated)?;
    let (of_voices, rest) = rest.split_first_chunk::<DIGEST>().ok_or(DecodeError::Truncated)?;
    let mut outline = codec::decode(rest)?;
    outline.digest = *digest;
    outline.voices.digest = *of_voices;
    Ok(outline)
}

impl DayRollup {
    /// About so many bytes of memory: the rows, and what each keeps elsewhere.
    pub fn memory(&self) -> usize {
        // The least that an allocation takes.
        const SMALL: usize = 16;
        let rows = |count: usize, bytes: usize, elsewhere: usize| count * (bytes + elsewhere * SMALL);
        let families: usize = self.stories.iter().map(|row| row.families.len()).sum();
        let articles: usize = self.companies.iter().map(|row| row.articles.len()).sum();
        size_of::<DayRollup>()
            + rows(self.families.len(), size_of::<String>(), 1)
            + rows(self.outlets.len(), size_of::<OutletRow>(), 3)
            + rows(self.companies.len(), size_of::<CompanyRow>(), 2)
            + articles * DIGEST
            + rows(self.assets.len(), size_of::<NamedRow>(), 2)
            + rows(self.people.len(), size_of::<PersonRow>(), 1)
            + rows(self.stories.len(), size_of::<StoryRow>(), 3)
            + families * (size_of::<u32>() + size_of::<Report>())
            + rows(self.buckets.len(), size_of::<Bucket>(), 0)
            + rows(self.outlet_assets.len(), size_of::<OutletAsset>(), 0)
            + rows(self.voices.subjects.len(), 2 * size_of::<String>(), 1)
            + rows(self.voices.rows.len(), size_of::<VoiceRow>(), 1)
    }
}
