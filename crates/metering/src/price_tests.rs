use proptest::prelude::*;

use super::*;

#[track_caller]
fn check(base: u32, requested_results: u32, parts: (u32, u32, u32)) {
    let price = price(Credits::new(base), requested_results);
    assert_eq!((price.tool.get(), price.volume.get(), price.total.get()), parts);
}

#[test]
fn a_block_begun_is_a_block_paid() {
    check(1, 0, (1, 0, 1));
    check(1, 1, (1, 1, 2));
    check(1, 25, (1, 1, 2));
    check(1, 26, (1, 2, 3));
    check(1, 50, (1, 2, 3));
    check(1, 100, (1, 4, 5));
    check(3, 0, (3, 0, 3));
}

#[test]
fn the_cap_cuts_the_volume() {
    check(3, 175, (3, 7, 10));
    check(3, 176, (3, 7, 10));
    check(1, u32::MAX, (1, 9, 10));
    check(10, 1, (10, 0, 10));
    check(u32::MAX, u32::MAX, (10, 0, 10));
}

proptest! {
    #[test]
    fn the_price_is_the_formula_of_the_specification(base in 0u32..20, results in 0u32..2000) {
        let expected = (base + results.div_ceil(25)).min(10);
        prop_assert_eq!(price(Credits::new(base), results).total.get(), expected);
    }

    #[test]
    fn asking_for_more_never_costs_less(base in any::<u32>(), more in any::<u32>(), a in any::<u32>(), b in any::<u32>()) {
        let (few, many) = (a.min(b), a.max(b));
        prop_assert!(price(Credits::new(base), few).total <= price(Credits::new(base), many).total);
        let (low, high) = (base.min(more), base.max(more));
        prop_assert!(price(Credits::new(low), few).total <= price(Credits::new(high), few).total);
    }

    #[test]
    fn the_parts_add_up_and_stay_under_the_cap(base in any::<u32>(), results in any::<u32>()) {
        let price = price(Credits::new(base), results);
        prop_assert_eq!(price.tool.get() + price.volume.get(), price.total.get());
        prop_assert!(price.total <= MAX_CREDITS_PER_CALL);
    }
}

#[test]
fn an_export_is_priced_block_by_block() {
    let priced = |rows| {
        let blocks: Vec<_> = export_blocks(Credits::new(1), rows).collect();
        let credits: u32 = blocks.iter().map(|(_, price)| price.total.get()).sum();
        (blocks.len(), blocks.iter().map(|(rows, _)| u64::from(*rows)).sum::<u64>(), credits)
    };
    assert_eq!(priced(0), (1, 0, 1));
    assert_eq!(priced(25), (1, 25, 2));
    assert_eq!(priced(250), (1, 250, 10));
    assert_eq!(priced(251), (2, 251, 12));
    assert_eq!(priced(3001), (13, 3001, 122));
}
