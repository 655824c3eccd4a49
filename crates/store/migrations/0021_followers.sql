-- Which store this is. Every opening begins an epoch, with the change counter as it stood then: whoever remembers
-- an epoch and a change can tell later whether this is another store, or this one put back from a backup.

CREATE TABLE store_identity (
  id TEXT NOT NULL PRIMARY KEY
);

CREATE TABLE store_epochs (
  number BIGINT PRIMARY KEY,
  token TEXT NOT NULL,
  revision BIGINT NOT NULL
);

-- Who alone does a work, until when by the store's clock. The fencing number grows with every taking.
CREATE TABLE leases (
  name TEXT NOT NULL PRIMARY KEY,
  holder TEXT NOT NULL,
  fencing BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);

-- What the growing of stories remembers: all of it at one moment, in parts, and every item that was placed since.
CREATE TABLE story_memory (
  part BIGINT PRIMARY KEY,
  bytes BYTEA NOT NULL
);

CREATE TABLE story_journal (
  number BIGINT PRIMARY KEY,
  bytes BYTEA NOT NULL
);
