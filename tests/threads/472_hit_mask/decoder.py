from dataclasses import dataclass

import torch
from torch import Tensor, nn

from attention import CrossAttention, open_empty_rows, pairwise_window


@dataclass
class DecoderConfig:
    dim: int = 32
    heads: int = 4
    layers: int = 3
    threshold: float = 0.5
    window: float = 1.2
    mask_attention: bool = True


class DecoderLayer(nn.Module):
    def __init__(self, cfg: DecoderConfig):
        super().__init__()
        self.cfg = cfg
        self.cross = CrossAttention(cfg.dim, cfg.heads)
        self.norm = nn.LayerNorm(cfg.dim)
        self.mlp = nn.Sequential(nn.Linear(cfg.dim, 64), nn.SiLU(), nn.Linear(64, cfg.dim))

    def hit_probability(self, tracks: Tensor, hits: Tensor) -> Tensor:
        return torch.sigmoid(tracks @ hits.transpose(-1, -2) / tracks.shape[-1] ** 0.5)

    def forward(self, tracks: Tensor, hits: Tensor, window: Tensor) -> Tensor:
        mask = window
        if self.cfg.mask_attention:
            mask = window & (self.hit_probability(tracks, hits) > self.cfg.threshold)
        tracks = tracks + self.cross(self.norm(tracks), hits, open_empty_rows(mask))
        return tracks + self.mlp(tracks)


class TrackDecoder(nn.Module):
    def __init__(self, cfg: DecoderConfig, num_tracks: int):
        super().__init__()
        self.cfg = cfg
        self.encode = nn.Linear(3, cfg.dim)
        self.tracks = nn.Parameter(torch.randn(num_tracks, cfg.dim))
        self.register_buffer("phi", torch.linspace(-3.1, 3.1, num_tracks))
        self.layers = nn.ModuleList(DecoderLayer(cfg) for _ in range(cfg.layers))

    def forward(self, hits: Tensor) -> Tensor:
        phi = torch.atan2(hits[..., 1], hits[..., 0])
        window = pairwise_window(self.phi.expand(hits.shape[0], -1), phi, self.cfg.window)
        memory = self.encode(hits)
        tracks = self.tracks.expand(hits.shape[0], -1, -1)
        for layer in self.layers:
            tracks = layer(tracks, memory, window)
        return self.layers[-1].hit_probability(tracks, memory)
