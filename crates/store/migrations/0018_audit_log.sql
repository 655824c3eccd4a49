-- Who changed what. A line is written once, in the transaction of the change it tells of; each names the hash of the
-- line before it, so that a line that was altered or taken out shows.

CREATE TABLE audit_log (
  number BIGINT PRIMARY KEY,
  at BIGINT NOT NULL,
  actor_kind TEXT NOT NULL CHECK (actor_kind IN ('person', 'key', 'command_line', 'system')),
  actor_id TEXT,
  actor_name TEXT NOT NULL,
  account_id TEXT,
  action TEXT NOT NULL,
  target TEXT NOT NULL,
  old_value TEXT,
  new_value TEXT,
  address TEXT,
  times BIGINT NOT NULL CHECK (times > 0),
  previous BYTEA NOT NULL,
  hash BYTEA NOT NULL
);

CREATE INDEX audit_log_by_account ON audit_log (account_id, number);

-- Sign-ins that failed, counted until their minute is over and a line tells of it. The empty name stands for all that
-- nobody has: what strangers make up must not fill the disk.
CREATE TABLE failed_sign_ins (
  name TEXT NOT NULL,
  minute BIGINT NOT NULL,
  account_id TEXT,
  address TEXT,
  times BIGINT NOT NULL CHECK (times > 0),
  PRIMARY KEY (name, minute)
);

-- How often anyone may do something, where several programs must count together or a restart must not forget: when
-- what was taken will have been given back, in microseconds.
CREATE TABLE rate_limits (
  id TEXT NOT NULL,
  whole_at_us BIGINT NOT NULL,
  PRIMARY KEY (id)
);

CREATE INDEX rate_limits_by_end ON rate_limits (whole_at_us);

-- The engine's own clock, for statements that several programs run against each other.
CREATE FUNCTION database_us() RETURNS BIGINT LANGUAGE sql STABLE AS
  'SELECT CAST(FLOOR(EXTRACT(EPOCH FROM statement_timestamp()) * 1000000) AS BIGINT)';

-- Browsers in which somebody signed in before.
CREATE TABLE devices (
  hash BYTEA NOT NULL PRIMARY KEY,
  person_id TEXT NOT NULL REFERENCES people (id),
  used_at BIGINT NOT NULL
);

CREATE INDEX devices_by_person ON devices (person_id, used_at);

-- Credits that were granted stand among the entries, beside those that were charged. What was granted before is one
-- entry for each account.
ALTER TABLE entries ADD COLUMN kind TEXT NOT NULL DEFAULT 'charge' CHECK (kind IN ('charge', 'grant'));

INSERT INTO entries (id, kind, account_id, source, route, credits, micro_usd, at, day)
SELECT '0 granted before ' || id, 'grant', id, 'legacy_prepaid', 'grant', legacy_prepaid, 0, created_at,
       activated_day
  FROM accounts WHERE legacy_prepaid > 0;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
  'BEGIN RAISE EXCEPTION ''rows of % are never changed or deleted'', TG_TABLE_NAME; END';

CREATE TRIGGER audit_log_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log EXECUTE FUNCTION refuse_change();
CREATE TRIGGER entries_are_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON entries EXECUTE FUNCTION refuse_change();
