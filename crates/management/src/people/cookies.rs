//! The two cookies of a browser: one signs in, the other only lets the browser be known again.

use axum::http::HeaderMap;
use axum::http::header::COOKIE;

use super::token::Token;
use interface::App;

fn is_https(app: &App) -> bool {
    app.config.public_base().starts_with("https://")
}

/// The prefix makes browsers refuse the cookie from another host, another path or a plain connection.
fn session_name(app: &App) -> &'static str {
    if is_https(app) { "__Host-bellwether" } else { "bellwether" }
}

fn device_name(app: &App) -> &'static str {
    if is_https(app) { "__Host-bellwether-device" } else { "bellwether-device" }
}

/// The header that lets a browser be known again. It opens nothing.
pub fn set_device(app: &App, device: &Token) -> String {
    const YEAR_S: u32 = 31_536_000;
    let (name, secure) = (device_name(app), if is_https(app) { "; Secure" } else { "" });
    format!("{name}={}; Path=/; HttpOnly; SameSite=Strict; Max-Age={YEAR_S}{secure}", device.reveal())
}

/// The cookie of a browser in which somebody signed in before.
pub fn device(app: &App, headers: &HeaderMap) -> Option<Token> {
    cookie(headers, device_name(app))
}

/// The cookie of a sign-in.
pub fn session(app: &App, headers: &HeaderMap) -> Option<Token> {
    cookie(headers, session_name(app))
}

/// The header that hands the cookie of a sign-in out, or takes it back where there is no token.
pub fn set_session(app: &App, token: Option<&Token>) -> String {
    let secure = if is_https(app) { "; Secure" } else { "" };
    let (value, age) = match token {
        Some(token) => (token.reveal(), app.config.sign_in_lasts_hours.saturating_mul(3600)),
        None => ("", 0),
    };
    format!("{}={value}; Path=/; HttpOnly; SameSite=Strict; Max-Age={age}{secure}", session_name(app))
}

fn cookie(headers: &HeaderMap, name: &str) -> Option<Token> {
    let lines = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, _)| *key == name).and_then(|(_, value)| Token::read(value))
}
