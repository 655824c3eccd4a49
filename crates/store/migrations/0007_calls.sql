-- Earnings calls as they were scored, and how far the scoring has come, as the number of a change.
-- Marks are the few numbers of each exchange, quotes a few exchanges in full: lists need no more than these.

CREATE TABLE calls (
  document TEXT NOT NULL PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
  ticker TEXT NOT NULL,
  company TEXT NOT NULL,
  day BIGINT NOT NULL,
  title TEXT NOT NULL,
  url TEXT NOT NULL,
  invented BIGINT NOT NULL CHECK (invented IN (0, 1)),
  scorable BIGINT NOT NULL CHECK (scorable IN (0, 1)),
  reason TEXT,
  questions BIGINT NOT NULL CHECK (questions >= 0),
  declined BIGINT NOT NULL CHECK (declined >= 0),
  score DOUBLE PRECISION,
  low DOUBLE PRECISION,
  high DOUBLE PRECISION,
  marks TEXT NOT NULL,
  quotes TEXT NOT NULL,
  exchanges TEXT NOT NULL,
  version TEXT NOT NULL
);

CREATE INDEX calls_by_ticker ON calls (ticker, day, document);
CREATE INDEX calls_by_version ON calls (version);

INSERT INTO counters (name, value) VALUES ('calls', 0);
