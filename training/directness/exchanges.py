"""Exchanges to learn from: read and cut up once, then varied, so that the student hears the teachers on many texts.

Only what may be trained on is varied: our labelled exchanges, SubjectiveQA's pairs and exchanges of filed calls without
labels. The sets that are only measured are cut up here too, and go nowhere else.
"""

import gzip
import json
import os
import pickle
import random
import re
import sys
from pathlib import Path

import torch.nn.functional as F

sys.path.append(str(Path(__file__).resolve().parent.parent))
from encoder import pretrained
from words import TeacherVocab, Vocab, words_of


def load(args):
    """Everything that is read or measured, as words; written by `prepare`."""
    with gzip.open(os.path.join(args.work, "rows.pkl.gz"), "rb") as file:
        return pickle.load(file)


def prepare(args):
    """Reads and cuts up everything once: exchanges, pairs and calls to learn from, then the sets to measure."""
    import train  # the linear model reads the same sets in the same order
    from train import rows

    own, pairs = train.exchanges(args.data, args.calls), train.pairs(args.data)
    labelled = [train.fold(group) for group in train.companies(own + pairs)]
    nonanswers, interviews = (rows(args.data, name) for name in ("gow_nonanswers_train", "qevasion_train"))
    held, scored = (rows(args.data, name) for name in ("qevasion_dev308", "sec_calls_llm_scored75"))
    pool = unlabelled(args.calls, own, labelled[: len(own)])
    raw = [(r["question"], r["answer"]) for r in own + pairs + pool]
    folds = [{one} for one in labelled] + [r["folds"] for r in pool]
    measured = [("", "\n".join(u["text"] for u in r["utterances"])) for r in nonanswers]
    measured += [(r["sub_question"], r["answer"]) for r in interviews + held]
    measured += [(r["question"], r["answer"]) for r in scored]
    texts = [(words_of(q), words_of(a)) for q, a in raw + measured]
    with open(os.path.join(args.encoder, "vocab.txt"), encoding="utf-8") as file:
        teacher_vocab = TeacherVocab(file.read().split("\n")[:30522])
    with open(args.vocab, encoding="utf-8") as file:
        vocab = Vocab(file.read().split("\n"))
    bare = lambda row: {k: v for k, v in row.items() if k not in ("question", "answer")}
    found = dict(
        own=[bare(r) for r in own], pairs=[bare(r) for r in pairs], pool=len(pool), raw=raw, texts=texts, folds=folds,
        scored=[r["llm"]["evasion_score"] for r in scored], teacher_vocab=teacher_vocab, vocab=vocab,
    )
    with gzip.open(os.path.join(args.work, "rows.pkl.gz"), "wb") as file:
        pickle.dump(found, file)
    print(len(own), "exchanges", len(pairs), "pairs", len(pool), "without labels", len(measured), "to measure")


def unlabelled(path, own, own_folds):
    """Exchanges of filed calls that have no label; a call belongs to the folds of every company that it shares a file, a
    speaker, a ticker or a name with."""
    with open(path, encoding="utf-8") as file:
        calls = [json.loads(line) for line in file]
    known = {}
    for row, one in zip(own, own_folds):
        for key in ("file " + row["file"], "speaker " + row["speaker"].lower()):
            known.setdefault(key, set()).add(one)
    keys = []
    for call in calls:
        speakers = [e["speaker"] for e in call["exchanges"] or [] if e.get("speaker")]
        keys.append(
            ["file " + os.path.basename(call["input"])] + ["speaker " + s.lower() for s in speakers]
            + [f"{k} {call[k]}" for k in ("ticker", "company") if call.get(k)]
        )
    for _ in range(3):
        for mine in keys:
            shared = set().union(*(known.get(key, set()) for key in mine))
            for key in mine:
                known.setdefault(key, set()).update(shared)
    seen = {(row["question"][:80], row["answer"][:80]) for row in own}
    out = []
    for call, mine in zip(calls, keys):
        for e in call["exchanges"] or []:
            if len(e["answer"].split()) >= 4 and (e["question"][:80], e["answer"][:80]) not in seen:
                out.append({"question": e["question"], "answer": e["answer"], "folds": known[mine[0]]})
    return out


def sentences(text):
    return [words for part in re.split(r"(?<=[.?!])\s+", text) if (words := words_of(part))]


def neighbours(args, vocab, count=8):
    """For each plain word the words that the encoder's own table puts nearest to it."""
    table = pretrained(args.encoder).words.weight.detach().float()
    plain = [i for i, t in enumerate(vocab.tokens) if t.isascii() and t.isalpha() and len(t) > 2]
    unit = F.normalize(table[plain] - table[plain].mean(0), dim=1)
    near = {}
    for at in range(0, len(plain), 2048):
        top = (unit[at : at + 2048] @ unit.T).topk(count + 1, 1)
        for row, (share, places) in enumerate(zip(top.values.tolist(), top.indices.tolist())):
            kept = [vocab.tokens[plain[p]] for s, p in zip(share[1:], places[1:]) if s > 0.35]
            if kept:
                near[vocab.tokens[plain[at + row]]] = kept
    return near


# Words that carry the sense of an answer stay as they are.
KEPT = set("not no yes never don't can't won't isn't aren't didn't doesn't wouldn't couldn't the and but for with that this you our are was were".split())


def vary(args, rows, count, seed=7):
    """(question, answer, rows that they come from, whether as they were): parts, splices, swaps and other words."""
    rng = random.Random(seed)
    near = neighbours(args, rows["teacher_vocab"])
    whole = [(sentences(q), sentences(a)) for q, a in rows["raw"]]
    flat = lambda list_: [w for part in list_ for w in part]

    def other(words):
        rate = rng.choice([0.0, 0.1, 0.2, 0.35])
        if rate == 0.0:
            return words
        return [rng.choice(near[w]) if w in near and w not in KEPT and rng.random() < rate else w for w in words]

    usable = [i for i in range(len(whole)) if whole[i][1]]
    out = [(*rows["texts"][i], (i,), True) for i in usable]
    while len(out) < count:
        i = rng.choice(usable)
        question, answer = whole[i]
        came = [i]
        roll = rng.random()
        if roll < 0.25:
            length = rng.randint(1, len(answer))
            start = 0 if rng.random() < 0.6 else rng.randint(0, len(answer) - length)
            answer = answer[start : start + length]
        elif roll < 0.4:
            answer = [s for s in answer if rng.random() < 0.7] or answer[:1]
        elif roll < 0.6:
            j = rng.choice(usable)
            came.append(j)
            answer = whole[j][1]
            if rng.random() < 0.5:
                answer = answer[: rng.randint(1, len(answer))]
        elif roll < 0.75:
            j = rng.choice(usable)
            came.append(j)
            taken = whole[j][1]
            start = rng.randint(0, len(taken) - 1)
            taken = taken[start : start + rng.randint(1, 4)]
            at = rng.randint(0, len(answer))
            answer = answer[:at] + taken + answer[at:] if rng.random() < 0.5 else answer[: max(1, at)] + taken
        if question:
            roll = rng.random()
            if roll < 0.07:
                question = []
            elif roll < 0.3:
                question = question[-rng.randint(1, len(question)) :]
            elif roll < 0.4:
                question = [s for s in question if rng.random() < 0.7]
        out.append((other(flat(question)), other(flat(answer)), tuple(came), False))
    return out
