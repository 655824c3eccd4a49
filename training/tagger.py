"""The organisation tagger: a teacher on the pretrained encoder that also sees letter case, and a small student over a
window of words. The student only looks at words that could be part of a name; `tagger.rs` is its twin.

    python training/tagger.py --data DATA_DIR --encoder ENCODER_DIR --vocab OUT_DIR/vocab.txt --out OUT_DIR
"""

import argparse
import json
import os
import random

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

import data
import orgtexts
from encoder import pretrained
from words import TeacherVocab, Vocab, scan

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
EMBED, SHAPE, WINDOW, HIDDEN, PIECES = 64, 8, 3, 128, 4
SHAPES = 10
JOINERS = {"of", "and", "&", "the", "for", "de", ".", ",", "-", "'", "!", "/", "on"}


def shape(text, folded):
    """0 small letters, 1 Capital, 2 CAPITALS, 3 miXed, 4 number, 5 mark, 6 one capital letter, 7 link or handle."""
    if folded.startswith("<") and len(folded) > 1:
        return 7
    c = text[0]
    if "0" <= c <= "9":
        return 4
    if not c.isalpha():
        return 5
    upper = sum(x.isupper() for x in text)
    letters = sum(x.isalpha() for x in text)
    if upper == 0:
        return 0
    if len(text) == 1:
        return 6
    if upper == letters:
        return 2
    return 1 if upper == 1 and c.isupper() else 3


class Sentence:
    """Words with shapes; 8 added places mark a headline in Title Case, where capitals say little."""

    __slots__ = ("words", "shapes", "tags", "weight", "spans", "titled", "text")

    def __init__(self, text, spans=(), weight=1.0):
        found = scan(text)[:160]
        self.text = text
        self.words = [w for w, _, _ in found]
        self.spans = [(a, a + len(w.split("'")[0]) if "'" in w[1:] else b) for w, a, b in found]
        self.shapes = [shape(text[a:b], w) for w, a, b in found]
        long = [s for s, w in zip(self.shapes, self.words) if s in (0, 1, 2, 3) and len(w) > 3]
        self.titled = len(long) > 2 and sum(s != 0 for s in long) > 0.7 * len(long)
        self.weight = weight
        starts, ends = {a for a, _ in spans}, {}
        self.tags = []
        for a, b in self.spans:
            inside = next((s for s in spans if s[0] <= a and b <= s[1] + 1), None)
            self.tags.append(0 if inside is None else 1 if inside[0] == a or a in starts else 2)

    def candidates(self):
        names = [s in (1, 2, 3, 6) for s in self.shapes]
        n = len(names)
        return [
            names[i] or (self.words[i] in JOINERS or self.shapes[i] == 4) and i > 0 and names[i - 1] for i in range(n)
        ]


def decode(logs):
    """Best B/I/O path, no I after O; `logs` holds log probabilities of O, B, I."""
    n = len(logs)
    if n == 0:
        return []
    best = [logs[0][0], logs[0][1], -1e9]
    back = []
    for i in range(1, n):
        before_b = max(range(3), key=lambda k: best[k])
        before_i = 1 if best[1] >= best[2] else 2
        back.append((before_b, before_b, before_i))
        best = [best[before_b] + logs[i][0], best[before_b] + logs[i][1], best[before_i] + logs[i][2]]
    now = max(range(3), key=lambda k: best[k])
    path = [now]
    for step in reversed(back):
        now = step[now]
        path.append(now)
    return path[::-1]


def spans_of(sentence, path):
    out, at = [], 0
    while at < len(path):
        if path[at] == 1:
            end = at + 1
            while end < len(path) and path[end] == 2:
                end += 1
            last = end
            while last > at + 1 and sentence.words[last - 1] in (",", "-", "/", "the", "and", "of", "&", "'"):
                last -= 1
            out.append((sentence.spans[at][0], sentence.spans[last - 1][1]))
            at = end
        else:
            at += 1
    return out


