"""Organisations in other languages: teachers on the multilingual encoder, and a small tagger on the embeddings of the reader.

    python training/languages/organisations.py --data DATA_DIR --encoder ENCODER_DIR --own SENTENCES_DIR --models crates/analysis/models --out OUT_DIR

The tagger sees of each unit its first piece, the sum of the pieces behind it, how it is written in its language, and a few numbers of its
own for each piece; three convolutions, each looking twice as far as the one before, and begin / inside / outside from the first and the last.
"""

import argparse
import json
import multiprocessing
import os
import pickle
import random
import struct
import sys
import time
import unicodedata

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import marked  # noqa: E402
from e5 import BEGIN, END, load_tokenizer, pretrained  # noqa: E402
from machine import DEVICE, autocast, say, seeded  # noqa: E402
from marked import MOST, ORGANISATION, SHAPES, Marked  # noqa: E402
from orgtexts import span_f1  # noqa: E402
from pieces import Pieces, kind_of, packed_lines  # noqa: E402
from texts import LANGUAGES  # noqa: E402

SHAPE, FILTERS, REST = 16, 64, 3
SPREAD = (1, 2, 4)
KNOWN = 43000  # pieces, the most frequent ones, that have numbers of their own
STEP = 0.06  # of these numbers


# ---------------------------------------------------------------- units, tags, rows

def tags_of(row, found):
    """0 outside, 1 begin, 2 inside, -1 not known, for each unit."""
    tags = []
    for start, end, *_ in found:
        tag = 0 if row.known else -1
        for a, b, kind in row.names:
            if a < end and start < b:
                tag = 0 if kind != ORGANISATION else 1 if start <= a or not tags or tags[-1] < 1 else 2
                break
        tags.append(tag)
    return tags


def spans_of(found, path):
    out, at = [], 0
    while at < len(path):
        end = at + 1
        if path[at] == 1:
            while end < len(path) and path[end] == 2:
                end += 1
            out.append((found[at][0], found[end - 1][1]))
        at = end
    return out


def paths(logs):
    """Best path of begin, inside and outside with no inside behind outside, for a batch of log shares."""
    best = logs[:, 0].copy()
    best[:, 2] = -1e9
    back = []
    for i in range(1, logs.shape[1]):
        any_ = best.argmax(1)
        inner = np.where(best[:, 1] >= best[:, 2], 1, 2)
        back.append((any_, inner))
        top, in_ = best.max(1), np.take_along_axis(best, inner[:, None], 1)[:, 0]
        best = np.stack([top + logs[:, i, 0], top + logs[:, i, 1], in_ + logs[:, i, 2]], 1)
    now = best.argmax(1)
    out = [now]
    for any_, inner in reversed(back):
        now = np.where(now == 2, inner, any_)
        out.append(now)
    return np.stack(out[::-1], 1)


def coded(tokenizer, pieces, row):
    """A row for the teachers and for the tagger: (encoder's ids, where each unit begins in them, units, tags)."""
    found = marked.units(pieces, row.text)[:MOST]
    ids, first, at = [BEGIN], [], 0
    for start, end, *_ in found:
        word = unicodedata.normalize("NFKC", row.text[start:end])
        blank = start == 0 or row.text[start - 1].isspace()
        got = tokenizer.word(("▁" if blank and kind_of(word[0]) != 2 else "") + word)
        first.append(len(ids))
        ids += [p for p, _, _ in got][:8]
    return ids[:300] + [END], [min(f, 299) for f in first], found, tags_of(row, found)


def swapped(rng, row, pools):
    """The row with other names in the places of its own."""
    text, names, at = "", [], 0
    for a, b, kind in sorted(row.names):
        if a < at:
            continue
        text += row.text[at:a]
        name = row.text[a:b]
        if rng.random() < 0.7 and (row.language, kind) in pools:
            pool = pools[row.language, kind] if rng.random() < 0.75 or kind_of(name[0]) else pools["latin", kind]
            name = rng.choice(pool)
        names.append((len(text), len(text) + len(name), kind))
        text += name
        at = b
    return Marked(row.language, text + row.text[at:], names, row.known, row.weight, row.source, row.split)


def cut_off(rng, row):
    """A part of the row, from one word to another; names stay whole."""
    blanks = [i for i, c in enumerate(row.text) if (c == " " or kind_of(c) == 2) and not any(a < i + 1 and i < b for a, b, _ in row.names)]
    if len(blanks) < 6:
        return row
    a, b = sorted(rng.sample(range(len(blanks)), 2))
    start, end = blanks[a] + (row.text[blanks[a]] == " "), blanks[b]
    names = [(x - start, y - start, k) for x, y, k in row.names if x >= start and y <= end]
    return Marked(row.language, row.text[start:end], names, row.known, row.weight, row.source, row.split)


