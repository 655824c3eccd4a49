use proptest::prelude::*;

use domain::{Category, Day};

use super::*;
use crate::fixed::{ONE, to_f64};
use crate::sample::{Sample, random_day, rolled, shuffle};

fn day() -> Day {
    Day::parse("2026-03-01").expect("a day")
}

#[test]
fn copies_within_a_family_share_one_unit() {
    let copy = |id, outlet: &str, family: &str| {
        let mut sample = Sample::new(id, day(), outlet);
        sample.family = family.to_owned();
        sample.story = Some(7);
        sample
    };
    let mut samples: Vec<Sample> = (0..100).map(|id| copy(id, "Wire", "House")).collect();
    samples.push(copy(200, "Other", "Other"));
    let rollup = rolled(day(), &samples);
    assert_eq!(rollup.totals.count, 101);
    assert!((rollup.totals.attention_units() - 2.0).abs() < 1e-7, "{}", rollup.totals.attention_units());
    assert_eq!(rollup.stories.len(), 1);
    assert_eq!(rollup.stories[0].families.len(), 2);
    assert_eq!(rollup.stories[0].tally.count, 101);
}

#[test]
fn a_sponsored_item_is_counted_and_weighs_nothing() {
    let mut sponsored = Sample::new(1, day(), "A").with_tone(0.9).about("Bitcoin").by("ann", None);
    sponsored.sponsored = true;
    sponsored.story = Some(1);
    let mut plain = Sample::new(2, day(), "A").with_tone(-0.75).about("Bitcoin");
    plain.story = Some(1);
    let rollup = rolled(day(), &[sponsored, plain]);
    assert_eq!((rollup.totals.count, rollup.totals.positive, rollup.totals.negative), (2, 1, 1));
    assert_eq!(rollup.totals.attention, ONE, "the plain item has its story to itself");
    assert_eq!(rollup.unsponsored.count, 1);
    let outlet = &rollup.outlets[0];
    assert_eq!((outlet.index.items, outlet.index.weight, outlet.asset_items), (1, ONE, 1));
    assert!((to_f64(outlet.index.tone) + 0.75).abs() < 1e-6);
    assert_eq!((rollup.assets[0].tally.count, rollup.assets[0].mentions), (2, 1));
    assert_eq!(rollup.buckets.iter().map(|bucket| bucket.index.items).sum::<i64>(), 1);
    assert_eq!((rollup.people[0].items, rollup.people[0].index.items), (1, 0));
}

#[test]
fn attention_is_split_by_where_an_asset_stands() {
    let mut sample = Sample::new(1, day(), "A");
    sample.assets = vec![
        ("Bitcoin".to_owned(), true, true, 4),
        ("Ethereum".to_owned(), false, true, 1),
        ("Solana".to_owned(), false, false, 1),
    ];
    let rollup = rolled(day(), &[sample]);
    let parts: Vec<f64> = rollup.assets.iter().map(|row| row.tally.attention_units()).collect();
    for (part, expected) in parts.iter().zip([0.5, 1.0 / 3.0, 1.0 / 6.0]) {
        assert!((part - expected).abs() < 1e-9, "{parts:?}");
    }
}

#[test]
fn a_name_that_is_handed_in_twice_is_one_item() {
    let mut sample = Sample::new(1, day(), "A");
    sample.companies =
        vec![("Strategy".to_owned(), false, false, 2), ("Strategy".to_owned(), true, false, 1)];
    sample.categories = vec![Category::Mining, Category::Mining];
    let rollup = rolled(day(), &[sample]);
    assert_eq!(rollup.companies[0].tally.count, 1);
    assert_eq!(rollup.categories[0].1.count, 1);
}

