"""How much each piece says: `languages_telling.bin`, by which stories compare texts in two languages piece by piece.

    python training/languages/telling.py --data DATA_DIR --translations DIR --encoder ENCODER_DIR --models crates/analysis/models

Vectors, one for each piece, learn to add up to what the encoder says of a text, centred by language. How long a piece's vector has
become, times how seldom the piece comes in our texts (smooth inverse frequency), is what it says. The vectors themselves are not
kept: the embeddings of the reader tell as well which pieces are alike. Half a minute on a large graphics card.
"""

import argparse
import glob
import os
import random
import re
import sys

import numpy as np
import torch
import torch.nn.functional as F

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import e5  # noqa: E402
import teachers  # noqa: E402
import texts  # noqa: E402
from machine import DEVICE, say, seeded  # noqa: E402
from pieces import SPECIALS, Pieces, kind_of, packed_lines  # noqa: E402

DIMENSIONS, STEPS, SIZE, RATE, TEMPERATURE = 128, 4000, 1021, 2e-3, 0.07
# How often a piece comes that counts half: where the vectors begin, and in the weights.
HALF_AT_FIRST, HALF = 1e-3, 1e-4
# Shares of what is learnt: texts, several texts in a row, words and pieces in any order, pieces alone.
SHARES = {"text": 0.45, "joined": 0.25, "words": 0.14, "pieces": 0.08, "alone": 0.08}


