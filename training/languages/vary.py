"""Texts as units that can be dropped, swapped and spliced, and the variations that the teachers label."""

import random
import unicodedata

import numpy as np

from network import LEAD, TITLE
from pieces import kind_of

THING = "\x00"  # begins the unit that stands for a marked thing


def units(tokenizer, text):
    """Words with a `▁` before them; where a language writes no blanks, the pieces of the encoder."""
    out = []
    for word in unicodedata.normalize("NFKC", text).split():
        if any(kind_of(c) == 2 for c in word):
            marked = "▁" + word[:400]
            parts = [marked[a:b] for _, a, b in tokenizer.word(marked)]
            if parts and parts[0] == "▁":
                parts[:2] = ["".join(parts[:2])]
            out += parts
        else:
            out.append("▁" + word)
    return out


def spelled(parts):
    return "".join(parts).replace("▁", " ").strip()


class Corpus:
    """What variations are made of. `texts` are (language, title units, lead units); it is inherited by the workers."""

    def __init__(self, tokenizer, pieces, texts, weights, lexicon, near):
        self.tokenizer, self.pieces, self.texts, self.weights, self.lexicon = tokenizer, pieces, texts, weights, lexicon
        self.near = near
        self.pools, self.words = {}, {}
        for language, title, lead in texts:
            self.pools.setdefault(language, []).append(title)
            self.words.setdefault(language, set()).update(title + lead)
        self.words = {k: sorted(v) for k, v in self.words.items()}
        self.languages = sorted(self.pools)
        self.english = [t for t in texts if t[0] == "en"]


def clean(part):
    return part.lstrip("▁").lower().strip(".,:;!?'\"()")


def switched(rng, corpus, parts, language, rate):
    """English with words of another language in their places."""
    table, out = corpus.lexicon[language], []
    for part in parts:
        found = table.get(clean(part))
        if found and rng.random() < rate:
            word = rng.choice(found)
            out.append(word if language in ("zh", "ja") or word.startswith("▁") else "▁" + word)
        else:
            out.append(part)
    return out


def vary(rng, corpus, language, parts):
    parts, pool = list(parts), corpus.pools[language]
    kind = rng.random()
    if kind < 0.25 and len(parts) > 5:
        other = rng.choice(pool)
        cut, there = rng.randint(2, len(parts) - 2), rng.randint(1, max(1, len(other) - 3))
        parts = parts[:cut] + list(other[there:]) if rng.random() < 0.7 else list(other[:there]) + parts[cut:]
    elif kind < 0.35:
        parts = parts + list(rng.choice(pool))
    if rng.random() < 0.55:
        p = rng.choice([0.06, 0.12, 0.25])
        parts = [x for x in parts if rng.random() > p] or parts
    if rng.random() < 0.45:
        for _ in range(rng.randint(1, 3)):
            parts[rng.randrange(len(parts))] = rng.choice(corpus.words[language])
    if rng.random() < 0.55:
        # Words that mean the like, so that those which no text has are met where they could stand.
        rate = rng.choice([0.15, 0.3, 0.5])
        for i, part in enumerate(parts):
            found = corpus.near.get(clean(part)) if rng.random() < rate else None
            if found:
                parts[i] = ("▁" if part.startswith("▁") else "") + rng.choice(found)
    if rng.random() < 0.3:
        for i, part in enumerate(parts):
            if part.lstrip("▁").isdigit():
                parts[i] = ("▁" if part.startswith("▁") else "") + str(rng.choice([rng.randint(1, 99), rng.randint(100, 99999)]))
    if rng.random() < 0.06:
        rng.shuffle(parts)
    return parts[:70]


def made(rng, corpus):
    """One variation: language, title and lead."""
    roll = rng.random()
    if roll < 0.07:
        language = rng.choice(corpus.languages)
        return language, rng.choices(corpus.words[language], k=rng.randint(1, 10)), []
    if roll < 0.27 and corpus.lexicon:
        _, title, lead = rng.choice(corpus.english)
        language, rate = rng.choice(sorted(corpus.lexicon)), rng.choice([0.4, 0.7, 0.95])
        title = switched(rng, corpus, vary(rng, corpus, "en", title) if rng.random() < 0.4 else title, language, rate)
        return language, title, switched(rng, corpus, lead, language, rate) if lead and rng.random() < 0.3 else []
    language, title, lead = rng.choices(corpus.texts, cum_weights=corpus.weights)[0]
    new = vary(rng, corpus, language, title) if rng.random() < 0.9 else list(title)
    if lead and rng.random() < 0.5:
        kind = rng.random()
        return language, new, vary(rng, corpus, language, lead) if kind < 0.6 else list(lead) if kind < 0.8 else list(rng.choice(corpus.pools[language]))
    return language, new, []


def coded(corpus, rows, languages):
    """Rows as numbers: the encoder's (title, END, lead), how long the title is there, and the network's."""
    flat, ends, cuts = [], [], []
    title, lead = np.zeros((len(rows), TITLE), np.int32), np.zeros((len(rows), LEAD), np.int32)
    tongue = np.zeros(len(rows), np.uint8)
    for i, (language, first, second) in enumerate(rows):
        a = [p for unit in first for p, _, _ in corpus.tokenizer.word(unit)][:64]
        b = [p for unit in second for p, _, _ in corpus.tokenizer.word(unit)][: 108 - len(a)]
        flat += a + b
        cuts.append(len(a))
        ends.append(len(flat))
        ids = corpus.pieces.ids(spelled(first), TITLE)
        title[i, : len(ids)] = ids
        ids = corpus.pieces.ids(spelled(second), LEAD)
        lead[i, : len(ids)] = ids
        tongue[i] = languages.index(language)
    return np.array(flat, np.int32), np.array(ends), np.array(cuts, np.int32), title, lead, tongue


CORPUS = None


def worker(job):
    from texts import LANGUAGES

    seed, count = job
    rng = random.Random(seed)
    rows = [made(rng, CORPUS) for _ in range(count)]
    return coded(CORPUS, [r for r in rows if r[1]], LANGUAGES)
