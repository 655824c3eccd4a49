//! What travels between us and Postgres is encrypted where it can be, and said to be plain where it is.

use std::path::PathBuf;
use std::sync::Arc;

use store::testing::TestStore;
use store::{Address, Settings, Store, Wire};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, UnixStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// Made for these tests: an authority and a server of the names localhost and 127.0.0.1.
const AUTHORITY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/tls/ca.pem");
const CERTIFICATE: &[u8] = include_bytes!("tls/server.pem");
const KEY: &[u8] = include_bytes!("tls/server.key");

/// The store's socket, reachable by TCP, with TLS before it or without.
async fn reachable(store: &TestStore, tls: Option<TlsAcceptor>) -> String {
    let Address::Postgres(url) = &store.settings().address else { panic!("not Postgres") };
    let rest = url.strip_prefix("postgres://bellwether@").expect("an address of ours");
    let (folder, database) = rest.split_once('/').expect("a database");
    let socket = PathBuf::from(folder.replace("%2F", "/")).join(".s.PGSQL.5432");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            let (socket, tls) = (socket.clone(), tls.clone());
            tokio::spawn(async move {
                let Some(tls) = tls else { return passed_on(client, socket).await };
                let mut request = [0; 8];
                client.read_exact(&mut request).await?;
                client.write_all(b"S").await?;
                passed_on(tls.accept(client).await?, socket).await
            });
        }
    });
    format!("postgres://bellwether@localhost:{port}/{database}")
}

async fn passed_on(mut client: impl AsyncRead + AsyncWrite + Unpin, socket: PathBuf) -> std::io::Result<()> {
    let mut server = UnixStream::connect(socket).await?;
    copy_bidirectional(&mut client, &mut server).await.map(|_| ())
}

fn acceptor() -> TlsAcceptor {
    let certificates = CertificateDer::pem_slice_iter(CERTIFICATE).collect::<Result<Vec<_>, _>>();
    let key = PrivateKeyDer::from_pem_slice(KEY).expect("a key");
    let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(certificates.expect("a certificate"), key);
    TlsAcceptor::from(Arc::new(config.expect("a pair")))
}

async fn wire(url: String, authority: Option<&str>) -> Result<Wire, store::Error> {
    let mut settings = Settings::postgres(url);
    settings.connections = 2;
    settings.tls_authorities = authority.map(PathBuf::from);
    let store = Store::open(&settings).await?;
    store.ping().await?;
    Ok(store.wire())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_can_is_spoken_to_in_secret() {
    let Some(store) = store::testing::postgres().await else { return };
    assert_eq!(store.wire(), Wire::Local, "a socket of this machine");
    let url = reachable(&store, Some(acceptor())).await;
    assert_eq!(wire(url.clone(), None).await.expect("opened"), Wire::Encrypted);
    assert_eq!(wire(url.clone(), Some(AUTHORITY)).await.expect("opened"), Wire::Verified);
    for mode in ["require", "verify-full"] {
        let url = format!("{url}?sslmode={mode}");
        assert!(wire(url.clone(), None).await.is_err(), "{mode}: an authority that nobody named");
        assert_eq!(wire(url, Some(AUTHORITY)).await.expect("opened"), Wire::Verified, "{mode}");
    }
    let named = format!("{url}?sslmode=verify-full&sslrootcert={AUTHORITY}");
    assert_eq!(wire(named, None).await.expect("opened"), Wire::Verified);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_cannot_is_spoken_to_in_the_open_only_where_nothing_else_is_asked() {
    let Some(store) = store::testing::postgres().await else { return };
    let url = reachable(&store, None).await;
    assert_eq!(wire(url.clone(), None).await.expect("opened"), Wire::Local, "it does not leave the machine");
    assert_eq!(wire(format!("{url}?sslmode=disable"), None).await.expect("opened"), Wire::Local);
    for mode in ["require", "verify-full"] {
        assert!(wire(format!("{url}?sslmode={mode}"), None).await.is_err(), "{mode}");
    }
    let error = wire(format!("{url}?sslmode=maybe"), None).await.expect_err("no such mode").to_string();
    assert!(error.contains("maybe") && error.contains("verify-full"), "{error}");
    // The same server under a name that is not this machine's.
    let elsewhere = url.replace("localhost", "db.example") + "?hostaddr=127.0.0.1";
    assert!(Wire::Plain { chosen: false }.to_string().contains("PLAIN TEXT"));
    assert_eq!(wire(elsewhere.clone(), None).await.expect("opened"), Wire::Plain { chosen: false });
    assert_eq!(
        wire(format!("{elsewhere}&sslmode=disable"), None).await.expect("opened"),
        Wire::Plain { chosen: true }
    );
}

#[test]
fn an_address_is_printed_without_its_password() {
    let settings = Settings::postgres("postgres://me:hunter2@db.example/x");
    assert!(!format!("{settings:?}").contains("hunter2"));
}

#[cfg(unix)]
#[tokio::test]
async fn the_files_are_their_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("store.db");
    // From a time when nobody looked.
    drop(Store::open(&Settings::sqlite(&path)).await.expect("opened"));
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).expect("opened up");
    let store = Store::open(&Settings::sqlite(&path)).await.expect("opened");
    store.ping().await.expect("answers");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder.path()).expect("a folder") {
        let entry = entry.expect("an entry");
        let mode = entry.metadata().expect("metadata").permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{:?}", entry.file_name());
        seen += 1;
    }
    assert!(seen >= 4, "two files and what stands beside them: {seen}");
    store.close().await;
}
