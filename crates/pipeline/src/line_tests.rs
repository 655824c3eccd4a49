use super::*;

#[track_caller]
fn refused(text: &str, reason: &str) {
    let error = read(text).expect_err("it is refused");
    assert!(error.contains(reason), "{error:?} does not say {reason:?}");
}

#[test]
fn a_whole_line_is_read() {
    let item = read(
        r#"{"url":"https://a.example/1","title":"T","content":"C","published_at":"2026-01-02T03:04:05Z","kind":"podcast",
            "outlet":{"name":"A","category":"Podcast","family":"F","country":"DE"},"author_name":"N","language":"de",
            "speaker":{"handle":"h","name":"H","cohort":"analyst"},"turns":[{"speaker":"H","role":"host","text":"hi"}]}"#,
    )
    .expect("it is read");
    assert_eq!((item.kind, item.precision), (Kind::Podcast, Precision::Second));
    assert_eq!((item.outlet.family.as_str(), item.outlet.country.as_str()), ("F", "DE"));
    assert_eq!(item.turns[0].role, Role::Host);
    assert_eq!(item.speaker.and_then(|speaker| speaker.cohort), Some(Cohort::Analyst));
}

#[test]
fn the_feed_s_own_spelling_is_read() {
    let item = read(
        r#"{"Title":"T","Content":"C","Date":"2026-01-02","URL":"https://a.example/1","Outlet":"A","Outlet_Category":"Crypto News"}"#,
    )
    .expect("it is read");
    assert_eq!((item.outlet.category.as_str(), item.outlet.family.as_str()), ("Crypto News", "A"));
    assert_eq!(item.precision, Precision::Day);
}

#[test]
fn a_date_before_all_news_is_none() {
    for (stated, kept) in
        [("0001-01-01T00:00:00Z", false), ("1970-01-01T00:00:00Z", false), ("1996-05-01T00:00:00Z", true)]
    {
        let line =
            format!(r#"{{"url":"https://a.example/1","title":"T","outlet":"A","published_at":"{stated}"}}"#);
        let now = Instant::parse("2026-03-01T00:00:00Z").expect("an instant");
        let digested = crate::digest::digest(vec![read(&line).expect("it is read")], now);
        let (document, _) = &digested.documents[0];
        assert_eq!(document.published_at < now, kept, "{stated}");
        assert_eq!(document.item.precision == Precision::Fetched, !kept, "{stated}");
    }
}

#[test]
fn entities_in_an_address_are_read() {
    let line = r#"{"url":"https://a.example/?p=1&amp;q=2","title":"T","outlet":"A","image_url":"https://a.example/i?w=1&amp;h=2"}"#;
    let digested = crate::digest::digest(vec![read(line).expect("it is read")], Instant::from_ms(0));
    let (document, _) = &digested.documents[0];
    assert_eq!(document.item.url, "https://a.example/?p=1&q=2");
    assert_eq!(document.item.image_url, "https://a.example/i?w=1&h=2");
    assert_eq!(document.canonical_url, "https://a.example?p=1&q=2");
}

#[test]
fn a_post_is_titled_by_its_words() {
    let long = "word ".repeat(60);
    let item = read(&format!(r#"{{"url":"https://a.example/1","outlet":"A","content":"{long}"}}"#))
        .expect("it is read");
    assert!(item.title.ends_with('…') && item.title.chars().count() <= 121, "{}", item.title);
}

#[test]
fn control_characters_do_not_get_in() {
    let item =
        read(r#"{"url":"https://a.example/1","outlet":"A","title":"a\u0000b\u0007","content":"x\ny"}"#)
            .expect("it is read");
    assert_eq!((item.title.as_str(), item.content.as_str()), ("ab", "x\ny"));
}

#[test]
fn what_is_wrong_is_said() {
    refused("", "not valid JSON");
    refused("{", "not valid JSON");
    refused("url,title", r#"a line looks like {"url": "#);
    refused("[1]", "a JSON object was expected");
    refused("5", "expected a JSON object");
    let members = r#""https://a.example", "T", "C", "2026-01-01", "A""#;
    refused(&format!("[{members}{}, false]", ", null".repeat(10)), "a JSON object was expected");
    refused(r#"{"title":"T","outlet":"A"}"#, "url is missing");
    refused(r#"{"url":"https://a.example","outlet":"A"}"#, "title and content are both missing");
    refused(r#"{"url":"https://a.example","title":"T"}"#, "outlet is missing");
    refused(
        r#"{"url":"https://a.example","title":"T","outlet":"A","published_at":"yesterday"}"#,
        "published_at \"yesterday\": not in the expected form; expected is 2026-01-31T09:30:00Z",
    );
    refused(
        r#"{"url":"https://a.example","title":"T","outlet":"A","published_at":"2026-02-30"}"#,
        "no such day",
    );
    refused(
        r#"{"url":"https://a.example","title":"T","outlet":"A","kind":"rumour"}"#,
        "kind \"rumour\" is not one of news, podcast",
    );
    refused(r#"{"url":"https://a.example","title":5,"outlet":"A"}"#, "not an item");
    refused(&format!("{}1{}", "[".repeat(500), "]".repeat(500)), "not");
}

#[test]
fn posts_lose_signs_that_nobody_sees() {
    let line = r#"{"url": "https://social.example/1", "kind": "conversation", "title": "", "outlet": {"name": "Social"},
        "published_at": "2026-01-01T00:00:00Z", "content": "Kra\u00adken and Ｂｉｎａｎｃｅ list a new token\u200e today"}"#;
    let line = line.replace('\n', " ");
    let digested =
        crate::digest::digest(vec![read(&line).expect("it is read")], Instant::from_ms(1_800_000_000_000));
    let (document, marks) = &digested.documents[0];
    assert_eq!(document.item.content, "Kraken and Binance list a new token today");
    let names: Vec<&str> = marks.mentions.iter().map(|mention| mention.name.as_str()).collect();
    assert!(names.contains(&"Kraken") && names.contains(&"Binance"), "{names:?}");
}

#[test]
fn quotation_marks_that_were_escaped_twice() {
    for (written, read_as) in [
        (r#"The \\\"hub\\\" opens: \\\"At last!\\\""#, r#"The "hub" opens: "At last!""#),
        (r#"A \"hub\" prints \\\"x\\\""#, r#"A "hub" prints \"x\""#),
        (r"C:\\quill and nothing else", r"C:\quill and nothing else"),
    ] {
        let line = format!(
            r#"{{"url":"https://a.example/1","outlet":"A","title":"{written}","content":"{written}","turns":[{{"speaker":"H","text":"{written}"}}]}}"#
        );
        let item = read(&line).expect("it is read");
        assert_eq!((item.title.as_str(), item.content.as_str()), (read_as, read_as));
        assert_eq!(item.turns[0].text, read_as);
    }
}
