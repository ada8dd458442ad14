import torch
from torch import nn
import torch.nn.functional as F

from telemetry import meter


class Router(nn.Module):
    def __init__(self, dim, n_experts, k=2):
        super().__init__()
        self.gate = nn.Linear(dim, n_experts, bias=False)
        self.k = k

    def forward(self, x):
        p = self.gate(x).softmax(-1)
        top, idx = p.topk(self.k, dim=-1)
        mask = torch.zeros_like(p).scatter(-1, idx, 1.0)
        return p * mask / top.sum(-1, keepdim=True), mask


class MoeLayer(nn.Module):
    """Dense evaluation of all experts (they are tiny), weighted by the router."""

    def __init__(self, dim, n_experts, name):
        super().__init__()
        self.router = Router(dim, n_experts)
        self.up = nn.Parameter(torch.randn(n_experts, dim, 2 * dim) * dim ** -0.5)
        self.down = nn.Parameter(torch.randn(n_experts, 2 * dim, dim) * (2 * dim) ** -0.5)
        self.meter = meter(name)

    def _experts(self, x):
        h = F.silu(torch.einsum("btd,edh->bteh", x, self.up))
        return torch.einsum("bteh,ehd->bted", h, self.down)

    def forward(self, x):
        w, mask = self.router(x)
        self.meter.add(mask.mean((0, 1)).amax())
        return (w[..., None] * self._experts(x)).sum(2)
