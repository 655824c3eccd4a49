"""Variations of texts for the teacher to label: swaps of names and numbers, dropped words, splices, foreign words."""

import random

import templates
from words import words_of

SINGLE_ASSETS = [a.lower() for a in templates.ASSETS if "-" not in a]
_ASSET_SET = set(SINGLE_ASSETS) - {"near", "dot", "link", "dash", "cosmos", "ton", "luna", "maker", "optimism"}
_FIRM_WORDS = {f.lower(): f for f in templates.FIRMS if "-" not in f and f not in ("Block", "Square", "Circle", "Meta", "Block")}


def _number(rng, word):
    value = rng.choice([rng.randint(1, 9), rng.randint(10, 99), rng.randint(100, 999), rng.randint(1000, 99999)])
    return f"{value}.{rng.randint(0, 9)}" if "." in word else str(value)


def vary(rng, words, pool, vocabulary):
    """One variation of a list of words; `pool` holds other texts to splice with."""
    words = list(words)
    kind = rng.random()
    if kind < 0.25 and len(words) > 5:
        other = rng.choice(pool)
        cut = rng.randint(2, len(words) - 2)
        there = rng.randint(1, max(1, len(other) - 3))
        words = words[:cut] + list(other[there:]) if rng.random() < 0.7 else list(other[:there]) + words[cut:]
    elif kind < 0.35:
        words = words + ([";"] if rng.random() < 0.5 else ["."]) + list(rng.choice(pool))
    if rng.random() < 0.6:
        for i, word in enumerate(words):
            if word in _ASSET_SET and rng.random() < 0.7:
                words[i] = rng.choice(SINGLE_ASSETS)
            elif word in _FIRM_WORDS and rng.random() < 0.7:
                words[i: i + 1] = words_of(rng.choice(templates.FIRMS).replace("-", " "))[:1]
            elif word[0].isdigit() and rng.random() < 0.5:
                words[i] = _number(rng, word)
    if rng.random() < 0.5:
        p = rng.choice([0.06, 0.12, 0.25])
        words = [w for w in words if rng.random() > p] or words
    if rng.random() < 0.35:
        for _ in range(rng.randint(1, 3)):
            words[rng.randrange(len(words))] = rng.choice(vocabulary)
    if rng.random() < 0.08:
        rng.shuffle(words)
    return words[:64]


def varied(job):
    """A batch of variations; runs in its own process, from its own seed."""
    seed, count, texts, pool, vocabulary = job
    rng = random.Random(seed)
    out = []
    for _ in range(count):
        roll = rng.random()
        if roll < 0.15:
            words = words_of(templates.make(rng))
            if rng.random() < 0.4:
                words = vary(rng, words, pool, vocabulary)
            out.append((words, []))
            continue
        title, lead = rng.choice(texts)
        new_title = vary(rng, title, pool, vocabulary) if rng.random() < 0.9 else list(title)
        if lead and rng.random() < 0.5:
            roll = rng.random()
            lead = vary(rng, lead, pool, vocabulary) if roll < 0.6 else lead if roll < 0.8 else rng.choice(pool)
            out.append((new_title, list(lead)))
        else:
            out.append((new_title, []))
    return out
