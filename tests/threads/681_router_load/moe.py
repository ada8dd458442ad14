import torch
import torch.nn as nn
import torch.nn.functional as F


class Gate(nn.Module):
    def __init__(self, dim, num_experts, meter):
        super().__init__()
        self.proj = nn.Linear(dim, num_experts, bias=False)
        self.meter = meter

    def forward(self, x):
        probs = F.softmax(self.proj(x), dim=-1)
        weight, index = probs.max(dim=-1)
        choice = F.one_hot(index, probs.shape[-1]).to(x.dtype)
        self.meter.add(choice.mean(dim=(0, 1)))
        return choice * weight.unsqueeze(-1)


class Experts(nn.Module):
    def __init__(self, dim, hidden, num_experts):
        super().__init__()
        self.up = nn.Parameter(torch.randn(num_experts, dim, hidden) * dim ** -0.5)
        self.down = nn.Parameter(torch.randn(num_experts, hidden, dim) * hidden ** -0.5)

    def forward(self, x, route):
        h = F.silu(torch.einsum("btd,edh->bteh", x, self.up))
        y = torch.einsum("bteh,ehd->bted", h, self.down)
        return torch.einsum("bted,bte->btd", y, route)


class MoE(nn.Module):
    def __init__(self, dim, hidden, num_experts, meter):
        super().__init__()
        self.gate = Gate(dim, num_experts, meter)
        self.experts = Experts(dim, hidden, num_experts)

    def forward(self, x):
        route = self.gate(x)
        return self.experts(x, route)