def script(piece):
    first = piece.lstrip("#")[:1] or "a"
    return ("cyrillic" if ord(first) // 256 == 4 else "latin", "hangul", "east")[kind_of(first)]


def gathered(args, tokens):
    """(kind, language or script, source, text), and pairs of a text and its English side."""
    rows, twins = [], []
    for row in texts.everything(args.data, args.translations):
        if row.source == "en_pairs":
            continue
        rows.append(("text", row.language, row.source, row.title + (". " + row.lead if row.lead else "")))
        if row.english:
            twins.append((len(rows) - 1, len(rows)))
            rows.append(("text", "en", row.source, row.english[0]))
    for path in sorted(glob.glob(os.path.join(os.path.dirname(os.path.abspath(__file__)), "sentences", "??.txt"))):
        with open(path, encoding="utf-8") as file:
            lines = [re.sub(r"\[\[|\]\]|\{\{|\}\}|<<|>>", "", line).strip() for line in file]
        rows += [("text", os.path.basename(path)[:2], "sentences", line) for line in lines if line]
    draw, said = random.Random(2), {}
    for row in rows:
        said.setdefault(row[1], []).append(row[3])
    words = {l: sorted({w for t in all_ for w in t.split() if 1 < len(w) < 18}) for l, all_ in said.items() if l not in ("zh", "ja")}
    for _ in range(45000):
        language = draw.choice(list(said))
        rows.append(("joined", language, "", ". ".join(draw.choice(said[language])[:250] for _ in range(draw.choice((2, 2, 3, 4))))))
        language = draw.choice(list(words))
        rows.append(("words", language, "", " ".join(draw.choice(words[language]) for _ in range(draw.randint(3, 14)))))
    written = {}
    for token in tokens[len(SPECIALS):]:
        written.setdefault(script(token), []).append(token.lstrip("#") or "#")
    for _ in range(30000):
        kind = draw.choices(["latin", "cyrillic", "east", "hangul"], [0.6, 0.12, 0.2, 0.08])[0]
        rows.append(("pieces", kind, "", ("" if kind == "east" else " ").join(draw.choice(written[kind]) for _ in range(draw.randint(3, 12)))))
    rows += [("alone", script(token), "", token.lstrip("#") or "#") for token in tokens]
    return rows, twins


def goals_of(rows, twins, raw):
    """What the encoder says, without the mean of a language; a translation and its English side share one goal."""
    groups = {}
    for i, row in enumerate(rows):
        groups.setdefault(row[:3], []).append(i)
    means = {}
    for (kind, language, _), places in groups.items():
        if kind == "text" and len(places) > 300:
            means.setdefault(language, []).append(raw[places].mean(0))
    goals = raw.copy()
    for (kind, language, _), places in groups.items():
        own = np.mean(means[language], 0) if kind == "text" and language in means else raw[places].mean(0)
        goals[places] -= own
    unit = lambda x: x / (np.linalg.norm(x, axis=1, keepdims=True) + 1e-9)
    goals = unit(goals)
    if twins:
        one, other = np.array(twins).T
        goals[one] = goals[other] = unit(goals[one] + goals[other])
    _, size, turn = np.linalg.svd(goals[[i for i, row in enumerate(rows) if row[0] == "text"]][::2], full_matrices=False)
    return unit(goals @ (turn[:DIMENSIONS] / (size[:DIMENSIONS, None] / size[0]) ** 0.25).T)


def learnt(rows, cut, goals, start):
    """Vectors of pieces that add up to the goals of the texts they make."""
    ends = np.cumsum([len(ids) for ids in cut])
    on = lambda x: torch.from_numpy(np.ascontiguousarray(x)).to(DEVICE)
    flat, starts, lengths = on(np.concatenate(cut)), on(np.concatenate([[0], ends[:-1]])), on(np.array([len(ids) for ids in cut]))
    goals, table = on(goals).float(), torch.nn.Parameter(on(start).float())
    optimiser = torch.optim.Adam([table], lr=RATE)
    plan = teachers.schedule(optimiser, STEPS, warm=0.001)
    often = {}
    for i, row in enumerate(rows):
        often.setdefault(row[:3], []).append(i)
    weight = np.zeros(len(rows))
    for places in often.values():
        weight[places] = 1.0 / np.sqrt(len(places)) if rows[places[0]][0] == "text" else 1.0
    draws = []
    for kind, share in SHARES.items():
        places = np.array([i for i, row in enumerate(rows) if row[0] == kind])
        count = int(SIZE * share)
        picked = torch.multinomial(torch.from_numpy(weight[places]), count * STEPS, replacement=True)
        draws.append((count, on(places)[picked.to(DEVICE)]))
    for step in range(STEPS):
        part = torch.cat([picked[step * count: (step + 1) * count] for count, picked in draws])
        row = torch.repeat_interleave(torch.arange(len(part), device=DEVICE), lengths[part])
        before = torch.cat([torch.zeros(1, dtype=torch.long, device=DEVICE), lengths[part].cumsum(0)[:-1]])
        ids = flat[starts[part][row] + torch.arange(len(row), device=DEVICE) - before[row]]
        kept = (torch.rand(len(ids), 1, device=DEVICE) >= 0.1).float()
        sums = torch.zeros(len(part), DIMENSIONS, device=DEVICE).index_add(0, row, F.embedding(ids, table) * kept)
        ours, goal = F.normalize(sums, dim=1), goals[part]
        like = (ours @ goal.T / TEMPERATURE).masked_fill((goal @ goal.T > 0.9) & ~torch.eye(len(part), dtype=torch.bool, device=DEVICE), -1e4)
        loss = 2 * (1 - (ours * goal).sum(1)).mean() + 0.25 * F.cross_entropy(like, torch.arange(len(part), device=DEVICE))
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        plan.step()
    say("learnt", round(loss.item(), 3))
    return table.detach().cpu().numpy()


def main():
    parser = argparse.ArgumentParser()
    for name in ("data", "translations", "encoder", "models"):
        parser.add_argument("--" + name, required=True)
    args = parser.parse_args()
    seeded(1)
    tokens = packed_lines(args.models)
    pieces, tokenizer = Pieces(tokens), e5.load_tokenizer(args.encoder)
    rows, twins = gathered(args, tokens)
    read = [np.array(tokenizer.ids(row[3], 110) or [e5.UNKNOWN], np.int32) for row in rows]
    lengths = np.array([len(ids) for ids in read], np.int32)
    raw = teachers.vectors(e5.pretrained(args.encoder).to(DEVICE).eval(), tokenizer, np.concatenate(read), np.cumsum(lengths), lengths)
    say("texts", len(rows))
    goals = goals_of(rows, twins, raw.astype(np.float32))
    alone = len(rows) - len(tokens)
    cut = [np.array(pieces.ids(row[3], 160) or [1], np.int64) for row in rows[:alone]] + [np.array([i]) for i in range(len(tokens))]
    counts = np.bincount(np.concatenate([ids for ids, row in zip(cut, rows) if row[0] == "text"]), minlength=len(tokens))
    often = counts / counts.sum()
    table = learnt(rows, cut, goals, goals[alone:] * (HALF_AT_FIRST / (HALF_AT_FIRST + often))[:, None])
    says = np.linalg.norm(table, axis=1) * HALF / (HALF + often)
    says = np.round(says / says.max() * 255)
    says[:2] = 0
    with open(os.path.join(args.models, "languages_telling.bin"), "wb") as file:
        file.write(says.astype(np.uint8).tobytes())


if __name__ == "__main__":
    main()
