import torch.nn.functional as F
from torch import nn

from runlog import get_logger, log_once

_log = get_logger()


def sdpa(q, k, v, mask):
    if mask is None:
        return F.scaled_dot_product_attention(q, k, v, is_causal=True)
    log_once(_log, "Using a block causal mask since sample packing is enabled.")
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask.unsqueeze(1))


class Layer(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.sa_norm, self.mlp_norm = nn.RMSNorm(dim), nn.RMSNorm(dim)
        self.qkv, self.out = nn.Linear(dim, 3 * dim, bias=False), nn.Linear(dim, dim, bias=False)
        self.mlp = nn.Sequential(nn.Linear(dim, 2 * dim), nn.SiLU(), nn.Linear(2 * dim, dim))

    def forward(self, x, mask=None):
        b, t, d = x.shape
        q, k, v = self.qkv(self.sa_norm(x)).view(b, t, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        x = x + self.out(sdpa(q, k, v, mask).transpose(1, 2).reshape(b, t, d))
        return x + self.mlp(self.mlp_norm(x))


class Decoder(nn.Module):
    def __init__(self, vocab, dim, heads, layers):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.layers = nn.ModuleList(Layer(dim, heads) for _ in range(layers))
        self.norm, self.head = nn.RMSNorm(dim), nn.Linear(dim, vocab, bias=False)

    def forward(self, tokens, mask=None):
        x = self.embed(tokens)
        for layer in self.layers:
            x = layer(x, mask)
        return self.head(self.norm(x))
