//! Narrative consensus: the mean effect of each cohort, and within it what articles add to its tone.

use std::collections::{BTreeMap, HashMap};

use domain::{Cohort, Instant};

use super::{Change, Other, Part};
use crate::fixed::to_f64;
use crate::metrics::cohort_conviction_gap::{CohortTone, consensus_of, raw_tones};
use crate::metrics::parameters::Consensus;
use crate::metrics::{Inputs, days_back};
use crate::rollup::{VoiceRow, Weighed};
use crate::statistics::capped_shares;
use crate::voices::{Told, voice_days};

const P: Consensus = Consensus::CURRENT;
/// By how much a tone is turned to see what that does.
const STEP: f64 = 1e-4;

/// What a voice said in a role on a day, and in which documents.
struct Said {
    voice: (Cohort, [u8; 16]),
    index: Weighed,
    documents: Vec<[u8; 16]>,
}

/// One day's state: who said what in the window, and each cohort's tone of it.
struct State {
    said: Vec<Said>,
    voices: BTreeMap<(Cohort, [u8; 16]), Weighed>,
    tones: Vec<CohortTone>,
}

impl State {
    fn new(inputs: &Inputs<'_>, at: Instant) -> State {
        let mut said: Vec<Said> = Vec::new();
        let mut voices: BTreeMap<(Cohort, [u8; 16]), Weighed> = BTreeMap::new();
        let window = days_back(at.day(), P.window_days);
        voice_days(
            inputs.cube.rollups_of(window),
            |_| Some(|_: &VoiceRow| true),
            &mut Told::default(),
            |told| {
                if told.weight > 0 {
                    let index = Weighed { items: 1, weight: told.weight, tone: told.tone };
                    let voice = (told.cohort, told.voice);
                    *voices.entry(voice).or_default() += index;
                    let mut documents: Vec<[u8; 16]> = told.documents().collect();
                    documents.sort_unstable();
                    documents.dedup();
                    said.push(Said { voice, index, documents });
                }
            },
        );
        let tones = raw_tones(&voices);
        State { said, voices, tones }
    }

    fn tone(&self, cohort: Cohort) -> Option<&CohortTone> {
        self.tones.iter().find(|tone| tone.cohort == cohort)
    }

    /// Each voice's share of its cohort's tone.
    fn shares(&self, cohort: Cohort) -> HashMap<[u8; 16], f64> {
        let own: Vec<([u8; 16], f64)> = self
            .voices
            .iter()
            .filter(|((role, _), _)| *role == cohort)
            .map(|((_, voice), row)| (*voice, to_f64(row.weight)))
            .collect();
        let weights: Vec<f64> = own.iter().map(|(_, weight)| *weight).collect();
        let shares = capped_shares(&weights, P.person_share_max);
        let whole = shares.iter().sum::<f64>().max(f64::MIN_POSITIVE);
        own.iter().zip(shares).map(|((voice, _), share)| (*voice, share / whole)).collect()
    }
}

pub fn parts(change: &Change<'_>) -> Vec<Part> {
    let states = [change.earlier, change.later].map(|side| State::new(&side.inputs, side.at));
    let cohorts: Vec<Cohort> = Cohort::ALL
        .iter()
        .copied()
        .filter(|cohort| states.iter().any(|state| state.tone(*cohort).is_some()))
        .collect();
    let places: HashMap<[u8; 16], usize> =
        change.items.iter().enumerate().map(|(place, item)| (item.id, place)).collect();
    let mut parts = Vec::new();
    for (cohort, effect) in cohorts.iter().zip(effects(&states, &cohorts)) {
        let mut told = 0.0;
        for (documents, value) in spoken(&states, *cohort, effect) {
            told += value;
            for document in &documents {
                let place = places.get(document).copied();
                let other = place.is_none().then_some(Other::Since);
                let value = value / documents.len() as f64;
                parts.push(Part { item: place, outlet: None, cohort: Some(*cohort), other, value });
            }
        }
        parts.push(Part { cohort: Some(*cohort), ..Part::of(Other::Amounts, effect - told) });
    }
    parts
}

/// The mean effect of each cohort over all orders of passing from the earlier state to the later one.
fn effects(states: &[State; 2], cohorts: &[Cohort]) -> Vec<f64> {
    let k = cohorts.len();
    let value = |passed: usize| {
        let of = |(place, cohort): (usize, &Cohort)| states[passed >> place & 1].tone(*cohort).copied();
        consensus_of(&cohorts.iter().enumerate().filter_map(of).collect::<Vec<_>>())
    };
    let values: Vec<f64> = (0..1usize << k).map(value).collect();
    let mut weights = vec![1.0 / k.max(1) as f64];
    for s in 1..k {
        // s! (k - s - 1)! / k!
        weights.push(weights[s - 1] * s as f64 / (k - s) as f64);
    }
    let effect = |place: usize| {
        let without = (0..values.len()).filter(|passed| passed >> place & 1 == 0);
        without
            .map(|passed| {
                weights[passed.count_ones() as usize] * (values[passed | 1 << place] - values[passed])
            })
            .sum()
    };
    (0..k).map(effect).collect()
}

/// What was said by people of the cohort, and what each of it gives to the change.
fn spoken(states: &[State; 2], cohort: Cohort, effect: f64) -> Vec<(Vec<[u8; 16]>, f64)> {
    let own = |state: &'_ State| -> Vec<usize> {
        (0..state.said.len()).filter(|place| state.said[*place].voice.0 == cohort).collect()
    };
    match [states[0].tone(cohort), states[1].tone(cohort)] {
        [Some(earlier), Some(later)] => {
            let usual = (earlier.raw + later.raw) / 2.0;
            let slope = slope(&states[1], cohort, usual);
            let mut told = Vec::new();
            for (state, sign) in states.iter().zip([-1.0, 1.0]) {
                let shares = state.shares(cohort);
                for said in own(state).into_iter().map(|place| &state.said[place]) {
                    let whole = to_f64(state.voices[&said.voice].weight);
                    let share = shares.get(&said.voice.1).copied().unwrap_or(0.0);
                    let beyond = to_f64(said.index.tone) - usual * to_f64(said.index.weight);
                    told.push((said.documents.clone(), sign * slope * share * beyond / whole));
                }
            }
            told
        }
        // A cohort that came to have enough people, or no longer has: all that it said, by weight.
        [None, Some(_)] | [Some(_), None] => {
            let state = if states[1].tone(cohort).is_some() { &states[1] } else { &states[0] };
            let said = own(state);
            let whole: f64 = said.iter().map(|place| to_f64(state.said[*place].index.weight)).sum();
            let part = |place: usize| {
                let said = &state.said[place];
                (said.documents.clone(), effect * to_f64(said.index.weight) / whole)
            };
            said.into_iter().map(part).collect()
        }
        [None, None] => Vec::new(),
    }
}

/// How far consensus moves for one unit of the cohort's tone, about `usual`.
fn slope(state: &State, cohort: Cohort, usual: f64) -> f64 {
    let with = |raw: f64| {
        let turned =
            |tone: &CohortTone| if tone.cohort == cohort { CohortTone { raw, ..*tone } } else { *tone };
        consensus_of(&state.tones.iter().map(turned).collect::<Vec<_>>())
    };
    (with(usual + STEP) - with(usual - STEP)) / (2.0 * STEP)
}
