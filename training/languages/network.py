"""The networks that ship for other languages: the reader with a head for vectors, and the one that reads toward a thing."""

import os
import sys

import torch.nn as nn

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import things  # noqa: E402
from student import Student, TargetStudent  # noqa: E402
from things import REACH  # noqa: E402, F401

EMBED, TITLE, LEAD, VECTOR = 96, 40, 64, 128
TOKENS = 56


class Reader(Student):
    def __init__(self, vocab, filters=288, hidden=128, categories=18, drop=0.15):
        super().__init__(vocab, filters, hidden, categories, drop, EMBED)
        self.vector_title = nn.Linear(4 * filters, VECTOR)
        self.vector_lead = nn.Linear(4 * filters, VECTOR, bias=False)

    def forward(self, title, lead):
        first, second, has = self.pools(title, lead)
        return *self.logits(first, second, has), self.vector_title(first) + has * self.vector_lead(second)


def toward_reader(table):
    return TargetStudent(table, keep_table=False)


def window(ids):
    return things.window(ids, TOKENS)
