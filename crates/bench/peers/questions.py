"""The questions of crates/bench/src/questions.rs in the languages of the peers, and the corpus that all sides hold."""

import pathlib
import re
import sqlite3
import urllib.parse

SOURCE = pathlib.Path(__file__).parent.parent / "src" / "questions.rs"


def questions():
    """(keyword, tsquery, first day, last day, filter) each."""
    text = re.sub(r"\s+", " ", SOURCE.read_text())
    days = {name: pair for name, *pair in re.findall(r'const (\w+): \(&str, &str\) = \("([\d-]+)", "([\d-]+)"\)', text)}
    string = r'"((?:[^"\\]|\\.)*)"'
    shape = rf'keyword: {string}, tsquery: {string}, days: (\w+), filter: (?:None|Some\(\({string}, {string}\)\))'
    found = []
    for keyword, tsquery, span, name, value in re.findall(shape, text):
        found.append((keyword.replace('\\"', '"'), tsquery, *days[span], {name: value} if name else {}))
    assert len(found) == text.count("Question { keyword"), "questions.rs is written in a way that is not read here"
    return found


def paths(language):
    """The paths of GET /feed: `ours`, `fts5` or `tsquery`."""
    made = []
    for keyword, tsquery, first, last, only in questions():
        words = {"ours": keyword, "fts5": re.sub(r"(^| )-(\w)", r"\1NOT \2", keyword), "tsquery": tsquery}[language]
        asked = {"startDate": first, "endDate": last, **({"keyword": words} if words else {}), **only}
        made.append("/feed?" + urllib.parse.urlencode(asked))
    return made


COLUMNS = "number, id, title, content, at, day, outlet, sentiment"


def documents(store):
    """Every document of a data folder, in the order of time, as COLUMNS; numbers begin at 1."""
    db = sqlite3.connect(f"file:{store}/bellwether.db?mode=ro", uri=True)
    rows = db.execute(
        "SELECT d.id, d.title, t.content, d.published_at, d.day, o.name, d.sentiment FROM documents d"
        " JOIN texts t ON t.document = d.number JOIN outlets o ON o.id = d.outlet_id"
        " WHERE d.future_dated = 0 ORDER BY d.published_at, d.id")
    for number, row in enumerate(rows, 1):
        yield (number, *row)
    db.close()
