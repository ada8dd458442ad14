import torch
from torch import nn


class Router(nn.Module):
    def __init__(self, dim, experts, top_k):
        super().__init__()
        self.gate = nn.Linear(dim, experts, bias=False)
        self.top_k = top_k

    def forward(self, x):
        return self.gate(x).softmax(dim=-1).topk(self.top_k, dim=-1)


class Dispatcher(nn.Module):
    """Sorts the (token, choice) pairs by expert and puts results back."""

    def __init__(self, top_k):
        super().__init__()
        self.top_k = top_k
        self.order = None

    def forward(self, x, experts):
        flat = experts.flatten()
        self.order = flat.argsort(stable=True)
        return x[self.order // self.top_k], flat[self.order]

    def combine(self, routed, weights):
        routed = routed * weights.flatten()[self.order].unsqueeze(-1)
        out = routed.new_zeros(weights.shape[0], routed.shape[-1])
        return out.index_add(0, self.order // self.top_k, routed)


class MoE(nn.Module):
    def __init__(self, dim, hidden, experts=4, top_k=2):
        super().__init__()
        self.router = Router(dim, experts, top_k)
        self.dispatch = Dispatcher(top_k)
        self.up = nn.Parameter(torch.randn(experts, dim, hidden) * dim**-0.5)
        self.down = nn.Parameter(torch.randn(experts, hidden, dim) * hidden**-0.5)

    def forward(self, x):
        flat = x.flatten(0, 1)
        weights, chosen = self.router(flat)
        routed, expert = self.dispatch(flat, chosen)
        hidden = torch.bmm(routed.unsqueeze(1), self.up[expert]).relu()
        routed = torch.bmm(hidden, self.down[expert]).squeeze(1)
        return self.dispatch.combine(routed, weights).view_as(x)
