import logging

import torch
from torch import nn

from core import get_context

logger = logging.getLogger("slots")


class SlotMixer(nn.Module):
    """Mixes the slots of a batch; slots without a request must not take part."""

    def __init__(self, dim):
        super().__init__()
        self.gate = nn.Linear(dim, dim)

    def live(self, x):
        batch = get_context().batch
        return (torch.arange(x.shape[0]) < len(batch.reqs)).unsqueeze(-1)

    def forward(self, x):
        live = self.live(x).to(x.dtype)
        mean = (x * live).sum(0, keepdim=True) / live.sum()
        return x + torch.tanh(self.gate(x - mean)) * live


class TinyLM(nn.Module):
    def __init__(self, vocab=32, dim=16, layers=2):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.layers = nn.ModuleList(SlotMixer(dim) for _ in range(layers))
        self.head = nn.Linear(dim, vocab)

    def forward(self, tokens):
        x = self.embed(tokens)
        logger.debug("embedded %s", tuple(x.shape))
        for layer in self.layers:
            x = layer(x)
        return self.head(x)
