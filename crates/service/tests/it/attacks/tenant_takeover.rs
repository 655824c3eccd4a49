//! A password or link set in one account opens no other account.

use management::people::Role;
use serde_json::{Value, json};
use store::audit_log::{Actor, Origin};

use crate::app::TestApp;
use crate::console::{
    Browser, ORIGIN, PASSWORD, accept, cookie_of, house, people, send_form, sign_in, text, token_in,
};

const PLANTED: &str = "planted+by+the+owner";

/// Mallory owns acme (she is `owner` there) and has set a password for an address of the other account's.
async fn planted() -> TestApp {
    let app = house().await;
    people(&app).create("otto", Some(("other", Role::Owner)), false, None).await.expect("an owner");
    let mallory = sign_in(&app, "owner").await;
    let page = text(&mallory.post("/console/members", "name=victim%40other.org&role=viewer").await);
    let token = token_in(&page, "/console/link?token=");
    let reply = send_form(&app, "", Some(ORIGIN), "/console/link", &format!("token={token}")).await;
    let victim = Browser { app: &app, cookie: cookie_of(&reply) };
    let set = victim.post("/console/password", &format!("new={PLANTED}&again={PLANTED}")).await;
    assert_eq!(set.status.as_u16(), 303, "{}", text(&set));
    app
}

async fn by_password<'a>(app: &'a TestApp, name: &str, password: &str) -> Option<Browser<'a>> {
    let fields = format!("name={}&password={password}", name.replace('@', "%40"));
    let reply = send_form(app, "", Some(ORIGIN), "/console/sign-in", &fields).await;
    (reply.status.as_u16() == 303).then(|| Browser { app, cookie: cookie_of(&reply) })
}

async fn sees(browser: &Browser<'_>, account: &str) -> bool {
    browser.page("/console").await.contains(&format!("account <strong>{account}</strong>"))
}

async fn places(app: &TestApp, name: &str) -> Vec<String> {
    let person = people(app).find(name).await.expect("somebody");
    let memberships = app.app.store.people.memberships(&person.id).await.expect("places");
    memberships.into_iter().map(|one| one.account_name).collect()
}

/// The fault itself: an owner plants an address, an operator places it in another account.
#[tokio::test]
async fn a_planted_password_opens_no_other_account() {
    let app = planted().await;
    let boss = sign_in(&app, "boss").await;
    let fields = "name=victim%40other.org&account=other&role=owner";
    let page = text(&boss.post("/console/operator/people", fields).await);
    let token = token_in(&page, "/console/invitation?token=");
    let mallory = by_password(&app, "victim@other.org", PLANTED).await.expect("the planted password");
    assert!(sees(&mallory, "acme").await);
    let page = mallory.page("/console").await;
    assert!(page.contains("<strong>other</strong> invites you as owner") && !page.contains(&token));
    assert_eq!(places(&app, "victim@other.org").await, ["acme"]);
    // Without the link nothing accepts.
    for wrong in ["", "x", &"0".repeat(64)] {
        let fields = format!("token={wrong}&new={PLANTED}&again={PLANTED}");
        let reply = mallory.post("/console/invitation/accept", &fields).await;
        assert_eq!(reply.status.as_u16(), 404, "{wrong}");
    }
    // The real person has the link and no sign-in: they become somebody new, and nothing that was planted helps.
    let shown = app.get(&format!("/console/invitation?token={token}")).await;
    assert!(text(&shown).contains("The name victim@other.org is in use; choose another."));
    let new = PASSWORD.replace(' ', "+");
    let taken = format!("token={token}&name=victim%40other.org&new={new}&again={new}");
    let taken = send_form(&app, "", Some(ORIGIN), "/console/invitation", &taken).await;
    assert_eq!(taken.status.as_u16(), 409, "{}", text(&taken));
    let fields = format!("token={token}&name=victim&new={new}&again={new}");
    let reply = send_form(&app, "", Some(ORIGIN), "/console/invitation", &fields).await;
    assert_eq!(reply.status.as_u16(), 303, "{}", text(&reply));
    let victim = Browser { app: &app, cookie: cookie_of(&reply) };
    assert!(sees(&victim, "other").await);
    assert_eq!(places(&app, "victim").await, ["other"]);
    assert_eq!(places(&app, "victim@other.org").await, ["acme"], "and mallory got nowhere");
    let again = send_form(&app, "", Some(ORIGIN), "/console/invitation", &fields).await;
    assert_eq!(again.status.as_u16(), 404, "a link works once");
}