class TagTeacher(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder
        self.shape = nn.Embedding(SHAPES * 2, 384)
        nn.init.normal_(self.shape.weight, std=0.02)
        self.out = nn.Linear(384, 3)

    def forward(self, ids, shapes):
        x = self.encoder(ids, torch.zeros_like(ids), self.shape(shapes))
        return self.out(F.dropout(x, 0.1, self.training))


def coded(vocab, sentence, most=200):
    ids, shapes, first = [vocab.cls], [0], []
    for word, form in zip(sentence.words, sentence.shapes):
        got = vocab.ids(word)
        if len(ids) + len(got) >= most:
            break
        first.append(len(ids))
        ids += got
        shapes += [1 + form + SHAPES * sentence.titled if 1 + form < SHAPES else SHAPES - 1] * len(got)
    return ids + [vocab.sep], shapes + [0], first


def batch_of(items):
    width = max(len(i[0]) for i in items)
    ids = np.zeros((len(items), width), np.int64)
    shapes = np.zeros((len(items), width), np.int64)
    for n, (a, b, _) in enumerate(items):
        ids[n, : len(a)], shapes[n, : len(a)] = a, b
    return torch.from_numpy(ids).to(DEVICE), torch.from_numpy(shapes).to(DEVICE)


def autocast():
    return torch.autocast(DEVICE, dtype=torch.bfloat16, enabled=DEVICE == "cuda")


def train_teacher(args, vocab, sentences, steps, seed):
    torch.manual_seed(seed)
    rng = random.Random(seed)
    model = TagTeacher(pretrained(args.encoder)).to(DEVICE)
    optimiser = torch.optim.AdamW(model.parameters(), lr=6e-5, weight_decay=0.01, fused=DEVICE == "cuda")
    plan = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda s: min(1, (s + 1) / 60) * max(0.02, 1 - s / steps))
    items = [coded(vocab, s) for s in sentences]
    model.train()
    for _ in range(steps):
        part = [rng.randrange(len(items)) for _ in range(48)]
        ids, shapes = batch_of([items[i] for i in part])
        tags = torch.full(ids.shape, -1, device="cpu")
        weight = torch.zeros(ids.shape)
        for n, i in enumerate(part):
            first = items[i][2]
            tags[n, first] = torch.tensor(sentences[i].tags[: len(first)])
            weight[n, first] = sentences[i].weight
        hidden = ids.masked_fill((torch.rand(ids.shape, device=DEVICE) < 0.08) & (ids > 103), vocab.mask)
        with autocast():
            out = model(hidden, shapes)
        loss = F.cross_entropy(out.float().flatten(0, 1), tags.flatten().to(DEVICE), ignore_index=-1, reduction="none", label_smoothing=0.03)
        weight = weight.flatten().to(DEVICE)
        loss = (loss * weight).sum() / weight.sum()
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        plan.step()
    return model


@torch.no_grad()
def teacher_probabilities(models, vocab, sentences):
    for model in models:
        model.eval()
    items = [coded(vocab, s) for s in sentences]
    out = [None] * len(items)
    order = sorted(range(len(items)), key=lambda i: len(items[i][0]))
    for at in range(0, len(order), 256):
        part = order[at: at + 256]
        ids, shapes = batch_of([items[i] for i in part])
        total = 0
        for model in models:
            with autocast():
                total = total + torch.softmax(model(ids, shapes).float(), -1) / len(models)
        total = total.cpu().numpy()
        for n, i in enumerate(part):
            first = items[i][2]
            rows = np.tile(np.array([[1.0, 0.0, 0.0]], np.float32), (len(sentences[i].words), 1))
            rows[: len(first)] = total[n, first]
            out[i] = rows
    return out


class TagStudent(nn.Module):
    """Each word: mean of its pieces and its shape; a window of seven; one hidden layer."""

    def __init__(self, vocab):
        super().__init__()
        self.embed = nn.Embedding(vocab, EMBED, padding_idx=0)
        self.shape = nn.Embedding(2 * SHAPES, SHAPE)
        self.hidden = nn.Linear((2 * WINDOW + 1) * (EMBED + SHAPE), HIDDEN)
        self.out = nn.Linear(HIDDEN, 3)

    def forward(self, pieces, shapes):
        # pieces: n x window x PIECES
        mask = (pieces != 0).unsqueeze(-1)
        e = (self.embed(pieces) * mask).sum(2) / mask.sum(2).clamp(min=1)
        x = torch.cat([e, self.shape(shapes)], -1).flatten(1)
        x = F.dropout(x, 0.1, self.training)
        return self.out(F.dropout(F.relu(self.hidden(x)), 0.1, self.training))


def student_rows(vocab, sentence):
    """Pieces and shapes of every word, padded by the window on both sides. Shape 0 stands outside the text."""
    n = len(sentence.words)
    pieces = np.zeros((n + 2 * WINDOW, PIECES), np.int64)
    shapes = np.zeros(n + 2 * WINDOW, np.int64)
    for i, word in enumerate(sentence.words):
        ids = vocab.ids(word)[:PIECES]
        pieces[WINDOW + i, : len(ids)] = ids
        shapes[WINDOW + i] = 1 + sentence.shapes[i] + SHAPES * sentence.titled
    return pieces, shapes


def windows(vocab, sentences):
    pieces, shapes, where = [], [], []
    for k, sentence in enumerate(sentences):
        p, s = student_rows(vocab, sentence)
        for i, ok in enumerate(sentence.candidates()):
            if ok:
                pieces.append(p[i: i + 2 * WINDOW + 1])
                shapes.append(s[i: i + 2 * WINDOW + 1])
                where.append((k, i))
    return np.array(pieces), np.array(shapes), where


