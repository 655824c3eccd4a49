-- What the article states where an operator gave its speaker another role, so that it can be given back: the role (empty where it
-- states none) and how sure it was. Null where nobody changed it. What was changed before comes back when it is read again.

ALTER TABLE statements ADD COLUMN stated_cohort TEXT;
ALTER TABLE statements ADD COLUMN stated_confidence DOUBLE PRECISION;
