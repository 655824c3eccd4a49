"""Trains the reading of tone toward one thing that a text names: teachers that see the thing marked, then a small network.

    python training/target.py --data DATA_DIR --encoder ENCODER_DIR --models crates/analysis/models --out OUT_DIR --work WORK_DIR

The network reads the words of one sentence with the thing replaced by a token of its own. Its embeddings are those of the
reader, as compiled in, so that only its own two convolutions and its head are added to the program.
"""

import argparse
import json
import os
import random
import subprocess
import sys

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

import measure
from encoder import pretrained
from export import UNIT, reader_table
from machine import DEVICE, autocast, say, seeded
from student import TargetStudent
from things import REACH, TOKENS, Example, read_examples, student_row
from words import TeacherVocab, Vocab

JOINTS = [[","], ["while"], ["as"], ["but"], [";"], ["and"], [",", "while"], [",", "but"], ["."], ["even", "as"], ["after"], ["amid"]]


# ---------------------------------------------------------------- teachers

class TargetTeacher(nn.Module):
    """The encoder with the thing's tokens marked by their kind; reads at the thing, at the start and over all."""

    def __init__(self, encoder, drop=0.1):
        super().__init__()
        self.encoder = encoder
        self.mark = nn.Parameter(torch.zeros(384))
        self.drop = nn.Dropout(drop)
        self.out = nn.Linear(3 * 384, 3)

    def forward(self, ids, target):
        extra = target.unsqueeze(-1).float() * self.mark
        x = self.encoder(ids, torch.zeros_like(ids), extra)
        mask = (ids != 0).unsqueeze(-1).to(x.dtype)
        mean = (x * mask).sum(1) / mask.sum(1)
        here = target.unsqueeze(-1).to(x.dtype)
        at = (x * here).sum(1) / here.sum(1).clamp(min=1)
        return self.out(self.drop(torch.cat([at, mean, x[:, 0]], 1)))


def teacher_row(vocab, words, hits, hide, most=96):
    inside = {i for hit in hits for i in hit}
    first = {hit[0] for hit in hits}
    ids, target = [vocab.cls], [0]
    for i, word in enumerate(words):
        if i in inside:
            if hide and i not in first:
                continue
            got = [vocab.mask] if hide else vocab.ids(word)
            ids += got
            target += [1] * len(got)
        else:
            got = vocab.ids(word)
            ids += got
            target += [0] * len(got)
        if len(ids) >= most:
            break
    return ids[:most] + [vocab.sep], target[:most] + [0]


def padded(rows):
    width = max(len(r) for r in rows)
    out = np.zeros((len(rows), width), np.int64)
    for i, row in enumerate(rows):
        out[i, : len(row)] = row
    return torch.from_numpy(out).to(DEVICE, non_blocking=True)


def schedule(optimiser, steps, warm=0.06):
    return torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda s: min(1.0, (s + 1) / max(1, warm * steps)) * max(0.02, 1 - s / steps)
    )


def joined(rng, a, b):
    """Two texts about different things told in one breath: each keeps its tone. Returns words and both sets of places."""
    joint = rng.choice(JOINTS)
    left, right = (a, b) if rng.random() < 0.5 else (b, a)
    shift = len(left.words) + len(joint)
    words = left.words + joint + right.words
    moved = [[i + shift for i in hit] for hit in right.at]
    return words, left, left.at, right, moved


def train_teacher(args, vocab, examples, seed):
    seeded(seed)
    rng = random.Random(seed)
    known = [e for e in examples if e.split != 0 and e.label >= 0]
    short = [e for e in known if len(e.words) <= 16]
    model = TargetTeacher(pretrained(args.encoder)).to(DEVICE)
    heads = [p for n, p in model.named_parameters() if not n.startswith("encoder.")]
    rate = [4e-5, 7e-5][seed % 2]
    optimiser = torch.optim.AdamW([{"params": model.encoder.parameters(), "lr": rate}, {"params": heads, "lr": 5e-4}], weight_decay=0.01, fused=DEVICE == "cuda")
    size, epochs = 64, args.teacher_epochs + seed % 3
    weights = [{"pairs": 1.0, "tweets": 0.25, "headlines": 1.0, "statements": 2.0, "said": 1.0}[e.source] * (2.0 if e.mixed else 1.0) for e in known]
    steps = int(epochs * sum(weights) / size)
    plan = schedule(optimiser, steps)
    model.train()
    for step in range(steps):
        batch = rng.choices(known, weights, k=size)
        ids, target, label = [], [], []
        for e in batch:
            words, hits, truth = e.words, e.at, e.label
            roll = rng.random()
            if roll < 0.15 and len(words) <= 16:
                words, left, at, right, moved = joined(rng, e, rng.choice(short))
                hits, truth = (at, left.label) if rng.random() < 0.5 else (moved, right.label)
            a, b = teacher_row(vocab, words, hits, rng.random() < 0.3)
            if rng.random() < 0.4:
                keep = [j for j in range(len(a)) if a[j] in (vocab.cls, vocab.sep) or b[j] or rng.random() > 0.08]
                a, b = [a[j] for j in keep], [b[j] for j in keep]
            ids.append(a)
            target.append(b)
            label.append(truth)
        with autocast():
            out = model(padded(ids), padded(target))
        loss = F.cross_entropy(out.float(), torch.tensor(label, device=DEVICE), label_smoothing=0.05)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        plan.step()
    say("teacher", seed, figures(examples, teacher_outputs([model], vocab, aside(examples))))
    torch.save(model.state_dict(), os.path.join(args.work, f"target{seed}.pt"))


