import torch
from torch import nn

from stats import STATS


class Bag(nn.Module):
    """Mean of the token vectors, with the empty places left out."""

    def __init__(self, vocab, dim):
        super().__init__()
        self.table = nn.Embedding(vocab, dim)

    def forward(self, tokens):
        keep = (tokens > 0).unsqueeze(-1).float()
        return (self.table(tokens) * keep).sum(1) / keep.sum(1).clamp(min=1)


def pair(left, right):
    STATS.add("pairs", left.shape[0])
    return torch.cat([left, right, left * right, (left - right).abs()], -1)
