-- Daily closing prices. A price that was stored once is never changed in silence.

CREATE TABLE prices (
  asset TEXT NOT NULL,
  day BIGINT NOT NULL,
  close DOUBLE PRECISION NOT NULL CHECK (close > 0),
  source TEXT NOT NULL,
  PRIMARY KEY (asset, day)
);