#[test]
fn a_company_keeps_its_plainest_items_of_different_stories() {
    let item = |id: u128, story: u128, in_title: bool, sponsored: bool| {
        let mut sample = Sample::new(id, day(), "A");
        sample.companies = vec![("Strategy".to_owned(), in_title, false, 1)];
        (sample.story, sample.sponsored) = (Some(story), sponsored);
        sample
    };
    let samples = [
        item(1, 1, false, false),
        item(2, 2, true, false),
        item(3, 2, true, false),
        item(4, 4, true, true),
        item(5, 5, false, false),
    ];
    let ids: Vec<u128> =
        rolled(day(), &samples).companies[0].articles.iter().map(|id| u128::from_be_bytes(*id)).collect();
    assert_eq!(ids, [2, 1, 5], "in the title first, a copy and a bought line last");
    let few = rolled(day(), &samples[3..4]);
    assert_eq!(few.companies[0].articles.len(), 1, "a bought line where there is nothing else");
}

#[test]
fn documents_of_other_days_are_passed_over_and_the_midnight_second_is_not() {
    let mut samples =
        vec![Sample::new(1, day(), "A"), Sample::new(2, day(), "A"), Sample::new(3, day(), "A")];
    samples[0].at = day().end();
    samples[1].at = day().end().plus_ms(1);
    samples[2].at = day().start();
    let rollup = rolled(day(), &samples);
    assert_eq!(rollup.totals.count, 2);
    let quarters: Vec<u8> = rollup.buckets.iter().map(|bucket| bucket.quarter).collect();
    assert_eq!(quarters, [0, 95]);
}

#[test]
fn a_tone_that_is_no_number_is_nothing() {
    let mut sample = Sample::new(1, day(), "A");
    sample.tone.positive = f32::NAN;
    let mut wild = Sample::new(2, day(), "A");
    wild.tone.positive = 1e30;
    let rollup = rolled(day(), &[sample, wild]);
    assert_eq!(rollup.totals.tone, ONE);
}

#[test]
fn bytes_that_are_no_rollup_are_refused() {
    let bytes = encode(&rolled(day(), &random_day(1, day(), 40)));
    assert_eq!(decode(&[]), Err(DecodeError::Truncated));
    assert_eq!(decode(&[5, 2, 3]), Err(DecodeError::Truncated));
    assert_eq!(decode(&[4, 2, 3]), Err(DecodeError::Version), "the form before this one");
    let mut other = bytes.clone();
    other[0] = 9;
    assert_eq!(decode(&other), Err(DecodeError::Version));
    for at in (1..bytes.len()).step_by(7) {
        let mut broken = bytes.clone();
        broken[at] ^= 1;
        assert_eq!(decode(&broken), Err(DecodeError::Corrupt), "bit at {at}");
        assert!(decode(&bytes[..at]).is_err());
    }
}

/// Published readings name the counts that they were made from by this digest.
#[test]
fn the_digest_is_what_it_was_before_reports_were_counted() {
    let mut samples: Vec<Sample> = (0..6).map(|n| Sample::new(n, day(), &format!("Outlet {n}"))).collect();
    for (n, sample) in samples.iter_mut().enumerate() {
        sample.story = Some(n as u128 / 3);
        sample.categories = vec![Category::Mining];
        sample.assets = vec![("Bitcoin".to_owned(), true, false, 2)];
    }
    let plain = rolled(day(), &samples);
    assert_eq!(domain::hash::to_hex(&plain.digest), "7c60576f2cc93a682a8b4c24a023219d");
    samples[4].repeats = true;
    let repeated = rolled(day(), &samples);
    assert_eq!(repeated.digest, plain.digest);
    assert_ne!(encode(&repeated), encode(&plain));
    samples[4].statements.push((1, domain::Cohort::Analyst, None, 0.5, 3));
    let spoken = rolled(day(), &samples);
    assert_eq!(spoken.digest, plain.digest, "statements have a digest of their own");
    assert_ne!(spoken.voices.digest, repeated.voices.digest);
}

