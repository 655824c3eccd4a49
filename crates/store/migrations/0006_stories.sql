-- How far the growing of stories has come, as the number of a change.

INSERT INTO counters (name, value) VALUES ('stories', 0);

CREATE INDEX documents_by_story ON documents (story_id);
