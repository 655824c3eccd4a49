-- Who pays. The checks are the last line: a statement that would overdraw a purse fails even if its guard
-- were wrong.

CREATE TABLE purses (
  id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  key TEXT NOT NULL,
  source TEXT NOT NULL,
  period_start BIGINT NOT NULL,
  period_end BIGINT NOT NULL,
  allowance BIGINT NOT NULL CHECK (allowance >= 0),
  used BIGINT NOT NULL CHECK (used >= 0),
  held BIGINT NOT NULL CHECK (held >= 0),
  CHECK (used + held <= allowance),
  PRIMARY KEY (id)
);

CREATE INDEX purses_by_account ON purses (account_id, period_end);

-- Only the open ones: a hold is settled by deleting it, which can be done once.
CREATE TABLE holds (
  id TEXT NOT NULL,
  purse_id TEXT NOT NULL,
  source TEXT NOT NULL,
  account_id TEXT NOT NULL,
  credential_id TEXT NOT NULL,
  route TEXT NOT NULL,
  credits BIGINT NOT NULL CHECK (credits >= 0),
  micro_usd BIGINT NOT NULL CHECK (micro_usd >= 0),
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (id)
);

-- What was charged, one line for each answer. Never changed, never deleted. The id is the hold's, or the
-- payment's where there was no account.
CREATE TABLE entries (
  id TEXT NOT NULL,
  account_id TEXT,
  credential_id TEXT,
  purse_id TEXT,
  source TEXT NOT NULL,
  route TEXT NOT NULL,
  credits BIGINT NOT NULL CHECK (credits >= 0),
  micro_usd BIGINT NOT NULL CHECK (micro_usd >= 0),
  at BIGINT NOT NULL,
  day BIGINT NOT NULL,
  PRIMARY KEY (id)
);

-- Counted in the same transaction as the entries, so that nothing has to be added up while a caller waits.
CREATE TABLE usage_days (
  credential_id TEXT NOT NULL,
  day BIGINT NOT NULL,
  route TEXT NOT NULL,
  account_id TEXT NOT NULL,
  calls BIGINT NOT NULL,
  credits BIGINT NOT NULL,
  micro_usd BIGINT NOT NULL,
  PRIMARY KEY (credential_id, day, route)
);

CREATE INDEX usage_by_account ON usage_days (account_id, day);

CREATE TABLE credential_totals (
  credential_id TEXT NOT NULL,
  span TEXT NOT NULL CHECK (span IN ('day', 'month')),
  first_day BIGINT NOT NULL,
  credits BIGINT NOT NULL,
  PRIMARY KEY (credential_id, span, first_day)
);

-- Payments made on the spot, one row for each authorization: the row is the reservation.
CREATE TABLE payments (
  key TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('reserved', 'settling', 'settled', 'refused', 'unknown', 'void')),
  network TEXT NOT NULL,
  asset TEXT NOT NULL,
  payer TEXT NOT NULL,
  nonce TEXT NOT NULL,
  amount_micro_usd BIGINT NOT NULL CHECK (amount_micro_usd >= 0),
  credits BIGINT NOT NULL CHECK (credits >= 0),
  route TEXT NOT NULL,
  valid_before BIGINT NOT NULL,
  tx TEXT,
  reason TEXT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (key)
);

CREATE INDEX payments_by_state ON payments (state, updated_at);
