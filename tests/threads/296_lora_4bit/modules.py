import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint

from functional import matmul_4bit, quantize_4bit


class LoRALinear4bit(nn.Module):
    def __init__(self, fin, fout, rank=4, alpha=8.0):
        super().__init__()
        packed, self.quant_state = quantize_4bit(torch.randn(fout, fin, dtype=torch.bfloat16) * fin**-0.5)
        self.register_buffer("packed", packed)
        self.bias = nn.Parameter(torch.zeros(fout), requires_grad=False)
        self.a = nn.Parameter(torch.randn(rank, fin) * 0.1)
        self.b = nn.Parameter(torch.zeros(fout, rank))
        self.scale = alpha / rank

    def forward(self, x):
        base = matmul_4bit(x, self.packed, self.quant_state, self.bias)
        return base + self.scale * (x @ self.a.t()) @ self.b.t()


class FeedForward(nn.Module):
    def __init__(self, dim, hidden):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.up = LoRALinear4bit(dim, hidden)
        self.down = LoRALinear4bit(hidden, dim)

    def forward(self, x):
        return x + self.down(torch.nn.functional.gelu(self.up(self.norm(x))))


class Backbone(nn.Module):
    def __init__(self, dim=16, hidden=32, depth=2, grad_checkpointing=True):
        super().__init__()
        self.blocks = nn.ModuleList(FeedForward(dim, hidden) for _ in range(depth))
        self.head = nn.Linear(dim, 2)
        self.grad_checkpointing = grad_checkpointing

    def forward(self, x):
        for block in self.blocks:
            if self.grad_checkpointing and self.training:
                x = checkpoint(block, x, use_reentrant=False)
            else:
                x = block(x)
        return self.head(x.mean(dim=1))
