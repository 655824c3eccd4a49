"""The measurements of crates/bench as rows: pairs of lines that it prints with a rate, and a few sentences of its own."""

import re
import statistics
import subprocess

from measuring import Missing, Row

# Part, measure, our line, the peer, its line. Lines are found by how they begin.
PAIRS = [
    ("import", "documents imported until all can be found", "imported, stored and findable", "a bare tantivy writer", "bare tantivy writer"),
    ("import", "documents imported until all are read", "the same and all of it read", "a bare tantivy writer", "bare tantivy writer"),
    ("feed", "GET /feed over loopback", "over loopback, 64", "the same searches in process", "in process, 64"),
    ("feed", "GET /feed over loopback", "over loopback, 64", "Postgres full text, bare", "Postgres full text"),
    ("answers", "a year of /sentiment-metrics", "/sentiment-metrics", "GET /health", "GET /health"),
    ("answers", "a year of /fear-greed-index", "/fear-greed-index", "GET /health", "GET /health"),
    ("answers", "a year of /channel-volume", "/channel-volume", "GET /health", "GET /health"),
    ("answers", "a year of /trends", "/trends", "GET /health", "GET /health"),
    ("answers", "a year of /intelligence", "/intelligence (", "GET /health", "GET /health"),
    ("metering", "GET /feed, metered", "GET /feed, metered", "metering off", "GET /feed, metering off"),
    ("metering", "a cheap route, metered", "GET /fear-greed-index, a week, metered", "metering off", "GET /fear-greed-index, a week, metering off"),
    ("metering", "a cheap route, metered", "GET /fear-greed-index, a week, metered", "charges one after the other", "one charge after the other"),
    ("tools", "a cheap tool", "get_fear_greed", "the route behind it", "GET /fear-greed-index"),
    ("indices", "GET /index", "GET /index ", "GET /health", "GET /health "),
    ("indices", "GET /indices", "GET /indices ", "GET /health", "GET /health "),
    ("soak", "questions on kept connections beside 10,000 others", "beside 10000 from one address: kept", "alone", "alone: kept"),
    ("ledger", "calls held and charged, 1000 accounts", "calls held and charged, 1000", "pgbench, simple update", "pgbench"),
    ("ledger", "calls held and charged, one account", "calls held and charged, one", "pgbench, simple update", "pgbench"),
]

NUMBER = r"([\d.]+)"
TIME = r"([\d.]+)(ns|µs|ms|s)\b"
# Part, sentence, and what its groups become.
SENTENCES = [
    ("startup", rf"ready after {NUMBER} s", lambda it: [Row("ready after a start", float(it[1]), "the limit", 3.0, " s", more=False)]),
    ("startup", rf"resident after a load +{NUMBER} MB",
     lambda it: [Row("memory after a load", float(it[1]), "the limit", 700.0, " MB", more=False)]),
    ("answers", rf"^ +(/[\w-]+(?: of a page)?|/intelligence/categories) +{TIME} +SQLite +{TIME}, \d+ times(?: +Postgres +{TIME})?",
     lambda it: [Row(f"a year of {it[1]}, worked out anew", milliseconds(it[2], it[3]), "SQL in SQLite, covering indexes",
                     milliseconds(it[4], it[5]), " ms", more=False)]
     + ([Row(f"a year of {it[1]}, worked out anew", milliseconds(it[2], it[3]), "SQL in Postgres, covering indexes",
             milliseconds(it[6], it[7]), " ms", more=False)] if it[6] else [])),
    ("alerts", rf"rules over \d+ items: {NUMBER} s of a core .* reading the items {NUMBER} s",
     lambda it: [Row("10,000 rules over 1,000 items", float(it[1]), "reading the items", float(it[2]), " s", more=False)]),
    ("streams", rf"p99 of GET /feed (\d+) us beside them, (\d+) us alone",
     lambda it: [Row("p99 of GET /feed beside 1,000 streams", int(it[1]) / 1000, "alone", int(it[2]) / 1000, " ms", more=False)]),
]


def milliseconds(number, unit):
    return float(number) * {"ns": 1e-6, "µs": 1e-3, "ms": 1, "s": 1000}[unit]


NEED_NO_DATA = ("soak", "alerts", "streams", "ledger")
PARTS = ("import", "startup", "feed", "metering", "tools", "indices", "answers", "soak", "alerts", "streams", "ledger")


def measure(bench, part):
    """Runs one part, shows what it prints and gives its rows."""
    if part not in NEED_NO_DATA and not (bench.data / "corpus" / "crypto_news_2025_dev.jsonl.gz").exists():
        raise Missing(f"the measuring data is not here: {bench.data / 'corpus' / 'crypto_news_2025_dev.jsonl.gz'}")
    words = [bench.bench, "--data", bench.data, "--work", bench.work, "--documents", bench.documents, "--postgres-documents",
             bench.documents, "--seconds", bench.seconds, part]
    if part == "ledger":
        if not bench.database:
            raise Missing("it wants a database that may be filled: --database postgres://…")
        words.append(bench.database)
    said = []
    with subprocess.Popen([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as running:
        for line in running.stdout:
            print(f"  {line}", end="", flush=True)
            said.append(line.rstrip("\n"))
    if running.returncode:
        raise Missing(f"bench {part} ended with {running.returncode}: {said[-1] if said else ''}")
    if not (found := rows(part, said)):
        raise Missing("it prints nothing that is known here")
    return found


def rows(part, said):
    rates = [(found[1], float(found[2])) for line in said if (found := re.match(r"(\S.*?) +([\d.]+)(?: documents)?/s\b", line))]
    rate = lambda begins: [value for name, value in rates if (name + " ").startswith(begins)]
    made = []
    for of, what, ours, peer, theirs in PAIRS:
        if of == part and rate(ours) and rate(theirs):
            made.append(Row(what, statistics.mean(rate(ours)), peer, statistics.mean(rate(theirs))))
    for of, shape, row in SENTENCES:
        if of == part:
            made += [one for line in said if (found := re.search(shape, line)) for one in row(found)]
    return made
