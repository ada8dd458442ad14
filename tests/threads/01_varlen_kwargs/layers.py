import torch.nn as nn


def attention(q, k, v, scale, keep=None, style=None):
    score = q @ k.transpose(-2, -1) * scale
    if keep is not None:
        score = score.masked_fill(~keep[:, None, :], float("-inf"))
    out = score.softmax(-1) @ v
    if style is not None:
        out = out + style
    return out


class Block(nn.Module):
    def __init__(self, dim, context):
        super().__init__()
        self.qkv = nn.Linear(dim, 3 * dim)
        self.norm = nn.LayerNorm(dim)
        self.context = context

    def forward(self, x):
        q, k, v = self.qkv(self.norm(x)).chunk(3, dim=-1)
        return x + attention(q, k, v, **self.context.kwargs)