/// The victim uses the sign-in that mallory prepared, and accepts with it: what mallory knows ends there.
#[tokio::test]
async fn accepting_ends_whatever_was_known_before() {
    let app = planted().await;
    // Mallory keeps a sign-in, a link that is not used yet, and the password.
    let kept = by_password(&app, "victim@other.org", PLANTED).await.expect("the planted password");
    let mallory = sign_in(&app, "owner").await;
    let page = text(&mallory.post("/console/members/link", "name=victim%40other.org").await);
    let link = token_in(&page, "/console/link?token=");
    let otto = sign_in(&app, "otto").await;
    let page = text(&otto.post("/console/members", "name=victim%40other.org&role=member").await);
    let invitation = token_in(&page, "/console/invitation?token=");
    let victim = by_password(&app, "victim@other.org", PLANTED).await.expect("the planted password");
    accept(&victim, &invitation).await;
    assert_eq!(places(&app, "victim@other.org").await, ["acme", "other"]);

    assert_eq!(kept.get("/console").await.status.as_u16(), 303, "the sign-in that was open meanwhile");
    assert!(by_password(&app, "victim@other.org", PLANTED).await.is_none(), "the password");
    let used = send_form(&app, "", Some(ORIGIN), "/console/link", &format!("token={link}")).await;
    assert_eq!(used.status.as_u16(), 401, "the link of before");
    let new = mallory.post("/console/members/link", "name=victim%40other.org").await;
    assert_eq!(new.status.as_u16(), 409, "a link of after");
    let key = app.another_key("acme", "mallory").await;
    let by_key = app.send_json(&key, "POST", "/v1/members/victim@other.org/link", json!({})).await;
    assert_eq!(by_key.status.as_u16(), 409, "{}", by_key.json());
    assert!(by_password(&app, "victim@other.org", &PASSWORD.replace(' ', "+")).await.is_some());
}

/// The other way round: the owner of one account invites a person of another and uses the link alone.
#[tokio::test]
async fn an_invitation_is_no_way_into_where_the_person_is() {
    let app = planted().await;
    people(&app).set_password("otto", PASSWORD).await.expect("a password");
    let mallory = sign_in(&app, "owner").await;
    let page = text(&mallory.post("/console/members", "name=otto&role=viewer").await);
    let token = token_in(&page, "/console/invitation?token=");
    // Signed in as somebody else, she cannot accept in his name.
    let fields = format!("token={token}&new={PLANTED}&again={PLANTED}");
    let reply = mallory.post("/console/invitation/accept", &fields).await;
    assert_eq!(reply.status.as_u16(), 404);
    assert!(
        text(&mallory.get(&format!("/console/invitation/accept?token={token}")).await).contains("Sign out")
    );
    // As somebody new she gets a place of her own account, and nothing of his.
    let fields = format!("token={token}&name=otto2&new={PLANTED}&again={PLANTED}");
    let reply = send_form(&app, "", Some(ORIGIN), "/console/invitation", &fields).await;
    assert_eq!(reply.status.as_u16(), 303, "{}", text(&reply));
    assert_eq!(places(&app, "otto2").await, ["acme"]);
    assert_eq!(places(&app, "otto").await, ["other"]);
    assert!(by_password(&app, "otto", PLANTED).await.is_none());
    assert!(by_password(&app, "otto", &PASSWORD.replace(' ', "+")).await.is_some(), "his own is as it was");
    assert!(mallory.page("/console/members").await.contains("otto2"));
}

/// Every other door that gives places: keys, operators' keys, the command line, and the office of operator.
#[tokio::test]
async fn no_door_places_somebody_without_asking() {
    let app = planted().await;
    let key = app.another_key("other", "otto's").await;
    let added =
        app.send_json(&key, "POST", "/v1/members", json!({"name": "victim@other.org", "role": "owner"}));
    let added = added.await.json();
    assert_eq!((&added["id"], added["invitationId"].is_string()), (&Value::Null, true), "{added}");
    let operator = app.key_of("other", "operator", metering::Scope::Operator).await;
    let body = json!({"name": "victim@other.org", "account": "other", "role": "owner"});
    let placed = app.send_json(&operator, "POST", "/v1/people", body).await.json();
    assert_eq!(placed["invited"], true);
    let role = people(&app).set_role("victim@other.org", "other", Role::Owner).await;
    assert!(role.is_err(), "a role is for members");
    assert_eq!(places(&app, "victim@other.org").await, ["acme"]);

    // Made an operator, the planted password and sign-in are worth nothing.
    let kept = by_password(&app, "victim@other.org", PLANTED).await.expect("the planted password");
    people(&app).set_operator("victim@other.org", true).await.expect("an operator");
    assert_eq!(kept.get("/console/operator").await.status.as_u16(), 303);
    assert!(by_password(&app, "victim@other.org", PLANTED).await.is_none());
    let mallory = sign_in(&app, "owner").await;
    let link = mallory.post("/console/members/link", "name=victim%40other.org").await;
    assert_eq!(link.status.as_u16(), 409, "no link for an operator");
}

