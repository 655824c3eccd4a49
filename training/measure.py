"""The figures: macro-F1 and mean average precision, without a library so that they read as they are defined."""

import numpy as np


def macro_f1(truth, guess, classes=3):
    truth, guess = np.asarray(truth), np.asarray(guess)
    scores = []
    for c in range(classes):
        hit = int(((truth == c) & (guess == c)).sum())
        scores.append(2 * hit / max(1, int((truth == c).sum()) + int((guess == c).sum())))
    return float(np.mean(scores))


def accuracy(truth, guess):
    return float((np.asarray(truth) == np.asarray(guess)).mean())


def average_precision(truth, score):
    order = np.argsort(-np.asarray(score), kind="stable")
    hits = np.asarray(truth)[order]
    found = np.cumsum(hits)
    return float((found / np.arange(1, len(hits) + 1) * hits).sum() / max(1, hits.sum()))


def mean_average_precision(truth, scores, names):
    truth, scores = np.asarray(truth), np.asarray(scores)
    each = {n: average_precision(truth[:, i], scores[:, i]) for i, n in enumerate(names) if truth[:, i].any()}
    return float(np.mean(list(each.values()))), each
