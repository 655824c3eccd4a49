"""Looks through an embedded store that nobody writes to and says for every invariant whether it holds. It shares no code with
the program: it reads the tables, and what clients and feeds wrote down.

    invariants.py DATA-FOLDER [BOOKS.json]

BOOKS holds what the world outside knows: `answered` (ids of answers that clients received), `in_flight` (calls whose answer was
lost), `bought` (nonces that were answered), `spent` (nonces that the chain has), `listed` (addresses that sound feeds list and files
hold), `indexed` (ids that the index gives, each as often as it does), `counted` (documents by day, as the answers count them).
"""

import collections
import json
import pathlib
import sqlite3
import sys
import time

DAY_MS = 86_400_000


class Store:
    def __init__(self, folder):
        self.documents = sqlite3.connect(f"file:{folder}/bellwether.db?mode=ro", uri=True)
        self.accounts = sqlite3.connect(f"file:{folder}/bellwether-accounts.db?mode=ro", uri=True)

    def rows(self, text, *values):
        return self.documents.execute(text, values).fetchall()

    def books(self, text, *values):
        return self.accounts.execute(text, values).fetchall()


def files(store, _):
    """Both files are whole, and every reference leads somewhere."""
    for name, db in (("documents", store.documents), ("accounts", store.accounts)):
        said = db.execute("PRAGMA integrity_check").fetchall()
        yield f"the file of {name} is whole", [one for (one,) in said if one != "ok"]
        yield f"references of {name} lead somewhere", db.execute("PRAGMA foreign_key_check").fetchall()


def documents(store, world):
    """Each document once, with its text and its marks."""
    yield "a document's address is there once", store.rows(
        "SELECT canonical_url, COUNT(*) FROM documents GROUP BY canonical_url HAVING COUNT(*) > 1")
    yield "a document has its text", store.rows(
        "SELECT id FROM documents d WHERE NOT EXISTS (SELECT 1 FROM texts WHERE document = d.number)")
    yield "a document's day is that of its time", store.rows(
        f"SELECT id, published_at, day FROM documents WHERE day <> published_at / {DAY_MS} - (published_at % {DAY_MS} < 0)")
    yield "no change is numbered beyond the counter", store.rows(
        "SELECT 'documents', MAX(seq) FROM documents HAVING MAX(seq) > (SELECT value FROM counters WHERE name = 'documents')"
        " UNION ALL SELECT name, value FROM counters WHERE name IN ('stories', 'calls', 'frames')"
        " AND value > (SELECT value FROM counters WHERE name = 'documents')")
    yield "everything is read, or in quarantine", store.rows(
        "SELECT id FROM documents d WHERE marks_version = ''"
        " AND NOT EXISTS (SELECT 1 FROM quarantine WHERE work = 'reading' AND item = d.id)")
    yield "nothing that was removed is there", store.rows("SELECT r.id FROM removals r JOIN documents d ON d.id = r.id")
    yield "no change is both a document's and a deletion's", store.rows(
        "SELECT x.id FROM deletions x JOIN documents d ON d.seq = x.seq")
    if "listed" in world:
        have = {url for (url,) in store.rows("SELECT url FROM documents")}
        yield "what sound feeds list and files hold is stored", sorted(set(world["listed"]) - have)
    if "indexed" in world:
        have = {one for (one,) in store.rows("SELECT id FROM documents WHERE future_dated = 0")}
        found = collections.Counter(world["indexed"])
        yield "every document is in the index", sorted(have - set(found))
        yield "nothing else is in the index", sorted(set(found) - have)
        yield "nothing is in the index twice", [one for one, times in found.items() if times > 1]


def counts(store, world):
    """Each document in the counts of its day once."""
    yield "no day waits to be counted", store.rows("SELECT day FROM dirty_days")
    yield "a day with documents is counted", store.rows(
        "SELECT DISTINCT day FROM documents WHERE future_dated = 0 AND marks_version <> ''"
        " AND day NOT IN (SELECT day FROM rollups)")
    if "counted" in world:
        have = dict(store.rows("SELECT day, COUNT(*) FROM documents WHERE future_dated = 0 GROUP BY day"))
        told = {int(day): count for day, count in world["counted"].items()}
        yield "answers count each document once", [
            (day, told.get(day, 0), have.get(day, 0)) for day in sorted(set(have) | set(told)) if told.get(day, 0) != have.get(day, 0)]


def stories(store, _):
    """Members, redirects and narratives agree."""
    yield "a document that was read has its story", store.rows(
        "SELECT id FROM documents WHERE story_id IS NULL AND marks_version <> ''")
    leads = dict(store.rows("SELECT old, story FROM story_redirects"))
    alive = {story for (story,) in store.rows("SELECT DISTINCT story_id FROM documents WHERE story_id IS NOT NULL")}
    yield "a story that was joined to another has no members", sorted(alive & set(leads))
    yield "a joined story leads to one that is there", [old for old in leads if end(leads, old) not in alive]
    yield "a story begins a repetition with a report", store.rows(
        "SELECT story_id FROM documents WHERE story_id IS NOT NULL GROUP BY story_id HAVING MIN(repeats) = 1")
    joined = dict(store.rows("SELECT old, narrative FROM narrative_redirects"))
    known = {one for (one,) in store.rows("SELECT id FROM narratives")}
    told = store.rows("SELECT story, narrative, second FROM story_narratives")
    yield "a story's narratives are there", [
        (story, one) for story, *both in told for one in both if one and end(joined, one) not in known]