/// An owner prepares ways back in, and is taken out.
#[tokio::test]
async fn a_removed_owner_leaves_no_way_in() {
    let app = house().await;
    people(&app).create("otto", Some(("other", Role::Owner)), false, None).await.expect("somebody");
    people(&app).set_role("member", "acme", Role::Owner).await.expect("another owner");
    let former = sign_in(&app, "owner").await;
    let page = text(&former.post("/console/members/link", "name=viewer").await);
    let link = token_in(&page, "/console/link?token=");
    let page = text(&former.post("/console/members", "name=otto&role=owner").await);
    let invitation = token_in(&page, "/console/invitation?token=");
    let successor = sign_in(&app, "member").await;
    assert_eq!(successor.post("/console/members/role", "name=owner&role=none").await.status.as_u16(), 303);
    assert_eq!(former.get("/console/members").await.status.as_u16(), 403);
    let used = send_form(&app, "", Some(ORIGIN), "/console/link", &format!("token={link}")).await;
    assert_eq!(used.status.as_u16(), 401);
    let gone = app.get(&format!("/console/invitation?token={invitation}")).await;
    assert_eq!(gone.status.as_u16(), 404);
    assert!(successor.page("/console/members").await.contains("withdrawn"));
    // Back in only as anybody: invited, and with the link.
    let page = text(&successor.post("/console/members", "name=owner&role=viewer").await);
    let invitation = token_in(&page, "/console/invitation?token=");
    assert!(!sees(&former, "acme").await);
    accept(&former, &invitation).await;
    assert_eq!(places(&app, "owner").await, ["acme"]);
}

#[tokio::test]
async fn an_invitation_is_declined_withdrawn_or_expires() {
    let app = house().await;
    people(&app).create("otto", Some(("other", Role::Owner)), false, None).await.expect("somebody");
    let (owner, otto) = (sign_in(&app, "owner").await, sign_in(&app, "otto").await);
    let key = app.another_key("acme", "lists").await;
    let invite = async || {
        let page = text(&owner.post("/console/members", "name=otto&role=viewer").await);
        let token = token_in(&page, "/console/invitation?token=");
        let listed = app.get_with(&key, "/v1/invitations").await.json()["data"][0].clone();
        assert_eq!((&listed["name"], &listed["state"]), (&json!("otto"), &json!("pending")));
        (token, listed["id"].as_str().expect("an id").to_owned())
    };
    let state = async || app.get_with(&key, "/v1/invitations").await.json()["data"][0]["state"].clone();
    let gone = async |token: &str| {
        let fields = format!("token={token}&new={PLANTED}&again={PLANTED}");
        assert_eq!(otto.post("/console/invitation/accept", &fields).await.status.as_u16(), 404);
    };
    let (token, id) = invite().await;
    let stranger = sign_in(&app, "viewer").await;
    let theirs = stranger.post("/console/invitation/decline", &format!("id={id}")).await;
    assert_eq!(theirs.status.as_u16(), 404, "only whoever is invited");
    assert_eq!(otto.post("/console/invitation/decline", &format!("id={id}")).await.status.as_u16(), 303);
    assert_eq!(state().await, "declined");
    gone(&token).await;
    let (token, id) = invite().await;
    assert_eq!(owner.post("/console/members/withdraw", &format!("id={id}")).await.status.as_u16(), 303);
    assert_eq!(state().await, "withdrawn");
    gone(&token).await;
    let (first, _) = invite().await;
    let (token, _) = invite().await;
    gone(&first).await;
    app.app.clock.set(app.app.clock.now().plus_ms(7 * 24 * 3_600_000));
    assert_eq!(state().await, "expired");
    assert_eq!(app.get(&format!("/console/invitation?token={token}")).await.status.as_u16(), 404);
    let now = Origin { actor: Actor::command_line("test"), ..app.origin() };
    assert!(app.app.store.invitations.pending_for("otto", now.at).await.expect("invitations").is_empty());
}
