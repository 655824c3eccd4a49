"""The tone toward a marked thing in any of the languages: examples, variations, and the small network that learns from the teachers."""

import multiprocessing
import os
import random
import re
import sys
from collections import Counter

import numpy as np
import torch
import torch.nn.functional as F

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import measure  # noqa: E402
import teachers  # noqa: E402
import texts  # noqa: E402
from export import table as whole_numbers  # noqa: E402
from machine import DEVICE, autocast, say, seeded  # noqa: E402
from network import REACH, TOKENS, toward_reader, window  # noqa: E402
from pieces import kind_of  # noqa: E402
from vary import THING, units  # noqa: E402

WEIGHT = {"ru_pairs": 1.5, "de_pairs": 2.0, "en_pairs": 0.7, "statements": 1.0, "frames": 0.3, "invented": 3.0, "joined": 0.5, "named": 0.5}


def marked(tokenizer, text, target):
    """Units with every place of the target as one unit; none where it is not found as whole words."""
    out, at, found = [], 0, False
    for hit in re.finditer(re.escape(target.strip()), text) if target.strip() else ():
        before, after = text[hit.start() - 1: hit.start()], text[hit.end(): hit.end() + 1]
        if any(c.isalnum() and kind_of(c) == 0 for c in before) or any(c.isalnum() and kind_of(c) == 0 for c in after):
            continue
        out += units(tokenizer, text[at: hit.start()])
        out.append(THING + ("▁" if not before or before.isspace() else "") + hit.group())
        at, found = hit.end(), True
        if at < len(text) and not text[at].isspace():
            # What follows without a blank is no new word.
            rest = units(tokenizer, text[at:].split(None, 1)[0])
            out += [rest[0].lstrip("▁"), *rest[1:]] if rest else []
            at += len(text[at:].split(None, 1)[0])
    return out + units(tokenizer, text[at:]) if found else None


def examples(tokenizer, rows):
    """(units, label or -1, split, source): the labelled pairs, and our headlines toward the one thing that they name."""
    out = []
    for row in rows:
        if row.target is not None:
            cut = marked(tokenizer, row.title, row.target)
            if cut:
                out.append((cut, row.tone, row.split, row.source))
    return out


def named(tokenizer, rows, rng):
    """Other texts with one of their words taken for the thing: the teachers say what the tone toward it is."""
    out = []
    for row in rows:
        if row.split == 0 or row.source not in ("translated", "headlines", "parallel", "reports"):
            continue
        cut = units(tokenizer, row.title)
        places = [i for i, u in enumerate(cut) if len(u.strip("▁")) > 1 and u.strip("▁")[:1].isalpha() and (u.strip("▁")[:1].isupper() or not u.isascii())]
        for _ in range(3 if row.source == "translated" else 1):
            if places:
                at = rng.choice(places)
                out.append((cut[:at] + [THING + cut[at]] + cut[at + 1:], -1, 1, "named"))
    return out


def known(tokenizer, rows, quick):
    found = [e for e in examples(tokenizer, rows[::200] if quick else rows) if e[2] != 0]
    return [(e[0], e[1], WEIGHT[e[3]] * even) for e, even in zip(found, evened(found))]


def evened(found):
    """News is mostly neutral: within a source rare tones count for more."""
    count = Counter((e[3], e[1]) for e in found)
    whole = Counter(e[3] for e in found)
    return [1.0 if e[1] < 0 else min(3.0, (whole[e[3]] / 3 / count[e[3], e[1]]) ** 0.45) for e in found]


def student_row(pieces, cut):
    text, spans = "", []
    for unit in cut:
        part = unit.lstrip(THING).replace("▁", " ")
        if unit.startswith(THING):
            lead = len(part) - len(part.lstrip())
            spans.append((len(text) + lead, len(text) + len(part)))
        text += part
    ids = pieces.ids(text, 400, spans)
    return window(ids) if -1 in ids else ([], [])


