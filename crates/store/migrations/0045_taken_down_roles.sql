-- What articles said of whoever was taken down, so that the same person is known under another form of the name.

CREATE TABLE taken_down_roles (
  speaker TEXT NOT NULL REFERENCES speakers (id),
  spelling TEXT NOT NULL,
  title TEXT NOT NULL,
  affiliation TEXT NOT NULL,
  statements BIGINT NOT NULL,
  PRIMARY KEY (speaker, spelling, title, affiliation)
);
