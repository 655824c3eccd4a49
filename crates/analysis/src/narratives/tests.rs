use std::collections::BTreeSet;

use domain::{Category, DocumentId, Instant};

use super::*;
use crate::stories::StoryId;

const DAY_MS: i64 = 86_400_000;

/// Three themes, each told in other words by every story; the rest of a story is its own.
const THEMES: [(&[&str], Category); 3] = [
    (
        &["treasury", "company", "shares", "bought", "holdings", "board", "purchase", "stock"],
        Category::Treasuries,
    ),
    (
        &["hackers", "stolen", "exploit", "protocol", "drained", "bridge", "attacker", "vulnerability"],
        Category::SecurityAndCrime,
    ),
    (
        &["senate", "bill", "lawmakers", "vote", "committee", "stablecoin", "act", "hearing"],
        Category::Regulation,
    ),
];

fn story(number: u32) -> StoryId {
    StoryId::of_first(DocumentId::from_bytes((u128::from(number) + 1).to_be_bytes()))
}

/// An article of a story: six words of its theme and some of its own.
fn article(theme: usize, number: u32, copy: u32) -> ArticleTerms {
    let (words, category) = THEMES[theme];
    let word = |step: u32| words[((number / 3 * 5 + step * 3) % 8) as usize];
    let title = format!("{} {} by firm{number}", word(0), word(1));
    let content = format!(
        "{} {} after {} near place{number} where person{copy} saw {} and thing{number}x{copy}.",
        word(2),
        word(3),
        word(4),
        word(5)
    );
    ArticleTerms::of(&Article {
        title: &title,
        content: &content,
        language: "en",
        categories: &[(category, 0.9)],
    })
}

fn settings() -> Settings {
    Settings { min_stories: 3, ..Settings::default() }
}

/// Two articles of a story, on a day.
fn tell(grower: &mut Grower, number: u32, day: i64) {
    let articles: Vec<ArticleTerms> = (0..2).map(|copy| article(number as usize % 3, number, copy)).collect();
    let at = Instant::from_ms(day * DAY_MS);
    grower.tell(story(number), at, at, StoryTerms::of(&articles, 400));
}

/// `count` stories of each theme, two articles each, a day apart.
fn grown(count: u32, settings: Settings) -> Grower {
    let mut grower = Grower::new(settings, 0);
    (0..3 * count).for_each(|number| tell(&mut grower, number, number.into()));
    grower
}

fn narrative(grower: &Grower, number: u32) -> NarrativeId {
    grower.membership(story(number)).first.unwrap_or_else(|| panic!("story {number} is in no narrative"))
}

#[test]
fn stories_of_a_theme_are_a_narrative_whatever_the_order() {
    let mut grower = grown(20, settings());
    let review = grower.review();
    assert_eq!(grower.narratives().count(), 3, "{review:?}");
    for number in 3..60 {
        assert_eq!(narrative(&grower, number), narrative(&grower, number % 3), "story {number}");
    }
    assert_eq!(narrative(&grower, 0), NarrativeId::of_first(story(0)), "named after its first story");
    let mut backwards = Grower::new(settings(), 0);
    (0..60).rev().for_each(|number| tell(&mut backwards, number, number.into()));
    backwards.review();
    assert!(grower.stories().eq(backwards.stories()));
}

#[test]
fn a_review_without_news_changes_nothing() {
    let mut grower = grown(12, settings());
    grower.review();
    assert_eq!(grower.review(), Review::default());
}

#[test]
fn ids_last_while_narratives_grow() {
    let mut grower = grown(10, settings());
    grower.review();
    let before: Vec<NarrativeId> = (0..3).map(|number| narrative(&grower, number)).collect();
    (30..60).for_each(|number| tell(&mut grower, number, number.into()));
    let review = grower.review();
    assert_eq!(review.gone, []);
    assert_eq!((0..3).map(|number| narrative(&grower, number)).collect::<Vec<_>>(), before);
    assert_eq!(narrative(&grower, 59), before[2]);
}

#[test]
fn stories_of_one_article_and_lone_ones_are_in_none() {
    let mut grower = grown(10, settings());
    let at = Instant::from_ms(0);
    grower.tell(story(900), at, at, StoryTerms::of(&[article(0, 900, 0)], 400));
    let lone = Article {
        title: "Weather turns",
        content: "Rain falls over hills and rivers.",
        language: "en",
        categories: &[],
    };
    let lone = ArticleTerms::of(&lone);
    grower.tell(story(901), at, at, StoryTerms::of([&lone, &lone], 400));
    grower.review();
    assert_eq!(grower.membership(story(900)), Membership::default());
    assert_eq!(grower.membership(story(901)).first, None);
}

