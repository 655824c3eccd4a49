"""Trains the reader: adapts a pretrained encoder, tunes teachers, labels varied texts, distils a small network.

    python training/train.py --data DATA_DIR --encoder ENCODER_DIR --out OUT_DIR

Only sets whose licence allows it are trained on; the others are read for measuring. Fixed seeds throughout.
"""

import argparse
import json
import multiprocessing
import os
import random
import subprocess
import sys
from collections import Counter

import numpy as np
import torch
import torch.nn.functional as F

import augment
import data
import measure
import names
from encoder import Masked, Teacher, initial_embedding, pretrained
from machine import DEVICE, autocast, say, seeded
from student import EMBED, LEAD, TITLE, Student
from words import SPECIALS, TeacherVocab, Vocab, words_of


def teacher_ids(vocab, title, lead, most=110):
    ids = [vocab.cls] + vocab.text_ids(title, 60) + [vocab.sep]
    kinds = [0] * len(ids)
    if lead:
        more = vocab.text_ids(lead, most - len(ids) - 1) + [vocab.sep]
        ids, kinds = ids + more, kinds + [1] * len(more)
    return ids, kinds


def padded(rows, fill=0):
    width = max(len(r) for r in rows)
    out = np.full((len(rows), width), fill, dtype=np.int64)
    for i, row in enumerate(rows):
        out[i, : len(row)] = row
    return torch.from_numpy(out).to(DEVICE, non_blocking=True)


def schedule(optimiser, steps, warm=0.06):
    return torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda s: min(1.0, (s + 1) / max(1, warm * steps)) * max(0.02, 1 - s / steps)
    )


# ---------------------------------------------------------------- the encoder, adapted to the field

def adapt(args, vocab, texts):
    seeded(1)
    model = Masked(pretrained(args.encoder)).to(DEVICE)
    optimiser = torch.optim.AdamW(model.parameters(), lr=2e-4, weight_decay=0.01, fused=DEVICE == "cuda")
    plan = schedule(optimiser, args.adapt_steps)
    rows = [teacher_ids(vocab, t, l, 80)[0] for t, l in texts]
    rng = np.random.default_rng(1)
    model.train()
    for step in range(args.adapt_steps):
        ids = padded([rows[i] for i in rng.integers(0, len(rows), args.adapt_batch)])
        chosen = (torch.rand(ids.shape, device=DEVICE) < 0.18) & (ids > 103)
        roll = torch.rand(ids.shape, device=DEVICE)
        hidden = torch.where(chosen & (roll < 0.8), vocab.mask, ids)
        other = torch.randint(1000, 29000, ids.shape, device=DEVICE)
        hidden = torch.where(chosen & (roll > 0.9), other, hidden)
        with autocast():
            loss = F.cross_entropy(model(hidden, torch.zeros_like(ids), chosen).float(), ids[chosen])
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        plan.step()
        if step % 300 == 0 or step + 1 == args.adapt_steps:
            say("adapt", step, round(loss.item(), 3))
    torch.save(model.state_dict(), os.path.join(args.work, "masked.pt"))


# ---------------------------------------------------------------- teachers

