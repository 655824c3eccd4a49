"""Sentences with organisations, persons and places marked, in thirteen languages, and the units that a tagger judges.

A unit is a word, a number or a mark; where a language writes no blanks, and in Korean, whose words end in particles, a character.
`crates/analysis/src/reader/names.rs` is the twin of `units`.
"""

import csv
import glob
import os
import random
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import orgtexts  # noqa: E402
import texts  # noqa: E402
from pieces import MAX_PIECE, fold, kind_of, scan  # noqa: E402
from words import split_of  # noqa: E402

OUTSIDE, SMALL, CAPITAL, CAPITALS, MIXED, LETTER, NUMBER, MARK, LINK, HAN, KATAKANA, HIRAGANA, HANGUL, WITHIN = range(14)
SHAPES = 18  # those, and from HAN to HANGUL again for a character inside a longer piece
ORGANISATION, PERSON, PLACE, OTHER = "OPLX"
KINDS = {
    "ORG": ORGANISATION, "OG": ORGANISATION, "法人名": ORGANISATION, "政治的組織名": ORGANISATION, "その他の組織名": ORGANISATION,
    "PER": PERSON, "PS": PERSON, "人名": PERSON, "LOC": PLACE, "LC": PLACE, "地名": PLACE,
}
MOST = 110  # units of a sentence


def shape(text):
    """How a word, number or mark is written."""
    c = text[0]
    if "0" <= c <= "9":
        return NUMBER
    if not c.isalpha():
        return MARK
    upper = sum(x.isupper() for x in text)
    if upper == 0:
        return SMALL
    if len(text) == 1:
        return LETTER
    if upper == sum(x.isalpha() for x in text):
        return CAPITALS
    return CAPITAL if upper == 1 and c.isupper() else MIXED


def written(c):
    if kind_of(c) == 1:
        return HANGUL
    return HIRAGANA if "\u3041" <= c <= "\u309f" else KATAKANA if "\u30a0" <= c <= "\u30ff" else HAN


def cut(pieces, low, start, end, begins):
    """The pieces of a run of characters, with their places; what is not known is a piece of one character."""
    at = start
    while at < end:
        found = None
        for before in ("", "##") if begins and at == start else ("##",):
            for to in range(min(end, at + MAX_PIECE), at, -1):
                found = pieces.index.get(before + low[at:to])
                if found is not None:
                    break
            if found is not None:
                break
        if found is None:
            found, to = 1, at + 1
        yield found, at, to
        at = to


def units(pieces, text):
    """(start, end, first piece, what follows or covers it, shape) of each unit."""
    low, out = "".join(map(fold, text)), []
    for what, start, end in scan(low):
        if what not in "wi":
            out.append((start, end, pieces.index[what], [], NUMBER if what[1] in "ndy" else LINK))
        elif kind_of(low[start]) == 0:
            ids = pieces.word(low[start:end], what == "w")
            out.append((start, end, ids[0], ids[1:4], shape(text[start:end])))
        else:
            for piece, at, to in cut(pieces, low, start, end, what == "w"):
                for i in range(at, to):
                    form = written(low[i])
                    form = form if i == at else form - HAN + WITHIN
                    out.append((i, i + 1, pieces.index.get("##" + low[i], 1), [piece] if to > at + 1 else [], form))
        if len(out) >= 400:
            break
    return out


# ---------------------------------------------------------------- the sets

class Marked:
    """A text with (start, end, kind) of its names; `known` is false where only these names are judged and the rest is not."""

    __slots__ = ("language", "text", "names", "known", "weight", "source", "split")

    def __init__(self, language, text, names, known=True, weight=1.0, source="", split=None):
        self.language, self.text, self.names, self.known, self.weight, self.source = language, text, names, known, weight, source
        self.split = split_of(text) if split is None else split

    def organisations(self):
        return [(a, b) for a, b, kind in self.names if kind == ORGANISATION]


def of_tokens(tokens, labels, blank):
    """Text and names of a row of tokens with labels of begin, inside and outside."""
    text, names, at = "", [], 0
    for token, label in zip(tokens, labels):
        if text and blank:
            text += " "
        at = len(text)
        text += token
        if label[:2] == "B-" or label[:2] == "I-" and not (names and names[-1][2] == label[2:] and names[-1][1] >= at - 1):
            names.append((at, len(text), label[2:]))
        elif label[:2] == "I-":
            names[-1] = (names[-1][0], len(text), label[2:])
    return text, [(a, b, KINDS.get(kind, OTHER)) for a, b, kind in names]


def shared_alike(folder):
    """Chinese, Portuguese, Japanese and Korean, CC BY-SA: what is trained on them carries that licence. Split 0 is set aside."""
    out = []
    for name, language in (("zh_uner", "zh"), ("pt_uner", "pt")):
        for part, split in (("train", 1), ("dev", 0)):
            for row in texts.lines(folder, f"ner_{name}_{part}"):
                tokens = row.get("tokens") or row["text"].split(" ")
                out.append(Marked(language, *of_tokens(tokens, row["label"], language == "pt"), source=name, split=split))
    for row in texts.lines(folder, "ner_ja_wikipedia_dev"):
        names = [(a, b, KINDS.get(kind, OTHER)) for a, b, kind in row["label"]]
        out.append(Marked("ja", row["text"], names, source="ja_wikipedia"))
    for row in texts.lines(folder, "ner_ko_klue_dev"):
        _, names = of_tokens(row["text"], row["label"], False)
        out.append(Marked("ko", row["text"], names, source="ko_klue"))
    return out


