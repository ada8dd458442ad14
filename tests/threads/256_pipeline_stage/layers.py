import torch
import torch.nn.functional as F
from torch import nn


class RMSNorm(nn.Module):
    """Root mean square norm, with the addition of the residual fused in."""

    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(1.0 + 0.1 * torch.randn(dim))
        self.eps = eps

    def _norm(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps) * self.weight

    def forward(self, x, residual=None):
        if residual is None:
            return self._norm(x), x
        x = x + residual
        return self._norm(x), x


class Attention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(dim, 3 * dim, bias=False)
        self.out = nn.Linear(dim, dim, bias=False)

    def forward(self, x, mask):
        b, t, d = x.shape
        q, k, v = self.qkv(x).view(b, t, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        return self.out(y.transpose(1, 2).reshape(b, t, d))


class Experts(nn.Module):
    def __init__(self, dim, count, hidden):
        super().__init__()
        self.gate = nn.Linear(dim, count, bias=False)
        self.up = nn.Parameter(torch.randn(count, dim, hidden) * dim ** -0.5)
        self.down = nn.Parameter(torch.randn(count, hidden, dim) * hidden ** -0.5)

    def forward(self, x):
        top, index = self.gate(x).softmax(-1).topk(2, dim=-1)
        weights = torch.zeros_like(self.gate(x)).scatter(-1, index, top)
        hidden = F.silu(torch.einsum("btd,edh->bteh", x, self.up))
        return torch.einsum("bteh,ehd,bte->btd", hidden, self.down, weights)


class DecoderLayer(nn.Module):
    def __init__(self, dim, heads, experts):
        super().__init__()
        self.input_norm = RMSNorm(dim)
        self.attn = Attention(dim, heads)
        self.post_norm = RMSNorm(dim)
        self.mlp = Experts(dim, experts, 2 * dim)

    def forward(self, hidden, residual, mask):
        hidden, residual = self.input_norm(hidden, residual)
        hidden = self.attn(hidden, mask)
        hidden, residual = self.post_norm(hidden, residual)
        return self.mlp(hidden), residual
