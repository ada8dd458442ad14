import torch
from torch import Tensor, nn

from patching import InstanceScaler, PatchConfig, PatchTokenizer


class MixerBlock(nn.Module):
    def __init__(self, cfg: PatchConfig):
        super().__init__()
        self.norm = nn.LayerNorm(cfg.dim)
        self.query = nn.Linear(cfg.dim, cfg.dim)
        self.key = nn.Linear(cfg.dim, cfg.dim)
        self.ff = nn.Sequential(nn.Linear(cfg.dim, 2 * cfg.dim), nn.GELU(), nn.Linear(2 * cfg.dim, cfg.dim))

    def forward(self, x: Tensor) -> Tensor:
        h = self.norm(x)
        weights = torch.softmax(self.query(h) @ self.key(h).transpose(1, 2) / h.shape[-1] ** 0.5, dim=-1)
        x = x + weights @ h
        return x + self.ff(x)


class Forecaster(nn.Module):
    def __init__(self, cfg: PatchConfig, horizon: int):
        super().__init__()
        self.scaler = InstanceScaler(cfg.eps)
        self.tokens = PatchTokenizer(cfg)
        self.blocks = nn.ModuleList(MixerBlock(cfg) for _ in range(2))
        self.head = nn.Linear(cfg.dim, horizon)

    def forward(self, series: Tensor) -> Tensor:
        scaled, loc, scale = self.scaler(series)
        x = self.tokens(scaled)
        for block in self.blocks:
            x = block(x)
        return self.scaler.invert(self.head(x[:, -1]), loc, scale)
