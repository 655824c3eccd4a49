"""Many processes on one Postgres: nothing is sold twice, nothing is lost, whoever is killed, paused, restarted or cut off.

    run.py PATH-TO-BELLWETHER FOLDER POSTGRES-BINARIES short|full
"""

import concurrent.futures
import hashlib
import json
import pathlib
import shutil
import signal
import subprocess
import sys
import time

import world
from world import Load, Node, Postgres, Proxy, account, free_port, items, program, until

BELLWETHER, FOLDER, BINARIES = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
FULL = sys.argv[4] == "full"
CALLS, CALM, PAUSE, CUT, DOCUMENTS = (100_000, 5, 60, 30, 5_000) if FULL else (4_000, 2, 18, 8, 1_000)
PUBLIC = "/index"
ACCOUNTS, CREDITS, INCLUDED = 20, 60, 5

table, failed = [], []
# Yesterday is frozen at some hour of today, which may come in the middle of a run.
LAST_FROZEN = int(time.time() // 86_400) - 2
READINGS = {}


def row(what, figure, holds=True):
    table.append((what, figure, "yes" if holds else "NO"))
    print(f"  {what}: {figure}{'' if holds else '   DOES NOT HOLD'}", flush=True)
    if not holds:
        failed.append(what)


def url(*ports, database="bellwether"):
    hosts = ",".join(f"127.0.0.1:{port}" for port in ports)
    return f"postgres://bellwether@{hosts}/{database}?sslmode=disable"


def settled(server, count, database="bellwether"):
    """Everything that came in was read, has its story and is counted."""
    ask = ("SELECT (SELECT count(*) FROM documents), (SELECT count(*) FROM documents WHERE story_id IS NULL),"
           " (SELECT count(*) FROM dirty_days)")
    return server.sql(ask, database=database) == [[str(count), "0", "0"]]


def truth(server, database="bellwether"):
    """What two deployments of the same documents must have in common."""
    stories = {}
    for document, story in server.sql("SELECT id, story_id FROM documents ORDER BY id", database=database):
        stories.setdefault(story, []).append(document)
    digest = lambda rows: hashlib.sha256(json.dumps(sorted(rows)).encode()).hexdigest()[:12]
    counts = server.sql("SELECT day, md5(counts) FROM rollups", database=database)
    readings = server.sql(f"SELECT metric, day, value, seal FROM readings WHERE frozen = 1 AND day <= {LAST_FROZEN}", database=database)
    READINGS[database] = {tuple(reading) for reading in readings}
    return {"documents": sum(map(len, stories.values())), "stories": digest(list(stories.values())),
            "counts": digest(counts), "readings": digest(readings), "of which readings": len(readings)}


def undisturbed(server, file):
    server.sql("CREATE DATABASE reference", database="postgres")
    address = url(server.port, database="reference")
    (FOLDER / "reference").mkdir()
    node = Node(BELLWETHER, FOLDER, "undisturbed", "all", address, metering="false").start()
    until("a first start", node.is_ready, 120)
    program(BELLWETHER, address, FOLDER / "reference", "import", str(file))
    until("the undisturbed run", lambda: settled(server, DOCUMENTS, "reference"), 600, 0.5)
    program(BELLWETHER, address, FOLDER / "reference", "backfill")
    node.signal(signal.SIGTERM)
    return truth(server, "reference")


def credits_are_exact(server, doors, tools):
    keys = [account(BELLWETHER, tools, FOLDER, CREDITS) for _ in range(ACCOUNTS)]
    began = time.monotonic()
    load = Load(doors, keys).start(CALLS)
    load.join()
    took = time.monotonic() - began
    names = ", ".join(f"'{name}'" for name, _ in keys)
    sold = server.sql("SELECT a.name, sum(e.credits), count(*) FROM entries e JOIN accounts a ON a.id = e.account_id"
                      f" WHERE e.kind = 'charge' AND a.name IN ({names}) GROUP BY a.name")
    sums = {name: int(credits) for name, credits, _ in sold}
    most = max(sums.values())
    row(f"{CALLS} calls to {len(doors)} doors against {ACCOUNTS} purses of {CREDITS + INCLUDED}",
        f"{CALLS / took:.0f}/s, statuses {dict(sorted(load.statuses.items()))}", set(load.statuses) <= {200, 429})
    row("credits sold of a purse at most", f"{most} of {CREDITS + INCLUDED}", most <= CREDITS + INCLUDED)
    row("credits that clients were told, and the ledger's", f"{sum(load.credits.values())} and {sum(sums.values())}",
        load.credits == sums)


def limits_are_exact(doors, tools):
    _, key = account(BELLWETHER, tools, FOLDER, plan="registered")
    began = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(lambda n: doors[n % len(doors)].get("/v1/account", key)[0], range(300)))
    allowed = 60 + (time.monotonic() - began)
    others = {status: answers.count(status) for status in set(answers) - {200}}
    row("calls let through of 60 a minute, by all doors", f"{answers.count(200)} of {allowed:.1f}, and {others}",
        60 <= answers.count(200) <= allowed)


