use serde_json::Value;

use super::*;

const CALL: &str = "Acme Mining Corp (NASDAQ: ACMX)
Q3 2025 Earnings Call
November 5, 2025

Company Participants
Rita Vale - Chief Executive Officer
Tom Brandt - Chief Financial Officer

Conference Call Participants
Jane Roe - Harbor Research

Operator
Good day, and welcome to the Acme Mining third quarter call.

Rita Vale
Thank you. We had a strong quarter and mined 1,200 coins.

Operator
Our first question comes from Jane Roe with Harbor Research. Please go ahead.

Jane Roe
Thanks. What was the cost per coin in the quarter, and where do you see it next year?

Tom Brandt
The cost per coin was 31,200 dollars, and we expect about 30,000 dollars next year.

Jane Roe
And could you tell us how much you paid for the Texas site?

Rita Vale
We don't disclose the price of individual sites, so I will leave it there.

Operator
This concludes our call.
";

fn shown(text: &str) -> Value {
    let read = transcript::parse(text.as_bytes(), "call.txt").expect("a transcript");
    serde_json::to_value(line("call.txt", read, &hash128(text.as_bytes()))).expect("JSON")
}

#[test]
fn exchanges_are_shown_with_scores_and_verbatim_words() {
    let call = shown(CALL);
    assert_eq!(call["scorable"], true, "{call}");
    assert!(call["score"].is_null(), "two questions are too few for a score");
    assert!(call["reason"].as_str().is_some_and(|reason| reason.contains("too few questions")));
    let exchanges = call["exchanges"].as_array().expect("exchanges");
    assert_eq!(exchanges.len(), 2, "{call}");
    assert_eq!(
        (&exchanges[0]["analyst"], &exchanges[0]["speaker"]),
        (&"Jane Roe".into(), &"Tom Brandt".into())
    );
    for exchange in exchanges {
        assert_eq!(exchange["answer"], exchange["answer_turns"][0]["text"]);
        for part in ["question_turns", "answer_turns"] {
            for words in exchange[part].as_array().expect("words") {
                assert!(CALL.contains(words["text"].as_str().expect("text")), "{words}");
            }
        }
        for reason in exchange["reasons"].as_array().expect("reasons") {
            assert!(CALL.contains(reason["quote"].as_str().expect("a quote")), "{reason}");
        }
    }
    let score = |at: usize| exchanges[at]["score"].as_f64().expect("a score");
    assert!(score(0) > score(1), "a number is more direct than a refusal: {call}");
    assert_eq!(shown(CALL), call, "the same again");
}

#[test]
fn what_cannot_be_scored_says_why() {
    for text in [
        "well thank you all for coming today we had a good quarter and we sold a lot of things\n",
        "Rita Vale\nThank you. We had a strong quarter.\n\nRita Vale\nAnd that is all from me today.\n",
    ] {
        let read = transcript::parse(text.as_bytes(), "call.txt").expect("a transcript");
        let call = serde_json::to_value(line("call.txt", read, b"x")).expect("JSON");
        assert_eq!((&call["scorable"], &call["score"]), (&false.into(), &Value::Null), "{call}");
        assert!(
            call["reason"].as_str().is_some_and(|why| why.starts_with("not scorable, because")),
            "{call}"
        );
        assert_eq!(call["exchanges"].as_array().map(Vec::len), Some(0));
    }
}
