-- Who says what. A speaker is known by name; every spelling of it leads to one speaker, and an operator may lead it to
-- another, give a speaker a role, or take a speaker down.

CREATE TABLE speakers (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  is_person BIGINT NOT NULL CHECK (is_person IN (0, 1)),
  -- What an operator says the role is, whatever documents state.
  cohort TEXT,
  -- Nothing that this speaker said is kept.
  suppressed BIGINT NOT NULL CHECK (suppressed IN (0, 1))
);

CREATE TABLE speaker_spellings (
  id TEXT NOT NULL PRIMARY KEY,
  spelling TEXT NOT NULL,
  speaker TEXT NOT NULL REFERENCES speakers (id)
);

CREATE INDEX speaker_spellings_by_speaker ON speaker_spellings (speaker);

-- One row for each speaker of a statement. The day is that of the document.
CREATE TABLE statements (
  document BIGINT NOT NULL REFERENCES documents (number) ON DELETE CASCADE,
  position BIGINT NOT NULL,
  speaker TEXT NOT NULL REFERENCES speakers (id),
  spelling TEXT NOT NULL REFERENCES speaker_spellings (id),
  published_at BIGINT NOT NULL,
  day BIGINT NOT NULL,
  direct BIGINT NOT NULL CHECK (direct IN (0, 1)),
  start_at BIGINT NOT NULL,
  end_at BIGINT NOT NULL,
  text TEXT NOT NULL,
  title TEXT NOT NULL,
  affiliation TEXT NOT NULL,
  cohort TEXT,
  confidence DOUBLE PRECISION NOT NULL,
  target_kind TEXT,
  target TEXT,
  p_positive DOUBLE PRECISION NOT NULL,
  p_neutral DOUBLE PRECISION NOT NULL,
  p_negative DOUBLE PRECISION NOT NULL,
  -- The same in all rows that give the same statement of a speaker.
  same BIGINT NOT NULL,
  shingles BYTEA NOT NULL,
  PRIMARY KEY (document, position)
);

CREATE INDEX statements_by_speaker ON statements (speaker, published_at);
CREATE INDEX statements_by_spelling ON statements (spelling);
CREATE INDEX statements_by_day ON statements (day, cohort);
CREATE INDEX statements_by_target ON statements (target, day);