def keys_end_everywhere(doors, tools):
    name, key = account(BELLWETHER, tools, FOLDER)
    assert all(door.get("/v1/account", key)[0] == 200 for door in doors)
    program(BELLWETHER, tools, FOLDER, "key", "revoke", name, "default")
    revoked = time.monotonic()
    for door in doors:
        until("a revoked key to end", lambda: door.get("/v1/account", key)[0] == 401, 10, 0.01)
    took = time.monotonic() - revoked
    row("a revoked key ends at all doors within", f"{took:.2f} s", took < 1)


def total(door):
    answer = door.get("/feed?startDate=2026-01-01&endDate=2026-01-31&limit=1", KEY)
    return json.loads(answer[2])["pagination"]["total"] if answer and answer[0] == 200 else None


def doors_are_fresh(server, doors, tools):
    """From the moment that a document is in the store until each door finds it."""
    before = server.number("SELECT count(*) FROM documents")
    file = FOLDER / "fresh.ndjson"
    file.write_text("\n".join(items(5, salt="fresh-")) + "\n")
    importing = subprocess.Popen([BELLWETHER, "--data-dir", str(FOLDER), "--log", "error", "import", str(file)], cwd=FOLDER,
                                 env={**world.os.environ, "BELLWETHER_DATABASE_URL": tools}, stdout=subprocess.DEVNULL)
    until("new documents", lambda: server.number("SELECT count(*) FROM documents") == before + 5, 60, 0.02)
    took = [until("a door to find them", lambda: total(door) == before + 5, 30, 0.02) for door in doors]
    importing.wait()
    row("new documents are found at the doors after", ", ".join(f"{one:.2f}" for one in took) + " s", max(took) < 2)


class Recovery:
    """How long until every door gives metered answers again."""

    def __init__(self, load, what):
        self.load, self.what, self.began = load, what, time.monotonic()

    def done(self, limit, after=0.0, doors=None):
        moment = time.monotonic()
        load = self.load
        wanted = doors or load.doors
        until(f"answers after {self.what}", lambda: all(load.last_good.get(d.name, 0) > moment for d in wanted), 120, 0.02)
        took = time.monotonic() - self.began - after
        row(self.what, f"all doors answer metered calls again after {took:.1f} s", took < limit)


def leader(workers, follower="stories"):
    running = [worker for worker in workers if worker.process.poll() is None and worker.state(follower) == "running"]
    return running[0] if len(running) == 1 else None


def disturbed(primary, standby, doors, workers, proxies, load, file):
    """Everything that may happen, under load, while documents come in."""
    # An import that dies once all is stored leaves the reading to the workers.
    importing = subprocess.Popen([BELLWETHER, "--data-dir", str(FOLDER / "import"), "--log", "error", "import", str(file)],
                                 cwd=FOLDER, env={**world.os.environ, "BELLWETHER_DATABASE_URL": url(primary.port)},
                                 stdout=subprocess.DEVNULL)
    until("documents to be stored", lambda: primary.number("SELECT count(*) FROM documents") >= DOCUMENTS, 300)
    importing.kill()
    importing.wait()
    read = lambda: primary.number("SELECT count(*) FROM documents WHERE marks_version <> ''")
    row("an import is killed after storing", f"{read()} of {DOCUMENTS} read")

    recovery = Recovery(load, "a door is killed")
    doors[0].signal(signal.SIGKILL)
    doors[0].start()
    recovery.done(60)

    began = read()
    until("a worker in the middle of reading", lambda: read() > began or read() >= DOCUMENTS, 120)
    at = read()
    victim = until_leader(workers)
    victim.signal(signal.SIGKILL)
    killed = time.monotonic()
    other = next(worker for worker in workers if worker is not victim)
    until("another worker to take over", lambda: other.state("stories") == "running", 60)
    took = time.monotonic() - killed
    row("a worker is killed while it reads", f"{at} of {DOCUMENTS} were read; another leads after {took:.1f} s", took < 15)
    victim.start()
    until("the worker", victim.is_ready, 120)

    paused = until_leader(workers)
    fence = primary.sql("SELECT fencing FROM leases WHERE name = 'stories'")
    paused.signal(signal.SIGSTOP)
    stopped = time.monotonic()
    other = next(worker for worker in workers if worker is not paused)
    until("another leader", lambda: other.state("stories") == "running", 60)
    took = time.monotonic() - stopped
    time.sleep(max(0, PAUSE - (time.monotonic() - stopped)))
    paused.signal(signal.SIGCONT)
    until("the paused one to stand by", lambda: paused.state("stories") == "standby", 60)
    fenced = primary.sql("SELECT fencing FROM leases WHERE name = 'stories'") != fence
    row(f"the leader is paused for {PAUSE} s", f"another leads after {took:.1f} s; it stands by afterwards", took < 15 and fenced)
    time.sleep(CALM)

    recovery = Recovery(load, "Postgres is restarted")
    primary.stop()
    down = time.monotonic()
    primary.start()
    recovery.done(20, after=time.monotonic() - down)

    until("published readings", lambda: all((door.get(PUBLIC) or [0])[0] == 200 for door in doors), 120)
    cut_off(doors[2], proxies, load)

    recovery = Recovery(load, "the primary is lost and the standby promoted")
    primary.kill()
    time.sleep(1)
    standby.promote()
    recovery.done(30, after=1)
    time.sleep(CALM)


