"""The network that ships: question and answer through the same embeddings and convolutions, pooled, then compared."""

import torch
import torch.nn as nn
import torch.nn.functional as F

QUESTION, ANSWER, OPENING = 64, 192, 40
EMBED = 128
OUTPUTS = 8


class PairStudent(nn.Module):
    def __init__(self, vocab, filters=160, hidden=96, cross=48, drop=0.2):
        super().__init__()
        self.embed = nn.Embedding(vocab, EMBED, padding_idx=0)
        self.conv1 = nn.Conv1d(EMBED, filters, 3, padding=1)
        self.conv2 = nn.Conv1d(filters, filters, 3, padding=1)
        self.attend = nn.Linear(filters, 1)
        self.answer = nn.Linear(4 * filters, hidden)
        self.opening = nn.Linear(4 * filters, hidden, bias=False)
        self.question = nn.Linear(4 * filters, hidden, bias=False)
        self.cross_answer = nn.Linear(4 * filters, cross)
        self.cross_question = nn.Linear(4 * filters, cross)
        self.out = nn.Linear(hidden + cross, OUTPUTS)
        self.drop = drop

    def layers(self, ids):
        mask = ids != 0
        keep = mask.unsqueeze(1)
        x = F.dropout(self.embed(ids), self.drop / 2, self.training).transpose(1, 2)
        h1 = F.relu(self.conv1(x)) * keep
        h2 = F.relu(self.conv2(h1)) * keep
        return mask, h1, h2, self.attend(h2.transpose(1, 2)).squeeze(-1).float()

    def pooled(self, mask, h1, h2, score):
        weight = torch.softmax(score.masked_fill(~mask, -1e4), 1).unsqueeze(1).to(h2.dtype)
        count = mask.sum(1, keepdim=True).clamp(min=1)
        pools = [h1.amax(2), h2.amax(2), h2.sum(2) / count, (h2 * weight).sum(2)]
        return F.dropout(torch.cat(pools, 1), self.drop, self.training)

    def forward(self, question, answer):
        whole = self.layers(answer)
        said = self.pooled(*whole)
        opening = self.pooled(*(part[..., :OPENING] for part in whole))
        asked = self.pooled(*self.layers(question))
        has = (question[:, :1] != 0).to(asked.dtype)
        hidden = F.relu(self.answer(said) + self.opening(opening) + has * self.question(asked))
        cross = torch.tanh(self.cross_answer(said)) * torch.tanh(self.cross_question(asked)) * has
        return self.out(F.dropout(torch.cat([hidden, cross], 1), self.drop / 2, self.training))
