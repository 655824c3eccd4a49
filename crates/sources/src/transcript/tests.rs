//! The layouts that calls are published in, each as a small call of our own, and hostile input.

use domain::{Role, Section};
use proptest::prelude::*;

use super::*;

fn who(call: &Transcript) -> Vec<(&str, Role, Section)> {
    call.turns.iter().map(|turn| (turn.speaker.as_str(), turn.role, turn.section)).collect()
}

fn read(text: &str) -> Transcript {
    parse(text.as_bytes(), "").expect("it is a transcript")
}

const LISTED: &str = "Acme Widgets, Inc.
Second Quarter 2024 Earnings Conference Call
July 30, 2024
CORPORATE PARTICIPANTS
Robert J. Smith Acme Widgets, Inc. - President & CEO
Dana K. Smith Acme Widgets, Inc. - CFO
CONFERENCE CALL PARTICIPANTS
Maria Lopez Stifel, Nicolaus & Company, Incorporated, Research Division - Analyst
PRESENTATION
Operator
Good morning, and welcome to the Acme Widgets second quarter call.
Bob Smith - Acme Widgets, Inc. - President & CEO
Thank you. Sales rose 4% to
$12 million.
3
Dana K. Smith - Acme Widgets, Inc. - CFO
Gross margin was 41%.
QUESTIONS AND ANSWERS
Operator
Our first question comes from Maria Lopez with Stifel.
Maria Lopez - Stifel, Nicolaus & Company, Incorporated, Research Division - Analyst
What do you expect for margin next quarter?
Dana K. Smith - Acme Widgets, Inc. - CFO
We expect about 42%.
Operator
That concludes the call.
DISCLAIMER
The vendor reserves the right to make changes.
";

#[test]
fn a_running_head_of_firm_and_moment_speaks_nothing() {
    let head = "Acme Industrial REIT\nMay 4, 2022, at 9:00 a.m. Eastern\n";
    let text = format!(
        "{head}CORPORATE PARTICIPANTS\nAnn Lee - Chief Executive Officer\nPRESENTATION\nOperator\nWelcome to the call.\n\
         Ann Lee\nRents rose by a\n{head}tenth, and we are ready for questions.\nQUESTIONS AND ANSWERS\nOperator\n\
         Our first question comes from Tom Reed with Citi.\n{head}Tom Reed\nWhat about debt?\nAnn Lee\nIt fell.\n{head}"
    );
    let call = read(&text);
    let speakers: Vec<&str> = call.turns.iter().map(|turn| turn.speaker.as_str()).collect();
    assert_eq!(speakers, ["Operator", "Ann Lee", "Operator", "Tom Reed", "Ann Lee"]);
    assert!(call.turns.iter().all(|turn| !turn.text.contains("Eastern")), "{:?}", call.turns);
    assert_eq!(call.turns[1].text, "Rents rose by a tenth, and we are ready for questions.");
}

#[test]
fn a_title_ends_where_the_sentence_goes_on_to_somebody_else() {
    let call = read(
        "Ida Fox: Welcome. Speaking first is our CEO, Tim Cole, and he'll be followed by CFO, Kay Park. Please ask questions later.\n\
         Tim Cole: Thank you. Sales rose.\nKay Park: Margin was 41%.\nTom Reed: What about tax?\nKay Park: About 21%.\n",
    );
    let titles: Vec<_> = call.turns.iter().filter_map(|turn| turn.title.as_deref()).collect();
    assert!(!titles.iter().any(|title| title.contains("followed")), "{titles:?}");
}

