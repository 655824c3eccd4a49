//! Unknown names: refused with the nearest ones before anything is held, verified or charged, on every route alike.

use serde_json::json;
use web::operations;

use crate::app::{TestApp, news};
use crate::shop::{payment, shop};
use interface::{Location, Method};

const DAYS: &str = "startDate=2026-03-01&endDate=2026-03-14";

async fn filled(app: &TestApp) {
    let said = "Coinbase said that Bitcoin trading grew. Coinbase is an exchange.";
    app.take_in(vec![news(1, "2026-03-10T10:00:00Z", "The Daily", "Coinbase and Bitcoin grow", said)]).await;
}

/// Whoever has no credits left hears of the name, not of the credits: it is looked up first.
#[tokio::test]
async fn an_unknown_name_is_found_before_credits_are_held() {
    let app = TestApp::metered().await;
    filled(&app).await;
    let key = app.key("mine", "free").await;
    while app.get_with(&key, &format!("/feed?{DAYS}")).await.status == 200 {}
    let used = app.audit().await;
    let mut asked = 0;
    for entry in operations::all().iter().filter(|entry| entry.route.method == Method::Get) {
        let specs = entry.parameters();
        let has = |name: &str| specs.iter().any(|spec| spec.name == name && spec.location == Location::Query);
        for (name, wrong, nearest) in [
            ("asset", "Bitconi", "Bitcoin"),
            ("company", "Coinbsae", "Coinbase"),
            ("aboutAsset", "Bitconi", "Bitcoin"),
            ("aboutCompany", "Coinbsae", "Coinbase"),
            ("outlet", "The%20Dialy", "The Daily"),
            ("country", "UX", "US"),
            ("language", "em", "en"),
        ] {
            if !has(name) {
                continue;
            }
            let q = if has("q") { "&q=bitcoin" } else { "" };
            let path = format!("{}?{DAYS}{q}&{name}={wrong}", entry.route.path);
            let reply = app.get_with(&key, &path).await;
            assert_eq!((reply.status.as_u16(), &reply.json()["parameter"]), (400, &json!(name)), "{path}");
            assert_eq!(reply.json()["allowed"][0], nearest, "{path}");
            asked += 1;
        }
    }
    assert!(asked > 30, "{asked} were asked");
    for (path, status) in [
        ("/companies/Coinbsae", 404),
        ("/assets/Bitconi", 404),
        ("/outlets/The%20Dialy", 404),
        ("/companies/compare?name=Coinbase&name=Coinbsae", 400),
        ("/companies/Coinbase", 429),
    ] {
        let reply = app.get_with(&key, path).await;
        assert_eq!(reply.status.as_u16(), status, "{path}");
        assert_eq!(reply.json()["allowed"].is_array(), status != 429, "{path}");
    }
    let body = json!({"startDate": "2026-03-01", "endDate": "2026-03-14", "groupBy": "companies", "company": "Coinbsae"});
    let reply = app.send_json(&key, "POST", "/grouped-data", body).await;
    assert_eq!((reply.status.as_u16(), &reply.json()["allowed"][0]), (400, &json!("Coinbase")));
    assert_eq!(app.audit().await, used);
}

#[tokio::test]
async fn an_unknown_name_is_found_before_a_payment_is_verified() {
    let shop = shop().await;
    filled(&shop.app).await;
    let path = format!("/feed?{DAYS}&limit=25&asset=Bitconi");
    let reply = shop.buy(&path, &payment(1)).await;
    assert_eq!((reply.status.as_u16(), &reply.json()["allowed"][0]), (400, &json!("Bitcoin")));
    assert_eq!((shop.fake.asked("verify"), shop.state(1).await.as_str()), (0, "none"));
}

#[tokio::test]
async fn other_spellings_find_a_company_by_its_path() {
    let app = TestApp::new().await;
    filled(&app).await;
    for name in ["Coinbase", "coinbase", "COIN", "Coinbase%20Global"] {
        let reply = app.get(&format!("/companies/{name}?{DAYS}")).await;
        assert_eq!((reply.status.as_u16(), &reply.json()["name"]), (200, &json!("Coinbase")), "{name}");
    }
}

#[tokio::test]
async fn a_page_of_grouped_data_may_be_named_in_the_query() {
    let app = TestApp::new().await;
    filled(&app).await;
    let body = json!({"startDate": "2026-03-01", "endDate": "2026-03-14", "groupBy": "companies", "page": 1});
    let reply = app.send_json("x", "POST", "/grouped-data", body.clone()).await;
    assert_eq!(reply.json()["pagination"]["hasNextPage"], false);
    assert_eq!(reply.header("link"), "");
    // What the query says is read like what the body says.
    let mut whole = body.clone();
    whole.as_object_mut().expect("members").remove("page");
    let second = app.send_json("x", "POST", "/grouped-data?page=2", whole).await;
    assert_eq!((second.status.as_u16(), &second.json()["pagination"]["page"]), (200, &json!(2)));
    assert_eq!(app.send_json("x", "POST", "/grouped-data?page=2", body).await.status, 400);
}
