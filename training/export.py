"""Turns trained weights into the files that are compiled into the program.

    python training/export.py --from OUT_DIR --filters 256 --into crates/analysis/models

Weights become 8-bit integers, one scale per output; activations become 16-bit integers on a fixed scale, so that every
sum is exact and the same on every machine. `network.rs` and `tagger.rs` read these files in this order.
"""

import argparse
import os
import struct

import numpy as np

STEPS = 4095  # the highest step of an activation
UNIT = 0.02  # what one step of the reader's embeddings is taken for by the network that reads toward a thing


class Writer:
    def __init__(self):
        self.parts = []

    def number(self, value):
        self.parts.append(struct.pack("<I", value))

    def real(self, value):
        self.parts.append(struct.pack("<f", value))

    def reals(self, values):
        self.parts.append(np.asarray(values, "<f4").tobytes())

    def bytes(self, values):
        self.parts.append(np.asarray(values, np.int8).tobytes())

    def save(self, path):
        body = b"".join(self.parts)
        with open(path, "wb") as file:
            file.write(body)
        return len(body)


def table(values, percentile=99.995):
    """One scale for a whole table."""
    scale = float(np.percentile(np.abs(values), percentile)) / 127
    return np.clip(np.round(values / scale), -127, 127).astype(np.int8), scale


def rows(values):
    """One scale for each row."""
    scale = np.maximum(np.abs(values).max(1), 1e-8) / 127
    return np.clip(np.round(values / scale[:, None]), -127, 127).astype(np.int8), scale.astype(np.float32)


def dense(writer, weight, bias, in_scale):
    """Rows of outputs; the scale of the inputs is folded into that of the outputs."""
    q, scale = rows(weight)
    writer.number(weight.shape[0])
    writer.number(weight.shape[1])
    writer.bytes(q)
    writer.reals(scale * in_scale)
    writer.reals(bias)
    return q.astype(np.float32) * scale[:, None]


def conv(weight):
    """(out, in, tap) to (out, tap * in + channel): the order in which a window of words lies in memory."""
    return weight.transpose(0, 2, 1).reshape(weight.shape[0], -1)


def activations(state, ids):
    """Largest values that the network's layers take on sample texts, to fix their scales."""
    embed = state["embed.weight"]
    top = [0.0, 0.0]
    for row in ids:
        row = row[row != 0]
        if len(row) == 0:
            continue
        x = np.pad(embed[row], ((1, 1), (0, 0)))
        h = np.maximum(0, np.concatenate([x[:-2], x[1:-1], x[2:]], 1) @ conv(state["conv1.weight"]).T + state["conv1.bias"])
        top[0] = max(top[0], h.max())
        h = np.pad(h, ((1, 1), (0, 0)))
        h = np.maximum(0, np.concatenate([h[:-2], h[1:-1], h[2:]], 1) @ conv(state["conv2.weight"]).T + state["conv2.bias"])
        top[1] = max(top[1], h.max())
    return top


def body(w, state, sample_ids):
    """What both networks begin with: embeddings, two convolutions, attention. Returns the step of the pools after it."""
    q, scale = table(state["embed.weight"])
    top = [1.3 * t for t in activations(state, sample_ids)]
    steps = [t / STEPS for t in top]
    w.number(q.shape[0])
    w.number(q.shape[1])
    w.bytes(q)
    dense(w, conv(state["conv1.weight"]), state["conv1.bias"], scale)
    w.real(steps[0])
    dense(w, conv(state["conv2.weight"]), state["conv2.bias"], steps[0])
    w.real(steps[1])
    dense(w, state["attend.weight"], state["attend.bias"], steps[1])
    # Both layers' pools share one scale at the entry of the head.
    pool = max(steps)
    w.real(pool)
    return pool


def export_reader(state, tail, sample_ids, path):
    w = Writer()
    pool = body(w, state, sample_ids)
    dense(w, state["title.weight"], state["title.bias"], pool)
    dense(w, state["lead.weight"], np.zeros(len(state["title.bias"]), np.float32), pool)
    w.reals(state["out.weight"].reshape(-1))
    w.reals(state["out.bias"])
    q, scale = table(tail["weight"].astype(np.float32), 99.999)
    w.bytes(q)
    w.real(scale)
    w.reals(tail["bias"])
    return w.save(path)


