use super::*;
use proptest::prelude::*;

#[track_caller]
fn check(text: &str, media_type: &str, expected: &[(&str, &str)]) {
    let turns = parse(text.as_bytes(), media_type, None).expect("captions");
    let said: Vec<(&str, &str)> =
        turns.iter().map(|turn| (turn.speaker.as_str(), turn.text.as_str())).collect();
    assert_eq!(said, expected);
}

#[test]
fn web_vtt() {
    check(
        "WEBVTT\nKind: captions\n\nNOTE a note\n\n1\n00:00.000 --> 00:02.000 align:start\n<v Ann>Good <i>morning</i> &amp; welcome.\n\n\
         00:02.000 --> 00:03.000\n<v Ann>To the show.\n\n00:03.000 --> 00:04.000\n<v.loud Bo Lee>Thanks.</v>\n\n00:04.000 --> 00:05.000\nIt is late.\n",
        "text/vtt",
        &[("Ann", "Good morning & welcome. To the show."), ("Bo Lee", "Thanks. It is late.")],
    );
}

#[test]
fn names_before_a_colon() {
    check(
        "WEBVTT\n\n00:01.000 --> 00:02.000\nMarcos A. Maceo: Good morning.\n\n00:02.000 --> 00:03.000\nAnn: One thing: be brief.\n\n00:03.000 --> 00:04.000\nHere is the thing: nothing.\n",
        "text/vtt",
        &[("Marcos A. Maceo", "Good morning."), ("Ann", "One thing: be brief. Here is the thing: nothing.")],
    );
}

#[test]
fn sub_rip() {
    check(
        "1\r\n00:00:00,100 --> 00:00:02,000\r\nAnn: When you first\r\nget started\r\n\r\n2\r\n00:00:02,000 --> 00:00:04,000\r\nyou make mistakes.\r\n",
        "application/srt",
        &[("Ann", "When you first get started you make mistakes.")],
    );
}

#[test]
fn rolling_captions_are_said_once() {
    check(
        "WEBVTT\n\n00:01.000 --> 00:02.000\nyeah\n\n00:02.000 --> 00:03.000\nyeah\nthis<00:02.200><c> will</c> happen\n",
        "",
        &[("", "yeah this will happen")],
    );
}

#[test]
fn json_segments() {
    check(
        r#"{"version": "1.0.0", "segments": [{"speaker": "Ann", "body": "I"}, {"speaker": "Ann", "body": "am"}, {"speaker": "Bo", "body": "No"}, {"n": 1}]}"#,
        "application/json",
        &[("Ann", "I am"), ("Bo", "No")],
    );
}

#[test]
fn html_with_citations() {
    check(
        "<cite>Ann:</cite><time>0:00</time><p>When <b>you</b> start.</p><cite>Bo:</cite><p>Yes &amp; no.</p><p>More.</p>",
        "text/html",
        &[("Ann", "When you start."), ("Bo", "Yes & no. More.")],
    );
}

#[test]
fn nothing_said_is_an_error() {
    for text in ["", "WEBVTT", "WEBVTT\n\n00:01.000 --> 00:02.000\n", "{}", "{\"segments\": []}", "{\"segm"] {
        assert!(parse(text.as_bytes(), "text/vtt", None).is_err(), "{text:?}");
    }
}

proptest! {
    #[test]
    fn any_text_is_survived(text in ".{0,200}", kind in "(text/vtt|text/html|application/json|)") {
        let _ = parse(text.as_bytes(), &kind, None);
    }

    #[test]
    fn any_cues_are_survived(text in "(WEBVTT\n\n)?([0-9:., <>va-cA:]{0,20}( --> )?[<>/v A-Za-z:&;]{0,30}\n{1,2}){0,12}") {
        let _ = parse(text.as_bytes(), "text/vtt", None);
    }
}

#[test]
fn brackets_that_never_close_take_linear_time() {
    let text = format!("WEBVTT\n\n00:00 --> 00:01\nwords {}", "<".repeat(4 << 20));
    let turns = parse(text.as_bytes(), "", None).expect("words");
    assert_eq!(turns[0].text, "words");
}
