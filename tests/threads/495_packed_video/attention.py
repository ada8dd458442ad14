import torch
import torch.nn.functional as F
from torch import nn


class JointAttention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.q = nn.Linear(dim, dim, bias=False)
        self.kv = nn.Linear(dim, 2 * dim, bias=False)
        self.out = nn.Linear(dim, dim)

    def split(self, x):
        b, n, d = x.shape
        return x.view(b, n, self.heads, d // self.heads).transpose(1, 2)

    def forward(self, x, y, packed):
        limit = packed["max_seqlen_in_batch_kv"]
        joint = torch.cat([x, y], dim=1)[:, :limit]
        k, v = self.kv(joint).chunk(2, dim=-1)
        keep = torch.arange(limit)[None, :] < packed["lengths_kv"][:, None]
        h = F.scaled_dot_product_attention(
            self.split(self.q(x)), self.split(k), self.split(v), attn_mask=keep[:, None, None, :]
        )
        return self.out(h.transpose(1, 2).flatten(2))
