use domain::Day;

use super::*;

const TITLE: &str = "Harbour exchange opens its books to auditors";
const NEWS: &str =
    "The exchange published its reserves on Monday. Customers may check each address, it said.";
pub(super) const FOOTER: &str = "Ledger keeps you company on every working day.";

/// Takes in one article as the pipeline does.
fn take(frames: &mut OutletFrames, day: i64, title: &str, text: &str) {
    let cleaned = clean("ledger", title, text, frames);
    let day = Day::from_civil(2026, 1, 1).expect("a day").plus(day);
    frames.learn(day, &cleaned.title, &cleaned.text, &cleaned.cuts);
}

/// An article a day, each about something else, all with the same last sentence.
pub(super) fn learned(footer: &str, headline: impl Fn(i64) -> String) -> OutletFrames {
    let mut frames = OutletFrames::default();
    for n in 0..20 {
        let text = format!("Number {n} was told here for the first time. It had {n} parts. {footer}");
        take(&mut frames, n, &headline(n), &text);
    }
    frames
}

pub(super) fn other_things(n: i64) -> String {
    format!("Alpha{n} beta{n} gamma{n} delta{n} epsilon{n}")
}

#[track_caller]
fn check(frames: &OutletFrames, text: &str, expected: &str) {
    assert_eq!(clean("ledger", TITLE, text, frames).text, expected);
}

#[test]
fn what_an_outlet_repeats() {
    let frames = learned(FOOTER, other_things);
    let cleaned = clean("ledger", TITLE, &format!("{NEWS} {FOOTER}"), &frames);
    assert_eq!(cleaned.text, NEWS);
    assert_eq!(cleaned.cuts[0].reason, CutReason::Repeated);
    let shown = frames.frames();
    let example = FOOTER.trim_end_matches('.');
    assert_eq!((shown.len(), shown[0].example.as_str(), shown[0].n_articles), (1, example, 20));
    assert_eq!((shown[0].n_days, shown[0].last_day.to_string().as_str()), (19, "2026-01-20"));
    // Nothing was said of another outlet.
    check(&OutletFrames::default(), FOOTER, FOOTER);
}

#[test]
fn a_story_told_again_is_no_frame() {
    let frames = learned("The court ordered the exchange to repay its clients.", |n| {
        format!("Court orders harbour exchange to repay clients, day {n}")
    });
    assert_eq!(frames.frames(), []);
}

#[test]
fn one_busy_day_is_no_frame() {
    let mut frames = OutletFrames::default();
    for n in 0..20 {
        take(&mut frames, 0, &other_things(n), &format!("Number {n} was told. {FOOTER}"));
    }
    assert_eq!(frames.frames(), []);
}

#[test]
fn news_that_is_told_again_for_a_week_is_no_frame() {
    let mut frames = OutletFrames::default();
    for n in 0..200 {
        let background = if n % 10 == 0 { "The strait has been closed since the attack began." } else { "" };
        take(&mut frames, n / 28, &other_things(n), &format!("Number {n} was told here. {background}"));
    }
    assert_eq!(frames.frames(), []);
}

#[test]
fn names_may_vary_and_numbers_may_not() {
    let name = |n: i64| ["Pixabay", "Unsplash", "Shutterstock", "Dall"][n as usize % 4];
    let mut frames = OutletFrames::default();
    for n in 0..40 {
        let text = format!(
            "Number {n} was told here. The picture above was kindly lent to us by {}. Bitcoin trades at {n} dollars now.",
            name(n)
        );
        take(&mut frames, n, &other_things(n), &text);
    }
    let text = format!(
        "{NEWS} The picture above was kindly lent to us by Reuters. Bitcoin trades at 70 dollars now."
    );
    check(&frames, &text, &format!("{NEWS} Bitcoin trades at 70 dollars now."));
}

/// Many feeds drop the line breaks.
#[test]
fn what_is_glued_to_the_text() {
    let glued = "We are found on the usual places, come and talk to us there @ledger";
    let frames = {
        let mut frames = OutletFrames::default();
        for n in 0..40 {
            let word = ["Officials", "Bankers", "Miners", "Traders", "Courts"][n as usize % 5];
            let text = format!("Number {n} was told here. {glued} {word} met {n} times in the city.");
            take(&mut frames, n, &other_things(n), &text);
        }
        frames
    };
    check(
        &frames,
        &format!("{NEWS} {glued} Auditors were pleased."),
        &format!("{NEWS} Auditors were pleased."),
    );
    // In front of it, too.
    let text = format!("{NEWS} Write to the desk {glued} Auditors were pleased.");
    check(&frames, &text, &format!("{NEWS} Write to the desk Auditors were pleased."));
}

