use super::*;
use proptest::prelude::*;

#[track_caller]
fn check(bytes: &[u8], content_type: Option<&str>, expected: &str) {
    assert_eq!(decode(bytes, content_type).text, expected);
}

#[test]
fn marks_and_declarations() {
    check(b"\xEF\xBB\xBF<a>\xC3\xA9</a>", None, "<a>é</a>");
    check(b"\xFF\xFE<\0a\0>\0", None, "<a>");
    check(b"\0<\0a\0>", None, "<a>");
    check(b"\0\0\xFE\xFF\0\0\0<\0\0\0a\0\0\0>", None, "<a>");
    check(
        b"<?xml version='1.0' encoding='ISO-8859-1'?><a>\xE9</a>",
        None,
        "<?xml version='1.0' encoding='ISO-8859-1'?><a>é</a>",
    );
    check(b"<a>\xE9</a>", Some("text/xml; charset=iso-8859-1"), "<a>é</a>");
    check(
        b"<html><meta charset=windows-1251>\xCF\xF0\xE8\xE2\xE5\xF2",
        None,
        "<html><meta charset=windows-1251>Привет",
    );
    check(b"<a>\x83\x65\x83\x58\x83\x67</a>", Some("text/html; charset=\"Shift_JIS\""), "<a>テスト</a>");
}

#[test]
fn a_wrong_declaration_does_not_win_over_the_bytes() {
    let text = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>naïve café</a>";
    check(text.as_bytes(), Some("text/xml; charset=us-ascii"), text);
    check(
        b"<?xml version=\"1.0\" encoding=\"UTF-8\"?><a>caf\xE9</a>",
        None,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><a>café</a>",
    );
    check(
        b"<?xml version=\"1.0\" encoding=\"nonsense\"?><a/>",
        None,
        "<?xml version=\"1.0\" encoding=\"nonsense\"?><a/>",
    );
}

#[test]
fn a_few_broken_bytes_do_not_change_the_encoding() {
    let mut bytes = "Пять слов по-русски здесь".as_bytes().to_vec();
    bytes.push(0xC3);
    let decoded = decode(&bytes, None);
    assert!(decoded.damaged);
    assert!(decoded.text.starts_with("Пять слов"));
}

/// Titles as they come over the wire: declared in the XML, in a meta element, in the header, and not at all.
#[test]
fn the_encodings_of_other_languages() {
    let titles: [(&str, &[u8], &str); 4] = [
        ("GB18030", b"\xB1\xC8\xCC\xD8\xB1\xD2\xBC\xDB\xB8\xF1\xC9\xCF\xD5\xC7\xA3\xAC\xB1\xD2\xB0\xB2\xD0\xFB\xB2\xBC\xC9\xCF\xCF\xDF\xD0\xC2\xB5\xC4\xBD\xBB\xD2\xD7\xB6\xD4", "比特币价格上涨，币安宣布上线新的交易对"),
        ("Shift_JIS", b"\x83r\x83b\x83g\x83R\x83C\x83\x93\x89\xBF\x8Ai\x82\xAA\x8F\xE3\x8F\xB8\x81A\x8E\xE6\x88\xF8\x8F\x8A\x82\xAA\x90V\x96\xC1\x95\xBF\x82\xF0\x8F\xE3\x8F\xEA", "ビットコイン価格が上昇、取引所が新銘柄を上場"),
        ("EUC-KR", b"\xBA\xF1\xC6\xAE\xC4\xDA\xC0\xCE \xB0\xA1\xB0\xDD\xC0\xCC \xBB\xF3\xBD\xC2\xC7\xCF\xB0\xED \xB0\xC5\xB7\xA1\xBC\xD2\xB0\xA1 \xBD\xC5\xB1\xD4 \xBB\xF3\xC0\xE5\xC0\xBB \xB9\xDF\xC7\xA5\xC7\xDF\xB4\xD9", "비트코인 가격이 상승하고 거래소가 신규 상장을 발표했다"),
        ("windows-1251", b"\xCA\xF3\xF0\xF1 \xE1\xE8\xF2\xEA\xEE\xE8\xED\xE0 \xE2\xFB\xF0\xEE\xF1, \xE1\xE8\xF0\xE6\xE0 \xEE\xE1\xFA\xFF\xE2\xE8\xEB\xE0 \xEE \xEB\xE8\xF1\xF2\xE8\xED\xE3\xE5", "Курс биткоина вырос, биржа объявила о листинге"),
    ];
    for (encoding, bytes, title) in titles {
        let feed = [
            format!("<?xml version=\"1.0\" encoding=\"{encoding}\"?><title>").as_bytes(),
            bytes,
            b"</title>",
        ]
        .concat();
        assert!(decode(&feed, None).text.contains(title), "{encoding} in the XML");
        let page = [format!("<html><head><meta charset=\"{encoding}\"><title>").as_bytes(), bytes].concat();
        assert!(decode(&page, None).text.contains(title), "{encoding} in a meta element");
        let plain = [b"<rss><title>", bytes, b"</title></rss>"].concat();
        let header = format!("text/xml; charset={encoding}");
        assert!(decode(&plain, Some(&header)).text.contains(title), "{encoding} in the header");
        assert!(decode(&plain, None).text.contains(title), "{encoding} not declared");
    }
}

proptest! {
    #[test]
    fn never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..300), header in ".{0,30}") {
        let _ = decode(&bytes, Some(&header));
    }
}
