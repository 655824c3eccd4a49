"""A `bellwether serve` on the embedded store that reads, imports, collects, meters and sells under load and is killed every few
minutes; in the end everything that must hold is looked at, by the program's own commands and by invariants.py.

    run.py PATH-TO-BELLWETHER FOLDER MINUTES [SECONDS-BETWEEN-KILLS]
"""

import datetime
import json
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import threading
import time

import invariants
from farm import Farm, world
from shop import Shop

BELLWETHER, FOLDER, MINUTES = sys.argv[1], pathlib.Path(sys.argv[2]), float(sys.argv[3])
KILLS_EVERY = float(sys.argv[4]) if len(sys.argv) > 4 else 150.0
FEEDS = int(os.environ.get("SOAK_FEEDS", "500"))
DATA = FOLDER / "data"
READY_WITHIN, SETTLED_WITHIN = 180, 1_800
DAY = datetime.timedelta(1)


class Load(world.Load):
    """Clients that ask this and that, everyone metered."""

    PATHS = ("/fear-greed-index?startDate=2026-01-01&endDate=2026-01-31", "/trends?startDate=2026-01-01&endDate=2026-01-31",
             "/sentiment-metrics?startDate=2026-01-01&endDate=2026-12-31", "/channel-volume?startDate=2026-01-01&endDate=2026-12-31",
             "/feed?startDate=2026-01-01&endDate=2026-12-31&limit=10", "/intelligence/categories?startDate=2026-01-01&endDate=2026-12-31")

    @property
    def PATH(self):
        time.sleep(0.02)
        return random.choice(self.PATHS)


class Server(world.Node):
    def __init__(self, settings):
        self.name, self.folder, self.port, self.process = "soak", FOLDER, world.free_port(), None
        self.environment = dict(os.environ)
        self.words = [BELLWETHER, "serve", "--listen", f"127.0.0.1:{self.port}", "--data-dir", str(DATA), "--log", "warn", *settings]
        self.memory, self.starts = [], []

    def begin(self):
        began = time.monotonic()
        self.start()
        world.until("a start", self.is_ready, READY_WITHIN, 0.05)
        self.starts.append(time.monotonic() - began)

    def resident_mb(self):
        try:
            text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
            return int(text.split("VmRSS:")[1].split()[0]) / 1024
        except (OSError, IndexError):
            return None


def program(*words, check=True):
    done = subprocess.run([BELLWETHER, "--data-dir", str(DATA), "--log", "error", *words], text=True, capture_output=True, cwd=FOLDER)
    if check and done.returncode:
        raise SystemExit(f"{' '.join(words)}: {done.stdout}{done.stderr}")
    return done


def account(name):
    program("account", "create", name, "--plan", "free")
    program("account", "topup", name, "100000000")
    return name, next(word for word in program("key", "create", name).stdout.split() if word.startswith("bw_live_"))


class Importer(threading.Thread):
    """Files of a hundred items, one after the other; every third import is killed somewhere and run again."""

    def __init__(self):
        super().__init__(daemon=True)
        self.stopped, self.urls, self.files, self.killed = threading.Event(), [], 0, 0

    def run(self):
        while not self.stopped.is_set():
            file = FOLDER / "import.ndjson"
            lines = list(world.items(100, salt=f"file{self.files}-"))
            file.write_text("\n".join(lines) + "\n")
            words = [BELLWETHER, "--data-dir", str(DATA), "--log", "error", "import", str(file)]
            if self.files % 3 == 2:
                doomed = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                time.sleep(random.random() * 2)
                doomed.kill()
                doomed.wait()
                self.killed += 1
            # One that a restart of the service disturbed is run again, as a person would.
            while subprocess.run(words, stdout=subprocess.DEVNULL, stderr=open(FOLDER / "import.log", "a")).returncode:
                if self.stopped.wait(1):
                    return
            self.urls += [json.loads(line)["url"] for line in lines]
            self.files += 1
            self.stopped.wait(15)


