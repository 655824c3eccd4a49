"""A rule fires in a real `bellwether serve`; its delivery is verified with the official Standard Webhooks libraries of PyPI
and npm, and its feeds are read with feedparser and, strictly, with atoma.

    run.py PATH-TO-BELLWETHER FOLDER [NODE]
"""

import http.server
import json
import pathlib
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

import atoma
import feedparser
from standardwebhooks import Webhook, WebhookVerificationError

BELLWETHER, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
NODE = sys.argv[3] if len(sys.argv) > 3 else None
HERE = pathlib.Path(__file__).parent
heard = []


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        heard.append(({name.lower(): value for name, value in self.headers.items()}, body))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *words):
        pass


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def until(what, done, seconds=60):
    end = time.time() + seconds
    while time.time() < end:
        if found := done():
            return found
        time.sleep(0.1)
    raise SystemExit(f"waited too long for {what}")


def call(method, path, body=None, key=None, headers=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(BASE + path, data=data, method=method, headers=headers or {})
    request.add_header("content-type", "application/json")
    if key:
        request.add_header("authorization", f"Bearer {key}")
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def listens():
    try:
        return call("GET", "/health/ready")[0] == 200
    except urllib.error.URLError:
        return False


def asked(method, path, body=None):
    status, _, answer = call(method, path, body, KEY)
    assert status in (200, 201), (method, path, status, answer)
    return json.loads(answer)


def program(*words):
    return subprocess.run([BELLWETHER, "--data-dir", str(FOLDER / "data"), "--log", "warn", *words], check=True,
                          capture_output=True, text=True).stdout


def article(number, words="The outage goes on & <on>."):
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    line = {"url": f"https://one.example/{number}?a=1&b=2", "title": f"Outage {number} <b>&amp;</b> \u201cquoted\u201d",
            "content": words, "published_at": now, "outlet": "One & Two"}
    file = FOLDER / f"{number}.ndjson"
    file.write_text(json.dumps(line) + "\n")
    program("import", str(file))


def verify(secret, headers, body):
    told = Webhook(secret).verify(body, headers)
    if NODE:
        line = json.dumps({"secret": secret, "headers": headers, "body": body})
        found = subprocess.run([NODE, str(HERE / "verify.mjs")], input=line, capture_output=True, text=True)
        assert found.returncode == 0 and found.stdout.strip() == told["type"], found.stderr
    return told


def main():
    receiver = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=receiver.serve_forever, daemon=True).start()
    until("the service", listens)
    hook = asked("POST", "/v1/webhooks", {"name": "Mine", "url": f"http://127.0.0.1:{receiver.server_port}/hook"})
    secret, path = hook["secret"], f"/v1/webhooks/{hook['id']}"
    assert asked("POST", f"{path}/test", {})["delivered"]
    assert verify(secret, *heard[-1])["type"] == "webhook.test"
    print("  a test event, verified")

    asked("POST", "/v1/alerts", {"name": "Outages", "subject": "query", "value": "outage", "condition": "item", "enabled": True})
    time.sleep(3)
    article(1)
    until("the delivery", lambda: len(heard) >= 2)
    told = verify(secret, *heard[-1])
    assert told["type"] == "alert.fired" and told["data"]["articles"][0]["Title"].startswith("Outage 1"), told
    print("  a rule that fired, verified")

    headers, body = heard[-1]
    for wrong in (body.replace("Outage", "Outrage"), body + " "):
        try:
            Webhook(secret).verify(wrong, headers)
            raise SystemExit("an altered body was verified")
        except WebhookVerificationError:
            pass
    rotated = asked("POST", f"{path}/rotate", {})["secret"]
    asked("POST", f"{path}/resend", {"eventId": told["data"]["id"]})
    assert heard[-1][0]["webhook-id"] == headers["webhook-id"]
    verify(secret, *heard[-1])
    verify(rotated, *heard[-1])
    print("  sent again under two secrets, both verified; altered bodies refused")

    feed = asked("POST", "/v1/feeds", {"name": "Outages & <more>", "subject": "query", "value": "outage"})
    atom, plain = feed["atomUrl"].replace(feed["atomUrl"].split("/feeds/")[0], ""), feed["jsonUrl"].split("/feeds/")[1]
    status, answer, text = call("GET", atom)
    assert status == 200 and answer["content-type"].startswith("application/atom+xml"), (status, text)
    read = feedparser.parse(text)
    assert not read.bozo and read.version == "atom10", read.get("bozo_exception")
    assert read.feed.title == "Outages & <more>" and read.entries[0].link == "https://one.example/1?a=1&b=2", read.entries
    assert read.entries[0].title.startswith("Outage 1 & ") and read.entries[0].updated_parsed and read.entries[0].id
    # Strict where feedparser forgives: what the standard demands and is missing is an error.
    strict = atoma.parse_atom_bytes(text)
    assert strict.id_ and strict.updated and all(one.id_ and one.updated and one.title.value for one in strict.entries), strict
    assert call("GET", atom, headers={"if-none-match": answer["etag"]})[0] == 304
    article(2)
    until("the new article", lambda: call("GET", atom, headers={"if-none-match": answer["etag"]})[0] == 200)
    listed = call("GET", f"/feeds/{plain}")[2]
    assert len(atoma.parse_json_feed_bytes(listed).items) == 2
    items = json.loads(listed)
    assert items["version"] == "https://jsonfeed.org/version/1.1" and len(items["items"]) == 2, items
    for item in items["items"]:
        assert item["id"] and item["url"] and (item.get("content_text") or item.get("content_html")), item
    asked("POST", f"/v1/feeds/{feed['id']}/rotate", {})
    assert call("GET", atom)[0] == 404
    print("  Atom and JSON Feed, read, asked again by tag, and taken back")


PORT = free_port()
BASE = f"http://127.0.0.1:{PORT}"
program("account", "create", "acme", "--plan", "team")
KEY = next(word for word in program("key", "create", "acme", "--name", "e2e", "--scope", "write").split() if word.startswith("bw_live_"))
server = subprocess.Popen([BELLWETHER, "--data-dir", str(FOLDER / "data"), "--listen", f"127.0.0.1:{PORT}", "--collect", "false",
                           "--log", "warn", "--webhook-private-addresses", "true", "serve"])
try:
    main()
finally:
    server.terminate()
    server.wait()
