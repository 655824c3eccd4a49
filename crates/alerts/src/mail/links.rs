//! Links in letters: signed with a key that nobody is shown, so that whoever holds one was written to.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::hmac;
use store::webhooks::DueWebhook;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The reader wants the mail.
    Confirm,
    /// The reader wants no more of it.
    Unsubscribe,
}

impl Purpose {
    pub fn path(self) -> &'static str {
        match self {
            Purpose::Confirm => "/mail/confirm",
            Purpose::Unsubscribe => "/mail/unsubscribe",
        }
    }
}

/// Only the start page where no key was made yet: then nobody was asked, and nothing may be sent.
pub fn link(base: &str, purpose: Purpose, to: &DueWebhook) -> String {
    let Some(key) = key(to) else { return base.to_owned() };
    let tag = hmac::sign(&key, &signed(purpose, to));
    format!("{base}{}/{}/{}", purpose.path(), to.webhook.id, URL_SAFE_NO_PAD.encode(tag.as_ref()))
}

pub fn is_good(purpose: Purpose, to: &DueWebhook, token: &str) -> bool {
    let tag = URL_SAFE_NO_PAD.decode(token).unwrap_or_default();
    key(to).is_some_and(|key| hmac::verify(&key, &signed(purpose, to), &tag).is_ok())
}

fn key(to: &DueWebhook) -> Option<hmac::Key> {
    let key = to.letter_key.as_ref().filter(|key| !key.is_empty())?;
    Some(hmac::Key::new(hmac::HMAC_SHA256, key.as_bytes()))
}

/// With the address: a link to one reader is worth nothing for the next.
fn signed(purpose: Purpose, to: &DueWebhook) -> Vec<u8> {
    format!("{}\n{}\n{}", purpose.path(), to.webhook.id, to.webhook.definition.url).into_bytes()
}
