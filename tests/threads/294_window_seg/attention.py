import torch
import torch.nn as nn
import torch.nn.functional as F


def local_window(h, w, radius):
    """Boolean (h*w, h*w) mask: may pixel i look at pixel j?"""
    ys, xs = torch.meshgrid(torch.arange(h), torch.arange(w), indexing="ij")
    ys, xs = ys.flatten(), xs.flatten()
    near_y = (ys[:, None] - ys[None, :]).abs() <= radius
    near_x = (xs[:, None] - xs[None, :]).abs() <= radius
    return near_y & near_x


class LocalAttention(nn.Module):
    def __init__(self, dim, heads, radius):
        super().__init__()
        self.heads, self.radius = heads, radius
        self.q, self.kv = nn.Linear(dim, dim), nn.Linear(dim, 2 * dim)
        self.out = nn.Linear(dim, dim)
        self.local_mask = None

    def split(self, x):
        return x.unflatten(-1, (self.heads, -1)).transpose(1, 2)

    def forward(self, x, size):
        if self.local_mask is None:
            self.local_mask = local_window(*size, self.radius)
        k, v = self.kv(x).chunk(2, dim=-1)
        y = F.scaled_dot_product_attention(
            self.split(self.q(x)), self.split(k), self.split(v), attn_mask=self.local_mask
        )
        return self.out(y.transpose(1, 2).flatten(2))


class ReferenceAttention(nn.Module):
    """Attends to the embedding of the first annotated frame."""

    def __init__(self, dim):
        super().__init__()
        self.q, self.k = nn.Linear(dim, dim), nn.Linear(dim, dim)

    def forward(self, x, ref):
        score = self.q(x) @ self.k(ref).transpose(-1, -2) / x.shape[-1] ** 0.5
        return score.softmax(-1) @ ref
