import torch.nn.functional as F
from torch import nn

from masks import build_mask


class PackedBlock(nn.Module):
    def __init__(self, vocab, dim, heads):
        super().__init__()
        self.heads = heads
        self.embed = nn.Embedding(vocab, dim)
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, vocab)

    def split(self, x):
        return x.unflatten(-1, (self.heads, -1)).transpose(0, 1)

    def forward(self, tokens, mask_mod):
        x = self.embed(tokens)
        q, k, v = (self.split(t) for t in self.qkv(x).chunk(3, dim=-1))
        mask = build_mask(mask_mod, tokens.shape[0], tokens.device)
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        return self.out(x + y.transpose(0, 1).flatten(1))
