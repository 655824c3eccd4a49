"""The texts of thirteen languages that training and measuring read, as they are spelled."""

import csv
import glob
import gzip
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import data  # noqa: E402
from words import split_of  # noqa: E402

LANGUAGES = ["en", "es", "pt", "fr", "de", "it", "pl", "tr", "ru", "zh", "ja", "ko", "id"]
TONE = {"positive": 0, "neutral": 1, "negative": 2, "none": 1, "mixed": 1}


class Text:
    """One text. `english` is what it says in English where that is known; split 0 is set aside from all training."""

    __slots__ = ("language", "title", "lead", "tone", "marks", "topic", "source", "split", "english", "target", "key")

    def __init__(self, language, title, lead="", tone=-1, marks=None, topic=-1, source="", split=None, english=None, target=None, key=None):
        self.language, self.title, self.lead, self.tone, self.marks, self.topic = language, title, lead, tone, marks, topic
        self.source, self.english, self.target, self.key = source, english, target, key
        self.split = split_of(title) if split is None else split

    def spelled(self):
        return [t for t in (self.title, self.lead, *(self.english or ())) if t]


def lines(folder, name):
    with gzip.open(os.path.join(folder, "languages", name + ".jsonl.gz"), "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def headlines(folder):
    return {r["id"]: r for r in data._jsonl(folder, "sentiment/bellwether_headlines.jsonl")}


def english(folder):
    out = []
    for key, r in headlines(folder).items():
        marks = [1.0 if c in r["categories"] else 0.0 for c in data.CATEGORIES]
        out.append(Text("en", r["title"], r["lead"], TONE[r["sentiment"]], marks, source="headlines", key=key))
    for name, source in (("tfns_train", "tfns"), ("sentfin_headline_dev", "sentfin")):
        out += [Text("en", r["text"], "", TONE[r["label"]], source=source) for r in data._csv(folder, f"sentiment/{name}.csv")]
    for r in data._csv(folder, "categories/tft_train.csv"):
        out.append(Text("en", r["text"], "", topic=data.TOPICS.index(r["label"]), source="tft"))
    return out


def translated(folder, translations):
    """Our headlines in other languages: files LANGUAGE-NN.tsv of id, title, lead."""
    known, out = headlines(folder), []
    for path in sorted(glob.glob(os.path.join(translations, "??-*.tsv"))):
        language = os.path.basename(path)[:2]
        if language not in LANGUAGES or language == "in":
            continue
        with open(path, encoding="utf-8") as file:
            for line in file:
                # Organisations stand in double brackets.
                parts = line.rstrip("\n").replace("[[", "").replace("]]", "").split("\t")
                row = known.get(parts[0])
                if row is None or len(parts) < 2 or not parts[1].strip():
                    continue
                marks = [1.0 if c in row["categories"] else 0.0 for c in data.CATEGORIES]
                lead = parts[2] if len(parts) > 2 else ""
                out.append(Text(language, parts[1], lead, TONE[row["sentiment"]], marks, source="translated", split=split_of(row["title"]),
                                english=(row["title"], row["lead"] if lead else ""), key=parts[0]))
    return out


def parallel(folder):
    rows = [r for r in lines(folder, "parallel_ethereum_org") if r["language"] in LANGUAGES]
    return [Text(r["language"], r["text"], source="parallel", split=1, english=(r["en"], "")) for r in rows]


def reports(folder):
    """Sentences of Japanese annual reports; a report is set aside as a whole."""
    return [Text("ja", r["text"], "", TONE[r["label"]], source="reports", split=split_of(r["id"].split("-")[1]), key=r["label"]) for r in lines(folder, "ja_chabsa_dev")]


def toward(folder):
    """Texts with one thing marked: Russian and German news, SEntFiN's entities, our statements."""
    out = []
    for name, language in (("ru_rusentne_dev", "ru"), ("de_gerntsa_dev", "de")):
        out += [Text(language, r["text"], "", TONE[r["label"]], source=name[:2] + "_pairs", target=r["target"]) for r in lines(folder, name)]
    out += [Text("en", r["text"], "", TONE[r["label"]], source="en_pairs", target=r["entity"]) for r in data._csv(folder, "sentiment/sentfin_entity_dev.csv")]
    here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "statements.tsv")
    with open(here, encoding="utf-8") as file:
        for r in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            out.append(Text("en", r["statement"], "", TONE[r["tone"]], source="statements", target=r["target"]))
    return out


def spanish(folder):
    """Measured on, never trained on."""
    return [Text("es", r["text"], "", TONE[r["label"]], source="spanish", target=r["target"]) for r in lines(folder, "es_finances_train")]


def pairs(folder):
    """Measured on, never trained on: two articles, and how far they tell the same, 1 to 4."""
    out = []
    for r in lines(folder, "semeval2022_t8_train"):
        one, two = r["language"].split("-")
        if one in LANGUAGES and two in LANGUAGES:
            out.append((Text(one, r["text"], r["lead"], source="pairs"), Text(two, r["text2"], r["lead2"], source="pairs"), float(r["label"])))
    return out


def made():
    from frames import rows

    return rows()


def invented(translations):
    """News that we made up, beside the translations: files news-*.tsv of language, tone, the thing that it is told of, text."""
    out = []
    for path in sorted(glob.glob(os.path.join(translations, "news-*.tsv"))):
        with open(path, encoding="utf-8") as file:
            for line in file:
                language, tone, target, text = line.rstrip("\n").split("\t")
                out.append(Text(language, text, "", "+0-".index(tone), source="invented", split=1, target=target))
    return out


def everything(folder, translations):
    """All that may be trained on."""
    return [t for t in english(folder) + translated(folder, translations) + parallel(folder) + reports(folder) + toward(folder) + made() + invented(translations) if t.split != 0]
