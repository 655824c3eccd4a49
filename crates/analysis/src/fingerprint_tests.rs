use super::{near, of};

#[test]
fn a_text_without_words_is_no_copy() {
    assert_eq!(of("", " . "), 0);
    assert!(!near(0, 0));
}
