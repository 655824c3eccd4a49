-- Endpoints that events are delivered to, each in order and at its own pace, and what became of every attempt.

CREATE TABLE webhooks (
  id TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  shape TEXT NOT NULL,
  alerts TEXT NOT NULL,
  enabled BIGINT NOT NULL CHECK (enabled IN (0, 1)),
  secret TEXT NOT NULL DEFAULT '',
  previous_secret TEXT,
  previous_until BIGINT,
  -- Up to which event it was delivered to, or passed over.
  position BIGINT NOT NULL DEFAULT 0,
  -- Of the event after the position.
  attempts BIGINT NOT NULL DEFAULT 0,
  next_at BIGINT NOT NULL DEFAULT 0,
  disabled_reason TEXT,
  created_at BIGINT NOT NULL,
  changed_at BIGINT NOT NULL
);

CREATE INDEX webhooks_by_account ON webhooks (account_id, created_at, id);

CREATE TABLE deliveries (
  id TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  webhook_id TEXT NOT NULL,
  event_id TEXT NOT NULL,
  event_type TEXT NOT NULL,
  url TEXT NOT NULL,
  attempt BIGINT NOT NULL,
  at BIGINT NOT NULL,
  duration_ms BIGINT NOT NULL,
  delivered BIGINT NOT NULL CHECK (delivered IN (0, 1)),
  status BIGINT,
  error TEXT,
  credits BIGINT NOT NULL,
  next_at BIGINT
);

CREATE INDEX deliveries_by_webhook ON deliveries (webhook_id, at, id);
CREATE INDEX deliveries_by_time ON deliveries (at);

-- Private addresses under which feed readers find a search, a Space or a story. Of the token only the hash is kept.
CREATE TABLE feeds (
  id TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  name TEXT NOT NULL,
  subject TEXT NOT NULL,
  value TEXT,
  token_hash BYTEA NOT NULL,
  created_at BIGINT NOT NULL,
  changed_at BIGINT NOT NULL
);

CREATE UNIQUE INDEX feeds_by_token ON feeds (token_hash);
CREATE INDEX feeds_by_account ON feeds (account_id, created_at, id);
