-- What every running program holds in memory of a counted day. It follows from the counts of the same number; where that is
-- another, or none is there, it is made again from them.

CREATE TABLE rollup_outlines (
  day BIGINT PRIMARY KEY,
  seq BIGINT NOT NULL,
  outline BYTEA NOT NULL
);
