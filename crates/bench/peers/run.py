"""Runs what is asked for, each against its peers, prints the table and keeps it in docs/benchmarks.md.

    run.py --program PATH --bench PATH [--data DIR] [--documents N] [--seconds S] [--database URL] [--keep] [PART…]
"""

import argparse
import dataclasses
import datetime
import gzip
import json
import os
import pathlib
import platform
import re
import sqlite3
import subprocess
import time

import measuring
import own
import parts
from measuring import Missing, Row

ROOT = parts.ROOT
RESULTS = ROOT / "target" / "bench" / "results.json"
BEGIN, END = "<!-- bench: begin -->", "<!-- bench: end -->"


class Bench:
    def __init__(self, options):
        self.program, self.bench = options.program.resolve(), options.bench.resolve()
        self.data, self.documents, self.seconds = options.data.resolve(), options.documents, options.seconds
        self.work, self.database = options.work.resolve(), options.database

    def articles(self, count):
        path = parts.need(self.data / "corpus" / "crypto_news_2025_dev.jsonl.gz")
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            found = (json.loads(line) for line, _ in zip(lines, range(count)))
            return [(one["title"], one.get("body") or "") for one in found]

    def read(self, items):
        """Labels that the program gives, with its seconds by the wall and by the processor."""
        lines = "".join(json.dumps(item) + "\n" for item in items)
        said, wall, processor = measuring.program([self.program, "read", "--json"], input=lines)
        return [json.loads(line)["sentiment"].lower() for line in said.splitlines()], wall, processor

    def serve(self, store):
        port = measuring.free_port()
        words = [self.program, "serve", "--listen", f"127.0.0.1:{port}", "--data-dir", store, "--metering", "false", "--collect", "false",
                 "--log", "error"]
        server = measuring.Server("Bellwether", words, port, ready="/health/ready")
        server.disk_mb = measuring.disk_mb(store)
        return server

    def counted_store(self):
        """The replayed corpus as the program leaves it once all of it has its stories and counts; made once and kept."""
        parts.need(self.data / "corpus" / "crypto_news_2025_dev.jsonl.gz")
        words = [self.bench, "--data", self.data, "--work", self.work, "--documents", self.documents, "--seconds", 1, "startup"]
        # Only what it makes and names is wanted here.
        said = subprocess.run([str(word) for word in words], capture_output=True, text=True).stdout
        if not (named := re.search(r"start-up and memory with (.+)", said)):
            raise Missing(f"the corpus cannot be made: {said[-300:]}")
        store = pathlib.Path(named.group(1))
        path = store / "bellwether.db"
        server = self.serve(store)
        try:
            while True:
                with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
                    left = db.execute("SELECT (SELECT COUNT(*) FROM documents WHERE story_id IS NULL)"
                                      " + (SELECT COUNT(*) FROM dirty_days)").fetchone()[0]
                if not left:
                    return store
                print(f"  {left} documents and days wait for their stories and counts", flush=True)
                time.sleep(10)
        finally:
            server.stop()


def setting(bench):
    said = pathlib.Path("/proc/cpuinfo").read_text()
    model = re.search(r"^model name\s*: (.+)", said, re.M)
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30
    machine = f"{os.cpu_count()} cores of {model.group(1) if model else platform.machine()}, {memory:.0f} GiB, {platform.system()} {platform.release()}"
    return {"machine": machine, "commit": commit, "date": str(datetime.date.today()), "documents": bench.documents,
            "seconds": bench.seconds, "load": round(os.getloadavg()[0], 1)}


def figure(value, unit):
    if not unit and value < 1:
        return f"{value:.3f}"
    text = f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.2f}" if value >= 0.1 else f"{value:.3f}"
    return text + unit


def table(rows):
    lines = ["| Measure | Ours | Peer | Theirs | Ours / theirs | Better |", "|---|---|---|---|---|---|"]
    for row in rows:
        ratio = row.ours / row.theirs if row.theirs else float("inf")
        shown = f"{ratio:.2f}" if ratio < 10 else f"{ratio:.0f}"
        if 0 < ratio < 0.1:
            shown = f"1 / {1 / ratio:.0f}"
        measure = row.measure + (f" ({row.note})" if row.note else "")
        lines.append(f"| {measure} | {figure(row.ours, row.unit)} | {row.peer} | {figure(row.theirs, row.unit)} | {shown} "
                     f"| {'more' if row.more else 'less'} |")
    return lines


def keep(results):
    """Writes the table between its marks in docs/benchmarks.md; parts that were not run keep what they had."""
    path = ROOT / "docs" / "benchmarks.md"
    text = path.read_text()
    lines = [BEGIN]
    for part, one in results.items():
        at = one["setting"]
        lines += [f"### {part}", "", f"{at['date']}, commit {at['commit']}, {at['machine']}, load {at['load']} at the beginning; "
                  f"{at['documents']:,} documents, loads of {at['seconds']} s.", "", *table([Row(**row) for row in one["rows"]]), ""]
        if one["left_out"]:
            lines += [f"Left out: {'; '.join(one['left_out'])}.", ""]
    lines.append(END)
    before, rest = text.split(BEGIN)
    path.write_text(before + "\n".join(lines) + rest.split(END)[1])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("--bench", type=pathlib.Path, required=True)
    parser.add_argument("--data", type=pathlib.Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "target" / "bench-data")
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument("--seconds", type=int, default=6)
    parser.add_argument("--database", help="a Postgres database that may be filled, for the part ledger")
    parser.add_argument("--keep", action="store_true", help="write the table to docs/benchmarks.md")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join([*own.PARTS, *parts.PARTS])}; all without any")
    options = parser.parse_args()
    bench = Bench(options)
    known = {**{part: lambda bench, part=part: own.measure(bench, part) for part in own.PARTS}, **parts.PARTS}
    if unknown := set(options.parts) - set(known):
        parser.error(f"there is no part {', '.join(unknown)}")
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    print(json.dumps(setting(bench)))
    for part in options.parts or known:
        print(f"\n== {part}", flush=True)
        at = setting(bench)
        measuring.LEFT_OUT.clear()
        try:
            rows = known[part](bench)
        except Missing as why:
            print(f"  left out: {why}")
            continue
        print("\n".join(table(rows)), flush=True)
        results[part] = {"setting": at, "rows": [dataclasses.asdict(row) for row in rows], "left_out": list(measuring.LEFT_OUT)}
        RESULTS.write_text(json.dumps(results, indent=1))
        if options.keep:
            keep({part: results[part] for part in known if part in results})


main()
