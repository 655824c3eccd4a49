-- Where documents come from, and how far each source has been read.

CREATE TABLE sources (
  id TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL,
  url TEXT NOT NULL,
  settings TEXT NOT NULL,
  interval_s BIGINT NOT NULL CHECK (interval_s > 0),
  paused BIGINT NOT NULL CHECK (paused IN (0, 1)),
  etag TEXT,
  last_modified TEXT,
  cursor TEXT,
  next_due_at BIGINT NOT NULL,
  last_success_at BIGINT,
  last_error TEXT,
  error_count BIGINT NOT NULL CHECK (error_count >= 0),
  items_total BIGINT NOT NULL CHECK (items_total >= 0),
  added_at BIGINT NOT NULL
);

CREATE INDEX sources_by_due ON sources (paused, next_due_at, id);
