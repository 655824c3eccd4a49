"""The pieces that the small network knows: the encoder's, folded, and whole words that the texts use often."""

import math
import os
import sys
from collections import Counter

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from pieces import MAX_PIECE, SPECIALS, Pieces, fold, kind_of, scan  # noqa: E402

SIZE = 43000
WORDS = 4500


def folded(piece):
    """A piece of the encoder as the network writes it; none where it mixes letters with anything else."""
    body = "".join(map(fold, piece.lstrip("▁")))
    if not body or len(body) > MAX_PIECE:
        return None
    if len(body) == 1 and not body.isalnum():
        return body
    if not body.isalpha() or len({kind_of(c) for c in body}) > 1:
        return None
    if kind_of(body[0]) == 2 or not piece.startswith("▁"):
        return "##" + body
    return body


def build(scored, texts):
    """Most frequent first: what the texts use, then what the encoder holds frequent."""
    rank = {}
    for piece, score in scored:
        token = folded(piece)
        if token is not None:
            rank[token] = np.logaddexp(rank.get(token, -1e9), score)
    every = Pieces(SPECIALS + sorted(rank))
    count, words = Counter(), Counter()
    for text in texts:
        low = "".join(map(fold, text))
        for what, start, end in scan(low):
            if what in "wi":
                word = low[start:end]
                count.update(every.word(word, what == "w"))
                if what == "w" and word.isalpha() and kind_of(word[0]) == 0 and 3 < len(word) <= MAX_PIECE and word not in every.index:
                    words[word] += 1
    whole = [w for w, n in words.most_common(WORDS) if n >= 4]
    letters = {t for t in rank if len(t.lstrip("#")) == 1}
    used = {every.tokens[i]: n for i, n in count.items() if i > 10}
    # A use in our texts counts for as much as a step up in the encoder's own ranking.
    value = {t: rank[t] + 1.2 * math.log1p(used.get(t, 0)) + (100 if t in letters and rank[t] > -15 else 0) for t in rank}
    kept = sorted(value, key=lambda t: (-value[t], t))[: SIZE - len(SPECIALS) - len(whole)]
    tokens = set(kept) | set(whole)
    seen = Counter({**used, **{w: words[w] for w in whole}})
    # The lowest numbers are those used most: the program keeps their sums ready.
    return Pieces(SPECIALS + sorted(tokens, key=lambda t: (-seen[t], -rank.get(t, -99), t)))


def initial(pieces, vectors):
    """Rows that begin where the encoder has them: `vectors` holds what it says of each token alone, centred by script."""
    x = vectors.astype(np.float64)
    _, size, turn = np.linalg.svd(x[np.random.default_rng(1).permutation(len(x))[:20000]], full_matrices=False)
    small = x @ turn[:96].T
    small = small / small.std(0).clip(1e-6) ** 0.5
    small = small / small.std() * 0.35
    small[:2] = 0
    return small.astype(np.float32)
