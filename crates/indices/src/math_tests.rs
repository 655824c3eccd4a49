use proptest::prelude::*;

use super::*;

#[test]
fn the_normal_distribution_at_known_places() {
    // Abramowitz and Stegun, table 26.1, and the usual far tails.
    for (x, expected) in [
        (0.0, 0.5),
        (0.5, 0.691_462_461_274_013),
        (1.0, 0.841_344_746_068_543),
        (1.959_963_984_540_054, 0.975),
        (2.0, 0.977_249_868_051_821),
        (3.0, 0.998_650_101_968_37),
        (4.0, 0.999_968_328_758_167),
        (-1.0, 0.158_655_253_931_457),
        (-3.5, 2.326_290_790_355_25e-4),
        (-6.0, 9.865_876_450_377_0e-10),
    ] {
        let value = normal_cdf(x);
        assert!((value - expected).abs() < 1e-12, "{x}: {value} is not {expected}");
    }
    assert!((normal_cdf(-6.0) / 9.865_876_450_377_e-10 - 1.0).abs() < 1e-10);
    assert_eq!(normal_cdf(f64::NEG_INFINITY), 0.0);
    assert_eq!(normal_cdf(f64::INFINITY), 1.0);
}

#[test]
fn the_two_halves_of_the_normal_distribution_meet() {
    let seam = 2.5 * std::f64::consts::SQRT_2;
    let (below, above) = (normal_cdf(-seam + 1e-13), normal_cdf(-seam - 1e-13));
    assert!((below / above - 1.0).abs() < 1e-9, "{below} {above}");
}

#[test]
fn decay_has_the_published_factors() {
    for (half_life, factor) in [(1.0, 0.5), (3.0, 0.7937), (7.0, 0.9057), (30.0, 0.9772), (90.0, 0.9923)] {
        assert!((exp2(-1.0 / half_life) - factor).abs() < 5e-5, "{half_life}");
    }
    assert_eq!(exp2(-1.0), 0.5);
    assert_eq!(exp2(-10.0), 1.0 / 1024.0);
    assert_eq!(ln(1.0), 0.0);
    assert_eq!(exp(0.0), 1.0);
}

proptest! {
    #[test]
    fn they_agree_with_the_system(x in -700.0f64..700.0, positive in 1e-300f64..1e300) {
        prop_assert!((exp(x) / x.exp() - 1.0).abs() < 1e-15 * 8.0);
        prop_assert!((exp2(x) / x.exp2() - 1.0).abs() < 1e-15 * 8.0);
        prop_assert!((ln(positive) - positive.ln()).abs() <= 1e-15 * 8.0 * positive.ln().abs().max(1.0));
    }

    #[test]
    fn the_distribution_rises(a in -9.0f64..9.0, step in 0.001f64..3.0) {
        prop_assert!(normal_cdf(a) <= normal_cdf(a + step));
        prop_assert!((normal_cdf(a) + normal_cdf(-a) - 1.0).abs() < 1e-14);
    }
}