@torch.no_grad()
def student_spans(model, vocab, sentences, bias=0.0):
    model.eval()
    pieces, shapes, where = windows(vocab, sentences)
    logs = [np.tile(np.array([[0.0, -30.0, -30.0]]), (len(s.words), 1)) for s in sentences]
    device = next(model.parameters()).device
    for at in range(0, len(where), 65536):
        out = model(torch.from_numpy(pieces[at: at + 65536]).to(device), torch.from_numpy(shapes[at: at + 65536]).to(device))
        out[:, 0] -= bias
        out = torch.log_softmax(out.float(), -1).cpu().numpy()
        for (k, i), row in zip(where[at: at + 65536], out):
            logs[k][i] = row
    return [spans_of(s, decode(l.tolist())) for s, l in zip(sentences, logs)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--encoder", required=True)
    parser.add_argument("--vocab", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("--student-steps", type=int, default=9000)
    parser.add_argument("--quick", action="store_true")
    args = parser.parse_args()
    with open(os.path.join(args.encoder, "vocab.txt"), encoding="utf-8") as file:
        teacher_vocab = TeacherVocab(file.read().split("\n")[:30522])
    with open(args.vocab, encoding="utf-8") as file:
        vocab = Vocab(file.read().split("\n"))
    rows = orgtexts.sentences(args.data, 300 if args.quick else 24000)
    labelled = [Sentence(*row) for row in (rows[::40] if args.quick else rows)]
    labelled = [s for s in labelled if s.words]
    gold = orgtexts.held(args.data)
    held = [Sentence(text, spans) for text, spans in gold]
    print("labelled", len(labelled), "held", len(held), flush=True)
    figures = {}
    teachers = []
    for seed in (1, 2):
        teachers.append(train_teacher(args, teacher_vocab, labelled, 3 if args.quick else args.steps, seed))
        probabilities = teacher_probabilities(teachers[-1:], teacher_vocab, held)
        guess = [spans_of(s, decode(np.log(p + 1e-9).tolist())) for s, p in zip(held, probabilities)]
        figures[f"teacher{seed}"] = orgtexts.span_f1([s for _, s in gold], guess)
        print("tag teacher", seed, figures[f"teacher{seed}"], flush=True)
    # The student learns from the teachers on everything that may be trained on.
    plain = [r.raw[0] for r in data.train_sets(args.data) if r.split != 0] + [r.raw[1] for r in data.headlines(args.data) if r.split != 0]
    for name in ("directness/bellwether_exchanges.jsonl", "directness/subjectiveqa_dev_companies.jsonl"):
        with open(os.path.join(args.data, name), encoding="utf-8") as file:
            plain += [json.loads(line)["answer"][:700] for line in file]
    unlabelled = [Sentence(t) for t in (plain[::200] if args.quick else plain) if t.strip()]
    everything = labelled + unlabelled
    soft = teacher_probabilities(teachers, teacher_vocab, everything)
    pieces, shapes, where = windows(vocab, everything)
    target = np.array([soft[k][i] for k, i in where], np.float32)
    weight = np.ones(len(where), np.float32)
    for n, (k, i) in enumerate(where):
        if k < len(labelled):
            target[n] = 0.5 * target[n] + 0.5 * np.eye(3, dtype=np.float32)[labelled[k].tags[i]]
    print("windows", len(where), flush=True)
    pieces, shapes = torch.from_numpy(pieces.astype(np.int32)).to(DEVICE), torch.from_numpy(shapes).to(DEVICE)
    target, weight = torch.from_numpy(target).to(DEVICE), torch.from_numpy(weight).to(DEVICE)
    torch.manual_seed(3)
    model = TagStudent(len(vocab.tokens)).to(DEVICE)
    with torch.no_grad():
        from train import initial_embedding

        model.embed.weight.copy_(initial_embedding(args, vocab, teacher_vocab)[:, :EMBED])
    optimiser = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.01, fused=DEVICE == "cuda")
    steps = 20 if args.quick else args.student_steps
    plan = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda s: min(1, (s + 1) / 100) * max(0.02, 1 - s / steps))
    model.train()
    for step in range(steps):
        part = torch.randint(0, len(target), (2048,), device=DEVICE)
        p = pieces[part].long()
        p = p.masked_fill((torch.rand(p.shape[:2], device=DEVICE) < 0.06).unsqueeze(-1) & (p != 0), 1)
        out = model(p, shapes[part])
        loss = F.cross_entropy(out, target[part])
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        plan.step()
        if step % 3000 == 2999 or step + 1 == steps:
            for bias in (0.0, 0.5, 1.0):
                guess = student_spans(model, vocab, held, bias)
                figures[f"student_bias{bias}"] = orgtexts.span_f1([s for _, s in gold], guess)
                print("tag student", step, bias, figures[f"student_bias{bias}"], round(loss.item(), 4), flush=True)
            model.train()
    np.savez_compressed(os.path.join(args.out, "tagger.npz"), **{k: v.half().cpu().numpy() for k, v in model.state_dict().items()})
    with open(os.path.join(args.out, "tagger.json"), "w") as file:
        json.dump(figures, file, indent=1)


if __name__ == "__main__":
    main()
