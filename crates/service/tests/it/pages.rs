//! What people look at: every page stands on an empty store and on a full one, loads nothing from elsewhere, and
//! shows what came from outside as text.

use std::collections::BTreeSet;

use pipeline::calls;

use crate::app::{NOW, TestApp, news};
use crate::looking::look;

/// Every page that anyone may see.
pub const PAGES: &[&str] = &[
    "/",
    "/dashboard",
    "/search",
    "/narratives",
    "/companies",
    "/assets",
    "/outlets",
    "/speakers",
    "/compare",
    "/directness",
    "/methodology",
    "/status",
    "/docs",
];

#[tokio::test]
async fn every_page_stands_on_an_empty_store() {
    let app = TestApp::new().await;
    for path in PAGES {
        let (reply, text) = look(&app, path).await;
        assert_eq!(reply.status.as_u16(), 200, "{path}: {text}");
        assert_eq!(reply.header("content-type"), "text/html; charset=utf-8", "{path}");
        let policy = reply.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none';") && !policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(reply.header("cache-control"), "public, max-age=30", "{path}");
        assert_eq!(reply.header("referrer-policy"), "same-origin", "{path}");
        assert!(reply.header("etag").starts_with("W/\""), "{path}");
        assert!(text.contains("<main id=\"main\"") && text.ends_with("</html>"), "{path}");
        assert!(
            !text.contains("style=\"") && !text.contains("<style"),
            "{path}: the policy forbids styles inside"
        );
        assert!(!text.contains("Invented data."), "{path}");
        assert!(text.len() < 200_000, "{path}: {} bytes", text.len());
    }
}

#[tokio::test]
async fn a_page_over_invented_data_says_so() {
    let app = TestApp::new().await;
    let item = domain::Item {
        invented: true,
        ..news(1, "2026-03-14T10:00:00Z", "Alpha", "Bitcoin rose", "Bitcoin rose a little.")
    };
    app.take_in(vec![item]).await;
    let text = String::from_utf8(app.get("/docs").await.body).expect("text");
    assert!(text.contains("Invented data."));
}

fn section_of<'a>(page: &'a str, id: &str) -> &'a str {
    let section = page.split(&format!("<section class=\"route\" id=\"{id}\"")).nth(1);
    section.and_then(|rest| rest.split("</section>").next()).expect("a section")
}

/// Every operation has its place in the list and its section, with an example where it answers something.
#[tokio::test]
async fn the_documentation_shows_every_operation_with_an_example() {
    let app = TestApp::new().await;
    let text = String::from_utf8(app.get("/docs").await.body).expect("text");
    assert!(text.len() < 200_000, "{} bytes", text.len());
    for entry in web::operations::all() {
        let id = entry.id;
        assert!(text.contains(&format!("href=\"#{id}\"")), "{id} is not in the list");
        let section = section_of(&text, id);
        let has_example = section.contains("Example answer");
        assert_eq!(has_example, !crate::examples::WITHOUT.contains(&id), "{id} and its example");
        // What changes a thing takes the members of what makes it, and leads there.
        let like = section.split("Members as of <a href=\"#").nth(1).and_then(|rest| rest.split('"').next());
        for spec in entry.parameters() {
            let named = format!("<code>{}</code>", spec.name);
            let told =
                [Some(id), like].into_iter().flatten().any(|id| section_of(&text, id).contains(&named));
            assert!(told, "{id} {}", spec.name);
        }
        let can_try = section.contains("Try it");
        let harmless = entry.scope == metering::Scope::Read && !entry.streams;
        assert_eq!(can_try, harmless, "{id}: only what changes nothing and ends is tried");
    }
}

/// An agent is connected by what can be copied; e2e/mcp runs it.
#[tokio::test]
async fn the_documentation_connects_agents() {
    let app = TestApp::new().await;
    let text = String::from_utf8(app.get("/docs").await.body).expect("text");
    for id in ["mcpservers", "vs-code", "curl", "python", "typescript"] {
        let block =
            text.split(&format!("<code id=\"agent-{id}\">")).nth(1).and_then(|rest| rest.split('<').next());
        assert!(block.is_some_and(|block| block.contains("https://api.example/mcp")), "{id}");
    }
    let address = String::from_utf8(app.get("/llms.txt").await.body).expect("text");
    assert!(address.contains("https://api.example/mcp"));
    let found = app.get("/.well-known/mcp").await.json();
    assert_eq!(found["endpoints"][0]["url"], "https://api.example/mcp");
    assert_eq!(found["tools"].as_array().map(Vec::len), Some(35));
}

#[tokio::test]
async fn files_of_pages_are_kept_for_good() {
    let app = TestApp::new().await;
    let text = String::from_utf8(app.get("/docs").await.body).expect("text");
    let address = text.split("href=\"/assets/style.css").nth(1).and_then(|rest| rest.split('"').next());
    let reply = app.get(&format!("/assets/style.css{}", address.expect("a stylesheet"))).await;
    assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, "text/css; charset=utf-8"));
    assert!(reply.header("cache-control").contains("immutable"));
}

/// The demo's newest weeks with all that follows from them: counted, scored.
async fn demo() -> TestApp {
    let app = TestApp::new().await;
    let now = domain::Instant::parse(NOW).expect("an instant");
    let first = now.day().plus(-40).start();
    let is_new = |item: &domain::Item| {
        item.kind == domain::Kind::EarningsCall || item.published_at.is_some_and(|at| at >= first)
    };
    app.take_in(demo::world_until(now, demo::SEED).items().filter(is_new).collect()).await;
    calls::catch_up(&app.app.store).await.expect("scored");
    app
}

