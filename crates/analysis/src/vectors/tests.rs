use super::*;

const OFFER: (&str, &str) = ("Miner raises money to buy bitcoin", "The company sold bonds and bought coins.");
const THEFT: (&str, &str) = ("Hackers drain a lending protocol", "The attacker stole tokens through a bug.");

fn near(a: (&str, &str), b: (&str, &str)) -> f32 {
    Vector::of(a.0, a.1).cosine(&Vector::of(b.0, b.1))
}

#[test]
fn what_means_the_like_lies_near_without_sharing_words() {
    let other_offer = ("Firm issues debt for purchases of BTC", "Proceeds go into the crypto treasury.");
    let other_theft =
        ("Exploit empties DeFi pool", "Thieves made off with the funds after a smart contract flaw.");
    assert!(near(OFFER, other_offer) > near(OFFER, other_theft) + 0.1);
    assert!(near(THEFT, other_theft) > near(THEFT, other_offer) + 0.1);
}

#[test]
fn a_text_lies_on_itself_and_nothing_lies_nowhere() {
    assert!((near(OFFER, OFFER) - 1.0).abs() < 0.02);
    assert_eq!(Vector::of("", " \u{1f680} "), Vector::of("", " \u{1f680} "));
    assert_eq!(Vector::of("", ""), Vector::ZERO);
    assert_eq!(Vector::ZERO.cosine(&Vector::of(OFFER.0, OFFER.1)), 0.0);
}

#[test]
fn long_and_hostile_texts_stay_in_bounds() {
    let long = "bitcoin treasury ".repeat(50_000);
    let vector = Vector::of(&long, &long);
    let squares: i32 = vector.numbers().iter().map(|number| i32::from(*number).pow(2)).sum();
    assert!((f64::from(squares).sqrt() - LENGTH).abs() < LENGTH * 0.1, "{squares}");
    for text in ["\u{0}\u{ffff}", "<<<<<", &"\u{301}".repeat(9_000)] {
        Vector::of(text, text);
    }
}

#[test]
fn numbers_come_back() {
    let vector = Vector::of(THEFT.0, THEFT.1);
    assert_eq!(Vector::from_numbers(*vector.numbers()), vector);
}
