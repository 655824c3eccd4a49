-- Which spellings an operator has decided on. Those are never led to another speaker because of what documents state. Whatever led
-- to another before may have been decided, and so was the role of a speaker.

ALTER TABLE speaker_spellings ADD COLUMN decided BIGINT NOT NULL DEFAULT 0 CHECK (decided IN (0, 1));
UPDATE speaker_spellings SET decided = 1
 WHERE speaker <> id OR speaker IN (SELECT id FROM speakers WHERE cohort IS NOT NULL);
