-- Days, counted. Every row follows from the documents of its day and can be made again from them; `seq` is the
-- number of the recount, so that each running program can tell what it has not seen yet.

CREATE TABLE rollups (
  day BIGINT PRIMARY KEY,
  seq BIGINT NOT NULL,
  counts BYTEA NOT NULL
);

CREATE INDEX rollups_by_seq ON rollups (seq);

INSERT INTO counters (name, value) VALUES ('rollups', 0);