def teacher_examples(rows):
    """(title, lead, tone, categories, mask, topic) of every row that may be trained on."""
    out = []
    crypto_only = {data.CATEGORIES.index(c) for c in ("Mining", "DeFi", "Stablecoins", "NFTs & Gaming", "Memecoins", "ETFs")}
    for row in rows:
        if row.split == 0:
            continue
        if row.source == "headlines":
            marks, mask = row.categories, [1.0] * len(data.CATEGORIES)
            out += [(row.title, [], row.sentiment, marks, mask, -1)] * 2
            if row.lead:
                out += [(row.title, row.lead, row.sentiment, marks, mask, -1)]
        elif row.source == "tft":
            name = data.TOPIC_CATEGORY.get(data.TOPICS[row.topic])
            marks = [1.0 if c == name else 0.0 for c in data.CATEGORIES]
            crypto = any(w in ("crypto", "bitcoin", "btc", "nft", "etf", "etfs", "mining", "ethereum") for w in row.title)
            mask = [0.3 if c == name else 0.1 if i in crypto_only and not crypto else 0.0 for i, c in enumerate(data.CATEGORIES)]
            out.append((row.title, [], -1, marks, mask, row.topic))
        else:
            out.append((row.title, [], row.sentiment, [0.0] * len(data.CATEGORIES), [0.0] * len(data.CATEGORIES), -1))
    for text, name in names.examples(random.Random(21), 4000):
        marks = [1.0 if c == name else 0.0 for c in data.CATEGORIES]
        out.append((words_of(text), [], -1, marks, [0.5 * m for m in marks], -1))
    return out


def train_teacher(args, vocab, rows, seed):
    seeded(seed)
    # Teachers differ in length and pace, so that their errors differ. They start from the encoder as published: one
    # adapted to these texts first scored lower.
    epochs, rate = args.teacher_epochs + seed % 3 - 1, [4e-5, 7e-5][seed % 2]
    model = Teacher(pretrained(args.encoder), len(data.CATEGORIES), len(data.TOPICS)).to(DEVICE)
    examples = teacher_examples(rows)
    coded = [teacher_ids(vocab, e[0], e[1]) for e in examples]
    rng = np.random.default_rng(seed)
    heads = [p for n, p in model.named_parameters() if not n.startswith("encoder.")]
    optimiser = torch.optim.AdamW(
        [{"params": model.encoder.parameters(), "lr": rate}, {"params": heads, "lr": 5e-4}], weight_decay=0.01, fused=DEVICE == "cuda"
    )
    size = 64
    steps = int(epochs * len(examples) / size)
    plan = schedule(optimiser, steps)
    order = []
    model.train()
    for step in range(steps):
        if len(order) < size:
            order = list(rng.permutation(len(examples)))
        chosen = [order.pop() for _ in range(size)]
        batch = [examples[i] for i in chosen]
        # A little noise in the words keeps a small labelled set from being learnt by heart.
        ids, kinds = [], []
        for i in chosen:
            a, b = coded[i]
            if rng.random() < 0.5:
                kept = [j for j in range(len(a)) if a[j] in (vocab.cls, vocab.sep) or rng.random() > 0.08]
                a, b = [a[j] for j in kept], [b[j] for j in kept]
            ids.append(a)
            kinds.append(b)
        ids, kinds = padded(ids), padded(kinds)
        tone = torch.tensor([e[2] for e in batch], device=DEVICE)
        marks = torch.tensor([e[3] for e in batch], device=DEVICE)
        mask = torch.tensor([e[4] for e in batch], device=DEVICE)
        topic = torch.tensor([e[5] for e in batch], device=DEVICE)
        with autocast():
            a, b, c = model(ids, kinds)
        a, b, c = a.float(), b.float(), c.float()
        loss = 0.0
        if (tone >= 0).any():
            loss = F.cross_entropy(a, tone, ignore_index=-1, label_smoothing=0.05)
        if mask.any():
            loss = loss + 3.0 * (F.binary_cross_entropy_with_logits(b, marks, reduction="none") * mask).sum() / mask.sum()
        if (topic >= 0).any():
            loss = loss + 0.3 * F.cross_entropy(c, topic, ignore_index=-1)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        plan.step()
    figures = scores(lambda texts: teacher_outputs([model], vocab, texts), measured(args, rows))
    say("teacher", seed, json.dumps({k: round(v, 3) for k, v in figures.items() if not isinstance(v, dict)}))
    torch.save({"state": model.state_dict(), "figures": figures}, os.path.join(args.work, f"teacher{seed}.pt"))


