import torch
import torch.nn as nn
import torch.nn.functional as F


class Layer(nn.Module):
    def __init__(self, dim, heads, length):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(dim), nn.LayerNorm(dim)
        self.qkv = nn.Linear(dim, 3 * dim)
        self.proj = nn.Linear(dim, dim)
        self.mlp = nn.Sequential(nn.Linear(dim, 2 * dim), nn.SiLU(), nn.Linear(2 * dim, dim))
        self.register_buffer("k_cache", torch.zeros(1, heads, length, dim // heads))
        self.register_buffer("v_cache", torch.zeros(1, heads, length, dim // heads))

    def forward(self, x, pos, mask):
        b, n, c = x.shape
        qkv = self.qkv(self.norm1(x)).view(b, n, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        self.k_cache.index_copy_(2, pos, qkv[1])
        self.v_cache.index_copy_(2, pos, qkv[2])
        out = F.scaled_dot_product_attention(qkv[0], self.k_cache, self.v_cache, attn_mask=mask)
        x = x + self.proj(out.transpose(1, 2).reshape(b, n, c))
        return x + self.mlp(self.norm2(x))


class CodebookEmbedding(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        tables = [nn.Embedding(cfg.codebook_size, cfg.dim) for _ in range(cfg.num_codebooks)]
        self.tables = nn.ModuleList(tables)

    def forward(self, token, codebook):
        return self.tables[codebook](token)


class FastDecoder(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.embed = CodebookEmbedding(cfg)
        length = cfg.num_codebooks + 1
        self.layers = nn.ModuleList(Layer(cfg.dim, cfg.heads, length) for _ in range(cfg.layers))
        self.head = nn.Linear(cfg.dim, cfg.codebook_size)
        self.register_buffer("causal", torch.ones(length, length, dtype=torch.bool).tril())

    def reset(self):
        for layer in self.layers:
            layer.k_cache.zero_()
            layer.v_cache.zero_()

    def run_layers(self, x, pos):
        mask = self.causal[pos][None, None]
        for layer in self.layers:
            x = layer(x, pos, mask)
        return self.head(x[:, -1])

    def forward(self, token, codebook, pos):
        return self.run_layers(self.embed(token, codebook)[:, None], pos)
