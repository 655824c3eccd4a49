-- Invitations, second factors, and who made a key.

-- Neither is set for keys of the command line and for those from before. A key that a key made belongs to the same
-- person too. No reference to people: the key stays in the books when the person is gone.
ALTER TABLE credentials ADD COLUMN made_by_person TEXT;
ALTER TABLE credentials ADD COLUMN made_by_key TEXT REFERENCES credentials (id);

CREATE INDEX credentials_by_person ON credentials (made_by_person);
CREATE INDEX credentials_by_key ON credentials (made_by_key);

-- Grows with every change of what proves that somebody is this person: what was proved before opens nothing.
ALTER TABLE people ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0;

ALTER TABLE sign_in_links ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sign_in_links ADD COLUMN made_by_person TEXT;
ALTER TABLE sign_in_links ADD COLUMN made_by_key TEXT;

-- When the person last showed password, code or link; and whether the code is still to come.
ALTER TABLE sign_ins ADD COLUMN confirmed_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sign_ins ADD COLUMN awaits_code BIGINT NOT NULL DEFAULT 0 CHECK (awaits_code IN (0, 1));

-- A place offered to somebody who exists. Expired is a pending one whose time is over.
CREATE TABLE invitations (
  id TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('owner', 'member', 'viewer')),
  state TEXT NOT NULL CHECK (state IN ('pending', 'accepted', 'declined', 'withdrawn')),
  hash BYTEA NOT NULL UNIQUE,
  made_by_person TEXT,
  made_by_key TEXT,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  settled_at BIGINT,
  accepted_by TEXT
);

CREATE INDEX invitations_by_account ON invitations (account_id, created_at, id);
CREATE INDEX invitations_by_name ON invitations (name);

-- One for each person; not in force before it is confirmed by a first code. A step is 30 seconds: the last one that
-- was used is not taken again. Wrong codes are counted from a moment on.
CREATE TABLE second_factors (
  person_id TEXT NOT NULL PRIMARY KEY REFERENCES people (id),
  secret BYTEA NOT NULL,
  created_at BIGINT NOT NULL,
  confirmed_at BIGINT,
  last_step BIGINT NOT NULL,
  failures BIGINT NOT NULL,
  failures_since BIGINT NOT NULL
);

CREATE TABLE recovery_codes (
  person_id TEXT NOT NULL REFERENCES people (id),
  hash BYTEA NOT NULL,
  PRIMARY KEY (person_id, hash)
);
