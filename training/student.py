"""The networks that ship: embeddings, two convolutions, pooling, heads. Small enough to run in plain loops."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from things import REACH

TITLE, LEAD = 32, 64
EMBED = 128
HEADS = 4


class Student(nn.Module):
    """Reads tone and categories of a text."""

    def __init__(self, vocab, filters=192, hidden=128, categories=18, drop=0.2, embed=EMBED):
        super().__init__()
        self.embed = nn.Embedding(vocab, embed, padding_idx=0)
        self.conv1 = nn.Conv1d(embed, filters, 3, padding=1)
        self.conv2 = nn.Conv1d(filters, filters, 3, padding=1)
        self.attend = nn.Linear(filters, 1)
        self.title = nn.Linear(4 * filters, hidden)
        self.lead = nn.Linear(4 * filters, hidden, bias=False)
        self.out = nn.Linear(hidden, 3 + categories)
        self.drop = drop

    def pooled(self, ids):
        mask = ids != 0
        keep = mask.unsqueeze(1)
        x = F.dropout(self.embed(ids), self.drop / 2, self.training).transpose(1, 2)
        h1 = F.relu(self.conv1(x)) * keep
        h2 = F.relu(self.conv2(h1)) * keep
        score = self.attend(h2.transpose(1, 2)).squeeze(-1).float()
        weight = torch.softmax(score.masked_fill(~mask, -1e4), 1).unsqueeze(1).to(h2.dtype)
        count = keep.sum(2).clamp(min=1)
        return torch.cat([h1.amax(2), h2.amax(2), h2.sum(2) / count, (h2 * weight).sum(2)], 1)

    def pools(self, title, lead):
        """Pools of both, and whether there is a lead at all."""
        first = F.dropout(self.pooled(title), self.drop, self.training)
        second = F.dropout(self.pooled(lead), self.drop, self.training)
        return first, second, (lead[:, :1] != 0).to(first.dtype)

    def logits(self, first, second, has):
        z = self.title(first) + has * self.lead(second)
        out = self.out(F.dropout(F.relu(z), self.drop / 2, self.training))
        return out[:, :3], out[:, 3:]

    def forward(self, title, lead):
        return self.logits(*self.pools(title, lead))


class TargetStudent(nn.Module):
    """Reads the tone toward one thing, over the embeddings of another network."""

    def __init__(self, table, filters=128, hidden=128, drop=0.15, keep_table=True):
        super().__init__()
        self.register_buffer("table", table.detach(), persistent=keep_table)
        embed = table.shape[1]
        self.thing = nn.Parameter(torch.randn(embed) * 0.3)
        self.conv1 = nn.Conv1d(embed, filters, 3, padding=1)
        self.conv2 = nn.Conv1d(filters, filters, 3, padding=1)
        self.attend = nn.Linear(filters, HEADS)
        self.distance = nn.Parameter(torch.zeros(HEADS, 2 * REACH + 1))
        with torch.no_grad():
            # The heads start out looking at the thing, before it, after it, and everywhere.
            d = torch.arange(-REACH, REACH + 1).float()
            self.distance[0] = -d.abs()
            self.distance[1] = torch.where(d < 0, 0.3 * d, torch.full_like(d, -4.0))
            self.distance[2] = torch.where(d > 0, -0.3 * d, torch.full_like(d, -4.0))
        self.hidden = nn.Linear((HEADS + 2) * filters, hidden)
        self.out = nn.Linear(hidden, 3)
        self.drop = drop

    def forward(self, ids, far, table=None):
        """`ids` with -1 at the thing and 0 beyond the end; `far` how far each place is from the thing, plus REACH."""
        mask = ids != 0
        keep = mask.unsqueeze(1)
        table = self.table if table is None else table
        x = torch.where((ids == -1).unsqueeze(-1), self.thing, table[ids.clamp(min=0)])
        x = F.dropout(x, self.drop / 2, self.training).transpose(1, 2)
        h1 = F.relu(self.conv1(x)) * keep
        h2 = F.relu(self.conv2(h1)) * keep
        score = self.attend(h2.transpose(1, 2)).transpose(1, 2).float() + self.distance[:, far].permute(1, 0, 2)
        weight = torch.softmax(score.masked_fill(~keep, -1e4), 2).to(h2.dtype)
        pools = torch.einsum("bkt,bft->bkf", weight, h2).flatten(1)
        pools = torch.cat([h1.amax(2), h2.amax(2), pools], 1)
        z = F.relu(self.hidden(F.dropout(pools, self.drop, self.training)))
        return self.out(F.dropout(z, self.drop / 2, self.training))
