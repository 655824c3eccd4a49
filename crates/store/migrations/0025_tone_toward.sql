-- Which of the three tones toward what is named is the likeliest; null where none was read.
ALTER TABLE mentions ADD COLUMN sentiment TEXT;
