"""The multilingual encoder, tuned from several seeds: for tone and categories, and for the tone toward a marked thing."""

import os
import random
import sys

import numpy as np
import torch
import torch.nn.functional as F

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import data  # noqa: E402
from e5 import BEGIN, END, UNKNOWN, pretrained  # noqa: E402
from encoder import Teacher  # noqa: E402
from machine import DEVICE, autocast, say, seeded  # noqa: E402
from target import TargetTeacher  # noqa: E402
from vary import THING  # noqa: E402

NONE = [0.0] * len(data.CATEGORIES)
CRYPTO_ONLY = {data.CATEGORIES.index(c) for c in ("Mining", "DeFi", "Stablecoins", "NFTs & Gaming", "Memecoins", "ETFs")}
CRYPTO_WORDS = ("crypto", "bitcoin", "btc", "nft", "etf", "mining", "ethereum")


def padded(rows):
    width = max(len(r) for r in rows)
    out = np.zeros((len(rows), width), np.int64)
    for i, row in enumerate(rows):
        out[i, : len(row)] = row
    return torch.from_numpy(out).to(DEVICE, non_blocking=True)


def schedule(optimiser, steps, warm=0.06):
    return torch.optim.lr_scheduler.LambdaLR(optimiser, lambda s: min(1.0, (s + 1) / max(1, warm * steps)) * max(0.02, 1 - s / steps))


def optimiser_of(model, rate):
    heads = [p for n, p in model.named_parameters() if not n.startswith("encoder.")]
    return torch.optim.AdamW([{"params": model.encoder.parameters(), "lr": rate}, {"params": heads, "lr": 5e-4}], weight_decay=0.01, fused=DEVICE == "cuda")


# ---------------------------------------------------------------- tone and categories

def examples(rows):
    """(title, lead, tone, marks, mask, topic) of each row that may be trained on."""
    out = []
    for row in rows:
        if row.source in ("headlines", "translated"):
            whole = [1.0] * len(data.CATEGORIES)
            out += [(row.title, "", row.tone, row.marks, whole, -1)] * (2 if row.source == "headlines" else 1)
            if row.lead:
                out.append((row.title, row.lead, row.tone, row.marks, whole, -1))
        elif row.source == "tft":
            name = data.TOPIC_CATEGORY.get(data.TOPICS[row.topic])
            crypto = any(w in row.title.lower() for w in CRYPTO_WORDS)
            mask = [0.3 if c == name else 0.1 if i in CRYPTO_ONLY and not crypto else 0.0 for i, c in enumerate(data.CATEGORIES)]
            out.append((row.title, "", -1, [1.0 if c == name else 0.0 for c in data.CATEGORIES], mask, row.topic))
        elif row.source in ("tfns", "sentfin", "reports", "frames", "invented"):
            out += [(row.title, "", row.tone, NONE, NONE, -1)] * (2 if row.source == "invented" else 1)
    return out


def tone_row(tokenizer, title, lead):
    first = [BEGIN] + tokenizer.ids(title, 64) + [END]
    return first + (tokenizer.ids(lead, 108 - len(first)) + [END] if lead else [])


def train_tone(args, tokenizer, rows, seed):
    seeded(seed)
    torch.set_num_threads(2)
    rng = np.random.default_rng(seed)
    model = Teacher(pretrained(args.encoder), len(data.CATEGORIES), len(data.TOPICS)).to(DEVICE)
    known = examples([r for r in rows if r.split != 0])
    known = known[::400] if args.quick else known
    coded = [tone_row(tokenizer, e[0], e[1]) for e in known]
    size = 64
    steps = int((args.teacher_epochs + 0.4 * (seed % 3 - 1)) * len(known) / size)
    optimiser = optimiser_of(model, [1e-4, 1.5e-4][seed % 2])
    plan = schedule(optimiser, steps)
    order = []
    model.train()
    for step in range(steps):
        if len(order) < size:
            order = list(rng.permutation(len(known)))
        chosen = [order.pop() for _ in range(size)]
        batch = [known[i] for i in chosen]
        ids = []
        for i in chosen:
            a = coded[i]
            if rng.random() < 0.5:
                a = [t for t in a if t <= 2 or rng.random() > 0.08]
            ids.append(a)
        ids = padded(ids)
        tone, topic = (torch.tensor([e[k] for e in batch], device=DEVICE) for k in (2, 5))
        marks, mask = (torch.tensor([e[k] for e in batch], device=DEVICE) for k in (3, 4))
        with autocast():
            a, b, c = model(ids, torch.zeros_like(ids))
        a, b, c = a.float(), b.float(), c.float()
        loss = F.cross_entropy(a, tone, ignore_index=-1, label_smoothing=0.05) if (tone >= 0).any() else 0.0
        loss = loss + 3.0 * (F.binary_cross_entropy_with_logits(b, marks, reduction="none") * mask).sum() / mask.sum().clamp(min=1)
        if (topic >= 0).any():
            loss = loss + 0.3 * F.cross_entropy(c, topic, ignore_index=-1)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        plan.step()
    say("tone teacher", seed, steps, round(loss.item(), 3))
    torch.save({k: v.half() for k, v in model.state_dict().items()}, os.path.join(args.work, f"tone{seed}.pt"))


