use domain::{Cohort, Day, MentionKind, Tone};

use super::{By, Quoted, Reported, SpeakerReach, plainly};
use crate::random::SplitMix64;
use crate::rollup::{DecodeError, Quote, SaidDay, SaidInput, encode_said};

const NAMES: [&str; 3] = ["", "Acme", "Globex"];

fn speaker(n: usize) -> [u8; 16] {
    domain::hash::hash128(&n.to_le_bytes())
}

/// Days on which some speak more than others, and what they say is reported for a week.
fn days(count: i64, speakers: usize) -> Vec<(Day, Vec<u8>)> {
    let mut draw = SplitMix64::new(7);
    let day = |n: i64| {
        let documents: Vec<SaidInput<'_>> = (0..40)
            .map(|_| SaidInput {
                outlet: draw.below(30) as i64 - 15,
                at_ms: draw.below(86_400_000) as u32,
                quotes: (0..draw.below(4))
                    .map(|_| {
                        let who = draw.below(speakers).min(draw.below(speakers));
                        Quote {
                            speaker: speaker(who),
                            cohort: [None, Some(Cohort::ALL[0]), Some(Cohort::ALL[1])][draw.below(3)],
                            about: [None, Some((MentionKind::Asset, "Bitcoin"))][draw.below(2)],
                            affiliation: NAMES[who % NAMES.len()],
                            tone: Tone {
                                positive: draw.below(5) as f32 / 4.0,
                                neutral: draw.below(5) as f32 / 4.0,
                                negative: draw.below(5) as f32 / 4.0,
                            },
                            group: (n as u64 / 3) << 8 | draw.below(20) as u64,
                        }
                    })
                    .collect(),
            })
            .collect();
        (Day::MIN.plus(n), encode_said(&documents))
    };
    (0..count).map(day).collect()
}

fn walked(days: &[(Day, SaidDay<'_>)], reported: Reported<'_>, by: By, wanted: usize) -> Vec<Quoted> {
    let mut reach = SpeakerReach::new(reported);
    days.iter().for_each(|(day, said)| reach.add(*day, said));
    let ranks = reach.ranked(by);
    let mut enough = wanted;
    loop {
        let mut counted = ranks.leading(enough);
        days.iter().for_each(|(_, said)| counted.add(said));
        if let Some(found) = ranks.first(counted, wanted) {
            return found;
        }
        enough *= 4;
    }
}

#[test]
fn walks_find_what_counting_everything_finds() {
    for speakers in [3, 40, 400] {
        let bytes = days(60, speakers);
        let days: Vec<(Day, SaidDay<'_>)> = bytes
            .iter()
            .map(|(day, bytes)| (*day, SaidDay::read(bytes).expect("as it was written")))
            .collect();
        let asked = [
            Reported::default(),
            Reported { cohort: Some(Cohort::ALL[1]), ..Reported::default() },
            Reported { about: Some((MentionKind::Asset, "Bitcoin")), ..Reported::default() },
            Reported { about: Some((MentionKind::Company, "Bitcoin")), ..Reported::default() },
            Reported { affiliation: Some(("Acme", speaker(0))), ..Reported::default() },
            Reported { affiliation: Some(("Nobody", speaker(2))), ..Reported::default() },
        ];
        for reported in asked {
            for by in [By::Reach, By::Statements] {
                for wanted in [1, 5, 25, 100] {
                    let mut expected = plainly(&days, reported, by);
                    expected.truncate(wanted);
                    assert_eq!(walked(&days, reported, by, wanted), expected, "{reported:?} {by:?} {wanted}");
                }
            }
        }
    }
}

#[test]
fn what_is_cut_short_or_broken_is_refused() {
    let (_, bytes) = days(1, 10).remove(0);
    assert!(SaidDay::read(&bytes).is_ok());
    for length in 0..bytes.len() {
        assert!(SaidDay::read(&bytes[..length]).is_err(), "{length} bytes");
    }
    let mut other = bytes.clone();
    other[0] = 9;
    assert_eq!(SaidDay::read(&other).err(), Some(DecodeError::Version));
    // No byte makes reading fail in another way than by an error.
    for at in 1..bytes.len() {
        let mut broken = bytes.clone();
        broken[at] ^= 0x81;
        if let Ok(said) = SaidDay::read(&broken) {
            let mut reach = SpeakerReach::new(Reported {
                affiliation: Some(("Acme", speaker(1))),
                ..Reported::default()
            });
            reach.add(Day::MIN, &said);
            let ranks = reach.ranked(By::Reach);
            let mut counted = ranks.leading(10);
            counted.add(&said);
        }
    }
}
