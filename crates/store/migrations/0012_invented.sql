-- Whether any document is invented is asked with every page; without this a store that holds none would be read whole.

CREATE INDEX documents_invented ON documents (id) WHERE invented = 1;
