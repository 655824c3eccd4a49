"""The teacher: a small pretrained encoder (MiniLM), written out plainly so that only torch is needed."""

import json
import os
import struct

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Layer(nn.Module):
    def __init__(self, width, heads, inner):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.norm1 = nn.LayerNorm(width, eps=1e-12)
        self.up = nn.Linear(width, inner)
        self.down = nn.Linear(inner, width)
        self.norm2 = nn.LayerNorm(width, eps=1e-12)

    def forward(self, x, mask, drop):
        b, t, w = x.shape
        q, k, v = self.qkv(x).view(b, t, 3, self.heads, w // self.heads).permute(2, 0, 3, 1, 4)
        a = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, dropout_p=drop if self.training else 0.0)
        a = self.out(a.transpose(1, 2).reshape(b, t, w))
        x = self.norm1(x + F.dropout(a, drop, self.training))
        h = self.down(F.gelu(self.up(x)))
        return self.norm2(x + F.dropout(h, drop, self.training))


class Encoder(nn.Module):
    def __init__(self, vocab=30522, width=384, layers=6, heads=12, inner=1536, positions=512, drop=0.1):
        super().__init__()
        self.words = nn.Embedding(vocab, width)
        self.places = nn.Embedding(positions, width)
        self.kinds = nn.Embedding(2, width)
        self.norm = nn.LayerNorm(width, eps=1e-12)
        self.layers = nn.ModuleList(Layer(width, heads, inner) for _ in range(layers))
        self.drop = drop

    def forward(self, ids, kinds, extra=None):
        mask = (ids != 0)[:, None, None, :]
        x = self.words(ids) + self.places.weight[: ids.shape[1]] + self.kinds(kinds)
        if extra is not None:
            x = x + extra
        x = F.dropout(self.norm(x), self.drop, self.training)
        for layer in self.layers:
            x = layer(x, mask, self.drop)
        return x


def read_safetensors(path):
    with open(path, "rb") as file:
        (size,) = struct.unpack("<Q", file.read(8))
        head = json.loads(file.read(size))
        body = file.read()
    kinds = {"F32": np.float32, "F16": np.float16, "I64": np.int64}
    return {
        name: np.frombuffer(body[slice(*info["data_offsets"])], dtype=kinds[info["dtype"]]).reshape(info["shape"])
        for name, info in head.items()
        if name != "__metadata__"
    }


def pretrained(folder, drop=0.1):
    """Weights from `model.safetensors` as published, or from `model.npz`, the same in half precision."""
    path = os.path.join(folder, "model.npz")
    raw = np.load(path) if os.path.exists(path) else read_safetensors(os.path.join(folder, "model.safetensors"))
    get = lambda name: torch.tensor(np.asarray(raw[name], dtype=np.float32))
    model = Encoder(drop=drop)
    state = {
        "words.weight": get("embeddings.word_embeddings.weight"),
        "places.weight": get("embeddings.position_embeddings.weight"),
        "kinds.weight": get("embeddings.token_type_embeddings.weight"),
        "norm.weight": get("embeddings.LayerNorm.weight"),
        "norm.bias": get("embeddings.LayerNorm.bias"),
    }
    for i in range(len(model.layers)):
        old, new = f"encoder.layer.{i}.", f"layers.{i}."
        for end in ("weight", "bias"):
            state[new + f"qkv.{end}"] = torch.cat([get(old + f"attention.self.{k}.{end}") for k in ("query", "key", "value")])
            for ours, theirs in (
                ("out", "attention.output.dense"), ("norm1", "attention.output.LayerNorm"),
                ("up", "intermediate.dense"), ("down", "output.dense"), ("norm2", "output.LayerNorm"),
            ):
                state[new + f"{ours}.{end}"] = get(old + f"{theirs}.{end}")
    model.load_state_dict(state)
    return model


class Teacher(nn.Module):
    """Heads for tone, categories and tweet topics over the mean of the encoder's output."""

    def __init__(self, encoder, n_categories, n_topics, drop=0.1):
        super().__init__()
        self.encoder = encoder
        self.drop = nn.Dropout(drop)
        self.tone = nn.Linear(768, 3)
        self.categories = nn.Linear(768, n_categories)
        self.topics = nn.Linear(768, n_topics)

    def forward(self, ids, kinds):
        x = self.encoder(ids, kinds)
        mask = (ids != 0).unsqueeze(-1).to(x.dtype)
        mean = (x * mask).sum(1) / mask.sum(1)
        x = self.drop(torch.cat([mean, x[:, 0]], 1))
        return self.tone(x), self.categories(x), self.topics(x)


class Masked(nn.Module):
    """Predicts hidden words; adapts the encoder to the field and proposes other words when texts are varied."""

    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder
        self.dense = nn.Linear(384, 384)
        self.norm = nn.LayerNorm(384)
        self.bias = nn.Parameter(torch.zeros(encoder.words.weight.shape[0]))
        nn.init.eye_(self.dense.weight)
        nn.init.zeros_(self.dense.bias)

    def forward(self, ids, kinds, chosen):
        x = self.encoder(ids, kinds)[chosen]
        x = self.norm(F.gelu(self.dense(x)))
        return F.linear(x, self.encoder.words.weight) + self.bias


def initial_embedding(folder, vocab, teacher_vocab, size):
    """The encoder's own word vectors, turned to fewer dimensions; a whole word is the mean of its pieces."""
    encoder = pretrained(folder)
    with torch.no_grad():
        table = encoder.norm(encoder.words.weight + encoder.kinds.weight[0]).numpy()
    mean = table[1000:].mean(0)
    _, _, turn = np.linalg.svd(table[1000:20000] - mean, full_matrices=False)
    small = (table - mean) @ turn[:size].T
    small = small / small[1000:].std() * 0.35
    stand_in = {"<url>": "http", "<user>": "user", "<dec>": "5", "<year>": "2018", "<n1>": "5", "<n2>": "50", "<n3>": "500", "<n4>": "5000", "<n7>": "1000000"}
    out = np.zeros((len(vocab.tokens), size), np.float32)
    for i, token in enumerate(vocab.tokens):
        if token in ("<pad>", "<unk>"):
            continue
        if token in teacher_vocab.index:
            out[i] = small[teacher_vocab.index[token]]
        else:
            out[i] = np.mean([small[j] for j in teacher_vocab.ids(stand_in.get(token, token))], 0)
    return torch.from_numpy(out)