def until_leader(workers):
    until("a leader", lambda: leader(workers), 60)
    return leader(workers)


def cut_off(door, proxies, load):
    for proxy in proxies:
        proxy.cut()
    cut = time.monotonic()
    seen = {}

    def look():
        while time.monotonic() - cut < CUT:
            public, metered = door.get(PUBLIC), door.get(Load.PATH, KEY)
            if time.monotonic() - cut > 3:
                seen.setdefault("public", set()).add((public or [None])[0])
                seen.setdefault("metered", set()).add((metered or [None])[0])
                seen["says so"] = bool(public and public[1]["x-service-degraded"])
                seen["ready"] = door.is_ready()
            # However long the cut, fewer than callers without a key may ask in a minute.
            time.sleep(CUT / 40)

    look()
    for proxy in proxies:
        proxy.mend()
    row(f"a door is cut off for {CUT} s", f"public views {seen['public']}, with a header that says so; metered {seen['metered']}",
        seen["public"] == {200} and seen["metered"] == {503} and seen["says so"] and not seen["ready"])
    recovery = Recovery(load, "the door is connected again")
    recovery.done(10, doors=[door])


def takes_no_writes(server, doors, key):
    server.sql("ALTER SYSTEM SET default_transaction_read_only = on")
    server.sql("SELECT pg_reload_conf()")
    door = doors[0]
    until("a refusal", lambda: door.get(Load.PATH, key)[0] == 503, 20)
    answer, public = door.get(Load.PATH, key), door.get(PUBLIC)
    log = (door.folder / "log").read_text()
    words = "read-only" in log or "does not allow writes" in log
    row("a read-only database", f"metered {answer[0]} with Retry-After {answer[1]['retry-after']}, public views {public[0]}, named in the log",
        answer[0] == 503 and answer[1]["retry-after"] and public[0] == 200 and words)
    server.run(server.bin / "psql", "-qX", "-h", "127.0.0.1", "-p", str(server.port), "-U", "bellwether", "-d", "bellwether",
               "-c", "SET default_transaction_read_only = off", "-c", "ALTER SYSTEM RESET default_transaction_read_only", "-c", "SELECT pg_reload_conf()")
    took = until("it to take writes again", lambda: door.get(Load.PATH, key)[0] == 200, 30)
    row("it takes writes again", f"metered answers after {took:.1f} s", took < 10)


def through_a_pooler(server, tools, nodes):
    pgbouncer = shutil.which("pgbouncer") or shutil.which("/usr/sbin/pgbouncer")
    if not pgbouncer:
        row("pgbouncer by the transaction", "left out: it is not installed")
        return
    folder, port = FOLDER / "pgbouncer", free_port()
    folder.mkdir()
    world.own(folder)
    settings = folder / "pgbouncer.ini"
    settings.write_text(f"""[databases]
bellwether = host=127.0.0.1 port={server.port} user=bellwether
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 8
max_client_conn = 200
""")
    settings.chmod(0o644)
    process = subprocess.Popen(world.as_postgres([pgbouncer, "-q", settings]), stderr=open(folder / "log", "w"))
    try:
        until("pgbouncer", lambda: world.answers(port), 20)
        node = Node(BELLWETHER, FOLDER, "pooled", "all", url(port), rate_free=1_000_000, database_pooler="true").start()
        nodes.append(node)
        until("a door behind pgbouncer", node.is_ready, 120)
        # Eight connections of the server for sixteen clients: prepared statements would be missed at once.
        load = Load([node], [account(BELLWETHER, tools, FOLDER, 1_000_000) for _ in range(4)]).start(500)
        load.join()
        row("500 calls through pgbouncer by the transaction", f"statuses {load.statuses}", load.statuses == {200: 500})
        node.signal(signal.SIGTERM)
    except SystemExit:
        print("pgbouncer said at last:", *(folder / "log").read_text().splitlines()[-5:], sep="\n    ")
        raise
    finally:
        process.terminate()
        process.wait()


