//! A person's second factor: setting it up, its recovery codes, and doing without it again.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use qrcodegen::{QrCode, QrCodeEcc};

use super::super::frame::Frame;
use super::super::plot::Svg;
use super::super::reply::{self, Trouble};
use super::extract::{Confirmed, Visitor, to};
use super::fault::Fault;
use super::notice::{Done, done};
use super::{Shell, begin};
use crate::texts::{Markup as _, t};
use interface::App;
use management::people::sign_in::Signed;
use management::people::{second_factor, totp};

#[derive(Template)]
#[template(path = "console/second_factor.html")]
struct Page {
    frame: Frame,
    console: Shell,
    active: bool,
    codes_left: i64,
    /// The secret that a first code has to confirm.
    setup: Option<Setup>,
    /// Shown once, when they are made.
    new_codes: Vec<String>,
    error: Fault,
}

struct Setup {
    secret: String,
    link: String,
    drawing: Svg,
}

impl Setup {
    fn of(app: &App, signed: &Signed, secret: &[u8]) -> Setup {
        let base = app.config.public_base();
        let host = base.split_once("://").map_or(base.as_str(), |(_, host)| host);
        let link = totp::otpauth(secret, &format!("Bellwether {host}"), &signed.person.name);
        let text: Vec<String> = totp::base32(secret)
            .as_bytes()
            .chunks(4)
            .map(|part| part.iter().map(|byte| char::from(*byte)).collect())
            .collect();
        Setup { secret: text.join(" "), drawing: drawing(&link), link }
    }
}

/// Empty where the text is too long for a QR code: the secret stands beside it as text.
fn drawing(text: &str) -> Svg {
    let Ok(code) = QrCode::encode_text(text, QrCodeEcc::Medium) else { return Svg::default() };
    let dark = (0..code.size()).flat_map(|y| (0..code.size()).map(move |x| (x, y)));
    let modules = dark.filter(|(x, y)| code.get_module(*x, *y));
    let path: String = modules.map(|(x, y)| format!("M{x} {y}h1v1h-1z")).collect();
    Svg::square("qr", t("QR code of the setup link"), code.size(), &path)
}

pub async fn page(State(app): State<Arc<App>>, Visitor(signed): Visitor) -> Result<Response, Trouble> {
    show(&app, &signed, None, Vec::new(), Fault::default(), 200).await
}

async fn show(
    app: &App,
    signed: &Signed,
    secret: Option<Vec<u8>>,
    new_codes: Vec<String>,
    error: Fault,
    status: u16,
) -> Result<Response, Trouble> {
    let (frame, console) = begin(app, signed, "", "Second factor").await?;
    let page = Page {
        frame,
        console,
        active: signed.person.second_factor || !new_codes.is_empty(),
        codes_left: app.store.second_factors.recovery_codes_left(&signed.person.id).await?,
        setup: secret.map(|secret| Setup::of(app, signed, &secret)),
        new_codes,
        error,
    };
    reply::private(&page, status)
}

/// Shows the secret; it is not in force yet.
pub async fn set_up(State(app): State<Arc<App>>, confirmed: Confirmed) -> Result<Response, Trouble> {
    let secret = second_factor::begin(&app, &confirmed.signed.person).await?;
    show(&app, &confirmed.signed, secret, Vec::new(), Fault::default(), 200).await
}

pub async fn turn_on(State(app): State<Arc<App>>, confirmed: Confirmed) -> Result<Response, Trouble> {
    let Confirmed { signed, form, origin } = confirmed;
    let code = form.get("code").unwrap_or("");
    match second_factor::confirm(&app, &origin, &signed.person, code, &signed.token.hash()).await? {
        Some(codes) => show(&app, &signed, None, codes, Fault::default(), 200).await,
        None => {
            let secret = second_factor::begin(&app, &signed.person).await?;
            show(&app, &signed, secret, Vec::new(), Fault::at("code", "Incorrect code."), 400).await
        }
    }
}

pub async fn renew_codes(State(app): State<Arc<App>>, confirmed: Confirmed) -> Result<Response, Trouble> {
    if !confirmed.signed.person.second_factor {
        return Ok(to("/console/second-factor"));
    }
    let codes =
        second_factor::renew_recovery_codes(&app, &confirmed.origin, &confirmed.signed.person).await?;
    show(&app, &confirmed.signed, None, codes, Fault::default(), 200).await
}

pub async fn turn_off(State(app): State<Arc<App>>, confirmed: Confirmed) -> Result<Response, Trouble> {
    let Confirmed { signed, origin, .. } = confirmed;
    app.store.second_factors.remove(&origin, &signed.person.id, Some(&signed.token.hash())).await?;
    Ok(done("/console/second-factor", Done::SecondFactorOff))
}
