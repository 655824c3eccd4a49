"""Distils how directly a question is answered: teachers tuned on the labels, a small network that learns from them.

    python training/directness/teach.py --stage prepare --data DATA_DIR --calls CALLS --vocab VOCAB --encoder ENCODER_DIR --work WORK_DIR
    python training/directness/teach.py --encoder ENCODER_DIR --work WORK_DIR

CALLS is what `bellwether call FILES --json` prints for the filed calls: more exchanges, without labels. For each of five
folds of companies, and once for all, teachers are tuned without the companies of the fold, label varied exchanges of the
other companies, and a student learns from those labels; so every figure is of companies that nobody in the chain has
seen. Writes `outputs-SHAPE.npz` (what each fold's student says of every row) and `student-SHAPE-5-SEED.npz` (the one of
all companies). Fixed seeds throughout; a graphics card may round otherwise from run to run.
"""

import argparse
import os
import pickle
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

sys.path.append(str(Path(__file__).resolve().parent.parent))
from encoder import initial_embedding, pretrained
from exchanges import load, prepare, vary
from machine import DEVICE, autocast, say, seeded
from pair_student import ANSWER, EMBED, QUESTION, PairStudent

FOLDS = 5
EVERYTHING = FOLDS  # the fold that sets nothing aside
TOPICS = "guidance revenue margin cost capital deal regulation product competition customer macro operations other".split()
PAIR_MARKS = ("specific", "clear", "relevant", "cautious", "assertive", "optimistic")
# The heads of a teacher: where each begins.
SCORE, ABOVE, OWN_SPECIFIC, NON, ASKS, GIVES, PAIR, TOPIC = 0, 1, 5, 6, 10, 11, 12, 18
HEADS = TOPIC + len(TOPICS)
# What the student learns: score, non-answer, specific (pairs), specific (own), asks, gives, relevant, clear.
TAUGHT = [SCORE, NON, PAIR, OWN_SPECIFIC, ASKS, GIVES, PAIR + 2, PAIR + 1]
WEIGHTS = [2.0, 0.7, 1.0, 0.5, 0.3, 0.3, 0.3, 0.3]
TEACHER_QUESTION, TEACHER_ANSWER = 110, 270


def schedule(optimiser, steps, warm=0.08):
    return torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda s: min(1.0, (s + 1) / max(1, warm * steps)) * max(0.02, 1 - s / steps)
    )


