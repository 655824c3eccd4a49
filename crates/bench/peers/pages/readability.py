"""readability-lxml: the article's HTML, of which the text is taken."""


def prepare():
    import lxml.html
    from readability import Document

    def read(page):
        html = Document(page).summary(html_partial=True)
        return "\n".join(lxml.html.fromstring(html).itertext()) if html.strip() else ""

    return read
