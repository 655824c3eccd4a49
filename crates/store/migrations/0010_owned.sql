-- What an account owns beside its keys: saved searches, followed speakers, and receipts of its agents' runs.
-- Of a run only status, timing and numbers are kept; no text that a prompt or an output could hide in.

CREATE TABLE spaces (
  id TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  name TEXT NOT NULL,
  keyword TEXT,
  outlet TEXT,
  sentiment TEXT,
  first_day BIGINT,
  last_day BIGINT,
  rolling_days BIGINT,
  columns TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  changed_at BIGINT NOT NULL,
  CHECK ((rolling_days IS NULL AND first_day IS NOT NULL AND last_day IS NOT NULL AND first_day <= last_day)
      OR (rolling_days > 0 AND first_day IS NULL AND last_day IS NULL))
);

CREATE INDEX spaces_by_account ON spaces (account_id, created_at, id);

CREATE TABLE brains (
  id TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  name TEXT NOT NULL,
  handles TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  changed_at BIGINT NOT NULL
);

CREATE INDEX brains_by_account ON brains (account_id, created_at, id);

CREATE INDEX documents_by_speaker ON documents (speaker_handle, published_at, id) WHERE speaker_handle IS NOT NULL;

CREATE TABLE workflow_runs (
  id TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  run_id TEXT NOT NULL,
  idempotency_key TEXT,
  workflow_id TEXT NOT NULL,
  status TEXT NOT NULL,
  started_at BIGINT NOT NULL,
  finished_at BIGINT,
  duration_ms BIGINT,
  figures TEXT NOT NULL,
  digest BYTEA NOT NULL,
  recorded_at BIGINT NOT NULL,
  UNIQUE (account_id, run_id),
  UNIQUE (account_id, idempotency_key)
);

CREATE INDEX workflow_runs_by_time ON workflow_runs (account_id, recorded_at, id);
