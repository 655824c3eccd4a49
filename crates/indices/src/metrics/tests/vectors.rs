//! The published vectors, and what each metric does with a world that is turned.

use super::*;
use crate::metrics::cohort_conviction_gap::{consensus, widest_gap};
use crate::metrics::main_index::{BaseState, DailyTones, base_year, score};
use crate::metrics::narrative_cost_basis::Basis;
use crate::value::Value;

fn near(a: f64, b: f64, within: f64) {
    assert!((a - b).abs() <= within, "{a} is not {b}");
}

#[test]
fn the_cost_basis_of_three_days() {
    let mut basis = Basis::new(30.0);
    for ((attention, price), expected) in
        [((100.0, 60_000.0), 60_000.0), ((300.0, 70_000.0), 67_543.07), ((50.0, 65_000.0), 67_253.18)]
    {
        basis.step(attention, Some(price));
        near(basis.value().expect("there was attention"), expected, 0.005);
    }
    let before = basis.value();
    basis.step(1e9, None);
    near(basis.value().expect("still"), before.expect("there"), 1e-9);
    assert_eq!(Basis::new(30.0).value(), None);
}

#[test]
fn consensus_of_the_published_tones() {
    near(consensus(&[0.4, 0.35, 0.3, 0.45], 0.0), 94.4, 0.05);
    near(consensus(&[0.8, -0.6, 0.1], 0.0), 42.8, 0.05);
    // Chance alone would give more than the cohorts differ, and still they differ.
    near(consensus(&[0.8, -0.6, 0.1], 1.0), 71.6, 0.05);
    near(consensus(&[0.01, 0.0, -0.01], 0.01), 99.93, 0.005);
    near(consensus(&[0.2, 0.2, 0.2], 0.0), 100.0, 0.0);
    near(widest_gap(&[0.8, -0.6, 0.1]), 70.0, 1e-9);
}

#[test]
fn the_index_is_near_fifty_in_the_usual_tone_and_follows_it() {
    let base = Some(base_year(&USUAL, last()));
    let compute = find("main_index").expect("a metric").compute;
    let index = |n: i64| compute(&Inputs { base, ..inputs(&USUAL) }, start().plus(n).end()).current;
    let usual: Vec<f64> = (LAST - 60..=LAST).filter_map(index).collect();
    assert_eq!(usual.len(), 61);
    let mean = usual.iter().sum::<f64>() / 61.0;
    assert!((35.0..65.0).contains(&mean), "{mean}");
    assert!(usual.iter().any(|index| *index < 40.0) && usual.iter().any(|index| *index > 60.0));
    let glad = read("main_index", &with_last_days(3, |n| day_of(n, 0.4)));
    let sad = read("main_index", &with_last_days(3, |n| day_of(n, -0.4)));
    assert!(glad.current.expect("covered") > 95.0 && sad.current.expect("covered") < 5.0);
    assert_eq!((glad.status, sad.status), (Some("Extreme Greed"), Some("Extreme Fear")));
    assert!(glad.confidence > 50.0 && glad.confidence <= 100.0, "{}", glad.confidence);
}

#[test]
fn drivers_add_up_to_z() {
    for shift in [0.0, 0.3, -0.5] {
        let reading = read("main_index", &with_last_days(3, |n| day_of(n, shift)));
        let z = reading.breakdown.get("z").and_then(Value::number).expect("covered");
        for by in ["outletCategory", "storyCategory"] {
            let drivers: Vec<_> = reading.drivers.iter().filter(|driver| driver.by == by).collect();
            assert!(drivers.len() >= 3, "{by}");
            near(drivers.iter().map(|driver| driver.contribution).sum(), z, 1e-9);
        }
        let Some(Value::List(sources)) = reading.breakdown.get("sources") else {
            panic!("there are sources")
        };
        let number = |source: &Value, name| source.get(name).and_then(Value::number).expect("a number");
        near(sources.iter().map(|source| number(source, "contribution")).sum(), z, 1e-9);
        near(sources.iter().map(|source| number(source, "weight")).sum(), 1.0, 1e-9);
        assert!(sources.iter().all(|source| number(source, "weight") <= 0.10 + 1e-12));
    }
}

