-- What was published, and what was read in it.
-- A document's number is the change counter at its first insertion and never changes: everything that
-- belongs to it is kept under that short number, and new rows go to the end of each table.

CREATE TABLE counters (
  name TEXT NOT NULL PRIMARY KEY,
  value BIGINT NOT NULL
);

INSERT INTO counters (name, value) VALUES ('documents', 0);

CREATE TABLE outlets (
  id BIGINT PRIMARY KEY,
  name TEXT NOT NULL,
  category TEXT NOT NULL,
  family TEXT NOT NULL,
  country TEXT NOT NULL
);

CREATE TABLE documents (
  number BIGINT PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  seq BIGINT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  published_at BIGINT NOT NULL,
  day BIGINT NOT NULL,
  stated_at BIGINT,
  precision TEXT NOT NULL,
  future_dated BIGINT NOT NULL CHECK (future_dated IN (0, 1)),
  fetched_at BIGINT NOT NULL,
  url TEXT NOT NULL,
  canonical_url TEXT NOT NULL,
  outlet_id BIGINT NOT NULL REFERENCES outlets (id),
  author_name TEXT NOT NULL,
  image_url TEXT NOT NULL,
  stated_language TEXT,
  language TEXT NOT NULL,
  extent TEXT NOT NULL,
  content_hash BYTEA NOT NULL,
  fingerprint BIGINT NOT NULL,
  speaker_handle TEXT,
  speaker_name TEXT,
  speaker_cohort TEXT,
  ticker TEXT,
  invented BIGINT NOT NULL CHECK (invented IN (0, 1)),
  sentiment TEXT NOT NULL,
  p_positive DOUBLE PRECISION NOT NULL,
  p_neutral DOUBLE PRECISION NOT NULL,
  p_negative DOUBLE PRECISION NOT NULL,
  sponsored BIGINT NOT NULL CHECK (sponsored IN (0, 1)),
  marks_version TEXT NOT NULL,
  story_id TEXT
);

CREATE INDEX documents_by_time ON documents (published_at, id);
CREATE INDEX documents_by_version ON documents (marks_version);

-- Apart from the rest, so that counting and listing never page through the texts.
CREATE TABLE texts (
  document BIGINT PRIMARY KEY REFERENCES documents (number) ON DELETE CASCADE,
  content TEXT NOT NULL,
  turns TEXT
);

CREATE TABLE mentions (
  document BIGINT NOT NULL REFERENCES documents (number) ON DELETE CASCADE,
  position BIGINT NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  ticker TEXT,
  count BIGINT NOT NULL,
  in_title BIGINT NOT NULL CHECK (in_title IN (0, 1)),
  in_lead BIGINT NOT NULL CHECK (in_lead IN (0, 1)),
  tone DOUBLE PRECISION,
  spans TEXT NOT NULL,
  PRIMARY KEY (document, position)
);

CREATE INDEX mentions_by_name ON mentions (name, document);

CREATE TABLE document_categories (
  document BIGINT NOT NULL REFERENCES documents (number) ON DELETE CASCADE,
  position BIGINT NOT NULL,
  category TEXT NOT NULL,
  score DOUBLE PRECISION NOT NULL,
  PRIMARY KEY (document, position)
);

-- What is gone, for those who follow the changes.
CREATE TABLE deletions (
  seq BIGINT PRIMARY KEY,
  id TEXT NOT NULL
);

-- Days whose counts no longer follow from the documents, with the change that made them so.
CREATE TABLE dirty_days (
  day BIGINT PRIMARY KEY,
  seq BIGINT NOT NULL
);
