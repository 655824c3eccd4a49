"""Static word vectors for `crates/analysis/src/vectors`: every word piece gets the output of the encoder for it alone, turned to
few dimensions, with a weight that is small for pieces that are common in our texts.

    training/vectors.py --data DATA_DIR --encoder ENCODER_DIR --into crates/analysis/models

A processor does it in minutes. The way is that of model2vec (encoder output for each token, principal components, weights by smooth
inverse frequency, Arora et al. 2017); frequencies are counted on the sets that `data.train_sets` names, no text is kept.
"""

import argparse
import os

import numpy as np
import torch

from data import train_sets
from encoder import pretrained
from words import SPECIALS, TeacherVocab, Vocab

DIMENSIONS = 128
# Frequency at which a piece counts half.
HALF = 1e-3
# The power of the singular values by which directions are evened out.
EVEN = 0.5
# What the encoder reads in place of the stand-ins.
STAND_INS = {
    "<url>": "http", "<user>": "user", "<dec>": "5", "<year>": "2025", "<n1>": "5", "<n2>": "50", "<n3>": "500", "<n4>": "5000",
    "<n7>": "1000000",
}


def lines(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return file.read().split("\n")


def outputs(encoder, tokens, teacher):
    """The mean output of the encoder for each token alone."""
    ids = []
    for token in tokens:
        own = [] if token in ("<pad>", "<unk>", "") else teacher.ids(STAND_INS.get(token, token))[:6]
        ids.append([teacher.cls] + own + [teacher.sep])
    out = np.zeros((len(tokens), 384), np.float32)
    by_length = sorted(range(len(tokens)), key=lambda i: len(ids[i]))
    with torch.no_grad():
        at = 0
        while at < len(by_length):
            length = len(ids[by_length[at]])
            part = [i for i in by_length[at : at + 512] if len(ids[i]) == length]
            batch = torch.tensor([ids[i] for i in part])
            out[part] = encoder(batch, torch.zeros_like(batch)).mean(1).numpy()
            at += len(part)
    return out


def frequencies(data, vocab):
    counts = np.ones(len(vocab.tokens))
    for row in train_sets(data):
        for token in vocab.text_ids(row.title + row.lead, 400):
            counts[token] += 1
    return counts / counts.sum()


def turned(raw):
    """The first principal directions, evened out, each row of unit length."""
    known = raw[len(SPECIALS) :]
    centred = raw - known.mean(0)
    _, size, directions = np.linalg.svd(centred[len(SPECIALS) :], full_matrices=False)
    rows = centred @ directions[:DIMENSIONS].T / size[:DIMENSIONS] ** EVEN
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--encoder", required=True)
    parser.add_argument("--into", required=True)
    options = parser.parse_args()
    vocab = Vocab(lines(options.into, "vocab.txt"))
    teacher = TeacherVocab(lines(options.encoder, "vocab.txt"))
    rows = turned(outputs(pretrained(options.encoder).eval(), vocab.tokens, teacher))
    weights = HALF / (HALF + frequencies(options.data, vocab))
    weights[:2] = 0.0
    largest = np.maximum(np.abs(rows).max(1, keepdims=True), 1e-9)
    whole = np.clip(np.round(rows / largest * 127), -127, 127).astype(np.int8)
    # Rows of whole numbers differ in length; the weight makes up for it.
    weights = weights / np.maximum(np.linalg.norm(whole.astype(np.float32), axis=1), 1e-9)
    weights = np.round(weights / weights[2:].max() * 255).clip(0, 255).astype(np.uint8)
    with open(os.path.join(options.into, "vectors.bin"), "wb") as file:
        file.write(whole.tobytes() + weights.tobytes())


if __name__ == "__main__":
    main()
