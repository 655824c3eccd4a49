"""Text to words and words to token numbers, exactly as the Rust reader does it.

`crates/analysis/src/reader/words.rs` is the twin of this file: a change here is a change there, and the parity test
of that crate fails where they differ.
"""

MAX_WORD = 48

_FOLD_FROM = "àáâãäåāăąçćĉċčďđèéêëēĕėęěĝğġģĥħìíîïĩīĭįıĵķĺļľłñńņňòóôõöøōŏőŕŗřśŝşšţťùúûüũūŭůűųŵýÿŷźżž"
_FOLD_INTO = "aaaaaaaaacccccddeeeeeeeeegggghhiiiiiiiiijkllllnnnnooooooooorrrssssttuuuuuuuuuuwyyyzzz"
_MARKS = {"’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "…": "."}
_FOLD = {**dict(zip(_FOLD_FROM, _FOLD_INTO)), **_MARKS}
_ENTITIES = {"&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&apos;": "'", "&nbsp;": " "}


def fold(text):
    return "".join(_FOLD.get(c, c) for c in text.lower())


def split_of(text):
    """0..9 by FNV-1a of the text; rows of split 0 are set aside from training."""
    h = 0xCBF29CE484222325
    for byte in text.strip().encode("utf-8"):
        h = ((h ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return (h >> 20) % 10


def _digit(c):
    return "0" <= c <= "9"


def _alnum(c):
    return _digit(c) or c.isalpha()


def scan(text):
    """Words of a text as (folded word, start, end) in characters of the text."""
    out = []
    i, n = 0, len(text)
    while i < n:
        c = text[i]
        if c.isspace() or ord(c) < 32:
            i += 1
        elif c == "<" and i + 1 < n and (text[i + 1] in "/!" or text[i + 1].isascii() and text[i + 1].isalpha()):
            end = text.find(">", i, i + 300)
            if end < 0:
                out.append(("<", i, i + 1))
                i += 1
            else:
                i = end + 1
        elif c == "&" and (name := next((e for e in _ENTITIES if text.startswith(e, i)), None)):
            if _ENTITIES[name] != " ":
                out.append((_ENTITIES[name], i, i + len(name)))
            i += len(name)
        elif _digit(c):
            j = i + 1
            while j < n and (_digit(text[j]) or text[j] in ".," and j + 1 < n and _digit(text[j + 1])):
                j += 1
            out.append((text[i:j], i, j))
            i = j
        elif c.isalpha():
            j = i + 1
            while j < n and _alnum(text[j]):
                j += 1
            if text.startswith("://", j):
                while j < n and not text[j].isspace():
                    j += 1
                out.append(("<url>", i, j))
            else:
                if j + 1 < n and text[j] in "'’" and text[j + 1].isalpha():
                    j += 2
                    while j < n and text[j].isalpha():
                        j += 1
                out.append((fold(text[i:j]), i, j))
            i = j
        elif c == "@" and i + 1 < n and _alnum(text[i + 1]):
            j = i + 1
            while j < n and (_alnum(text[j]) or text[j] == "_"):
                j += 1
            out.append(("<user>", i, j))
            i = j
        else:
            out.append((_FOLD.get(c, c), i, i + 1))
            i += 1
    return out


def words_of(text):
    return [word for word, _, _ in scan(text)]


def number_class(word):
    """The stand-in of a number: what it is like, not what it is."""
    if "." in word:
        return "<dec>"
    digits = word.replace(",", "")
    if len(word) == 4 and word.isdigit() and word[:2] in ("19", "20"):
        return "<year>"
    count = len(digits)
    return "<n1>" if count == 1 else "<n2>" if count == 2 else "<n3>" if count == 3 else "<n4>" if count < 7 else "<n7>"


SPECIALS = ["<pad>", "<unk>", "<url>", "<user>", "<dec>", "<year>", "<n1>", "<n2>", "<n3>", "<n4>", "<n7>"]


def pieces(word, vocab, most=6):
    """Longest known prefix first, then longest known continuations; None where no split exists."""
    if len(word) > MAX_WORD:
        return None
    out, start = [], 0
    while start < len(word):
        end = len(word)
        while end > start:
            piece = word[start:end] if start == 0 else "##" + word[start:end]
            if piece in vocab:
                break
            end -= 1
        if end == start or len(out) == most:
            return None
        out.append(vocab[piece])
        start = end
    return out


class Vocab:
    """The student's vocabulary: stand-ins, pieces, and whole words that pieces would cut up."""

    def __init__(self, tokens):
        self.tokens = tokens
        self.index = {t: i for i, t in enumerate(tokens)}
        self.cache = {}

    def ids(self, word):
        got = self.cache.get(word)
        if got is None:
            got = self.cache[word] = self._ids(word)
        return got

    def _ids(self, word):
        if _digit(word[0]):
            return [self.index[number_class(word)]]
        if word in self.index:
            return [self.index[word]]
        if "'" in word[1:]:
            base, _, suffix = word.partition("'")
            if suffix == "t" and base.endswith("n"):
                stem = base[:-1] if base not in ("can", "won") else base
                return (self.ids(stem) if stem else []) + self.ids("not")
            return self.ids(base)
        return pieces(word, self.index) or [self.index["<unk>"]]

    def text_ids(self, words, most):
        out = []
        for word in words:
            out.extend(self.ids(word))
            if len(out) >= most:
                break
        return out[:most]


class TeacherVocab:
    """The encoder's own word pieces, with its marks for start and end."""

    def __init__(self, lines):
        self.tokens = lines
        self.index = {t: i for i, t in enumerate(lines)}
        self.cls, self.sep, self.mask = self.index["[CLS]"], self.index["[SEP]"], self.index["[MASK]"]
        self.unk = self.index["[UNK]"]
        self.cache = {}

    def ids(self, word):
        got = self.cache.get(word)
        if got is None:
            got = self.cache[word] = self._ids(word)
        return got

    def _ids(self, word):
        if word == "<url>":
            return [self.index["http"]]
        if word == "<user>":
            return [self.index["@"], self.index["user"]]
        if word in self.index:
            return [self.index[word]]
        parts, run = [], ""
        for c in word:
            if c in ".,'":
                parts += ([run] if run else []) + [c]
                run = ""
            else:
                run += c
        parts += [run] if run else []
        if len(parts) == 1:
            return pieces(word, self.index, 12) or [self.unk]
        return [i for part in parts for i in self.ids(part)]

    def text_ids(self, words, most):
        out = []
        for word in words:
            out.extend(self.ids(word))
            if len(out) >= most:
                break
        return out[:most]
