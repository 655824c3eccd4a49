-- Attempts at making something, named by whoever makes them: the same again within a day is answered as the first was.
-- The name is hashed and the answer sealed with what only the caller knows. Without a status it is being worked on.

CREATE TABLE attempts (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  name BYTEA NOT NULL,
  digest BYTEA NOT NULL,
  begun_at BIGINT NOT NULL,
  status BIGINT,
  answer BYTEA,
  PRIMARY KEY (account_id, name)
);

CREATE INDEX attempts_by_age ON attempts (begun_at);