@torch.no_grad()
def teacher_outputs(models, vocab, texts, size=1024):
    """Mean tone probabilities and category probabilities of several teachers."""
    for model in models:
        model.eval()
    coded = [teacher_ids(vocab, t, l) for t, l in texts]
    order = sorted(range(len(coded)), key=lambda i: len(coded[i][0]))
    tone = np.zeros((len(texts), 3), np.float32)
    marks = np.zeros((len(texts), len(data.CATEGORIES)), np.float32)
    for at in range(0, len(order), size):
        part = order[at: at + size]
        ids, kinds = padded([coded[i][0] for i in part]), padded([coded[i][1] for i in part])
        sums = [0.0, 0.0]
        for model in models:
            with autocast():
                a, b, _ = model(ids, kinds)
            sums[0] = sums[0] + torch.softmax(a.float(), 1) / len(models)
            sums[1] = sums[1] + torch.sigmoid(b.float()) / len(models)
        tone[part], marks[part] = sums[0].cpu().numpy(), sums[1].cpu().numpy()
    return tone, marks


# ---------------------------------------------------------------- figures

def measured(args, rows):
    aside = [r for r in rows if r.split == 0]
    sets = {s: [r for r in aside if r.source == s] for s in ("headlines", "tfns", "sentfin")}
    sets["cryptolin"] = data.cryptolin(args.data)
    sets["fiqa"] = data.fiqa(args.data)
    sets["tags"] = data.editor_tags(args.data)
    if args.quick:
        sets = {k: v[:60] for k, v in sets.items()}
    return sets


def scores(outputs, sets):
    figures = {}
    for name, rows in sets.items():
        if name == "tags":
            continue
        tone, marks = outputs([(r.title, []) for r in rows])
        truth = [r.sentiment for r in rows]
        figures[name] = measure.macro_f1(truth, tone.argmax(1))
        figures[name + "_acc"] = measure.accuracy(truth, tone.argmax(1))
        if name == "headlines":
            figures["headlines_map"] = measure.mean_average_precision([r.categories for r in rows], marks, data.CATEGORIES)[0]
            tone, marks = outputs([(r.title, r.lead) for r in rows])
            figures["headlines_lead"] = measure.macro_f1(truth, tone.argmax(1))
            figures["headlines_lead_map"] = measure.mean_average_precision([r.categories for r in rows], marks, data.CATEGORIES)[0]
    _, marks = outputs([(r.title, []) for r in sets["tags"]])
    figures["tags_map"], figures["tags_each"] = measure.mean_average_precision(
        [r.categories for r in sets["tags"]], marks, data.CATEGORIES
    )
    return figures


# ---------------------------------------------------------------- texts for the student

@torch.no_grad()
def reworded(args, vocab, texts):
    """Some words of each title replaced by what the adapted encoder would put in their place."""
    model = Masked(pretrained(args.encoder)).to(DEVICE)
    model.load_state_dict(torch.load(os.path.join(args.work, "masked.pt"), map_location=DEVICE))
    model.eval()
    seeded(5)
    whole = torch.tensor([not t.startswith("##") and not t.startswith("[") and (t.isalpha() or len(t) == 1) for t in vocab.tokens], device=DEVICE)
    rng = random.Random(5)
    out = []
    texts = sorted(texts, key=len)
    for at in range(0, len(texts), 1024):
        part = texts[at: at + 1024]
        rows, places = [], []
        for words in part:
            ids, where = [vocab.cls], []
            rate = rng.choice([0.15, 0.3, 0.45])
            for k, word in enumerate(words[:50]):
                got = vocab.ids(word)
                if len(got) == 1 and word.isalpha() and rng.random() < rate:
                    where.append((k, len(ids)))
                    got = [vocab.mask]
                ids.extend(got)
            rows.append(ids + [vocab.sep])
            places.append(where)
        ids = padded(rows)
        chosen = ids == vocab.mask
        if not chosen.any():
            continue
        with autocast():
            logits = model(ids, torch.zeros_like(ids), chosen).float()
        logits = logits.masked_fill(~whole, -1e9)
        top = logits.topk(40, 1)
        pick = torch.multinomial(torch.softmax(top.values / 1.1, 1), 1)
        filled = ids.clone()
        filled[chosen] = top.indices.gather(1, pick).squeeze(1)
        filled = filled.cpu().numpy()
        for n, words in enumerate(part):
            new = list(words)
            for k, place in places[n]:
                new[k] = vocab.tokens[filled[n, place]]
            out.append((new, []))
    return out


