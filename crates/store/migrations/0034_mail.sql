-- Mail: the address that its reader has confirmed (mail goes to no other), and digests by the clock of a reader.

ALTER TABLE webhooks ADD COLUMN confirmed TEXT;

CREATE TABLE digests (
  id TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  name TEXT NOT NULL,
  frequency TEXT NOT NULL,
  weekday TEXT NOT NULL,
  hour BIGINT NOT NULL CHECK (hour BETWEEN 0 AND 23),
  time_zone TEXT NOT NULL,
  companies TEXT NOT NULL,
  enabled BIGINT NOT NULL CHECK (enabled IN (0, 1)),
  -- When the next one is due; 0 until that is worked out, also after a change.
  next_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  changed_at BIGINT NOT NULL
);

CREATE INDEX digests_by_account ON digests (account_id, created_at, id);
CREATE INDEX digests_by_time ON digests (next_at);
