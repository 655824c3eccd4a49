"""What the teachers and the network get on what was set aside, language by language."""

import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import measure  # noqa: E402
import texts  # noqa: E402
from texts import LANGUAGES  # noqa: E402


def micro_f1(truth, scores, cut=0.42):
    truth, guess = np.asarray(truth) > 0.5, np.asarray(scores) >= cut
    return 2 * int((truth & guess).sum()) / max(1, int(truth.sum()) + int(guess.sum()))


def auc(scores, same):
    scores, same = np.asarray(scores), np.asarray(same)
    ranks = np.empty(len(scores))
    ranks[np.argsort(scores, kind="stable")] = np.arange(1, len(scores) + 1)
    hits = same.sum()
    return float((ranks[same].sum() - hits * (hits + 1) / 2) / max(1, hits * (len(same) - hits)))


def pair_figures(pairs, vectors):
    """`vectors` lie as one, two, one, two; each language's mean is taken off."""
    tongue = np.array([LANGUAGES.index(t.language) for one, two, _ in pairs for t in (one, two)])
    x = vectors.astype(np.float32).copy()
    for t in set(tongue):
        x[tongue == t] -= x[tongue == t].mean(0)
    x /= np.linalg.norm(x, axis=1, keepdims=True) + 1e-9
    scores = (x[::2] * x[1::2]).sum(1)
    label = np.array([p[2] for p in pairs])
    across = tongue[::2] != tongue[1::2]
    kinds = [("across", across)] + [(LANGUAGES[t], ~across & (tongue[::2] == t)) for t in sorted(set(tongue[::2]))]
    return {k: round(auc(scores[on], label[on] <= 2), 3) for k, on in kinds if on.sum() > 50}


class Sets:
    """Rows to measure on, each set a list of texts."""

    def __init__(self, args, rows):
        aside = [r for r in rows if r.split == 0]
        self.sets = {f"translated {x}": [r for r in aside if r.source == "translated" and r.language == x] for x in LANGUAGES[1:]}
        keys = {r.key for r in aside if r.source == "translated"}
        self.sets["translated en"] = [r for r in aside if r.source == "headlines" and r.key in keys]
        self.sets["headlines"] = [r for r in aside if r.source == "headlines"]
        self.sets["reports"] = [r for r in aside if r.source == "reports"]
        self.sets["spanish"] = texts.spanish(args.data)
        self.sets = {k: v[:3] if args.quick else v for k, v in self.sets.items() if v}

    def rows(self):
        """Titles, then titles with leads, of every set."""
        out = []
        for rows in self.sets.values():
            out += [(r.language, r.title, "") for r in rows] + [(r.language, r.title, r.lead) for r in rows]
        return out

    def figures(self, tone, marks):
        out, at = {}, 0
        for name, rows in self.sets.items():
            truth = [r.tone for r in rows]
            alone, more = slice(at, at + len(rows)), slice(at + len(rows), at + 2 * len(rows))
            at += 2 * len(rows)
            out[name] = [round(measure.macro_f1(truth, tone[alone].argmax(1)), 3)]
            if name == "reports":
                sure = np.array([r.key in ("positive", "negative") for r in rows])
                right = (tone[alone][:, 0] > tone[alone][:, 2]) == (np.array(truth) == 0)
                out[name].append(round(float(right[sure].mean()), 3))
            if rows[0].marks is not None:
                out[name] += [round(measure.macro_f1(truth, tone[more].argmax(1)), 3), round(micro_f1([r.marks for r in rows], marks[more]), 3)]
        return out
