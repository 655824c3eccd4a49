//! Which runs of words a text has, in a hundred bytes, to tell what was taken over from another text.
//!
//! A run is six words in a row outside of quotation marks: what somebody said is reported by many on their own. The runs
//! with the smallest hashes are kept; of two texts those below the smaller limit are a fair sample of both (Broder's
//! resemblance, as containment in the shorter text).

use crate::fingerprint::{hash_word, mix};

/// Words of a run. Five is often a name with its title, or a stock phrase.
const RUN: usize = 6;

/// Words of title and content that are looked at.
const MAX_WORDS: usize = 300;

/// Runs that are kept.
const MAX_RUNS: usize = 64;

/// Below this many comparable runs nothing can be said.
const MIN_SAMPLE: usize = 3;

/// One run in common may be chance.
const MIN_SHARED: usize = 2;

/// From this part of the shorter text on it is taken over. On real stories, pairs above were rewritten or both taken from
/// one press release; below a tenth they share a fact or a stock phrase.
const MIN_SHARE: f32 = 0.2;

/// Characters between quotation marks; more is no quotation, or its end is missing.
const MAX_QUOTED: usize = 600;

/// Hashes of runs, ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sketch(Vec<u16>);

impl Sketch {
    pub fn of(title: &str, content: &str) -> Sketch {
        let content = without_quotations(content);
        let all = [title, &content];
        let words: Vec<u64> = all
            .iter()
            .flat_map(|text| text.split(|c: char| !c.is_alphanumeric()))
            .filter(|word| !word.is_empty())
            .take(MAX_WORDS)
            .map(hash_word)
            .collect();
        let hash = |run: &[u64]| run.iter().fold(0, |sum, word| mix(sum ^ word)) as u16;
        let mut runs: Vec<u16> = words.windows(RUN).map(hash).collect();
        runs.sort_unstable();
        runs.dedup();
        runs.truncate(MAX_RUNS);
        Sketch(runs)
    }

    /// Whether one of two texts has a good part of its runs from the other.
    pub fn overlaps(&self, other: &Sketch) -> bool {
        let (shared, sample) = self.sampled(other);
        sample >= MIN_SAMPLE && shared >= MIN_SHARED && shared as f32 >= MIN_SHARE * sample as f32
    }

    /// The part of the shorter text that the other has too.
    pub fn shared_with(&self, other: &Sketch) -> f32 {
        let (shared, sample) = self.sampled(other);
        if sample < MIN_SAMPLE { 0.0 } else { shared as f32 / sample as f32 }
    }

    /// Runs that both have, and runs of the shorter one, among those that can be compared.
    fn sampled(&self, other: &Sketch) -> (usize, usize) {
        let limit = self.limit().min(other.limit());
        let below = |sketch: &Sketch| sketch.0.partition_point(|run| *run <= limit);
        let (ours, theirs) = (&self.0[..below(self)], &other.0[..below(other)]);
        let mut rest = theirs;
        let mut shared = 0;
        for run in ours {
            rest = &rest[rest.partition_point(|other| other < run)..];
            shared += usize::from(rest.first() == Some(run));
        }
        (shared, ours.len().min(theirs.len()))
    }

    /// All runs up to this hash are there.
    fn limit(&self) -> u16 {
        self.0.get(MAX_RUNS - 1).copied().unwrap_or(u16::MAX)
    }

    pub fn write(&self, out: &mut Vec<u8>) {
        out.push(self.0.len() as u8);
        self.0.iter().for_each(|run| out.extend_from_slice(&run.to_le_bytes()));
    }

    pub fn read(bytes: &[u8]) -> Option<(Sketch, &[u8])> {
        let (length, bytes) = bytes.split_first()?;
        let (runs, bytes) = bytes.split_at_checked(usize::from(*length) * 2)?;
        let runs: Vec<u16> = runs.as_chunks::<2>().0.iter().map(|run| u16::from_le_bytes(*run)).collect();
        let is_sound = runs.len() <= MAX_RUNS && runs.is_sorted_by(|a, b| a < b);
        is_sound.then_some((Sketch(runs), bytes))
    }
}

/// The text with a dot in the place of each quotation.
fn without_quotations(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find(['"', '“', '„', '«']) {
        kept.push_str(&rest[..open]);
        let mark = rest[open..].chars().next().map_or(1, char::len_utf8);
        let inside = &rest[open + mark..];
        let bound = inside.floor_char_boundary(MAX_QUOTED.min(inside.len()));
        match inside[..bound].find(['"', '”', '“', '»']) {
            Some(close) => {
                kept.push('.');
                let closing = inside[close..].chars().next().map_or(1, char::len_utf8);
                rest = &inside[close + closing..];
            }
            None => rest = inside,
        }
    }
    kept.push_str(rest);
    kept
}

#[cfg(test)]
mod tests {
    use super::{Sketch, without_quotations};

    const ORIGINAL: &str = "Harbor Exchange halted withdrawals on Monday after a breach of its hot wallets drained \
        about 40 million dollars. The company said it had called in two security firms. Trading went on while deposits \
        were suspended, and a fund for such cases would cover all losses of its clients within a week.";

    fn overlap(one: &str, other: &str) -> bool {
        Sketch::of("", one).overlaps(&Sketch::of("", other))
    }

    #[test]
    fn what_is_taken_over_is_seen() {
        let rewritten = "In a shocking development, Harbor Exchange halted withdrawals on Monday after a breach of its hot \
            wallets drained about 40 million dollars. Analysts now ask what it means for the market as a whole.";
        assert!(overlap(ORIGINAL, rewritten));
        assert!(overlap(rewritten, ORIGINAL));
        assert!(overlap(ORIGINAL, ORIGINAL));
    }

    #[test]
    fn a_report_of_ones_own_is_not() {
        let own = "Customers of Harbor Exchange cannot withdraw their coins since Monday. Hackers took some 40 million \
            dollars from its hot wallets, the firm confirmed, and outside experts are looking into how they got in.";
        assert!(!overlap(ORIGINAL, own));
        assert!(!overlap("", ""));
        assert!(!overlap("Harbor halts withdrawals", "Harbor halts withdrawals"), "too little to tell");
    }

    #[test]
    fn the_same_statement_is_quoted_by_many() {
        let said = "“We halted withdrawals as soon as we saw the first transfer, and every client will be made whole within \
            a week, whatever the two firms find in the end”";
        let one = format!(
            "The exchange's head was blunt about it. {said}, he told reporters at the airport in Lisbon."
        );
        let other = format!(
            "Her deputy spoke later in the day to a small group of clients. {said}, she repeated to them."
        );
        assert!(!overlap(&one, &other));
        assert_eq!(without_quotations("He said “yes” and \"no\"."), "He said . and ..");
        assert_eq!(without_quotations("An open “mark"), "An open mark");
    }

    #[test]
    fn a_sketch_comes_back_from_its_bytes() {
        let sketch = Sketch::of("A title", ORIGINAL);
        let mut bytes = Vec::new();
        sketch.write(&mut bytes);
        bytes.push(7);
        assert_eq!(Sketch::read(&bytes), Some((sketch, &[7][..])));
        assert_eq!(Sketch::read(&[2, 5, 0, 5, 0]), None, "the same run twice");
        assert_eq!(Sketch::read(&[2, 5, 0]), None);
    }
}
