use proptest::prelude::*;

use super::*;
use domain::Day;

const TITLE: &str = "Harbour exchange opens its books to auditors";
const NEWS: &str = "The exchange published its reserves on Monday. Customers may check each address, it said. Rivals \
    were slower, and two of them declined to comment.";

#[track_caller]
fn check(outlet: &str, text: &str, expected: &str, reason: Reason) {
    let cleaned = clean(outlet, TITLE, text, &OutletFrames::default());
    assert_eq!(cleaned.text, expected);
    assert!(cleaned.cut.iter().any(|cut| cut.reason == reason), "{:?}", cleaned.cut);
}

#[test]
fn where_it_appeared_first() {
    check(
        "ledger",
        &format!("{NEWS} The post {TITLE} appeared first on The Ledger ."),
        NEWS,
        Reason::FirstAppeared,
    );
    check(
        "ledger",
        &format!("The post {TITLE} appeared first on Ledger News {NEWS}"),
        NEWS,
        Reason::FirstAppeared,
    );
    check(
        "ledger",
        &format!("{NEWS} This post {TITLE} first appeared on Ledger and is written by Editorial Team"),
        NEWS,
        Reason::FirstAppeared,
    );
    check(
        "ledger",
        &format!("{NEWS}\nThis article was originally published on Ledger."),
        NEWS,
        Reason::FirstAppeared,
    );
}

#[test]
fn a_site_glued_to_its_headline() {
    check("harbourworld", &format!("HarbourWorld {TITLE} {NEWS}"), NEWS, Reason::GluedHeadline);
    check("ledger", &format!("{TITLE}\n\n{NEWS}"), NEWS, Reason::GluedHeadline);
    // The headline's words may begin the first sentence.
    let text = format!("{TITLE} Deloitte and others, the board said. {NEWS}");
    assert_eq!(clean("ledger", TITLE, &text, &OutletFrames::default()).text, text);
}

#[test]
fn links_to_other_pages() {
    check("ledger", &format!("{NEWS} Read more: A rival is slower to open"), NEWS, Reason::LinkRow);
    check("ledger", &format!("{NEWS} Continue Reading: {TITLE}"), NEWS, Reason::LinkRow);
    check("ledger", &format!("Related: A rival is slower\n{NEWS}"), NEWS, Reason::LinkRow);
    check(
        "ledger",
        &format!(
            "{NEWS} Related Reading: Bitcoin Network Grows In A Quiet Market The report names no one. {NEWS}"
        ),
        &format!("{NEWS} The report names no one. {NEWS}"),
        Reason::LinkRow,
    );
    let contacts = "Website: https://a.example Telegram: https://t.me/a Twitter/X: https://x.com/a";
    check("ledger", &format!("{NEWS} {contacts}"), NEWS, Reason::LinkRow);
    // Where the headline ends cannot be told, so it stays.
    let unclear =
        format!("{NEWS} Read more: exchanges open their books as clients ask for proof Rivals wait. {NEWS}");
    assert_eq!(clean("ledger", TITLE, &unclear, &OutletFrames::default()).text, unclear);
}

#[test]
fn embedded_posts_keep_their_words() {
    check(
        "ledger",
        &format!("{NEWS} Books are open! 12:44 PM · May 26, 2025 854 Reply Copy link Read 52 replies {NEWS}"),
        &format!("{NEWS} Books are open! {NEWS}"),
        Reason::Embed,
    );
    check(
        "ledger",
        &format!("{NEWS} Proof! pic.twitter.com/Ab12 — Quill (@quill) May 26, 2025"),
        &format!("{NEWS} Proof! — Quill (@quill) May 26, 2025"),
        Reason::Embed,
    );
}

#[test]
fn sentences_about_the_outlet() {
    for (line, reason) in [
        ("Follow us on X , Facebook and Telegram", Reason::FollowUs),
        ("*This is not investment advice.", Reason::Disclaimer),
        (
            "Disclaimer: This is for information. Readers bear all losses and should seek advice.",
            Reason::Disclaimer,
        ),
        ("Featured image from Pixabay, chart from Tradingview.com", Reason::Credit),
        ("Reporting by Ada Quill; editing by Bo Reed", Reason::Credit),
        (".box { margin: 0; } .box li { display: none; }", Reason::Code),
    ] {
        check("ledger", &format!("{NEWS} {line}"), NEWS, reason);
    }
}

#[test]
fn tags_entities_and_tracking() {
    let cleaned = clean(
        "ledger",
        "Books &amp; keys &#8211; what is <b>open</b> | Ledger",
        "<p>Two &lt; three.</p><p>See <a href=\"x\">https://a.example/b?id=1&amp;utm_source=x&utm_medium=y</a> now.</p>",
        &OutletFrames::default(),
    );
    assert_eq!(cleaned.title, "Books & keys – what is open");
    assert_eq!(cleaned.text, "Two < three.\n\nSee https://a.example/b?id=1 now.");
}

/// An article a day, each about something else, all with the same last sentence.
fn learned(footer: &str, headline: impl Fn(i64) -> String) -> OutletFrames {
    let mut frames = OutletFrames::default();
    for n in 0..20 {
        let day = Day::from_civil(2026, 1, 1).expect("a day").plus(n);
        let text = format!("Number {n} was told here for the first time. It had {n} parts. {footer}");
        frames.learn("ledger", day, &headline(n), &text);
    }
    frames
}

const FOOTER: &str = "Ledger keeps you company on every working day.";

fn other_things(n: i64) -> String {
    format!("Alpha{n} beta{n} gamma{n} delta{n} epsilon{n}")
}

