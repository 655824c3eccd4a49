//! Feeds out: a private address for feed readers, paid once for each state, taken back at will; and the pages that keep
//! alerts and webhooks.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::app::{Reply, TestApp, news};
use crate::console::{house, sign_in, text};

fn path_of(url: &Value) -> String {
    url.as_str()
        .and_then(|url| url.strip_prefix("https://api.example"))
        .expect("an address of ours")
        .to_owned()
}

async fn ask(app: &TestApp, path: &str, tag: &str) -> Reply {
    let request = Request::get(path).header("if-none-match", tag);
    app.send(request.body(Body::empty()).expect("a request")).await
}

#[tokio::test]
async fn a_feed_is_read_without_a_key_and_paid_once_for_each_state() {
    let app = TestApp::metered().await;
    let (mine, theirs) = (app.key("mine", "team").await, app.key("theirs", "team").await);
    let title = "Outage & \"more\"";
    app.take_in(vec![news(1, "2026-03-15T10:00:00Z", "Daily", title, "An outage.")]).await;
    let wrong = json!({"name": "F", "subject": "everything", "value": "x"});
    assert_eq!(app.send_json(&mine, "POST", "/v1/feeds", wrong).await.status.as_u16(), 400);
    let made = app
        .send_json(
            &mine,
            "POST",
            "/v1/feeds",
            json!({"name": "F & F", "subject": "query", "value": "outage"}),
        )
        .await
        .json();
    let (atom, plain) = (path_of(&made["atomUrl"]), path_of(&made["jsonUrl"]));
    let head = Request::head(&atom).body(Body::empty()).expect("a request");
    assert_eq!((app.send(head).await.status.as_u16(), app.audit().await), (200, 0));
    let first = app.get(&atom).await;
    assert_eq!(
        (first.status.as_u16(), first.header("content-type")),
        (200, "application/atom+xml; charset=utf-8")
    );
    assert!(text(&first).contains("<title>Outage &amp; &quot;more&quot;</title>"), "{}", text(&first));
    let tag = first.header("etag").to_owned();
    assert_eq!(ask(&app, &atom, &tag).await.status.as_u16(), 304);
    // The same articles in the other format, and once more: nothing.
    let items = app.get(&plain).await.json();
    assert_eq!((&items["title"], items["items"].as_array().map(Vec::len)), (&json!("F & F"), Some(1)));
    app.get(&atom).await;
    assert_eq!(app.audit().await, 2);
    app.take_in(vec![news(2, "2026-03-15T11:00:00Z", "Daily", "Another outage", "An outage.")]).await;
    assert_eq!(ask(&app, &atom, &tag).await.status.as_u16(), 200);
    assert_eq!(app.audit().await, 4);

    let id = made["id"].as_str().expect("an id");
    assert_eq!(
        app.send_json(&theirs, "POST", &format!("/v1/feeds/{id}/rotate"), json!({})).await.status.as_u16(),
        404
    );
    let listed = app.get_with(&mine, "/v1/feeds").await;
    assert!(!text(&listed).contains("/feeds/"), "addresses are shown once");
    let rotated = app.send_json(&mine, "POST", &format!("/v1/feeds/{id}/rotate"), json!({})).await.json();
    assert_eq!(app.get(&atom).await.status.as_u16(), 404);
    assert_eq!(app.get(&path_of(&rotated["atomUrl"])).await.status.as_u16(), 200);
    assert_eq!(
        app.send_json(&mine, "DELETE", &format!("/v1/feeds/{id}"), json!({})).await.status.as_u16(),
        200
    );
    assert_eq!(app.get(&path_of(&rotated["atomUrl"])).await.status.as_u16(), 404);
    assert_eq!(app.get("/feeds/short/feed.atom").await.status.as_u16(), 404);
}

