use proptest::prelude::*;

use domain::language::is_read;
use domain::{Day, DayRange, Instant, Sentiment};

use super::*;
use crate::answers::{self, Spoken};
use crate::rollup;
use crate::sample::{Sample, random_day, rolled, shuffle};

const DAYS: i64 = 24;

fn start() -> Day {
    // A leap day lies inside.
    Day::parse("2024-02-20").expect("a day")
}

fn range(first: i64, last: i64) -> DayRange {
    DayRange::inclusive(start().plus(first), start().plus(last)).expect("forwards")
}

fn all() -> DayRange {
    DayRange::inclusive(Day::MIN, Day::MAX).expect("forwards")
}

/// A few weeks with silent days among them.
fn corpus(seed: u64) -> Vec<(Day, Vec<Sample>)> {
    let day = |n: i64| {
        let day = start().plus(n);
        let items = if n % 7 == 3 { 0 } else { 5 + (seed as i64 + n * 13).rem_euclid(40) as usize };
        (day, random_day(seed, day, items))
    };
    (0..DAYS).map(day).filter(|(_, samples)| !samples.is_empty()).collect()
}

fn cube_of(days: &[(Day, Vec<Sample>)]) -> Cube {
    let mut cube = Cube::default();
    days.iter().for_each(|(day, samples)| cube.replace(Arc::new(rolled(*day, samples))));
    cube
}

/// The same days as outlines, as they come from the store.
fn outlines_of(days: &[(Day, Vec<Sample>)]) -> Cube {
    let mut items: BTreeMap<u128, usize> = BTreeMap::new();
    for story in days.iter().flat_map(|(_, samples)| samples).filter_map(|sample| sample.story) {
        *items.entry(story).or_default() += 1;
    }
    let told_elsewhere =
        |story: &[u8; 16]| items.get(&u128::from_be_bytes(*story)).is_some_and(|count| *count > 1);
    let outlined = |(day, samples): &(Day, Vec<Sample>)| {
        let whole = rolled(*day, samples);
        let outline = rollup::outline(&whole, told_elsewhere);
        assert!(outline.memory() <= whole.memory() && outline.voices.rows.is_empty());
        let read = rollup::decode_outline(&rollup::encode_outline(&outline)).expect("an outline");
        assert_eq!(read, outline);
        Arc::new(read)
    };
    let mut cube = Cube::default();
    cube.replace_all(days.iter().map(outlined).collect());
    // One of them is counted again.
    cube.replace_all(days.iter().take(1).map(outlined).collect());
    cube.shrink();
    cube
}

/// Everything that can be asked of a range, in words that can be compared.
fn asked(cube: &Cube, range: DayRange) -> String {
    format!("{:?} {}", told(cube, range, Spoken::default()), asked_of_outlines(cube, range))
}

/// The same without what voices said.
fn asked_of_outlines(cube: &Cube, range: DayRange) -> String {
    let days = cube.days(range);
    let articles: Vec<_> = days.flat_map(|(_, held)| cube.company_articles(held)).collect();
    format!(
        "{:?}",
        (
            (cube.total(range), cube.by_day(range), cube.by_outlet(range), cube.by_kind(range)),
            (cube.by_category(range), cube.by_company(range), cube.by_asset(range)),
            (cube.by_language(range), cube.stories_by_category(range), cube.digest(range)),
            (cube.voices_digest(range), articles.len(), articles.iter().max()),
            (answers::trends(cube, range, 5), cube.company_days("Strategy", range)),
        )
    )
}

fn told(cube: &Cube, range: DayRange, about: Spoken<'_>) -> Vec<answers::CohortAnswer> {
    answers::cohorts(cube, range, about, Instant::from_ms(0))
}

