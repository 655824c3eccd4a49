//! Webhooks: endpoints of an account that events are delivered to, in the order of the events, and how far each has come.

mod log;

use domain::Instant;

pub use log::{Deliveries, Delivery};

use crate::Error;
use crate::accounts::ONE_AT_A_TIME;
use crate::audit_log::Origin;
use crate::db::{Db, Outcome, Row, Statement, Value, record, values};
use crate::events::{Event, NewEvent, event, insertions};
use crate::makers::answers_for;
use crate::owned::{Definition, Owned, OwnedTable};

pub type Webhook = Owned<WebhookDefinition>;

/// What the owner says of an endpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookDefinition {
    pub name: String,
    pub url: String,
    /// How the body is written; the store does not look at it.
    pub shape: String,
    /// Ids of the rules whose events it wants; empty: all events.
    pub alerts: Vec<String>,
    pub enabled: bool,
}

impl Definition for WebhookDefinition {
    const TABLE: &'static str = "webhooks";
    const COLUMNS: &'static [&'static str] = &["name", "url", "shape", "alerts", "enabled"];

    fn values(&self) -> Vec<Value> {
        values![&self.name, &self.url, &self.shape, self.alerts.join(" "), self.enabled]
    }

    fn from_row(row: &mut Row) -> Result<WebhookDefinition, Error> {
        let alerts: String = row.get("alerts")?;
        let alerts = alerts.split_whitespace().map(str::to_owned).collect();
        record!(row, WebhookDefinition { name, url, shape, alerts: alerts, enabled })
    }
}

/// `store.webhooks`.
#[derive(Clone, Debug)]
pub struct Webhooks {
    db: Db,
    pub owned: OwnedTable<WebhookDefinition>,
    pub deliveries: Deliveries,
}

/// What a signature is made with: the present secret, and for a while the one before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secrets {
    pub secret: String,
    pub previous: Option<(String, Instant)>,
}

/// How the deliveries of an endpoint stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    pub position: i64,
    pub attempts: u32,
    pub next_at: Instant,
    /// Why nothing is delivered any more, where the service decided so.
    pub disabled_reason: Option<String>,
}

/// An endpoint with something to deliver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueWebhook {
    pub account_id: String,
    pub webhook: Webhook,
    pub secrets: Secrets,
    pub progress: Progress,
    /// The address of a reader who wants its mail.
    pub confirmed: Option<String>,
    /// What links in letters are signed with. The owner of the endpoint never sees it, and it stays.
    pub letter_key: Option<String>,
}

impl DueWebhook {
    /// Mail goes to nobody who has not asked for it.
    pub fn is_unconfirmed(&self) -> bool {
        let url = &self.webhook.definition.url;
        url.starts_with(MAIL) && self.confirmed.as_ref() != Some(url)
    }

    /// Whether events may go to it.
    pub fn is_open(&self) -> bool {
        self.webhook.definition.enabled && self.progress.disabled_reason.is_none() && !self.is_unconfirmed()
    }
}

/// How the address of a reader begins.
pub const MAIL: &str = "mailto:";

const DUE: &str = "
    SELECT w.id, w.account_id, w.created_at, w.changed_at, w.name, w.url, w.shape, w.alerts, w.enabled, w.secret,
           w.previous_secret, w.previous_until, w.position, w.attempts, w.next_at, w.disabled_reason, w.confirmed,
           w.letter_key
      FROM webhooks w";

impl Webhooks {
    pub(crate) fn new(db: Db) -> Webhooks {
        Webhooks { owned: OwnedTable::new(db.clone()), deliveries: Deliveries::new(db.clone()), db }
    }