def padded(rows):
    width = -(-max(len(r) for r in rows) // 16) * 16
    out = np.zeros((len(rows), width), dtype=np.int64)
    for i, row in enumerate(rows):
        out[i, : len(row)] = row
    return torch.from_numpy(out).to(DEVICE, non_blocking=True)


def cut(question, answer, vocab, most_question, most_answer):
    """The end of the question, where it asks, and the beginning of the answer."""
    asked = [i for word in question[-most_question:] for i in vocab.ids(word)]
    return asked[-most_question:], vocab.text_ids(answer, most_answer)


def teacher_ids(question, answer, vocab):
    asked, said = cut(question, answer, vocab, TEACHER_QUESTION, TEACHER_ANSWER)
    ids = [vocab.cls] + asked + [vocab.sep] + said + [vocab.sep]
    return ids, [0] * (len(asked) + 2) + [1] * (len(said) + 1)


class Teacher(nn.Module):
    def __init__(self, encoder, drop=0.1):
        super().__init__()
        self.encoder = encoder
        self.drop = nn.Dropout(drop)
        self.heads = nn.Linear(3 * 384, HEADS)

    def forward(self, ids, kinds):
        x = self.encoder(ids, kinds)
        mask = (ids != 0).unsqueeze(-1).to(x.dtype)
        said = kinds.unsqueeze(-1).to(x.dtype)
        mean = (x * mask).sum(1) / mask.sum(1)
        answer = (x * said).sum(1) / said.sum(1).clamp(min=1)
        return self.heads(self.drop(torch.cat([mean, answer, x[:, 0]], 1)))


# ---------------------------------------------------------------- data

def ranks(values):
    """Mean ranks, to zero mean and unit spread."""
    values = np.asarray(values, float)
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    rank = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    return (rank - rank.mean()) / rank.std()


def spearman(a, b):
    return float((ranks(a) * ranks(b)).mean())


def targets(rows):
    """Labels, on the scale of the heads, and which of them are known."""
    values = np.zeros((len(rows["texts"]), HEADS), np.float32)
    known = np.zeros_like(values)
    own, pairs = rows["own"], rows["pairs"]
    for i, row in enumerate(own):
        values[i, ABOVE : ABOVE + 4] = [np.mean([score > at for score in row["scores"]]) for at in range(4)]
        kinds = [row["non_answer"] == kind for kind in ("refuse", "unable", "later")]
        values[i, NON : NON + 4] = [any(kinds), *kinds]
        values[i, ASKS], values[i, GIVES] = row["asks_number"], row["gives_number"]
        values[i, TOPIC + TOPICS.index(row["topic"])] = 1
        known[i, ABOVE : ABOVE + 4] = 0.3
        known[i, NON : NON + 4] = 0.25
        known[i, ASKS] = known[i, GIVES] = 0.3
        known[i, TOPIC:] = 0.03
    n, m = len(own), len(own) + len(pairs)
    values[:n, SCORE], known[:n, SCORE] = ranks([np.mean(r["scores"]) for r in own]), 1.5
    standard = lambda x: (x - x.mean()) / x.std()
    values[:n, OWN_SPECIFIC], known[:n, OWN_SPECIFIC] = standard(np.array([r["specific"] for r in own], float)), 0.3
    for at, mark in enumerate(PAIR_MARKS):
        values[n:m, PAIR + at] = standard(np.array([r[mark] for r in pairs], float))
        known[n:m, PAIR + at] = [0.7, 0.2, 0.3, 0.1, 0.1, 0.1][at]
    return torch.from_numpy(values).to(DEVICE), torch.from_numpy(known).to(DEVICE)


REAL = torch.tensor([h in (SCORE, OWN_SPECIFIC) or PAIR <= h < TOPIC for h in range(HEADS)])


# ---------------------------------------------------------------- teachers

# Teachers differ in pace, length and what they are shown, so that their errors differ.
CONFIGS = {
    "a": dict(rate=5e-5, epochs=5),
    "d": dict(rate=1.5e-4, epochs=6),
    "e": dict(rate=8e-5, epochs=8, swaps=0.12),
}
# What an answer to another question is worth, on the scale of the ranks.
SWAPPED = -1.6


def train_teacher(args, fold, config, seed):
    rows = load(args)
    vocab = rows["teacher_vocab"]
    seeded(100 * fold + seed)
    plan_of = CONFIGS[config]
    values, known = targets(rows)
    allowed = [i for i in range(len(rows["own"]) + len(rows["pairs"])) if fold not in rows["folds"][i]]
    if args.dry:
        allowed = allowed[::60]
    coded = {i: teacher_ids(*rows["texts"][i], vocab) for i in allowed}
    bare = {i: teacher_ids([], rows["texts"][i][1], vocab) for i in allowed}
    model = Teacher(pretrained(args.encoder)).to(DEVICE)
    optimiser = torch.optim.AdamW(
        [{"params": model.encoder.parameters(), "lr": plan_of["rate"]}, {"params": model.heads.parameters(), "lr": 1e-3}],
        weight_decay=0.01, fused=DEVICE == "cuda",
    )
    size = 32
    steps = plan_of["epochs"] * -(-len(allowed) // size) if not args.dry else 2
    plan = schedule(optimiser, steps)
    rng = np.random.default_rng(100 * fold + seed)
    real = REAL.to(DEVICE)
    order = []
    model.train()
    for step in range(steps):
        while len(order) < size:
            order += list(rng.permutation(allowed))
        part, order = order[:size], order[size:]
        picked = [bare[i] if rng.random() < 0.08 else coded[i] for i in part]
        want, weight = values[part], known[part]
        for k in np.where(rng.random(size) < plan_of.get("swaps", 0.0))[0]:
            picked[k] = teacher_ids(rows["texts"][part[k]][0], rows["texts"][rng.choice(allowed)][1], vocab)
            want[k, SCORE] = SWAPPED
            weight[k] = 0.0
            weight[k, SCORE] = 0.7
        ids, kinds = padded([p[0] for p in picked]), padded([p[1] for p in picked])
        hide = (torch.rand(ids.shape, device=DEVICE) < 0.06) & (ids > 103)
        ids = ids.masked_fill(hide, vocab.mask)
        with autocast():
            out = model(ids, kinds).float()
        loss = torch.where(real, (out - want) ** 2, F.binary_cross_entropy_with_logits(out, want, reduction="none"))
        loss = (loss * weight).sum(1).mean()
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        plan.step()
    out = teacher_outputs(model, [teacher_ids(q, a, vocab) for q, a in rows["texts"]][:: 1 if not args.dry else 200])
    if args.dry:
        out = np.repeat(out, 200, 0)[: len(rows["texts"])]
    name = f"teacher-{config}-{fold}-{seed}"
    np.save(os.path.join(args.work, name + ".npy"), out)
    torch.save({k: v.half() for k, v in model.state_dict().items()}, os.path.join(args.work, name + ".pt"))
    return out


@torch.no_grad()
def teacher_outputs(model, coded, budget=131072):
    """Rows of like length together, so that little is padding."""
    model.eval()
    out = np.zeros((len(coded), HEADS), np.float32)
    order = sorted(range(len(coded)), key=lambda i: len(coded[i][0]))
    at = 0
    while at < len(order):
        size = max(1, budget // (len(coded[order[min(len(order) - 1, at + 256)]][0]) + 16))
        part = order[at : at + size]
        with autocast():
            got = model(padded([coded[i][0] for i in part]), padded([coded[i][1] for i in part]))
        out[part] = got.float().cpu().numpy()
        at += size
    return out


# ---------------------------------------------------------------- the student

def student_arrays(texts, vocab):
    question = np.zeros((len(texts), QUESTION), np.int32)
    answer = np.zeros((len(texts), ANSWER), np.int32)
    for i, (q, a) in enumerate(texts):
        asked, said = cut(q, a, vocab, QUESTION, ANSWER)
        question[i, : len(asked)] = asked
        answer[i, : len(said)] = said
    return torch.from_numpy(question).to(DEVICE), torch.from_numpy(answer).to(DEVICE)


def label(args, fold, names):
    """What the teachers of a fold say of the varied exchanges that come from other companies."""
    rows = load(args)
    with open(os.path.join(args.work, "varied.pkl"), "rb") as file:
        varied = pickle.load(file)
    varied = [v for v in varied if all(fold not in rows["folds"][i] for i in v[2])]
    if args.dry:
        varied = varied[::80]
    vocab = rows["teacher_vocab"]
    coded = [teacher_ids(q, a, vocab) for q, a, _, _ in varied]
    total = 0
    for name in names:
        model = Teacher(pretrained(args.encoder)).to(DEVICE)
        model.load_state_dict(torch.load(os.path.join(args.work, name + ".pt"), map_location=DEVICE))
        total = total + teacher_outputs(model, coded)[:, TAUGHT]
    question, answer = student_arrays([v[:2] for v in varied], rows["vocab"])
    originals = np.array([v[3] for v in varied])
    np.savez(os.path.join(args.work, f"labels-{fold}.npz"), labels=total / len(names), question=question.cpu().numpy(),
             answer=answer.cpu().numpy(), originals=originals)
    say("labelled", fold, len(varied))


def train_student(args, fold, seed, shape):
    rows = load(args)
    seeded(1000 + 10 * fold + seed)
    got = np.load(os.path.join(args.work, f"labels-{fold}.npz"))
    labels = np.clip(got["labels"], -4, 4)
    middle, spread = labels.mean(0), labels.std(0)
    labels = torch.from_numpy((labels - middle) / spread).to(DEVICE)
    question, answer = (torch.from_numpy(got[k].astype(np.int64)).to(DEVICE) for k in ("question", "answer"))
    filters, hidden, cross = (int(n) for n in shape.split("x"))
    model = PairStudent(len(rows["vocab"].tokens), filters, hidden, cross, args.drop).to(DEVICE)
    with torch.no_grad():
        model.embed.weight.copy_(torch.from_numpy(np.load(os.path.join(args.work, "start.npy"))))
    optimiser = torch.optim.AdamW(model.parameters(), lr=args.student_rate, weight_decay=0.02, fused=DEVICE == "cuda")
    size = 32 if args.dry else args.student_batch
    steps = 3 if args.dry else int(args.student_epochs * len(labels) / size)
    plan = schedule(optimiser, steps)
    weights = torch.tensor(WEIGHTS, device=DEVICE)
    # Originals are drawn more often than variations.
    share = torch.from_numpy(1.0 + 2.0 * got["originals"])
    order = torch.multinomial(share, steps * size, replacement=True).to(DEVICE)
    mean = None
    model.train()
    for step in range(steps):
        part = order[step * size : (step + 1) * size]
        q, a = question[part], answer[part]
        q = q.masked_fill((torch.rand(q.shape, device=DEVICE) < 0.05) & (q != 0), 1)
        a = a.masked_fill((torch.rand(a.shape, device=DEVICE) < 0.05) & (a != 0), 1)
        with autocast():
            out = model(q, a).float()
        loss = (((out - labels[part]) ** 2) * weights).sum(1).mean()
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        plan.step()
        if step >= steps // 2 and step % 5 == 0:
            with torch.no_grad():
                if mean is None:
                    mean = {k: v.detach().clone() for k, v in model.state_dict().items()}
                for k, v in model.state_dict().items():
                    mean[k].lerp_(v, 0.02)
    if mean is not None:
        model.load_state_dict(mean)
    model.eval()
    question, answer = student_arrays(rows["texts"], rows["vocab"])
    with torch.no_grad():
        starts = range(0, 512 if args.dry else len(question), 512)
        out = np.concatenate([model(question[at : at + 512], answer[at : at + 512]).cpu().numpy() for at in starts])
    if args.dry:
        out = np.resize(out, (len(question), out.shape[1]))
    name = f"student-{shape}-{fold}-{seed}"
    np.save(os.path.join(args.work, name + ".npy"), out)
    if fold == EVERYTHING:
        np.savez(os.path.join(args.work, name + ".npz"), **{k: v.cpu().numpy() for k, v in model.state_dict().items()})
    say("student", shape, fold, seed, "loss", round(loss.item(), 3))


# ---------------------------------------------------------------- figures

def measure(args, title, by_fold):
    """Held-out figures of what each fold's network says: (score, specific) of every row."""
    rows = load(args)
    n, m = len(rows["own"]), len(rows["own"]) + len(rows["pairs"])
    truth = np.array([r["score"] for r in rows["own"]], float)
    specific = np.array([r["specific"] for r in rows["pairs"]], float)
    held, held_specific = np.zeros(n), np.zeros(m - n)
    for fold in range(FOLDS):
        score, spec = by_fold[fold]
        mine = np.array([fold in f for f in rows["folds"][:m]])
        scale = score[:m].std()
        held[mine[:n]] = score[:n][mine[:n]] / scale
        held_specific[mine[n:]] = spec[n:m][mine[n:]] / spec[:m].std()
    folds = np.array([next(iter(f)) for f in rows["folds"][:n]])
    further = np.array(["further" in r for r in rows["own"]])
    by = " ".join(f"{spearman(held[mine], truth[mine]):.3f}" for mine in (~further & (folds == f) for f in range(FOLDS)))
    scored = -spearman(by_fold[EVERYTHING][0][-len(rows["scored"]) :], rows["scored"])
    own, more = (spearman(held[part], truth[part]) for part in (~further, further))
    say(f"{title}: own {own:.3f} ({by}) further {more:.3f} specific {spearman(held_specific, specific):.3f} scored by models {scored:.3f}")


def run(args, jobs, workers):
    """Stages in processes of their own, several at a time."""
    waiting, running = list(jobs), []
    while waiting or running:
        while waiting and len(running) < workers:
            running.append(subprocess.Popen([sys.executable, __file__, *args.passed, *waiting.pop(0)]))
        time.sleep(0.1)
        for one in [r for r in running if r.poll() is not None]:
            running.remove(one)
            if one.returncode:
                raise SystemExit("a stage failed")


def everything(args):
    teachers = args.teachers.split(",")
    folds = list(range(FOLDS + 1))
    at = lambda name, end="npy": os.path.join(args.work, f"{name}.{end}")
    jobs = []
    for one in teachers:
        config, seed = one.split("-")
        missing = [f"{config}-{f}-{seed}" for f in folds if not os.path.exists(at(f"teacher-{config}-{f}-{seed}"))]
        jobs += [["--stage", "teachers", "--jobs", ",".join(missing[k : k + 3])] for k in range(0, len(missing), 3)]
    if not os.path.exists(at("varied", "pkl")):
        jobs.insert(0, ["--stage", "vary"])
    run(args, jobs, args.workers)
    said = {one: {f: np.load(at(f"teacher-{one[0]}-{f}-{one[2:]}")) for f in folds} for one in teachers}
    for one in teachers:
        measure(args, "teacher " + one, {f: (x[:, SCORE], x[:, PAIR]) for f, x in said[one].items()})
    together = {f: sum(said[one][f] for one in teachers) for f in folds}
    measure(args, "teachers together", {f: (x[:, SCORE], x[:, PAIR]) for f, x in together.items()})
    named = lambda f: "+".join(f"teacher-{t[0]}-{f}-{t[2:]}" for t in teachers)
    run(args, [["--stage", "label", "--jobs", f"{f}:{named(f)}"] for f in folds], args.workers)
    students = [f"{shape}/{f}/{seed}" for shape in args.shapes.split(",") for seed in range(args.seeds) for f in folds]
    run(args, [["--stage", "student", "--jobs", one] for one in students], args.workers)
    for shape in args.shapes.split(","):
        got = {s: {f: np.load(at(f"student-{shape}-{f}-{s}")) for f in folds} for s in range(args.seeds)}
        for s in got:
            measure(args, f"student {shape} {s}", {f: (x[:, 0], x[:, 2]) for f, x in got[s].items()})
        if args.seeds > 1:
            measure(args, f"students {shape} together", {f: (sum(got[s][f][:, 0] for s in got), sum(got[s][f][:, 2] for s in got)) for f in folds})
        np.savez(at(f"outputs-{shape}", "npz"), **{f"student{f}-{s}": got[s][f].astype(np.float32) for s in got for f in folds},
                 **{f"teacher{f}": together[f][:, TAUGHT].astype(np.float32) for f in folds})


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path)
    parser.add_argument("--calls")
    parser.add_argument("--encoder", required=True)
    parser.add_argument("--vocab")
    parser.add_argument("--work", required=True)
    parser.add_argument("--stage", default="all")
    parser.add_argument("--jobs", default="")
    parser.add_argument("--teachers", default="a-0,a-1,a-2,d-0,e-0", help="config-seed, ...")
    parser.add_argument("--shapes", default="160x96x48")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--workers", type=int, default=6)
    parser.add_argument("--varied", type=int, default=60000)
    parser.add_argument("--student-epochs", type=float, default=10)
    parser.add_argument("--student-rate", type=float, default=2e-3)
    parser.add_argument("--student-batch", type=int, default=512)
    parser.add_argument("--drop", type=float, default=0.2)
    parser.add_argument("--dry", action="store_true", help="a few steps of everything")
    args = parser.parse_args()
    at = [i for i, a in enumerate(sys.argv) if a in ("--stage", "--jobs")]
    args.passed = [a for i, a in enumerate(sys.argv[1:], 1) if i not in at and i - 1 not in at]
    if args.stage == "prepare":
        prepare(args)
    elif args.stage == "vary":
        rows = load(args)
        np.save(os.path.join(args.work, "start.npy"), initial_embedding(args.encoder, rows["vocab"], rows["teacher_vocab"], EMBED).numpy())
        with open(os.path.join(args.work, "varied.pkl"), "wb") as file:
            pickle.dump(vary(args, rows, args.varied), file)
        say("varied")
    elif args.stage == "teachers":  # config-fold-seed,...
        for job in args.jobs.split(","):
            config, fold, seed = job.split("-")
            train_teacher(args, int(fold), config, int(seed))
            say("teacher", job)
    elif args.stage == "label":  # fold:teacher+teacher
        fold, names = args.jobs.split(":")
        label(args, int(fold), names.split("+"))
    elif args.stage == "student":  # shape/fold/seed,...
        for job in args.jobs.split(","):
            shape, fold, seed = job.split("/")
            train_student(args, int(fold), int(seed), shape)
    else:
        everything(args)


if __name__ == "__main__":
    main()