#[test]
fn a_listed_call_is_attributed_with_titles_and_sections() {
    let call = read(LISTED);
    assert!(call.labelled);
    assert_eq!(call.company, "Acme Widgets, Inc.");
    assert_eq!(call.date, Day::from_civil(2024, 7, 30));
    assert_eq!(
        who(&call),
        [
            ("Operator", Role::Operator, Section::Prepared),
            ("Robert J. Smith", Role::Executive, Section::Prepared),
            ("Dana K. Smith", Role::Executive, Section::Prepared),
            ("Operator", Role::Operator, Section::Questions),
            ("Maria Lopez", Role::Analyst, Section::Questions),
            ("Dana K. Smith", Role::Executive, Section::Questions),
            ("Operator", Role::Operator, Section::Questions),
        ]
    );
    assert_eq!(call.turns[1].title.as_deref(), Some("Acme Widgets, Inc. - President & CEO"));
    // The page's number is gone and the wrapped line is joined; the vendor's disclaimer was not spoken.
    assert_eq!(call.turns[1].text, "Thank you. Sales rose 4% to $12 million.");
    assert_eq!(call.turns[6].text, "That concludes the call.");
}

#[test]
fn two_people_with_one_surname_stay_two() {
    let call = read(LISTED);
    let smiths: std::collections::BTreeSet<&str> =
        call.turns.iter().map(|turn| turn.speaker.as_str()).filter(|name| name.ends_with("Smith")).collect();
    assert_eq!(smiths.len(), 2);
}

#[test]
fn html_with_bold_names_reads_like_text() {
    let page = "<html><body><p><b>CORPORATE PARTICIPANTS</b></p><p><b>Ann Lee</b> - <i>Chief Executive Officer</i></p>\
        <p><b>PRESENTATION</b></p><p><b>Operator</b></p><p>Welcome to the call.</p><p><b>Ann Lee</b></p>\
        <p>We had a good quarter&#46; It&#146;s early.</p><p><b>QUESTIONS AND ANSWERS</b></p><p><b>Operator</b></p>\
        <p>Our next question comes from Tom Reed with Northcoast. Please go ahead.</p><p><b>Tom Reed</b></p>\
        <p>How many stores will you open?</p><p><b>Ann Lee</b></p><p>Twelve.</p></body></html>";
    let call = read(page);
    assert_eq!(
        who(&call)[1..],
        [
            ("Ann Lee", Role::Executive, Section::Prepared),
            ("Operator", Role::Operator, Section::Questions),
            ("Tom Reed", Role::Analyst, Section::Questions),
            ("Ann Lee", Role::Executive, Section::Questions),
        ]
    );
    assert_eq!(call.turns[1].text, "We had a good quarter. It’s early.");
    assert_eq!(call.turns[1].title.as_deref(), Some("Chief Executive Officer"));
}

#[test]
fn names_above_titles_and_marked_sides_are_read() {
    let text = "MANAGEMENT DISCUSSION SECTION
Operator: Good day and welcome.
Beth Wong
Chief Financial Officer, Acme Corp.
Thanks. Here are the numbers. They are good.
QUESTION AND ANSWER SECTION
Operator: We will go to Jim Hall with Citi.
<Q – Jim Hall – Citigroup>: What is the tax rate?
<A – Beth Wong – Acme Corp.>: About 21%.
Beth Wong
Chief Financial Officer, Acme Corp.
A
And it will stay there.
";
    let call = read(text);
    let speakers: Vec<_> = who(&call).into_iter().map(|(name, role, _)| (name, role)).collect();
    assert_eq!(
        speakers,
        [
            ("Operator", Role::Operator),
            ("Beth Wong", Role::Executive),
            ("Operator", Role::Operator),
            ("Jim Hall", Role::Analyst),
            ("Beth Wong", Role::Executive),
            ("Beth Wong", Role::Executive),
        ]
        .into_iter()
        .take(speakers.len())
        .collect::<Vec<_>>()
    );
    assert_eq!(call.turns[1].title.as_deref(), Some("Chief Financial Officer, Acme Corp."));
}

