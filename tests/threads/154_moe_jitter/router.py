import torch
from torch import nn


class Router(nn.Module):
    jitter = 0.0
    top = 2

    def __init__(self, dim, experts):
        super().__init__()
        self.gate = nn.Linear(dim, experts, bias=False)

    def forward(self, x, noise):
        logits = self.gate(x)
        if self.jitter > 0:
            logits = logits + self.jitter * noise
        weight, index = logits.topk(self.top, dim=-1)
        return weight.softmax(-1), index, logits


def balance(logits, index):
    """The usual auxiliary loss: share of tokens times mean probability."""
    n = logits.shape[-1]
    share = nn.functional.one_hot(index[:, 0], n).float().mean(0)
    return n * (share * logits.softmax(-1).mean(0)).sum()
