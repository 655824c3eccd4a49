"""What is compared with whom. A peer is one file with one function; this is the list of them."""

import collections
import gzip
import json
import pathlib
import re
import shutil
import sys
import tempfile

import measuring
import questions
from feeds import feedparser
from measuring import Missing, Row, left_out
from pages import readability, trafilatura
from reading import finvader, minilm, tfidf, vader
from serving import nginx_file, postgres_text, sqlite_fts5

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "training"))

SERVING = (("fts5", sqlite_fts5), ("tsquery", postgres_text))
READING = (("VADER", vader), ("FinVADER", finvader), ("TF-IDF and logistic regression", tfidf), ("MiniLM on ONNX Runtime", minilm))
PAGES = (("trafilatura", trafilatura), ("readability-lxml", readability))

YEAR = "/fear-greed-index?startDate=2024-08-01&endDate=2025-07-31"
# Articles whose reading is timed; an encoder gets fewer, it would take minutes.
TIMED, TIMED_ENCODER = 2000, 200


def need(path):
    if not path.exists():
        raise Missing(f"the measuring data is not here: {path}")
    return path


def serving(bench):
    """GET /feed and a daily answer of the program against services that a team would write in a day, and a file behind nginx."""
    store = bench.counted_store()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="bench-peers-"))
    folder.chmod(0o755)
    rows, running = [], []
    try:
        ours = bench.serve(store)
        running.append(ours)
        sides = [(ours, questions.paths("ours"), [YEAR])]
        for language, peer in SERVING:
            try:
                server = peer.start(store, folder, measuring.free_port())
                running.append(server)
                sides.append((server, questions.paths(language), [YEAR]))
            except (Missing, ImportError) as error:
                left_out(peer.__name__, error)
        for server, feed, _ in sides:
            totals = [json.loads(server.get(path))["pagination"]["total"] for path in feed]
            print(f"  {server.name}: {sum(totals)} results in all, by question {totals}", flush=True)
        for server, *_ in sides[1:]:
            rows.append(Row("ready after a start", ours.cold_start_s, server.name, server.cold_start_s, " s", more=False))
            rows.append(Row("bytes on disk", ours.disk_mb, server.name, server.disk_mb, " MB", more=False,
                            note="ours with labels, stories and counts"))
        for what, column, connections in (("GET /feed, 64 connections", 1, 64), ("GET /feed, two connections", 1, 2),
                                          ("a year of days, 64 connections", 2, 64)):
            figures = measuring.in_turns([(side[0], side[column]) for side in sides], bench.seconds, connections)
            for server, *_ in sides[1:]:
                mine, other = figures[ours.name], figures[server.name]
                rows.append(Row(what, mine[0], server.name, other[0]))
                rows.append(Row(f"{what}: processor time a thousand answers", mine[1], server.name, other[1], " ms", more=False))
                rows.append(Row(f"{what}: size of an answer", mine[2], server.name, other[2], " kB", more=False))
        for server, *_ in sides[1:]:
            rows.append(Row("memory after these loads", measuring.memory_mb(ours.processes), server.name,
                            measuring.memory_mb(server.processes), " MB", more=False))
        try:
            still = nginx_file.start(ours.get(YEAR), folder, measuring.free_port())
            running.append(still)
            figures = measuring.in_turns([(ours, [YEAR]), (still, ["/answer"])], bench.seconds)
            mine, other = figures[ours.name], figures[still.name]
            rows.append(Row("a kept answer of a year", mine[0], still.name, other[0]))
            rows.append(Row("a kept answer of a year: processor time a thousand answers", mine[1], still.name, other[1], " ms", more=False))
        except Missing as error:
            left_out("a file behind nginx", error)
    finally:
        for server in running:
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)
    return rows


def reading(bench):
    """Tone of headlines that nobody here was trained on, and how fast whole articles are read."""
    import data
    import measure

    need(bench.data / "sentiment" / "cryptolin_dev.csv")
    sets = {"CryptoLin": data.labelled(str(bench.data), "sentiment/cryptolin_dev.csv", ""),
            "FiQA": data.labelled(str(bench.data), "sentiment/fiqa2018_task1.csv", "")}
    training = [(" ".join(row.raw).strip(), data.SENTIMENT[row.sentiment]) for row in data.train_sets(str(bench.data))
                if row.sentiment >= 0]
    articles = bench.articles(TIMED)
    f1 = lambda rows, labels: measure.macro_f1([row.sentiment for row in rows], [data.SENTIMENT.index(label) for label in labels])
    ours, all_rows = {}, [row for part in sets.values() for row in part]
    labels = bench.read([{"title": row.raw[0], "content": ""} for row in all_rows])[0]
    for name, part in sets.items():
        ours[name] = f1(part, labels[:len(part)])
        labels = labels[len(part):]
    _, wall, processor = bench.read([{"title": title, "content": body} for title, body in articles])
    rows = []
    for name, peer in READING:
        print(f"  {name}", flush=True)
        try:
            read = peer.prepare(training)
            for of, part in sets.items():
                rows.append(Row(f"macro-F1 on {of}, {len(part)} headlines", ours[of], name, f1(part, read([row.raw[0] for row in part])), ""))
            texts = [f"{title}\n{body}" for title, body in articles[:TIMED_ENCODER if peer is minilm else TIMED]]
            _, their_wall, their_processor = measuring.timed(lambda: read(texts))
            note = "ours with its start, and reading companies, assets, subjects and statements too"
            rows.append(Row("articles read", len(articles) / wall, name, len(texts) / their_wall, note=note))
            rows.append(Row("processor time a thousand articles", processor * 1e6 / len(articles), name,
                            their_processor * 1e6 / len(texts), " ms", more=False))
        except (Missing, ImportError, LookupError) as error:
            left_out(name, error)
    return rows


