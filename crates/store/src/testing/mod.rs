//! Temporary stores for tests: a SQLite file that vanishes, a database on a private Postgres.
//!
//! Where Postgres is not installed its half of a suite is skipped with one line that says so, or fails when
//! `BELLWETHER_REQUIRE_POSTGRES=1`.

mod cluster;

use std::ops::Deref;

use crate::{Settings, Store};

/// A store that lives as long as this value. It can be closed and opened again with `reopen`.
pub struct TestStore {
    store: Store,
    settings: Settings,
    /// Deleted on drop; none for Postgres, whose whole cluster goes at the end of the process.
    _folder: Option<tempfile::TempDir>,
}

impl TestStore {
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Closes and opens the same store.
    pub async fn reopen(&mut self) {
        self.store.close().await;
        self.store = Store::open(&self.settings).await.expect("the store was there a moment ago");
    }
}

impl Deref for TestStore {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.store
    }
}

pub async fn sqlite() -> TestStore {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let settings = Settings::sqlite(folder.path().join("store.db"));
    open(settings, Some(folder)).await
}

/// The embedded engine with the protocol of the shared one.
pub async fn sqlite_with_stored_holds() -> TestStore {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut settings = Settings::sqlite(folder.path().join("store.db"));
    settings.stored_holds = true;
    open(settings, Some(folder)).await
}

/// None where there is no Postgres and none is required.
pub async fn postgres() -> Option<TestStore> {
    let url = cluster::new_database().await?;
    let mut settings = Settings::postgres(url);
    // Tests run side by side against one small server.
    settings.connections = 8;
    Some(open(settings, None).await)
}

/// Nobody can write to what belongs to accounts, as if the disk were gone, until this is dropped.
pub fn without_writes(settings: &Settings) -> rusqlite::Connection {
    let crate::Address::Sqlite(path) = settings.of_accounts().address else { panic!("an embedded store") };
    let connection = rusqlite::Connection::open(path).expect("the file is there");
    connection.busy_timeout(std::time::Duration::from_secs(5)).expect("patience");
    connection.execute_batch("BEGIN IMMEDIATE").expect("the lock");
    connection
}

/// A file of the embedded store as an earlier program left it, which knew the migrations up to this number.
pub fn sqlite_of_before(path: &std::path::Path, migration: i64) -> rusqlite::Connection {
    let mut connection = rusqlite::Connection::open(path).expect("a new file");
    crate::db::migrate::sqlite_up_to(&mut connection, migration).expect("the first migrations");
    connection
}

/// Runs statements past the store, as a person at the database would.
pub async fn execute(store: &TestStore, sql: &str) {
    let crate::Address::Postgres(url) = &store.settings.address else { panic!("for a server only") };
    let (client, connection) =
        tokio_postgres::connect(url, tokio_postgres::NoTls).await.expect("the server is there");
    let connection = tokio::spawn(connection);
    client.batch_execute(sql).await.expect("good statements");
    drop(client);
    let _ = connection.await;
}

async fn open(settings: Settings, folder: Option<tempfile::TempDir>) -> TestStore {
    let store = Store::open(&settings).await.expect("a new store opens");
    TestStore { store, settings, _folder: folder }
}

/// Stamps each test on every engine.
///
/// ```text
/// store::on_every_engine! {
///     async fn nothing_is_there_at_first(store) {
///         assert_eq!(store.documents.count().await.expect("a count"), 0);
///     }
/// }
/// ```
#[macro_export]
macro_rules! on_every_engine {
    ($($(#[$meta:meta])* async fn $name:ident($store:ident) $body:block)+) => {
        $(
            $(#[$meta])*
            mod $name {
                #[allow(unused_imports)]
                use super::*;

                async fn run(#[allow(unused_mut)] mut $store: $crate::testing::TestStore) $body

                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn sqlite() {
                    run($crate::testing::sqlite().await).await;
                }

                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn postgres() {
                    if let Some(store) = $crate::testing::postgres().await {
                        run(store).await;
                    }
                }
            }
        )+
    };
}

/// The same for what concerns holds: on every engine, and with both protocols on the embedded one.
#[macro_export]
macro_rules! on_every_ledger {
    ($($(#[$meta:meta])* async fn $name:ident($store:ident) $body:block)+) => {
        $crate::on_every_engine! { $($(#[$meta])* async fn $name($store) $body)+ }

        mod sqlite_with_stored_holds {
            use super::*;
            $(
                $(#[$meta])*
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $name() {
                    #[allow(unused_mut)]
                    let mut $store = $crate::testing::sqlite_with_stored_holds().await;
                    $body
                }
            )+
        }
    };
}