#[test]
fn z_is_the_formula_written_out_again() {
    let cube = &*USUAL;
    let range = domain::DayRange::inclusive(last().plus(-90), last()).expect("forwards");
    let found = score(cube, &DailyTones::new(cube, range), end());
    assert_eq!(found.sources.len(), 13);
    for source in &found.sources {
        // Straight from the documents.
        let (name, _) = cube.outlet(source.outlet);
        let own = |n: i64| day_of(n, 0.0).into_iter().filter(|s| s.outlet == name).collect::<Vec<_>>();
        let net = |s: &Sample| f64::from(s.tone.positive) - f64::from(s.tone.negative);
        let (mut weight, mut sum) = (0.0, 0.0);
        for sample in (LAST - 3..=LAST).flat_map(own) {
            let quarter = sample.at.ms() / 900_000 * 900_000 + 450_000;
            let age = (end().ms() - quarter).max(0) as f64 / 86_400_000.0;
            if age < 3.0 {
                weight += 0.5f64.powf(age);
                sum += 0.5f64.powf(age) * net(&sample);
            }
        }
        let daily: Vec<f64> = (LAST - 90..LAST - 1)
            .map(own)
            .map(|samples| samples.iter().map(net).sum::<f64>() / samples.len() as f64)
            .collect();
        assert_eq!(daily.len(), 89);
        let mean = daily.iter().sum::<f64>() / 89.0;
        let deviation = (daily.iter().map(|tone| (tone - mean).powi(2)).sum::<f64>() / 88.0).sqrt();
        let z = ((sum / weight - mean) / deviation.max(0.15)).clamp(-4.0, 4.0) * weight / (weight + 5.0);
        near(source.units, weight, 1e-6);
        near(source.usual_tone, mean, 1e-6);
        near(source.z, z, 1e-6);
    }
}

#[test]
fn kappa_is_default_then_provisional_then_frozen() {
    let mut cube = Cube::default();
    (0..450).for_each(|n| put(&mut cube, n, &day_of(n, 0.0)));
    let at = |n: i64| base_year(&cube, start().plus(n));
    assert_eq!(at(0).state, BaseState::Default);
    assert_eq!(at(50).state, BaseState::Default);
    assert_eq!(at(50).kappa, 0.25);
    assert_eq!(at(100).state, BaseState::Provisional);
    // Within a scale nothing moves, and each knows the one before it.
    assert_eq!((at(82).kappa, at(300)), (at(100).kappa, at(100)));
    let before = at(100).before.expect("a scale before");
    assert_eq!((before.kappa, before.until), (0.25, start().plus(81)));
    let frozen = at(400);
    assert_eq!(frozen.before.map(|before| before.kappa), Some(at(300).kappa));
    assert_eq!(frozen.state, BaseState::Frozen);
    assert_eq!(frozen, at(449), "what came after the base year changes nothing");
    assert_eq!(frozen.readings, 365);
    let days = frozen.days.expect("a base year");
    assert_eq!((days.first(), days.length()), (start().plus(21), 365));
    // The frozen value may be handed in, and gives the same digits.
    let own = inputs(&cube);
    let given = Inputs { base: Some(frozen), ..own };
    let at = start().plus(430).end();
    let compute = find("main_index").expect("a metric").compute;
    assert_eq!(compute(&own, at), compute(&given, at));
}

/// For thirty days a reading tells its score on the scale before; the version names the scale.
#[test]
fn scales_overlap() {
    let mut cube = Cube::default();
    (0..450).for_each(|n| put(&mut cube, n, &day_of(n, 0.0)));
    let compute = find("main_index").expect("a metric").compute;
    let own = inputs(&cube);
    let read = |n: i64| compute(&own, start().plus(n).end());
    let overlap = |reading: &crate::metrics::Reading| match &reading.breakdown {
        Value::Members(members) => {
            members.iter().find(|(name, _)| name == "overlap").map(|(_, told)| told.clone())
        }
        _ => None,
    };
    for (n, version, told) in [
        (70, "main_index-2.0", false),
        (81, "main_index-2.1", true),
        (110, "main_index-2.1", true),
        (111, "main_index-2.1", false),
        (386, "main_index-2.2", true),
        (416, "main_index-2.2", false),
    ] {
        let reading = read(n);
        assert_eq!((reading.version, overlap(&reading) != Some(Value::Null)), (version, told), "{n}");
    }
    // The method before gives what it always gave.
    let old = crate::metrics::of_version("main_index", "main_index-1").expect("the method before");
    let reading = (old.compute)(&own, start().plus(200).end());
    assert_eq!((reading.version, overlap(&reading)), ("main_index-1", None));
}