def student_vocab(teacher_vocab, rows, sentences):
    count = Counter()
    for row in rows:
        if row.split != 0:
            count.update(row.title + row.lead)
    for words in sentences:
        count.update(words)
    base = [t for t in teacher_vocab.tokens if t.isascii() and not t.startswith("[") and not t.lstrip("#").isdigit()] + ["£", "€", "₿"]
    known = set(base)
    added = [
        w for w, n in count.most_common()
        if n >= 4 and w not in known and w.replace("'", "").isalnum() and not w[0].isdigit() and w.isascii() and not w.endswith("'s")
    ]
    return Vocab(SPECIALS + base + added[:6000])


def student_arrays(vocab, texts):
    title = np.zeros((len(texts), TITLE), np.int64)
    lead = np.zeros((len(texts), LEAD), np.int64)
    for i, (t, l) in enumerate(texts):
        ids = vocab.text_ids(t, TITLE)
        title[i, : len(ids)] = ids
        ids = vocab.text_ids(l, LEAD)
        lead[i, : len(ids)] = ids
    return torch.from_numpy(title).to(DEVICE), torch.from_numpy(lead).to(DEVICE)


@torch.no_grad()
def student_outputs(model, vocab, texts, size=4096):
    model.eval()
    title, lead = student_arrays(vocab, texts)
    tone, marks = [], []
    for at in range(0, len(texts), size):
        a, b = model(title[at: at + size], lead[at: at + size])
        tone.append(torch.softmax(a.float(), 1).cpu())
        marks.append(torch.sigmoid(b.float()).cpu())
    return torch.cat(tone).numpy(), torch.cat(marks).numpy()


def train_student(args, vocab, start, arrays, sets, filters, epochs, seed=1):
    seeded(seed)
    title, lead, tone, marks, weight = arrays
    model = Student(len(vocab.tokens), filters, categories=len(data.CATEGORIES)).to(DEVICE)
    with torch.no_grad():
        model.embed.weight.copy_(start)
    mean = {k: v.detach().clone() for k, v in model.state_dict().items()}
    optimiser = torch.optim.AdamW(model.parameters(), lr=args.student_rate, weight_decay=0.01, fused=DEVICE == "cuda")
    size = args.student_batch
    steps = max(1, int(epochs * len(title) / size))
    plan = schedule(optimiser, steps)
    model.train()
    # Rows are drawn by weight: originals more often than variations.
    order = torch.multinomial(weight.cpu().double(), min(steps * size, 2**24 - 1), replacement=True).to(DEVICE)
    for step in range(steps):
        at = (step * size) % (len(order) - size + 1)
        part = order[at: at + size]
        t, l = title[part], lead[part]
        t = t.masked_fill((torch.rand(t.shape, device=DEVICE) < 0.04) & (t != 0), 1)
        with autocast():
            a, b = model(t, l)
        loss = F.cross_entropy(a.float(), tone[part]) + 4.0 * F.binary_cross_entropy_with_logits(b.float(), marks[part])
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        plan.step()
        if step > steps // 2 and step % 10 == 0:
            with torch.no_grad():
                for k, v in model.state_dict().items():
                    mean[k].lerp_(v, 0.02)
        elif step == steps // 2:
            mean = {k: v.detach().clone() for k, v in model.state_dict().items()}
    model.load_state_dict(mean)
    figures = scores(lambda texts: student_outputs(model, vocab, texts), sets)
    say("student", filters, seed, json.dumps({k: round(v, 3) for k, v in figures.items() if not isinstance(v, dict)}))
    return model, figures


