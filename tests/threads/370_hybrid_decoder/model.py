import torch
from torch import nn


class ShortConv(nn.Module):
    def __init__(self, width, kernel, layer_idx):
        super().__init__()
        self.layer_idx = layer_idx
        self.weight = nn.Parameter(torch.randn(width, kernel) / kernel)

    def forward(self, x, states):
        state = states[self.layer_idx]["conv"]
        window = torch.cat([state[..., 1:], x[..., None]], -1)
        state.copy_(window)
        return torch.nn.functional.silu((window * self.weight).sum(-1))


class Block(nn.Module):
    def __init__(self, cfg, layer_idx):
        super().__init__()
        self.norm = nn.LayerNorm(cfg.width)
        self.conv = ShortConv(cfg.width, cfg.kernel, layer_idx)
        self.mlp = nn.Sequential(nn.Linear(cfg.width, 2 * cfg.width), nn.GELU(), nn.Linear(2 * cfg.width, cfg.width))

    def forward(self, h, states):
        h = h + self.conv(self.norm(h), states)
        return h + self.mlp(h)


class HybridLM(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.embed = nn.Embedding(cfg.vocab, cfg.width)
        self.layers = nn.ModuleList(Block(cfg, i) for i in range(cfg.n_layers))
        self.head = nn.Linear(cfg.width, cfg.vocab)

    def allocate(self, params):
        params.reset()
        for i in range(self.cfg.n_layers):
            params.states[i] = {"conv": torch.zeros(params.max_batch, self.cfg.width, self.cfg.kernel)}

    def step(self, token, states):
        h = self.embed(token)
        for block in self.layers:
            h = block(h, states)
        return self.head(h)
