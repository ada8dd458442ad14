import torch
from torch import nn
from torch.nn import functional as F


class LoRALinear(nn.Module):
    def __init__(self, dim: int, out: int, rank: int, alpha: float = 16.0):
        super().__init__()
        self.base = nn.Linear(dim, out, bias=False)
        self.base.weight.requires_grad_(False)
        self.down = nn.Parameter(torch.randn(rank, dim) / dim ** 0.5)
        self.up = nn.Parameter(torch.zeros(out, rank))
        self.register_buffer("scale", torch.tensor(alpha / rank))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.base(x) + self.scale * F.linear(F.linear(x, self.down), self.up)


class SelfAttention(nn.Module):
    def __init__(self, dim: int, heads: int, rank: int):
        super().__init__()
        self.norm, self.heads = nn.RMSNorm(dim), heads
        self.qkv = LoRALinear(dim, 3 * dim, rank)
        self.proj = LoRALinear(dim, dim, rank)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        b, t, d = x.shape
        q, k, v = self.qkv(self.norm(x)).view(b, t, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        out = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return x + self.proj(out.transpose(1, 2).reshape(b, t, d))


class GatedMLP(nn.Module):
    def __init__(self, dim: int, rank: int):
        super().__init__()
        self.norm = nn.RMSNorm(dim)
        self.gate, self.value = LoRALinear(dim, 2 * dim, rank), LoRALinear(dim, 2 * dim, rank)
        self.out = LoRALinear(2 * dim, dim, rank)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.norm(x)
        return x + self.out(F.silu(self.gate(y)) * self.value(y))
