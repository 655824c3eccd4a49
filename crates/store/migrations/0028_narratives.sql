-- Themes that hold many stories over weeks. What was grown may change with every review; what a person decided stays.

CREATE TABLE narratives (
  id TEXT NOT NULL PRIMARY KEY,
  -- From what recurs in the titles of its stories, and how many stories it had when it was named.
  name TEXT NOT NULL,
  named_stories BIGINT NOT NULL,
  -- What a person calls it.
  given_name TEXT,
  pinned BIGINT NOT NULL CHECK (pinned IN (0, 1)),
  muted BIGINT NOT NULL CHECK (muted IN (0, 1)),
  -- What its stories name most often, as JSON.
  companies TEXT NOT NULL,
  assets TEXT NOT NULL,
  -- What is left of stories that are remembered no longer, in a form that only the program reads.
  past BYTEA NOT NULL
);

-- A narrative that is no more leads to the one that has most of its stories.
CREATE TABLE narrative_redirects (
  old TEXT NOT NULL PRIMARY KEY,
  narrative TEXT NOT NULL
);

CREATE INDEX narrative_redirects_by_narrative ON narrative_redirects (narrative);

-- Every story of several articles that was looked at: as what, and which narratives it is in.
CREATE TABLE story_narratives (
  story TEXT NOT NULL PRIMARY KEY,
  -- A number for the counts that it had then; with others it is looked at again.
  counted BIGINT NOT NULL,
  narrative TEXT,
  second TEXT,
  first_at BIGINT NOT NULL,
  last_at BIGINT NOT NULL,
  -- What is remembered of it, in a form that only the program reads; null once it is forgotten.
  terms BYTEA,
  notes TEXT,
  -- The change that wrote this row last.
  revision BIGINT NOT NULL
);

CREATE INDEX story_narratives_by_revision ON story_narratives (revision);
CREATE INDEX story_narratives_by_narrative ON story_narratives (narrative) WHERE narrative IS NOT NULL;
CREATE INDEX story_narratives_by_second ON story_narratives (second) WHERE second IS NOT NULL;

-- What operators decided, until it is done.
CREATE TABLE narrative_decisions (
  number BIGINT PRIMARY KEY,
  kind TEXT NOT NULL,
  narrative TEXT NOT NULL,
  -- The other narrative, the name, or the stories, as the kind has it.
  argument TEXT NOT NULL
);

-- How often narratives were changed, how many stories came since all were grouped afresh, and decisions.
INSERT INTO counters (name, value) VALUES ('narratives', 0);
INSERT INTO counters (name, value) VALUES ('narratives_new_stories', 0);
INSERT INTO counters (name, value) VALUES ('narrative_decisions', 0);
