-- What was published of each metric. A row is written once and never changed: `frozen` rows are the value of their
-- UTC day, the others stand on the quarters of an hour between. `seal` names every digit of the reading.

CREATE TABLE readings (
  metric TEXT NOT NULL,
  at BIGINT NOT NULL,
  frozen BIGINT NOT NULL CHECK (frozen IN (0, 1)),
  day BIGINT NOT NULL,
  version TEXT NOT NULL,
  value DOUBLE PRECISION,
  seal TEXT NOT NULL,
  digest TEXT NOT NULL,
  body TEXT NOT NULL,
  made_at BIGINT NOT NULL,
  PRIMARY KEY (metric, frozen, at)
);

CREATE INDEX readings_by_day ON readings (metric, frozen, day);

-- The scale of an index, fixed once its base year is over.
CREATE TABLE base_years (
  version TEXT NOT NULL PRIMARY KEY,
  kappa DOUBLE PRECISION NOT NULL,
  first_day BIGINT NOT NULL,
  last_day BIGINT NOT NULL,
  readings BIGINT NOT NULL,
  made_at BIGINT NOT NULL
);