fn inside(days: &[(Day, Vec<Sample>)], range: DayRange) -> Vec<&Sample> {
    days.iter().filter(|(day, _)| range.contains(*day)).flat_map(|(_, samples)| samples).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The identities that hold across the answers, on any corpus and range.
    #[test]
    fn every_answer_tells_the_same_numbers(seed in any::<u64>(), a in 0..DAYS, b in 0..DAYS) {
        let days = corpus(seed);
        let cube = cube_of(&days);
        for range in [range(a.min(b), a.max(b)), range(a, a), all()] {
            let total = cube.total(range);
            let documents = inside(&days, range);
            let count = |sentiment| documents.iter().filter(|s| is_read(&s.language) && s.sentiment == sentiment).count() as i64;
            prop_assert_eq!(total.count, documents.len() as i64);
            prop_assert_eq!(total.positive, count(Sentiment::Positive));
            prop_assert_eq!(total.neutral(), count(Sentiment::Neutral));
            prop_assert_eq!(total.negative, count(Sentiment::Negative));
            // Channel volumes, days, kinds and languages each sum to the article count.
            prop_assert_eq!(cube.by_outlet(range).iter().map(|row| row.tally).sum::<Tally>(), total);
            prop_assert_eq!(cube.by_day(range).iter().map(|row| row.1).sum::<Tally>(), total);
            prop_assert_eq!(cube.by_kind(range).iter().map(|row| row.1).sum::<Tally>(), total);
            prop_assert_eq!(cube.by_language(range).iter().map(|row| row.1).sum::<Tally>(), total);
            // Fear and greed counts what the sentiment answer counts, day by day.
            for (_, tally) in cube.by_day(range) {
                match answers::fear_greed(tally, 1) {
                    Some(point) => prop_assert_eq!(point.article_count, tally.count),
                    None => prop_assert_eq!(tally.unread, tally.count),
                }
            }
            for row in cube.by_company(range) {
                let named = documents.iter().filter(|s| s.companies.iter().any(|c| c.0 == row.name));
                prop_assert_eq!(row.tally.count, named.count() as i64);
                let by_day = cube.company_days(row.name, range);
                prop_assert_eq!(by_day.iter().map(|day| day.1).sum::<Tally>(), row.tally);
            }
            for row in cube.by_asset(range) {
                prop_assert_eq!(cube.asset_days(row.name, range).iter().map(|d| d.1).sum::<Tally>(), row.tally);
            }
            for (category, tally) in cube.by_category(range) {
                let own = documents.iter().filter(|s| s.categories.contains(&category)).count();
                prop_assert_eq!(tally.count, own as i64);
            }
            let without = documents.iter().filter(|s| s.categories.is_empty()).count();
            prop_assert_eq!(cube.uncategorised(range).count, without as i64);
            // A post that nobody could read is in no cohort.
            let posted = |s: &Sample, cohort| s.cohort == Some(cohort) && is_read(&s.language);
            for category in [None, Some(Category::Mining), Some(Category::Regulation)] {
                let fits = |s: &&&Sample| category.is_none_or(|category| s.categories.contains(&category));
                for row in told(&cube, range, Spoken { category, ..Spoken::default() }) {
                    let own = documents.iter().filter(fits);
                    let spoke = |s: &&&Sample| {
                        posted(s, row.cohort) || s.statements.iter().any(|one| one.1 == row.cohort)
                    };
                    prop_assert_eq!(row.article_count, own.clone().filter(spoke).count() as i64);
                    let posts: Vec<_> = own.clone().filter(|s| posted(s, row.cohort)).collect();
                    prop_assert_eq!(row.post_count, posts.len() as i64);
                    let said = own.flat_map(|s| &s.statements).filter(|one| one.1 == row.cohort);
                    let once: std::collections::BTreeSet<_> = said.clone().map(|one| (one.0, one.4)).collect();
                    prop_assert_eq!(row.statement_count, once.len() as i64);
                    let people: std::collections::BTreeSet<_> = posts.iter().map(|s| &s.author).collect();
                    let quoted: std::collections::BTreeSet<_> = said.map(|one| one.0).collect();
                    prop_assert_eq!(row.speaker_count, people.len() + quoted.len());
                    prop_assert!(row.speaker_days <= row.post_count + row.statement_count);
                }
            }
            for outlet in cube.by_outlet(range) {
                let by_day = cube.outlet_days(outlet.name, range);
                prop_assert_eq!(by_day.iter().map(|day| day.1).sum::<Tally>(), outlet.tally);
            }
        }
    }

    /// Days without their voices, quarters and single stories answer like whole ones, to the last digit.
    #[test]
    fn an_outline_answers_like_the_whole(seed in any::<u64>(), a in 0..DAYS, b in 0..DAYS) {
        let days = corpus(seed);
        let (whole, outlines) = (cube_of(&days), outlines_of(&days));
        for range in [range(a.min(b), a.max(b)), range(a, a), all()] {
            prop_assert_eq!(asked_of_outlines(&whole, range), asked_of_outlines(&outlines, range));
            prop_assert_eq!(whole.all_stories(range), outlines.all_stories(range));
            for story in whole.all_stories(range).iter().map(|story| story.story) {
                prop_assert_eq!(whole.story_volume(story, range), outlines.story_volume(story, range));
                prop_assert!(whole.story_days(story).eq(outlines.story_days(story)));
                let rows = |cube: &Cube| format!("{:?}", cube.story_rows(story, range).collect::<Vec<_>>());
                prop_assert_eq!(rows(&whole), rows(&outlines));
            }
            // Stories of one day are told from the whole day, whether outlines hold them or not.
            for (day, samples) in days.iter().filter(|(day, _)| range.contains(*day)) {
                let rollup = rolled(*day, samples);
                let alone = |story: &[u8; 16]| whole.story_days(*story).count() == 1;
                for story in rollup.stories.iter().map(|row| row.story).filter(alone) {
                    let told = outlines.story_of_one_day(&rollup, story, range);
                    prop_assert_eq!(told, whole.story(story, range));
                }
            }
            for name in whole.outlet_names().map(|(name, _)| name) {
                prop_assert_eq!(whole.outlet_days(name, range), outlines.outlet_days(name, range));
            }
            prop_assert_eq!(whole.panel(range.last()), outlines.panel(range.last()));
        }
        prop_assert!(whole.company_names().eq(outlines.company_names()));
        prop_assert!(whole.stories_of_several().count() == outlines.stories_of_several().count());
    }

    /// Days may come in any order, twice, or be taken away and put back.
    #[test]
    fn the_way_of_taking_in_is_nothing(seed in any::<u64>(), order in any::<u64>()) {
        let days = corpus(seed);
        let cube = cube_of(&days);
        let mut mixed = days.clone();
        shuffle(order, &mut mixed);
        let mut other = Cube::default();
        for (day, _) in &mixed {
            // Something else was known of the day before.
            other.replace(Arc::new(rolled(*day, &random_day(order, *day, 9))));
        }
        for (day, samples) in &mixed {
            other.replace(Arc::new(rolled(*day, samples)));
        }
        let extra = start().plus(DAYS + 3);
        other.replace(Arc::new(rolled(extra, &random_day(order, extra, 9))));
        other.remove(extra);
        // Many at once, of which one was known and is known no longer, one is counted twice, and one is empty.
        let mut at_once = Cube::default();
        at_once.replace(Arc::new(rolled(extra, &random_day(order, extra, 9))));
        at_once.replace(Arc::new(rolled(mixed[0].0, &random_day(order, mixed[0].0, 9))));
        let mut rollups = vec![Arc::new(rolled(mixed[1].0, &random_day(order, mixed[1].0, 9)))];
        rollups.extend(mixed.iter().map(|(day, samples)| Arc::new(rolled(*day, samples))));
        rollups.push(Arc::new(rolled(extra, &[])));
        at_once.replace_all(rollups);
        for range in [range(0, DAYS - 1), range(3, 9), range(DAYS - 1, DAYS - 1), all()] {
            prop_assert_eq!(asked(&cube, range), asked(&other, range));
            prop_assert_eq!(asked(&cube, range), asked(&at_once, range));
        }
    }

    /// The list that stops early is the list of those who look at every story.
    #[test]
    fn the_strongest_stories_are_the_strongest(seed in any::<u64>(), a in 0..DAYS, b in 0..DAYS, limit in 1usize..9) {
        let days = corpus(seed);
        let cube = cube_of(&days);
        let range = range(a.min(b), a.max(b));
        let mut stories: Vec<StoryInRange> = inside(&days, range)
            .iter()
            .filter_map(|sample| sample.story)
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .filter_map(|story| cube.story(story.to_be_bytes(), range))
            .filter(|story| story.tally.count >= 2 && story.tally.attention > 0)
            .collect();
        stories.sort_by(|a, b| b.evidence.total_cmp(&a.evidence).then(a.story.cmp(&b.story)));
        stories.truncate(limit);
        prop_assert_eq!(cube.stories(range, limit), stories);
    }

    /// However its rows are summed, a story's figures are those of its items.
    #[test]
    fn a_story_is_its_items(seed in any::<u64>(), a in 0..DAYS, b in 0..DAYS) {
        let days = corpus(seed);
        let cube = cube_of(&days);
        let range = range(a.min(b), a.max(b));
        let mut items: std::collections::BTreeMap<_, Vec<&Sample>> = Default::default();
        for sample in inside(&days, range) {
            if let Some(story) = sample.story {
                items.entry(story).or_default().push(sample);
            }
        }
        for (story, items) in items {
            let found = cube.story(story.to_be_bytes(), range).expect("it has items");
            prop_assert_eq!(found.tally.count, items.len() as i64);
            let positive = items.iter().filter(|s| is_read(&s.language) && s.sentiment == Sentiment::Positive).count();
            prop_assert_eq!(found.tally.positive, positive as i64);
            let unsponsored = items.iter().filter(|sample| !sample.sponsored);
            let families: std::collections::BTreeSet<_> = unsponsored.clone().map(|sample| &sample.family).collect();
            prop_assert_eq!(found.families, families.len());
            let own = unsponsored.filter(|sample| !sample.repeats);
            let own: std::collections::BTreeSet<_> = own.map(|sample| &sample.family).collect();
            prop_assert_eq!(found.own_families, own.len().max(1));
            let weights: f64 = own.iter().map(|family| cube.authority(family, range.last())).sum();
            let weights = if own.is_empty() { 1.0 } else { weights };
            prop_assert!((found.weighed_families - weights).abs() < 1e-8);
        }
    }

    /// What came after a range changes nothing about it.
    #[test]
    fn nothing_looks_past_the_end(seed in any::<u64>(), a in 0..DAYS, b in 0..DAYS) {
        let days = corpus(seed);
        let range = range(a.min(b), a.max(b));
        let until: Vec<_> = days.iter().filter(|(day, _)| *day <= range.last()).cloned().collect();
        prop_assert_eq!(answers::trends(&cube_of(&days), range, 6), answers::trends(&cube_of(&until), range, 6));
    }

    /// The rank is the one that counting every story by hand gives.
    #[test]
    fn a_rank_counts_the_stories_that_are_stronger(
        seed in any::<u64>(), last in 0..DAYS, bar in 0u32..40, reference_days in 1..DAYS,
    ) {
        let days = corpus(seed);
        let mut cube = Cube::new(TrendSettings { reference_days, ..TrendSettings::default() });
        days.iter().for_each(|(day, samples)| cube.replace(Arc::new(rolled(*day, samples))));
        let until = range(0, last);
        // No story has exactly this.
        let bar = f64::from(bar) / 10.0 + 0.012_345_678;
        let stories: std::collections::BTreeSet<_> =
            inside(&days, until).iter().filter_map(|sample| sample.story).collect();
        let plain = |story: &u128| {
            let found = cube.story(story.to_be_bytes(), until)?;
            let evidence = found.own_families as f64 * found.volume.sqrt();
            let is_recent = until.last().since(found.life.first()) < reference_days;
            (is_recent && found.tally.count >= 2 && found.tally.attention > 0).then_some(evidence)
        };
        let plain: Vec<f64> = stories.iter().filter_map(plain).collect();
        let (ranks, all) = cube.story_ranks(until.last(), &[([0; 16], bar)]);
        prop_assert_eq!(all, plain.len());
        let stronger = plain.iter().filter(|evidence| **evidence > bar).count();
        prop_assert!((ranks[0] - stronger as f64).abs() < 0.01, "{ranks:?} {plain:?}");
    }

    /// Whoever has names ready for those that lead the days they began in has them for what leads all days.
    #[test]
    fn stories_lead_the_days_in_which_they_begin(seed in any::<u64>(), cut in 0..DAYS - 1, limit in 1usize..6) {
        let cube = cube_of(&corpus(seed));
        let mut begun = cube.stories_begun(range(0, cut), limit);
        prop_assert!(begun.len() <= limit);
        begun.extend(cube.stories_begun(range(cut + 1, DAYS), limit));
        for story in cube.stories(all(), limit) {
            prop_assert!(begun.contains(&story.story));
            let (first, last) = (story.life.first(), story.life.last());
            prop_assert!(cube.story_has(story.story, first) && cube.story_has(story.story, last));
            prop_assert!(!cube.story_has(story.story, first.plus(-1)) && !cube.story_has(story.story, last.plus(1)));
        }
    }

    #[test]
    fn days_of_a_company_are_counted(seed in any::<u64>(), a in 0..DAYS, b in 0..DAYS) {
        let cube = cube_of(&corpus(seed));
        let range = range(a.min(b), a.max(b));
        for (name, _) in cube.company_names() {
            prop_assert_eq!(cube.company_days_count(name, range), cube.company_days(name, range).len());
        }
    }

    #[test]
    fn categories_of_stories_count_each_story_once(seed in any::<u64>(), a in 0..DAYS, b in 0..DAYS) {
        let days = corpus(seed);
        let cube = cube_of(&days);
        let range = range(a.min(b), a.max(b));
        let mut parts: BTreeMap<u128, (usize, bool)> = BTreeMap::new();
        for sample in inside(&days, range) {
            if let Some(story) = sample.story {
                let part = parts.entry(story).or_insert((0, false));
                *part = (part.0 + 1, part.1 || !sample.sponsored);
            }
        }
        let trends = parts.values().filter(|(items, plain)| *plain && *items >= 2).count();
        let counted = cube.stories_by_category(range);
        prop_assert_eq!(counted.iter().map(|(_, count)| count).sum::<i64>(), trends as i64);
        // They are the stories that the list of all has, category by category.
        let listed = cube.all_stories(range);
        prop_assert_eq!(listed.len(), trends);
        for (category, count) in counted {
            let same = listed.iter().filter(|story| story.category == category).count();
            prop_assert_eq!(same as i64, count, "{:?}", category);
        }
    }
}

