-- People who sign in, and the accounts they belong to. Passwords, links and cookies are kept as hashes only.

CREATE TABLE people (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  operator BIGINT NOT NULL CHECK (operator IN (0, 1)),
  password_hash TEXT,
  created_at BIGINT NOT NULL,
  last_sign_in_at BIGINT
);

CREATE TABLE memberships (
  person_id TEXT NOT NULL REFERENCES people (id),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  role TEXT NOT NULL CHECK (role IN ('owner', 'member', 'viewer')),
  since BIGINT NOT NULL,
  PRIMARY KEY (person_id, account_id)
);

CREATE INDEX memberships_by_account ON memberships (account_id, since, person_id);

CREATE TABLE sign_in_links (
  hash BYTEA NOT NULL PRIMARY KEY,
  person_id TEXT NOT NULL REFERENCES people (id),
  expires_at BIGINT NOT NULL
);

CREATE INDEX sign_in_links_by_person ON sign_in_links (person_id);

CREATE TABLE sign_ins (
  hash BYTEA NOT NULL PRIMARY KEY,
  person_id TEXT NOT NULL REFERENCES people (id),
  account_id TEXT REFERENCES accounts (id),
  created_at BIGINT NOT NULL,
  seen_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);

CREATE INDEX sign_ins_by_person ON sign_ins (person_id);
CREATE INDEX sign_ins_by_end ON sign_ins (expires_at);
