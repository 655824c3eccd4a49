use super::*;

fn address(text: &str) -> IpAddr {
    text.parse().expect("an address")
}

fn admit(table: &Arc<ConnectionTable>, from: &str) -> (Result<Place, Refusal>, Arc<Activity>) {
    let activity = Activity::new();
    (table.admit(address(from), &activity), activity)
}

#[test]
fn a_customer_of_ipv6_is_a_whole_64() {
    assert_eq!(
        neighbourhood(address("2001:db8:1:2:aaaa::1")),
        neighbourhood(address("2001:db8:1:2:bbbb::2"))
    );
    assert_ne!(neighbourhood(address("2001:db8:1:2::1")), neighbourhood(address("2001:db8:1:3::1")));
    assert_eq!(neighbourhood(address("::ffff:192.0.2.7")), address("192.0.2.7"));
}

#[tokio::test]
async fn the_unproven_go_before_the_idle_and_the_busy_stay() {
    let table = ConnectionTable::new(3, None);
    let (busy, working) = admit(&table, "192.0.2.1");
    let _working = working.begin(false);
    let (idle, asked) = admit(&table, "192.0.2.2");
    drop(asked.begin(false));
    let (silent, _activity) = admit(&table, "192.0.2.3");
    let (newcomer, answered) = admit(&table, "192.0.2.4");
    let _answered = answered.begin(false);
    silent.expect("a place").evicted().await;
    let (another, also) = admit(&table, "192.0.2.5");
    let _also = also.begin(false);
    idle.expect("a place").evicted().await;
    assert_eq!(admit(&table, "192.0.2.6").0.err(), Some(Refusal::Full), "all are being answered");
    drop((busy, newcomer, another));
    assert!(table.open().connections.is_empty() && table.open().neighbours.is_empty());
}

#[tokio::test]
async fn an_address_at_its_limit_loses_its_own_silent_ones() {
    let table = ConnectionTable::new(100, Some(2));
    let (elsewhere, _quiet) = admit(&table, "192.0.2.9");
    let (first, _first) = admit(&table, "192.0.2.1");
    let (_second, busy) = admit(&table, "192.0.2.1");
    let _busy = busy.begin(false);
    let (third, busy) = admit(&table, "192.0.2.1");
    let _also = busy.begin(false);
    assert!(third.is_ok());
    first.expect("a place").evicted().await;
    assert_eq!(admit(&table, "192.0.2.1").0.err(), Some(Refusal::FullForAddress));
    let elsewhere = elsewhere.expect("a place");
    assert_eq!(table.open().connections.len(), 3);
    drop(elsewhere);
}
