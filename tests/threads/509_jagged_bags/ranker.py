import torch
from torch import nn

from feed import FEATURES
from pooling import BagCollection, interact


class Ranker(nn.Module):
    def __init__(self, vocab=50, width=8):
        super().__init__()
        self.bags = BagCollection(vocab, width)
        pairs = len(FEATURES) * (len(FEATURES) - 1) // 2
        self.top = nn.Sequential(nn.Linear(pairs + width, 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, batch):
        pooled = self.bags(batch.ids, batch.counts)
        dense = pooled.view(len(FEATURES), -1, pooled.shape[-1]).transpose(0, 1)
        x = torch.cat([interact(dense), dense.mean(1)], dim=-1)
        return self.top(x).squeeze(-1)