@torch.no_grad()
def teacher_outputs(models, vocab, examples, size=2048):
    for model in models:
        model.eval()
    coded = [teacher_row(vocab, e.words, e.at, False) for e in examples]
    order = sorted(range(len(coded)), key=lambda i: len(coded[i][0]))
    out = np.zeros((len(coded), 3), np.float32)
    for at in range(0, len(order), size):
        part = order[at: at + size]
        ids, target = padded([coded[i][0] for i in part]), padded([coded[i][1] for i in part])
        total = 0.0
        for model in models:
            with autocast():
                total = total + torch.softmax(model(ids, target).float(), 1) / len(models)
        out[part] = total.cpu().numpy()
    return out


def aside(examples):
    return [e for e in examples if e.split == 0 and e.label >= 0]


def figures(examples, outputs):
    rows = aside(examples)
    truth, guess = np.array([e.label for e in rows]), outputs.argmax(1)
    out = {}
    sources = [(name, [e.source == name for e in rows]) for name in ("pairs", "headlines", "tweets", "statements", "quotes")]
    for name, keep in sources + [("mixed", [e.source == "pairs" and e.mixed for e in rows])]:
        keep = np.array(keep)
        if not keep.any():
            continue
        out[name] = round(measure.macro_f1(truth[keep], guess[keep]), 3)
        out[name + "_rows"] = int(keep.sum())
    return json.dumps(out)


# ---------------------------------------------------------------- the network that ships

def student_arrays(vocab, examples):
    ids = np.zeros((len(examples), TOKENS), np.int64)
    far = np.full((len(examples), TOKENS), 2 * REACH, np.int64)
    for i, e in enumerate(examples):
        a, b = student_row(vocab, e.words, e.at)
        ids[i, : len(a)] = a
        far[i, : len(b)] = b
    return torch.from_numpy(ids).to(DEVICE), torch.from_numpy(far).to(DEVICE)


@torch.no_grad()
def student_outputs(model, vocab, examples):
    model.eval()
    ids, far = student_arrays(vocab, examples)
    return torch.cat([torch.softmax(model(ids[a: a + 8192], far[a: a + 8192]).float(), 1) for a in range(0, len(ids), 8192)]).cpu().numpy()


def vary(rng, e, pool, short, vocabulary):
    """One variation: joined texts, words dropped or replaced, numbers changed, another text's end."""
    words, hits = list(e.words), e.at
    roll = rng.random()
    if roll < 0.35 and len(words) <= 22:
        words, left, at, right, moved = joined(rng, e, rng.choice(short))
        hits = at if rng.random() < 0.5 else moved
    elif roll < 0.5:
        other = rng.choice(pool).words
        inside = [i for hit in hits for i in hit]
        if rng.random() < 0.5:
            cut = rng.randint(max(inside) + 1, len(words))
            words = words[:cut] + other[rng.randint(0, len(other) - 1):]
        else:
            cut = rng.randint(0, min(inside))
            head = other[: rng.randint(1, len(other))]
            words = head + words[cut:]
            hits = [[i - cut + len(head) for i in hit] for hit in hits]
    inside = {i for hit in hits for i in hit}
    drop = rng.choice([0.0, 0.0, 0.06, 0.15])
    keep = [i for i in range(len(words)) if i in inside or rng.random() >= drop]
    move = {i: n for n, i in enumerate(keep)}
    words = [words[i] for i in keep]
    hits = [[move[i] for i in hit] for hit in hits]
    inside = {i for hit in hits for i in hit}
    for i in range(len(words)):
        if i in inside:
            continue
        if words[i][0].isdigit() and rng.random() < 0.4:
            words[i] = str(rng.choice([rng.randint(1, 99), rng.randint(100, 99999)]))
        elif rng.random() < 0.02:
            words[i] = rng.choice(vocabulary)
        elif rng.random() < 0.03:
            words[i] = rng.choice(rng.choice(pool).words)
    return Example(words, hits, -1, 1, "varied")


