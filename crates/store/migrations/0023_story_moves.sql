-- Stories can be joined and parted after they were told. A story that was joined to another leads there by its old id.

CREATE TABLE story_redirects (
  old TEXT NOT NULL PRIMARY KEY,
  story TEXT NOT NULL
);

CREATE INDEX story_redirects_by_story ON story_redirects (story);

-- Which story a document was in until then, for moves after its day was over: a reading that was published before can
-- still be computed again.

CREATE TABLE story_moves (
  document BIGINT NOT NULL REFERENCES documents (number) ON DELETE CASCADE,
  moved_at BIGINT NOT NULL,
  story TEXT NOT NULL,
  PRIMARY KEY (document, moved_at)
);

-- How often the memory of stories was written: two writers from one memory cannot both write.

INSERT INTO counters (name, value) VALUES ('story_memory', 0);
