//! Every metered call is charged once or not at all.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use admission::{Admission, Terms, Visit};
use axum::body::Body;
use axum::http::{Request, StatusCode};
use domain::{Credits, Instant, MicroUsd};
use futures_util::FutureExt;
use interface::{Answer, RequestContext, Work};
use metering::headers::USAGE_HEADERS;
use runtime::clock::Clock;
use runtime::config::Config;
use runtime::error::{ApiError, Code};
use store::ledger::{HoldRequest, Payer, Placed, PurseTerms};
use web::operations;

use crate::app::{Reply, TestApp};

/// Two credits: one for the call, one for a block of results.
const TWO: &str = "/feed?startDate=2026-03-01&endDate=2026-03-02&limit=25";
const FIVE: &str = "/feed?startDate=2026-03-01&endDate=2026-03-02&limit=100";

fn usage(reply: &Reply) -> Vec<String> {
    USAGE_HEADERS.iter().map(|(name, _)| reply.header(name).to_owned()).collect()
}

#[track_caller]
fn check(reply: &Reply, status: u16, expected: [&str; 12]) {
    assert_eq!(reply.status.as_u16(), status, "{}", String::from_utf8_lossy(&reply.body));
    assert_eq!(usage(reply), expected);
}

#[tokio::test]
async fn a_free_day() {
    let app = TestApp::metered().await;
    let key = app.key("acme", "free").await;
    let reset = "2026-03-16T00:00:00Z";
    let line = |charged, tool, volume, used, left, today| {
        [charged, tool, volume, "included", used, left, reset, "0.00", "0.00", "none", today, today]
    };
    check(&app.get_with(&key, TWO).await, 200, line("2", "1", "1", "2", "3", "2"));
    check(&app.get_with(&key, TWO).await, 200, line("2", "1", "1", "4", "1", "4"));
    let reply = app.get_with(&key, TWO).await;
    check(&reply, 429, line("0", "0", "0", "4", "1", "4"));
    let body = reply.json();
    assert_eq!((body["code"].as_str(), body["resetsAt"].as_str()), (Some("credits_exhausted"), Some(reset)));
    assert!(reply.header("retry-after").is_empty(), "waiting seconds is no use");
    // An error is not charged and says how things stand.
    check(&app.get_with(&key, "/feed?limit=0").await, 400, line("0", "0", "0", "4", "1", "4"));
    assert_eq!(app.audit().await, 4);

    // The second before midnight, and midnight.
    app.app.clock.set(Instant::parse("2026-03-15T23:59:59.999Z").expect("an instant"));
    assert_eq!(app.get_with(&key, TWO).await.status, StatusCode::TOO_MANY_REQUESTS);
    app.app.clock.set(Instant::parse(reset).expect("an instant"));
    let next = "2026-03-17T00:00:00Z";
    let expected = ["2", "1", "1", "included", "2", "3", next, "0.00", "0.00", "none", "2", "6"];
    check(&app.get_with(&key, TWO).await, 200, expected);
    assert_eq!(app.audit().await, 6);
}

#[tokio::test]
async fn registered_buys_up_to_twenty_a_day() {
    let app = TestApp::metered().await;
    let key = app.key("acme", "registered").await;
    assert_eq!(app.get_with(&key, FIVE).await.header("x-service-funding-source"), "included");
    for bought in 1..=4 {
        let reply = app.get_with(&key, FIVE).await;
        assert_eq!(reply.header("x-service-funding-source"), "registered_metered");
        assert_eq!(reply.header("x-service-credential-daily-credits"), (5 * (bought + 1)).to_string());
    }
    let reply = app.get_with(&key, TWO).await;
    assert_eq!(
        (reply.status.as_u16(), reply.json()["code"].as_str()),
        (429, Some("daily_paid_limit_reached"))
    );
    let usage = app.get_with(&key, "/usage").await.json();
    assert_eq!(usage["total"]["owedUsd"], "1.00");
    assert_eq!(app.audit().await, 25);
    // An unpaid bill stops the buying, and only that.
    app.accounts().set_payment_status("acme", "past_due").await.expect("noted");
    app.app.clock.set(Instant::parse("2026-03-16T00:00:00Z").expect("an instant"));
    assert_eq!(app.get_with(&key, FIVE).await.header("x-service-payment-status"), "past_due");
    let reply = app.get_with(&key, TWO).await;
    assert_eq!(reply.json()["code"], "credits_exhausted");
    assert!(reply.json()["detail"].as_str().expect("words").contains("settle the open payment"));
}

