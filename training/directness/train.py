"""Trains the directness model and writes crates/analysis/models/directness.bin.

    python training/directness/train.py DATA_DIR [--features COMMAND] [--out FILE]

DATA_DIR holds the labelled exchanges (see MODEL_CARD.md); they belong to others and are not in this repository. Features
come from `cargo run -p analysis --example directness_features`, so they are written once, in Rust. Everything is linear
and every seed is fixed: the same data gives the same file.
"""

import argparse
import hashlib
import json
import struct
import subprocess
from pathlib import Path

import numpy as np
import scipy.sparse as sp
from scipy.stats import spearmanr
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import f1_score
from sklearn.preprocessing import normalize

BUCKETS = 1 << 15
TOPIC_BUCKETS = 1 << 13
QUESTION_WEIGHT = 0.7
TOPICS = "guidance revenue margin cost capital deal regulation product competition customer macro operations other".split()
# Signs of the four kinds of non-answer come first among the numbers, four numbers each (features.rs).
SIGN_COLUMNS = [0, 4, 8, 12]
SHARE_COLUMNS = [64, 65]
LENGTH_COLUMNS = [68, 69]
COMMAND = "cargo run --quiet --profile fast -p analysis --example directness_features"


def rows(folder, name):
    with open(folder / f"{name}.jsonl", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def fold(group):
    """The fifth of the companies that a group falls into; fold 0 is set aside."""
    return int(hashlib.sha256(group.encode()).hexdigest(), 16) % 5


def companies(exchanges):
    """Files that share an executive are of one company."""
    parent = {}

    def root(key):
        while parent.setdefault(key, key) != key:
            key = parent[key]
        return key

    for row in exchanges:
        parent[root("file " + row["file"])] = root("speaker " + row["speaker"])
    names = {}
    for row in exchanges:
        names.setdefault(root("file " + row["file"]), row["file"])
        names[root("file " + row["file"])] = min(names[root("file " + row["file"])], row["file"])
    return [names[root("file " + row["file"])] for row in exchanges]


class Data:
    def __init__(self, folder, command):
        self.exchanges = rows(folder, "bellwether_exchanges")
        self.pairs = rows(folder, "subjectiveqa_dev_companies")
        self.nonanswers = rows(folder, "gow_nonanswers_train")
        self.interviews = rows(folder, "qevasion_train")
        self.held_interviews = rows(folder, "qevasion_dev308")
        self.scored = rows(folder, "sec_calls_llm_scored75")
        texts = [(r["question"], r["answer"]) for r in self.exchanges]
        texts += [(r["question"], r["answer"]) for r in self.pairs]
        texts += [("", "\n".join(u["text"] for u in r["utterances"])) for r in self.nonanswers]
        texts += [(r["sub_question"], r["answer"]) for r in self.interviews + self.held_interviews]
        texts += [(r["question"], r["answer"]) for r in self.scored]
        sizes = [len(s) for s in (self.exchanges, self.pairs, self.nonanswers, self.interviews, self.held_interviews, self.scored)]
        ends = np.cumsum(sizes)
        self.at = [np.arange(end - size, end) for end, size in zip(ends, sizes)]
        lines = "".join(json.dumps({"id": i, "question": q, "answer": a}) + "\n" for i, (q, a) in enumerate(texts))
        output = subprocess.run(command, shell=True, check=True, input=lines.encode(), stdout=subprocess.PIPE).stdout
        read = [json.loads(line) for line in output.decode().splitlines()]
        self.dense = np.array([r["dense"] for r in read], dtype=np.float64)
        self.answer = sparse([r["answer"] for r in read])
        self.question = sparse([r["question"] for r in read])
        fired = [sorted({place for place, _ in r["patterns"]}) for r in read]
        self.patterns = np.zeros((len(read), max(max(f, default=0) for f in fired) + 1))
        for i, places in enumerate(fired):
            self.patterns[i, places] = 1.0


def sparse(lists):
    ends = np.cumsum([0] + [len(one) for one in lists])
    places = np.concatenate([np.array(one, dtype=np.int32) for one in lists])
    return sp.csr_matrix((np.ones(len(places)), places, ends), shape=(len(lists), BUCKETS))


def non_answer_columns(data):
    signs = (data.dense[:, SIGN_COLUMNS] > 0).astype(float)
    some = (signs[:, :3].sum(axis=1) > 0).astype(float)[:, None]
    return np.hstack([signs, some, data.dense[:, SHARE_COLUMNS], data.dense[:, LENGTH_COLUMNS] / 3.0, data.patterns * 0.7])


class Model:
    """The heads, fitted on the given rows of the sets that allow it."""

    def __init__(self, data, exchange_rows, pair_rows):
        own, pairs = data.at[0][exchange_rows], data.at[1][pair_rows]
        both = np.concatenate([own, pairs])
        self.mean = data.dense[both].mean(axis=0)
        self.scale = np.maximum(data.dense[both].std(axis=0), 1e-6)
        dense = self.columns(data)
        self.words = normalize(sp.hstack([data.answer, data.question * QUESTION_WEIGHT]).tocsr())
        score = np.array([data.exchanges[i]["score"] for i in exchange_rows], dtype=float)
        self.score_dense = Ridge(alpha=300).fit(dense[own], score)
        self.score_words = Ridge(alpha=3, solver="sparse_cg").fit(self.words[own], score)
        answers = normalize(data.answer)
        specific = np.array([data.pairs[i]["specific"] for i in pair_rows], dtype=float)
        self.specific_dense = Ridge(alpha=300).fit(dense[pairs], specific)
        self.specific_words = Ridge(alpha=2, solver="sparse_cg").fit(answers[pairs], specific)
        non = np.array([data.exchanges[i]["non_answer"] is not None for i in exchange_rows])
        self.non = LogisticRegression(C=0.1, max_iter=5000).fit(non_answer_columns(data)[own], non)
        questions = normalize(folded(data.question))
        topic = np.array([TOPICS.index(data.exchanges[i]["topic"]) for i in exchange_rows])
        self.topic = LogisticRegression(C=20.0, max_iter=2000).fit(questions[own], topic)

    def columns(self, data):
        scaled = np.clip((data.dense - self.mean) / self.scale, -4, 4)
        return np.hstack([scaled, data.patterns * 0.7])

    def score(self, data):
        return self.score_dense.predict(self.columns(data)) + 1.5 * (self.score_words.predict(self.words) - self.score_words.intercept_)

    def specific(self, data):
        words = self.specific_words.predict(normalize(data.answer)) - self.specific_words.intercept_
        return self.specific_dense.predict(self.columns(data)) + 1.2 * words

    def non_answer(self, data):
        return self.non.decision_function(non_answer_columns(data))


def folded(matrix):
    coo = matrix.tocoo()
    return sp.csr_matrix((np.ones(coo.nnz), (coo.row, coo.col % TOPIC_BUCKETS)), shape=(matrix.shape[0], TOPIC_BUCKETS))


def three_levels(values, truth):
    """The two cuts of one number that give the best macro-F1 over three levels."""
    cuts = np.quantile(values, np.linspace(0.03, 0.85, 42))
    best = (0.0, 0.0, 0.0)
    for i, low in enumerate(cuts):
        for high in cuts[i + 1 :]:
            found = f1_score(truth, (values > low).astype(int) + (values > high), average="macro")
            best = max(best, (found, low, high))
    return best


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("--features", default=COMMAND)
    parser.add_argument("--out", type=Path, default=Path("crates/analysis/models/directness.bin"))
    args = parser.parse_args()
    data = Data(args.data, args.features)
    exchange_folds = np.array([fold(group) for group in companies(data.exchanges)])
    pair_folds = np.array([fold(row["ticker"]) for row in data.pairs])
    score = np.array([row["score"] for row in data.exchanges], dtype=float)
    specific = np.array([row["specific"] for row in data.pairs])
    print(f"{len(score)} exchanges of {len(set(companies(data.exchanges)))} companies")

    # Every figure and every threshold comes from models that have not seen the company they are measured on.
    held = {name: np.zeros(len(data.dense)) for name in ("score", "specific", "non")}
    for one in range(5):
        model = Model(data, np.where(exchange_folds != one)[0], np.where(pair_folds != one)[0])
        exchange_rows, pair_rows = data.at[0][exchange_folds == one], data.at[1][pair_folds == one]
        held["score"][exchange_rows] = model.score(data)[exchange_rows]
        held["specific"][pair_rows] = model.specific(data)[pair_rows]
        held["non"][exchange_rows] = model.non_answer(data)[exchange_rows]
        if one == 0:
            print(f"fold 0 set aside: score Spearman {spearmanr(held['score'][exchange_rows], score[exchange_folds == 0])[0]:.3f}")
    held_score = held["score"][data.at[0]]
    print(f"all folds: score Spearman {spearmanr(held_score, score)[0]:.3f}")
    held_specific = held["specific"][data.at[1]]
    found, low, high = three_levels(held_specific, specific)
    print(f"specific, 3 levels macro-F1 {found:.3f}")

    model = Model(data, np.arange(len(score)), np.arange(len(specific)))
    non = model.non_answer(data)
    gow = np.array([row["is_nonanswer"] for row in data.nonanswers])
    cut = max((f1_score(gow, non[data.at[2]] > c), -c) for c in np.linspace(-2.5, 2.5, 201))
    own = np.array([row["non_answer"] is not None for row in data.exchanges])
    print(f"non-answers F1 {cut[0]:.3f} at logit {-cut[1]:.2f}; own exchanges, held out, at that cut {f1_score(own, held['non'][data.at[0]] > -cut[1]):.3f}")
    llm = np.array([row["llm"]["evasion_score"] for row in data.scored])
    print(f"calls scored by models, Spearman {spearmanr(-model.score(data)[data.at[5]], llm)[0]:.3f}")
    topic = np.array([TOPICS.index(row["topic"]) for row in data.exchanges])
    questions = normalize(folded(data.question))[data.at[0]]
    guess = np.zeros(len(topic))
    for one in range(5):
        inside = exchange_folds != one
        guess[~inside] = LogisticRegression(C=20.0, max_iter=2000).fit(questions[inside], topic[inside]).predict(questions[~inside])
    print(f"topic accuracy {np.mean(guess == topic):.3f}")

    # The curve from the raw sum to [0, 1]: the spread of held-out sums is laid on the spread of the labels, smoothed.
    order = np.sort(held_score)
    labels = np.sort(score) / 4.0
    quantiles = np.array([0.0, 0.01, 0.03, 0.06, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97, 1.0])
    knots = np.quantile(order, quantiles)
    width = 0.12
    heights = np.array([labels[int(max(0, (q - width)) * (len(labels) - 1)) : int(min(1, q + width) * (len(labels) - 1)) + 1].mean() for q in quantiles])
    heights[0], heights[-1] = 0.0, 1.0
    heights = np.maximum.accumulate(heights + np.arange(len(heights)) * 1e-3)
    heights = heights / heights[-1]
    curve = lambda raw: np.interp(raw, knots, heights)

    # The labels' cuts, on interviews that share no page with those measured.
    pages = {row["url"] for row in data.held_interviews}
    level = {"Clear Reply": 2, "Ambivalent": 1, "Clear Non-Reply": 0}
    tune = np.array([i for i, row in enumerate(data.interviews) if row["url"] not in pages])
    truth = np.array([level[data.interviews[i]["clarity"]] for i in tune])
    at = data.at[3][tune]
    raw, back = model.score(data), data.dense[:, -2] > 0
    shown = curve(raw)
    best = (0.0, 0.0, 0.0)
    for direct in np.quantile(shown[at], np.linspace(0.3, 0.95, 40)):
        for evasive in np.linspace(-2.0, 2.0, 41):
            guess = np.where((non[at] > evasive) | back[at], 0, np.where(shown[at] > direct, 2, 1))
            best = max(best, (f1_score(truth, guess, average="macro"), direct, evasive))
    guess = np.where((non[data.at[4]] > best[2]) | back[data.at[4]], 0, np.where(shown[data.at[4]] > best[1], 2, 1))
    held_truth = np.array([level[row["clarity"]] for row in data.held_interviews])
    print(f"interviews: tuned macro-F1 {best[0]:.3f} at score {best[1]:.3f}, logit {best[2]:.2f}; set aside {f1_score(held_truth, guess, average='macro'):.3f}")
    write(args.out, data, model, knots, heights, -cut[1], (low, high), best)
    print(f"wrote {args.out}: {args.out.stat().st_size} bytes")


def quantised(weights):
    scale = max(float(np.abs(weights).max()) / 127.0, 1e-12)
    return struct.pack("<f", scale) + np.rint(weights / scale).astype(np.int8).tobytes()


def write(path, data, model, knots, heights, non_cut, specific_cuts, label_cuts):
    """Little-endian: counts, then float arrays, then one byte per bucket."""
    dense, patterns = data.dense.shape[1], data.patterns.shape[1]
    floats = lambda *arrays: b"".join(np.asarray(a, dtype="<f4").tobytes() for a in arrays)
    out = b"BWDIRECT" + struct.pack("<5I", 1, dense, patterns, len(knots), len(TOPICS))
    out += floats(model.mean, model.scale)
    out += floats(model.score_dense.coef_, [model.score_dense.intercept_])
    out += floats(model.specific_dense.coef_, [model.specific_dense.intercept_])
    # The logit is moved so that one half is where non-answers are told apart best.
    out += floats(model.non.coef_[0], model.non.intercept_ - non_cut)
    out += floats(knots, heights, specific_cuts, [label_cuts[1], label_cuts[2] - non_cut])
    out += floats(model.topic.intercept_)
    out += quantised(1.5 * model.score_words.coef_)
    out += quantised(1.2 * model.specific_words.coef_)
    for row in model.topic.coef_:
        out += quantised(row)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(out)


if __name__ == "__main__":
    main()