def export_tagger(state, bias, path):
    from tagger import EMBED as TAG_EMBED
    from tagger import HIDDEN, SHAPE, SHAPES, WINDOW

    w = Writer()
    q, scale = table(state["embed.weight"])
    # Means of up to four pieces are kept in twelfths of a step, so that they stay whole numbers.
    w.number(q.shape[0])
    w.number(q.shape[1])
    w.bytes(q)
    unit = scale / 12
    shapes = np.clip(np.round(state["shape.weight"] / unit), -4095, 4095)
    w.number(2 * SHAPES)
    w.number(SHAPE)
    w.parts.append(shapes.astype("<i2").tobytes())
    dense(w, state["hidden.weight"], state["hidden.bias"], unit)
    w.reals(state["out.weight"].reshape(-1))
    out = state["out.bias"].copy()
    out[0] -= bias
    w.reals(out)
    assert state["hidden.weight"].shape == (HIDDEN, (2 * WINDOW + 1) * (TAG_EMBED + SHAPE))
    return w.save(path)


def reader_table(models):
    """The embeddings of the compiled-in reader: small whole numbers."""
    with open(os.path.join(models, "reader.bin"), "rb") as file:
        body = file.read()
    count, width = struct.unpack_from("<II", body, 0)
    return np.frombuffer(body, np.int8, count * width, 8).reshape(count, width)


def target_forward(state, table, ids, far, unit=UNIT):
    """Logits of the network that reads toward a thing, as trained, and the highest values of its layers."""
    x = np.stack([state["thing"] if i < 0 else table[i] * unit for i in ids]).astype(np.float32)
    layers = []
    for name in ("conv1", "conv2"):
        x = np.pad(x, ((1, 1), (0, 0)))
        x = np.maximum(0, np.concatenate([x[:-2], x[1:-1], x[2:]], 1) @ conv(state[name + ".weight"]).T + state[name + ".bias"])
        layers.append(x)
    scores = layers[1] @ state["attend.weight"].T + state["attend.bias"] + state["distance"][:, far].T
    weights = np.exp(scores - scores.max(0))
    pools = [layers[0].max(0), layers[1].max(0), ((weights / weights.sum(0)).T @ layers[1]).reshape(-1)]
    hidden = np.maximum(0, state["hidden.weight"] @ np.concatenate(pools) + state["hidden.bias"])
    return state["out.weight"] @ hidden + state["out.bias"], [layer.max() for layer in layers]


def export_target(state, table, samples, path, unit=UNIT):
    w = Writer()
    w.bytes(np.clip(np.round(state["thing"] / unit), -127, 127))
    tops = [target_forward(state, table, ids, far, unit)[1] for ids, far in samples]
    steps = [1.3 * max(top[i] for top in tops) / STEPS for i in range(2)]
    dense(w, conv(state["conv1.weight"]), state["conv1.bias"], unit)
    w.real(steps[0])
    dense(w, conv(state["conv2.weight"]), state["conv2.bias"], steps[0])
    w.real(steps[1])
    dense(w, state["attend.weight"], state["attend.bias"], steps[1])
    w.reals(state["distance"].reshape(-1))
    w.real(max(steps))
    dense(w, state["hidden.weight"], state["hidden.bias"], max(steps))
    w.reals(state["out.weight"].reshape(-1))
    w.reals(state["out.bias"])
    return w.save(path)


# Sentences of our own on which the Rust reader must agree with the network as trained.
PARITY = [
    ("Bitcoin climbs above $104,500 as inflows return", ""),
    ("Exchange halts withdrawals after $40M hack, users can't reach funds", ""),
    ("What is a rollup? A beginner's guide", ""),
    ("Lawmakers delay vote on stablecoin bill", "The committee didn't set a new date, three people familiar with the talks said on Monday."),
    ("Miner's revenue falls 12.5% in May", "Costs rose while the price of Bitcoin hardly moved, the company's filing shows."),
    ("@alice: $ETH to the moon!!! https://example.com/x", ""),
    ("Café chain in São Paulo adopts “Lightning” payments — 2026 rollout", ""),
    ("Zyxqwv plc unveils qubitronics", "&lt;b&gt;Nothing&lt;/b&gt; else is known &amp; nobody asked."),
]


