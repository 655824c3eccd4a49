-- Rules of accounts, and the events that they and deliveries make.

CREATE TABLE alerts (
  id TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  name TEXT NOT NULL,
  enabled BIGINT NOT NULL CHECK (enabled IN (0, 1)),
  subject TEXT NOT NULL,
  value TEXT,
  condition TEXT NOT NULL,
  threshold DOUBLE PRECISION,
  min_items BIGINT NOT NULL,
  min_families BIGINT NOT NULL,
  form TEXT,
  quiet_minutes BIGINT NOT NULL,
  daily_cap BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  changed_at BIGINT NOT NULL
);

CREATE INDEX alerts_by_account ON alerts (account_id, created_at, id);

-- One row for one cause, whatever crashes. Numbers grow in the order of committing: who has read up to one misses
-- nothing that comes later.
CREATE TABLE events (
  number BIGINT PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  alert_id TEXT,
  type TEXT NOT NULL,
  at BIGINT NOT NULL,
  day BIGINT NOT NULL,
  made_at BIGINT NOT NULL,
  items BIGINT NOT NULL,
  body TEXT NOT NULL
);

CREATE INDEX events_by_account ON events (account_id, number);
CREATE INDEX events_by_alert ON events (alert_id, day) WHERE alert_id IS NOT NULL;
CREATE INDEX events_by_time ON events (made_at);

INSERT INTO counters (name, value) VALUES ('events', 0);
-- Up to which change of the documents rules have been asked; below zero before the first look.
INSERT INTO counters (name, value) VALUES ('alerts', -1);
