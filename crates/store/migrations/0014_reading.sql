-- Documents may be stored before they are read; the empty version of marks says which those are. They are read in the
-- order of their numbers.

DROP INDEX documents_by_version;
CREATE INDEX documents_by_version ON documents (marks_version, number);

-- Up to when somebody has the reading in hand, in milliseconds.
INSERT INTO counters (name, value) VALUES ('reading', 0);
