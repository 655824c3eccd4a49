use super::*;

fn address(text: &str) -> IpAddr {
    text.parse().expect("an address")
}

fn admit(table: &Arc<ConnectionTable>, from: &str) -> (Result<Place, Refusal>, Arc<Activity>) {
    let activity = Activity::new();
    (table.admit(address(from), &activity), activity)
}

/// As if all had come a while ago.
fn age(table: &ConnectionTable) {
    table.open().connections.values_mut().for_each(|connection| connection.since -= FRESH_FOR);
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
    age(&table);
    let (newcomer, answered) = admit(&table, "192.0.2.4");
    let _answered = answered.begin(false);
    silent.expect("a place").evicted().await;
    let (another, also) = admit(&table, "192.0.2.5");
    let _also = also.begin(false);
    idle.expect("a place").evicted().await;
    assert_eq!(admit(&table, "192.0.2.6").0.err(), Some(Refusal::Full), "all are being answered");
    drop((busy, newcomer, another));
    assert!(table.open().connections.is_empty() && table.open().neighbours.is_empty());
    assert!(table.open().silent.is_empty());
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

#[tokio::test]
async fn who_has_just_come_goes_last() {
    let table = ConnectionTable::new(4, None);
    let (old, _old) = admit(&table, "192.0.2.1");
    age(&table);
    let (first, _first) = admit(&table, "192.0.2.2");
    let (idle, asked) = admit(&table, "192.0.2.3");
    drop(asked.begin(false));
    let (second, _second) = admit(&table, "192.0.2.4");
    let (third, _third) = admit(&table, "192.0.2.5");
    old.expect("a place").evicted().await;
    let (fourth, busy) = admit(&table, "192.0.2.6");
    let _busy = busy.begin(false);
    idle.expect("a place").evicted().await;
    // All have just come: a newcomer is let in all the same, and never at the cost of the last before it.
    let newcomers: Vec<_> = (7..9).map(|number| admit(&table, &format!("192.0.2.{number}"))).collect();
    for gone in [first, second] {
        gone.expect("a place").evicted().await;
    }
    assert!(newcomers.iter().all(|(place, _)| place.is_ok()));
    assert_eq!(table.open().connections.len(), 4);
    drop((third, fourth));
}

#[tokio::test]
async fn the_oldest_silent_one_of_the_address_with_most_goes_first() {
    let table = ConnectionTable::new(8, None);
    let (alone, _quiet) = admit(&table, "192.0.2.1");
    age(&table);
    let mut crowd: Vec<_> = (0..7).map(|_| admit(&table, "192.0.2.9")).collect();
    // The crowd's own newcomers make room, although another is silent for longer.
    for _ in 0..3 {
        let newcomer = admit(&table, "192.0.2.2");
        assert!(newcomer.0.is_ok());
        let (oldest, _) = crowd.remove(0);
        oldest.expect("a place").evicted().await;
        crowd.push(newcomer);
    }
    // No more than are spared are left of it.
    assert!(admit(&table, "192.0.2.3").0.is_ok());
    alone.expect("a place").evicted().await;
}

/// Looking for a silent one never costs an idle one its place, however many of the first looked at have asked.
#[tokio::test]
async fn many_who_have_asked_do_not_hide_one_that_is_silent() {
    let table = ConnectionTable::new(101, None);
    let mut open: Vec<_> = (0..100).map(|number| admit(&table, &format!("192.0.2.{number}"))).collect();
    for (_, activity) in &open {
        drop(activity.begin(false));
    }
    let (silent, _activity) = admit(&table, "198.51.100.1");
    age(&table);
    open.push(admit(&table, "198.51.100.2"));
    silent.expect("a place").evicted().await;
    assert!(open.iter().all(|(place, _)| place.is_ok()));
}
