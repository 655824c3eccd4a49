"""Text in any of the thirteen languages to token numbers, exactly as the Rust reader does it.

`crates/analysis/src/reader/pieces.rs` is the twin of this file: a change here is a change there, and the parity test
of that crate fails where they differ. Every character becomes exactly one character, so that places in the text stay.
"""

import gzip
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from words import _ENTITIES, _FOLD, SPECIALS  # noqa: E402

MAX_PIECE = 16
_MORE = {"ё": "е", "。": ".", "、": ",", "「": '"', "」": '"', "『": '"', "』": '"', "«": '"', "»": '"', "„": '"', "｡": ".", "､": ",", "\u3000": " "}
_CACHE = {}


def fold(c):
    """One character for one: small, without accents, marks in their plain form."""
    got = _CACHE.get(c)
    if got is None:
        low = chr(ord(c) - 0xFEE0) if "\uff01" <= c <= "\uff5e" else c
        low = low.lower()[:1]
        got = _CACHE[c] = _MORE.get(low) or _FOLD.get(low, low)
    return got


def kind_of(c):
    """What a letter is written in: 2 for Chinese and Japanese, 1 for Korean, 0 for letters that make words."""
    n = ord(c)
    if 0x3005 <= n <= 0x3007 or 0x3041 <= n <= 0x30FF or 0x31F0 <= n <= 0x31FF or 0x3400 <= n <= 0x9FFF or 0xF900 <= n <= 0xFAFF:
        return 2
    return 1 if 0xAC00 <= n <= 0xD7A3 else 0


def _digit(c):
    return "0" <= c <= "9"


def number_class(word):
    """The stand-in of a number. A mark before the last three digits groups thousands, any other begins decimals."""
    last = max(word.rfind("."), word.rfind(","))
    if last >= 0 and len(word) - last - 1 != 3:
        return "<dec>"
    count = sum(_digit(c) for c in word)
    if count == 4 and len(word) == 4 and word[:2] in ("19", "20"):
        return "<year>"
    return "<n1>" if count == 1 else "<n2>" if count == 2 else "<n3>" if count == 3 else "<n4>" if count < 7 else "<n7>"


def scan(text):
    """Words of a folded text: (what it is, start, end), where what is a stand-in, "w" at the beginning of a word or "i" inside one."""
    out = []
    i, n = 0, len(text)
    while i < n:
        c = text[i]
        if c.isspace() or ord(c) < 32:
            i += 1
        elif _digit(c):
            j = i + 1
            while j < n and (_digit(text[j]) or text[j] in ".," and j + 1 < n and _digit(text[j + 1])):
                j += 1
            out.append((number_class(text[i:j]), i, j))
            i = j
        elif c.isalpha():
            kind, j = kind_of(c), i + 1
            while j < n and text[j].isalpha() and kind_of(text[j]) == kind:
                j += 1
            if text.startswith("://", j):
                while j < n and not text[j].isspace():
                    j += 1
                out.append(("<url>", i, j))
            else:
                joined = i > 0 and (text[i - 1].isalpha() or _digit(text[i - 1]))
                out.append(("i" if kind == 2 or kind == 1 and joined else "w", i, j))
            i = j
        elif c == "<" and i + 1 < n and (text[i + 1] in "/!" or text[i + 1].isascii() and text[i + 1].isalpha()) and 0 <= text.find(">", i, i + 300):
            i = text.find(">", i, i + 300) + 1
        elif c == "&" and (name := next((e for e in _ENTITIES if text.startswith(e, i)), None)):
            i += len(name)
        elif c == "@" and i + 1 < n and (text[i + 1].isalpha() or _digit(text[i + 1])):
            j = i + 1
            while j < n and (text[j].isalpha() or _digit(text[j]) or text[j] == "_"):
                j += 1
            out.append(("<user>", i, j))
            i = j
        else:
            out.append(("w", i, i + 1))
            i += 1
    return out


def packed_lines(models):
    """The tokens of the reader that is compiled in, one for each line."""
    with gzip.open(os.path.join(models, "languages.txt.gz"), "rt", encoding="utf-8", newline="") as file:
        return file.read().split("\n")


def pack_lines(models, lines):
    with open(os.path.join(models, "languages.txt.gz"), "wb") as file:
        file.write(gzip.compress(lines.encode(), 9, mtime=0))


class Pieces:
    """The student's vocabulary: stand-ins, pieces that begin a word, and pieces (`##`) inside one."""

    def __init__(self, tokens):
        self.tokens = tokens
        self.index = {t: i for i, t in enumerate(tokens)}
        self.cache = {}

    def word(self, text, begins):
        key = (text, begins)
        got = self.cache.get(key)
        if got is None:
            got = self._word(text, begins)
            if len(text) <= 24 and len(self.cache) < 400000:
                self.cache[key] = got
        return got

    def _word(self, text, begins):
        out, start, n = [], 0, len(text)
        while start < n:
            found = None
            for whole in (True, False) if begins and start == 0 else (False,):
                for end in range(min(n, start + MAX_PIECE), start, -1):
                    found = self.index.get(text[start:end] if whole else "##" + text[start:end])
                    if found is not None:
                        break
                if found is not None:
                    break
            if found is None:
                # What is not known counts once, however long it is.
                if not out or out[-1] != 1:
                    out.append(1)
                start += 1
            else:
                out.append(found)
                start = end
        return out

    def ids(self, text, most, cuts=()):
        """Token numbers; `cuts` are (start, end) stretches that become -1 each, and no piece runs over their ends."""
        text = "".join(map(fold, text))
        out, rest = [], sorted(cuts)
        for what, start, end in scan(text):
            while rest and rest[0][1] <= start:
                rest.pop(0)
            if rest and rest[0][0] < end:
                while start < end:
                    a, b = rest[0] if rest else (end, end)
                    a, b = min(max(a, start), end), min(b, end)
                    if a > start:
                        out += self.word(text[start:a], what == "w") if what in "wi" else [self.index[what]]
                    if b > a:
                        if rest[0][0] >= start:
                            out.append(-1)
                        start = b
                        if rest[0][1] <= end:
                            rest.pop(0)
                    else:
                        start = end
                    what = "i" if what in "wi" else what
            elif what in "wi":
                out += self.word(text[start:end], what == "w")
            else:
                out.append(self.index[what])
            if len(out) >= most:
                break
        return out[:most]


__all__ = ["SPECIALS", "Pieces", "fold", "scan"]
