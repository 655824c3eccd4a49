-- Who knows the private address of a feed, or has events sent to an endpoint: it ends with their place in the account.

ALTER TABLE feeds ADD COLUMN made_by_person TEXT;
ALTER TABLE feeds ADD COLUMN made_by_key TEXT;
ALTER TABLE webhooks ADD COLUMN made_by_person TEXT;
ALTER TABLE webhooks ADD COLUMN made_by_key TEXT;