def in_the_ledger(server, load):
    received = load.answered
    written = {}
    for (name,) in server.sql("SELECT id FROM entries WHERE kind = 'charge'"):
        written[name] = written.get(name, 0) + 1
    lost = [name for name in received if written.get(name) != 1]
    names = ", ".join(f"'{name}'" for name, _ in load.keys)
    ours = server.number("SELECT count(*) FROM entries e JOIN accounts a ON a.id = e.account_id"
                         f" WHERE e.kind = 'charge' AND a.name IN ({names})")
    beyond = ours - len(received)
    row("answers that clients received", f"{len(received)}, statuses {dict(sorted(load.statuses.items()))}", not lost)
    row("answers that no client should see", load.wrong or "none", not load.wrong)
    row("of them in the ledger once", f"{len(received) - len(lost)}", not lost)
    in_flight = load.unanswered + load.statuses.get(503, 0) + load.statuses.get(504, 0)
    row("entries beyond them, and calls whose answer was lost", f"{beyond} and {in_flight}", 0 <= beyond <= in_flight)


def main():
    global KEY
    print(f"{CALLS} calls, {DOCUMENTS} documents, {'full' if FULL else 'short'}", flush=True)
    file = FOLDER / "items.ndjson"
    file.write_text("\n".join(items(DOCUMENTS)) + "\n")
    (FOLDER / "import").mkdir()
    primary, standby = Postgres(BINARIES, FOLDER, "primary"), Postgres(BINARIES, FOLDER, "standby")
    nodes = []
    try:
        primary.create()
        wanted = undisturbed(primary, file)
        standby.copy(primary)
        primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        primary.sql("SELECT pg_reload_conf()")
        until("a synchronous standby", lambda: primary.sql("SELECT sync_state FROM pg_stat_replication") == [["sync"]])
        proxies = [Proxy(primary.port), Proxy(standby.port)]
        both = url(primary.port, standby.port)
        settings = {"rate_free": 1_000_000, "rate_registered": 60}
        doors = [Node(BELLWETHER, FOLDER, f"door{n}", "door", address, **settings)
                 for n, address in ((1, both), (2, both), (3, url(*(proxy.port for proxy in proxies))))]
        workers = [Node(BELLWETHER, FOLDER, f"worker{n}", "worker", both) for n in (1, 2)]
        nodes = doors + workers
        for node in nodes:
            node.start()
        for node in nodes:
            until(node.name, node.is_ready, 120)
        _, KEY = account(BELLWETHER, both, FOLDER, 1_000_000)

        credits_are_exact(primary, doors, both)
        limits_are_exact(doors, both)
        keys_end_everywhere(doors, both)

        load = Load(doors, [account(BELLWETHER, both, FOLDER, 1_000_000) for _ in range(8)]).start()
        disturbed(primary, standby, doors, workers, proxies, load, file)
        load.stop()
        until("everything to be read, grouped and counted", lambda: settled(standby, DOCUMENTS), 600, 0.5)
        in_the_ledger(standby, load)
        tools = url(standby.port)
        program(BELLWETHER, tools, FOLDER, "backfill")
        found = truth(standby)
        for name, value in wanted.items():
            row(f"{name}, as in an undisturbed run", f"{found[name]} and {value}", found[name] == value)
        for reading in sorted(READINGS["bellwether"] ^ READINGS["reference"])[:20]:
            print(f"    {'here' if reading in READINGS['bellwether'] else 'undisturbed'}: {reading}")
        doors_are_fresh(standby, doors, tools)
        takes_no_writes(standby, doors, KEY)
        through_a_pooler(standby, tools, nodes)
        audit = program(BELLWETHER, tools, FOLDER, "audit", check=False)
        row("the audit", audit.stdout.splitlines()[0], audit.returncode == 0)
    except SystemExit:
        for node in nodes:
            print(f"{node.name} said at last:", *(node.folder / "log").read_text().splitlines()[-5:], sep="\n    ")
        raise
    finally:
        for node in nodes:
            if node.process and node.process.poll() is None:
                node.process.kill()
        for server in (primary, standby):
            if server.process and server.process.poll() is None:
                server.stop("immediate")
        width = max((len(what) for what, _, _ in table), default=0)
        print()
        for what, figure, holds in table:
            print(f"{what:<{width}}  {holds:<3}  {figure}")
    if failed:
        raise SystemExit(f"does not hold: {'; '.join(failed)}")


main()