#[test]
fn what_begins_alike_is_told_apart() {
    let mut frames = OutletFrames::default();
    for n in 0..60 {
        let market = ["stocks and bonds", "metals and grain", "coins and tokens"][n as usize % 3];
        let text = format!(
            "Number {n} was told here. To learn more about our {market} read the weekly letter that we write."
        );
        take(&mut frames, n, &other_things(n), &text);
    }
    let text =
        format!("{NEWS} To learn more about our metals and grain read the weekly letter that we write.");
    check(&frames, &text, NEWS);
}

#[test]
fn a_name_that_only_the_outlet_knows() {
    let mut frames = OutletFrames::default();
    for n in 0..6 {
        let title = other_things(n);
        let text = format!(
            "The post {title} appeared first on Salt Wind Review Thing{n} happened on the quay today, and nobody was there to see \
             it. Some say that it will happen again."
        );
        take(&mut frames, n, &title, &text);
    }
    check(&frames, &format!("The post {TITLE} appeared first on Salt Wind Review {NEWS}"), NEWS);
}

#[test]
fn what_an_outlet_puts_behind_its_headlines() {
    let mut frames = OutletFrames::default();
    for n in 0..10 {
        take(&mut frames, n, &format!("{} - Salt Wind Review", other_things(n)), NEWS);
    }
    let cleaned = clean("sw", &format!("{TITLE} - Salt Wind Review"), NEWS, &frames);
    assert_eq!((cleaned.title.as_str(), cleaned.cuts[0].text.as_str()), (TITLE, " - Salt Wind Review"));
    let other = format!("{TITLE} - a surprise");
    assert_eq!(clean("sw", &other, NEWS, &frames).title, other);
}

#[test]
fn what_is_forgotten_stays_text() {
    let mut frames = learned(FOOTER, other_things);
    let key = frames.frames()[0].key;
    assert!(frames.forget(key) && !frames.forget(key));
    let text = format!("{NEWS} {FOOTER}");
    check(&frames, &text, &text);
    let mut frames = OutletFrames::from_bytes(&frames.to_bytes()).expect("what was written");
    for n in 20..60 {
        take(&mut frames, n, &other_things(n), &format!("Number {n} was told here. {FOOTER}"));
    }
    check(&frames, &text, &text);
    assert_eq!(frames.forgotten().map(|(key, _)| key).collect::<Vec<_>>(), [key]);
    assert!(frames.allow(key) && !frames.allow(key));
    for n in 60..100 {
        take(&mut frames, n, &other_things(n), &format!("Number {n} was told here. {FOOTER}"));
    }
    check(&frames, &text, NEWS);
}

#[test]
fn what_was_learned_long_ago_still_cleans() {
    let mut frames = learned(FOOTER, other_things);
    for n in 20..5_000 {
        take(&mut frames, n / 10, &other_things(n), &format!("Number {n} was told here for the first time."));
    }
    check(&frames, &format!("{NEWS} {FOOTER}"), NEWS);
}

#[test]
fn frames_survive_being_stored() {
    let frames = learned(FOOTER, other_things);
    let bytes = frames.to_bytes();
    let back = OutletFrames::from_bytes(&bytes).expect("what was written");
    assert_eq!(back, frames);
    assert_eq!(back.to_bytes(), bytes);
    assert!((0..bytes.len()).all(|n| OutletFrames::from_bytes(&bytes[..n]).is_none()));
}

/// Kept after every article, as a program that is stopped and started would.
#[test]
fn learning_goes_on_after_being_stored() {
    let mut frames = OutletFrames::default();
    for n in 0..20 {
        take(
            &mut frames,
            n,
            &other_things(n),
            &format!("Number {n} was told here for the first time. {FOOTER}"),
        );
        frames = OutletFrames::from_bytes(&frames.to_bytes()).expect("what was written");
    }
    check(&frames, &format!("{NEWS} {FOOTER}"), NEWS);
}

#[test]
fn memory_is_bounded() {
    let mut frames = OutletFrames::default();
    for n in 0..400 {
        // Each sentence twice, in articles that follow each other: the most that can be counted.
        let sentence = |k: i64| {
            format!("Sentence {k} of article {} says something that Nobody says again here. ", n / 2)
        };
        let text: String = (0..100).map(sentence).collect();
        take(&mut frames, n, &other_things(n), &text);
        assert!(frames.entries.len() <= frames::MAX_ENTRIES);
    }
    assert!(frames.to_bytes().len() < 300_000, "{}", frames.to_bytes().len());
}
