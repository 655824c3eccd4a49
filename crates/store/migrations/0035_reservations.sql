-- Who last wanted credits of the purse set aside, and got them: of many that are wanted in one transaction, those for
-- which there was room.

ALTER TABLE purses ADD COLUMN reserved_by TEXT;
