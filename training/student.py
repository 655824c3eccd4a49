"""The network that ships: embeddings, two convolutions, pooling, two heads. Small enough to run in plain loops."""

import torch
import torch.nn as nn
import torch.nn.functional as F

TITLE, LEAD = 32, 64
EMBED = 128


class Student(nn.Module):
    def __init__(self, vocab, filters=192, hidden=128, categories=18, drop=0.2):
        super().__init__()
        self.embed = nn.Embedding(vocab, EMBED, padding_idx=0)
        self.conv1 = nn.Conv1d(EMBED, filters, 3, padding=1)
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

    def forward(self, title, lead):
        z = self.title(F.dropout(self.pooled(title), self.drop, self.training))
        has = (lead[:, :1] != 0).to(z.dtype)
        z = z + has * self.lead(F.dropout(self.pooled(lead), self.drop, self.training))
        out = self.out(F.dropout(F.relu(z), self.drop / 2, self.training))
        return out[:, :3], out[:, 3:]