#[tokio::test]
async fn a_subscription_in_the_order_of_its_purses() {
    let app = TestApp::metered().await;
    let key = app.key("acme", "pro").await;
    app.accounts().top_up("acme", Credits::new(7)).await.expect("granted");
    app.accounts().set_overage("acme", Some(MicroUsd::new(300_000))).await.expect("agreed");
    for _ in 0..198 {
        app.get_with(&key, FIVE).await;
        app.app.clock.set(app.app.clock.now().plus_ms(1000));
    }
    let mut seen = Vec::new();
    for path in [TWO, FIVE, TWO, FIVE, TWO, FIVE, TWO, FIVE, TWO, FIVE] {
        let reply = app.get_with(&key, path).await;
        seen.push(format!(
            "{} {} {} {} {}",
            reply.status.as_u16(),
            reply.header("x-service-credits-charged"),
            reply.header("x-service-funding-source"),
            reply.header("x-service-included-remaining"),
            reply.header("x-service-overage-accrued"),
        ));
    }
    // 990 are used; a call is never split, and a smaller one may still fit where a larger one did not.
    assert_eq!(
        seen,
        [
            "200 2 included 8 0.00",
            "200 5 included 3 0.00",
            "200 2 included 1 0.00",
            "200 5 legacy_prepaid 1 0.00",
            "200 2 legacy_prepaid 1 0.00",
            "200 5 subscriber_overage 1 0.125",
            "200 2 subscriber_overage 1 0.175",
            "200 5 subscriber_overage 1 0.30",
            "429 0 included 1 0.30",
            "429 0 included 1 0.30",
        ]
    );
    let reply = app.get_with(&key, TWO).await;
    assert_eq!(reply.json()["code"], "overage_cap_reached");
    assert_eq!(reply.header("x-service-overage-cap"), "0.30");
    // Switched off, what accrued is still owed.
    app.accounts().set_overage("acme", None).await.expect("ended");
    let reply = app.get_with(&key, TWO).await;
    assert_eq!(reply.header("x-service-overage-accrued"), "0.30");
    assert_eq!(reply.json()["code"], "credits_exhausted");
    // To another subscription within the period: what was used stays used.
    app.accounts().set_plan("acme", "team").await.expect("changed");
    assert_eq!(app.get_with(&key, FIVE).await.header("x-service-included-used"), "1004");
    assert_eq!(app.audit().await, 999 + 7 + 12 + 5);
}

#[tokio::test]
async fn keys_of_one_account_share_its_purse_and_are_counted_apart() {
    let app = TestApp::metered().await;
    let one = app.key("acme", "pro").await;
    let other = app.another_key("acme", "second").await;
    app.get_with(&one, TWO).await;
    let reply = app.get_with(&other, FIVE).await;
    assert_eq!(
        [
            reply.header("x-service-included-used"),
            reply.header("x-service-credential-daily-credits"),
            reply.header("x-service-credential-monthly-credits")
        ],
        ["7", "5", "5"]
    );
    let usage = app.get_with(&one, "/usage").await;
    assert!(usage.header("x-service-credits-charged").is_empty(), "unmetered");
    assert_eq!(usage.header("cache-control"), "no-store");
    let usage = usage.json();
    assert_eq!(usage["byDay"][0]["credits"], 7);
    assert_eq!(usage["byRoute"][0]["key"], "/feed");
    let names: Vec<_> =
        usage["byCredential"].as_array().expect("keys").iter().map(|key| key["name"].clone()).collect();
    assert!(names.contains(&"first".into()) && names.contains(&"second".into()), "{names:?}");
    assert_eq!(usage["purses"][0]["remaining"], 993);
    assert_eq!(usage["rows"].as_array().map(Vec::len), Some(2));
    let stranger = app.key("other", "free").await;
    assert_eq!(app.get_with(&stranger, "/usage").await.json()["total"]["calls"], 0);
}

