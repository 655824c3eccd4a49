"""Statements of real articles whose tone we labelled (`said.tsv`: places and labels, no text), with their text from the corpus.

    python3 training/said.py DATA_DIR WORK_DIR

writes them in the form of the annotated quotes: `quotes.jsonl`, and `articles.txt` with the articles' ids.
"""

import csv
import json
import os
import sys
import zlib

import data

CORPUS = "corpus/crypto_news_2025_dev.jsonl.gz"


def half_of(article):
    """Articles in two halves, so that a network can be asked about statements that it has not learned from."""
    return zlib.crc32(article.encode()) % 2


def read(folder, without=None):
    """All of them, or those whose article is not in a half."""
    with open(os.path.join(os.path.dirname(__file__), "said.tsv"), encoding="utf-8") as file:
        labels = [label for label in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE) if half_of(label["article"]) != without]
    wanted = {label["article"] for label in labels}
    bodies = {row["id"]: row["body"] for row in data._jsonl(folder, CORPUS) if row["id"] in wanted}
    out = []
    for label in labels:
        start, length = int(label["start"]), int(label["length"])
        out.append({
            "id": label["article"], "quote": bodies[label["article"]][start: start + length], "start": start,
            "direct": label["direct"] == "1", "speaker": "", "title": "", "cohort": "",
            "target": label["target"], "tone": label["tone"],
        })
    return out


def main():
    rows = read(sys.argv[1])
    with open(os.path.join(sys.argv[2], "quotes.jsonl"), "w", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    with open(os.path.join(sys.argv[2], "articles.txt"), "w", encoding="utf-8") as file:
        file.writelines(f"{article}\n" for article in sorted({row["id"] for row in rows}))


if __name__ == "__main__":
    main()
