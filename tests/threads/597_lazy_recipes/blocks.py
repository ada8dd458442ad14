from torch import nn
import torch.nn.functional as F

from rearrange import merge, split


class TokenMixer(nn.Module):
    def __init__(self, dim, pattern, heads=2):
        super().__init__()
        self.pattern = pattern
        self.heads = heads
        self.norm = nn.LayerNorm(dim)
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)

    def forward(self, x):
        tokens = split(x, self.pattern)
        n, t, c = tokens.shape
        q, k, v = self.qkv(self.norm(tokens)).reshape(n, t, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(q, k, v)
        y = self.out(y.transpose(1, 2).reshape(n, t, c))
        return x + merge(y, self.pattern, x.shape)


class Stage(nn.Module):
    def __init__(self, dim, fold):
        super().__init__()
        self.window = TokenMixer(dim, f"window:{fold}")
        self.grid = TokenMixer(dim, f"grid:{fold}")

    def forward(self, x):
        return self.grid(self.window(x))