def change(rng, cut, pool):
    cut = list(cut)
    roll = rng.random()
    if roll < 0.2 and len(cut) < 30:
        other = [u.lstrip(THING) for u in rng.choice(pool)[0]]
        cut = cut + other if rng.random() < 0.5 else other + cut
    elif roll < 0.35:
        other = [u.lstrip(THING) for u in rng.choice(pool)[0]]
        places = [i for i, u in enumerate(cut) if u.startswith(THING)]
        end = rng.randint(places[-1] + 1, len(cut))
        cut = cut[:end] + other[rng.randint(0, len(other) - 1):]
    drop = rng.choice([0.0, 0.06, 0.15, 0.25])
    cut = [u for u in cut if u.startswith(THING) or rng.random() >= drop]
    for i, unit in enumerate(cut):
        if not unit.startswith(THING) and rng.random() < 0.06:
            cut[i] = rng.choice(rng.choice(pool)[0]).lstrip(THING)
    if rng.random() < 0.25:
        # Another word is the thing.
        free = [i for i, u in enumerate(cut) if not u.startswith(THING) and len(u.strip("▁")) > 2]
        if free:
            cut = [u.lstrip(THING) for u in cut]
            at = rng.choice(free)
            cut[at] = THING + cut[at]
    return cut


STATE = None


def _work(job):
    seed, count = job
    tokenizer, pieces, pool, weights = STATE
    rng = random.Random(seed)
    out = []
    for e in rng.choices(pool, weights, k=count):
        cut = change(rng, e[0], pool)
        ids, far = student_row(pieces, cut)
        if -1 in ids:
            out.append((teachers.thing_row(tokenizer, cut, False), ids, far))
    return out


