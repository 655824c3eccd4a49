-- What could not be read, with its reason. It is not tried again before its content or the program changes.

CREATE TABLE quarantine (
  -- The kind of work that failed on it, such as `reading` or `source`.
  work TEXT NOT NULL,
  item TEXT NOT NULL,
  source_id TEXT,
  -- A hash of what was tried; other content is tried again.
  content BYTEA NOT NULL,
  reason TEXT NOT NULL,
  tries BIGINT NOT NULL CHECK (tries > 0),
  version TEXT NOT NULL,
  since BIGINT NOT NULL,
  PRIMARY KEY (work, item)
);

CREATE INDEX quarantine_by_source ON quarantine (source_id, since);

-- A permanent redirect that a source answers with: where to, how often in a row, since when.

ALTER TABLE sources ADD COLUMN moving_to TEXT;
ALTER TABLE sources ADD COLUMN moving_seen BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sources ADD COLUMN moving_since BIGINT;
