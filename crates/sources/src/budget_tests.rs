use super::*;

fn small(bytes: usize, nodes: usize) -> Limits {
    Limits { bytes, nodes, time: Duration::from_secs(60) }
}

#[test]
fn what_ends_first_is_the_reason() {
    let budget = Budget::new(small(100, 10), small(1000, 100));
    assert_eq!(budget.run(|| charge_bytes(100)), Ok(()));
    assert_eq!(budget.run(|| charge_bytes(101)), Err(Poisoned::Bytes(100)));
    assert_eq!(budget.run(|| (0..11).for_each(|_| charge_nodes(1))), Err(Poisoned::Nodes(10)));
    assert_eq!(budget.run(|| panic!("at {}", 7)), Err::<(), _>(Poisoned::Panicked("at 7".into())));
    let hasty = Budget::new(Limits { time: Duration::from_millis(1), ..small(9, 9) }, small(9, 9));
    let endless = || {
        loop {
            charge_step();
        }
    };
    assert_eq!(hasty.run(endless), Err::<(), _>(Poisoned::Time(Duration::from_millis(1))));
}

#[test]
fn a_poll_is_bounded_as_a_whole() {
    let budget = Budget::new(small(100, 10), small(250, 1000));
    assert_eq!(budget.run(|| charge_bytes(100)), Ok(()));
    assert_eq!(budget.run(|| charge_bytes(90)), Ok(()));
    assert_eq!(budget.clone().run(|| charge_bytes(61)), Err(Poisoned::PollSpent), "not its own fault");
    assert_eq!(budget.run(|| charge_bytes(1)), Err(Poisoned::PollSpent));
}

#[test]
fn what_is_thrown_away_is_given_back() {
    let budget = Budget::new(small(100, 10), small(100, 10));
    let twice = || {
        charge_bytes(80);
        charge_nodes(8);
        give_back(80, 8);
        charge_bytes(80);
        charge_nodes(8);
    };
    assert_eq!(budget.run(twice), Ok(()));
    // Outside of a budget nothing is counted.
    charge_bytes(usize::MAX);
}
