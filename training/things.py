"""Texts with one thing marked, for the reading of tone toward it: SEntFiN's entities, tweets with one tag, our headlines, and statements."""

import csv
import os

import data
import said
from words import scan, split_of

TOKENS = 40
REACH = 15  # how far from the thing places are told apart


COINS = {"BTC": ["Bitcoin", "BTC"], "ETH": ["Ethereum", "Ether", "ETH"], "SOL": ["Solana", "SOL"], "XRP": ["XRP"], "DOGE": ["Dogecoin", "DOGE"],
         "ADA": ["Cardano", "ADA"], "BNB": ["BNB"], "LINK": ["Chainlink", "LINK"], "SHIB": ["Shiba Inu", "SHIB"], "PEPE": ["PEPE", "Pepe"],
         "SUI": ["Sui", "SUI"], "TRX": ["Tron", "TRX"], "LTC": ["Litecoin", "LTC"], "USDT": ["USDT", "Tether"], "USDC": ["USDC"], "HYPE": ["Hyperliquid", "HYPE"]}


class Example:
    """Words, the places of the thing among them, its label (-1 where unknown), and the split of the text it came from."""

    __slots__ = ("words", "at", "label", "split", "source", "mixed")

    def __init__(self, words, at, label, split, source, mixed=False):
        self.words, self.at, self.label, self.split, self.source, self.mixed = words, at, label, split, source, mixed


def places(text, name, scanned=None):
    """Places of `name` among the words of `text`, in any case, as whole words."""
    scanned = scanned or scan(text)
    low, name, out, start = text.lower(), name.lower().strip(), [], 0
    while name and (at := low.find(name, start)) >= 0:
        end = at + len(name)
        start = end
        if (at and low[at - 1].isalnum()) or (end < len(low) and low[end].isalnum()):
            continue
        hit = [i for i, (_, a, b) in enumerate(scanned) if a < end and b > at]
        if hit:
            out.append(hit)
    return out


def marked(words, hits):
    """Each place of the thing becomes one word, None."""
    inside = {i for hit in hits for i in hit}
    first = {hit[0] for hit in hits}
    return [None if i in first else w for i, w in enumerate(words) if i not in inside or i in first]


def read_examples(folder, without=None):
    out = []
    rows = data._csv(folder, "sentiment/sentfin_entity_dev.csv")
    tones = {}
    for r in rows:
        tones.setdefault(r["text"], set()).add(r["label"])
    missed = 0
    for r in rows:
        scanned = scan(r["text"])
        hits = places(r["text"], r["entity"], scanned)
        if not hits:
            missed += 1
            continue
        words = [w for w, _, _ in scanned]
        out.append(Example(words, hits, data.SENTIMENT.index(r["label"]), split_of(r["text"]), "pairs", len(tones[r["text"]]) > 1))
    print("pairs", len(out), "not found in their text", missed, flush=True)
    # Tweets about one share: its tag is the thing.
    for r in data._csv(folder, "sentiment/tfns_train.csv"):
        scanned = scan(r["text"])
        words = [w for w, _, _ in scanned]
        tags = {words[i + 1] for i in range(len(words) - 1) if words[i] == "$" and words[i + 1].isalpha()}
        if len(tags) == 1:
            hits = [[i, i + 1] for i in range(len(words) - 1) if words[i] == "$" and words[i + 1] in tags]
            out.append(Example(words, hits, data.SENTIMENT.index(r["label"]), split_of(r["text"]), "tweets"))
    # Our headlines: what a headline that names one firm or one coin says, it says of that.
    for item in data._jsonl(folder, "sentiment/bellwether_headlines.jsonl"):
        scanned = scan(item["title"])
        words = [w for w, _, _ in scanned]
        things = [n for n in item["companies"] + coins_of(item["assets"]) if places(item["title"], n, scanned)]
        for name in things:
            label = data.SENTIMENT.index(item["sentiment"]) if len(things) == 1 else -1
            out.append(Example(words, places(item["title"], name, scanned), label, split_of(item["title"]), "headlines"))
    # What people are quoted as saying, invented by us.
    with open(os.path.join(os.path.dirname(__file__), "statements.tsv"), encoding="utf-8") as file:
        for r in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            out.append(stated(r["statement"], r["target"], r["tone"], split_of(r["statement"]), "statements"))
    # Real statements, labelled by us, and those of other articles that are only measured on.
    for r in said.read(folder, without):
        out.append(stated(r["quote"], r["target"], r["tone"], 1, "said"))
    for r in data._jsonl(folder, "quotes/quotes_dev.jsonl"):
        out.append(stated(r["quote"], r["target"], r["tone"], 0, "quotes"))
    return out


def stated(text, target, tone, split, source):
    """A statement with what it is about marked, or a mark in front where it names nothing."""
    scanned = scan(text)
    words, hits = [w for w, _, _ in scanned], places(text, target, scanned)
    if not hits:
        words, hits = ["it", *words], [[0]]
    return Example(words, hits, data.SENTIMENT.index(tone), split, source)


def coins_of(tickers):
    return [name for t in tickers for name in COINS.get(t, [t])]


def student_row(vocab, words, hits):
    """Token numbers with -1 at the thing; a window around its first place where the text is longer than TOKENS."""
    ids = []
    for word in marked(words, hits):
        ids += [-1] if word is None else vocab.ids(word)
    return window(ids, TOKENS)


def window(ids, most):
    """At most so many around the first place of the thing, and how far each is from the nearest."""
    if len(ids) > most:
        start = max(0, min(ids.index(-1) - most // 2, len(ids) - most))
        ids = ids[start: start + most]
    at = [i for i, t in enumerate(ids) if t == -1]
    far = [max(-REACH, min(REACH, min((i - a for a in at), key=lambda d: (abs(d), d)))) + REACH for i in range(len(ids))]
    return ids, far
