import torch
from torch import nn


class TopKSampler(nn.Module):
    """Gumbel sampling among the k best tokens."""

    def __init__(self, top_k=8, temperature=1.0):
        super().__init__()
        self.top_k = top_k
        self.temperature = temperature

    def set_top_k(self, value):
        self.top_k = value

    def restrict(self, logits):
        best, _ = torch.topk(logits, self.top_k, dim=-1)
        return logits.masked_fill(logits < best[..., -1:], float("-inf"))

    def forward(self, logits, noise):
        scaled = self.restrict(logits) / self.temperature
        gumbel = -torch.log(-torch.log(noise))
        return torch.argmax(scaled + gumbel, dim=-1)
