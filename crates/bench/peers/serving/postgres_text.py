"""Postgres full text behind a plain FastAPI: a stored tsvector with GIN, prepared statements over a pool of connections, the
matches of a question found once for both its total and its page."""

import datetime
import os
import pathlib
import shutil
import sys

import measuring
from questions import documents

ROOT = pathlib.Path(__file__).resolve().parents[4]
EPOCH = datetime.date(1970, 1, 1)


def start(store, folder, port):
    """A server of its own in `folder`, filled from the documents of a data folder, and the service before it."""
    sys.path.append(str(ROOT / "e2e" / "nodes"))
    import world

    binaries = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"))
    if not binaries and not shutil.which("initdb"):
        raise measuring.Missing("Postgres is not installed (on Debian: apt-get install postgresql)")
    database = world.Postgres(binaries[-1] if binaries else pathlib.Path(shutil.which("initdb")).parent, pathlib.Path(folder), "postgres")
    database.create()
    for name, value in (("shared_buffers", "512MB"), ("work_mem", "64MB"), ("maintenance_work_mem", "512MB"), ("jit", "off"),
                        ("random_page_cost", "1.1"), ("fsync", "off")):
        database.sql(f"ALTER SYSTEM SET {name} = '{value}'", database="postgres")
    database.stop()
    database.start()
    fill(store, database)
    words = [sys.executable, "-m", "uvicorn", "serving.postgres_text:service", "--factory", "--port", port, "--workers", 2, "--loop",
             "uvloop", "--http", "httptools", "--no-access-log", "--log-level", "warning"]
    try:
        server = measuring.Server("Postgres full text and FastAPI", words, port, more=[database.process.pid],
                                  cwd=pathlib.Path(__file__).parent.parent, env={**os.environ, "PEER_PORT": str(database.port)})
    except measuring.Missing:
        database.stop("immediate")
        raise
    server.disk_mb = int(database.sql("SELECT pg_database_size('bellwether')")[0][0]) / 1e6
    service_only = server.stop
    server.stop = lambda: (service_only(), database.stop("immediate"))
    return server


def fill(store, database):
    import asyncio

    import asyncpg

    async def copy():
        db = await asyncpg.connect(host="127.0.0.1", port=database.port, user="bellwether", database="bellwether")
        await db.execute("CREATE TABLE documents (number bigint PRIMARY KEY, id text, title text, content text, at bigint, day integer,"
                         " outlet text, sentiment text,"
                         " words tsvector GENERATED ALWAYS AS (to_tsvector('simple', title || ' ' || content)) STORED)")
        columns = ["number", "id", "title", "content", "at", "day", "outlet", "sentiment"]
        # Postgres has no zero bytes in texts.
        rows = (tuple(part.replace("\0", "") if isinstance(part, str) else part for part in row) for row in documents(store))
        await db.copy_records_to_table("documents", records=rows, columns=columns)
        for index in ("USING gin (words)", "(at DESC, number)", "(outlet, at DESC)", "(day, sentiment)"):
            await db.execute(f"CREATE INDEX ON documents {index}")
        await db.execute("VACUUM ANALYZE documents")
        await db.close()

    asyncio.run(copy())


def service():
    import contextlib

    import asyncpg
    import fastapi
    import fastapi.responses
    import orjson

    @contextlib.asynccontextmanager
    async def pool(app):
        address = {"host": "127.0.0.1", "port": int(os.environ["PEER_PORT"]), "user": "bellwether", "database": "bellwether"}
        async with asyncpg.create_pool(**address, min_size=8, max_size=8) as app.state.pool:
            yield

    app = fastapi.FastAPI(openapi_url=None, lifespan=pool)

    def answer(value):
        return fastapi.responses.Response(orjson.dumps(value), media_type="application/json")

    @app.get("/health")
    async def health():
        return answer({"status": "ok"})

    @app.get("/feed")
    async def feed(startDate: datetime.date, endDate: datetime.date, keyword: str = "", outlet: str = "", sentiment: str = "",
                   limit: int = 50):
        values = [(startDate - EPOCH).days * 86_400_000, ((endDate - EPOCH).days + 1) * 86_400_000, limit]
        where = "at >= $1 AND at < $2"
        for text, value in ((" AND words @@ to_tsquery('simple', ${})", keyword), (" AND outlet = ${}", outlet),
                            (" AND sentiment = ${}", sentiment)):
            if value:
                values.append(value)
                where += text.format(len(values))
        rows = await app.state.pool.fetch(
            f"WITH hit AS MATERIALIZED (SELECT number, at FROM documents WHERE {where}),"
            " page AS (SELECT number FROM hit ORDER BY at DESC, number DESC LIMIT $3)"
            " SELECT d.id, d.title, d.content, d.at, d.outlet, d.sentiment, (SELECT count(*) FROM hit) AS total"
            " FROM page JOIN documents d USING (number) ORDER BY d.at DESC, d.number DESC", *values)
        names = ("id", "title", "content", "published_at", "outlet", "sentiment")
        total = rows[0]["total"] if rows else 0
        return answer({"data": [dict(zip(names, row)) for row in rows], "pagination": {"total": total, "limit": limit}})

    @app.get("/fear-greed-index")
    async def daily(startDate: datetime.date, endDate: datetime.date):
        counts = {}
        for day, tone, count in await app.state.pool.fetch(
                "SELECT day, sentiment, count(*) FROM documents WHERE day BETWEEN $1 AND $2 GROUP BY day, sentiment",
                (startDate - EPOCH).days, (endDate - EPOCH).days):
            counts.setdefault(day, {})[tone] = count
        return answer([{"date": str(EPOCH + datetime.timedelta(day)), "total": sum(tones.values()), **tones,
                        "value": 50 + 50 * (tones.get("Positive", 0) - tones.get("Negative", 0)) / sum(tones.values())}
                       for day, tones in sorted(counts.items())])

    return app
