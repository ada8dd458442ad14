import torch
import torch.nn.functional as F
from torch import nn


def route(logits, top_k):
    top, idx = logits.softmax(-1).topk(top_k, dim=-1)
    return torch.zeros_like(logits).scatter(-1, idx, top / top.sum(-1, keepdim=True))


class ExpertBlock(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.norm = nn.LayerNorm(cfg.width)
        self.mix = nn.Linear(cfg.width, cfg.width)
        self.gate = nn.Linear(cfg.width, cfg.experts, bias=False)
        self.top_k = cfg.top_k
        self.up = nn.Parameter(torch.randn(cfg.experts, cfg.width, 2 * cfg.width) * 0.1)
        self.down = nn.Parameter(torch.randn(cfg.experts, 2 * cfg.width, cfg.width) * 0.1)

    def forward(self, x):
        h = self.norm(x)
        steps = torch.arange(1, h.size(1) + 1, dtype=h.dtype).view(1, -1, 1)
        h = h + self.mix(h.cumsum(1) / steps)
        weights = route(self.gate(h), self.top_k)
        inner = F.silu(torch.einsum("btd,edf->btef", h, self.up))
        out = torch.einsum("btef,efd->bted", inner, self.down)
        return x + (out * weights.unsqueeze(-1)).sum(-2)


class Head(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.proj = nn.Linear(cfg.width, cfg.vocab)

    def forward(self, x):
        return self.proj(x[:, -1]).log_softmax(-1)
