-- Agents that people let into their accounts: programs that registered, what they were allowed, and the hashes of their
-- tokens. What an agent may do, and whether it still may, is a credential like any other.

CREATE TABLE agent_clients (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  -- One a line.
  redirect_uris TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  -- When somebody last let it in; one that nobody ever did is forgotten after a day.
  used_at BIGINT
);

CREATE TABLE agent_grants (
  credential_id TEXT NOT NULL PRIMARY KEY REFERENCES credentials (id),
  client_id TEXT NOT NULL,
  -- Where its tokens are good.
  resource TEXT NOT NULL
);

CREATE TABLE agent_codes (
  hash BYTEA NOT NULL PRIMARY KEY,
  credential_id TEXT NOT NULL REFERENCES credentials (id),
  redirect_uri TEXT NOT NULL,
  challenge TEXT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT
);

CREATE INDEX agent_codes_by_end ON agent_codes (expires_at);

CREATE TABLE agent_tokens (
  hash BYTEA NOT NULL PRIMARY KEY,
  credential_id TEXT NOT NULL REFERENCES credentials (id),
  refresh BIGINT NOT NULL CHECK (refresh IN (0, 1)),
  expires_at BIGINT NOT NULL,
  -- A token that refreshes is good once; shown again, it was stolen.
  used_at BIGINT
);

CREATE INDEX agent_tokens_by_end ON agent_tokens (expires_at);
