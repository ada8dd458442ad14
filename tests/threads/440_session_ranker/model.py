import torch
from torch import nn

from ragged import segment_max, segment_sum, spread


class SessionRanker(nn.Module):
    def __init__(self, items, dim=16):
        super().__init__()
        self.items = nn.Embedding(items, dim)
        self.recency = nn.Parameter(torch.zeros(5))
        self.tower = nn.Sequential(nn.Linear(dim, dim), nn.ReLU(), nn.Linear(dim, dim))

    def encode(self, history):
        weight = torch.softmax(self.recency, 0)
        return self.tower((self.items(history) * weight.unsqueeze(-1)).sum(1))

    def score(self, history, counts, candidates):
        context = spread(self.encode(history), counts)
        return (context * self.items(candidates)).sum(-1)


def listwise_loss(scores, clicked, owner, rows):
    top = segment_max(scores.detach(), owner, rows)[owner]
    logz = segment_sum(torch.exp(scores - top), owner, rows).log()
    return -((scores - top - logz[owner]) * clicked).sum() / rows


class RankingTask(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, history, counts, candidates, clicked):
        rows = history.shape[0]
        scores = self.model.score(history, counts, candidates)
        owner = spread(torch.arange(rows), counts)
        return listwise_loss(scores, clicked, owner, rows), scores