#[tokio::test]
async fn quotes_are_what_is_charged() {
    let app = TestApp::metered().await;
    let key = app.key("acme", "registered").await;
    let quote = app.get_with(&key, "/quote?path=%2Ffeed%3Flimit%3D100").await.json();
    assert_eq!(
        (quote["credits"].as_u64(), quote["fundingSource"].as_str(), quote["owedUsd"].as_str()),
        (Some(5), Some("included"), Some("0.00"))
    );
    app.get_with(&key, TWO).await;
    let quote = app.get_with(&key, "/quote?path=%2Ffeed%3Flimit%3D100").await.json();
    assert_eq!(
        (quote["fundingSource"].as_str(), quote["owedUsd"].as_str()),
        (Some("registered_metered"), Some("0.25"))
    );
    let quote = app.get("/quote?path=/feed").await;
    assert!(quote.header("cache-control").starts_with("public"), "without a key it may be kept");
    assert_eq!((quote.json()["credits"].as_u64(), quote.json()["toolCredits"].as_u64()), (Some(3), Some(1)));
    assert_eq!(app.get("/quote?path=/health").await.json()["metered"], false);
    assert_eq!(app.get("/quote?path=/nowhere").await.status, StatusCode::NOT_FOUND);
    assert_eq!(app.get("/quote").await.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn rate_limits_by_account_and_by_address() {
    let app = TestApp::metered().await;
    let key = app.key("acme", "free").await;
    let first = app.get_with(&key, "/usage").await;
    assert_eq!(first.header("ratelimit-policy"), "\"default\";q=60;w=60");
    assert_eq!(first.header("ratelimit"), "\"default\";r=59;t=1");
    for _ in 0..59 {
        app.get_with(&key, "/usage").await;
    }
    let reply = app.get_with(&key, TWO).await;
    assert_eq!((reply.status.as_u16(), reply.json()["code"].as_str()), (429, Some("rate_limited")));
    assert_eq!((reply.header("retry-after"), reply.json()["retryAfterSeconds"].as_u64()), ("1", Some(1)));
    assert_eq!(reply.header("x-service-credits-charged"), "0", "all twelve, also here");
    assert_eq!(usage(&reply).iter().filter(|value| value.is_empty()).count(), 0);
    let second = app.another_key("acme", "second").await;
    assert_eq!(
        app.get_with(&second, TWO).await.status.as_u16(),
        429,
        "the keys of an account share its bucket"
    );
    let other = app.key("other", "free").await;
    assert_eq!(app.get_with(&other, TWO).await.status, StatusCode::OK, "a bucket for each account");

    for _ in 0..60 {
        assert_eq!(app.get("/quote?path=/feed").await.status, StatusCode::OK);
    }
    let reply = app.get("/quote?path=/feed").await;
    assert_eq!(reply.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(reply.header("x-service-credits-charged").is_empty(), "nobody is charged without a key");
    app.app.clock.set(app.app.clock.now().plus_ms(1000));
    assert_eq!(app.get("/quote?path=/feed").await.status, StatusCode::OK);
}

#[tokio::test]
async fn the_proxy_in_front_names_the_address() {
    let config =
        Config { client_address_header: "x-forwarded-for".into(), rate_keyless: 1, ..Config::default() };
    let app = TestApp::with(config).await;
    let ask = async |forwarded: &str| {
        let request = Request::get("/quote?path=/feed").header("x-forwarded-for", forwarded);
        app.send(request.body(Body::empty()).expect("a request")).await.status.as_u16()
    };
    assert_eq!(ask("192.0.2.1").await, 200);
    assert_eq!(ask("198.51.100.9, 192.0.2.1").await, 429, "only the last one is the proxy's word");
    assert_eq!(ask("192.0.2.2").await, 200);
}

/// What an operation would do, without one.
fn work(answer: Result<bool, Code>) -> Work {
    Box::new(move |_, _| {
        Box::pin(async move {
            tokio::task::yield_now().await;
            match answer {
                Ok(charged) => Ok(Answer {
                    status: 200,
                    content_type: "text/plain",
                    body: Vec::new().into(),
                    charged,
                    fresh_for_s: 0,
                    paging: interface::Paging::default(),
                }),
                Err(code) => Err(ApiError::new(code, "It went wrong.")),
            }
        })
    })
}

/// A call for 25 results.
pub fn terms_of(entry: &interface::Entry) -> Terms {
    let query = vec![("limit".to_owned(), "25".to_owned())];
    let mut reader = interface::ParamReader::new(entry.route, Vec::new(), query, serde_json::Map::new());
    let _ = (entry.prepare)(&mut reader);
    entry.terms(&reader)
}

struct Call {
    key: String,
    terms: Terms,
}

impl Call {
    fn new(key: &str) -> Call {
        let feed = operations::all().into_iter().find(|entry| entry.route.path == "/feed").expect("feed");
        Call { key: key.to_owned(), terms: terms_of(&feed) }
    }

    async fn make(&self, app: &TestApp, work: Work) -> (Result<u16, Code>, Vec<String>) {
        let app = &app.app;
        let feed = operations::all().into_iter().find(|entry| entry.route.path == "/feed").expect("feed");
        let mut headers = axum::http::HeaderMap::new();
        headers.insert("authorization", format!("Bearer {}", self.key).parse().expect("a header"));
        let visit = Visit { headers: &headers, address: [127, 0, 0, 1].into(), target: TWO };
        let now = app.clock.now();
        let caller = admission::identify(&app.admission, feed.access, &visit, now).await.expect("a good key");
        let ask = RequestContext {
            now,
            request_id: String::new(),
            actor: caller.actor(),
            address: None,
            account: caller.account().map(str::to_owned),
            scope: caller.scope(),
            format: interface::Format::Json,
        };
        let admitted =
            admission::around(&app.admission, &caller, &visit, &self.terms, &ask, Ok(work(app, &ask).into()))
                .await;
        let headers = USAGE_HEADERS.iter().map(|(name, _)| {
            let value = admitted.headers.iter().find(|(found, _)| found.as_str().eq_ignore_ascii_case(name));
            value.and_then(|(_, value)| value.to_str().ok()).unwrap_or("").to_owned()
        });
        (admitted.answer.map(|answer| answer.status).map_err(|error| error.code), headers.collect())
    }
}

/// Sixty-four clients, twenty thousand calls, a purse for eight thousand credits and calls of two: half of
/// the calls fail after their credits were held.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_race_for_the_last_credit() {
    let app = TestApp::with(Config { rate_subscription: 100_000_000, ..Config::default() }).await;
    race(app, "team", 8000, 64, 20_000).await;
}

/// The same, smaller, on the other engine.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_race_for_the_last_credit_on_postgres() {
    let Some(store) = store::testing::postgres().await else { return };
    let config = Config { rate_subscription: 100_000_000, ..Config::default() };
    let app = TestApp::on(store.clone(), tempfile::tempdir().expect("a scratch folder"), config);
    race(app, "pro", 1000, 16, 1600).await;
}

async fn race(app: TestApp, plan: &str, purse: u32, clients: u32, calls: u32) {
    let app = Arc::new(app);
    let key = app.key("acme", plan).await;
    let counters = Arc::new([const { AtomicU32::new(0) }; 2]);
    let clients_running = (0..clients).map(|_| {
        let (app, call, counters) = (Arc::clone(&app), Call::new(&key), Arc::clone(&counters));
        tokio::spawn(async move {
            let [next, charged] = &*counters;
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= calls {
                    return;
                }
                let fails = number % 2 == 1;
                let outcome = if fails { Err(Code::TemporarilyUnavailable) } else { Ok(true) };
                let (answer, headers) = call.make(&app, work(outcome)).await;
                let said = |i: usize| headers[i].parse::<u32>().expect("a number");
                match answer {
                    Ok(200) => {
                        assert_eq!((fails, said(0)), (false, 2));
                        charged.fetch_add(1, Ordering::Relaxed);
                    }
                    Err(Code::CreditsExhausted) => {
                        // What the others hold at this moment is all that may stand in the way.
                        assert!(said(0) == 0 && said(4) >= purse - 2 * clients, "{headers:?}");
                    }
                    Err(Code::TemporarilyUnavailable) => assert_eq!((fails, said(0)), (true, 0)),
                    other => panic!("{other:?}"),
                }
                // Used and remaining always add up to the allowance, whatever runs beside.
                assert_eq!(said(4) + said(5), purse);
            }
        })
    });
    for client in clients_running.collect::<Vec<_>>() {
        client.await.expect("a client");
    }
    let charged = counters[1].load(Ordering::Relaxed);
    assert_eq!(app.audit().await, i64::from(charged) * 2, "the ledger has what the clients were told");
    assert!(charged <= purse / 2, "{charged}");
    // Failing calls hold credits for a moment, so the last ones may be refused early; not one is lost.
    let call = Call::new(&key);
    for _ in charged..purse / 2 {
        assert_eq!(call.make(&app, work(Ok(true))).await.0, Ok(200));
    }
    assert_eq!(call.make(&app, work(Ok(true))).await.0, Err(Code::CreditsExhausted));
    assert_eq!(app.audit().await, i64::from(purse));
}