#[test]
fn what_is_kept_comes_back_and_goes_on_the_same() {
    let mut grower = grown(12, Settings { max_stories: 30, ..settings() });
    grower.review();
    let narrative = narrative(&grower, 33);
    assert!(grower.pin(narrative, true));
    let mut again = Grower::new(grower.settings().clone(), grower.new_stories());
    for id in grower.narratives() {
        again.restore_narrative(id, id == narrative, &grower.past(id));
    }
    for (id, known) in grower.stories() {
        let terms = StoryTerms::from_bytes(&known.terms.to_bytes()).expect("our own bytes");
        again.restore_story(id, Story { terms, ..known.clone() });
    }
    assert_eq!(
        (again.stories.clone(), again.narratives.clone()),
        (grower.stories.clone(), grower.narratives.clone())
    );
    for grower in [&mut grower, &mut again] {
        (300..303).for_each(|number| tell(grower, number, 200));
        grower.review();
    }
    for number in 300..303 {
        assert_eq!(again.membership(story(number)), grower.membership(story(number)));
        assert!(grower.membership(story(number)).first.is_some());
    }
}

#[test]
fn bytes_that_are_not_ours_are_refused() {
    let terms = StoryTerms::of(&[article(0, 1, 0), article(0, 1, 1)], 400);
    let bytes = terms.to_bytes();
    assert_eq!(StoryTerms::from_bytes(&bytes), Some(terms));
    for cut in [0, 1, 5, bytes.len() / 2, bytes.len() - 1] {
        assert_eq!(StoryTerms::from_bytes(&bytes[..cut]), None, "cut at {cut}");
    }
    let mut long = bytes;
    long.push(0);
    assert_eq!(StoryTerms::from_bytes(&long), None);
}

#[test]
fn memory_is_bounded_and_the_past_keeps_a_narrative() {
    let mut grower = grown(10, Settings { max_stories: 24, ..settings() });
    grower.review();
    let before: Vec<NarrativeId> = (6..9).map(|number| narrative(&grower, number)).collect();
    assert_eq!(grower.stories().count(), 24);
    for number in 30..120 {
        tell(&mut grower, number, number.into());
        if number % 12 == 0 {
            grower.review();
            assert!(grower.stories().count() <= 24);
        }
    }
    grower.review();
    let after: Vec<NarrativeId> = (117..120).map(|number| narrative(&grower, number)).collect();
    assert_eq!(after, before, "all of their first stories are forgotten");
}

#[test]
fn a_theme_that_was_long_silent_begins_anew() {
    // The second theme is told every day, the first twice.
    let mut grower = Grower::new(settings(), 0);
    let others = (0..150).map(|at| (3 * at + 1, i64::from(at)));
    let own = (0..6).map(|at| (3 * at, i64::from(at))).chain((6..12).map(|at| (3 * at, 130 + i64::from(at))));
    others.chain(own).for_each(|(number, day)| tell(&mut grower, number, day));
    grower.review();
    let (old, new) = (narrative(&grower, 0), narrative(&grower, 18));
    assert_ne!(old, new);
    assert_eq!((narrative(&grower, 15), narrative(&grower, 33)), (old, new));
    let other = |number: u32| grower.membership(story(3 * number + 1)).first;
    let lasts = |first: u32| (130..150).any(|last| other(first).is_some() && other(first) == other(last));
    assert!((0..20).any(lasts), "the others were never silent");
    // What comes next to one that has begun anew, and to one that a person fixed after any silence.
    tell(&mut grower, 36, 145);
    grower.review();
    assert_eq!(narrative(&grower, 36), new);
    let mut fixed = grown(6, settings());
    fixed.review();
    let old = narrative(&fixed, 0);
    assert!(fixed.pin(old, true));
    let mut open = fixed.clone();
    assert!(open.pin(old, false));
    for grower in [&mut fixed, &mut open] {
        (30..35).for_each(|at| tell(grower, 3 * at, 1_000 + i64::from(at)));
        grower.review();
    }
    assert_eq!(narrative(&fixed, 90), old);
    assert_ne!(narrative(&open, 90), old);
    assert_eq!(narrative(&open, 0), old);
}

