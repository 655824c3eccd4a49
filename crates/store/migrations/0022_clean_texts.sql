-- What came with a text and is no part of it, as JSON, so that the text can be put together again; null where nothing
-- was cut.
ALTER TABLE texts ADD COLUMN cuts TEXT;

-- What each outlet repeats, in a form that only the program reads. The version grows with every change.
CREATE TABLE outlet_frames (
  outlet TEXT NOT NULL PRIMARY KEY,
  version BIGINT NOT NULL,
  articles BIGINT NOT NULL,
  frames BIGINT NOT NULL,
  bytes BYTEA NOT NULL
);

-- The number of the last document that was learned from.
INSERT INTO counters (name, value) VALUES ('frames', 0);