def disturb(server, until):
    """Kills at random moments; returns how many times."""
    kills, next_kill = 0, time.monotonic() + KILLS_EVERY * random.uniform(0.5, 1.5)
    while time.monotonic() < until:
        time.sleep(2)
        if server.process.poll() is not None:
            raise SystemExit(f"the service ended by itself: {server.process.returncode}")
        server.memory.append((time.monotonic(), server.resident_mb()))
        if time.monotonic() > next_kill:
            server.signal(signal.SIGKILL)
            server.begin()
            kills += 1
            next_kill = time.monotonic() + KILLS_EVERY * random.uniform(0.5, 1.5)
    return kills


def waiting():
    """What is still to be read, told, counted."""
    with sqlite3.connect(f"file:{DATA}/bellwether.db?mode=ro", uri=True) as db:
        return db.execute("SELECT (SELECT COUNT(*) FROM documents WHERE story_id IS NULL OR marks_version = ''),"
                          " (SELECT COUNT(*) FROM dirty_days)").fetchone()


def indexed(server):
    """The ids that the index gives for all days, a day at a time."""
    found = []
    with sqlite3.connect(f"file:{DATA}/bellwether.db?mode=ro", uri=True) as db:
        days = [day for (day,) in db.execute("SELECT DISTINCT day FROM documents WHERE future_dated = 0")]
    for day in days:
        date, cursor = datetime.date(1970, 1, 1) + day * DAY, ""
        while cursor is not None:
            path = f"/feed?startDate={date}&endDate={date}&limit=100" + (f"&cursor={cursor}" if cursor else "")
            page = json.loads(server.get(path, timeout=60)[2])
            found += [one["id"] for one in page["data"]]
            cursor = page["pagination"].get("nextCursor")
    return found


def counted(server):
    """Documents by day as an answer counts them."""
    with sqlite3.connect(f"file:{DATA}/bellwether.db?mode=ro", uri=True) as db:
        first, last = db.execute("SELECT MIN(day), MAX(day) FROM documents WHERE future_dated = 0").fetchone()
    dates = [str(datetime.date(1970, 1, 1) + day * DAY) for day in (first, last)]
    answer = json.loads(server.get(f"/fear-greed-index?startDate={dates[0]}&endDate={dates[1]}", timeout=60)[2])
    return {(datetime.date.fromisoformat(row["date"]) - datetime.date(1970, 1, 1)).days: row["article_count"] for row in answer}


def digests():
    with sqlite3.connect(f"file:{DATA}/bellwether.db?mode=ro", uri=True) as db:
        return dict(db.execute("SELECT day, hex(counts) FROM rollups"))


def ask_at_once(server):
    """Sources are first asked within a quarter of an hour; here all of them within half a minute."""
    def all_known():
        with sqlite3.connect(f"file:{DATA}/bellwether.db?mode=ro", uri=True) as db:
            return db.execute("SELECT COUNT(*) FROM sources").fetchone()[0] >= FEEDS

    world.until("the catalogue to be read", all_known, 60)
    server.signal(signal.SIGTERM)
    with sqlite3.connect(DATA / "bellwether.db") as db:
        db.execute("UPDATE sources SET next_due_at = ? + ABS(RANDOM()) % 30000", (int(time.time() * 1000),))
    server.begin()


def stage(what, began):
    print(f"  {what} after {time.monotonic() - began:.0f} s", flush=True)