#[tokio::test]
async fn a_rule_goes_from_form_to_backtest_to_switch() {
    let app = house().await;
    app.take_in(vec![news(1, "2026-03-10T10:00:00Z", "Daily", "An outage", "The outage.")]).await;
    let (member, viewer) = (sign_in(&app, "member").await, sign_in(&app, "viewer").await);
    let fields = "name=Outages&subject=query&value=outage&condition=item&minItems=1&minFamilies=1&dailyCap=5";
    assert_eq!(viewer.post("/console/alerts", fields).await.status.as_u16(), 403);
    let wrong = member.post("/console/alerts", &fields.replace("value=outage", "value=%28")).await;
    assert!(wrong.status.as_u16() == 400 && text(&wrong).contains("id=\"error\""), "{}", text(&wrong));
    let made = member.post("/console/alerts", fields).await;
    assert_eq!(made.status.as_u16(), 303, "{}", text(&made));
    let path = made.header("location").to_owned();
    let page = member.page(&format!("{path}?backtest=1")).await;
    assert!(page.contains("would have fired <strong>1</strong>") && page.contains("An outage"), "{page}");
    assert_eq!(member.post(&format!("{path}/switch"), "enabled=true").await.status.as_u16(), 303);
    assert!(viewer.page(&path).await.contains(">On</span>"));
    // A threshold with a fraction, and the rule stays switched on.
    let fields = "name=Outages&subject=query&value=outage&condition=volume&threshold=2.5&enabled=true";
    assert_eq!(member.post(&path, fields).await.status.as_u16(), 303);
    assert!(member.page(&path).await.contains("value=\"2.5\""));
    assert!(member.page("/console/alerts").await.contains("volume above its norm"));
    assert_eq!(member.post(&format!("{path}/delete"), "").await.header("location"), "/console/alerts");
}

#[tokio::test]
async fn an_endpoint_is_added_tried_and_removed() {
    let app = house().await;
    let (member, viewer) = (sign_in(&app, "member").await, sign_in(&app, "viewer").await);
    let refused = member.post("/console/webhooks", "name=Mine&url=http%3A%2F%2F10.0.0.1%2F").await;
    assert!(refused.status.as_u16() == 400 && text(&refused).contains("private network"));
    let made = member
        .post("/console/webhooks", "name=Mine&url=https%3A%2F%2Fnowhere.example%2Fhook&shape=slack")
        .await;
    assert!(made.status.as_u16() == 200 && text(&made).contains("whsec_"), "{}", text(&made));
    let list = viewer.page("/console/webhooks").await;
    assert!(!list.contains("whsec_"));
    let id = list.split("data-webhook=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("an id");
    let path = format!("/console/webhooks/{id}");
    assert_eq!(viewer.post(&format!("{path}/test"), "").await.status.as_u16(), 403);
    assert_eq!(member.post(&format!("{path}/test"), "").await.status.as_u16(), 303);
    assert!(viewer.page(&path).await.contains("Failed"));
    assert!(text(&member.post(&format!("{path}/rotate"), "").await).contains("whsec_"));
    assert_eq!(
        member
            .post(&path, "name=Mine&url=https%3A%2F%2Fnowhere.example%2F&disabled=true")
            .await
            .status
            .as_u16(),
        303
    );
    assert!(member.page(&path).await.contains(">Off</span>"));
    assert_eq!(member.post(&format!("{path}/delete"), "").await.header("location"), "/console/webhooks");
}

#[tokio::test]
async fn a_feed_is_made_renewed_and_revoked_in_the_console() {
    let app = house().await;
    app.take_in(vec![news(1, "2026-03-15T10:00:00Z", "Daily", "An outage", "The outage.")]).await;
    let (member, viewer) = (sign_in(&app, "member").await, sign_in(&app, "viewer").await);
    let fields = "name=Outages&subject=query&value=outage";
    assert_eq!(viewer.post("/console/feeds", fields).await.status.as_u16(), 403);
    let wrong = member.post("/console/feeds", "name=Outages&subject=query&value=").await;
    assert!(wrong.status.as_u16() == 400 && text(&wrong).contains("id=\"error\""), "{}", text(&wrong));
    let address = |page: &str| {
        let shown = page.split("id=\"atom-url\">").nth(1).and_then(|rest| rest.split('<').next());
        path_of(&json!(shown.expect("an address")))
    };
    let made = member.post("/console/feeds", fields).await;
    let first = address(&text(&made));
    assert_eq!(app.get(&first).await.status.as_u16(), 200);
    let list = viewer.page("/console/feeds").await;
    assert!(list.contains("query outage") && !list.contains("atom-url"), "{list}");
    let id = list.split("data-feed=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("an id");
    let path = format!("/console/feeds/{id}");
    assert_eq!(viewer.post(&format!("{path}/rotate"), "").await.status.as_u16(), 403);
    let second = address(&text(&member.post(&format!("{path}/rotate"), "").await));
    assert_eq!((app.get(&first).await.status.as_u16(), app.get(&second).await.status.as_u16()), (404, 200));
    assert_eq!(member.post(&format!("{path}/revoke"), "").await.header("location"), "/console/feeds");
    assert_eq!(app.get(&second).await.status.as_u16(), 404);
    assert!(member.page("/console/feeds").await.contains("No feeds yet."));
}
