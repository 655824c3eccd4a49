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

#[test]
fn an_interval_of_a_share_never_collapses() {
    let near = |(low, high): (f64, f64), expected: (f64, f64)| {
        assert!((low - expected.0).abs() < 5e-5 && (high - expected.1).abs() < 5e-5, "{low} {high}");
    };
    // Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    near(wilson(81, 263), (0.2553, 0.3662));
    near(wilson(15, 148), (0.0624, 0.1605));
    near(wilson(0, 20), (0.0, 0.1611));
    near(wilson(1, 29), (0.0061, 0.1718));
    assert_eq!(wilson(0, 0), (0.0, 1.0));
    for n in 1..50 {
        for count in [0, n] {
            let (low, high) = wilson(count, n);
            assert!(high - low > 0.05 && low >= 0.0 && high <= 1.0, "{count} of {n}");
        }
    }
}

#[test]
fn an_interval_of_a_difference_never_collapses() {
    for (positive, negative, of) in
        [(1, 0, 1), (0, 1, 1), (0, 0, 1), (5, 0, 5), (0, 0, 5), (0, 0, 0), (40, 0, 40)]
    {
        let net = net_share(positive, negative, of);
        assert!(net.margin > 0.05 && net.low < net.high, "{positive} {negative} of {of}: {net:?}");
        let plain = (positive - negative) as f64 / of.max(1) as f64;
        assert!(net.low <= plain && plain <= net.high, "{positive} {negative} of {of}: {net:?}");
    }
    // As the plain interval where there are many.
    let (many, plain) = (net_share(800, 100, 1_000), 1.96 * (0.41f64 / 1_000.0).sqrt());
    assert!((many.margin - plain).abs() < 2e-4, "{many:?} {plain}");
}
