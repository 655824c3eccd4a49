-- Of a long story a few days are asked for; with its documents in their order none of the others is looked at. What has
-- no story yet need not be in it.

DROP INDEX documents_by_story;
CREATE INDEX documents_by_story ON documents (story_id, published_at, id) WHERE story_id IS NOT NULL;
