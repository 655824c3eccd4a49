//! The truth: SQLite by default, Postgres by address. Everything else can be deleted and rebuilt from here.
//!
//! ```text
//! let store = Store::open(&Settings::at("data/bellwether.db")?).await?;
//! store.documents.insert(batch, None).await?;          // documents, marks, dirty days: one transaction
//! store.documents.list(&ids).await?;                   // light rows, in the order asked
//! store.documents.changed_since(seq, 1000).await?;     // what a follower has not seen, deletions too
//! ```
//!
//! This room applies guarded statements and decides nothing: no clock, no prices, no text analysis.
//! Each noun is one file or folder, with its SQL beside its row mapping.

mod account_data;
pub mod accounts;
pub mod agents;
pub mod alerts;
pub mod attempts;
pub mod audit_log;
mod batcher;
pub mod brains;
pub mod calls;
pub mod copy;
mod credential;
pub mod credentials;
pub mod db;
pub mod devices;
pub mod digests;
pub mod documents;
mod error;
pub mod events;
pub mod failed_sign_ins;
pub mod feeds;
pub mod frames;
mod halves;
pub mod identity;
pub mod invariants;
pub mod invitations;
pub mod leases;
pub mod ledger;
mod lock;
mod makers;
pub mod narratives;
pub mod owned;
pub mod payments;
pub mod people;
pub mod prices;
mod private;
pub mod quarantine;
pub mod rate_limits;
pub mod readings;
pub mod rollups;
pub mod runs;
pub mod second_factors;
mod settings;
pub mod sign_ins;
pub mod sources;
pub mod spaces;
pub mod statements;
pub mod webhooks;

#[cfg(feature = "testing")]
pub mod testing;

pub use account_data::OwnedRow;
pub use db::Wire;
pub use documents::{
    Change, DayDocument, DirtyDay, Documents, FoundDocument, IndexedDocument, Inserted, StoredDocument,
};
pub use error::{Cause, Error};
pub use quarantine::Quarantined;
pub use settings::{Address, Settings};
pub use sources::{CursorMove, Moving, NewSource, Source, Sources};

use std::sync::Arc;

use db::Db;
use domain::Instant;

/// All nouns over one database, or over the two files of the embedded store. Clones share its connections.
#[derive(Clone, Debug)]
pub struct Store {
    pub accounts: accounts::Accounts,
    pub agents: agents::Agents,
    pub attempts: attempts::Attempts,
    pub alerts: alerts::Alerts,
    pub audit_log: audit_log::AuditLog,
    pub brains: brains::Brains,
    pub calls: calls::Calls,
    pub credentials: credentials::Credentials,
    pub devices: devices::Devices,
    pub documents: Documents,
    pub events: events::Events,
    pub feeds: feeds::Feeds,
    pub invitations: invitations::Invitations,
    pub failed_sign_ins: failed_sign_ins::FailedSignIns,
    pub frames: frames::Frames,
    pub identity: identity::Identity,
    pub leases: leases::Leases,
    pub ledger: ledger::Ledger,
    pub narratives: narratives::Narratives,
    pub payments: payments::Payments,
    pub people: people::People,
    pub prices: prices::Prices,
    pub quarantine: quarantine::Quarantine,
    pub rate_limits: rate_limits::RateLimits,
    pub readings: readings::Readings,
    pub runs: runs::Runs,
    pub second_factors: second_factors::SecondFactors,
    pub sign_ins: sign_ins::SignIns,
    pub rollups: rollups::Rollups,
    pub sources: Sources,
    pub spaces: spaces::Spaces,
    pub statements: statements::Statements,
    pub webhooks: webhooks::Webhooks,
    pub digests: digests::Digests,
    db: Db,
    /// The same where one database holds both.
    accounts_db: Db,
    /// Held by the one process that serves an embedded store, as long as it lives.
    _lock: Option<Arc<std::fs::File>>,
}

