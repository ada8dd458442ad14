from dataclasses import dataclass

import torch
from torch import Tensor, nn


@dataclass
class PatchConfig:
    patch: int = 8
    dim: int = 24
    eps: float = 1e-5


def left_pad(series: Tensor, patch: int) -> Tensor:
    extra = -series.shape[1] % patch
    if extra == 0:
        return series
    return torch.cat([series[:, :1].expand(-1, extra), series], dim=1)


class InstanceScaler(nn.Module):
    def __init__(self, eps: float):
        super().__init__()
        self.eps = eps

    def forward(self, series: Tensor):
        loc = series.mean(dim=1, keepdim=True)
        scale = (series - loc).pow(2).mean(dim=1, keepdim=True).add(self.eps).sqrt()
        return (series - loc) / scale, loc, scale

    def invert(self, values: Tensor, loc: Tensor, scale: Tensor) -> Tensor:
        return values * scale + loc


class PatchTokenizer(nn.Module):
    """Turns a window into one token per patch: raw values plus level and range."""

    def __init__(self, cfg: PatchConfig):
        super().__init__()
        self.patch = cfg.patch
        self.embed = nn.Linear(cfg.patch + 2, cfg.dim)

    def summarise(self, patches: Tensor) -> Tensor:
        level = patches.mean(dim=-1, keepdim=True)
        spread = patches.amax(dim=-1, keepdim=True) - patches.amin(dim=-1, keepdim=True)
        return torch.cat([patches, level, spread], dim=-1)

    def forward(self, series: Tensor) -> Tensor:
        series = left_pad(series, self.patch)
        patches = torch.stack(series.split(self.patch, dim=1), dim=1)
        return self.embed(self.summarise(patches))
