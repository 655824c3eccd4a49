-- Documents that were taken down or kept long enough. Nothing of them is left but this line: it keeps them from coming in
-- again, and says why a reading that was published before can no longer be computed from its documents.

CREATE TABLE removals (
  id TEXT NOT NULL PRIMARY KEY,
  day BIGINT NOT NULL,
  -- When it first came in.
  fetched_at BIGINT NOT NULL,
  removed_at BIGINT NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('takedown', 'retention'))
);

CREATE INDEX removals_by_time ON removals (removed_at, id);
CREATE INDEX removals_by_day ON removals (day);
