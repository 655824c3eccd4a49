-- Brains follow people by name, beside the handles of posts: one name a line.

ALTER TABLE brains ADD COLUMN people TEXT NOT NULL DEFAULT '';

CREATE INDEX documents_by_speaker_name ON documents (speaker_name) WHERE speaker_name IS NOT NULL;
