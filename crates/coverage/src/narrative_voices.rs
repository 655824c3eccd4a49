//! Who speaks in a narrative: the tone of each role, and the two roles that are furthest apart.

use std::collections::{BTreeMap, BTreeSet};

use domain::{Cohort, Day, DayRange, Instant};
use schemars::JsonSchema;
use serde::Serialize;
use store::narratives::NarrativeVoice;

use crate::explain::FeedQuery;
use crate::narratives::rounded;

/// People that a role needs before its tone is compared.
const MIN_PEOPLE: usize = 3;

/// One role in a narrative.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct NarrativeCohort {
    pub cohort: &'static str,
    /// Posts and statements; the same words in several articles are one.
    pub statement_count: usize,
    pub speaker_count: usize,
    /// Mean tone of people's days, from -1 to 1: all that somebody says in a role on a day is one.
    pub tone: f64,
    /// When somebody of the role first spoke in it, in the range.
    #[schemars(extend("format" = "date-time"))]
    pub first_at: String,
    pub article_count: usize,
    /// The call that lists the articles in which they speak.
    pub query: String,
}

/// The two roles that differ most.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Disagreement {
    pub most_positive: &'static str,
    pub most_negative: &'static str,
    /// Between their tones, from 0 to 2.
    pub difference: f64,
}

#[derive(Default)]
struct Role {
    statements: BTreeSet<(String, i64)>,
    people: BTreeSet<String>,
    documents: BTreeSet<i64>,
    /// Sum and number of what each person said on a day.
    days: BTreeMap<(String, Day), (f64, f64)>,
    first_at: Option<Instant>,
}

/// The roles in the order of what they say, the most first, and who of them differ most.
pub fn cohorts(
    voices: Vec<NarrativeVoice>,
    days: DayRange,
    narrative: &str,
) -> (Vec<NarrativeCohort>, Option<Disagreement>) {
    let mut roles: BTreeMap<Cohort, Role> = BTreeMap::new();
    for voice in voices {
        let role = roles.entry(voice.cohort).or_default();
        role.documents.insert(voice.document);
        role.people.insert(voice.who.clone());
        role.first_at = Some(role.first_at.map_or(voice.published_at, |first| first.min(voice.published_at)));
        if role.statements.insert((voice.who.clone(), voice.same)) {
            let (sum, count) = role.days.entry((voice.who, voice.published_at.day())).or_default();
            (*sum, *count) = (*sum + voice.tone, *count + 1.0);
        }
    }
    let tone = |role: &Role| {
        let means: Vec<f64> = role.days.values().map(|(sum, count)| sum / count).collect();
        means.iter().sum::<f64>() / means.len().max(1) as f64
    };
    let mut compared: Vec<(f64, Cohort)> = roles
        .iter()
        .filter(|(_, role)| role.people.len() >= MIN_PEOPLE)
        .map(|(cohort, role)| (tone(role), *cohort))
        .collect();
    compared.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let apart = match (compared.first(), compared.last()) {
        (Some((low, negative)), Some((high, positive))) if compared.len() > 1 => Some(Disagreement {
            most_positive: positive.name(),
            most_negative: negative.name(),
            difference: rounded(high - low, 1e4),
        }),
        _ => None,
    };
    let told = |(cohort, role): (&Cohort, &Role)| NarrativeCohort {
        cohort: cohort.name(),
        statement_count: role.statements.len(),
        speaker_count: role.people.len(),
        tone: rounded(tone(role), 1e4),
        first_at: role.first_at.map_or_else(String::new, Instant::rfc3339),
        article_count: role.documents.len(),
        query: FeedQuery::of(days).with("narrative", narrative).with("cohort", cohort.name()).to_string(),
    };
    let mut told: Vec<NarrativeCohort> = roles.iter().map(told).collect();
    told.sort_by(|a, b| b.statement_count.cmp(&a.statement_count).then(a.cohort.cmp(b.cohort)));
    (told, apart)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn voice(cohort: Cohort, who: &str, same: i64, document: i64, tone: f64) -> NarrativeVoice {
        let published_at = Instant::from_ms(document * 1_000);
        NarrativeVoice { cohort, who: who.to_owned(), same, document, tone, published_at }
    }

    #[test]
    fn a_statement_counts_once_and_roles_of_few_people_are_not_compared() {
        let (executive, trader, policy) = (Cohort::Executive, Cohort::Trader, Cohort::Policy);
        let mut voices = vec![
            // One statement in two articles, and another of the same day.
            voice(executive, "a", 1, 1, 1.0),
            voice(executive, "a", 1, 2, 1.0),
            voice(executive, "a", 2, 3, 0.0),
            voice(executive, "b", 3, 3, 0.7),
            voice(executive, "c", 4, 3, 0.3),
            voice(policy, "d", 5, 4, -1.0),
        ];
        voices.extend(["e", "f", "g"].map(|who| voice(trader, who, 6, 5, -0.5)));
        let days = DayRange::single(Day::MIN);
        let (told, apart) = cohorts(voices, days, "n");
        assert_eq!((told[0].cohort, told[0].statement_count, told[0].speaker_count), ("executive", 4, 3));
        assert_eq!((told[0].article_count, told[0].tone), (3, 0.5));
        let apart = apart.expect("two roles of three people");
        assert_eq!(
            (apart.most_positive, apart.most_negative, apart.difference),
            ("executive", "trader", 1.0)
        );
        assert_eq!(cohorts(Vec::new(), days, "n"), (Vec::new(), None));
    }
}
