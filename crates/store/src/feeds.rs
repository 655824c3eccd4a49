//! Feeds: private addresses under which an account's searches, Spaces and stories can be subscribed to.

use domain::{AlertSubject, Instant};

use crate::Error;
use crate::accounts::ONE_AT_A_TIME;
use crate::audit_log::Origin;
use crate::db::{Db, Outcome, Row, Statement, Value, record, values};
use crate::makers::answers_for;
use crate::owned::{Definition, Owned, OwnedTable};

pub type Feed = Owned<FeedDefinition>;

/// What a feed shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedDefinition {
    pub name: String,
    pub subject: AlertSubject,
    pub value: Option<String>,
}

impl Definition for FeedDefinition {
    const TABLE: &'static str = "feeds";
    const COLUMNS: &'static [&'static str] = &["name", "subject", "value"];

    fn values(&self) -> Vec<Value> {
        values![&self.name, self.subject, self.value.as_deref()]
    }

    fn from_row(row: &mut Row) -> Result<FeedDefinition, Error> {
        record!(row, FeedDefinition { name, subject, value })
    }
}

/// `store.feeds`.
#[derive(Clone, Debug)]
pub struct Feeds {
    db: Db,
    pub owned: OwnedTable<FeedDefinition>,
}

impl Feeds {
    pub(crate) fn new(db: Db) -> Feeds {
        Feeds { owned: OwnedTable::new(db.clone()), db }
    }

    /// False where the account has `max` already.
    pub async fn create(
        &self,
        account_id: &str,
        one: &Feed,
        token_hash: [u8; 32],
        max: u32,
        origin: &Origin,
    ) -> Result<bool, Error> {
        const SQL: &str = "
            INSERT INTO feeds (account_id, id, created_at, changed_at, name, subject, value, token_hash)
            SELECT a.id, $3, $4, $4, $5, $6, $7, $8 FROM accounts a
             WHERE a.id = $1 AND (SELECT COUNT(*) FROM feeds f WHERE f.account_id = a.id) < $2
            ON CONFLICT DO NOTHING";
        let mut parameters = values![account_id, max, &one.id, one.created_at];
        parameters.extend(one.definition.values());
        parameters.push(token_hash.as_slice().into());
        let unit = vec![
            Statement::new(ONE_AT_A_TIME, values![account_id]).guarded(),
            Statement::new(SQL, parameters).guarded(),
            answers_for(FeedDefinition::TABLE, account_id, &one.id, origin),
        ];
        Ok(matches!(self.db.commit(unit).await?, Outcome::Committed(_)))
    }

    /// Another address; the one before it leads nowhere.
    pub async fn rotate(
        &self,
        account_id: &str,
        id: &str,
        token_hash: [u8; 32],
        origin: &Origin,
    ) -> Result<bool, Error> {
        const SQL: &str =
            "UPDATE feeds SET token_hash = $3, changed_at = $4 WHERE account_id = $1 AND id = $2";
        let parameters = values![account_id, id, token_hash.as_slice(), origin.at];
        let unit = vec![
            Statement::new(SQL, parameters).guarded(),
            answers_for(FeedDefinition::TABLE, account_id, id, origin),
        ];
        Ok(matches!(self.db.commit(unit).await?, Outcome::Committed(_)))
    }

    /// Whose feed a token leads to; none where the key that made it has ended.
    pub async fn of_token(
        &self,
        token_hash: [u8; 32],
        now: Instant,
    ) -> Result<Option<(String, Feed)>, Error> {
        const CONDITION: &str = "token_hash = $1 AND NOT EXISTS
            (SELECT 1 FROM credentials k WHERE k.id = feeds.made_by_key AND k.expires_at <= $2)";
        let found = self.owned.select_all(CONDITION, values![token_hash.as_slice(), now]).await?;
        Ok(found.into_iter().next())
    }
}
