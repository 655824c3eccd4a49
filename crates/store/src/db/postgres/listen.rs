//! Hears of changes at once, by a connection of its own. Whoever hears nothing still looks now and then: a message that
//! is lost with a connection costs time, never a change.

use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::{self, BoxStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_postgres::{AsyncMessage, Client, Config, Error, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;

/// Ends a transaction that changed something others follow.
pub const TELL: &str = "NOTIFY bellwether_changes; COMMIT";
const LISTEN: &str = "LISTEN bellwether_changes";

const AGAIN_AFTER: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub struct Listener {
    told: watch::Sender<u64>,
    task: JoinHandle<()>,
}

impl Listener {
    pub fn start(config: Config, tls: Option<MakeRustlsConnect>) -> Listener {
        let told = watch::Sender::new(0);
        let telling = told.clone();
        let task = tokio::spawn(async move {
            loop {
                if let Err(error) = listen(&config, tls.clone(), &telling).await {
                    tracing::debug!("not told of changes: {error}");
                }
                tokio::time::sleep(AGAIN_AFTER).await;
            }
        });
        Listener { told, task }
    }

    pub fn told(&self) -> watch::Receiver<u64> {
        self.told.subscribe()
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.task.abort();
    }
}

type Messages = BoxStream<'static, Result<AsyncMessage, Error>>;

async fn connect(config: &Config, tls: Option<MakeRustlsConnect>) -> Result<(Client, Messages), Error> {
    Ok(match tls {
        Some(tls) => {
            let (client, mut connection) = config.connect(tls).await?;
            (client, stream::poll_fn(move |context| connection.poll_message(context)).boxed())
        }
        None => {
            let (client, mut connection) = config.connect(NoTls).await?;
            (client, stream::poll_fn(move |context| connection.poll_message(context)).boxed())
        }
    })
}

/// Until the connection ends.
async fn listen(
    config: &Config,
    tls: Option<MakeRustlsConnect>,
    told: &watch::Sender<u64>,
) -> Result<(), Error> {
    let (client, mut messages) = connect(config, tls).await?;
    let mut beginning = std::pin::pin!(client.batch_execute(LISTEN));
    let mut begun = false;
    loop {
        tokio::select! {
            done = &mut beginning, if !begun => {
                done?;
                begun = true;
                // What happened before was not heard.
                told.send_modify(|times| *times += 1);
            }
            message = messages.next() => match message {
                Some(Ok(AsyncMessage::Notification(_))) => told.send_modify(|times| *times += 1),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error),
                None => return Ok(()),
            },
        }
    }
}
