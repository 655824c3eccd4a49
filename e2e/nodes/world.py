"""What the proof stands on: Postgres servers, processes of the program, a proxy that can be cut, clients that keep books."""

import http.client
import json
import os
import pathlib
import pwd
import signal
import socket
import subprocess
import threading
import time
import uuid


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def until(what, done, seconds=60, every=0.05):
    """Waits, and returns how long it took."""
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        if done():
            return time.monotonic() - began
        time.sleep(every)
    raise SystemExit(f"waited {seconds} s for {what}")


def answers(port):
    """Whether anybody listens there."""
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True
    except OSError:
        return False


class Postgres:
    """A server of its own on loopback; as another user where we are root, who may not run one."""

    def __init__(self, binaries, folder, name):
        self.bin, self.folder, self.port = pathlib.Path(binaries), folder / name, free_port()
        self.process = None

    def run(self, *words, check=True, **options):
        return subprocess.run(as_postgres(words), check=check, capture_output=True, text=True, cwd="/", **options)

    def create(self):
        self.folder.mkdir()
        own(self.folder)
        data = self.folder / "data"
        self.run(self.bin / "initdb", "-D", data, "-U", "bellwether", "-A", "trust", "-E", "UTF8", "--locale=C")
        self.start()
        self.sql("CREATE DATABASE bellwether", database="postgres")

    def copy(self, primary):
        """A standby of that server."""
        self.folder.mkdir()
        own(self.folder)
        source = f"host=127.0.0.1 port={primary.port} user=bellwether application_name=standby"
        self.run(self.bin / "pg_basebackup", "-D", self.folder / "data", "-d", source, "-R", "-c", "fast")
        self.start()

    def start(self):
        log = open(self.folder / "log", "a")
        settings = {"port": self.port, "listen_addresses": "127.0.0.1", "unix_socket_directories": self.folder,
                    "max_connections": 300, "shared_buffers": "128MB", "max_wal_senders": 4}
        words = [self.bin / "postgres", "-D", self.folder / "data"]
        for name, value in settings.items():
            words += ["-c", f"{name}={value}"]
        self.process = subprocess.Popen(as_postgres(words), stdout=log, stderr=log, cwd="/", start_new_session=True)
        until("Postgres", lambda: self.run(self.bin / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port),
                                           check=False).returncode == 0)

    def stop(self, how="fast"):
        self.run(self.bin / "pg_ctl", "stop", "-D", self.folder / "data", "-m", how, "-w", check=False)
        self.process.wait()

    def kill(self):
        """As a machine that loses power: all of it at once."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def promote(self):
        self.run(self.bin / "pg_ctl", "promote", "-D", self.folder / "data", "-w")

    def sql(self, text, database="bellwether"):
        done = self.run(self.bin / "psql", "-qAtX", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", str(self.port),
                        "-U", "bellwether", "-d", database, "-c", text)
        return [line.split("|") for line in done.stdout.splitlines() if line]

    def number(self, text):
        return int(self.sql(text)[0][0])


def as_postgres(words):
    words = [str(word) for word in words]
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *words] if os.getuid() == 0 else words


def own(folder):
    if os.getuid() == 0:
        os.chown(folder, pwd.getpwnam("postgres").pw_uid, pwd.getpwnam("postgres").pw_gid)
    os.chmod(folder, 0o700)


class Proxy:
    """Passes bytes on to one server; when it is cut, nothing comes through and nobody is let in."""

    def __init__(self, target):
        self.target, self.is_cut, self.open = target, False, set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            try:
                if self.is_cut:
                    raise OSError("cut")
                server = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                client.close()
                continue
            for one, other in ((client, server), (server, client)):
                self.open.add(one)
                threading.Thread(target=self.pass_on, args=(one, other), daemon=True).start()

    def pass_on(self, one, other):
        try:
            while data := one.recv(65536):
                other.sendall(data)
        except OSError:
            pass
        for end in (one, other):
            self.open.discard(end)
            self.end(end)
            end.close()

    @staticmethod
    def end(one):
        # Closing alone would not end it while another thread reads from it.
        try:
            one.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def cut(self):
        self.is_cut = True
        for one in list(self.open):
            self.end(one)

    def mend(self):
        self.is_cut = False


class Node:
    """A process of the program."""

    def __init__(self, program, folder, name, role, url, **settings):
        self.name, self.port = name, free_port()
        self.folder = folder / name
        self.folder.mkdir(exist_ok=True)
        self.words = [program, "serve", "--listen", f"127.0.0.1:{self.port}", "--data-dir", str(self.folder),
                      "--role", role, "--collect", "false", "--log", "warn", "--reading-threads", "2"]
        for setting, value in settings.items():
            self.words += [f"--{setting.replace('_', '-')}", str(value)]
        self.environment = {**os.environ, "BELLWETHER_DATABASE_URL": url}
        self.process = None

    def start(self):
        log = open(self.folder / "log", "a")
        self.process = subprocess.Popen(self.words, cwd=self.folder, env=self.environment, stdout=log, stderr=log)
        return self

    def signal(self, number):
        self.process.send_signal(number)
        if number in (signal.SIGKILL, signal.SIGTERM):
            self.process.wait()

    def get(self, path, key=None, timeout=20):
        """Status, headers and body; none where no whole answer came."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request("GET", path, headers={"authorization": f"Bearer {key}"} if key else {})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def is_ready(self):
        answer = self.get("/health/ready")
        return answer is not None and answer[0] == 200

    def state(self, follower):
        answer = self.get("/health/ready")
        rows = json.loads(answer[2])["followers"] if answer else []
        return next((row["state"] for row in rows if row["name"] == follower), None)