def train_tail(args, vocab, arrays):
    """A linear reading of the words alone, for the part of a long article that the network does not see."""
    seeded(2)
    title, lead, tone, marks, weight = arrays
    model = torch.nn.EmbeddingBag(len(vocab.tokens), 3 + len(data.CATEGORIES), mode="mean", padding_idx=0).to(DEVICE)
    bias = torch.nn.Parameter(torch.zeros(3 + len(data.CATEGORIES), device=DEVICE))
    torch.nn.init.zeros_(model.weight)
    steps = 20 if args.quick else 4000
    optimiser = torch.optim.Adam([*model.parameters(), bias], lr=0.1)
    plan = schedule(optimiser, steps)
    for _ in range(steps):
        part = torch.randint(0, len(title), (4096,), device=DEVICE)
        out = model(torch.cat([title[part], lead[part]], 1)) + bias
        loss = F.cross_entropy(out[:, :3], tone[part]) + 4.0 * F.binary_cross_entropy_with_logits(out[:, 3:], marks[part])
        loss = loss + 3e-6 * model.weight.square().sum()
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        plan.step()
    say("tail", round(loss.item(), 3))
    return {"weight": model.weight.detach().half().cpu().numpy(), "bias": bias.detach().cpu().numpy()}


# ---------------------------------------------------------------- the whole

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--encoder", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--work", help="where the teachers are kept; inside the output where not given")
    parser.add_argument("--stage", default="all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--teachers", default="1,2,3,4,5")
    parser.add_argument("--teacher-epochs", type=float, default=4)
    parser.add_argument("--adapt-steps", type=int, default=1000)
    parser.add_argument("--adapt-batch", type=int, default=256)
    parser.add_argument("--variations", type=int, default=500000)
    parser.add_argument("--filters", default="192")
    parser.add_argument("--epochs", type=float, default=14)
    parser.add_argument("--student-rate", type=float, default=2e-3)
    parser.add_argument("--student-batch", type=int, default=1024)
    parser.add_argument("--quick", action="store_true", help="a tiny run that only shows that all stages work")
    args = parser.parse_args()
    if args.quick:
        args.adapt_steps, args.adapt_batch, args.teachers, args.teacher_epochs = 2, 8, "1,2", 0.2
        args.variations, args.epochs, args.student_batch = 300, 1, 64
    args.work = args.work or os.path.join(args.out, "teachers")
    os.makedirs(args.work, exist_ok=True)
    os.makedirs(args.out, exist_ok=True)
    with open(os.path.join(args.encoder, "vocab.txt"), encoding="utf-8") as file:
        teacher_vocab = TeacherVocab(file.read().split("\n")[:30522])
    rows = data.train_sets(args.data)
    rows = rows[::60] if args.quick else rows
    say("rows", len(rows), Counter(r.source for r in rows), "set aside", sum(r.split == 0 for r in rows))
    if args.stage == "teacher":
        torch.set_num_threads(2)
        return train_teacher(args, teacher_vocab, rows, args.seed)
    sentences = data.plain_sentences(args.data)
    kept = [r for r in rows if r.split != 0]
    say("sentences", len(sentences))
    if args.adapt_steps:
        adapt(args, teacher_vocab, [(r.title, r.lead) for r in kept] * 2 + [(s, []) for s in sentences])
    seeds = [int(s) for s in args.teachers.split(",")]
    jobs = [subprocess.Popen([sys.executable, __file__, *sys.argv[1:], "--stage", "teacher", "--seed", str(s)]) for s in seeds]
    vocab = student_vocab(teacher_vocab, rows, sentences)
    start = initial_embedding(args.encoder, vocab, teacher_vocab, EMBED)
    say("student vocabulary", len(vocab.tokens))
    with open(os.path.join(args.out, "vocab.txt"), "w", encoding="utf-8") as file:
        file.write("\n".join(vocab.tokens))
    # Variations, several processes, each from its own seed.
    texts = [(r.title, r.lead) for r in kept if r.title] + [(r.lead, []) for r in kept if r.lead]
    texts += [(r.title, r.lead) for r in kept if r.source == "headlines"] * 4
    texts += [(s, []) for s in random.Random(3).sample(sentences, min(len(sentences), 12000))]
    pool = [t for t, _ in texts]
    vocabulary = [t for t in vocab.tokens if t.isalpha() and len(t) > 2]
    parts = 16
    with multiprocessing.get_context("spawn").Pool(min(parts, os.cpu_count() or 1)) as workers:
        varied = [x for part in workers.map(augment.varied, [(100 + k, args.variations // parts, texts, pool, vocabulary) for k in range(parts)]) for x in part]
    varied = [x for x in varied if x[0]]
    rng = random.Random(9)
    if args.adapt_steps:
        base = [t for t, _ in texts if 4 <= len(t) <= 60]
        varied += reworded(args, teacher_vocab, [rng.choice(base) for _ in range(args.variations // 2)])
    varied += [([w], []) for w in (vocabulary[::200] if args.quick else vocabulary)]
    say("variations", len(varied))
    for job in jobs:
        if job.wait() != 0:
            raise SystemExit("a teacher failed")
    models, alone = [], {}
    for s in seeds:
        saved = torch.load(os.path.join(args.work, f"teacher{s}.pt"), map_location=DEVICE, weights_only=False)
        model = Teacher(pretrained(args.encoder), len(data.CATEGORIES), len(data.TOPICS)).to(DEVICE)
        model.load_state_dict(saved["state"])
        models.append(model)
        alone[s] = saved["figures"]
    sets = measured(args, rows)
    together = scores(lambda t: teacher_outputs(models, teacher_vocab, t), sets)
    say("teachers together", json.dumps({k: round(v, 3) for k, v in together.items() if not isinstance(v, dict)}))
    originals = [(r.title, []) for r in kept] + [(r.title, r.lead) for r in kept if r.lead]
    hard = [r for r in kept] + [r for r in kept if r.lead]
    everything = originals + varied
    tone, marks = teacher_outputs(models, teacher_vocab, everything)
    say("labelled", len(everything))
    for i, row in enumerate(hard):
        if row.sentiment >= 0:
            tone[i] = 0.6 * tone[i] + 0.4 * np.eye(3, dtype=np.float32)[row.sentiment]
        if row.categories is not None:
            marks[i] = 0.6 * marks[i] + 0.4 * np.asarray(row.categories, np.float32)
    weight = torch.ones(len(everything))
    weight[: len(hard)] = torch.tensor([6.0 if r.source == "headlines" else 3.0 if r.sentiment >= 0 else 1.5 for r in hard])
    title, lead = student_arrays(vocab, everything)
    arrays = (title, lead, torch.from_numpy(tone).to(DEVICE), torch.from_numpy(marks).to(DEVICE), weight)
    report = {"teachers": alone, "together": together, "students": {}}
    for filters in [int(f) for f in args.filters.split(",")]:
        model, figures = train_student(args, vocab, start, arrays, sets, filters, args.epochs)
        report["students"][filters] = figures
        state = {k: v.half().cpu().numpy() for k, v in model.state_dict().items()}
        np.savez_compressed(os.path.join(args.out, f"student{filters}.npz"), **state)
    np.savez_compressed(os.path.join(args.out, "tail.npz"), **train_tail(args, vocab, arrays))
    with open(os.path.join(args.out, "figures.json"), "w") as file:
        json.dump(report, file, indent=1)
    say("done")


if __name__ == "__main__":
    main()