def varied(args, tokenizer, pieces, rows):
    """Every example as it is, then variations: (encoder's row, the network's row and distances), each with label and split."""
    global STATE
    found = examples(tokenizer, rows[::200] if args.quick else rows)
    train = [e for e in found if e[2] != 0] + named(tokenizer, rows[::200] if args.quick else rows, random.Random(4))
    out = []
    for cut, label, split, source in found:
        ids, far = student_row(pieces, cut)
        row = teachers.thing_row(tokenizer, cut, False)
        if -1 in ids and 1 in row[1]:
            out.append((row, ids, far, label, split, source))
    often = {"ru_pairs": 4.0, "de_pairs": 4.0, "en_pairs": 1.0, "statements": 2.0, "frames": 0.8, "invented": 6.0, "joined": 1.0, "named": 0.8}
    STATE = (tokenizer, pieces, train, [often[e[3]] * even for e, even in zip(train, evened(train))])
    with multiprocessing.get_context("fork").Pool(min(14, os.cpu_count() or 1)) as workers:
        for part in workers.map(_work, [(300 + k, args.toward_variations // 28) for k in range(28)], chunksize=1):
            out += [(*x, -1, 1, "varied") for x in part if 1 in x[0][1]]
    return out


def figures(made, outputs):
    out = {}
    for source in ("ru_pairs", "de_pairs", "en_pairs", "statements"):
        on = [i for i, m in enumerate(made) if m[4] == 0 and m[5] == source]
        if on:
            out[source] = round(measure.macro_f1([made[i][3] for i in on], outputs[on].argmax(1)), 3)
    return out


def labelled(made, models):
    """Rows, distances, what the teachers and the given labels say, and how often each is drawn."""
    outputs = teachers.toward_outputs(models, [m[0] for m in made])
    say("toward teachers together", figures(made, outputs))
    ids, far = np.zeros((len(made), TOKENS), np.int32), np.full((len(made), TOKENS), 2 * REACH, np.int8)
    for i, m in enumerate(made):
        ids[i, : len(m[1])] = m[1]
        far[i, : len(m[2])] = m[2]
        if m[3] >= 0 and m[4] != 0:
            outputs[i] = 0.7 * outputs[i] + 0.3 * np.eye(3, dtype=np.float32)[m[3]]
    # What is given is little: drawn often, it is learnt by heart.
    often = {"ru_pairs": 2.5, "de_pairs": 2.5, "en_pairs": 1.5, "statements": 2.0, "frames": 1.0, "invented": 2.5, "joined": 1.0}
    even = evened([(None, m[3], m[4], m[5]) for m in made])
    weight = torch.tensor([0.0 if m[4] == 0 else often.get(m[5], 1.0) * e for m, e in zip(made, even)])
    return (*(torch.from_numpy(x).to(DEVICE) for x in (ids, far, outputs)), weight.to(DEVICE))


def distil(args, tokenizer, pieces, reader, beside, made, towards, models):
    """Trains on with the embeddings as they are compiled in."""
    ids, far, tone, weight = towards
    spanish = []
    for row in texts.spanish(args.data)[:: 400 if args.quick else 1]:
        cut = marked(tokenizer, row.title, row.target)
        if cut:
            spanish.append((teachers.thing_row(tokenizer, cut, False), *student_row(pieces, cut), row.tone))
    said = teachers.toward_outputs(models, [s[0] for s in spanish])
    say("Spanish, toward: teachers", round(measure.macro_f1([s[3] for s in spanish], said.argmax(1)), 3), len(spanish))
    rows8, scale = whole_numbers(reader.embed.weight.detach().cpu().numpy())
    table = torch.from_numpy(rows8.astype(np.float32) * scale).to(DEVICE)
    best = None
    # Tried one after the other; the best of them is taken by what was set aside.
    for hidden, passes, decay in [map(float, one.split(":")) for one in args.toward_tries.split(",")]:
        model = toward_reader(table).to(DEVICE)
        model.load_state_dict(beside.state_dict())
        learn(args, model, ids, far, tone, weight, hidden, passes * args.toward_passes, decay)
        found, es = told(model, ids, far, made, spanish)
        mean = (found.get("ru_pairs", 0) + found.get("de_pairs", 0) + es) / 3
        say("toward student", hidden, passes, decay, found, "Spanish", es)
        if best is None or mean > best[0]:
            best = (mean, model)
    np.savez_compressed(os.path.join(args.out, "toward.npz"), **{k: v.float().cpu().numpy() for k, v in best[1].state_dict().items()})


def learn(args, model, ids, far, tone, weight, hidden, passes, decay):
    seeded(1)
    optimiser = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=decay, fused=DEVICE == "cuda")
    size = 64 if args.quick else 1024
    steps = max(2, int(passes * len(ids) / size))
    plan = teachers.schedule(optimiser, steps)
    draw = torch.multinomial(weight.double(), min(steps * size, 2**24 - 1), replacement=True).to(DEVICE)
    mean = None
    model.train()
    for step in range(steps):
        at = (step * size) % (len(draw) - size + 1)
        part = draw[at: at + size]
        t = ids[part].long()
        t = t.masked_fill((torch.rand(t.shape, device=DEVICE) < hidden) & (t > 0), 1)
        with autocast():
            out = model(t, far[part].long())
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
                for k, x in model.state_dict().items():
                    mean[k].lerp_(x, 0.02)
    model.load_state_dict(mean)
    model.eval()


@torch.no_grad()
def told(model, ids, far, made, spanish):
    ours = torch.cat([torch.softmax(model(ids[a: a + 8192].long(), far[a: a + 8192].long()).float(), 1) for a in range(0, len(ids), 8192)]).cpu().numpy()
    one = lambda s: model(torch.tensor([s[1]], device=DEVICE), torch.tensor([s[2]], device=DEVICE)).float().argmax(1).item()
    return figures(made, ours), round(measure.macro_f1([s[3] for s in spanish], [one(s) for s in spanish]), 3)
