//! The keys of accounts. One is made here from the system's randomness, handed out once, and kept only as a hash.
//!
//! Nobody makes, rotates or ends a key that may do more than they may themselves.

use domain::Instant;
use metering::{Key, KeyKind, Scope, Validity};
use store::accounts::Account;
use store::credentials::{Credential, NewCredential, Refused};

use super::{AccountError, Accounts, IssuedKey, good_name};
use runtime::clock::{new_id, random};

/// Active keys of one account. They share its limits and credits: more would only be more to lose.
pub const MAX_OPEN_KEYS: u32 = 100;

impl Accounts<'_> {
    pub async fn keys(&self, account: &str) -> Result<Vec<Credential>, AccountError> {
        let account = self.find(account).await?;
        Ok(self.store.credentials.list(&account.id).await?)
    }

    /// It ends no later than a key that asks for it.
    pub async fn create_key(
        &self,
        account: &str,
        name: &str,
        kind: KeyKind,
        scope: Scope,
        expires_at: Option<Instant>,
    ) -> Result<IssuedKey, AccountError> {
        self.may_keep(scope)?;
        let account = self.find(account).await?;
        let (key, new) = self.new_key(good_name(name)?, kind, scope, expires_at);
        match self.store.credentials.create(&self.origin, &account.id, &new, MAX_OPEN_KEYS).await? {
            Ok(expires_at) => Ok(IssuedKey { key, credential_id: new.id, scope, expires_at }),
            Err(refused) => Err(why(refused, AccountError::NoAccount(account.id))),
        }
    }

    /// A new key of the same name, kind and scope. The old one opens for the grace period, and never past the end it
    /// already had; the new one lasts as long, from now, as the old one was meant to, and no longer than a key that asks.
    pub async fn rotate_key(
        &self,
        account: &str,
        key: &str,
        grace_ms: u64,
    ) -> Result<IssuedKey, AccountError> {
        let account = self.find(account).await?;
        let old = self.find_key(&account, key).await?;
        let scope = self.may_keep(old.scope)?;
        let validity = Validity { expires_at: old.expires_at, revoked_at: old.revoked_at };
        if validity.check(self.origin.at).is_err() || old.replaced_by.is_some() {
            return Err(AccountError::KeyEnded(old.id));
        }
        let lifetime_ms = old.expires_at.map(|expires_at| expires_at.since(old.created_at));
        let kind = if old.test { KeyKind::Test } else { KeyKind::Live };
        let expires_at = lifetime_ms.map(|lifetime_ms| self.origin.at.plus_ms(lifetime_ms));
        let (key, new) = self.new_key(&old.name, kind, scope, expires_at);
        let old_ends = validity.replaced(self.origin.at, grace_ms).expires_at.unwrap_or(self.origin.at);
        // While old ones are within their grace there may be two for each.
        let max_open = 2 * MAX_OPEN_KEYS;
        match self
            .store
            .credentials
            .rotate(&self.origin, &account.id, &old.id, &new, old_ends, max_open)
            .await?
        {
            Ok(expires_at) => Ok(IssuedKey { key, credential_id: new.id, scope, expires_at }),
            Err(refused) => Err(why(refused, AccountError::KeyEnded(old.id))),
        }
    }

    /// At once and for ever, with every key that it made. Revoking twice is no error: what was wanted is so.
    pub async fn revoke_key(&self, account: &str, key: &str) -> Result<(), AccountError> {
        let account = self.find(account).await?;
        let credential = self.find_key(&account, key).await?;
        self.may_keep(credential.scope)?;
        self.store.credentials.revoke(&self.origin, &account.id, &credential.id).await?;
        Ok(())
    }

    /// By its id, or by its name where one open key has it.
    async fn find_key(&self, account: &Account, key: &str) -> Result<Credential, AccountError> {
        let keys = self.store.credentials.list(&account.id).await?;
        let by_id = keys.iter().find(|credential| credential.id == key);
        let mut named = keys.iter().filter(|credential| {
            credential.name == key && credential.revoked_at.is_none() && credential.replaced_by.is_none()
        });
        let found = match (by_id, named.next(), named.next()) {
            (Some(credential), _, _) | (None, Some(credential), None) => Some(credential.clone()),
            _ => None,
        };
        found.ok_or_else(|| AccountError::NoKey(key.to_owned()))
    }

    /// Who could take a larger key in hand would be as large.
    fn may_keep(&self, scope: Scope) -> Result<Scope, AccountError> {
        if scope <= self.by { Ok(scope) } else { Err(AccountError::ScopeAbove(scope)) }
    }

    fn new_key(
        &self,
        name: &str,
        kind: KeyKind,
        scope: Scope,
        expires_at: Option<Instant>,
    ) -> (Key, NewCredential) {
        let key = Key::make(kind, &random());
        let new = NewCredential {
            id: new_id("key"),
            name: name.to_owned(),
            hash: *key.hash(self.pepper).bytes(),
            prefix: kind.prefix().to_owned(),
            last_four: key.last_four().to_owned(),
            test: kind == KeyKind::Test,
            scope,
            created_at: self.origin.at,
            expires_at,
        };
        (key, new)
    }
}

fn why(refused: Refused, otherwise: AccountError) -> AccountError {
    match refused {
        Refused::TooMany => AccountError::TooManyKeys,
        Refused::Maker => AccountError::MakerEnded,
        Refused::NoAccount | Refused::Taken => otherwise,
    }
}
