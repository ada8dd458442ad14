from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class Scene:
    side: int = 6
    stiffness: float = 40.0
    damping: float = 0.4
    dt: float = 0.01
    steps: int = 5


def build_grid(scene):
    n = scene.side
    ys, xs = torch.meshgrid(torch.arange(n), torch.arange(n), indexing="ij")
    pos = torch.stack([xs, ys], dim=-1).reshape(-1, 2).float()
    idx = torch.arange(n * n).reshape(n, n)
    right = torch.stack([idx[:, :-1].flatten(), idx[:, 1:].flatten()], dim=1)
    down = torch.stack([idx[:-1].flatten(), idx[1:].flatten()], dim=1)
    edges = torch.cat([right, down])
    rest = (pos[edges[:, 0]] - pos[edges[:, 1]]).norm(dim=-1)
    return pos, edges, rest
