"""A server answers metered calls while documents come in; backups are made meanwhile; each is restored into an empty store
of the other engine. Then everything is compared. Prints a table, and fails where anything differs."""

import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

PROGRAM, SECONDS = sys.argv[1], float(sys.argv[2])
DAYS = "startDate=2026-02-01&endDate=2026-02-28"
# Opening a store begins an epoch; that is the one table that a copy which was opened has more of.
GROWS_WHEN_OPENED = {"store_epochs"}


def items(first, count):
    for n in range(first, first + count):
        yield json.dumps({
            "url": f"https://invented.example/{n}", "title": f"Invented report {n} about bitcoin",
            "outlet": {"name": f"Outlet {n % 17}", "category": "Crypto News", "family": f"House {n % 5}", "country": "CH"},
            "content": f"Report {n}: the parties met again and agreed on {n % 11} points.", "kind": "news",
            "published_at": f"2026-02-{n % 28 + 1:02}T{n % 24:02}:{n % 60:02}:00Z", "invented": True})


class Engine:
    """An embedded store in a folder, or a database of a private server."""

    def __init__(self, folder, url=None):
        self.folder, self.url = folder, url
        os.makedirs(folder, exist_ok=True)

    def environment(self, **more):
        kept = {k: v for k, v in os.environ.items() if not k.startswith("BELLWETHER_")}
        kept |= {"BELLWETHER_DATA_DIR": self.folder, "BELLWETHER_COLLECT": "false", "BELLWETHER_LISTEN": "127.0.0.1:0"}
        if self.url:
            kept["BELLWETHER_DATABASE_URL"] = self.url
        return kept | more

    def run(self, *arguments, given=None):
        done = subprocess.run([PROGRAM, *arguments], env=self.environment(), cwd=self.folder, input=given,
                              capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{' '.join(arguments)}: {done.stdout}{done.stderr}")
        return done.stdout

    def serve(self, **more):
        log = open(os.path.join(self.folder, "serve.log"), "w+")
        process = subprocess.Popen([PROGRAM, "serve"], env=self.environment(**more), cwd=self.folder, stderr=log,
                                   stdout=subprocess.DEVNULL)
        for _ in range(600):
            time.sleep(0.1)
            text = open(log.name).read()
            found = re.search(r"serving on (http://[\d.:]+)", text)
            if found and ready(found[1]):
                return process, found[1]
            if process.poll() is not None:
                sys.exit(text)
        sys.exit("the server did not become ready")


def ready(base):
    try:
        return urllib.request.urlopen(f"{base}/health/ready", timeout=5).status == 200
    except OSError:
        return False


def get(base, path, key=None, accept="application/json"):
    request = urllib.request.Request(base + path, headers={"Accept": accept})
    if key:
        request.add_header("Authorization", f"Bearer {key}")
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.status, answer.read().decode()


class Postgres:
    """On a socket of its own, without a network."""

    def __init__(self):
        bins = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
        if not bins:
            sys.exit("Postgres is missing; on Debian: apt-get install postgresql")
        self.bin, self.folder = bins[-1], tempfile.mkdtemp(prefix="bellwether-proof-")
        self.user = []
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
            self.user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        self.call("initdb", "-D", f"{self.folder}/data", "-U", "bellwether", "-A", "trust", "-E", "UTF8", "--no-sync")
        self.server = subprocess.Popen(
            [*self.user, f"{self.bin}/postgres", "-D", f"{self.folder}/data", "-k", self.folder, "-c", "listen_addresses=",
             "-c", "fsync=off"], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(100):
            time.sleep(0.1)
            if subprocess.run([f"{self.bin}/pg_isready", "-h", self.folder], capture_output=True).returncode == 0:
                return
        sys.exit("Postgres did not start")

    def call(self, name, *arguments):
        subprocess.run([*self.user, f"{self.bin}/{name}", *arguments], cwd=self.folder, check=True, capture_output=True)

    def database(self, name):
        self.call("createdb", "-h", self.folder, "-U", "bellwether", name)
        return f"postgres://bellwether@{self.folder.replace('/', '%2F')}/{name}"

    def stop(self):
        self.server.terminate()
        self.server.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def lines_of(backup):
    text = subprocess.run(["zstd", "-dcq", backup], capture_output=True, check=True).stdout.decode()
    return [json.loads(line) for line in text.splitlines()]


def manifest(backup):
    return {one["table"]: (one["rows"], one["digest"]) for one in lines_of(backup)[-1]["manifest"]}


def rows_of(backup, wanted):
    table, columns, rows = None, None, []
    for line in lines_of(backup):
        if isinstance(line, dict):
            table, columns = line.get("table"), line.get("columns")
        elif table == wanted:
            rows.append(dict(zip(columns, line)))
    return rows


def prove(name, source, target, work):
    source.run("import", "-", given="\n".join(items(0, 2000)))
    source.run("account", "create", "acme", "--plan", "team")
    source.run("account", "topup", "acme", "1000000")
    key = source.run("key", "create", "acme").split()[-1]
    server, base = source.serve(BELLWETHER_RATE_SUBSCRIPTION="1000000")
    stop, answered, failed = threading.Event(), [0], []

    def load():
        while not stop.is_set():
            try:
                status, _ = get(base, f"/feed?{DAYS}&limit=5", key)
                answered[0] += status == 200
            except OSError as error:
                failed.append(str(error))

    def intake():
        n = 10_000
        while not stop.is_set():
            source.run("import", "-", given="\n".join(items(n, 100)))
            n += 100

    threads = [threading.Thread(target=load) for _ in range(8)] + [threading.Thread(target=intake)]
    for thread in threads:
        thread.start()
    time.sleep(SECONDS / 4)
    backups, took = [], []
    for number in range(3):
        path = os.path.join(work, f"{name}-{number}.backup")
        began = time.time()
        source.run("backup", path)
        took.append(time.time() - began)
        backups.append(path)
        time.sleep(SECONDS / 4)
    stop.set()
    for thread in threads:
        thread.join()
    server.terminate()
    server.wait()
    if failed:
        sys.exit(f"calls failed under load: {failed[:3]}")
    last = backups[-1]
    grown = [manifest(path)["entries"][0] for path in backups]
    if not grown[0] < grown[-1]:
        sys.exit(f"nothing was charged between the backups: {grown}")

    print(f"\n{name}: {answered[0]} metered calls and {manifest(last)['documents'][0]} documents meanwhile; "
          f"backups took {', '.join(f'{one:.1f} s' for one in took)}; charges in them {grown}")
    audit = target.run("restore", last)
    if "the books balance" not in audit or "the audit log is whole" not in audit:
        sys.exit(audit)
    copy = os.path.join(work, f"{name}-copy.backup")
    target.run("backup", copy)
    before, after = manifest(last), manifest(copy)
    print(f"{'table':<22} {'backup':>9} {'copy':>9}  digest")
    for table, (rows, digest) in before.items():
        if not rows and not after[table][0]:
            continue
        same = digest == after[table][1]
        grows = table in GROWS_WHEN_OPENED and after[table][0] >= rows
        print(f"{table:<22} {rows:>9} {after[table][0]:>9}  {'the same' if same else 'one epoch more' if grows else 'DIFFERS'}")
        if not same and not grows:
            sys.exit(f"{table} differs")

    entries = rows_of(last, "entries")
    charged = sum(one["credits"] for one in entries if one["kind"] == "charge")
    used = sum(one["used"] for one in rows_of(last, "purses"))
    if charged != used or len({one["id"] for one in entries}) != len(entries):
        sys.exit(f"the books of the backup: {charged} credits charged, {used} used")
    server, base = target.serve(BELLWETHER_METERING="false")
    stored = {one["id"] for one in rows_of(last, "documents")}
    found = set()
    # Its index is made anew meanwhile.
    for _ in range(60):
        _, text = get(base, f"/feed/export?{DAYS}", accept="application/x-ndjson")
        found = {json.loads(line)["id"] for line in text.splitlines()}
        if len(found) >= len(stored):
            break
        time.sleep(1)
    server.terminate()
    server.wait()
    print(f"ids: {len(stored)} in the backup, {len(found)} found by the restored service, "
          f"{'the same' if stored == found else 'DIFFERENT'}; {charged} credits charged and used; audit: "
          + "; ".join(line for line in audit.splitlines() if "balance" in line or "whole" in line))
    if stored != found:
        sys.exit("the restored service finds other documents")


def main():
    if not shutil.which("zstd"):
        sys.exit("zstd is missing; on Debian: apt-get install zstd")
    work, postgres = tempfile.mkdtemp(prefix="bellwether-backup-"), Postgres()
    try:
        folder = lambda name: os.path.join(work, name)
        prove("SQLite to Postgres", Engine(folder("a")), Engine(folder("b"), postgres.database("b")), work)
        prove("Postgres to SQLite", Engine(folder("c"), postgres.database("c")), Engine(folder("d")), work)
        print("\nthe same, both ways")
    finally:
        postgres.stop()
        shutil.rmtree(work, ignore_errors=True)


main()
