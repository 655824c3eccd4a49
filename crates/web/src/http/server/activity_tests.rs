use super::*;
use runtime::config::Config;

fn limits() -> Limits {
    Limits {
        first_byte: Duration::from_millis(10),
        head: Duration::from_millis(20),
        idle: Duration::from_millis(40),
        stall: Duration::from_millis(30),
        ..Limits::of(&Config::default())
    }
}

#[tokio::test]
async fn each_state_has_its_limit() {
    let limits = limits();
    assert_eq!(Activity::new().overdue(&limits).await, Overdue::FirstByte);

    let activity = Activity::new();
    activity.heard();
    assert_eq!(activity.overdue(&limits).await, Overdue::Head);

    let activity = Activity::new();
    activity.heard();
    drop(activity.begin(false));
    assert_eq!(activity.overdue(&limits).await, Overdue::Idle);

    let mut working = activity.begin(false);
    working.made();
    assert_eq!(activity.overdue(&limits).await, Overdue::Stalled);
}

#[tokio::test]
async fn frames_between_requests_of_http2_are_no_head() {
    let activity = Activity::new();
    activity.heard();
    drop(activity.begin(true));
    activity.heard();
    assert_eq!(activity.overdue(&limits()).await, Overdue::Idle);
}

#[tokio::test]
async fn our_own_work_has_no_limit_here() {
    let activity = Activity::new();
    activity.heard();
    let mut working = activity.begin(false);
    let limits = limits();
    let waited = tokio::time::timeout(Duration::from_millis(150), activity.overdue(&limits)).await;
    assert!(waited.is_err(), "the answer is being made: {waited:?}");
    assert_eq!(activity.waiting(), None);
    working.made();
    working.stepped(false);
    let waited = tokio::time::timeout(Duration::from_millis(150), activity.overdue(&limits)).await;
    assert!(waited.is_err(), "more of the answer is being made: {waited:?}");
    working.stepped(true);
    assert_eq!(activity.overdue(&limits).await, Overdue::Stalled);
}

#[tokio::test]
async fn a_few_bytes_now_and_then_are_a_stall() {
    let activity = Activity::new();
    activity.heard();
    let _working = activity.begin(false);
    activity.blocked();
    activity.took(1);
    activity.blocked();
    assert!(matches!(activity.waiting(), Some((Waiting::Slow, _))));
    assert_eq!(activity.overdue(&limits()).await, Overdue::Stalled);
    activity.took(LEAST_TAKEN_BYTES);
    assert_eq!(activity.waiting(), None);
}
