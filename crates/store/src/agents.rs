//! Agents that people let in: registered programs, what they were allowed, and the hashes of their codes and tokens.
//! Each is a credential of its account, made and ended where all credentials are.

use domain::Instant;

use crate::Error;
use crate::accounts::{Account, account, account_columns};
use crate::credential::{Credential, columns, credential};
use crate::db::{Db, Outcome, Row, Statement, record, values};

/// `store.agents`.
#[derive(Clone, Debug)]
pub struct Agents {
    db: Db,
}

/// A program that asks to be let in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentClient {
    pub id: String,
    pub name: String,
    pub redirect_uris: Vec<String>,
    pub created_at: Instant,
}

/// What somebody allowed, to be fetched once with a code.
#[derive(Clone, Debug)]
pub struct NewGrant<'a> {
    pub credential_id: &'a str,
    pub client_id: &'a str,
    pub resource: &'a str,
    pub code: [u8; 32],
    pub redirect_uri: &'a str,
    pub challenge: &'a str,
    pub expires_at: Instant,
}

/// A code or a token that refreshes, and the grant that it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    pub account_id: String,
    pub credential_id: String,
    pub client_id: String,
    pub resource: String,
    pub scope: domain::Scope,
    pub expires_at: Instant,
    pub used_at: Option<Instant>,
    /// The end of the credential, and whether somebody ended it before.
    pub revoked_at: Option<Instant>,
    /// Both are empty for a token.
    pub redirect_uri: String,
    pub challenge: String,
}

/// The hashes of two new tokens, and how long each is good.
#[derive(Clone, Copy, Debug)]
pub struct NewTokens {
    pub access: ([u8; 32], Instant),
    pub refresh: ([u8; 32], Instant),
}

/// A token that opens, with whose it is.
pub struct Access {
    pub credential: Credential,
    pub account: Account,
    pub resource: String,
    pub expires_at: Instant,
}

/// One of an account's agents.
pub struct Agent {
    pub credential: Credential,
    pub client_id: String,
}

/// Codes that were used are known again for this long.
const CODES_KEPT_MS: i64 = 3_600_000;
/// A program that nobody let in is forgotten after this long.
const UNUSED_KEPT_MS: i64 = 86_400_000;

/// A program that was let in and is let in nowhere any more is forgotten this long after.
const LEFT_KEPT_MS: i64 = 30 * 86_400_000;

impl Agents {
    pub(crate) fn new(db: Db) -> Agents {
        Agents { db }
    }