TARGET_PARITY = [
    ("Coinbase wins licence while Kraken is fined", "Coinbase"),
    ("Coinbase wins licence while Kraken is fined", "Kraken"),
    ("Bitcoin climbs above $104,500 as Ether slips 3.5%", "Bitcoin"),
    ("Bitcoin climbs above $104,500 as Ether slips 3.5%", "Ether"),
    ("Harbour Metals' profit halves; rival Northwind gains share", "Harbour Metals"),
    ("Harbour Metals' profit halves; rival Northwind gains share", "Northwind"),
    ("Analysts expect Zyxqwv plc to report on Tuesday", "Zyxqwv plc"),
    ("Exchange halts withdrawals after hack of Quillmark, users can't reach funds", "Quillmark"),
]


def target_parity(state, table, vocab):
    """One line each: text, thing, token numbers with -1 at the thing, logits of the network as trained."""
    from things import places, student_row
    from words import words_of

    lines = []
    for text, thing in TARGET_PARITY:
        ids, far = student_row(vocab, words_of(text), places(text, thing))
        logits, _ = target_forward(state, table, ids, far)
        lines.append("\t".join([text, thing, " ".join(map(str, ids)), " ".join(f"{x:.4f}" for x in logits)]))
    return "\n".join(lines) + "\n"


def main_target(args):
    """Only the network that reads toward a thing; it stands on the embeddings of the reader that is there already."""
    from things import read_examples, student_row
    from words import Vocab

    with open(os.path.join(args.into, "vocab.txt"), encoding="utf-8") as file:
        vocab = Vocab(file.read().split("\n"))
    state = {k: v.astype(np.float32) for k, v in np.load(os.path.join(args.source, "target64.npz")).items()}
    table = reader_table(args.into)
    samples = [student_row(vocab, e.words, e.at) for e in read_examples(args.data)[::12]]
    print("target.bin", export_target(state, table, samples, os.path.join(args.into, "target.bin")))
    with open(os.path.join(args.into, "target_parity.txt"), "w", encoding="utf-8") as file:
        file.write(target_parity(state, table, vocab))


def parity(state, vocab):
    """One line each: title, lead, token numbers of the title, logits; the network as trained, not yet in integers."""
    import torch

    from student import LEAD, TITLE, Student
    from words import words_of

    model = Student(len(vocab.tokens), state["conv1.bias"].shape[0])
    model.load_state_dict({k: torch.tensor(v) for k, v in state.items()})
    model.eval()
    lines = []
    for title, lead in PARITY:
        ids = [vocab.text_ids(words_of(t), most) for t, most in ((title, TITLE), (lead, LEAD))]
        with torch.no_grad():
            tone, marks = model(torch.tensor([ids[0]]), torch.tensor([ids[1] or [0]]))
        logits = torch.cat([tone, marks], 1)[0].tolist()
        lines.append("\t".join([title, lead, " ".join(map(str, ids[0])), " ".join(f"{x:.4f}" for x in logits)]))
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--from", dest="source", required=True)
    parser.add_argument("--filters", default="256")
    parser.add_argument("--tag-bias", type=float, default=1.0)
    parser.add_argument("--data", required=True)
    parser.add_argument("--into", required=True)
    parser.add_argument("--only-target", action="store_true")
    args = parser.parse_args()
    if args.only_target:
        return main_target(args)
    load = lambda name: {k: v.astype(np.float32) for k, v in np.load(os.path.join(args.source, name)).items()}
    with open(os.path.join(args.source, "vocab.txt"), encoding="utf-8") as file:
        tokens = file.read().split("\n")
    import data
    from words import Vocab

    vocab = Vocab(tokens)
    sample = [vocab.text_ids(r.title, 32) for r in data.headlines(args.data)[::4]]
    ids = [np.array(s) for s in sample if s]
    os.makedirs(args.into, exist_ok=True)
    size = export_reader(load(f"student{args.filters}.npz"), load("tail.npz"), ids, os.path.join(args.into, "reader.bin"))
    print("reader.bin", size)
    print("tagger.bin", export_tagger(load("tagger.npz"), args.tag_bias, os.path.join(args.into, "tagger.bin")))
    with open(os.path.join(args.into, "vocab.txt"), "w", encoding="utf-8") as file:
        file.write("\n".join(tokens))
    import names

    with open(os.path.join(args.into, "hints.txt"), "w", encoding="utf-8") as file:
        for category, listed in names.BY_CATEGORY.items():
            kept = [name for name in listed.split(";") if name not in names.AMBIGUOUS]
            file.write(f"{category}: {'; '.join(kept)}\n")
    with open(os.path.join(args.into, "parity.txt"), "w", encoding="utf-8") as file:
        file.write(parity(load(f"student{args.filters}.npz"), vocab))


if __name__ == "__main__":
    main()
