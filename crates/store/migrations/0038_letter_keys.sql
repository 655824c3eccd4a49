-- What links in letters are signed with: the owner of an endpoint knows its secret, and must not write links for its reader.

ALTER TABLE webhooks ADD COLUMN letter_key TEXT;
