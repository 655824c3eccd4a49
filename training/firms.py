"""Which organisations are firms, and which words are names: two small tables of weights for the analysis crate.

    python firms.py HEADLINES.jsonl READ.jsonl LISTS_DIR OUT.tsv

HEADLINES are the annotated headlines, READ what the example `mentions_quality DIR reading` of the analysis crate prints
for them, LISTS_DIR the lists of that crate. Rows that all training sets aside (`split_of`) are for the
figures that it prints.
"""

import collections
import json
import math
import re
import sys

from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

from words import split_of

LEAST_SEEN, LEAST_WEIGHT = 2, 0.08
WORD = r"[^\W_]|['\u2019&-]"
LEGAL = (" inc", " corp", " ltd", " plc", " llc", " ag", " ab", " se", " corporation", " limited", " co")


def plain(name):
    name = name.lower().replace("\u2019", "'").replace("\u2018", "'").replace(".", "").replace(",", "").strip()
    name = re.sub(r"'s$", "", name)
    for ending in LEGAL:
        name = name.removesuffix(ending)
    return name


def spellings(path):
    """Spelling to name for everything listed, and the spellings that are also words."""
    known, words = {}, {}
    for line in open(path):
        if line.startswith("#") or not line.strip():
            continue
        columns = line.rstrip("\n").split("\t") + [""] * 5
        name = columns[0].lstrip("*")
        known.setdefault(plain(name), name)
        for alias in filter(None, columns[3].split("|")):
            if not alias.startswith("!"):
                known.setdefault(plain(alias.lstrip("~=@")), name)
            if alias.startswith("~"):
                words[alias[1:]] = name
    return known, words


def last_word(text):
    text = text.rstrip(" \u00a0")
    found = re.search(f"(?:{WORD})+$", text)
    return (found.group(0).lower() if found else text[-1:] or "^"), text[: found.start()] if found else text


def next_word(text):
    text = re.sub("^['\u2019][sS]", "", text).lstrip(" \u00a0")
    found = re.match(f"(?:{WORD})+", text)
    return found.group(0).lower() if found else text[:1] or "$"


def around(text, start, end):
    before, rest = last_word(text[:start])
    return before, last_word(rest)[0], next_word(text[end:])


def features(name, places, row, is_asset):
    out = {}
    words = [word for word in (word.lower().strip(".,") for word in name.split()) if word] or ["?"]
    out[f"words={min(len(words), 4)}"] = 1
    if len(words) == 1:
        if name.upper() == name:
            out["capitals"] = 1
        elif re.search("[a-z][A-Z]", name):
            out["camel"] = 1
    if re.search("[0-9]", name):
        out["digit"] = 1
    if "." in name:
        out["dot"] = 1
    out["name=" + name.lower()] = 1
    for word in words[:-1]:
        out["has=" + word] = 1
    out["last=" + words[-1]] = 1
    if len(words[-1]) > 4:
        out["end=" + words[-1][-4:]] = 1
        out["end=" + words[-1][-3:]] = 1
    if len(words[0]) > 4:
        out["begin=" + words[0][:4]] = 1
    if is_asset:
        out["asset"] = 1
    for place in places:
        text = row["title"] if place["field"] == "title" else row["lead"]
        before, before_that, after = around(text, place["start"], place["end"])
        out["before=" + before] = 1
        out["before2=" + before_that] = 1
        out["after=" + after] = 1
        if re.match("['\u2019][sS]", text[place["end"] :]):
            out["possessive"] = 1
        out["in=" + place["field"]] = 1
    out["places"] = min(len(places), 4)
    return out


def meets(place, others):
    return any(
        place["field"] == o["field"] and place["start"] < o["end"] and o["start"] < place["end"] for o in others
    )


def candidates(rows, readings, known):
    """Organisations that are in no list, with the truth: (row, features, is it a firm)."""
    for number, (row, reading) in enumerate(zip(rows, readings)):
        gold = {known.get(plain(name), plain(name)) for name in row["companies"]}
        assets = {(p["field"], p["start"], p["end"]) for p in reading["assets"]}
        by_name = collections.OrderedDict()
        for p in reading["organisations"]:
            if not meets(p, reading["companies"]):
                by_name.setdefault(p["text"].rstrip(" ."), []).append(p)
        for name, places in by_name.items():
            if name and plain(name) not in known:
                is_asset = any((p["field"], p["start"], p["end"]) in assets for p in places)
                yield number, features(name, places, row, is_asset), plain(name) in gold


