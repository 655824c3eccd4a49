"""Weights of the tone of statements, from what the library hears in labelled statements.

    gzip -dc CORPUS.jsonl.gz | cargo run -p analysis --example statements_quality -- QUOTES.jsonl ARTICLES.txt --tone > INPUTS
    python3 training/statements.py crates/analysis/src/statements/tone_weights.rs INPUTS[:HALF]...

INPUTS are of the annotated quotes, and of our further statements (`said.py`). The network has learned from the latter, so that
they are asked of two others, each trained without one half (`target.py --without HALF`); `:HALF` takes only the lines of that half.
Prints accuracy and macro-F1 with articles left out, over all and for each of INPUTS, then writes the weights of a model of all of them.
"""
import json
import sys

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score
from sklearn.model_selection import GroupKFold

from said import half_of

TONES = ["positive", "neutral", "negative"]
STRENGTH = 0.05
# Neutral and negative are rarer; full balance would cost more of the positive than it gains.
WEIGHTS = {0: 1.0, 1: 2.0, 2: 1.3}
# The input that tells a direct quote.
DIRECT = 18


def model():
    return LogisticRegression(C=STRENGTH, class_weight=WEIGHTS, max_iter=2000)


def left_out(lines, inputs, tones):
    found = np.zeros(len(tones), int)
    parts = []
    for train, test in GroupKFold(10).split(inputs, tones, [line["id"] for line in lines]):
        found[test] = model().fit(inputs[train], tones[train]).predict(inputs[test])
        parts.append(f1_score(tones[test], found[test], average="macro"))
    print(f"articles left out, worst of 10 parts {min(parts):.3f}")
    direct = np.array([line["inputs"][DIRECT] > 0 for line in lines])
    source = np.array([line["source"] for line in lines])
    every = np.ones(len(lines), bool)
    for name, of in [("all", every)] + [(name, source == name) for name in dict.fromkeys(source)]:
        for kind, rows in [("", of), (" direct", of & direct), (" indirect", of & ~direct)]:
            macro = f1_score(tones[rows], found[rows], average="macro")
            print(f"{name}{kind}: {rows.sum()}, accuracy {(found == tones)[rows].mean():.3f}, macro-F1 {macro:.3f}")


def read(argument):
    path, _, half = argument.partition(":")
    with open(path, encoding="utf-8") as file:
        lines = [{**json.loads(line), "source": path} for line in file]
    return [line for line in lines if not half or half_of(line["id"]) == int(half)]


def numbers(values):
    return ", ".join(f"{value:.5f}" for value in values)


def rows(values):
    lines = [""]
    for number in numbers(values).split(", "):
        if len(lines[-1]) + len(number) > 100:
            lines.append("")
        lines[-1] += f"{number}, "
    return "\n".join(f"    {line.strip()}" for line in lines)


def main():
    target, *sources = sys.argv[1:]
    lines = [line for source in sources for line in read(source)]
    inputs = np.array([line["inputs"] for line in lines])
    tones = np.array([TONES.index(line["tone"]) for line in lines])
    mean, spread = inputs.mean(0), inputs.std(0) + 1e-6
    scaled = (inputs - mean) / spread
    left_out(lines, scaled, tones)
    fitted = model().fit(scaled, tones)
    parts = [
        "//! Weights of the tone of statements; written by `training/statements.py`.\n",
        f"pub const INPUTS: usize = {inputs.shape[1]};\n",
        f"pub const MEAN: [f32; INPUTS] = [\n{rows(mean)}\n];\n",
        f"pub const SPREAD: [f32; INPUTS] = [\n{rows(spread)}\n];\n",
        f"pub const BIAS: [f32; 3] = [{numbers(fitted.intercept_)}];\n",
        "pub const WEIGHTS: [[f32; INPUTS]; 3] = [",
    ]
    parts += [f"    [\n{rows(weights)}\n    ]," for weights in fitted.coef_]
    open(target, "w", encoding="utf-8").write("\n".join(parts) + "\n];\n")


main()