impl Store {
    /// Opens, or makes, the store and brings its tables up to date.
    pub async fn open(settings: &Settings) -> Result<Store, Error> {
        let lock = match &settings.address {
            Address::Sqlite(path) if settings.serving => Some(Arc::new(lock::take(path)?)),
            _ => None,
        };
        let (db, accounts_db) = match &settings.address {
            Address::Postgres(_) => {
                let db = Db::open(settings).await?;
                (db.clone(), db)
            }
            Address::Sqlite(path) => {
                let path = path.clone();
                tokio::task::spawn_blocking(move || halves::part(&path)).await.map_err(|source| {
                    Error::Open { place: "a thread".to_owned(), source: source.into() }
                })??;
                (Db::open(settings).await?, Db::open(&settings.of_accounts()).await?)
            }
        };
        let unfinished = "SELECT name FROM counters WHERE name = $1";
        if !db.query(unfinished, db::values![copy::UNFINISHED]).await?.is_empty() {
            return Err(Error::UnfinishedCopy);
        }
        let recorder = audit_log::Recorder::new(accounts_db.clone());
        let store = Store {
            accounts: accounts::Accounts::new(recorder.clone()),
            agents: agents::Agents::new(accounts_db.clone()),
            attempts: attempts::Attempts::new(accounts_db.clone()),
            alerts: alerts::Alerts::new(accounts_db.clone()),
            audit_log: audit_log::AuditLog::new(recorder.clone()),
            brains: brains::Brains::new(accounts_db.clone()),
            calls: calls::Calls::new(db.clone()),
            credentials: credentials::Credentials::new(recorder.clone()),
            devices: devices::Devices::new(accounts_db.clone()),
            documents: Documents::new(db.clone()),
            events: events::Events::new(accounts_db.clone()),
            feeds: feeds::Feeds::new(accounts_db.clone()),
            invitations: invitations::Invitations::new(recorder.clone()),
            failed_sign_ins: failed_sign_ins::FailedSignIns::new(recorder.clone()),
            frames: frames::Frames::new(db.clone()),
            identity: identity::Identity::new(db.clone()),
            leases: leases::Leases::new(db.clone()),
            narratives: narratives::Narratives::new(db.clone()),
            ledger: ledger::Ledger::new(accounts_db.clone(), settings.stored_holds),
            payments: payments::Payments::new(recorder.clone()),
            people: people::People::new(recorder.clone()),
            prices: prices::Prices::new(db.clone()),
            quarantine: quarantine::Quarantine::new(db.clone()),
            rate_limits: rate_limits::RateLimits::new(accounts_db.clone()),
            readings: readings::Readings::new(db.clone()),
            runs: runs::Runs::new(accounts_db.clone()),
            second_factors: second_factors::SecondFactors::new(recorder.clone()),
            sign_ins: sign_ins::SignIns::new(recorder.clone()),
            rollups: rollups::Rollups::new(db.clone()),
            sources: Sources::new(db.clone()),
            spaces: spaces::Spaces::new(accounts_db.clone()),
            statements: statements::Statements::new(db.clone()),
            webhooks: webhooks::Webhooks::new(accounts_db.clone()),
            digests: digests::Digests::new(accounts_db.clone()),
            db,
            accounts_db,
            _lock: lock,
        };
        store.identity.begin_epoch().await?;
        Ok(store)
    }

    /// The time by the store's clock, which all who share it have in common: the server's on Postgres, this machine's
    /// for a file.
    pub async fn now(&self) -> Result<Instant, Error> {
        self.db.now().await
    }

    /// `SQLite` or `Postgres`.
    pub fn engine_name(&self) -> &'static str {
        self.db.engine_name()
    }

    /// How what is said to the database travels.
    pub fn wire(&self) -> Wire {
        self.db.wire()
    }

    /// Counts how often somebody told of a change; none where one has to look.
    pub fn told(&self) -> Option<tokio::sync::watch::Receiver<u64>> {
        self.db.told()
    }

    /// For how long the store has not been reached; none while it is.
    pub fn unreachable_for(&self) -> Option<std::time::Duration> {
        self.db.unreachable_for()
    }

    /// Answers a trivial question, to show that the store can be reached.
    pub async fn ping(&self) -> Result<(), Error> {
        const SQL: &str = "SELECT value FROM counters WHERE name = 'documents'";
        self.db.query(SQL, Vec::new()).await?;
        self.accounts_db.query(SQL, Vec::new()).await.map(|_| ())
    }

    /// Finishes what was begun and lets go; later calls fail with `Error::Closed`.
    pub async fn close(&self) {
        self.db.close().await;
        self.accounts_db.close().await;
    }
}