def load_tone(args, seed):
    model = Teacher(pretrained(args.encoder), len(data.CATEGORIES), len(data.TOPICS)).to(DEVICE)
    model.load_state_dict(torch.load(os.path.join(args.work, f"tone{seed}.pt"), map_location=DEVICE))
    return model.eval()


def batches(lengths, tokens=65536 if DEVICE == "cuda" else 4096):
    """Places in the order of their lengths, so many together that a batch has about `tokens`."""
    order = np.argsort(lengths, kind="stable")
    at = 0
    while at < len(order):
        step = max(1, tokens // int(lengths[order[min(len(order) - 1, at + 2048)]] + 8))
        yield order[at: at + step]
        at += step


def parts(flat, ends, cuts, i):
    start = ends[i - 1] if i else 0
    return flat[start: start + cuts[i]].tolist(), flat[start + cuts[i]: ends[i]].tolist()


@torch.no_grad()
def tone_outputs(models, flat, ends, cuts):
    count = len(ends)
    tone, marks = np.zeros((count, 3), np.float32), np.zeros((count, len(data.CATEGORIES)), np.float32)
    for part in batches(np.diff(ends, prepend=0)):
        rows = []
        for i in part:
            a, b = parts(flat, ends, cuts, i)
            rows.append([BEGIN] + a + [END] + (b + [END] if b else []))
        ids = padded(rows)
        sums = [0.0, 0.0]
        for model in models:
            with autocast():
                a, b, _ = model(ids, torch.zeros_like(ids))
            sums[0] = sums[0] + torch.softmax(a.float(), 1) / len(models)
            sums[1] = sums[1] + torch.sigmoid(b.float()) / len(models)
        tone[part], marks[part] = sums[0].cpu().numpy(), sums[1].cpu().numpy()
    return tone, marks


@torch.no_grad()
def vectors(encoder, tokenizer, flat, ends, cuts):
    """The encoder as published: unit vectors of titles with their leads."""
    prefix = tokenizer.ids("query:")
    out = np.zeros((len(ends), 384), np.float16)
    for part in batches(np.diff(ends, prepend=0)):
        ids = padded([[BEGIN] + prefix + sum(parts(flat, ends, cuts, i), []) + [END] for i in part])
        with autocast():
            x = encoder(ids, torch.zeros_like(ids)).float()
        keep = (ids != 0).unsqueeze(-1).float()
        out[part] = F.normalize((x * keep).sum(1) / keep.sum(1), dim=1).half().cpu().numpy()
    return out


# ---------------------------------------------------------------- toward a thing

def thing_row(tokenizer, parts, hide, most=110):
    ids, target = [BEGIN], [0]
    for part in parts:
        marked = part.startswith(THING)
        if marked and hide:
            got = [UNKNOWN]
        else:
            got = [p for p, _, _ in tokenizer.word(part.lstrip(THING))]
        ids += got
        target += [int(marked)] * len(got)
        if len(ids) >= most:
            break
    return ids[:most] + [END], target[:most] + [0]


def train_toward(args, tokenizer, known, seed):
    """`known` are (units with the thing marked, label, weight)."""
    seeded(seed)
    torch.set_num_threads(2)
    rng = random.Random(seed)
    model = TargetTeacher(pretrained(args.encoder)).to(DEVICE)
    weights = [k[2] for k in known]
    size = 64
    steps = int((2 if args.quick else args.toward_epochs + seed % 2) * (64 if args.quick else sum(weights)) / size)
    optimiser = optimiser_of(model, [5e-5, 9e-5][seed % 2])
    plan = schedule(optimiser, steps)
    model.train()
    for step in range(steps):
        batch = rng.choices(known, weights, k=size)
        ids, target = [], []
        for e in batch:
            a, b = thing_row(tokenizer, e[0], rng.random() < 0.3)
            if 1 not in b:
                a, b = thing_row(tokenizer, e[0], True, 400)
            if rng.random() < 0.4:
                keep = [j for j in range(len(a)) if a[j] <= 2 or b[j] or rng.random() > 0.08]
                a, b = [a[j] for j in keep], [b[j] for j in keep]
            ids.append(a)
            target.append(b)
        with autocast():
            out = model(padded(ids), padded(target))
        loss = F.cross_entropy(out.float(), torch.tensor([e[1] for e in batch], device=DEVICE), label_smoothing=0.05)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        plan.step()
    say("toward teacher", seed, steps, round(loss.item(), 3))
    torch.save({k: v.half() for k, v in model.state_dict().items()}, os.path.join(args.work, f"toward{seed}.pt"))


def load_toward(args, seed):
    model = TargetTeacher(pretrained(args.encoder)).to(DEVICE)
    model.load_state_dict(torch.load(os.path.join(args.work, f"toward{seed}.pt"), map_location=DEVICE))
    return model.eval()


@torch.no_grad()
def toward_outputs(models, coded):
    out = np.zeros((len(coded), 3), np.float32)
    for part in batches(np.array([len(c[0]) for c in coded])):
        ids, target = padded([coded[i][0] for i in part]), padded([coded[i][1] for i in part])
        total = 0.0
        for model in models:
            with autocast():
                total = total + torch.softmax(model(ids, target).float(), 1) / len(models)
        out[part] = total.cpu().numpy()
    return out


