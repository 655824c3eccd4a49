-- Indexes for what is asked often: the newest quarter and day, and all metrics of one of them, whatever the metric.

CREATE INDEX readings_by_at ON readings (frozen, at);
CREATE INDEX readings_of_day ON readings (frozen, day, metric);

-- Grows with every call that is scored: who keeps something made from all calls compares it.
INSERT INTO counters (name, value) VALUES ('call_changes', 0);
