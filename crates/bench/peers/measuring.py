"""What every comparison stands on: processes and what they use, a load over loopback, medians, and rows of the table."""

import contextlib
import dataclasses
import os
import pathlib
import re
import shutil
import signal
import socket
import statistics
import subprocess
import tempfile
import time
import urllib.request

TICKS = os.sysconf("SC_CLK_TCK")
ROUNDS = 3


class Missing(Exception):
    """Something that a part needs is not here; the part is left out and says so."""


# What the part that runs could not compare with, and why.
LEFT_OUT = []


def left_out(name, error):
    LEFT_OUT.append(f"{name} ({str(error).strip()[:160]})")
    print(f"  left out: {LEFT_OUT[-1]}", flush=True)


@dataclasses.dataclass
class Row:
    measure: str
    ours: float
    peer: str
    theirs: float
    unit: str = "/s"
    # Whether a larger figure is the better one.
    more: bool = True
    note: str = ""


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def family(process):
    """A process and all that descend from it."""
    children = {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = path.read_text().rsplit(")", 1)[1].split()
            children.setdefault(int(fields[1]), []).append(int(path.parent.name))
    found, waiting = [], [process]
    while waiting:
        one = waiting.pop()
        found.append(one)
        waiting += children.get(one, [])
    return found


def processor_s(processes):
    """Seconds of processor time, with those of children that ended."""
    ticks = 0
    for one in {member for process in processes for member in family(process)}:
        with contextlib.suppress(OSError):
            ticks += sum(map(int, pathlib.Path(f"/proc/{one}/stat").read_text().rsplit(")", 1)[1].split()[11:15]))
    return ticks / TICKS


def memory_mb(processes):
    """Proportional resident memory: pages that several processes share are divided among them."""
    kib = 0
    for one in {member for process in processes for member in family(process)}:
        with contextlib.suppress(OSError):
            text = pathlib.Path(f"/proc/{one}/smaps_rollup").read_text()
            kib += int(re.search(r"^Pss:\s+(\d+)", text, re.M).group(1))
    return kib * 1024 / 1e6


def disk_mb(*paths):
    files = [file for path in map(pathlib.Path, paths) for file in ([path] if path.is_file() else path.rglob("*"))]
    return sum(file.stat().st_blocks * 512 for file in files if file.is_file()) / 1e6


class Server:
    """A process that answers over loopback."""

    def __init__(self, name, words, port, ready="/health", more=(), **options):
        self.name, self.port = name, port
        started = time.monotonic()
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen([str(word) for word in words], stdout=self.log, stderr=self.log, **options)
        # Other processes that do its work, such as those of a database.
        self.processes = [self.process.pid, *more]
        while not self.answers(ready):
            if self.process.poll() is not None or time.monotonic() - started > 300:
                self.log.seek(0)
                raise Missing(f"{name} did not start: {self.log.read()[-400:]}")
            time.sleep(0.01)
        self.cold_start_s = time.monotonic() - started

    def get(self, path):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=60) as answer:
            return answer.read()

    def answers(self, path):
        with contextlib.suppress(OSError):
            self.get(path)
            return True
        return False

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


def load(server, paths, seconds, connections=64):
    """Answers a second, processor milliseconds of the server for a thousand answers, and kB an answer: wrk for every side."""
    wrk = shutil.which("wrk")
    if not wrk:
        raise Missing("wrk is not installed (on Debian: apt-get install wrk)")
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        quoted = ", ".join('"' + path.replace("\\", "\\\\").replace('"', '\\"') + '"' for path in paths)
        script.write(f"paths = {{ {quoted} }}\nturn = math.random(#paths)\n"
                     "request = function()\n  turn = turn % #paths + 1\n  return wrk.format('GET', paths[turn])\nend\n")
        script.flush()
        before = processor_s(server.processes)
        said = subprocess.run([wrk, "-t2", f"-c{connections}", f"-d{seconds}s", "--timeout", "60s", "-s", script.name,
                               f"http://127.0.0.1:{server.port}/"], capture_output=True, text=True, check=True).stdout
        used = processor_s(server.processes) - before
    if wrong := re.search(r"Non-2xx or 3xx responses: (\d+)", said):
        raise Missing(f"{server.name} refused {wrong.group(1)} questions")
    answers = int(re.search(r"(\d+) requests in", said).group(1))
    if not answers:
        raise Missing(f"{server.name} gave no answer within {seconds} s")
    per_second = float(re.search(r"Requests/sec:\s+([\d.]+)", said).group(1))
    number, unit = re.search(r"requests in [\d.]+\w+, ([\d.]+)(B|KB|MB|GB) read", said).groups()
    kilobytes = float(number) * {"B": 1, "KB": 2**10, "MB": 2**20, "GB": 2**30}[unit] / 1000
    return per_second, used * 1e6 / answers, kilobytes / answers


def in_turns(sides, seconds, connections=64):
    """The medians of rounds in turns, by the side's name. `sides` are pairs of a server and its paths."""
    for server, paths in sides:
        load(server, paths, 1, connections)
    figures = {server.name: [] for server, _ in sides}
    for _ in range(ROUNDS):
        for server, paths in sides:
            figures[server.name].append(load(server, paths, seconds, connections))
    return {name: tuple(statistics.median(column) for column in zip(*rounds)) for name, rounds in figures.items()}


def timed(work):
    """What a piece of work in this process gives, with its seconds by the wall and by the processor."""
    wall, processor = time.perf_counter(), time.process_time()
    result = work()
    return result, time.perf_counter() - wall, time.process_time() - processor


def program(words, **options):
    """Standard output of a program, with its seconds by the wall and by the processor."""
    before, wall = os.times(), time.perf_counter()
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **options)
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return done.stdout, time.perf_counter() - wall, used
