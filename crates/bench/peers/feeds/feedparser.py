"""feedparser, the parser that forgives most."""


def prepare():
    import feedparser

    def read(path):
        """How many entries a file has, and whether it is taken for a feed."""
        found = feedparser.parse(path.read_bytes())
        return len(found.entries) if found.version or found.entries else None

    return read
