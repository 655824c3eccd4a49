//! When a delivery that failed is tried again.

/// Seconds between one attempt and the next, a little over a day in all. After the last one the endpoint is disabled and keeps
/// its place.
const GAPS_S: [i64; 7] = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

/// Milliseconds until the next attempt after so many failed ones; none where it is given up.
pub fn gap_ms(failed: u32) -> Option<i64> {
    let place = usize::try_from(failed).ok()?.checked_sub(1)?;
    GAPS_S.get(place).map(|seconds| seconds * 1000)
}

#[cfg(test)]
mod tests {
    use super::{GAPS_S, gap_ms};

    #[test]
    fn gaps_grow_and_last_a_day() {
        assert!(GAPS_S.windows(2).all(|pair| pair[0] <= pair[1]));
        let all: i64 = GAPS_S.iter().sum();
        assert!((24 * 3600..36 * 3600).contains(&all), "{all}");
        assert_eq!((gap_ms(1), gap_ms(7), gap_ms(8)), (Some(5_000), Some(36_000_000), None));
    }
}
