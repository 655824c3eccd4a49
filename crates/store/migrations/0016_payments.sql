-- What a payment's settlement leaves behind: who has it in hand and until when (by the engine's clock), how many
-- answers were given for it and when one left, and whether the chain showed its transaction (1) or the
-- facilitator only named it (0).

ALTER TABLE payments ADD COLUMN owner TEXT NOT NULL DEFAULT '';
ALTER TABLE payments ADD COLUMN lease_until BIGINT NOT NULL DEFAULT 0;
ALTER TABLE payments ADD COLUMN answers BIGINT NOT NULL DEFAULT 0 CHECK (answers >= 0);
ALTER TABLE payments ADD COLUMN answered_at BIGINT;
ALTER TABLE payments ADD COLUMN tx_proved BIGINT NOT NULL DEFAULT 1 CHECK (tx_proved IN (0, 1));

-- Nobody knows whether the answers of before were received; they are taken to be.
UPDATE payments SET answers = 1, answered_at = updated_at WHERE state = 'settled';

CREATE INDEX payments_by_transaction ON payments (tx);

-- A transaction that is only named pays for one payment.
CREATE UNIQUE INDEX payments_on_word ON payments (tx) WHERE tx_proved = 0;
