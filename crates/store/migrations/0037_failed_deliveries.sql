-- What failed is never paid for: how much of it an account had within a day is looked at before more is sent.
CREATE INDEX deliveries_failed ON deliveries (account_id, at) WHERE delivered = 0;
