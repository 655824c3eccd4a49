use super::*;

fn slots() -> Slots {
    let mut slots = Slots::new();
    slots.set("co", "Tidemark").set("noun", "the {co} [outage]");
    slots
}

#[test]
fn slots_and_choices_expand() {
    let mut rng = Rng::keyed(&[1]);
    assert_eq!(write("after {noun}, done", &slots(), &mut rng), "After the Tidemark outage, done");
    for _ in 0..50 {
        let text = write("[a|[b|c] d]", &slots(), &mut rng);
        assert!(["A", "B d", "C d"].contains(&text.as_str()), "{text}");
    }
    assert_eq!(write("{missing}", &slots(), &mut rng), "{missing}");
}

#[test]
fn broken_templates_do_not_panic() {
    let mut rng = Rng::keyed(&[2]);
    for template in ["", "[", "]", "{", "}", "[a|", "{co", "[[[|", "é[ü|ö"] {
        write(template, &slots(), &mut rng);
    }
}

#[test]
fn numbers_and_addresses_read_well() {
    assert_eq!(thousands(1_234_567), "1,234,567");
    assert_eq!(thousands(-950), "-950");
    assert_eq!(dollars(48.2), "$48 million");
    assert_eq!(dollars(1900.0), "$1.9 billion");
    assert_eq!(slug("Bitácora: Katarína O'Rahilly — 4.2%!"), "bitacora-katarina-orahilly-4-2");
    assert_eq!(
        title_case("miner's output rises as BTC nears the top"),
        "Miner's Output Rises as BTC Nears the Top"
    );
}