#[test]
fn shares_sum_to_a_hundred_over_the_whole_universe() {
    let ranking = dominance::rank(&inputs(&USUAL), end());
    assert_eq!(ranking.standings.len(), 4);
    near(ranking.standings.iter().map(|standing| standing.share).sum(), 100.0, 1e-9);
    near(ranking.standings.iter().map(|standing| standing.mention_share).sum(), 100.0, 1e-9);
    let order: Vec<&str> = ranking.standings.iter().map(|standing| standing.asset.as_str()).collect();
    assert_eq!(order, ["Bitcoin", "Ethereum", "Solana", "Cardano"]);
    assert_eq!(ranking.standings.iter().map(|standing| standing.rank).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert_eq!(ranking.standings[3].share, 0.0);
    assert!(ranking.standings.iter().all(|standing| standing.z.is_some() && !standing.spike));
    let reading = read("bitcoin_discourse_dominance", &USUAL);
    assert_eq!(reading.current, Some(ranking.standings[0].share));
    assert_eq!(reading.secondary.expect("there").value, ranking.standings[0].mention_share);
}

#[test]
fn an_asset_that_everybody_names_at_once_is_a_spike() {
    let all_name_it = |n: i64| day_of(n, 0.0).into_iter().map(|sample| sample.about("Cardano")).collect();
    let ranking = dominance::rank(&inputs(&with_last_days(3, all_name_it)), end());
    let cardano = ranking.standings.iter().find(|standing| standing.asset == "Cardano").expect("listed");
    assert!(cardano.spike && cardano.change.expect("a week before") > 5.0, "{cardano:?}");
}

#[test]
fn history_of_a_share_is_the_ranking_of_that_day() {
    let inputs = inputs(&USUAL);
    let days: Vec<Day> = [150, 170, 200].map(|n| start().plus(n)).to_vec();
    let history = dominance::history(&inputs, "Bitcoin", &days);
    assert_eq!(history.len(), 3);
    for (day, share) in history {
        let ranking = dominance::rank(&inputs, day.end());
        let bitcoin = ranking.standings.iter().find(|standing| standing.asset == "Bitcoin").expect("listed");
        near(bitcoin.share, share, 1e-9);
    }
    assert!(dominance::history(&inputs, "Nothing", &days).is_empty());
}

#[test]
fn the_cost_basis_lies_among_the_prices() {
    let reading = read("narrative_cost_basis", &USUAL);
    let value = reading.current.expect("covered");
    let prices: Vec<f64> = (0..=LAST).map(|n| CLOSES.get(start().plus(n)).expect("a close")).collect();
    let (low, high) = prices.iter().fold((f64::MAX, 0f64), |(low, high), p| (low.min(*p), high.max(*p)));
    assert!(low < value && value < high);
    let secondary = reading.secondary.expect("there is a price");
    near(secondary.value, (prices[LAST as usize] / value - 1.0) * 100.0, 1e-9);
    assert_eq!(secondary.label, "Price against narrative cost basis");
    assert_eq!(reading.breakdown.get("halfLife90").and_then(Value::number), Some(value));
}

#[test]
fn consensus_falls_when_cohorts_part() {
    let usual = read("cohort_conviction_gap", &USUAL);
    assert!(usual.current.expect("covered") > 85.0, "{:?}", usual.current);
    let parted = |n: i64| {
        let turn = |sample: Sample| match sample.cohort {
            Some(Cohort::Executive) => sample.with_tone(0.9),
            Some(Cohort::Trader) => sample.with_tone(-0.9),
            _ => sample,
        };
        day_of(n, 0.0).into_iter().map(turn).collect()
    };
    let parted = read("cohort_conviction_gap", &with_last_days(7, parted));
    assert!(parted.current.expect("covered") < 45.0, "{:?}", parted.current);
    assert!(parted.secondary.expect("there").value > 70.0);
}

/// What the first version published is computed again by it, to the last bit.
#[test]
fn the_first_version_of_consensus_stays_as_it_was() {
    let first = of_version("cohort_conviction_gap", "cohort_conviction_gap-1").expect("known").compute;
    for (back, value, seal) in [
        (0, 97.741_201_460_122_14, "f1:900c3a5b8b36a157106a86c296d09bb0"),
        (1, 98.066_159_436_100_85, "f1:97fe252a8d3d51e707ae2a469d621958"),
        (5, 97.467_812_048_353_21, "f1:3555c747c89de583a83f0bf37c8f91f1"),
    ] {
        let reading = first(&inputs(&USUAL), start().plus(LAST - back).end());
        assert_eq!((reading.current, seal_reading(Form::Lines, &reading)), (Some(value), seal.to_owned()));
    }
    let present = read("cohort_conviction_gap", &USUAL);
    assert_eq!(present.version, "cohort_conviction_gap-2");
    assert_eq!(
        of_version("cohort_conviction_gap", present.version).expect("known").method.version,
        present.version
    );
    assert!(of_version("cohort_conviction_gap", "cohort_conviction_gap-9").is_none());
}

/// People whom articles quote speak for their cohorts as those do who post, and a statement weighs the same in any number of
/// outlets.
#[test]
fn consensus_hears_whom_articles_quote() {
    let quoted = |copies: u128, turned: f32| {
        let mut cube = Cube::default();
        for n in LAST - 6..=LAST {
            let day = start().plus(n);
            let mut samples = Vec::new();
            for person in 0..18u128 {
                let cohort = COHORTS[person as usize % 3];
                let tone =
                    if cohort == Cohort::Trader { turned } else { 0.3 } + (person as f32 - 9.0) / 100.0;
                for copy in 0..if cohort == Cohort::Trader { copies } else { 1 } {
                    let id = (n as u128) << 32 | person << 16 | copy;
                    let mut sample = Sample::new(id, day, &format!("Outlet {copy}"));
                    sample.statements.push((person, cohort, None, tone, (n as u64) << 8 | person as u64));
                    samples.push(sample);
                }
            }
            put(&mut cube, n, &samples);
        }
        read("cohort_conviction_gap", &cube)
    };
    let (alike, apart) = (quoted(1, 0.3), quoted(1, -0.8));
    let value = |reading: &Reading| reading.current.expect("covered");
    assert!(value(&alike) > 97.0 && value(&alike) < 100.0, "{:?}", alike.current);
    assert!(value(&apart) < 60.0, "{:?}", apart.current);
    assert_eq!(quoted(12, -0.8).current, apart.current, "twelve outlets are no twelve voices");
    assert_ne!(alike.provenance.digest, apart.provenance.digest, "statements are among the inputs");
}

#[test]
fn reach_rises_when_all_speak_of_it_and_is_low_in_silence() {
    let loud = |n: i64| {
        let mut samples = day_of(n, 0.0);
        let mut more = samples.clone();
        more.iter_mut().for_each(|sample| sample.id += 1 << 100);
        samples.extend(more);
        samples
            .into_iter()
            .map(|mut sample| {
                sample.assets.clear();
                sample.about("Bitcoin")
            })
            .collect()
    };
    let loud = read("main_breadth", &with_last_days(1, loud)).current.expect("covered");
    assert!(loud > 95.0, "{loud}");
    let silent = |n: i64| {
        day_of(n, 0.0)
            .into_iter()
            .map(|mut sample| {
                sample.assets.clear();
                sample
            })
            .collect()
    };
    let silent = read("main_breadth", &with_last_days(1, silent)).current.expect("covered");
    assert!(silent < 30.0, "{silent}");
}

#[test]
fn a_day_that_is_not_over_does_not_lower_reach() {
    let compute = find("main_breadth").expect("a metric").compute;
    let mut cube = USUAL.clone();
    let reading = compute(&inputs(&cube), end());
    put(&mut cube, LAST + 1, &day_of(LAST + 1, 0.0)[..3]);
    let later = compute(&inputs(&cube), end().plus_ms(3_600_000));
    assert_eq!((reading.current, reading.window), (later.current, later.window));
}