PORTUGUESE = [("de o", "do"), ("de a", "da"), ("de os", "dos"), ("de as", "das"), ("em o", "no"), ("em a", "na"), ("em os", "nos"), ("em as", "nas"), ("a o", "ao"), ("a os", "aos"), ("por o", "pelo"), ("por a", "pela")]
TIGHT = [(" ,", ","), (" .", "."), (" )", ")"), ("( ", "("), (" ;", ";"), (" :", ":"), (" ?", "?"), (" !", "!"), (" %", "%")]
BRACKETS = {"[[": ("]]", ORGANISATION), "{{": ("}}", PERSON), "<<": (">>", PLACE)}


def bracketed(line):
    """Text and names of a line of our own: [[organisation]], {{person}}, <<place>>."""
    text, names, begun = "", [], None
    for part in re.split(r"(\[\[|\]\]|\{\{|\}\}|<<|>>)", line.strip()):
        if part in BRACKETS:
            begun = (len(text), *BRACKETS[part])
        elif begun and part == begun[1]:
            names.append((begun[0], len(text), begun[2]))
            begun = None
        else:
            text += part
    return text, names


def to_brackets(row):
    open_of = {kind: (begin, end) for begin, (end, kind) in BRACKETS.items()}
    text = row.text
    for a, b, kind in sorted(row.names, reverse=True):
        if kind in open_of:
            text = text[:a] + open_of[kind][0] + text[a:b] + open_of[kind][1] + text[b:]
    return text


def joined(row):
    """The same as one writes it: contractions, and no blanks before marks."""
    line = to_brackets(row)
    for apart, together in PORTUGUESE + TIGHT:
        line = line.replace(apart if apart in dict(TIGHT) else f" {apart} ", together if apart in dict(TIGHT) else f" {together} ")
    text, names = bracketed(line)
    return Marked(row.language, text, names, row.known, row.weight, row.source, row.split)


def own(folder):
    """Sentences of ours: files LANGUAGE.txt. One in ten is set aside."""
    out = []
    for path in sorted(glob.glob(os.path.join(folder, "??.txt"))):
        with open(path, encoding="utf-8") as file:
            for line in file:
                if line.strip():
                    text, names = bracketed(line)
                    out.append(Marked(os.path.basename(path)[:2], text, names, weight=1.5, source="own"))
    return out


def english(folder, frames):
    """What the English tagger learns from; of its rows without a name only some."""
    rng, out = random.Random(7), []
    for text, spans, weight in (row if len(row) == 3 else (*row, 1.0) for row in orgtexts.sentences(folder, frames)):
        out.append(Marked("en", text, [(a, b, ORGANISATION) for a, b in spans], weight=0.6 * weight, source="en", split=1))
    rng.shuffle(out)
    return out


def latin(folder):
    """Names in plain letters, to put in the places of others: listed companies, invented persons, places."""
    rng = random.Random(11)
    with open(os.path.join(folder, "entities/sec_company_tickers.csv"), newline="", encoding="utf-8") as file:
        listed = [orgtexts._upper_name(rng, r["name"]) for r in csv.DictReader(file)]
    people = [f"{rng.choice(orgtexts.FIRST)} {rng.choice(orgtexts.LAST)}" for _ in range(1500)]
    return {ORGANISATION: [n for n in listed if n][::4], PERSON: people, PLACE: orgtexts.PLACES * 8}


def russian(folder):
    """News in which some names are given with what they are."""
    kinds, found = {"ORGANIZATION": ORGANISATION, "PERSON": PERSON, "COUNTRY": PLACE}, {}
    for row in texts.lines(folder, "ru_rusentne_dev"):
        names = found.setdefault(row["text"], {})
        for hit in re.finditer(r"(?<!\w)" + re.escape(row["target"]) + r"(?!\w)", row["text"]):
            names[hit.span()] = kinds.get(row["target_type"], OTHER)
    return [Marked("ru", text, [(a, b, kind) for (a, b), kind in sorted(names.items())], known=False, source="ru_names", split=1) for text, names in found.items()]


def plain(folder):
    """Texts without marks: what the teachers say of them is learnt."""
    rows = texts.parallel(folder) + texts.reports(folder) + [t for t in texts.toward(folder) if t.source == "de_pairs"] + texts.made()
    return [Marked(t.language, t.title, [], known=False, weight=0.5, source="plain", split=1) for t in rows if t.split != 0 and len(t.title) > 12]


def silver(folder):
    """Measured on, never trained on."""
    out = []
    for language in ("de", "es", "fr", "it", "pl", "pt", "ru"):
        for row in texts.lines(folder, f"ner_{language}_wikineural_val"):
            out.append(Marked(language, *of_tokens(row["text"].split(" "), row["label"], True), source="silver", split=0))
    return out
