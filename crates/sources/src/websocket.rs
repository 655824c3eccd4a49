//! Listening to a WebSocket for a while: say what is to be said, keep what is wanted, stop in time.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use rustls::pki_types::ServerName;
use std::sync::Arc;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::fetch::address::AddressError;
use crate::fetch::{FetchError, Fetcher, tls_config};
use crate::source::Listen;

/// Events of the networks that are listened to have a fourth of this at most.
const MAX_MESSAGE_BYTES: usize = 256 << 10;
const MAX_HEARD_BYTES: usize = 16 << 20;

/// The messages that were kept, one a line.
pub async fn listen(fetcher: &Fetcher, listen: &Listen) -> Result<Vec<u8>, FetchError> {
    let url = fetcher.guard().check_web_socket(&listen.url)?;
    let host = url.host_str().ok_or(AddressError::Malformed)?.trim_matches(['[', ']']).to_owned();
    let port = url.port_or_known_default().unwrap_or(443);
    let limit_ms = fetcher.options().connect_timeout_ms;
    let stream = within(limit_ms, async {
        let addresses = fetcher.guard().resolve(&host, port).await.map_err(|error| failed(&error))?;
        TcpStream::connect(addresses.as_slice()).await.map_err(|error| failed(&error))
    })
    .await?;
    if url.scheme() == "wss" {
        let name = ServerName::try_from(host).map_err(|_| AddressError::Malformed)?;
        let connector = TlsConnector::from(Arc::new(tls_config()));
        let stream =
            within(limit_ms, async { connector.connect(name, stream).await.map_err(|error| failed(&error)) })
                .await?;
        converse(fetcher, listen, stream).await
    } else {
        converse(fetcher, listen, stream).await
    }
}

async fn within<T>(
    limit_ms: u64,
    work: impl Future<Output = Result<T, FetchError>>,
) -> Result<T, FetchError> {
    match tokio::time::timeout(Duration::from_millis(limit_ms), work).await {
        Ok(outcome) => outcome,
        Err(_) => Err(FetchError::Timeout(limit_ms)),
    }
}

fn failed(error: &dyn std::error::Error) -> FetchError {
    FetchError::WebSocket(error.to_string())
}

async fn converse(
    fetcher: &Fetcher,
    listen: &Listen,
    stream: impl AsyncRead + AsyncWrite + Unpin,
) -> Result<Vec<u8>, FetchError> {
    let mut request = listen.url.as_str().into_client_request().map_err(|error| failed(&error))?;
    if let Ok(user_agent) = fetcher.options().user_agent.parse() {
        request.headers_mut().insert("user-agent", user_agent);
    }
    let limit_ms = fetcher.options().connect_timeout_ms;
    let (mut socket, _) = within(limit_ms, async {
        client_async_with_config(request, stream, Some(config())).await.map_err(|error| failed(&error))
    })
    .await?;
    for message in &listen.send {
        let sent =
            async { socket.send(Message::text(message.clone())).await.map_err(|error| failed(&error)) };
        within(limit_ms, sent).await?;
    }
    hear_all(socket, listen).await
}

fn config() -> WebSocketConfig {
    WebSocketConfig::default()
        .max_message_size(Some(MAX_MESSAGE_BYTES))
        .max_frame_size(Some(MAX_MESSAGE_BYTES))
}

/// The same of a stream whose handshake is over.
pub async fn hear(
    stream: impl AsyncRead + AsyncWrite + Unpin,
    listen: &Listen,
) -> Result<Vec<u8>, FetchError> {
    hear_all(WebSocketStream::from_raw_socket(stream, Role::Client, Some(config())).await, listen).await
}

async fn hear_all(
    mut socket: WebSocketStream<impl AsyncRead + AsyncWrite + Unpin>,
    listen: &Listen,
) -> Result<Vec<u8>, FetchError> {
    let mut heard = Heard::default();
    let hear = async {
        while let Some(message) = socket.next().await {
            match message {
                Ok(Message::Text(text)) if !heard.take(text.as_str(), listen) => break,
                Ok(Message::Close(_)) => break,
                Ok(_) => {}
                // What was heard before the line broke is kept.
                Err(error) if heard.text.is_empty() => return Err(failed(&error)),
                Err(_) => break,
            }
        }
        Ok(())
    };
    // Running out of time is how a stream without an end is left.
    if let Ok(outcome) = tokio::time::timeout(Duration::from_millis(listen.max_ms), hear).await {
        outcome?;
    }
    let _ = tokio::time::timeout(Duration::from_millis(500), socket.close(None)).await;
    Ok(heard.text.into_bytes())
}

#[derive(Default)]
struct Heard {
    text: String,
    n_messages: usize,
}

impl Heard {
    /// False when enough has been heard.
    fn take(&mut self, message: &str, listen: &Listen) -> bool {
        let wanted = listen.words.is_empty() || {
            let lower = message.to_lowercase();
            listen.words.iter().any(|word| lower.contains(word.as_str()))
        };
        if wanted && self.text.len() + message.len() < MAX_HEARD_BYTES {
            // A line break inside a message would make two lines of one; in JSON it is only space.
            self.text.push_str(&message.replace(['\n', '\r'], " "));
            self.text.push('\n');
            self.n_messages += 1;
        }
        let ended = listen.until.is_some_and(|mark| message.contains(mark));
        !ended && self.n_messages < listen.max_messages && self.text.len() + 1 < MAX_HEARD_BYTES
    }
}

#[cfg(test)]
#[path = "websocket_tests.rs"]
mod tests;