#[test]
fn an_empty_cube_answers_every_range() {
    let cube = Cube::default();
    for range in [all(), range(0, 3)] {
        assert_eq!(cube.total(range), Tally::default());
        assert!(cube.by_day(range).is_empty() && cube.by_outlet(range).is_empty());
        assert!(cube.stories(range, 5).is_empty() && cube.stories_by_category(range).is_empty());
        assert!(told(&cube, range, Spoken::default()).is_empty());
    }
    assert_eq!(cube.span(), None);
}

#[test]
fn an_outlet_is_what_it_was_on_its_newest_day() {
    let mut cube = Cube::default();
    let told = |n: i64, category: &str| {
        let mut sample = Sample::new(n as u128, start().plus(n), "A");
        sample.category = category.to_owned();
        Arc::new(rolled(start().plus(n), &[sample]))
    };
    cube.replace(told(5, "Mainstream"));
    cube.replace(told(2, "Podcast"));
    assert_eq!(cube.by_outlet(all())[0].about.category, "Mainstream");
    cube.remove(start().plus(5));
    assert_eq!(cube.by_outlet(all())[0].about.category, "Podcast");
}

#[test]
fn late_documents_change_their_days_alone() {
    let days = corpus(7);
    let mut cube = cube_of(&days);
    let before: Vec<String> = (0..DAYS).map(|n| format!("{:?}", cube.by_outlet(range(n, n)))).collect();
    let day = start().plus(8);
    let mut samples = days.iter().find(|(other, _)| *other == day).expect("there are items").1.clone();
    samples.push(Sample::new(1, day, "A late one"));
    cube.replace(Arc::new(rolled(day, &samples)));
    for n in 0..DAYS {
        let same = before[n as usize] == format!("{:?}", cube.by_outlet(range(n, n)));
        assert_eq!(same, n != 8, "day {n}");
    }
}