def end(leads, one):
    seen = set()
    while one in leads and one not in seen:
        seen.add(one)
        one = leads[one]
    return None if one in seen else one


def differ(store, left, right):
    return store.books(f"SELECT place, SUM(a), SUM(b) FROM (SELECT {left} UNION ALL SELECT {right}) GROUP BY place HAVING SUM(a) <> SUM(b)")


def charges(store, world):
    """Every charge answered, every answer charged, and all sums agree."""
    place = "credential_id || ' ' || day || ' ' || route"
    yield "purses used what their entries say", differ(
        store, "id AS place, used AS a, 0 AS b FROM purses", "purse_id, 0, credits FROM entries WHERE purse_id IS NOT NULL")
    yield "nothing is held", store.books("SELECT id, held FROM purses WHERE held <> 0 UNION ALL SELECT id, credits FROM holds")
    yield "no purse is overdrawn", store.books("SELECT id FROM purses WHERE used + held > allowance")
    yield "usage by day and route is what the entries say", differ(
        store, f"{place} AS place, credits + 1000000 * calls AS a, 0 AS b FROM usage_days",
        f"{place}, 0, credits + 1000000 FROM entries WHERE credential_id IS NOT NULL")
    yield "what was granted is what accounts have", differ(
        store, "id AS place, legacy_prepaid AS a, 0 AS b FROM accounts", "account_id, 0, credits FROM entries WHERE kind = 'grant'")
    if "answered" in world:
        charged = {one for (one,) in store.books("SELECT id FROM entries WHERE kind = 'charge' AND purse_id IS NOT NULL")}
        answered = set(world["answered"])
        yield "an answer that was received was charged once", sorted(answered - charged)
        beyond = len(charged - answered)
        yield f"charges without a received answer ({beyond}) are calls whose answer was lost ({world['in_flight']})", (
            [beyond] if beyond > world["in_flight"] else [])


def payments(store, world):
    """Every payment is answered, or its payer can still have the answer, or nothing was taken."""
    now = int(time.time() * 1000)
    yield "no payment stays open past its time", store.books(
        "SELECT key, state FROM payments WHERE state IN ('reserved', 'settling', 'unknown') AND valid_before < ?", now)
    yield "settled payments are the entries without a purse", differ(
        store, "key AS place, amount_micro_usd AS a, 0 AS b FROM payments WHERE state = 'settled'",
        "id, 0, micro_usd FROM entries WHERE purse_id IS NULL AND kind = 'charge'")
    yield "a settled payment names its transaction, which pays once", store.books(
        "SELECT key FROM payments WHERE state = 'settled' AND tx IS NULL"
        " UNION ALL SELECT tx FROM payments WHERE tx IS NOT NULL GROUP BY tx HAVING COUNT(*) > 1")
    if "spent" in world:
        settled = {nonce for (nonce,) in store.books("SELECT nonce FROM payments WHERE state = 'settled'")}
        yield "what the chain has is in the books", sorted(set(world["spent"]) - settled)
        yield "what the books have is on the chain", sorted(settled - set(world["spent"]))
        yield "whoever was answered has paid", sorted(set(world["bought"]) - settled)


def leases(store, _):
    """Nobody who is gone holds anything."""
    now = int(time.time() * 1000)
    yield "no lease outlives its holder", store.rows("SELECT name, holder, expires_at - ? FROM leases WHERE expires_at > ?", now, now)
    yield "no payment is in the hand of somebody who is gone", store.books(
        "SELECT key FROM payments WHERE lease_until > ? AND state IN ('reserved', 'settling')", now)
    yield "nobody has the reading in hand", store.rows("SELECT value - ? FROM counters WHERE name = 'reading' AND value > ?", now, now)
    yield "no attempt is left in the middle", store.books(
        "SELECT account_id FROM attempts WHERE status IS NULL AND begun_at < ?", now - 86_400_000)


def events(store, _):
    """Events and those who are told of them."""
    yield "no event is numbered beyond the counter", store.books(
        "SELECT MAX(number) FROM events HAVING MAX(number) > (SELECT value FROM counters WHERE name = 'events')")
    yield "no webhook is ahead of the events", store.books(
        "SELECT id FROM webhooks WHERE position > (SELECT value FROM counters WHERE name = 'events')")


INVARIANTS = (files, documents, counts, stories, charges, payments, leases, events)


def look(folder, world):
    """How many invariants do not hold."""
    store, wrong = Store(folder), 0
    for part in INVARIANTS:
        for what, against in part(store, world):
            wrong += bool(against)
            print(f"{'NO ' if against else 'ok '} {part.__name__:<10} {what}" + (f": {len(against)}, such as {against[:3]}" if against else ""))
    return wrong


if __name__ == "__main__":
    books = json.loads(pathlib.Path(sys.argv[2]).read_text()) if len(sys.argv) > 2 else {}
    sys.exit(1 if look(sys.argv[1], books) else 0)
