use super::*;
use crate::fetch::FetchOptions;
use tokio::net::TcpListener;
use tokio_tungstenite::accept_async;

fn fetcher(allow_private_addresses: bool) -> Fetcher {
    Fetcher::new(FetchOptions {
        allow_private_addresses,
        connect_timeout_ms: 1_000,
        ..FetchOptions::default()
    })
    .expect("a client")
}

fn listen_to(port: u16) -> Listen {
    Listen {
        url: format!("ws://127.0.0.1:{port}/"),
        send: vec!["hello".into()],
        max_messages: 100,
        max_ms: 500,
        until: Some("EOSE"),
        words: Vec::new(),
    }
}

/// A relay that answers the first message with these, and then says nothing more.
async fn relay(messages: Vec<String>) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let messages = messages.clone();
            tokio::spawn(async move {
                let Ok(mut socket) = accept_async(stream).await else { return };
                let _ = socket.next().await;
                for message in messages {
                    if socket.send(Message::text(message)).await.is_err() {
                        return;
                    }
                }
                tokio::time::sleep(Duration::from_secs(60)).await;
            });
        }
    });
    port
}

#[tokio::test]
async fn hears_until_the_end_mark() {
    let port = relay(vec!["one\ntwo".into(), "[\"EOSE\"]".into(), "late".into()]).await;
    let heard = super::listen(&fetcher(true), &listen_to(port)).await.expect("messages");
    assert_eq!(String::from_utf8_lossy(&heard), "one two\n[\"EOSE\"]\n");
}

#[tokio::test]
async fn stops_in_time_and_keeps_only_wanted_words() {
    let port = relay(vec!["Bitcoin up".into(), "weather".into(), "more BITCOIN".into()]).await;
    let listen = Listen { words: vec!["bitcoin".into()], ..listen_to(port) };
    let heard = super::listen(&fetcher(true), &listen).await.expect("messages");
    assert_eq!(String::from_utf8_lossy(&heard), "Bitcoin up\nmore BITCOIN\n");
}

#[tokio::test]
async fn floods_are_bounded() {
    let port = relay(vec!["x".repeat(1000); 5_000]).await;
    let heard = super::listen(&fetcher(true), &Listen { max_messages: 7, ..listen_to(port) })
        .await
        .expect("messages");
    assert_eq!(heard.len(), 7 * 1001);
    let port = relay(vec!["x".repeat(MAX_MESSAGE_BYTES + 1)]).await;
    assert!(matches!(super::listen(&fetcher(true), &listen_to(port)).await, Err(FetchError::WebSocket(_))));
}

#[tokio::test]
async fn private_relays_and_deaf_servers_are_refused() {
    assert!(matches!(
        super::listen(&fetcher(false), &listen_to(1)).await,
        Err(FetchError::Address(AddressError::Private))
    ));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    assert!(matches!(super::listen(&fetcher(true), &listen_to(port)).await, Err(FetchError::Timeout(_))));
}