class Load:
    """Clients that ask metered questions of all doors and keep books of what they were answered."""

    PATH = "/fear-greed-index?startDate=2026-01-01&endDate=2026-01-07"

    def __init__(self, doors, keys, clients=16):
        self.doors, self.keys = doors, keys
        self.answered, self.statuses, self.unanswered, self.credits = {}, {}, 0, {}
        # What no client should see.
        self.wrong = {}
        self.lock, self.stopped = threading.Lock(), threading.Event()
        self.left = float("inf")
        self.last_good = {}
        self.threads = [threading.Thread(target=self.client, args=(number,), daemon=True) for number in range(clients)]

    def start(self, calls=float("inf")):
        self.left = calls
        for thread in self.threads:
            thread.start()
        return self

    def join(self):
        for thread in self.threads:
            thread.join()

    def stop(self):
        self.stopped.set()
        self.join()

    def client(self, number):
        connections, turn = {}, number
        while not self.stopped.is_set():
            with self.lock:
                if self.left <= 0:
                    return
                self.left -= 1
            turn += 1
            door, (account, key) = self.doors[turn % len(self.doors)], self.keys[(turn * 7 + number) % len(self.keys)]
            try:
                if door.name not in connections:
                    connections[door.name] = http.client.HTTPConnection("127.0.0.1", door.port, timeout=60)
                connection = connections[door.name]
                connection.request("GET", self.PATH, headers={"authorization": f"Bearer {key}"})
                answer = connection.getresponse()
                answer.read()
            except (OSError, http.client.HTTPException) as error:
                connections.pop(door.name, None)
                # Refused before it was asked is no call in flight.
                with self.lock:
                    self.unanswered += not isinstance(error, ConnectionRefusedError)
                time.sleep(0.05)
                continue
            with self.lock:
                self.statuses[answer.status] = self.statuses.get(answer.status, 0) + 1
                if answer.status == 200:
                    name = answer.headers["x-request-id"]
                    if name in self.answered:
                        self.wrong["one id for two answers"] = self.wrong.get("one id for two answers", 0) + 1
                    self.answered[name] = account
                    charged = int(answer.headers["x-service-credits-charged"])
                    self.credits[account] = self.credits.get(account, 0) + charged
                    self.last_good[door.name] = time.monotonic()
                elif answer.status == 503 and not answer.headers["retry-after"]:
                    self.wrong["503 without Retry-After"] = self.wrong.get("503 without Retry-After", 0) + 1
            if answer.status == 503:
                time.sleep(0.05)

    def good_since(self, moment):
        return all(self.last_good.get(door.name, 0) > moment for door in self.doors)


SYLLABLES = ["ka", "lo", "mi", "ru", "ten", "vor", "zu", "pel", "qua", "dis", "fen", "gor", "hul", "jat", "nex", "bri"]

def name(number, salt):
    """A name that nothing else has."""
    number = number * 7919 + sum(map(ord, salt)) * 104729 + 65536
    syllables = []
    while number:
        syllables.append(SYLLABLES[number % 16])
        number //= 16
    return "".join(syllables).capitalize()


def items(count, salt=""):
    """Lines of an import file: invented stories of eight articles each, which have no name and no word of weight in common, so
    that whoever groups them at whatever moment finds the same."""
    for number in range(count):
        story = number // 8
        word = [name(story * 40 + place, "word") for place in range(40)]
        day = 1 + story * 13 % 28
        text = " ".join(f"The {word[n]} of {word[n + 1]} told {word[n + 2]} about the {word[n + 3]}." for n in range(0, 36, 4))
        yield json.dumps({
            "url": f"https://news{number % 8}.example/{salt}{number}", "title": " ".join(word[:6]),
            "content": f"{text} It was said {number} times.", "invented": True,
            "published_at": f"2026-01-{day:02}T{8 + number % 8:02}:00:00Z",
            "outlet": {"name": f"News {number % 8}", "category": "Crypto News", "country": "US"}})


def program(bellwether, url, folder, *words, check=True):
    done = subprocess.run([bellwether, "--data-dir", str(folder), "--log", "error", *words], text=True, capture_output=True,
                          env={**os.environ, "BELLWETHER_DATABASE_URL": url}, cwd=folder)
    if check and done.returncode:
        raise SystemExit(f"{' '.join(words)}: {done.stdout}{done.stderr}")
    return done


def account(bellwether, url, folder, credits=0, plan="free"):
    """A new account with so many prepaid credits, and a key of it."""
    name = f"acme {uuid.uuid4().hex[:8]}"
    program(bellwether, url, folder, "account", "create", name, "--plan", plan)
    if credits:
        program(bellwether, url, folder, "account", "topup", name, str(credits))
    made = program(bellwether, url, folder, "key", "create", name).stdout.split()
    return name, next(word for word in made if word.startswith("bw_live_"))