#[test]
fn what_an_outlet_repeats() {
    let frames = learned(FOOTER, other_things);
    let cleaned = clean("ledger", TITLE, &format!("{NEWS} {FOOTER}"), &frames);
    assert_eq!(cleaned.text, NEWS);
    assert_eq!(cleaned.cut[0].reason, Reason::Repeated);
    let shown = frames.frames();
    assert_eq!((shown.len(), shown[0].example.as_str(), shown[0].n_articles), (1, FOOTER, 20));
    // Nothing was said of another outlet.
    assert_eq!(clean("other", TITLE, FOOTER, &OutletFrames::default()).text, FOOTER);
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
    let day = Day::from_civil(2026, 1, 1).expect("a day");
    for n in 0..20 {
        frames.learn("ledger", day, &other_things(n), &format!("Number {n} was told. {FOOTER}"));
    }
    assert_eq!(frames.frames(), []);
}

#[test]
fn names_may_vary_and_numbers_may_not() {
    let name = |n: i64| ["Pixabay", "Unsplash", "Shutterstock", "Dall"][n as usize % 4];
    let mut frames = OutletFrames::default();
    for n in 0..40 {
        let day = Day::from_civil(2026, 1, 1).expect("a day").plus(n);
        let text = format!(
            "Number {n} was told here. The picture was lent to us by {}. Bitcoin trades at {n} dollars now.",
            name(n)
        );
        frames.learn("ledger", day, &other_things(n), &text);
    }
    let text = format!("{NEWS} The picture was lent to us by Reuters. Bitcoin trades at 70 dollars now.");
    let cleaned = clean("ledger", TITLE, &text, &frames);
    assert_eq!(cleaned.text, format!("{NEWS} Bitcoin trades at 70 dollars now."));
}

#[test]
fn a_name_that_only_the_outlet_knows() {
    let mut frames = OutletFrames::default();
    for n in 0..6 {
        let day = Day::from_civil(2026, 1, 1).expect("a day").plus(n);
        let title = other_things(n);
        let text = format!(
            "The post {title} appeared first on Salt Wind Review Thing{n} happened on the quay today."
        );
        frames.learn("sw", day, &title, &text);
    }
    let text = format!("The post {TITLE} appeared first on Salt Wind Review {NEWS}");
    assert_eq!(clean("sw", TITLE, &text, &frames).text, NEWS);
}

#[test]
fn frames_survive_being_stored() {
    let frames = learned(FOOTER, other_things);
    let bytes = frames.to_bytes();
    let back = OutletFrames::from_bytes(&bytes).expect("what was written");
    assert_eq!(back.frames(), frames.frames());
    assert_eq!(back.to_bytes(), bytes);
    assert!((0..bytes.len()).all(|n| OutletFrames::from_bytes(&bytes[..n]).is_none()));
}

#[test]
fn memory_is_bounded() {
    let mut frames = OutletFrames::default();
    let day = Day::from_civil(2026, 1, 1).expect("a day");
    for n in 0..200 {
        let text: String =
            (0..100).map(|k| format!("Sentence {k} of article {n} says something. ")).collect();
        frames.learn("ledger", day.plus(n), &other_things(n), &text);
        assert!(frames.entries.len() <= frames::MAX_FRAMES);
    }
}

#[test]
fn the_work_grows_with_the_text() {
    let started = std::time::Instant::now();
    for part in [
        "The post ",
        "Related: A B C D ",
        "{ a: b; ",
        "Reply Copy link ",
        "&amp;",
        "<p",
        "appeared first on ",
        "The post a appeared first on ",
        "https://t.co/",
        "{{}",
        ". ",
    ] {
        let text = part.repeat(MAX_TEXT_BYTES / part.len());
        clean("ledger", "a b c d e", &text, &OutletFrames::default());
    }
    // Hours, if the work grew with the square.
    assert!(started.elapsed() < std::time::Duration::from_secs(300), "{:?}", started.elapsed());
}

proptest! {
    #[test]
    fn cleaning_twice_is_cleaning_once(parts in proptest::collection::vec(prop_oneof![
        Just("The post "), Just(TITLE), Just(" appeared first on "), Just("Ledger "), Just(NEWS), Just("\n"), Just(" "),
        Just("Read more: "), Just("Continue Reading: "), Just("Follow us on X."), Just("Disclaimer: no advice. "),
        Just("&amp;"), Just("amp;"), Just("<p>"), Just("<"), Just("b>"), Just("{ a: 1px; }"), Just("12 Reply Copy link Read 5 replies "),
        Just("https://t.co/x "), Just("?utm_a=b&"), Just("https://a.example/"), Just("é“ß”… "), Just(FOOTER), Just(". "),
        Just("Related Reading: Bitcoin Is Up Now "), Just("| Ledger")
    ], 0..24), outlet in prop_oneof![Just("ledger"), Just("")]) {
        let text = parts.concat();
        for frames in [OutletFrames::default(), learned(FOOTER, other_things)] {
            let once = clean(outlet, &text, &text, &frames);
            let twice = clean(outlet, &once.title, &once.text, &frames);
            prop_assert_eq!(&twice.title, &once.title);
            // The headline is part of the question, so it is asked with the same one.
            let again = clean(outlet, &text, &once.text, &frames);
            prop_assert_eq!(again.text, once.text);
        }
    }

    #[test]
    fn any_text_is_survived_and_bounded(title in "\\PC{0,40}", text in "(\\PC{0,30}|The post |appeared first on |[.\n{}<&]){0,30}") {
        let cleaned = clean("ledger", &title, &text, &OutletFrames::default());
        prop_assert!(cleaned.text.len() <= text.len());
        let bounded: usize = cleaned.cut.iter().filter(|cut| cut.reason.is_bounded()).map(|cut| cut.text.len()).sum();
        prop_assert!(bounded <= MAX_RULE_BYTES.max((text.len() as f64 * MAX_RULE_SHARE) as usize));
    }
}