def changed(rng, row, pools):
    if row.names and rng.random() < 0.75:
        row = swapped(rng, row, pools)
    roll = rng.random()
    if roll < 0.15:
        row = cut_off(rng, row)
    elif roll < 0.19:
        row = Marked(row.language, row.text.upper(), row.names, row.known, row.weight, row.source, row.split) if len(row.text.upper()) == len(row.text) else row
    elif roll < 0.23 and row.language not in ("zh", "ja", "ko"):
        line = marked.to_brackets(row)
        words = [w[:1].upper() + w[1:] if len(w) > 3 else w for w in line.split(" ")]
        if "[[" not in line or row.names:
            text, names = marked.bracketed(" ".join(words))
            row = Marked(row.language, text, names, row.known, row.weight, row.source, row.split)
    return row


STATE = None


def _vary(job):
    seed, count = job
    tokenizer, pieces, rows, weights, pools = STATE
    rng = random.Random(seed)
    out = []
    for row in rng.choices(rows, weights, k=count):
        row = changed(rng, row, pools)
        got = coded(tokenizer, pieces, row)
        if len(got[2]) > 2:
            out.append((got, LANGUAGES.index(row.language), row.weight))
    return out


def varied(args, tokenizer, pieces, rows, count):
    global STATE
    pools = {}
    for row in rows:
        for a, b, kind in row.names:
            if kind in (ORGANISATION, marked.PERSON, marked.PLACE) and row.source != "ru_names":
                pools.setdefault((row.language, kind), []).append(row.text[a:b])
                if row.text[a:b].isascii():
                    pools.setdefault(("latin", kind), []).append(row.text[a:b])
    for kind, names in marked.latin(args.data).items():
        pools.setdefault(("latin", kind), []).extend(names)
    share = {}
    for row in rows:
        share[row.language] = share.get(row.language, 0) + AGAIN[row.source]
    weights = [AGAIN[row.source] / share[row.language] ** 0.8 for row in rows]
    STATE = (tokenizer, pieces, rows, weights, pools)
    out = []
    with multiprocessing.get_context("fork").Pool(min(15, os.cpu_count() or 1)) as workers:
        for part in workers.imap_unordered(_vary, [(900 + k, count // 60) for k in range(60)]):
            out += part
    return out


AGAIN = {"own": 8.0, "zh_uner": 6.0, "pt_uner": 3.0, "ja_wikipedia": 4.0, "ko_klue": 12.0, "en": 0.5, "ru_names": 1.0, "plain": 0.4}


# ---------------------------------------------------------------- teachers

class Teacher(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder
        self.out = nn.Linear(384, 3)

    def forward(self, ids):
        return self.out(F.dropout(self.encoder(ids, torch.zeros_like(ids)), 0.1, self.training))


def padded(rows, fill=0, width=None):
    width = width or max(len(r) for r in rows)
    out = np.full((len(rows), width), fill, np.int64)
    for i, row in enumerate(rows):
        out[i, : len(row)] = row
    return torch.from_numpy(out)


def train_teacher(args, rows, seed):
    seeded(seed)
    rng = random.Random(seed)
    model = Teacher(pretrained(args.encoder)).to(DEVICE)
    heads = list(model.out.parameters())
    optimiser = torch.optim.AdamW([{"params": model.encoder.parameters(), "lr": args.rate}, {"params": heads, "lr": 1e-3}], weight_decay=0.01, fused=DEVICE == "cuda")
    steps = args.teacher_steps
    plan = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda s: min(1, (s + 1) / 100) * max(0.02, 1 - s / steps))
    known = [r for r in rows if any(t >= 0 for t in r[0][3])]
    model.train()
    for step in range(steps):
        part = rng.sample(known, 64)
        ids = padded([r[0][0] for r in part]).to(DEVICE)
        tags = torch.full(ids.shape, -1)
        weight = torch.zeros(ids.shape)
        for n, ((_, first, _, own), _, heavy) in enumerate(part):
            tags[n, first] = torch.tensor(own)
            weight[n, first] = heavy
        hidden = ids.masked_fill((torch.rand(ids.shape, device=DEVICE) < 0.06) & (ids > 3), 3)
        with autocast():
            out = model(hidden)
        loss = F.cross_entropy(out.float().flatten(0, 1), tags.flatten().to(DEVICE), ignore_index=-1, reduction="none", label_smoothing=0.02)
        weight = weight.flatten().to(DEVICE) * (tags.flatten().to(DEVICE) >= 0)
        loss = (loss * weight).sum() / weight.sum().clamp(min=1)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        plan.step()
    return model.eval()


@torch.no_grad()
def said(models, rows):
    """What the teachers together say of each unit of each row."""
    out = [None] * len(rows)
    order = sorted(range(len(rows)), key=lambda i: len(rows[i][0][0]))
    for at in range(0, len(order), 512):
        part = order[at: at + 512]
        ids = padded([rows[i][0][0] for i in part]).to(DEVICE)
        total = 0
        for model in models:
            with autocast():
                total = total + torch.softmax(model(ids).float(), -1) / len(models)
        total = total.cpu().numpy().astype(np.float16)
        for n, i in enumerate(part):
            out[i] = total[n, rows[i][0][1]]
    return out


# ---------------------------------------------------------------- the tagger

def coarse(values):
    """In fifteen steps, as the numbers are kept; the gradient passes as if they were fine."""
    return values + ((values / STEP).round().clamp(-7, 7) * STEP - values).detach()


class Tagger(nn.Module):
    def __init__(self, table, extra, filters):
        super().__init__()
        self.register_buffer("table", table, persistent=False)
        self.extra = nn.Embedding(KNOWN, extra) if extra else None
        self.shape = nn.Embedding(len(LANGUAGES) * SHAPES, SHAPE)
        width = 2 * table.shape[1] + 2 * extra + SHAPE
        self.convs = nn.ModuleList(nn.Conv1d(width if i == 0 else filters, filters, 3, padding=far, dilation=far) for i, far in enumerate(SPREAD))
        self.out = nn.Linear(2 * filters, 3)

    def own(self, pieces):
        """Rare pieces, and the empty one, have no numbers of their own."""
        known = (pieces > 0) & (pieces < KNOWN)
        return coarse(self.extra(pieces.clamp(max=KNOWN - 1))) * known.unsqueeze(-1)

    def forward(self, first, rest, shapes, languages):
        inside = (shapes > 0).unsqueeze(-1)
        parts = [self.table[first], self.table[rest].sum(2)]
        if self.extra is not None:
            parts += [self.own(first), self.own(rest).sum(2)]
        parts.append(self.shape(languages[:, None] * SHAPES + shapes))
        x = (torch.cat(parts, -1) * inside).transpose(1, 2)
        x = F.dropout(x, 0.1, self.training)
        layers = []
        for conv in self.convs:
            x = F.relu(conv(x)) * inside.transpose(1, 2)
            layers.append(x)
            x = F.dropout(x, 0.1, self.training)
        return self.out(torch.cat([layers[0], layers[-1]], 1).transpose(1, 2))


def table_of(models):
    """The embeddings of the compiled-in reader of other languages: small whole numbers."""
    with open(os.path.join(models, "languages.bin"), "rb") as file:
        body = file.read()
    count, width = struct.unpack_from("<II", body, 0)
    return np.frombuffer(body, np.int8, count * width, 8).reshape(count, width)


UNIT = 0.02  # what one step of the embeddings is taken for
FINER = 8  # what is added to them is kept in finer steps


def tensors(rows, width):
    """All rows as tensors: first pieces, pieces behind them, shapes, languages."""
    n = len(rows)
    first, rest, shapes = np.zeros((n, width), np.int32), np.zeros((n, width, REST), np.int32), np.zeros((n, width), np.int8)
    languages = np.array([r[1] for r in rows])
    for i, ((_, _, found, _), *_) in enumerate(rows):
        for k, (_, _, one, more, form) in enumerate(found[:width]):
            first[i, k], shapes[i, k] = one, form
            rest[i, k, : len(more)] = more
    return [torch.from_numpy(x) for x in (first, rest, shapes, languages)]


def by_length(rows, size):
    """Rows of about the same length together: where each such stretch begins and ends, and its width."""
    order = sorted(range(len(rows)), key=lambda i: len(rows[i][0][2]))
    stretches = [(at, min(at + size, len(rows))) for at in range(0, len(rows), size)]
    return order, [(a, b, max(4, len(rows[order[b - 1]][0][2]))) for a, b in stretches]


@torch.no_grad()
def beginnings(teacher, tokenizer, pieces):
    """What the tuned encoder makes of each piece alone: where the numbers of its own begin, so that names which no text has are near those that do."""
    out = []
    for at in range(0, min(KNOWN, len(pieces.tokens)), 4096):
        words = [t.lstrip("#") or "#" for t in pieces.tokens[at: at + 4096]]
        coded = [[BEGIN, *([p for p, _, _ in tokenizer.word("▁" + w.capitalize())][:12]), END] for w in words]
        ids = padded(coded).to(DEVICE)
        with autocast():
            hidden = teacher.encoder(ids, torch.zeros_like(ids)).float()
        inside = (ids > 3).unsqueeze(-1)
        out.append(((hidden * inside).sum(1) / inside.sum(1).clamp(min=1)).cpu())
    found = torch.cat(out)
    return found - found.mean(0)


def leading(found, width):
    """Its leading directions, as small numbers."""
    _, _, turn = torch.linalg.svd(found[torch.randperm(len(found), generator=torch.Generator().manual_seed(1))[:15000]], full_matrices=False)
    found = found @ turn[:width].T
    # Later directions are small; a power between keeps them heard.
    return 0.1 * found / found.std(0) ** 0.6 / (found.std(0) ** 0.4).mean()


def train_tagger(args, rows, soft, table, begin, extra, filters):
    seeded(5)
    model = Tagger(table, extra, filters).to(DEVICE)
    if extra:
        with torch.no_grad():
            model.extra.weight[: len(begin)].copy_(leading(begin, extra))
    order, stretches = by_length(rows, 8192)
    rows, soft = [rows[i] for i in order], [soft[i] for i in order]
    target = np.zeros((len(rows), MOST, 3), np.float16)
    for i, (((_, _, found, tags), _, _), share) in enumerate(zip(rows, soft)):
        own = np.array(tags)
        share = share.astype(np.float32)
        gold = np.eye(3, dtype=np.float32)[own.clip(0)]
        target[i, : len(found)] = np.where((own >= 0)[:, None], 0.5 * share + 0.5 * gold, share)
    first, rest, shapes, languages = (x.to(DEVICE) for x in tensors(rows, MOST))
    target = torch.from_numpy(target).to(DEVICE)
    optimiser = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=0.01, fused=DEVICE == "cuda")
    model.train()
    rng, began, step, done = random.Random(3), time.time(), 0, 0.0
    while done < 1:
        done = (time.time() - began) / args.seconds
        for group in optimiser.param_groups:
            group["lr"] = 3e-3 * min(1, (step + 1) / 200) * max(0.01, 1 - done)
        a, b, width = rng.choice(stretches)
        part = torch.randint(a, b, (1024,), device=DEVICE)
        one, more, s = first[part, :width].long(), rest[part, :width].long(), shapes[part, :width].long()
        gone = (torch.rand(one.shape, device=DEVICE) < 0.05) & (s > 0)
        one, more = one.masked_fill(gone, 1), more.masked_fill(gone.unsqueeze(-1), 0)
        with autocast():
            out = model(one, more, s, languages[part])
        loss = F.cross_entropy(out.float().flatten(0, 1), target[part, :width].float().flatten(0, 1), reduction="none")
        inside = (s > 0).flatten()
        loss = (loss * inside).sum() / inside.sum()
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        step += 1
    say("steps", step)
    return model.eval()


@torch.no_grad()
def tagger_logs(model, rows, bias=0.0):
    out = []
    for at in range(0, len(rows), 1024):
        first, rest, shapes, languages = (x.to(DEVICE) for x in tensors(rows[at: at + 1024], MOST))
        logits = model(first.long(), rest.long(), shapes.long(), languages).float()
        logits[..., 0] -= torch.tensor(bias, device=DEVICE)[languages][:, None] if np.ndim(bias) else bias
        out.append(torch.log_softmax(logits, -1).cpu().numpy())
    return np.concatenate(out)


# ---------------------------------------------------------------- figures

def figures(held, logs):
    """F1, precision and recall of exact places, for each language and source."""
    path = paths(logs)
    groups = {}
    for (row, got), p in zip(held, path):
        gold, guess = groups.setdefault((row.language, row.source), ([], []))
        gold.append(row.organisations())
        guess.append(spans_of(got[0][2], p[: len(got[0][2])]))
    return {f"{a} {b}": tuple(round(x, 3) for x in span_f1(*pair)) for (a, b), pair in sorted(groups.items())}


def as_logs(soft):
    out = np.full((len(soft), MOST, 3), -20.0, np.float32)
    out[..., 0] = 0.0
    for i, share in enumerate(soft):
        out[i, : len(share)] = np.log(share.astype(np.float32) + 1e-6)
    return out


def mean_of(found, silver):
    got = [f[0] for name, f in found.items() if name.endswith("silver") == silver]
    return sum(got) / max(1, len(got))


def taught(args, tokenizer, pieces):
    """What is set aside, variations of the rest, what the teachers say of them, and what a teacher makes of each piece."""
    every = marked.shared_alike(args.data) + marked.own(args.own) + marked.english(args.data, 6000) + marked.russian(args.data) + marked.plain(args.data)
    every += [marked.joined(r) for r in every if r.source == "pt_uner" and r.split != 0]
    rows = [r for r in every if r.split != 0]
    held = [r for r in every if r.split == 0 and r.known] + marked.silver(args.data)
    held = [(r, (coded(tokenizer, pieces, r), LANGUAGES.index(r.language), 1.0)) for r in (held[::20] if args.quick else held)]
    held_rows = [h[1] for h in held]
    say("rows", len(rows), "held", len(held))
    train = varied(args, tokenizer, pieces, rows, args.variations)
    say("varied", len(train))
    teachers = []
    for seed in range(1, 2 if args.quick else 1 + args.teachers):
        teachers.append(train_teacher(args, train, seed))
        say("teacher", seed, figures(held, as_logs(said(teachers[-1:], held_rows))))
    say("teachers", figures(held, as_logs(said(teachers, held_rows))))
    soft = said(teachers, train)
    return held, train, soft, beginnings(teachers[0], tokenizer, pieces)


def main():
    parser = argparse.ArgumentParser()
    for name in ("data", "encoder", "own", "models", "out"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--rate", type=float, default=8e-5)
    parser.add_argument("--teacher-steps", type=int, default=2500)
    parser.add_argument("--variations", type=int, default=400000)
    parser.add_argument("--seconds", type=float, default=120, help="that the small tagger is trained")
    parser.add_argument("--sizes", default="16:96")
    parser.add_argument("--teachers", type=int, default=2)
    parser.add_argument("--keep", default="", help="a folder in which what the teachers said is kept for further taggers")
    parser.add_argument("--quick", action="store_true")
    args = parser.parse_args()
    if args.quick:
        args.teacher_steps, args.variations, args.seconds = 3, 3000, 3
    os.makedirs(args.out, exist_ok=True)
    tokenizer = load_tokenizer(args.encoder)
    pieces = Pieces(packed_lines(args.models))
    kept_file = os.path.join(args.keep, "said.pkl") if args.keep else ""
    if kept_file and os.path.exists(kept_file):
        with open(kept_file, "rb") as file:
            held, train, soft, begin = pickle.load(file)
    else:
        held, train, soft, begin = taught(args, tokenizer, pieces)
        if kept_file:
            os.makedirs(args.keep, exist_ok=True)
            with open(kept_file, "wb") as file:
                pickle.dump((held, train, soft, begin), file, protocol=5)
    held_rows = [h[1] for h in held]
    say("said", len(train))
    table = torch.from_numpy(table_of(args.models).astype(np.float32) * UNIT).to(DEVICE)
    kept = {}
    for size in args.sizes.split(","):
        extra, filters = map(int, size.split(":"))
        model = train_tagger(args, train, soft, table, begin, extra, filters)
        best = (0.0, np.zeros(len(LANGUAGES), np.float32), {})
        tried = {bias: figures(held, tagger_logs(model, held_rows, bias)) for bias in (-2.0, -1.6, -1.2, -0.8, -0.4, 0.0, 0.4)}
        for number, language in enumerate(LANGUAGES):
            means = {bias: np.mean([f[0] for name, f in found.items() if name.startswith(language)] or [0.0]) for bias, found in tried.items()}
            best[1][number] = max(means, key=means.get)
        found = figures(held, tagger_logs(model, held_rows, best[1]))
        best = ((mean_of(found, False) + mean_of(found, True)) / 2, best[1], found)
        say("tagger", size, best)
        state = {k: v.cpu().numpy() for k, v in model.state_dict().items()}
        np.savez_compressed(os.path.join(args.out, f"names-{extra}-{filters}.npz"), bias=best[1], **{k: v.astype(np.float16) if k == "extra.weight" else v for k, v in state.items()})
        kept[size] = (best[0], best[1].tolist(), best[2])
    with open(os.path.join(args.out, "names.json"), "w") as file:
        json.dump(kept, file)


if __name__ == "__main__":
    main()
