"""Floods against a `bellwether serve`: silent, slow and half-open connections, long heads, many headers, long paths, long bodies, bodies
that drip and requests that mean two things; an honest client asks beside each of them.

    run.py PATH-TO-BELLWETHER FOLDER SECONDS-A-FLOOD CONNECTIONS
"""

import asyncio
import http.client
import pathlib
import random
import resource
import signal
import socket
import statistics
import struct
import subprocess
import sys
import time

BELLWETHER, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
SECONDS, CONNECTIONS = float(sys.argv[3]), int(sys.argv[4])
ADDRESSES = 100
# The honest client: nearly all answered, in a time that a person would wait.
MIN_ANSWERED, MAX_P99_S = 0.99, 2.0


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


PORT = free_port()


async def connect():
    """From one of many addresses, as a crowd would."""
    own = f"127.0.2.{random.randrange(1, ADDRESSES + 1)}"
    return await asyncio.wait_for(asyncio.open_connection("127.0.0.1", PORT, local_addr=(own, 0)), 20)


async def silent(end, _):
    await asyncio.sleep(max(0, end - time.monotonic()))


async def slow(end, writer):
    """A head that never ends, a byte at a time."""
    writer.write(b"GET /health HTTP/1.1\r\nx: ")
    while time.monotonic() < end:
        writer.write(b"a")
        await writer.drain()
        await asyncio.sleep(1)


async def half_open(end, writer):
    """Sends half a request and resets; nothing of it may stay."""
    writer.write(b"GET /feed?startDate=2026-01-01 HTTP/1.1\r\nHost: x\r\n")
    await writer.drain()
    await asyncio.sleep(random.random())
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


async def heads(end, writer):
    writer.write(b"GET /health HTTP/1.1\r\nHost: x\r\n" + b"x: " + b"a" * 200_000 + b"\r\n\r\n")
    await writer.drain()


async def headers(end, writer):
    writer.write(b"GET /health HTTP/1.1\r\nHost: x\r\n" + b"".join(b"x%d: y\r\n" % n for n in range(5000)) + b"\r\n")
    await writer.drain()


async def paths(end, writer):
    path = random.choice(["/" + "a/" * 15_000, "/" + "%2e%2e/" * 4000, "/feed?" + "keyword=a&" * 3000, "/feed?keyword=" + "%28" * 9000])
    writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    await writer.drain()


async def bodies(end, writer):
    writer.write(b"POST /grouped-data HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n")
    while time.monotonic() < end:
        writer.write(b"[" * 65536)
        await writer.drain()


async def dripping_bodies(end, writer):
    writer.write(b"POST /grouped-data HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n")
    while time.monotonic() < end:
        writer.write(b"[")
        await writer.drain()
        await asyncio.sleep(1)


async def two_meanings(end, writer):
    writer.write(b"POST /grouped-data HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /health HTTP/1.1\r\nHost: x\r\n\r\n")
    await writer.drain()


async def chunks(end, writer):
    writer.write(b"POST /grouped-data HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
    while time.monotonic() < end:
        writer.write(b"1;" + b"e" * 4000 + b"\r\n[\r\n")
        await writer.drain()


# Each with how many of the connections it uses at once, in percent.
FLOODS = ((silent, 100), (slow, 100), (half_open, 10), (heads, 2), (headers, 2), (paths, 2), (bodies, 2), (dripping_bodies, 20),
          (two_meanings, 2), (chunks, 2))


async def attack(flood, end):
    while time.monotonic() < end:
        try:
            reader, writer = await connect()
        except (OSError, asyncio.TimeoutError):
            await asyncio.sleep(0.5)
            continue
        try:
            await flood(end, writer)
            if flood is not half_open:
                await asyncio.wait_for(reader.read(4096), max(0.1, end - time.monotonic()))
        except (OSError, asyncio.TimeoutError):
            pass
        finally:
            writer.close()
        await asyncio.sleep(0.05)


async def crowd(flood, count, seconds):
    end = time.monotonic() + seconds
    await asyncio.gather(*(attack(flood, end) for _ in range(count)))


def honest(seconds):
    """Statuses and seconds of a client that asks over new connections."""
    statuses, took, end = {}, [], time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=20)
        try:
            connection.request("GET", "/openapi.json" if random.random() < 0.2 else "/health")
            answer = connection.getresponse()
            answer.read()
            status = answer.status
        except (OSError, http.client.HTTPException) as error:
            status = type(error).__name__
        connection.close()
        statuses[status] = statuses.get(status, 0) + 1
        took.append(time.monotonic() - began)
        time.sleep(0.02)
    return statuses, sorted(took)


def memory_mb(process):
    return int(pathlib.Path(f"/proc/{process}/status").read_text().split("VmRSS:")[1].split()[0]) / 1024


def main():
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    server = subprocess.Popen([BELLWETHER, "serve", "--listen", f"127.0.0.1:{PORT}", "--data-dir", str(FOLDER / "data"), "--collect", "false",
                               "--log", "error", "--rate-keyless", "100000000"])
    failed = []
    try:
        for _ in range(600):
            if 200 in honest(0.01)[0]:
                break
            time.sleep(0.1)
        quiet = honest(3)[1]
        rest = memory_mb(server.pid)
        print(f"alone: median {statistics.median(quiet) * 1000:.1f} ms, {rest:.0f} MB", flush=True)
        for flood, percent in FLOODS:
            count = max(1, CONNECTIONS * percent // 100)
            flooding = subprocess.Popen([sys.executable, __file__, BELLWETHER, str(FOLDER), str(SECONDS), str(count), flood.__name__, str(PORT)])
            time.sleep(min(3, SECONDS / 4))
            statuses, took = honest(SECONDS / 2)
            most = memory_mb(server.pid)
            flooding.wait()
            p99 = took[len(took) * 99 // 100]
            answered = statuses.get(200, 0) / len(took)
            good = server.poll() is None and answered >= MIN_ANSWERED and p99 < MAX_P99_S
            print(f"{'ok ' if good else 'NO '} {flood.__name__:<16} {count:>6} at once: {statuses}, median {statistics.median(took) * 1000:.1f} ms, "
                  f"p99 {p99 * 1000:.0f} ms, {most:.0f} MB", flush=True)
            failed += [] if good else [flood.__name__]
        time.sleep(3)
        after = memory_mb(server.pid)
        print(f"after all of it: {after:.0f} MB; {len(list(pathlib.Path(f'/proc/{server.pid}/fd').iterdir()))} files open")
        if after > rest + 300:
            failed.append("memory stays")
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()
    if failed:
        raise SystemExit(f"does not hold: {', '.join(failed)}")
    print("every flood was borne")


if len(sys.argv) > 6:
    PORT = int(sys.argv[6])
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    asyncio.run(crowd(globals()[sys.argv[5]], CONNECTIONS, SECONDS))
else:
    main()
