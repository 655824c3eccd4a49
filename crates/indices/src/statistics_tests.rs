use proptest::prelude::*;

use super::*;

fn near(a: f64, b: f64, within: f64) {
    assert!((a - b).abs() <= within, "{a} is not {b}");
}

#[test]
fn concentration_of_three_shares() {
    let spread = concentration(&[0.5, 0.3, 0.2]).expect("there are parts");
    near(spread.entropy, 1.0297, 5e-5);
    near(spread.normalised, 0.9372, 5e-5);
    near(spread.effective_number, 2.80, 5e-3);
    near(spread.hhi, 0.38, 1e-12);
    assert_eq!(concentration(&[0.0, -1.0]), None);
    assert_eq!(concentration(&[3.0]).map(|one| one.normalised), Some(0.0));
}

#[test]
fn confidence_asks_for_items_voices_and_freshness() {
    near(confidence(50.0, 8, 0, 1000), 100.0 * (1.0 - (-1f64).exp()), 1e-9);
    near(confidence(50.0, 4, 0, 1000), 50.0 * (1.0 - (-1f64).exp()), 1e-9);
    near(confidence(1e9, 20, 5000, 1000), 50.0, 1e-9);
    assert_eq!(confidence(1e9, 20, 8000, 1000), 0.0);
    assert_eq!(confidence(0.0, 20, 0, 1000), 0.0);
}

#[test]
fn ranks_and_quantiles() {
    assert_eq!(mid_rank(&[1.0, 2.0, 2.0, 3.0], 2.0), Some(0.5));
    assert_eq!(mid_rank(&[1.0, 2.0], 9.0), Some(1.0));
    assert_eq!(mid_rank(&[], 1.0), None);
    assert_eq!(quantile(&[1.0, 2.0, 3.0, 4.0, 5.0], 0.75), Some(4.0));
    assert_eq!(quantile(&[1.0, 2.0], 0.5), Some(1.5));
    assert_eq!(quantile(&[], 0.5), None);
    assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
    near(effective_sample(4.0, 4.0), 4.0, 0.0);
    assert_eq!(effective_sample(0.0, 0.0), 0.0);
}

#[test]
fn a_cap_that_cannot_be_filled_leaves_the_rest_to_nobody() {
    assert_eq!(capped_shares(&[5.0, 1.0], 0.1), [0.1, 0.1]);
    assert_eq!(capped_shares(&[], 0.1), [0.0; 0]);
    assert_eq!(capped_shares(&[0.0, 0.0], 0.5), [0.0, 0.0]);
    assert_eq!(capped_shares(&[8.0, 1.0, 1.0], 0.5), [0.5, 0.25, 0.25]);
}

proptest! {
    #[test]
    fn capped_shares_keep_the_cap_and_the_whole(
        weights in prop::collection::vec(0.0f64..1e6, 1..60),
        cap in 0.02f64..1.0,
    ) {
        let shares = capped_shares(&weights, cap);
        let positive = weights.iter().filter(|weight| **weight > 0.0).count();
        prop_assert!(shares.iter().all(|share| (0.0..=cap + 1e-12).contains(share)));
        let whole: f64 = shares.iter().sum();
        let expected = (positive as f64 * cap).min(f64::from(u8::from(positive > 0)));
        prop_assert!((whole - expected).abs() < 1e-9, "{} {}", whole, expected);
        // A heavier one never gets less.
        for (i, a) in weights.iter().enumerate() {
            for (j, b) in weights.iter().enumerate() {
                prop_assert!(a < b || shares[i] >= shares[j] - 1e-12);
            }
        }
    }
}
