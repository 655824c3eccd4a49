//! The clusterer as bytes and back, so that a restart goes on where it stopped.
//!
//! The remembered items in the order in which they came, each with its story, behind a mark and their number. Bytes that
//! are not ours, cut off or from another version give `None`; the owner then takes the stored items in again.

use super::clusterer::Clusterer;
use super::item::ItemTerms;
use super::settings::Settings;

const MARK: &[u8; 8] = b"stories3";

impl Clusterer {
    /// Everything that the next item's place depends on, but for the settings.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = MARK.to_vec();
        out.extend_from_slice(&(self.arrivals.len() as u64).to_le_bytes());
        for slot in &self.arrivals {
            let kept = self.kept(*slot);
            kept.weighed.item.write(kept.story, &mut out);
        }
        out
    }

    /// The clusterer that wrote these bytes.
    pub fn from_bytes(settings: Settings, bytes: &[u8]) -> Option<Clusterer> {
        let (count, mut rest) = bytes.strip_prefix(MARK)?.split_first_chunk::<8>()?;
        let mut clusterer = Clusterer::new(settings);
        for _ in 0..u64::from_le_bytes(*count) {
            let (item, story, behind) = ItemTerms::read(rest)?;
            clusterer.remember(&item, story);
            rest = behind;
        }
        rest.is_empty().then_some(clusterer)
    }
}
