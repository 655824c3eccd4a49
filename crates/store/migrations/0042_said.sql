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
