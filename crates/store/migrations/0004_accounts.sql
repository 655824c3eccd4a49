-- Who may ask: accounts, and the keys that open them. A key itself is never stored, only its hash.

CREATE TABLE accounts (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  plan TEXT NOT NULL,
  activated_day BIGINT NOT NULL,
  payment_status TEXT NOT NULL,
  overage_active BIGINT NOT NULL CHECK (overage_active IN (0, 1)),
  overage_cap_micro_usd BIGINT NOT NULL CHECK (overage_cap_micro_usd >= 0),
  legacy_prepaid BIGINT NOT NULL CHECK (legacy_prepaid >= 0),
  created_at BIGINT NOT NULL
);

CREATE TABLE credentials (
  id TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  name TEXT NOT NULL,
  hash BYTEA NOT NULL UNIQUE,
  prefix TEXT NOT NULL,
  last_four TEXT NOT NULL,
  test BIGINT NOT NULL CHECK (test IN (0, 1)),
  created_at BIGINT NOT NULL,
  expires_at BIGINT,
  revoked_at BIGINT,
  replaced_by TEXT REFERENCES credentials (id),
  last_used_at BIGINT
);

CREATE INDEX credentials_by_account ON credentials (account_id, created_at, id);
