use super::*;

#[tokio::test(start_paused = true)]
async fn requests_to_one_host_keep_their_distance() {
    let hosts = Hosts::new(2, 10, 1_000);
    let started = Instant::now();
    for _ in 0..3 {
        drop(hosts.turn("a.example").await);
    }
    assert_eq!(started.elapsed().as_millis(), 2_000);
    drop(hosts.turn("b.example").await);
    assert_eq!(started.elapsed().as_millis(), 2_000);
}

#[tokio::test(start_paused = true)]
async fn the_sec_is_one_host_with_its_own_pace() {
    let hosts = Hosts::new(20, 20, 5_000);
    let started = Instant::now();
    for host in ["www.sec.gov", "data.sec.gov", "sec.gov", "efts.sec.gov"].iter().cycle().take(41) {
        drop(hosts.turn(host).await);
    }
    // Forty gaps in five seconds: eight a second.
    assert_eq!(started.elapsed().as_millis(), 5_000);
}

#[tokio::test(start_paused = true)]
async fn a_host_may_ask_for_more_distance_and_not_for_less() {
    let hosts = Hosts::new(1, 1, 1_000);
    hosts.set_gap("a.example", 10);
    hosts.set_gap("b.example", 3_000);
    let started = Instant::now();
    for host in ["a.example", "a.example", "b.example", "b.example"] {
        drop(hosts.turn(host).await);
    }
    assert_eq!(started.elapsed().as_millis(), 4_000);
}

#[tokio::test(start_paused = true)]
async fn hosts_are_forgotten() {
    let hosts = Hosts::new(1, 1, 0);
    for i in 0..MAX_HOSTS + 100 {
        drop(hosts.turn(&format!("{i}.example")).await);
    }
    assert!(hosts.hosts.lock().expect("unpoisoned").len() <= MAX_HOSTS);
}