    /// With its secret, from the newest event on. False where the account has `max` already.
    pub async fn create(
        &self,
        account_id: &str,
        one: &Webhook,
        secret: &str,
        max: u32,
        origin: &Origin,
    ) -> Result<bool, Error> {
        const SQL: &str = "
            INSERT INTO webhooks (account_id, id, created_at, changed_at, name, url, shape, alerts, enabled, secret, position)
            SELECT a.id, $3, $4, $4, $5, $6, $7, $8, $9, $10, (SELECT value FROM counters WHERE name = 'events')
              FROM accounts a
             WHERE a.id = $1 AND (SELECT COUNT(*) FROM webhooks w WHERE w.account_id = a.id) < $2
            ON CONFLICT DO NOTHING";
        let mut parameters = values![account_id, max, &one.id, one.created_at];
        parameters.extend(one.definition.values());
        parameters.push(secret.into());
        let unit = vec![
            Statement::new(ONE_AT_A_TIME, values![account_id]).guarded(),
            Statement::new(SQL, parameters).guarded(),
            answers_for(WebhookDefinition::TABLE, account_id, &one.id, origin),
        ];
        Ok(matches!(self.db.commit(unit).await?, Outcome::Committed(_)))
    }

    /// Whoever changed it answers for it from now on.
    pub async fn answered_for(&self, account_id: &str, id: &str, origin: &Origin) -> Result<(), Error> {
        let unit = vec![answers_for(WebhookDefinition::TABLE, account_id, id, origin)];
        self.db.commit(unit).await.map(|_| ())
    }

    /// Puts a new secret in the place of the present one, which is used beside it until then.
    pub async fn rotate(
        &self,
        account_id: &str,
        id: &str,
        secret: &str,
        previous_until: Instant,
    ) -> Result<bool, Error> {
        const SQL: &str = "
            UPDATE webhooks SET previous_secret = secret, previous_until = $4, secret = $3
             WHERE account_id = $1 AND id = $2";
        self.guarded(SQL, values![account_id, id, secret, previous_until]).await
    }

    /// Begins to deliver again where it stopped: what the service decided about it is forgotten.
    pub async fn resume(&self, account_id: &str, id: &str) -> Result<bool, Error> {
        const SQL: &str = "
            UPDATE webhooks SET disabled_reason = NULL, attempts = 0, next_at = 0 WHERE account_id = $1 AND id = $2";
        self.guarded(SQL, values![account_id, id]).await
    }

    /// All that delivering to it needs.
    pub async fn find(&self, account_id: &str, id: &str) -> Result<Option<DueWebhook>, Error> {
        let sql = format!("{DUE} WHERE w.account_id = $1 AND w.id = $2");
        self.db.query(sql, values![account_id, id]).await?.into_iter().next().map(due).transpose()
    }

    /// A key for the links in its letters, where it has none yet.
    pub async fn give_letter_key(&self, id: &str, key: &str) -> Result<(), Error> {
        const SQL: &str = "UPDATE webhooks SET letter_key = $2 WHERE id = $1 AND letter_key IS NULL";
        self.db.commit(vec![Statement::new(SQL, values![id, key])]).await.map(|_| ())
    }

    /// The same for who holds a link that was signed for it.
    pub async fn behind_link(&self, id: &str) -> Result<Option<DueWebhook>, Error> {
        let sql = format!("{DUE} WHERE w.id = $1");
        self.db.query(sql, values![id]).await?.into_iter().next().map(due).transpose()
    }

    /// The reader at this address wants its mail. False where it is another by now.
    pub async fn confirm(&self, id: &str, url: &str) -> Result<bool, Error> {
        const SQL: &str = "UPDATE webhooks SET confirmed = url WHERE id = $1 AND url = $2";
        self.guarded(SQL, values![id, url]).await
    }

    /// The reader wants no more of it; only the reader can begin it again.
    pub async fn unsubscribe(&self, id: &str, reason: &str) -> Result<bool, Error> {
        const SQL: &str = "UPDATE webhooks SET confirmed = NULL, disabled_reason = $2 WHERE id = $1";
        self.guarded(SQL, values![id, reason]).await
    }