def feeds(bench):
    """Feed files that others wrote: how many are read with as many entries as the reference says, and how fast."""
    folder = need(bench.data / "feeds" / "manifest.jsonl").parent
    listed = [json.loads(line) for line in open(folder / "manifest.jsonl", encoding="utf-8")]
    listed = [one for one in listed if one.get("ref_feedparser") and one["ref_feedparser"]["n_entries"] > 0]
    paths = {str(folder / one["path"]): one for one in listed}
    said, wall, processor = measuring.program([bench.program, "source", "test", "--json", *paths])
    found = {one["input"]: len(one.get("entries") or []) for one in map(json.loads, said.splitlines())}
    wanted = {path: one["ref_feedparser"]["n_entries"] for path, one in paths.items()}
    right = sum(found.get(path) == count for path, count in wanted.items())
    rows = []
    try:
        read = feedparser.prepare()
        counts, their_wall, their_processor = measuring.timed(lambda: {path: read(pathlib.Path(path)) for path in paths})
        agree = sum(counts[path] == count for path, count in wanted.items())
        rows += [Row(f"feeds with the right number of entries, of {len(paths)}", right, "feedparser", agree, "",
                     note="the reference is an earlier run of feedparser itself"),
                 Row("feeds read", len(paths) / wall, "feedparser", len(paths) / their_wall, note="ours with its start, and whole items"),
                 Row("processor time a thousand feeds", processor * 1e6 / len(paths), "feedparser", their_processor * 1e6 / len(paths),
                     " ms", more=False)]
    except ImportError as error:
        left_out("feedparser", error)
    noted = [one for one in listed if one.get("feedrs_3_0_0")]
    agree = sum(bool(one["feedrs_3_0_0"]["ok"]) and one["feedrs_3_0_0"]["n"] == one["ref_feedparser"]["n_entries"] for one in noted)
    rows.append(Row(f"feeds with the right number of entries, of {len(noted)}",
                    sum(found.get(str(folder / one["path"])) == one["ref_feedparser"]["n_entries"] for one in noted),
                    "feed-rs 3.0.0", agree, "", note="theirs as noted in the data"))
    return rows


def pages(bench):
    """The article that a page holds: four words in a row of ours in the truth, and the other way round."""
    folder = need(bench.data / "article_extraction_pages")
    truth = {key: one["articleBody"] for key, one in json.load(open(folder / "ground-truth.json", encoding="utf-8")).items()}
    html = {key: gzip.open(folder / "html" / f"{key}.html.gz").read() for key in truth}

    def shingles(text):
        words = re.findall(r"\w+", text)
        return collections.Counter(tuple(words[at:at + 4]) for at in range(max(1, len(words) - 3)))

    def f1(texts):
        precision = recall = 0.0
        for key, body in truth.items():
            wanted, given = shingles(body), shingles(texts.get(key, ""))
            both = sum((wanted & given).values())
            precision += both / max(1, sum(given.values())) / len(truth)
            recall += both / max(1, sum(wanted.values())) / len(truth)
        return 2 * precision * recall / max(1e-9, precision + recall)

    with tempfile.TemporaryDirectory() as scratch:
        files = {str(pathlib.Path(scratch) / f"{key}.html"): key for key in truth}
        for path, key in files.items():
            pathlib.Path(path).write_bytes(html[key])
        said, wall, processor = measuring.program([bench.program, "extract", "--json", *files])
    ours = {files[one["input"]]: one.get("text") or "" for one in map(json.loads, said.splitlines())}
    rows = []
    for name, peer in PAGES:
        try:
            read = peer.prepare()
            texts, their_wall, their_processor = measuring.timed(
                lambda: {key: read(page.decode("utf-8", "replace")) for key, page in html.items()})
            rows += [Row(f"F1 of the article's text, {len(truth)} pages", f1(ours), name, f1(texts), ""),
                     Row("pages read", len(truth) / wall, name, len(truth) / their_wall, note="ours with its start"),
                     Row("processor time a thousand pages", processor * 1e6 / len(truth), name, their_processor * 1e6 / len(truth), " ms",
                         more=False)]
        except ImportError as error:
            left_out(name, error)
    return rows


PARTS = {"serving": serving, "reading": reading, "feeds": feeds, "pages": pages}