    /// One that describes itself is told anew under the same id. False where there are `max` others already.
    pub async fn register(&self, client: &AgentClient, max: u32) -> Result<bool, Error> {
        const SQL: &str = "INSERT INTO agent_clients (id, name, redirect_uris, created_at)
            SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS BIGINT)
             WHERE EXISTS (SELECT 1 FROM agent_clients WHERE id = $1)
                OR (SELECT COUNT(*) FROM agent_clients) < $5
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, redirect_uris = excluded.redirect_uris,
                created_at = excluded.created_at";
        let uris = client.redirect_uris.join("\n");
        let row = values![&client.id, &client.name, uris, client.created_at, max];
        let outcome = self.db.commit(vec![Statement::new(SQL, row).guarded()]).await?;
        Ok(matches!(outcome, Outcome::Committed(_)))
    }

    pub async fn client(&self, id: &str) -> Result<Option<AgentClient>, Error> {
        const SQL: &str = "SELECT id, name, redirect_uris, created_at FROM agent_clients WHERE id = $1";
        let mut rows = self.db.query(SQL, values![id]).await?;
        let Some(row) = rows.first_mut() else { return Ok(None) };
        let uris: String = row.get("redirect_uris")?;
        Ok(Some(AgentClient {
            id: row.get("id")?,
            name: row.get("name")?,
            redirect_uris: uris.lines().map(str::to_owned).collect(),
            created_at: row.get("created_at")?,
        }))
    }

    pub async fn grant(&self, new: &NewGrant<'_>, now: Instant) -> Result<(), Error> {
        const GRANT: &str =
            "INSERT INTO agent_grants (credential_id, client_id, resource) VALUES ($1, $2, $3)";
        const CODE: &str =
            "INSERT INTO agent_codes (hash, credential_id, redirect_uri, challenge, expires_at)
            VALUES ($1, $2, $3, $4, $5)";
        const USED: &str = "UPDATE agent_clients SET used_at = $2 WHERE id = $1";
        let code =
            values![new.code.as_slice(), new.credential_id, new.redirect_uri, new.challenge, new.expires_at];
        let unit = vec![
            Statement::new(GRANT, values![new.credential_id, new.client_id, new.resource]),
            Statement::new(CODE, code),
            Statement::new(USED, values![new.client_id, now]),
        ];
        self.db.commit(unit).await?.unguarded().map(|_| ())
    }

    /// Whatever became of it; whether it is still good is for the caller to say.
    pub async fn find_code(&self, hash: &[u8; 32]) -> Result<Option<Shown>, Error> {
        const SQL: &str =
            "SELECT c.account_id, c.id AS credential_id, g.client_id, g.resource, c.scope, k.expires_at,
                k.used_at, c.revoked_at, k.redirect_uri, k.challenge
            FROM agent_codes k JOIN agent_grants g ON g.credential_id = k.credential_id
                JOIN credentials c ON c.id = k.credential_id WHERE k.hash = $1";
        self.db.query(SQL, values![hash.as_slice()]).await?.first_mut().map(shown).transpose()
    }

    /// A token of either sort.
    pub async fn find_token(&self, hash: &[u8; 32], refresh: bool) -> Result<Option<Shown>, Error> {
        const SQL: &str =
            "SELECT c.account_id, c.id AS credential_id, g.client_id, g.resource, c.scope, t.expires_at,
                t.used_at, c.revoked_at, '' AS redirect_uri, '' AS challenge
            FROM agent_tokens t JOIN agent_grants g ON g.credential_id = t.credential_id
                JOIN credentials c ON c.id = t.credential_id WHERE t.hash = $1 AND t.refresh = $2";
        self.db.query(SQL, values![hash.as_slice(), refresh]).await?.first_mut().map(shown).transpose()
    }

    /// Uses a code up and hands out the first tokens. False where it was used or is over.
    pub async fn redeem(
        &self,
        code: &[u8; 32],
        credential_id: &str,
        new: &NewTokens,
        now: Instant,
    ) -> Result<bool, Error> {
        const USE: &str =
            "UPDATE agent_codes SET used_at = $2 WHERE hash = $1 AND used_at IS NULL AND expires_at > $2";
        self.exchange(Statement::new(USE, values![code.as_slice(), now]), credential_id, new, now).await
    }

    /// Uses a token up that refreshes, and hands out the next ones. False where it was used or is over.
    pub async fn refresh(
        &self,
        token: &[u8; 32],
        credential_id: &str,
        new: &NewTokens,
        now: Instant,
    ) -> Result<bool, Error> {
        const USE: &str = "UPDATE agent_tokens SET used_at = $2
            WHERE hash = $1 AND refresh = 1 AND used_at IS NULL AND expires_at > $2";
        self.exchange(Statement::new(USE, values![token.as_slice(), now]), credential_id, new, now).await
    }

    async fn exchange(
        &self,
        used: Statement,
        credential_id: &str,
        new: &NewTokens,
        now: Instant,
    ) -> Result<bool, Error> {
        const LIVES: &str =
            "UPDATE credentials SET expires_at = $2 WHERE id = $1 AND revoked_at IS NULL AND expires_at > $3";
        const TOKEN: &str = "INSERT INTO agent_tokens (hash, credential_id, refresh, expires_at)
            VALUES ($1, $2, $3, $4)";
        let token = |(hash, end): ([u8; 32], Instant), refresh: bool| {
            values![hash.as_slice(), credential_id, refresh, end]
        };
        let unit = vec![
            used.guarded(),
            // An agent that does not come again ends with what it could come with.
            Statement::new(LIVES, values![credential_id, new.refresh.1, now]).guarded(),
            Statement::many(TOKEN, vec![token(new.access, false), token(new.refresh, true)]),
        ];
        Ok(matches!(self.db.commit(unit).await?, Outcome::Committed(_)))
    }

    /// The token and whose it is, in one look. Whether it still opens is for the caller to say.
    pub async fn find_access(&self, hash: &[u8; 32]) -> Result<Option<Access>, Error> {
        const SQL: &str = concat!(
            "SELECT ",
            columns!(),
            ", ",
            account_columns!(),
            ", g.resource AS token_resource, t.expires_at AS token_ends
             FROM agent_tokens t JOIN agent_grants g ON g.credential_id = t.credential_id
                JOIN credentials c ON c.id = t.credential_id JOIN accounts a ON a.id = c.account_id
             WHERE t.hash = $1 AND t.refresh = 0"
        );
        let mut rows = self.db.query(SQL, values![hash.as_slice()]).await?;
        let Some(row) = rows.first_mut() else { return Ok(None) };
        let (resource, expires_at) = (row.get("token_resource")?, row.get("token_ends")?);
        Ok(Some(Access { credential: credential(row)?, account: account(row)?, resource, expires_at }))
    }

    /// Newest first.
    pub async fn list(&self, account_id: &str) -> Result<Vec<Agent>, Error> {
        const SQL: &str = concat!(
            "SELECT ",
            columns!(),
            ", g.client_id FROM agent_grants g JOIN credentials c ON c.id = g.credential_id
             WHERE c.account_id = $1 ORDER BY c.created_at DESC, c.id DESC"
        );
        let mut rows = self.db.query(SQL, values![account_id]).await?;
        let agent = |row: &mut Row| {
            let client_id = row.get("client_id")?;
            Ok(Agent { credential: credential(row)?, client_id })
        };
        rows.iter_mut().map(agent).collect()
    }

    /// Forgets what is over.
    pub async fn sweep(&self, now: Instant) -> Result<(), Error> {
        const CODES: &str = "DELETE FROM agent_codes WHERE expires_at < $1";
        const TOKENS: &str = "DELETE FROM agent_tokens WHERE expires_at < $1";
        const CLIENTS: &str = "
            DELETE FROM agent_clients
             WHERE (used_at IS NULL AND created_at < $1)
                OR (used_at < $2 AND NOT EXISTS (
                    SELECT 1 FROM agent_grants g JOIN credentials c ON c.id = g.credential_id
                     WHERE g.client_id = agent_clients.id AND c.revoked_at IS NULL))";
        let unit = vec![
            Statement::new(CODES, values![now.plus_ms(-CODES_KEPT_MS)]),
            // Whoever shows a token that has just ended hears so.
            Statement::new(TOKENS, values![now.plus_ms(-UNUSED_KEPT_MS)]),
            Statement::new(CLIENTS, values![now.plus_ms(-UNUSED_KEPT_MS), now.plus_ms(-LEFT_KEPT_MS)]),
        ];
        self.db.commit(unit).await.map(|_| ())
    }
}

fn shown(row: &mut Row) -> Result<Shown, Error> {
    record!(
        row,
        Shown {
            account_id,
            credential_id,
            client_id,
            resource,
            scope,
            expires_at,
            used_at,
            revoked_at,
            redirect_uri,
            challenge,
        }
    )
}
