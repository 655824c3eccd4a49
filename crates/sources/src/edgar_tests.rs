use super::*;
use crate::catalog::SourceKind;
use proptest::prelude::*;

fn entry() -> SourceEntry {
    let mut entry =
        SourceEntry::added("https://data.sec.gov/submissions/CIK0000001234.json", SourceKind::Edgar);
    entry.outlet = "Harbour Mining".to_owned();
    entry.ticker = Some("HRBR".to_owned());
    entry
}

fn parse_at(bytes: &[u8], position: Option<&str>) -> Parsed {
    let entry = entry();
    let context = Context { entry: &entry, url: &entry.url, content_type: None, position };
    Edgar.parse(bytes, &context).expect("a list")
}

const SUBMISSIONS: &[u8] = br#"{"cik": "0000001234", "name": "HARBOUR MINING CORP", "tickers": ["HRBR"], "filings": {"recent": {
    "accessionNumber": ["0000001234-26-000003", "0000001234-26-000002", "0000001234-26-000001", "bad"],
    "acceptanceDateTime": ["2026-01-31T21:05:00.000Z", "2026-01-30T12:00:00.000Z", "2026-01-29T12:00:00.000Z", "2026-01-28T12:00:00.000Z"],
    "filingDate": ["2026-01-31", "2026-01-30", "2026-01-29", "2026-01-28"],
    "form": ["8-K", "4", "10-Q", "8-K"], "items": ["2.02,9.01", "", "", ""],
    "primaryDocument": ["hrbr-8k.htm", "doc4.xml", "hrbr-10q.htm", "x.htm"], "primaryDocDescription": ["8-K", "FORM 4", "10-Q", ""]}}}"#;

#[test]
fn submissions_become_filings() {
    let parsed = parse_at(SUBMISSIONS, None);
    let titles: Vec<&str> = parsed.items.iter().map(|item| item.title.as_str()).collect();
    assert_eq!(titles, ["Harbour Mining files 8-K: results of operations", "Harbour Mining files 10-Q"]);
    let item = &parsed.items[0];
    assert_eq!((item.kind, item.ticker.as_deref()), (Kind::Filing, Some("HRBR")));
    assert_eq!(
        item.url,
        "https://www.sec.gov/Archives/edgar/data/1234/000000123426000003/0000001234-26-000003-index.htm"
    );
    assert_eq!(
        parsed.follow_ups[0].url,
        "https://www.sec.gov/Archives/edgar/data/1234/000000123426000003/0000001234-26-000003.txt"
    );
    assert_eq!(
        parsed.follow_ups[1].url,
        "https://www.sec.gov/Archives/edgar/data/1234/000000123426000001/hrbr-10q.htm"
    );
    assert_eq!(parsed.position.as_deref(), Some("2026-01-31T21:05:00.000Z"));
    assert_eq!(parsed.n_skipped, 1);
}

#[test]
fn only_what_is_newer_than_the_position_is_read() {
    assert_eq!(parse_at(SUBMISSIONS, Some("2026-01-29T12:00:00.000Z")).items.len(), 1);
    assert_eq!(parse_at(SUBMISSIONS, Some("2026-02-01T00:00:00.000Z")).items.len(), 0);
}

#[test]
fn a_cik_is_enough_of_an_address() {
    let mut entry = entry();
    entry.url = "1234".to_owned();
    assert_eq!(
        Edgar.requests(&entry, None).expect("an ask"),
        [SourceRequest::get("https://data.sec.gov/submissions/CIK0000001234.json")]
    );
}

#[test]
fn edgar_lists_in_atom() {
    let atom = br#"<feed xmlns="http://www.w3.org/2005/Atom"><title>Latest Filings</title>
        <entry><title>8-K - Quay Holdings (0000005678) (Filer)</title><updated>2026-01-31T16:00:00-05:00</updated>
        <link href="https://www.sec.gov/Archives/edgar/data/5678/000000567826000009/0000005678-26-000009-index.htm"/></entry>
        <entry><title>4 - Someone (0000005679) (Reporting)</title>
        <link href="https://www.sec.gov/Archives/edgar/data/5679/000000567926000001/0000005679-26-000001-index.htm"/></entry></feed>"#;
    let parsed = parse_at(atom, None);
    assert_eq!((parsed.items.len(), parsed.n_skipped), (1, 1));
    assert_eq!(parsed.items[0].title, "Quay Holdings files 8-K");
    assert_eq!(parsed.items[0].published_at.map(|at| at.rfc3339()).as_deref(), Some("2026-01-31T21:00:00Z"));
}

const SUBMISSION: &str = "<SEC-DOCUMENT>0000001234-26-000003.txt : 20260131\n<ACCEPTANCE-DATETIME>20260131160500\nACCESSION NUMBER:\t0000001234-26-000003\n\
CONFORMED SUBMISSION TYPE:\t8-K\n\tCOMPANY CONFORMED NAME:\tHARBOUR MINING CORP\n\tCENTRAL INDEX KEY:\t0000001234\n</SEC-HEADER>\n\
<DOCUMENT>\n<TYPE>8-K\n<SEQUENCE>1\n<FILENAME>a.htm\n<TEXT>\n<html><body><ix:header>hidden facts</ix:header><div style='display: none'>unseen</div><p>On January 31 the company reported its results for the quarter, as the exhibit attached to this report says in detail.</p></body></html>\n</TEXT>\n</DOCUMENT>\n\
<DOCUMENT>\n<TYPE>EX-99.1\n<FILENAME>b.htm\n<DESCRIPTION>PRESS RELEASE\n<TEXT>\n<p>Revenue rose.</p>\n</TEXT>\n</DOCUMENT>\n\
<DOCUMENT>\n<TYPE>EX-10.1\n<FILENAME>c.htm\n<TEXT>\n<p>A long contract.</p>\n</TEXT>\n</DOCUMENT>\n\
<DOCUMENT>\n<TYPE>GRAPHIC\n<FILENAME>d.jpg\n<TEXT>\nbegin 644\n</TEXT>\n</DOCUMENT>\n</SEC-DOCUMENT>";

#[test]
fn a_submission_gives_its_report_and_its_news_exhibits() {
    let submission = read_submission(SUBMISSION);
    assert_eq!((submission.form.as_str(), submission.cik), ("8-K", Some(1234)));
    assert_eq!(submission.documents.len(), 3);
    let mut item = blank_item(Kind::Filing, &entry());
    apply_document(&mut item, SUBMISSION.as_bytes(), None).expect("a filing");
    assert_eq!(item.extent, Extent::Full);
    assert!(item.content.starts_with("On January 31 the company"), "{}", item.content);
    assert!(item.content.ends_with("EX-99.1\n\nRevenue rose."), "{}", item.content);
    assert!(
        !item.content.contains("contract")
            && !item.content.contains("unseen")
            && !item.content.contains("hidden")
    );
}

#[test]
fn the_sec_in_a_bad_mood_is_an_error() {
    let mut item = blank_item(Kind::Filing, &entry());
    assert!(apply_document(&mut item, b"<html>Request Rate Threshold Exceeded</html>", None).is_err());
    assert!(apply_document(&mut item, b"<html></html>", None).is_err());
}

proptest! {
    #[test]
    fn any_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let entry = entry();
        let context = Context { entry: &entry, url: &entry.url, content_type: None, position: None };
        let _ = Edgar.parse(&bytes, &context);
        let _ = read_submission(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn a_cut_submission_is_survived(at in 0usize..1600) {
        let _ = read_submission(&SUBMISSION[..SUBMISSION.floor_char_boundary(at)]).content();
    }
}