/// Stories that are forgotten end a time, too.
#[test]
fn a_past_that_was_long_silent_is_another_narrative() {
    let mut grower = grown(10, Settings { max_stories: 24, ..settings() });
    grower.review();
    let old = narrative(&grower, 27);
    (40..60).for_each(|at| tell(&mut grower, 3 * at + 1, 1_000 + i64::from(at)));
    (40..44).for_each(|at| tell(&mut grower, 3 * at, 1_000 + i64::from(at)));
    grower.review();
    (44..50).for_each(|at| tell(&mut grower, 3 * at, 1_010 + i64::from(at)));
    grower.review();
    assert!(grower.stories().all(|(id, _)| id != story(27)), "it is forgotten");
    assert_ne!(narrative(&grower, 147), old);
    let past = grower.narratives[&old].past.clone();
    assert_eq!(super::past::Past::from_bytes(&past.to_bytes()), Some(past));
}

#[test]
fn what_a_person_parted_stays_apart() {
    let mut grower = grown(12, settings());
    grower.review();
    let old = narrative(&grower, 0);
    let some: BTreeSet<StoryId> = (0..6).map(|number| story(number * 3)).collect();
    let new = grower.split(old, &some).expect("it has these stories and others");
    assert_eq!(narrative(&grower, 0), new);
    grower.review();
    for number in 0..6 {
        assert_eq!(narrative(&grower, number * 3), new);
    }
    assert_eq!(narrative(&grower, 33), old);
    assert_eq!(grower.split(new, &BTreeSet::from([story(1)])), None, "a story of another narrative");
}

#[test]
fn what_a_person_joined_stays_joined() {
    let mut grower = grown(12, settings());
    grower.review();
    let (gone, into) = (narrative(&grower, 0), narrative(&grower, 1));
    let moved = grower.merge(gone, into).expect("both are there");
    assert!(moved.contains(&story(0)) && !moved.contains(&story(2)));
    assert_eq!((grower.merge(gone, into), grower.merge(into, into)), (None, None));
    assert_eq!(narrative(&grower, 0), into);
    let review = grower.review();
    assert_eq!(review.gone, []);
    assert_eq!((narrative(&grower, 0), narrative(&grower, 1)), (into, into));
    assert_ne!(narrative(&grower, 2), into);
}

#[test]
fn new_stories_join_or_make_narratives_without_moving_others() {
    let mut grower = grown(20, settings());
    grower.review();
    let before: Vec<(StoryId, Membership)> =
        grower.stories().map(|(id, story)| (id, story.membership)).collect();
    (60..66).for_each(|number| tell(&mut grower, number, number.into()));
    let review = grower.review();
    assert_eq!(review.moved.len(), 6, "{review:?}");
    for (id, membership) in before {
        assert_eq!(grower.membership(id), membership);
    }
    for number in 60..66 {
        assert_eq!(narrative(&grower, number), narrative(&grower, number % 3));
    }
    grower.remove(story(0));
    assert_eq!(grower.review().moved, []);
    assert_eq!(grower.membership(story(0)), Membership::default());
}

#[test]
fn articles_are_chosen_from_the_first_to_the_last() {
    for all in [0, 1, 2, 12, 13, 500] {
        let places: Vec<usize> = looked_at(all).collect();
        assert!(places.is_sorted_by(|a, b| a < b) && places.len() == all.min(MAX_ARTICLES));
        assert_eq!(
            (places.first(), places.last()),
            ((all > 0).then_some(&0), (all > 0).then_some(&(all.max(1) - 1)))
        );
    }
}

/// Stories and pasts that were kept before titles were compared keep their place; the stories are told again.
#[test]
fn what_an_earlier_version_kept_is_read() {
    let terms = StoryTerms::of(&[article(0, 1, 0), article(0, 1, 1)], 400);
    let bytes = terms.to_bytes();
    assert!(StoryTerms::is_whole(&bytes));
    let mut earlier = bytes[..bytes.len() - 4 * super::article::MEANING].to_vec();
    earlier[0] = 1;
    let read = StoryTerms::from_bytes(&earlier).expect("it is one of ours");
    assert_eq!(StoryTerms { meaning: terms.meaning, ..read }, terms);
    assert!(!StoryTerms::is_whole(&earlier));
    assert_eq!(StoryTerms::from_bytes(&bytes[..bytes.len() - 4]), None);
}