#[test]
fn markdown_with_colons_reads_header_and_turns() {
    let text = "# ACME Q2 2024 Earnings Call Transcript\n\n**Date:** 2024-07-30\n**Company:** ACME\n\n---\n\n\
        **Ann Lee:** Good morning. I am Ann Lee, and we had a fine quarter.\n\
        **Operator:** Our first question comes from Tom Reed with Northcoast.\n\
        **Tom Reed:** How many stores?\n**Ann Lee:** Twelve.\n**Tom Reed:** And next year?\n**Ann Lee:** Ten.\n";
    let call = read(text);
    assert_eq!(call.ticker.as_deref(), Some("ACME"));
    assert_eq!(call.date, Day::from_civil(2024, 7, 30));
    assert_eq!(call.turns.len(), 6);
    assert_eq!((call.turns[2].speaker.as_str(), call.turns[2].role), ("Tom Reed", Role::Analyst));
    assert_eq!(call.turns[2].text, "How many stores?");
}

#[test]
fn pages_without_lines_are_cut_at_the_names_of_the_list() {
    let speech = "We sold more widgets than a year ago and every region grew. ".repeat(60);
    let page = format!(
        "<div>JULY 30, 2024 / 1:00PM GMT, Q2 2024 Acme Widgets Inc Earnings Call CORPORATE PARTICIPANTS Ann B. Lee Acme Widgets, \
         Inc. - CEO Carl D. Moe Acme Widgets, Inc. - CFO CONFERENCE CALL PARTICIPANTS Tom E. Reed Stephens Inc., Research Division \
         - Analyst PRESENTATION Operator Welcome to the call. Ann B. Lee Acme Widgets, Inc. - CEO Thank you. {speech} QUESTIONS AND \
         ANSWERS Operator Our first question comes from Tom Reed. Tom E. Reed Stephens Inc., Research Division - Analyst How many \
         stores? Carl D. Moe Acme Widgets, Inc. - CFO Twelve. Operator That is all.</div>"
    );
    let call = read(&page);
    let names: Vec<&str> = call.turns.iter().map(|turn| turn.speaker.as_str()).collect();
    assert_eq!(names, ["Operator", "Ann B. Lee", "Operator", "Tom E. Reed", "Carl D. Moe", "Operator"]);
    assert_eq!(call.turns[4].text, "Twelve.");
}

#[test]
fn json_lists_and_name_maps_are_read() {
    let text = r#"{"event": {"year": 2024, "quarter": 2, "conference_date": "2024-07-30T14:00:00Z"},
        "speakers": [{"speaker": "spk1", "text": "Welcome. Our first question comes from Tom Reed with Citi."},
                     {"speaker": "spk2", "text": "How many stores?"}, {"speaker": "spk3", "text": "Twelve."}],
        "speaker_name_map_v2": {"spk1": {"name": "Operator", "title": ""}, "spk2": {"name": "Tom Reed", "title": "Analyst"},
                                "spk3": {"name": "Ann Lee", "title": "CEO"}}}"#;
    let call = parse(text.as_bytes(), "call.json").expect("it is a transcript");
    assert_eq!(call.date, Day::from_civil(2024, 7, 30));
    let speakers: Vec<_> = who(&call).into_iter().map(|(name, role, _)| (name, role)).collect();
    assert_eq!(
        speakers,
        [("Operator", Role::Operator), ("Tom Reed", Role::Analyst), ("Ann Lee", Role::Executive)]
    );
    let generic = r#"[{"name": "Ann Lee", "title": "CEO", "content": "Hello. We did well."}, {"name": "Tom Reed", "content": "Why?"}]"#;
    assert_eq!(parse(generic.as_bytes(), "").expect("a list of turns").turns.len(), 2);
}

#[test]
fn text_without_speakers_is_kept_and_said_to_be_unlabelled() {
    let text = "good morning everyone and welcome to the call today we will talk about the quarter\nsales were up and so on\n";
    let call = read(text);
    assert!(!call.labelled);
    assert_eq!(call.turns.len(), 1);
    assert_eq!(call.turns[0].role, Role::Unknown);
    assert!(call.turns[0].text.contains("sales were up"));
}