#[tokio::test]
async fn a_replay_that_costs_nothing() {
    let app = TestApp::metered().await;
    let call = Call::new(&app.key("acme", "free").await);
    let (answer, headers) = call.make(&app, work(Ok(false))).await;
    assert_eq!((answer, headers[0].as_str(), headers[4].as_str()), (Ok(200), "0", "0"));
    assert_eq!(app.audit().await, 0);
}

/// A hold need not be durable, so readers see it a moment later.
async fn soon_visible() {
    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
}

#[tokio::test]
async fn whoever_leaves_is_not_charged() {
    let app = TestApp::metered().await;
    let call = Call::new(&app.key("acme", "free").await);
    let (started, waits) = tokio::sync::oneshot::channel();
    let endless: Work = Box::new(move |_, _| {
        Box::pin(async move {
            let _ = started.send(());
            std::future::pending().await
        })
    });
    {
        let leaving = call.make(&app, endless);
        tokio::pin!(leaving);
        tokio::select! {
            _ = &mut leaving => panic!("it never ends"),
            _ = waits => {}
        }
        soon_visible().await;
        assert_eq!(app.app.store.ledger.open_holds().await.expect("a count"), 1);
    }
    assert_eq!(app.audit().await, 0);
}

#[tokio::test]
async fn a_panic_gives_the_credits_back() {
    let app = TestApp::metered().await;
    let call = Call::new(&app.key("acme", "free").await);
    let panicking: Work = Box::new(|_, _| Box::pin(async { panic!("on purpose") }));
    let (answer, headers) = call.make(&app, panicking).await;
    assert_eq!((answer, headers[0].as_str()), (Err(Code::Internal), "0"));
    assert_eq!(app.audit().await, 0);
}