def contexts(rows, readings, words):
    """Neighbours of names that are nothing else, and of the listed words where they are words."""
    pattern = re.compile(r"\b(" + "|".join(re.escape(word.lower()) for word in words) + r")\b")
    seen = collections.Counter()
    for number, (row, reading) in enumerate(zip(rows, readings)):
        for field, text in (("title", row["title"]), ("content", row["lead"])):
            for p in reading["companies"]:
                if p["field"] == field and p["text"] not in words:
                    yield number, around(text, p["start"], p["end"]), True
            for found in pattern.finditer(text):
                seen[found.group(1)] += 1
                if seen[found.group(1)] <= 120:
                    yield number, around(text, found.start(), found.end()), False


def priors(rows, words):
    """How much likelier a listed word is the word than the name, where its capital says nothing."""
    out = {}
    for word, name in words.items():
        pattern = re.compile(rf"\b{re.escape(word.lower())}\b")
        plainly = sum(len(pattern.findall(row["title"] + " " + row["lead"])) for row in rows)
        named = sum(any(plain(c) in (plain(word), plain(name)) for c in row["companies"]) for row in rows)
        out["word=" + word.lower()] = max(-3.0, min(0.0, math.log((named + 0.5) / (plainly + 0.5))))
    return {key: weight for key, weight in out.items() if weight < 0}


def fit(instances, strength):
    """Weights of what is seen often enough and weighs enough."""
    counts = collections.Counter(key for features, _ in instances for key in features)
    kept = [{k: v for k, v in features.items() if counts[k] >= LEAST_SEEN} for features, _ in instances]
    vectors = DictVectorizer()
    model = LogisticRegression(C=strength, max_iter=2000)
    model.fit(vectors.fit_transform(kept), [truth for _, truth in instances])
    weights = dict(zip(vectors.feature_names_, model.coef_[0]))
    weights = {key: weight for key, weight in weights.items() if abs(weight) >= LEAST_WEIGHT}
    return weights, model.intercept_[0]


def judged(weights, intercept, features):
    return intercept + sum(weights.get(key, 0) * value for key, value in features.items())


def measure(rows, readings, known, found, model):
    """Precision and recall of listed companies, with firms at several thresholds beside them."""
    hit = wrong = named = 0
    for row, reading in zip(rows, readings):
        if split_of(row["title"]) == 0:
            gold = {known.get(plain(name), plain(name)) for name in row["companies"]}
            listed = {p["name"] for p in reading["companies"]}
            hit, wrong, named = hit + len(gold & listed), wrong + len(listed - gold), named + len(gold)
    print(f"set aside, listed alone: P {hit / (hit + wrong):.3f} R {hit / named:.3f} of {named}")
    scored = [(judged(*model, f), t) for n, f, t in found if split_of(rows[n]["title"]) == 0]
    for threshold in (0.0, 0.25, 0.5, 0.75, 1.0):
        good = sum(truth for score, truth in scored if score >= threshold)
        bad = sum(not truth for score, truth in scored if score >= threshold)
        precision = (hit + good) / (hit + good + wrong + bad)
        print(f"  firms from {threshold}: P {precision:.3f} R {(hit + good) / named:.3f} (+{good} -{bad})")


def main():
    headlines, read, lists, out = sys.argv[1:5]
    rows = [json.loads(line) for line in open(headlines)]
    readings = [json.loads(line) for line in open(read)]
    known, words = spellings(f"{lists}/companies.tsv")
    trained = [split_of(row["title"]) != 0 for row in rows]
    found = list(candidates(rows, readings, known))
    firms = fit([(f, t) for n, f, t in found if trained[n]], 1.0)
    measure(rows, readings, known, found, firms)
    pairs = [
        # Signs say where a sentence begins, and there a word has a capital, too.
        ({k: 1 for k in ("before=" + before, "after=" + after) if k[-1].isalnum()}, truth)
        for n, (before, _, after), truth in contexts(rows, readings, words)
        if trained[n]
    ]
    names, _ = fit(pairs, 1.0)
    names |= priors([row for row, use in zip(rows, trained) if use], words)
    with open(out, "w") as file:
        print("firm", "", f"{firms[1]:.2f}", sep="\t", file=file)
        for table, weights in (("firm", firms[0]), ("name", names)):
            for key in sorted(weights):
                print(table, key, f"{weights[key]:.2f}", sep="\t", file=file)
    print(f"{len(firms[0])} weights of firms, {len(names)} of names from {len(pairs)} places")


if __name__ == "__main__":
    main()