def main():
    DATA.mkdir(parents=True, mode=0o700)
    farm, shop = Farm(FEEDS), Shop()
    (FOLDER / "farm.toml").write_text(farm.catalogue())
    keys = [account(f"acme {number}") for number in range(4)]
    open_settings = ["--collect-defaults", "false", "--collect-full-text", "false", "--rate-free", "100000000", "--rate-keyless", "100000000"]
    settings = [*open_settings, *shop.settings(), "--collect-catalog", str(FOLDER / "farm.toml"), "--collect-private-addresses", "true",
                "--collect-min-interval-s", "20", "--collect-max-interval-s", "40", "--collect-host-gap-ms", "50", "--collect-timeout-s", "10"]
    server = Server(settings)
    began, failures = time.monotonic(), 0
    try:
        server.begin()
        ask_at_once(server)
        load = Load([server], keys, clients=6).start()
        importer = Importer()
        importer.start()
        buyers = [threading.Thread(target=shop.buyer, args=(server.port,), daemon=True) for _ in range(2)]
        for buyer in buyers:
            buyer.start()
        kills = disturb(server, began + MINUTES * 60)

        print(f"{MINUTES:g} minutes, {kills} kills, ready again after {max(server.starts):.1f} s at most")
        farm.frozen, settling = time.time(), time.monotonic()
        importer.stopped.set()
        shop.closing.set()
        load.stop()
        for buyer in buyers:
            buyer.join()
        importer.join()
        stage("clients, buyers and imports ended", settling)
        ask_at_once(server)
        world.until("every sound feed to be read", lambda: not farm.unread(farm.frozen), SETTLED_WITHIN, 1)
        stage("every sound feed was read", settling)
        world.until("everything to be read, told and counted", lambda: waiting() == (0, 0), SETTLED_WITHIN, 1)
        stage("all is read, told and counted", settling)
        # Payments whose outcome was lost are closed once their time is over.
        overdue = "SELECT COUNT(*) FROM payments WHERE state IN ('reserved', 'settling', 'unknown')"

        def no_open_payment():
            with sqlite3.connect(f"file:{DATA}/bellwether-accounts.db?mode=ro", uri=True) as db:
                return not db.execute(overdue).fetchone()[0]

        world.until("payments to be closed", no_open_payment, SETTLED_WITHIN, 1)
        stage("no payment is open", settling)
        server.signal(signal.SIGTERM)

        # Unmetered and without sources: everything may be asked, and nothing comes in.
        server.words = [*Server([*open_settings, "--metering", "false", "--collect", "false"]).words]
        server.port = int(server.words[server.words.index("--listen") + 1].rsplit(":", 1)[1])
        server.begin()
        time.sleep(5)
        books = {"answered": list(load.answered), "in_flight": load.unanswered + load.statuses.get(503, 0) + load.statuses.get(504, 0),
                 "bought": shop.bought, "spent": list(shop.spent), "listed": farm.listed() + importer.urls,
                 "indexed": indexed(server), "counted": counted(server)}
        (FOLDER / "books.json").write_text(json.dumps(books))
        server.signal(signal.SIGTERM)
        time.sleep(20)

        memory = [mb for _, mb in server.memory if mb]
        quarter = max(1, len(memory) // 4)
        print(f"{len(books['indexed'])} documents ({importer.files} files, {importer.killed} imports killed, {farm.asked} polls answered), "
              f"{len(load.answered)} metered answers, statuses {dict(sorted(load.statuses.items()))}, {load.unanswered} cut off, "
              f"{len(shop.spent)} payments, {shop.interrupted} of them interrupted")
        print(f"resident memory: median {statistics.median(memory[:quarter]):.0f} MB in the first quarter, "
              f"{statistics.median(memory[-quarter:]):.0f} MB in the last, {max(memory):.0f} MB at most")
        failures = invariants.look(DATA, books) + len(load.wrong)
        print(f"{'NO ' if load.wrong else 'ok '} {'clients':<10} nobody was answered what nobody should see" + (f": {load.wrong}" if load.wrong else ""))
        for words in (["audit"], ["doctor", "--deep"]):
            done = program(*words, check=False)
            failures += bool(done.returncode)
            print(f"{'NO ' if done.returncode else 'ok '} {'program':<10} bellwether {words[0]}" + (f": {done.stdout}{done.stderr}" if done.returncode else ""))
        before = digests()
        program("rebuild")
        same = digests() == before
        failures += not same
        print(f"{'ok ' if same else 'NO '} {'program':<10} counting every day again from its documents gives the same bytes")
    finally:
        if server.process and server.process.poll() is None:
            server.process.kill()
            server.process.wait()
    if failures:
        kept = pathlib.Path.cwd() / "soak-failed"
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(FOLDER, kept)
        raise SystemExit(f"{failures} do not hold; the store is kept in {kept}")
    print("every invariant holds")


main()
