from dataclasses import dataclass

import torch
from torch import Tensor, nn


@dataclass
class VisionConfig:
    patch_dim: int = 48
    dim: int = 32
    theta: float = 100.0


@dataclass
class ImageBatch:
    patches: Tensor
    grids: list[tuple[int, int]]
    owner: Tensor


def rotate_half(x: Tensor) -> Tensor:
    a, b = x.chunk(2, dim=-1)
    return torch.cat([-b, a], dim=-1)


class GridRotary(nn.Module):
    def __init__(self, cfg: VisionConfig):
        super().__init__()
        quarter = cfg.dim // 4
        self.register_buffer("freqs", cfg.theta ** (-torch.arange(quarter) / quarter))

    def positions(self, grids) -> Tensor:
        out = []
        for h, w in grids:
            rows = torch.arange(h)[:, None].expand(h, w).flatten()
            cols = torch.arange(w)[None, :].expand(h, w).flatten()
            out.append(torch.stack([rows, cols], dim=1))
        return torch.cat(out)

    def apply(self, x: Tensor, where: Tensor) -> Tensor:
        angle = (where[:, :, None] * self.freqs).flatten(1)
        angle = torch.cat([angle, angle], dim=-1)
        return x * angle.cos() + rotate_half(x) * angle.sin()


class VisionTower(nn.Module):
    def __init__(self, cfg: VisionConfig):
        super().__init__()
        self.embed = nn.Linear(cfg.patch_dim, cfg.dim)
        self.rotary = GridRotary(cfg)
        self.qkv = nn.Linear(cfg.dim, 3 * cfg.dim)
        self.out = nn.Linear(cfg.dim, cfg.dim)

    def forward(self, batch: ImageBatch) -> Tensor:
        x = self.embed(batch.patches)
        where = self.rotary.positions(batch.grids)
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        q, k = self.rotary.apply(q, where), self.rotary.apply(k, where)
        scores = q @ k.T / q.shape[-1] ** 0.5
        scores = scores.masked_fill(batch.owner[:, None] != batch.owner[None], float("-inf"))
        return x + self.out(scores.softmax(-1) @ v)
