import torch
import torch.nn.functional as F
from torch import nn


class Router(nn.Module):
    def __init__(self, dim, num_experts, top_k):
        super().__init__()
        self.gate = nn.Linear(dim, num_experts, bias=False)
        self.num_experts, self.top_k = num_experts, top_k

    def forward(self, x):
        probs = self.gate(x).softmax(-1)
        weight, index = probs.topk(self.top_k, dim=-1)
        onehot = F.one_hot(index, self.num_experts).to(x.dtype)
        weight = weight / weight.sum(-1, keepdim=True)
        combine = (onehot * weight.unsqueeze(-1)).sum(-2)
        return combine, onehot.sum(dim=(0, 1))


class MoE(nn.Module):
    def __init__(self, dim, hidden, num_experts, top_k):
        super().__init__()
        self.router = Router(dim, num_experts, top_k)
        self.w1 = nn.Parameter(torch.randn(num_experts, dim, hidden) / dim ** 0.5)
        self.w2 = nn.Parameter(torch.randn(num_experts, hidden, dim) / hidden ** 0.5)
        self.load = None

    def forward(self, x):
        flat = x.reshape(-1, x.shape[-1])
        combine, self.load = self.router(flat)
        h = F.silu(torch.einsum("td,edh->eth", flat, self.w1))
        y = torch.einsum("eth,ehd->etd", h, self.w2)
        return (combine.t().unsqueeze(-1) * y).sum(0).view_as(x)
