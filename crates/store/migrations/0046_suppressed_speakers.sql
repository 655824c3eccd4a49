-- Whoever was taken down is looked up with every batch; they are few among all who speak.

CREATE INDEX speakers_suppressed ON speakers (id) WHERE suppressed = 1;
