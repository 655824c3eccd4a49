//! The clusterer as bytes and back, so that a restart goes on where it stopped.
//!
//! Behind a mark the days that were not reviewed yet, and the remembered items in the order in which they came, each with
//! its story. Bytes that are not ours, cut off or from another version give `None`; the owner then takes the stored
//! items in again.

use super::clusterer::Clusterer;
use super::item::ItemTerms;
use super::settings::Settings;

const MARK: &[u8; 8] = b"stories6";

impl Clusterer {
    /// Everything that the next item's place depends on, but for the settings. The terms of all items are weighed
    /// again here, as they are by whoever reads the bytes.
    pub fn to_bytes(&mut self) -> Vec<u8> {
        self.weigh_all();
        let mut out = MARK.to_vec();
        out.extend_from_slice(&(self.unreviewed.len() as u64).to_le_bytes());
        for day in &self.unreviewed {
            out.extend_from_slice(&day.to_le_bytes());
        }
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
        let mut unreviewed = std::collections::BTreeSet::new();
        for _ in 0..u64::from_le_bytes(*count) {
            let (day, behind) = rest.split_first_chunk::<8>()?;
            unreviewed.insert(i64::from_le_bytes(*day));
            rest = behind;
        }
        let (count, mut rest) = rest.split_first_chunk::<8>()?;
        let mut clusterer = Clusterer::new(settings);
        for _ in 0..u64::from_le_bytes(*count) {
            let (item, story, behind) = ItemTerms::read(rest)?;
            clusterer.remember(&item, story);
            rest = behind;
        }
        clusterer.weigh_all();
        clusterer.unreviewed = unreviewed;
        rest.is_empty().then_some(clusterer)
    }
}
