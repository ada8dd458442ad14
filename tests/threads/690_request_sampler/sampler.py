import torch
from torch import nn

from ops import apply_temperature, mean_entropy, random_sample


class Sampler(nn.Module):
    def __init__(self, top_k=8):
        super().__init__()
        self.top_k = top_k
        self.entropy = []

    def limit(self, logits):
        floor = logits.topk(self.top_k, dim=-1).values[:, -1:]
        return logits.masked_fill(logits < floor, float("-inf"))

    def forward(self, logits, temperature, seeded):
        logits = apply_temperature(logits, temperature)
        self.entropy.append(mean_entropy(logits).item())
        return random_sample(self.limit(logits), seeded)
