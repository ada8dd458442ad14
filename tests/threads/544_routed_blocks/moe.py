import torch
import torch.nn.functional as F
from torch import nn


class Router(nn.Module):
    def __init__(self, dim, experts):
        super().__init__()
        self.gate = nn.Linear(dim, experts, bias=False)
        self.balance = None

    def forward(self, x):
        probs = self.gate(x).softmax(dim=-1)
        self.balance = probs.mean(dim=(0, 1)).square().sum() * probs.shape[-1]
        return probs


class ExpertMix(nn.Module):
    def __init__(self, dim, experts):
        super().__init__()
        self.router = Router(dim, experts)
        self.w_in = nn.Parameter(torch.randn(experts, dim, dim) * dim**-0.5)
        self.w_out = nn.Parameter(torch.randn(experts, dim, dim) * dim**-0.5)

    def forward(self, x):
        probs = self.router(x)
        h = F.silu(torch.einsum("btd,edh->bteh", x, self.w_in))
        y = torch.einsum("bteh,ehd->bted", h, self.w_out)
        return (y * probs.unsqueeze(-1)).sum(dim=2)