#[tokio::test]
async fn a_hold_that_nobody_settles_is_swept() {
    let app = TestApp::metered().await;
    let call = Call::new(&app.key("acme", "free").await);
    let app_again = Arc::clone(&app.app);
    // The work takes so long that the sweep comes first: the answer is refused rather than given away.
    let slow: Work = Box::new(move |_, _| {
        Box::pin(async move {
            soon_visible().await;
            app_again.clock.set(app_again.clock.now().plus_ms(61_000));
            admission::sweep::holds(&app_again.admission, app_again.clock.now()).await.expect("swept");
            Ok(Answer {
                status: 200,
                content_type: "text/plain",
                body: Vec::new().into(),
                charged: true,
                fresh_for_s: 0,
                paging: interface::Paging::default(),
            })
        })
    });
    assert_eq!(call.make(&app, slow).await.0, Err(Code::Unavailable));
    assert_eq!(app.audit().await, 0);
}

#[tokio::test]
async fn a_broken_ledger_charges_nothing_and_answers_nothing() {
    // Long enough that the key is still known when the store is gone, on the slowest machine.
    let app = TestApp::with(Config { key_cache_ms: 60_000, ..Config::default() }).await;
    let call = Call::new(&app.key("acme", "free").await);
    assert_eq!(call.make(&app, work(Ok(true))).await.0, Ok(200));
    let store = app.app.store.clone();
    let breaking: Work = Box::new(move |_, _| {
        Box::pin(async move {
            store.close().await;
            Ok(Answer {
                status: 200,
                content_type: "text/plain",
                body: Vec::new().into(),
                charged: true,
                fresh_for_s: 0,
                paging: interface::Paging::default(),
            })
        })
    });
    assert_eq!(call.make(&app, breaking).await.0, Err(Code::Unavailable));
    assert_eq!(call.make(&app, work(Ok(true))).await.0, Err(Code::Unavailable));
}

