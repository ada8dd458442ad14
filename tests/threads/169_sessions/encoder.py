import torch
import torch.nn.functional as F
from torch import nn


class SessionEncoder(nn.Module):
    def __init__(self, vocabulary, dim):
        super().__init__()
        self.items = nn.Embedding(vocabulary["item"], dim)
        self.categories = nn.Embedding(vocabulary["category"], dim)
        self.gate = nn.Linear(1, dim)
        self.proj = nn.Linear(dim, dim)

    def embed(self, batch):
        h = self.items(batch.item) + self.categories(batch.category)
        return h * torch.sigmoid(self.gate(batch.dwell[..., None]))

    def pool(self, h):
        w = torch.softmax(h.sum(-1), -1)
        return self.proj((h * w[..., None]).sum(1))

    @torch.compile(backend="eager")
    def forward(self, batch):
        scores = self.pool(self.embed(batch)) @ self.items.weight.T
        return F.cross_entropy(scores, batch.target)