#[tokio::test]
async fn every_page_stands_on_the_demo_and_leads_to_its_numbers() {
    let app = demo().await;
    let ticker = demo::COMPANIES.iter().find_map(|company| company.ticker).expect("a listed company");
    let company = format!("/directness/{}", ticker.to_lowercase());
    let mut files = BTreeSet::new();
    for path in PAGES.iter().copied().chain([company.as_str()]) {
        let (reply, text) = look(&app, path).await;
        assert_eq!(reply.status.as_u16(), 200, "{path}: {text}");
        assert!(text.contains("Invented data."), "{path}");
        // Narratives grow by a follower, which does not run here.
        let may_be_empty = ["/status", "/narratives"].contains(&path);
        assert!(!text.contains("class=\"empty\"") || may_be_empty, "{path} has something to show");
        assert!(text.len() < 200_000, "{path}: {} bytes", text.len());
        let ids: Vec<&str> = text.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{path}: {ids:?}");
        let figures = text.matches("<figure").count();
        let hrefs = text.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
        let is_file = |href: &&str| {
            href.starts_with("/data/") || (href.starts_with("/figures/") && href.contains(".csv"))
        };
        let leads: Vec<&str> = hrefs.filter(is_file).collect();
        assert!(leads.len() >= figures, "{path}: {figures} figures, {leads:?}");
        files.extend(leads.into_iter().map(str::to_owned));

        let again = axum::http::Request::get(path).header("accept", "text/html");
        let again = again.header("if-none-match", reply.header("etag"));
        let again = app.send(again.body(axum::body::Body::empty()).expect("a request")).await;
        assert_eq!(again.status.as_u16(), 304, "{path}");
    }
    assert!(files.len() >= 5, "{files:?}");
    for file in files {
        let reply = app.get(&file.replace("&#38;", "&")).await;
        assert_eq!(reply.status.as_u16(), 200, "{file}");
        assert_eq!(reply.header("content-type"), "text/csv; charset=utf-8", "{file}");
        assert!(String::from_utf8(reply.body).expect("text").lines().count() > 1, "{file} has no rows");
    }
}

#[tokio::test]
async fn what_came_from_outside_is_shown_as_text() {
    const BAD: &str = "<script>alert('x')</script>\"><img src=x onerror=alert(1)>";
    let turn = |speaker: &str, role, text: &str| domain::Turn {
        speaker: speaker.into(),
        title: Some(BAD.into()),
        role,
        section: domain::Section::Questions,
        text: text.into(),
    };
    let exchange = |at: usize| {
        [
            turn(BAD, domain::Role::Analyst, &format!("What was the margin in region {at}? {BAD}")),
            turn(&format!("Tom {BAD}"), domain::Role::Executive, &format!("We don't break that out. {BAD}")),
        ]
    };
    let turns: Vec<domain::Turn> = (0..8).flat_map(exchange).collect();
    let call = domain::Item {
        kind: domain::Kind::EarningsCall,
        ticker: Some("X&<Y".into()),
        url: "https://calls.example/1".into(),
        content: turns.iter().map(|turn| turn.text.as_str()).collect::<Vec<_>>().join("\n\n"),
        turns,
        outlet: domain::Outlet {
            name: BAD.into(),
            category: BAD.into(),
            family: BAD.into(),
            country: BAD.into(),
        },
        ..news(1, "2026-03-14T10:00:00Z", "Calls", &format!("Bitcoin {BAD}"), "")
    };
    let app = TestApp::new().await;
    app.take_in(vec![call]).await;
    calls::catch_up(&app.app.store).await.expect("scored");
    for path in PAGES.iter().copied().chain(["/directness/X%26%3CY", "/directness/%3Cscript%3E"]) {
        let text = look(&app, path).await.1;
        assert!(text.contains("</html>"), "{path}: {text}");
        assert!(!text.contains("<script>") && !text.contains("<img"), "{path}: {text}");
    }
    let shown = String::from_utf8(app.get("/directness/X%26%3CY").await.body).expect("text");
    assert!(shown.contains("break that out") && shown.contains("&#60;script&#62;"), "{shown}");
}

#[tokio::test]
async fn what_is_not_there_is_said_as_a_page() {
    let app = TestApp::new().await;
    for path in ["/directness/NONE", "/data/directness/NONE/quarters.csv"] {
        let reply = app.get(path).await;
        assert_eq!(reply.status.as_u16(), 404, "{path}");
        assert_eq!(reply.header("content-type"), "text/html; charset=utf-8", "{path}");
        assert!(reply.header("content-security-policy").starts_with("default-src 'none'"), "{path}");
    }
    // A mistyped address: a page for a browser, a problem document for a program.
    for (accept, content_type) in
        [("text/html,*/*;q=0.8", "text/html; charset=utf-8"), ("*/*", "application/problem+json")]
    {
        let request = axum::http::Request::get("/dashbord").header("accept", accept);
        let reply = app.send(request.body(axum::body::Body::empty()).expect("a request")).await;
        assert_eq!((reply.status.as_u16(), reply.header("content-type")), (404, content_type));
    }
}

#[tokio::test]
async fn a_key_is_shown_only_where_one_is_offered() {
    let app = TestApp::metered().await;
    let key = app.key("acme", "pro").await;
    let before = String::from_utf8(app.get("/").await.body).expect("text");
    assert!(!before.contains(&key) && before.contains("bellwether key create"));
    app.app.admission.gate().expect("a gate").offer(&key);
    let after = String::from_utf8(app.get("/").await.body).expect("text");
    assert!(after.matches(&key).count() >= 4, "the key and three calls");
}
