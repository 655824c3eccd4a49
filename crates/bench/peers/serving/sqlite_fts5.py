"""SQLite FTS5 behind a plain FastAPI. Numbers of documents follow time, so that a range of days is a range of rowids, which the
index walks from the newest; texts lie once, in the table that the index points to."""

import datetime
import os
import pathlib
import sqlite3
import sys
import threading

import measuring
from questions import COLUMNS, documents

EPOCH = datetime.date(1970, 1, 1)


def start(store, folder, port):
    """Fills it from the documents of a data folder where that was not done before, and serves it."""
    path = pathlib.Path(folder) / "fts5.db"
    if not path.exists():
        fill(store, path.with_suffix(".part"))
        path.with_suffix(".part").rename(path)
    words = [sys.executable, "-m", "uvicorn", "serving.sqlite_fts5:service", "--factory", "--port", port, "--workers", 2, "--loop",
             "uvloop", "--http", "httptools", "--no-access-log", "--log-level", "warning"]
    server = measuring.Server("SQLite FTS5 and FastAPI", words, port, cwd=pathlib.Path(__file__).parent.parent,
                              env={**os.environ, "PEER_DATABASE": str(path)})
    server.disk_mb = measuring.disk_mb(path)
    return server


def fill(store, path):
    path.unlink(missing_ok=True)
    db = sqlite3.connect(path, isolation_level=None)
    db.executescript("""
        PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -400000;
        CREATE TABLE documents (number INTEGER PRIMARY KEY, id TEXT, title TEXT, content TEXT, at INTEGER, day INTEGER,
                                outlet TEXT, sentiment TEXT);
        CREATE VIRTUAL TABLE words USING fts5 (title, content, content = 'documents', content_rowid = 'number',
                                               tokenize = 'unicode61');
        BEGIN""")
    db.executemany(f"INSERT INTO documents ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", documents(store))
    db.executescript("""
        INSERT INTO words (words) VALUES ('rebuild');
        INSERT INTO words (words) VALUES ('optimize');
        CREATE INDEX by_day ON documents (day, sentiment);
        CREATE INDEX by_outlet ON documents (outlet, number);
        ANALYZE;""")
    db.close()


def service():
    import fastapi
    import fastapi.responses
    import orjson

    app = fastapi.FastAPI(openapi_url=None)
    kept = threading.local()

    def ask(text, *values):
        if not hasattr(kept, "db"):
            kept.db = sqlite3.connect(f"file:{os.environ['PEER_DATABASE']}?mode=ro&immutable=1", uri=True, cached_statements=64)
            kept.db.executescript("PRAGMA mmap_size = 8589934592; PRAGMA cache_size = -65536")
        return kept.db.execute(text, values).fetchall()

    def answer(value):
        return fastapi.responses.Response(orjson.dumps(value), media_type="application/json")

    def numbers(first, last):
        """The range of numbers that a range of days has."""
        days = [(datetime.date.fromisoformat(day) - EPOCH).days for day in (first, last)]
        low = ask("SELECT MIN(number) FROM documents WHERE day = (SELECT MIN(day) FROM documents WHERE day >= ?)", days[0])
        high = ask("SELECT MAX(number) FROM documents WHERE day = (SELECT MAX(day) FROM documents WHERE day <= ?)", days[1])
        return low[0][0] or 1, high[0][0] or 0

    @app.get("/health")
    def health():
        return answer({"status": "ok"})

    @app.get("/feed")
    def feed(startDate: str, endDate: str, keyword: str = "", outlet: str = "", sentiment: str = "", limit: int = 50):
        # With words the range goes to the index itself; the table is asked only for what the index does not know.
        joined = "words w CROSS JOIN documents d ON d.number = w.rowid"
        table, number = (joined, "w.rowid") if keyword else ("documents d", "d.number")
        where, values = f"{number} BETWEEN ? AND ?", [*numbers(startDate, endDate)]
        for text, value in ((" AND w.words MATCH ?", keyword), (" AND d.outlet = ?", outlet), (" AND d.sentiment = ?", sentiment)):
            if value:
                where += text
                values.append(value)
        counted = "words w" if keyword and not outlet and not sentiment else table
        total = ask(f"SELECT COUNT(*) FROM {counted} WHERE {where}", *values)
        rows = ask(f"SELECT d.id, d.title, d.content, d.at, d.outlet, d.sentiment FROM {table} WHERE {where}"
                   f" ORDER BY {number} DESC LIMIT ?", *values, limit)
        names = ("id", "title", "content", "published_at", "outlet", "sentiment")
        return answer({"data": [dict(zip(names, row)) for row in rows], "pagination": {"total": total[0][0], "limit": limit}})

    @app.get("/fear-greed-index")
    def daily(startDate: str, endDate: str):
        days = [(datetime.date.fromisoformat(day) - EPOCH).days for day in (startDate, endDate)]
        counts = {}
        for day, tone, count in ask("SELECT day, sentiment, COUNT(*) FROM documents WHERE day BETWEEN ? AND ?"
                                    " GROUP BY day, sentiment", *days):
            counts.setdefault(day, {})[tone] = count
        return answer([{"date": str(EPOCH + datetime.timedelta(day)), "total": sum(tones.values()), **tones,
                        "value": 50 + 50 * (tones.get("Positive", 0) - tones.get("Negative", 0)) / sum(tones.values())}
                       for day, tones in sorted(counts.items())])

    return app
