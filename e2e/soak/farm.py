"""Five hundred feeds on fifty addresses of loopback, two thirds of them sound; the others do what feeds do to those who read them."""

import asyncio
import gzip
import pathlib
import sys
import threading
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "nodes"))
import world  # noqa: E402

HOSTS = 50
LISTED = 15
# By feed number, of 25; the others are sound and answer 304 when nothing is new.
FAULTS = {0: "fails now and then", 1: "never answers", 2: "breaks off", 3: "is no XML", 4: "is a page", 5: "leads in a circle",
          6: "is packed wrong", 7: "asks to wait", 8: "drips", 9: "is long", 10: "lists twice", 11: "changes its mind", 12: "has no dates",
          13: "has bytes of another charset", 14: "has moved", 15: "hangs up"}
SOUND = {"drips", "is long", "lists twice", "changes its mind", "has no dates", "has moved", None}


class Farm:
    def __init__(self, feeds=500, every=45.0):
        self.feeds, self.every, self.began, self.frozen = feeds, every, time.time(), None
        self.served, self.asked = {}, 0
        self.port = world.free_port()
        self.loop = asyncio.new_event_loop()
        ready = threading.Event()
        threading.Thread(target=self.run, args=(ready,), daemon=True).start()
        ready.wait(30)

    def run(self, ready):
        asyncio.set_event_loop(self.loop)
        for host in range(1, HOSTS + 1):
            self.loop.run_until_complete(asyncio.start_server(self.answer, f"127.0.1.{host}", self.port))
        ready.set()
        self.loop.run_forever()

    def fault(self, feed):
        return FAULTS.get(feed % 25)

    def url(self, feed, path="feed"):
        return f"http://127.0.1.{feed % HOSTS + 1}:{self.port}/{path}/{feed}"

    def catalogue(self):
        """The sources as a file of the program's settings."""
        line = ('  {{ id = "farm-{0}", kind = "feed", url = "{1}", outlet = "Farm {0}", category = "Crypto News", family = "farm-{2}",'
                ' country = "US", language = "en" }},')
        return "source = [\n" + "\n".join(line.format(feed, self.url(feed), feed // 4) for feed in range(self.feeds)) + "\n]\n"

    def newest(self):
        """How many items each feed has by now."""
        return 1 + int(((self.frozen or time.time()) - self.began) / self.every)

    def items(self, feed):
        """(address, title, text, seconds) of what is listed now, the newest first."""
        newest = self.newest()
        for number in range(newest - 1, max(-1, newest - 1 - LISTED), -1):
            story = number * 63 + feed // 8
            word = [world.name(story * 40 + place, "farm") for place in range(40)]
            text = " ".join(f"The {word[n]} of {word[n + 1]} told {word[n + 2]} about the {word[n + 3]}." for n in range(0, 36, 4))
            if self.fault(feed) == "changes its mind":
                text += f" It was corrected {int(time.time() / 90) if not self.frozen else 0} times."
            yield f"https://farm{feed}.example/{number}", " ".join(word[:6]), f"{text} Told by {feed}.", self.began + number * self.every

    def listed(self):
        """Addresses that sound feeds list."""
        return [url for feed in range(self.feeds) if self.fault(feed) in SOUND for url, *_ in self.items(feed)]

    def unread(self, since):
        """Sound feeds that nobody has read since then."""
        return [feed for feed in range(self.feeds) if self.fault(feed) in SOUND and self.served.get(feed, 0) < since]

    def body(self, feed):
        fault, parts = self.fault(feed), []
        for url, title, text, at in self.items(feed):
            date = "" if fault == "has no dates" else time.strftime("<pubDate>%a, %d %b %Y %H:%M:%S GMT</pubDate>", time.gmtime(at))
            parts.append(f"<item><title>{title}</title><link>{url}</link><guid>{url}</guid>{date}<description>{text}</description></item>")
        if fault == "lists twice":
            parts = parts[::-1] + parts
        padding = f"<!-- {'x' * 2_000_000} -->" if fault == "is long" else ""
        return f'<?xml version="1.0"?><rss version="2.0"><channel><title>Farm {feed}</title>{padding}{"".join(parts)}</channel></rss>'.encode()

    async def answer(self, reader, writer):
        try:
            head = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 30)).decode("latin-1")
            await self.reply(head, writer)
        except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError, asyncio.LimitOverrunError):
            pass
        finally:
            writer.close()

    async def reply(self, head, writer):
        path = head.split(" ")[1]
        kind, _, number = path.strip("/").partition("/")
        if kind not in ("feed", "moved", "round") or not number.isdigit():
            return writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        feed, fault = int(number), self.fault(int(number))
        self.asked += 1

        def send(status, body=b"", *headers):
            lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Connection: close", *headers]
            writer.write(("\r\n".join(lines) + "\r\n\r\n").encode() + body)

        rss = "Content-Type: application/rss+xml"
        body, tag = self.body(feed), f'"{feed}-{self.newest()}-{fault}"'
        if fault == "fails now and then" and self.asked % 2:
            return send("500 Internal Server Error")
        if fault == "never answers":
            return await asyncio.sleep(60)
        if fault == "breaks off":
            writer.write(f"HTTP/1.1 200 OK\r\nContent-Length: {len(body) + 500}\r\n\r\n".encode() + body[:len(body) // 2])
            return None
        if fault == "is no XML":
            return send("200 OK", body.replace(b"</item>", b"<b>&nbsp;&what;", 3)[:-40], rss)
        if fault == "is a page":
            return send("200 OK", b"<!doctype html><title>Gone</title><p>Nothing here.", "Content-Type: text/html")
        if fault == "leads in a circle":
            return send("302 Found", b"", f"Location: {self.url(feed, 'round' if kind == 'feed' else 'feed')}")
        if fault == "is packed wrong":
            return send("200 OK", gzip.compress(body)[:200] + b"no", rss, "Content-Encoding: gzip")
        if fault == "asks to wait":
            return send("429 Too Many Requests", b"", "Retry-After: 20")
        if fault == "hangs up":
            return None
        if fault == "has moved" and kind == "feed":
            return send("301 Moved Permanently", b"", f"Location: {self.url(feed, 'moved')}")
        if fault == "has bytes of another charset":
            return send("200 OK", body.replace(b"Told by", b"Erz\xe4hlt von"), rss)
        if fault is None and f"if-none-match: {tag}" in head.lower():
            send("304 Not Modified", b"", f"ETag: {tag}")
        elif fault == "drips":
            writer.write(f"HTTP/1.1 200 OK\r\n{rss}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode())
            for at in range(0, len(body), 2000):
                writer.write(body[at:at + 2000])
                await writer.drain()
                await asyncio.sleep(0.2)
        else:
            send("200 OK", body, rss, f"ETag: {tag}")
        await writer.drain()
        self.served[feed] = time.time()
        return None
