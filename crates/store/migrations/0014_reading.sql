-- Documents may be stored before they are read; the empty version of marks says which those are.

CREATE INDEX documents_unread ON documents (number) WHERE marks_version = '';

-- Up to when somebody has the reading in hand, in milliseconds.
INSERT INTO counters (name, value) VALUES ('reading', 0);
