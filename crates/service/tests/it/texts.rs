//! The pages in another language than English: by what the browser prefers, or by the choice in the footer.

use axum::body::Body;
use axum::http::Request;

use crate::app::{Reply, TestApp};
use crate::console::{self, Browser, ORIGIN, house, send_form, sign_in, text};
use crate::{looking, pages};

async fn asked(app: &TestApp, path: &str, headers: &[(&str, &str)]) -> Reply {
    let mut request = Request::get(path).header("accept", "text/html");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    app.send(request.body(Body::empty()).expect("a request")).await
}

async fn german(app: &TestApp, path: &str) -> (Reply, String) {
    let reply = asked(app, path, &[("accept-language", "de-AT,de;q=0.9,en;q=0.5")]).await;
    let page = text(&reply);
    (reply, page)
}

#[track_caller]
fn check_nothing_is_missing() {
    assert_eq!(web::texts::missing(), Vec::<String>::new(), "texts without their German");
}

#[tokio::test]
async fn every_public_page_is_said_in_german() {
    let app = looking::demo(0).await;
    let (_, all) = german(&app, "/dashboard?period=30d").await;
    let (_, more) = german(&app, "/speakers").await;
    let (_, outlets) = german(&app, "/outlets").await;
    let all = format!("{all}{more}{outlets}");
    let mut paths: Vec<String> = pages::PAGES.iter().map(|path| (*path).to_owned()).collect();
    for kind in ["stories", "narratives", "companies", "assets", "outlets", "speakers"] {
        let begin = format!("href=\"/{kind}/");
        let mut names = all.split(&begin).skip(1).filter_map(|rest| rest.split(['"', '?']).next());
        // Files of pages stand beside the pages of assets.
        let first = names.find(|name| !name.contains('.'));
        paths.push(format!("/{kind}/{}", first.unwrap_or_else(|| panic!("a page of {kind}"))));
    }
    let (_, story) = german(&app, &paths[pages::PAGES.len()]).await;
    let article = story.split("href=\"/articles/").nth(1).and_then(|rest| rest.split('"').next());
    paths.push(format!("/articles/{}", article.expect("an article")));
    paths.extend(
        [
            "/search?keyword=bitcoin&sentiment=Positive",
            "/compare?a=Bitcoin&b=Ethereum",
            "/embed/dashboard/mood",
        ]
        .map(str::to_owned),
    );
    for path in &paths {
        let (reply, page) = german(&app, path).await;
        assert_eq!(reply.status.as_u16(), 200, "{path}: {page}");
        assert!(page.contains("<html lang=\"de\">"), "{path}");
        assert!(!page.contains(['\u{fdd0}', '\u{fdd1}']), "{path}: marks are left");
        assert!(page.len() < 200_000, "{path}: {} bytes", page.len());
        let kept_apart: Vec<&str> =
            reply.headers.get_all("vary").iter().filter_map(|value| value.to_str().ok()).collect();
        assert!(kept_apart.join(", ").contains("Accept-Language, Cookie"), "{path}: {kept_apart:?}");
        let english = asked(&app, path, &[]).await;
        assert_ne!(reply.header("etag"), english.header("etag"), "{path}");
        assert!(text(&english).contains("<html lang=\"en\">"), "{path}");
    }
    assert_eq!(german(&app, "/companies/Nobody-has-this-name").await.0.status.as_u16(), 404);
    check_nothing_is_missing();
}

#[tokio::test]
async fn empty_pages_are_german_too_and_tables_for_programs_are_not() {
    let app = TestApp::new().await;
    for path in pages::PAGES {
        assert!(german(&app, path).await.1.contains("<html lang=\"de\">"), "{path}");
    }
    let full = looking::demo(0).await;
    let table = "/figures/dashboard/volume.csv";
    assert_eq!(german(&full, table).await.1, text(&asked(&full, table, &[]).await));
    let answer = asked(&full, "/search.csv", &[("accept-language", "de")]).await;
    assert!(text(&answer).starts_with("Title,"));
    check_nothing_is_missing();
}

#[tokio::test]
async fn the_choice_is_kept_and_leads_back() {
    let app = TestApp::new().await;
    let back = [("referer", "http://bellwether.test/search?keyword=a"), ("host", "bellwether.test")];
    let chosen = asked(&app, "/language/de", &back).await;
    assert_eq!((chosen.status.as_u16(), chosen.header("location")), (303, "/search?keyword=a"));
    let cookie = console::cookie_of(&chosen);
    let page = text(&asked(&app, "/search", &[("cookie", &cookie), ("accept-language", "en")]).await);
    assert!(page.contains("<h1>Suche</h1>") && page.contains("href=\"/language/en\""));
    assert_eq!(asked(&app, "/language/xx", &[]).await.status.as_u16(), 404);
}

#[tokio::test]
async fn the_console_is_german_and_says_beside_the_field_what_is_wrong() {
    let app = house().await;
    for name in ["owner", "viewer", "boss"] {
        let Browser { cookie, .. } = sign_in(&app, name).await;
        let browser = Browser { app: &app, cookie: format!("{cookie}; bellwether-language=de") };
        for path in console::PAGES.iter().chain(&[
            "/console/digests",
            "/console/agents",
            "/console/frames",
            "/console/operator",
        ]) {
            let reply = browser.get(path).await;
            assert!(text(&reply).contains("<html lang=\"de\">"), "{name} {path}");
        }
    }
    let Browser { cookie, .. } = sign_in(&app, "owner").await;
    let browser = Browser { app: &app, cookie: format!("{cookie}; bellwether-language=de") };
    for (path, fields, field) in [
        ("/console/spaces", "name=&rollingDays=7", "name"),
        ("/console/spaces", "name=a&rollingDays=7&startDate=2026-01-01", "rollingDays"),
        ("/console/brains", "name=a", "handles"),
        ("/console/alerts", "name=a&subject=company&condition=item", "value"),
        ("/console/webhooks", "name=a&url=nowhere", "url"),
        ("/console/digests", "name=a&frequency=daily&hour=7&timeZone=Nowhere", "timeZone"),
        ("/console/plan/overage", "active=true&capUsd=0", "capUsd"),
        ("/console/members", "name=viewer&role=member", "name"),
        ("/console/keys", "name=&scope=read", "name"),
    ] {
        let reply = browser.post(path, fields).await;
        let page = text(&reply);
        assert!((400..500).contains(&reply.status.as_u16()), "{path} {fields}: {}", reply.status);
        assert!(
            page.contains(&format!("<p class=\"bad small\" id=\"error-{field}\">")),
            "{path} {fields}: {page}"
        );
        assert!(
            page.contains(&format!("aria-invalid=\"true\" aria-describedby=\"error-{field}")),
            "{path} {fields}"
        );
        assert!(page.contains("role=\"alert\" id=\"error\""), "{path}");
    }
    let refused =
        send_form(&app, "bellwether-language=de", Some(ORIGIN), "/console/sign-in", "name=a&password=b")
            .await;
    assert!(text(&refused).contains("Name oder Passwort falsch."));
    check_nothing_is_missing();
}
