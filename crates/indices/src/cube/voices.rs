//! Who spoke in which role on which days: a distinct count over a range cannot be summed from days.

use std::collections::HashMap;

use domain::{Category, Cohort, Day, DayRange};

/// The voices of one cohort, on all subjects or on one.
#[derive(Clone, Debug, Default)]
struct Voices {
    places: HashMap<u32, u32>,
    /// Per voice, ascending.
    days: Vec<Vec<i32>>,
    /// The first and last of them beside each other, which settle most questions without a search.
    ends: Vec<(i32, i32)>,
}

/// Voices by cohort; a person is named by its place in the cube's list of people.
#[derive(Clone, Debug)]
pub struct VoicesByCohort(Vec<Voices>);

impl Default for VoicesByCohort {
    fn default() -> VoicesByCohort {
        VoicesByCohort(vec![Voices::default(); Cohort::ALL.len() * SUBJECTS])
    }
}

/// Every category, and all of them together.
const SUBJECTS: usize = Category::ALL.len() + 1;

fn slot(cohort: Cohort, subject: Option<Category>) -> usize {
    cohort as usize * SUBJECTS + subject.map_or(SUBJECTS - 1, |category| category as usize)
}

impl VoicesByCohort {
    pub fn insert(&mut self, cohort: Cohort, subject: Option<Category>, person: u32, day: Day) {
        let voices = &mut self.0[slot(cohort, subject)];
        let place = *voices.places.entry(person).or_insert_with(|| {
            voices.days.push(Vec::new());
            voices.ends.push((i32::MAX, i32::MIN));
            voices.ends.len() as u32 - 1
        }) as usize;
        let day = day.number() as i32;
        let days = &mut voices.days[place];
        if let Err(at) = days.binary_search(&day) {
            days.insert(at, day);
        }
        voices.settle(place);
    }

    pub fn remove(&mut self, cohort: Cohort, subject: Option<Category>, person: u32, day: Day) {
        let voices = &mut self.0[slot(cohort, subject)];
        let Some(&place) = voices.places.get(&person) else { return };
        let place = place as usize;
        if let Ok(at) = voices.days[place].binary_search(&(day.number() as i32)) {
            voices.days[place].remove(at);
        }
        voices.settle(place);
    }

    /// How many people spoke in the cohort in the range, about the subject where one is given.
    pub fn count(&self, cohort: Cohort, subject: Option<Category>, range: DayRange) -> usize {
        let voices = &self.0[slot(cohort, subject)];
        let (from, to) = (range.first().number() as i32, range.last().number() as i32);
        let inside = |day: i32| from <= day && day <= to;
        let spoke = |(place, &(first, last)): (usize, &(i32, i32))| {
            if inside(first) || inside(last) {
                return true;
            }
            if last < from || first > to {
                return false;
            }
            let days = &voices.days[place];
            days.get(days.partition_point(|day| *day < from)).is_some_and(|day| *day <= to)
        };
        voices.ends.iter().enumerate().filter(|voice| spoke(*voice)).count()
    }
}

impl Voices {
    fn settle(&mut self, place: usize) {
        let days = &self.days[place];
        self.ends[place] = match (days.first(), days.last()) {
            (Some(first), Some(last)) => (*first, *last),
            // A voice without a day is in no range.
            _ => (i32::MAX, i32::MIN),
        };
    }
}