/// A text whose language is not read is an article like any other, and says nothing about tone.
#[test]
fn what_is_not_read_is_in_no_count_of_tones() {
    let mut samples = random_day(7, day(), 40);
    samples.iter_mut().for_each(|sample| sample.language = "en".to_owned());
    let read = rolled(day(), &samples);
    let mut other = samples[0].clone();
    (other.id, other.story, other.language) = (u128::MAX, None, "nl".to_owned());
    other.sponsored = false;
    samples.push(other);
    let both = rolled(day(), &samples);
    assert_eq!((both.totals.count, both.totals.unread), (41, 1));
    assert_eq!(both.totals.mean_tone(), read.totals.mean_tone());
    assert_eq!(both.totals.neutral(), read.totals.neutral());
    let index = |rollup: &DayRollup| {
        let mut sum = Weighed::default();
        rollup.outlets.iter().for_each(|row| sum += row.index);
        sum
    };
    assert_eq!(index(&both), index(&read));
    assert_eq!(both.voices, read.voices);
    let fear_greed =
        |rollup: &DayRollup| crate::answers::fear_greed(rollup.totals, 1).map(|point| point.value);
    assert_eq!(fear_greed(&both), fear_greed(&read));
    assert_eq!(decode(&encode(&both)), Ok(both));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn order_is_nothing_and_bytes_give_back_what_they_took(
        seed in any::<u64>(), items in 0usize..120, order in any::<u64>(),
    ) {
        let mut samples = random_day(seed, day(), items);
        let rollup = rolled(day(), &samples);
        shuffle(order, &mut samples);
        let again = rolled(day(), &samples);
        prop_assert_eq!(encode(&rollup), encode(&again));
        prop_assert_eq!(&rollup, &again);
        prop_assert_eq!(decode(&encode(&rollup)), Ok(rollup));
    }

    #[test]
    fn hostile_bytes_never_panic(mut bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        for (byte, form) in bytes.iter_mut().zip([4, 2]) {
            *byte = form;
        }
        // With a digest that fits, so that the reading behind it is reached.
        let digest = domain::hash::hash128(&bytes);
        bytes.extend_from_slice(&digest);
        let _ = decode(&bytes);
    }

    #[test]
    fn every_table_tells_the_same_total(seed in any::<u64>(), items in 0usize..120) {
        let samples = random_day(seed, day(), items);
        let rollup = rolled(day(), &samples);
        let outlets: Tally = rollup.outlets.iter().map(|row| row.tally).sum();
        let kinds: Tally = rollup.kinds.iter().map(|row| row.1).sum();
        let languages: Tally = rollup.languages.iter().map(|row| row.1).sum();
        prop_assert_eq!(outlets, rollup.totals);
        prop_assert_eq!(kinds, rollup.totals);
        prop_assert_eq!(languages, rollup.totals);
        prop_assert_eq!(rollup.totals.count as usize, items);
        let mut weighed = Weighed::default();
        rollup.buckets.iter().for_each(|bucket| weighed += bucket.index);
        let mut by_outlet = Weighed::default();
        rollup.outlets.iter().for_each(|row| by_outlet += row.index);
        prop_assert_eq!(weighed, by_outlet);
        // What is not read draws attention, and no index weighs its tone.
        prop_assert!(weighed.weight <= rollup.totals.attention);
        prop_assert!(rollup.totals.unread > 0 || weighed.weight == rollup.totals.attention);
        prop_assert_eq!(weighed.items, rollup.unsponsored.toned());
        // A story within a family is worth one, however many tell it.
        let mut units = std::collections::BTreeSet::new();
        for sample in samples.iter().filter(|sample| !sample.sponsored) {
            units.insert((sample.story.unwrap_or(sample.id), sample.family.clone()));
        }
        prop_assert!((rollup.totals.attention_units() - units.len() as f64).abs() < 1e-6);
        let by_asset: i64 = rollup.outlet_assets.iter().map(|row| row.attention).sum();
        let of_assets: i64 = rollup.assets.iter().map(|row| row.tally.attention).sum();
        prop_assert_eq!(by_asset, of_assets);
    }
}