def train_student(args, table, vocab, train, outputs, weight, examples, filters, epochs):
    seeded(1)
    model = TargetStudent(table, filters).to(DEVICE)
    ids, far = student_arrays(vocab, train)
    tone = torch.from_numpy(outputs).to(DEVICE)
    optimiser = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.01, fused=DEVICE == "cuda")
    size = 1024 if not args.quick else 64
    steps = max(1, int(epochs * len(train) / size))
    plan = schedule(optimiser, steps)
    order = torch.multinomial(weight.double(), min(steps * size, 2**24 - 1), replacement=True).to(DEVICE)
    mean = None
    model.train()
    for step in range(steps):
        at = (step * size) % (len(order) - size + 1)
        part = order[at: at + size]
        t = ids[part]
        t = t.masked_fill((torch.rand(t.shape, device=DEVICE) < 0.04) & (t > 0), 1)
        with autocast():
            out = model(t, far[part])
        loss = F.cross_entropy(out.float(), tone[part])
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        plan.step()
        if step == steps // 2:
            mean = {k: v.detach().clone() for k, v in model.state_dict().items()}
        elif mean is not None and step % 10 == 0:
            with torch.no_grad():
                for k, v in model.state_dict().items():
                    mean[k].lerp_(v, 0.02)
    model.load_state_dict(mean)
    say("student", filters, figures(examples, student_outputs(model, vocab, aside(examples))))
    return model


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--encoder", required=True)
    parser.add_argument("--models", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--stage", default="all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--teachers", default="1,2,3,4,5,6")
    parser.add_argument("--teacher-epochs", type=float, default=5)
    parser.add_argument("--variations", type=int, default=900000)
    parser.add_argument("--filters", default="64")
    parser.add_argument("--epochs", type=float, default=24)
    parser.add_argument("--without", type=int, choices=[0, 1], help="half of the labelled statements to leave out, see statements.py")
    parser.add_argument("--quick", action="store_true")
    args = parser.parse_args()
    if args.quick:
        args.teachers, args.teacher_epochs, args.variations, args.epochs, args.filters = "1,2", 0.05, 200, 1, "64"
    os.makedirs(args.work, exist_ok=True)
    os.makedirs(args.out, exist_ok=True)
    with open(os.path.join(args.encoder, "vocab.txt"), encoding="utf-8") as file:
        teacher_vocab = TeacherVocab(file.read().split("\n")[:30522])
    examples = read_examples(args.data, args.without)
    say("examples", len(examples), "known and not set aside", sum(e.split != 0 and e.label >= 0 for e in examples))
    if args.stage == "teacher":
        torch.set_num_threads(2)
        return train_teacher(args, teacher_vocab, examples, args.seed)
    seeds = [int(s) for s in args.teachers.split(",")]
    jobs = [subprocess.Popen([sys.executable, __file__, *sys.argv[1:], "--stage", "teacher", "--seed", str(s)]) for s in seeds]
    with open(os.path.join(args.models, "vocab.txt"), encoding="utf-8") as file:
        vocab = Vocab(file.read().split("\n"))
    kept = [e for e in examples if e.split != 0]
    short = [e for e in kept if len(e.words) <= 18]
    rng = random.Random(7)
    vocabulary = [t for t in vocab.tokens if t.isalpha() and len(t) > 2]
    weights = [{"pairs": 2.0, "tweets": 0.5, "headlines": 2.0, "statements": 4.0, "said": 2.0}[e.source] * (2.0 if e.mixed else 1.0) for e in kept]
    varied = [vary(rng, e, kept, short, vocabulary) for e in rng.choices(kept, weights, k=args.variations)]
    say("variations", len(varied))
    for job in jobs:
        if job.wait() != 0:
            raise SystemExit("a teacher failed")
    models = []
    for s in seeds:
        model = TargetTeacher(pretrained(args.encoder)).to(DEVICE)
        model.load_state_dict(torch.load(os.path.join(args.work, f"target{s}.pt"), map_location=DEVICE))
        models.append(model)
    say("teachers together", figures(examples, teacher_outputs(models, teacher_vocab, aside(examples))))
    train = kept + varied
    outputs = teacher_outputs(models, teacher_vocab, train)
    say("labelled", len(train))
    for i, e in enumerate(kept):
        if e.label >= 0:
            outputs[i] = 0.6 * outputs[i] + 0.4 * np.eye(3, dtype=np.float32)[e.label]
    weight = torch.ones(len(train))
    weight[: len(kept)] = torch.tensor([4.0 * w for w in weights])
    table = torch.from_numpy(reader_table(args.models).astype(np.float32) * UNIT)
    for filters in [int(f) for f in args.filters.split(",")]:
        model = train_student(args, table, vocab, train, outputs, weight, examples, filters, args.epochs)
        state = {k: v.float().cpu().numpy() for k, v in model.state_dict().items() if k != "table"}
        np.savez_compressed(os.path.join(args.out, f"target{filters}.npz"), **state)
    say("done")


if __name__ == "__main__":
    main()
