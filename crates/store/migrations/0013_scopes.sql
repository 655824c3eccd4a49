-- How much a key may do. Keys from before may do what members of their account may.

ALTER TABLE credentials ADD COLUMN scope TEXT NOT NULL DEFAULT 'write'
  CHECK (scope IN ('read', 'write', 'account', 'operator'));