    /// How each endpoint of the account stands, in the order of `owned.list`.
    pub async fn standing(&self, account_id: &str) -> Result<Vec<DueWebhook>, Error> {
        let sql = format!("{DUE} WHERE w.account_id = $1 ORDER BY w.created_at, w.id");
        self.db.query(sql, values![account_id]).await?.into_iter().map(due).collect()
    }

    /// Endpoints of all accounts that events wait for and that may be tried now: for work beside the requests.
    pub async fn due(&self, now: Instant, limit: usize) -> Result<Vec<DueWebhook>, Error> {
        let sql = format!(
            "{DUE}
              WHERE w.enabled = 1 AND w.disabled_reason IS NULL AND w.next_at <= $1
                AND (w.url NOT LIKE 'mailto:%' OR w.confirmed = w.url)
                AND NOT EXISTS (SELECT 1 FROM credentials k WHERE k.id = w.made_by_key AND k.expires_at <= $1)
                AND EXISTS (SELECT 1 FROM events e WHERE e.account_id = w.account_id AND e.number > w.position)
              ORDER BY w.next_at, w.id LIMIT $2"
        );
        self.db.query(sql, values![now, limit as i64]).await?.into_iter().map(due).collect()
    }

    /// The event that an endpoint is to be sent next.
    pub async fn next_event(&self, account_id: &str, position: i64) -> Result<Option<Event>, Error> {
        const SQL: &str = "
            SELECT number, id, alert_id, type, at, made_at, items, body FROM events
             WHERE account_id = $1 AND number > $2 ORDER BY number LIMIT 1";
        self.db.query(SQL, values![account_id, position]).await?.into_iter().next().map(event).transpose()
    }

    /// Moves an endpoint on, with what is to be logged and told of it, in one transaction. False where it was moved, changed
    /// or deleted meanwhile; nothing is written then.
    pub async fn advance(
        &self,
        webhook_id: &str,
        from: &Progress,
        to: &Progress,
        log: Option<&Delivery>,
        tell: &[NewEvent],
    ) -> Result<bool, Error> {
        const SQL: &str = "
            UPDATE webhooks SET position = $4, attempts = $5, next_at = $6, disabled_reason = COALESCE($7, disabled_reason)
             WHERE id = $1 AND position = $2 AND attempts = $3";
        let parameters = values![
            webhook_id,
            from.position,
            from.attempts,
            to.position,
            to.attempts,
            to.next_at,
            to.disabled_reason.as_deref(),
        ];
        let mut unit = vec![Statement::new(SQL, parameters).guarded()];
        unit.extend(log.map(log::insertion));
        unit.extend(insertions(tell));
        Ok(matches!(self.db.commit(unit).await?, Outcome::Committed(_)))
    }

    async fn guarded(&self, sql: &'static str, parameters: Vec<Value>) -> Result<bool, Error> {
        let unit = vec![Statement::new(sql, parameters).guarded()];
        Ok(matches!(self.db.commit(unit).await?, Outcome::Committed(_)))
    }
}

fn due(mut row: Row) -> Result<DueWebhook, Error> {
    let row = &mut row;
    let previous: (Option<String>, Option<Instant>) =
        (row.get("previous_secret")?, row.get("previous_until")?);
    let secrets = Secrets { secret: row.get("secret")?, previous: previous.0.zip(previous.1) };
    let progress: Progress = progress(row)?;
    let definition = WebhookDefinition::from_row(row)?;
    let webhook: Webhook = webhook(row, definition)?;
    record!(
        row,
        DueWebhook {
            account_id,
            webhook: webhook,
            secrets: secrets,
            progress: progress,
            confirmed,
            letter_key
        }
    )
}

fn webhook(row: &mut Row, definition: WebhookDefinition) -> Result<Webhook, Error> {
    record!(row, Owned { id, created_at, changed_at, definition: definition })
}

fn progress(row: &mut Row) -> Result<Progress, Error> {
    record!(row, Progress { position, attempts, next_at, disabled_reason })
}
