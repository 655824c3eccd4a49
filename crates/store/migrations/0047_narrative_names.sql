-- What else a narrative can be called, and which of its stories say it: its name holds for the days that are asked for.
-- As JSON; empty until it is named again.

ALTER TABLE narratives ADD COLUMN names TEXT NOT NULL DEFAULT '';
