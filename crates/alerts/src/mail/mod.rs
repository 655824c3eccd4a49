//! Mail: one letter at a time, over the operator's mail server.

pub mod letter;
pub mod links;

use std::time::Duration;

use anyhow::{Context, bail, ensure};
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp;
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use runtime::config::Config;
use store::webhooks::MAIL;

use letter::Letter;

/// A longer address is nobody's.
const MAX_ADDRESS_CHARS: usize = 254;

pub struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

/// Why a letter was not taken.
pub struct NotSent {
    pub status: Option<u32>,
    pub reason: String,
    /// The mail server says that it never will be.
    pub is_final: bool,
}

impl Mailer {
    /// None where the operator has set up no mail.
    pub fn new(config: &Config) -> anyhow::Result<Option<Mailer>> {
        let url: &str = &config.smtp_url;
        if url.is_empty() {
            ensure!(config.mail_from.is_empty(), "mail_from: set smtp_url too");
            return Ok(None);
        }
        let from: Mailbox = config.mail_from.parse().context("mail_from is not Name <name@example.com>")?;
        // The address holds a password: nothing of it is told.
        let Ok(transport) = AsyncSmtpTransport::<Tokio1Executor>::from_url(url) else {
            bail!("smtp_url is not smtps://NAME:PASSWORD@HOST or smtp://HOST:PORT?tls=required");
        };
        let timeout = Duration::from_secs(config.webhook_timeout_s);
        let hello = ClientId::Domain(from.email.domain().to_owned());
        let transport = transport.timeout(Some(timeout)).hello_name(hello).build();
        Ok(Some(Mailer { transport, from }))
    }

    /// Whether the mail server answers and lets us in.
    pub async fn check(&self) -> anyhow::Result<()> {
        let answers = self.transport.test_connection().await.context("the mail server does not let us in")?;
        ensure!(answers, "the mail server does not answer");
        Ok(())
    }

    pub async fn send(&self, to: &Address, letter: &Letter) -> Result<(), NotSent> {
        let message = self.written(to, letter).map_err(|error| NotSent {
            status: None,
            reason: format!("cannot write the letter: {error}"),
            is_final: true,
        })?;
        let sent = self.transport.send(message).await;
        sent.map(|_| ()).map_err(|error: smtp::Error| NotSent {
            status: error.status().map(|code| u32::from(u16::from(code))),
            is_final: error.is_permanent(),
            reason: runtime::error::chain(&error),
        })
    }

    fn written(&self, to: &Address, letter: &Letter) -> Result<Message, lettre::error::Error> {
        let id = format!("<{}@{}>", letter.id, self.from.email.domain());
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to.clone()))
            .subject(&letter.subject)
            .message_id(Some(id))
            .multipart(MultiPart::alternative_plain_html(letter.text.clone(), letter.html.clone()))?;
        let mut put = |name: &'static str, value: String| {
            let name = HeaderName::new_from_ascii_str(name);
            message.headers_mut().insert_raw(HeaderValue::new(name, value));
        };
        put("Auto-Submitted", "auto-generated".to_owned());
        if let Some(link) = &letter.unsubscribe {
            // One click in the reader's own program (RFC 8058).
            put("List-Unsubscribe", format!("<{link}>"));
            put("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned());
        }
        Ok(message)
    }
}

/// The address of a reader, from the address of an endpoint.
pub fn address_of(url: &str) -> Option<Address> {
    let text = url.strip_prefix(MAIL)?;
    let good = text.len() <= MAX_ADDRESS_CHARS && text.bytes().all(|byte| byte.is_ascii_graphic());
    let address: Address = good.then(|| text.parse().ok()).flatten()?;
    // A name of a host: no mail to this machine or to a number.
    let top = address.domain().rsplit_once('.').map_or("", |(_, top)| top);
    top.chars().any(char::is_alphabetic).then_some(address)
}

#[cfg(test)]
mod tests {
    use super::address_of;

    #[test]
    fn who_can_be_written_to() {
        assert!(address_of("mailto:ana@example.com").is_some());
        for wrong in [
            "ana@example.com",
            "mailto:",
            "mailto:ana",
            "mailto:ana@localhost",
            "mailto:ana@[127.0.0.1]",
            "mailto:ana@127.0.0.1",
            "mailto:ana@2130706433",
            "mailto:ana@example.com?bcc=all@example.com",
            "mailto:ana@example.com,bob@example.com",
            "mailto:a na@example.com",
            "mailto:ana@example.com\r\nBcc: x@example.com",
        ] {
            assert!(address_of(wrong).is_none(), "{wrong}");
        }
    }
}
