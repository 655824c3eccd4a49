use std::collections::HashSet;

use proptest::prelude::*;

use super::*;

fn key() -> Key {
    Key::make(KeyKind::Live, &std::array::from_fn(|i| i as u8))
}

/// A key once issued must be readable for ever: this one was made by the first version.
#[test]
fn the_format_does_not_change() {
    let text = key().reveal().to_owned();
    assert_eq!(text, "bw_live_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDlf7SBRNl");
    assert_eq!(key().hash(b"").hex(), "d5dd2044b7b346ac87c1d6420be19b65c328ba4fc1c72ab9bdf4f14c5705ab88");
    assert_eq!(
        key().hash(b"pepper").hex(),
        "59c356a517e93c4ac6176090a3a2c9de8c8315a48d3b2df248bad5b1b481979d"
    );
}

#[test]
fn base62_of_known_numbers() {
    let digits = |number: &[u8], digits| {
        let mut text = String::new();
        push_base62(&mut text, number, digits);
        text
    };
    assert_eq!(digits(&[0], 3), "000");
    assert_eq!(digits(&[61], 2), "0z");
    assert_eq!(digits(&[62], 2), "10");
    assert_eq!(digits(&[0x0f, 0x03], 2), "zz");
    assert_eq!(digits(&[0x0f, 0x04], 3), "100");
    // 2^256 - 1 needs all 43 digits, and its first is not zero.
    let largest = digits(&[255; 32], SECRET_DIGITS);
    assert_eq!(largest.len(), 43);
    assert_ne!(&largest[..1], "0");
}

#[track_caller]
fn check(text: &str, error: KeyError) {
    assert_eq!(Key::parse(text).map(|key| key.reveal().to_owned()), Err(error), "{text:?}");
}

#[test]
fn each_cause_is_told_apart() {
    let good = key().reveal().to_owned();
    check("", KeyError::WrongPrefix);
    check("bw_", KeyError::WrongPrefix);
    check("sk_live_abc", KeyError::WrongPrefix);
    check(&good.to_uppercase(), KeyError::WrongPrefix);
    check(&good.replace("live", "prod"), KeyError::WrongPrefix);
    check("bw_live_", KeyError::Malformed);
    check(&good[..good.len() - 1], KeyError::Malformed);
    check(&format!("{good}0"), KeyError::Malformed);
    check(&format!("{}-{}", &good[..20], &good[21..]), KeyError::Malformed);
    // The right number of bytes, and a character that is longer than one.
    check(&format!("bw_live_é{}", &good[10..]), KeyError::Malformed);
    // The other kind's prefix on the same secret.
    check(&good.replace("live", "test"), KeyError::Mistyped);
}

#[test]
fn neither_key_nor_hash_prints_its_secret() {
    let key = key();
    let shown = format!("{key} {key:?} {:?}", key.hash(b""));
    assert!(!shown.contains(&key.reveal()[8..20]));
    assert!(shown.starts_with("bw_live_…") && shown.contains(key.last_four()));
    assert!(!shown.contains(&key.hash(b"").hex()[..8]));
}

#[test]
fn the_pepper_and_the_kind_change_the_hash() {
    let secret = [7; 32];
    let (live, test) = (Key::make(KeyKind::Live, &secret), Key::make(KeyKind::Test, &secret));
    let hashes: HashSet<String> = [&live, &test]
        .into_iter()
        .flat_map(|key| [&b""[..], b"a", b"b"].map(|pepper| key.hash(pepper).hex()))
        .collect();
    assert_eq!(hashes.len(), 6);
    assert_eq!(live.hash(b"a"), Key::parse(live.reveal()).expect("a key").hash(b"a"));
    assert_ne!(live.hash(b"a"), live.hash(b"b"));
}

proptest! {
    #[test]
    fn a_made_key_is_read_again(secret in any::<[u8; 32]>(), live in any::<bool>()) {
        let kind = if live { KeyKind::Live } else { KeyKind::Test };
        let key = Key::make(kind, &secret);
        let read = Key::parse(key.reveal()).expect("a key");
        prop_assert_eq!(read.kind(), kind);
        prop_assert_eq!(read.hash(b"p"), key.hash(b"p"));
    }

    #[test]
    fn different_secrets_are_different_keys(a in any::<[u8; 32]>(), b in any::<[u8; 32]>()) {
        prop_assume!(a != b);
        let (a, b) = (Key::make(KeyKind::Live, &a), Key::make(KeyKind::Live, &b));
        prop_assert_ne!(a.reveal(), b.reveal());
    }

    #[test]
    fn one_wrong_or_two_swapped_characters_are_seen(
        secret in any::<[u8; 32]>(), at in 8usize..56, digit in 0usize..62, swap in any::<bool>(),
    ) {
        let key = Key::make(KeyKind::Live, &secret);
        let mut bytes = key.reveal().as_bytes().to_vec();
        if swap { bytes.swap(at, at + 1) } else { bytes[at] = BASE62[digit] }
        let text = String::from_utf8(bytes).expect("ASCII");
        prop_assume!(text != key.reveal());
        prop_assert_eq!(Key::parse(&text).map(|_| ()), Err(KeyError::Mistyped));
    }

    #[test]
    fn nothing_panics(text in "(bw_live_|bw_test_)?\\PC{0,60}") {
        let _ = Key::parse(&text);
    }
}
