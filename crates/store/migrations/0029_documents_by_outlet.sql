-- An outlet's articles of some days, for the narratives that it carries.

CREATE INDEX documents_by_outlet ON documents (outlet_id, published_at);
