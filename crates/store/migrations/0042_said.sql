-- What was said on a counted day, apart from its counts: by whom in known roles (voices), and by anybody (said). It follows from
-- the documents of the same count; where the number is another, or no row is there, it is made again from them.

CREATE TABLE rollup_voices (
  day BIGINT PRIMARY KEY,
  seq BIGINT NOT NULL,
  voices BYTEA NOT NULL,
  said BYTEA NOT NULL
);

-- In which role somebody spoke most often.
CREATE INDEX statements_by_role ON statements (speaker, cohort);

-- The last line of the audit log, noted apart from it: its number, and the first 64 bits of its hash. Without them a log whose end
-- was cut off looks whole.
INSERT INTO counters (name, value) SELECT 'audit_log', COALESCE(MAX(number), 0) FROM audit_log;
INSERT INTO counters (name, value) VALUES ('audit_log_hash', 0);
