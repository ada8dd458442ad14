import torch
from torch import nn
import torch.nn.functional as F


class Encoder(nn.Module):
    def __init__(self, length, dim=16):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(length, 32), nn.GELU(), nn.Linear(32, dim))

    def forward(self, x):
        return F.normalize(self.net(x), dim=-1)

    def blocks(self):
        return (m for m in self.net if isinstance(m, nn.Linear))


class Bank:
    """The last embeddings, as extra negatives (a ring buffer)."""

    def __init__(self, slots, dim):
        self.rows = F.normalize(torch.randn(slots, dim), dim=-1)

    def push(self, fresh):
        self.rows = torch.cat([fresh.detach(), self.rows])[: self.rows.shape[0]]


def info_nce(a, b, negatives, temperature=0.2):
    positive = (a * b).sum(-1, keepdim=True)
    logits = torch.cat([positive, a @ negatives.T], dim=-1) / temperature
    return F.cross_entropy(logits, torch.zeros(a.shape[0], dtype=torch.long))


@torch.compile(backend="eager")
def accumulated(encoder, pairs, negatives, decay):
    """Mean loss over the micro-batches of one step, plus a weight penalty."""
    total, last = 0.0, None
    for count, (left, right) in enumerate(pairs, start=1):
        last = encoder(left)
        total = total + info_nce(last, encoder(right), negatives)
    penalty = sum(block.weight.square().sum() for block in encoder.blocks())
    return total / count + decay * penalty, last
