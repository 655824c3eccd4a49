"""trafilatura with its defaults, but for tables and comments, which are no article."""


def prepare():
    import trafilatura

    return lambda page: trafilatura.extract(page, include_comments=False, include_tables=False) or ""