#[tokio::test]
async fn nothing_is_asked_where_metering_is_off() {
    let app = TestApp::new().await;
    let reply = app.get(TWO).await;
    assert_eq!(reply.status, StatusCode::OK);
    assert!(reply.header("x-service-credits-charged").is_empty() && reply.header("ratelimit").is_empty());
    assert_eq!(app.get_with("nonsense", TWO).await.status, StatusCode::OK);
    assert_eq!(app.get("/usage").await.status, StatusCode::SERVICE_UNAVAILABLE);
}

/// Where holds are kept for many processes, the placing goes on without its caller: what it placed comes back at
/// once, not when its time is over.
#[tokio::test]
async fn whoever_leaves_while_credits_are_held_leaves_nothing_behind() {
    let Some(store) = store::testing::postgres().await else { return };
    let config = Config { key_cache_ms: 60_000, ..Config::default() };
    let app = TestApp::on(store.clone(), tempfile::tempdir().expect("a scratch folder"), config);
    let call = Call::new(&app.key("acme", "free").await);
    assert_eq!(call.make(&app, work(Ok(true))).await.0, Ok(200));
    for _ in 0..20 {
        let leaving = call.make(&app, work(Ok(true)));
        // The key is known, so the first thing to wait for is the placing.
        assert!(leaving.now_or_never().is_none(), "it waits for the store");
    }
    assert_eq!(app.audit().await, 2, "the one call that stayed");
}

/// Processes on one store give back what a dead one held, and nothing that a living one holds by a clock of its own.
#[tokio::test]
async fn a_clock_that_is_wrong_takes_no_hold_away() {
    let Some(store) = store::testing::postgres().await else { return };
    let now = store.now().await.expect("a time");
    let purse = PurseTerms {
        key: "included".into(),
        source: domain::FundingSource::Included,
        period_start: now,
        period_end: None,
        allowance: Credits::new(100),
        price: MicroUsd::ZERO,
    };
    let payer = Arc::new(Payer::new("acme", "key", vec![purse]));
    // Placed just now by a clock that is right, by one that is behind, and long ago.
    for (id, expires_in_ms) in [("right", 30_000), ("behind", -60_000), ("dead", -200_000)] {
        let request = HoldRequest {
            id: id.into(),
            payer: Arc::clone(&payer),
            route: "/feed".into(),
            credits: Credits::new(1),
            now,
            expires_at: now.plus_ms(expires_in_ms),
        };
        assert!(matches!(store.ledger.hold(&request).await.expect("an answer"), Placed::Held(_)));
    }
    soon_visible().await;
    for skew_ms in [90_000, -90_000] {
        let clock = Clock::Skewed(skew_ms);
        let admission = Admission::new(store.clone(), Config::default(), clock).expect("good settings");
        let swept = admission::sweep::expired_holds(&admission).await.expect("swept");
        soon_visible().await;
        assert_eq!(swept, u64::from(skew_ms > 0), "the first of them gives back the one, the second none");
        assert_eq!(store.ledger.open_holds().await.expect("a count"), 2, "by a clock off by {skew_ms} ms");
    }
}
