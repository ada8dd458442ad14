import torch
from torch import nn


class JetTagger(nn.Module):
    """A deep-set tagger: per-particle embedding, masked mean, classifier head."""

    def __init__(self, features=6, width=24, classes=3):
        super().__init__()
        self.embed = nn.Sequential(nn.Linear(features, width), nn.GELU(), nn.Linear(width, width))
        self.head = nn.Linear(width, classes)

    def forward(self, particles, mask):
        hidden = self.embed(particles) * mask.unsqueeze(-1)
        return self.head(hidden.sum(1) / mask.sum(1, keepdim=True).clamp(min=1))


def make_jets(count, particles=12, features=6, classes=3, seed=0):
    gen = torch.Generator().manual_seed(seed)
    labels = torch.randint(0, classes, (count,), generator=gen)
    x = torch.randn(count, particles, features, generator=gen)
    x = x + 0.6 * labels[:, None, None] * torch.linspace(-1, 1, features)
    mask = (torch.rand(count, particles, generator=gen) > 0.25).float()
    return x, mask, labels


def batches(data, size):
    x, mask, labels = data
    for i in range(0, len(labels), size):
        yield x[i:i + size], mask[i:i + size], labels[i:i + size]
