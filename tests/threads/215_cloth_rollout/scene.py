from dataclasses import dataclass

import torch


@dataclass
class SceneConfig:
    rows: int = 6
    cols: int = 6
    spacing: float = 0.1
    stiffness: float = 40.0
    damping: float = 0.3
    gravity: float = -9.81
    dt: float = 2e-3
    seed: int = 0


def grid_springs(rows, cols):
    idx = torch.arange(rows * cols).reshape(rows, cols)
    horizontal = torch.stack([idx[:, :-1].reshape(-1), idx[:, 1:].reshape(-1)])
    vertical = torch.stack([idx[:-1].reshape(-1), idx[1:].reshape(-1)])
    return torch.cat([horizontal, vertical], dim=1)


def initial_state(cfg):
    gen = torch.Generator().manual_seed(cfg.seed)
    ys, xs = torch.meshgrid(torch.arange(cfg.rows), torch.arange(cfg.cols), indexing="ij")
    pos = torch.stack([xs, ys, torch.zeros_like(xs)], dim=-1).reshape(-1, 3) * cfg.spacing
    pos = pos + 0.01 * torch.randn(pos.shape, generator=gen)
    return {"pos": pos, "vel": torch.zeros_like(pos)}
