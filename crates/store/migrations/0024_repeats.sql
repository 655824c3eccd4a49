-- Whether a document says again what an earlier one of its story said; it is then no report of its own. Known when its story is.

ALTER TABLE documents ADD COLUMN repeats BIGINT NOT NULL DEFAULT 0 CHECK (repeats IN (0, 1));