#[test]
fn what_is_no_transcript_is_refused_or_unlabelled() {
    assert_eq!(parse(b"", ""), Err(TranscriptError::Empty));
    assert_eq!(parse(b"   \n ", ""), Err(TranscriptError::Empty));
    assert!(matches!(parse(&vec![b'a'; MAX_BYTES + 1], ""), Err(TranscriptError::TooLarge(_))));
    assert!(matches!(parse(b"\0\0\0\0PK", ""), Err(TranscriptError::NotATranscript(_))));
    assert!(matches!(parse(b"{\"a\": 1}", "x.json"), Err(TranscriptError::NotATranscript(_))));
    assert!(matches!(parse(b"{\"a\": ", "x.json"), Err(TranscriptError::Json(_))));
    let table =
        "<table><tr><td>Revenue</td><td>12</td></tr><tr><td>Cost</td><td>8</td></tr></table>".repeat(50);
    assert!(!read(&table).labelled);
}

#[test]
fn a_text_of_nothing_but_names_is_read_in_time() {
    // Every line could be a name, which is the dearest thing a line can be.
    let mut text = String::from("CORPORATE PARTICIPANTS\nAnn Lee - CEO\nPRESENTATION\n");
    let mut number = 0_u32;
    while text.len() < 400 * 1024 {
        let letter = |shift: u32| char::from(b'a' + ((number >> shift) % 23) as u8);
        text.push_str(&format!(
            "Q{}{}{} W{}{}{}\n",
            letter(0),
            letter(3),
            letter(7),
            letter(2),
            letter(5),
            letter(11)
        ));
        number += 1;
    }
    let started = std::time::Instant::now();
    let _ = parse(text.as_bytes(), "");
    assert!(started.elapsed().as_secs() < 60, "took {:?}", started.elapsed());
}

#[test]
fn repeated_openings_do_not_cost_the_square_of_their_number() {
    for piece in
        ["<a ", "&", "©2020 ", "<", "THOMSON REUTERS | ", "Operator\nDISCLAIMER\n", "CORPORATE PARTICIPANTS "]
    {
        let text = format!("<p>{}", piece.repeat(400 * 1024 / piece.len()));
        let started = std::time::Instant::now();
        let _ = parse(text.as_bytes(), "a.htm");
        // A guard against hanging, far above what the slowest machine needs.
        assert!(started.elapsed().as_secs() < 600, "{piece:?} took {:?}", started.elapsed());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..2000), hint in "(|a.json|a.htm|a.txt)") {
        let _ = parse(&bytes, &hint);
    }

    #[test]
    fn no_text_of_labels_and_tags_makes_it_panic(parts in proptest::collection::vec(
        prop_oneof![
            Just("<p>".to_owned()), Just("</td>".to_owned()), Just("<b>".to_owned()), Just("\n".to_owned()),
            Just("Operator\n".to_owned()), Just("CORPORATE PARTICIPANTS\n".to_owned()), Just("QUESTIONS AND ANSWERS\n".to_owned()),
            Just("Ann Lee - CEO\n".to_owned()), Just("<Q – Ann Lee>: ".to_owned()), Just("&#146;".to_owned()), Just("©2020 ".to_owned()),
            Just("\t".to_owned()), "[ -~–—’é]{0,40}",
        ], 0..80)) {
        let text = parts.concat();
        if let Ok(call) = parse(text.as_bytes(), "") {
            // A turn is never empty, and an unlabelled text is one turn.
            prop_assert!(call.labelled || call.turns.len() == 1);
            prop_assert!(call.turns.iter().all(|turn| !turn.text.is_empty() || !call.labelled));
        }
    }
}

/// A page of one line whose running head is cut inside a character.
#[test]
fn running_heads_are_cut_between_characters() {
    for shift in 0..4 {
        let head = format!("{}{}", "x".repeat(shift), "é".repeat(200));
        let page = format!("{head} CORPORATE PARTICIPANTS {}\n", "word é ".repeat(600));
        let call = parse(page.repeat(4).as_bytes(), "").expect("a text");
        assert!(!call.turns.is_empty());
    }
}
