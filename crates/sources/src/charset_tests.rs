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

proptest! {
    #[test]
    fn never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..300), header in ".{0,30}") {
        let _ = decode(&bytes, Some(&header));
    }
}
