use super::*;

const LINES: &str = "<pad>\n<unk>\n<n2>\n<dec>\n<n4>\n##比特\n##币\nbit\n##coin\n,\n바이낸스\n##가";

fn tokens(text: &str) -> Vec<u32> {
    Pieces::new(LINES).tokens(&Folded::of(text, 100), 50)
}

#[test]
fn the_longest_pieces_are_taken() {
    assert_eq!(tokens("比特币，BitCoin"), [5, 6, 9, 7, 8]);
    assert_eq!(tokens("바이낸스가"), [10, 11]);
    assert_eq!(tokens("ＢＩＴ Bïtcoin"), [7, 7, 8]);
}

#[test]
fn what_is_not_known_counts_once() {
    assert_eq!(tokens("xyzzy 彁彁币"), [1, 1, 6]);
}

#[test]
fn numbers_are_grouped_by_points_or_commas() {
    assert_eq!(tokens("1.500 1,500 3,5 2.75 12"), [4, 4, 3, 3, 2]);
}

#[test]
fn a_thing_may_stand_inside_a_run() {
    let text = Folded::of("比特币比特", 100);
    assert_eq!(Pieces::new(LINES).cut(&text).marked((0, 5), &[(3, 5)]), [5, 6, THING]);
    let text = Folded::of("바이낸스가 bitcoin", 100);
    assert_eq!(Pieces::new(LINES).cut(&text).marked((0, 13), &[(0, 4)]), [THING, 11, 7, 8]);
}

#[test]
fn sentences_end_where_their_language_ends_them() {
    let text = Folded::of("币安被罚。比特币上涨3.5％！", 100);
    assert_eq!(text.sentence(6, 50), (5, 15));
    let text = Folded::of("Bitcoin sube. Ether cae un 3.5%.", 100);
    assert_eq!(text.sentence(16, 50), (13, 32));
}

#[test]
fn capitals_are_folded_as_their_small_letters() {
    for c in '\0'..=char::MAX {
        let narrow = if ('\u{ff01}'..='\u{ff5e}').contains(&c) { plain(c) } else { c };
        let lower = narrow.to_lowercase().next().unwrap_or(narrow);
        assert_eq!(plain(c), plain(lower), "{c:?}");
    }
}
