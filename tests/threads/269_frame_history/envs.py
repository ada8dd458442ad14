from dataclasses import dataclass

import torch


@dataclass
class PointMassConfig:
    num_envs: int = 6
    size: int = 10
    limit: int = 7
    damping: float = 0.85


class PointMass:
    """A batch of points on a square that are drawn as small grey images."""

    def __init__(self, cfg: PointMassConfig, seed: int):
        self.cfg = cfg
        self.gen = torch.Generator().manual_seed(seed)
        axis = torch.linspace(-1.0, 1.0, cfg.size)
        self.grid = torch.stack(torch.meshgrid(axis, axis, indexing="ij"), dim=-1)

    def render(self) -> torch.Tensor:
        delta = self.grid[None] - self.pos[:, None, None, :]
        return torch.exp(-8.0 * delta.square().sum(-1))

    def reset(self) -> torch.Tensor:
        n = self.cfg.num_envs
        self.pos = torch.rand(n, 2, generator=self.gen) * 2 - 1
        self.vel = torch.zeros(n, 2)
        self.t = 0
        return self.render()

    def step(self, action: torch.Tensor):
        self.vel = self.cfg.damping * self.vel + 0.2 * action
        self.pos = (self.pos + self.vel).clamp(-1.0, 1.0)
        self.t += 1
        reward = -self.pos.norm(dim=-1)
        return self.render(), reward, self.t >= self.cfg.limit
