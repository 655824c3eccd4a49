"""The sets that training and measuring read, from the data folder given by path."""

import csv
import gzip
import json
import os
import re

from words import scan, split_of, words_of

SENTIMENT = ["positive", "neutral", "negative"]
CATEGORIES = [
    "Regulation", "ETFs", "Mining", "DeFi", "Stablecoins", "Exchanges", "Treasuries", "Security & Crime",
    "Markets & Price", "Macro", "Adoption", "Technology", "NFTs & Gaming", "Memecoins", "AI", "Funding", "People",
    "Sponsored",
]
TOPICS = [
    "Analyst Update", "Fed | Central Banks", "Company | Product News", "Treasuries | Corporate Debt", "Dividend",
    "Earnings", "Energy | Oil", "Financials", "Currencies", "General News | Opinion", "Gold | Metals | Materials",
    "IPO", "Legal | Regulation", "M&A | Investments", "Macro", "Markets", "Politics", "Personnel Change",
    "Stock Commentary", "Stock Movement",
]
# Topics of finance tweets that mean one of our categories. The rest of a tweet's categories stay unknown, except that
# the subjects of crypto alone are absent from it unless it names them.
TOPIC_CATEGORY = {
    "Fed | Central Banks": "Macro", "Macro": "Macro", "Currencies": "Macro", "Legal | Regulation": "Regulation",
    "M&A | Investments": "Funding", "IPO": "Funding", "Personnel Change": "People", "Stock Movement": "Markets & Price",
    "Markets": "Markets & Price",
}


class Row:
    __slots__ = ("title", "lead", "sentiment", "categories", "topic", "source", "split", "raw")

    def __init__(self, title, lead="", sentiment=-1, categories=None, topic=-1, source=""):
        self.raw = (title, lead)
        self.title, self.lead = words_of(title), words_of(lead)
        self.sentiment, self.categories, self.topic, self.source = sentiment, categories, topic, source
        self.split = split_of(title)


def _csv(folder, name):
    with open(os.path.join(folder, name), newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _jsonl(folder, name):
    opened = gzip.open if name.endswith(".gz") else open
    with opened(os.path.join(folder, name), "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def headlines(folder):
    rows = []
    for item in _jsonl(folder, "sentiment/bellwether_headlines.jsonl"):
        marks = [1.0 if c in item["categories"] else 0.0 for c in CATEGORIES]
        rows.append(Row(item["title"], item["lead"], SENTIMENT.index(item["sentiment"]), marks, source="headlines"))
    return rows


def labelled(folder, name, source):
    return [Row(r["text"], "", SENTIMENT.index(r["label"]), source=source) for r in _csv(folder, name)]


def topics(folder):
    rows = []
    for item in _csv(folder, "categories/tft_train.csv"):
        rows.append(Row(item["text"], "", topic=TOPICS.index(item["label"]), source="tft"))
    return rows


def train_sets(folder):
    """Only sets whose licence lets a shipped model be trained on them."""
    return (
        headlines(folder)
        + labelled(folder, "sentiment/tfns_train.csv", "tfns")
        + labelled(folder, "sentiment/sentfin_headline_dev.csv", "sentfin")
        + topics(folder)
    )


def plain_sentences(folder):
    """Unlabelled prose of sets that may be trained on: leads, exchanges of calls, filings."""
    texts = []
    for item in _jsonl(folder, "sentiment/bellwether_headlines.jsonl"):
        if split_of(item["title"]) != 0:
            texts += re.split(r"(?<=[.!?])\s+", item["lead"])
    for name in ("directness/bellwether_exchanges.jsonl", "directness/subjectiveqa_dev_companies.jsonl"):
        seen = set()
        for item in _jsonl(folder, name):
            for part in (item["question"], item["answer"]):
                if part not in seen:
                    seen.add(part)
                    texts += re.split(r"(?<=[.!?])\s+", part)
    return [words for words in (words_of(t) for t in texts) if 5 <= len(words) <= 60]


def editor_tags(folder):
    """Measured on, never trained on: titles with the outlets' own tags."""
    rows = []
    for item in _csv(folder, "categories/crypto_editor_tags_dev.csv"):
        labels = item["labels"].split("|")
        rows.append(Row(item["title"], "", categories=[1.0 if c in labels else 0.0 for c in CATEGORIES], source="tags"))
    return rows


def cryptolin(folder):
    """Measured on, never trained on."""
    return labelled(folder, "sentiment/cryptolin_dev.csv", "cryptolin")


def fiqa(folder):
    """Measured on, never trained on."""
    return labelled(folder, "sentiment/fiqa2018_task1.csv", "fiqa")


def conll(path, separator):
    """Sentences of (word, tag); tags without a B get one where an entity begins."""
    sentences, now = [], []
    with open(path, encoding="utf-8") as file:
        for line in file:
            parts = line.rstrip("\n").split(separator)
            if len(parts) < 2 or parts[0] == "-DOCSTART-":
                if now:
                    sentences.append(now)
                now = []
                continue
            now.append((parts[0], parts[-1]))
    if now:
        sentences.append(now)
    fixed = []
    for sentence in sentences:
        has_b = any(t.startswith("B-") for _, t in sentence)
        row, before = [], "O"
        for word, tag in sentence:
            if tag.startswith("I-") and not has_b and before[2:] != tag[2:]:
                tag = "B-" + tag[2:]
            row.append((word, tag))
            before = tag
        fixed.append(row)
    return fixed


__all__ = ["Row", "scan"]
