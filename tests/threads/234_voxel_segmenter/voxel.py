"""Regular grid over a scene, and pooling of point features into its cells."""
from dataclasses import dataclass, field

import torch
from torch import nn


@dataclass
class GridConfig:
    lower: tuple[float, float, float] = (-2.0, -2.0, -1.0)
    upper: tuple[float, float, float] = (2.0, 2.0, 1.0)
    cell: tuple[float, float, float] = (0.5, 0.5, 0.5)
    names: list[str] = field(default_factory=lambda: ["x", "y", "z"])


class VoxelGrid(nn.Module):
    def __init__(self, cfg: GridConfig):
        super().__init__()
        self.cfg = cfg
        self.register_buffer("lower", torch.tensor(cfg.lower))
        self.register_buffer("upper", torch.tensor(cfg.upper))
        self.register_buffer("cell", torch.tensor(cfg.cell))

    @property
    def shape(self) -> tuple[int, ...]:
        cells = ((self.upper - self.lower) / self.cell).ceil()
        return tuple(int(n) for n in cells.tolist())

    def inside(self, points: torch.Tensor) -> torch.Tensor:
        return ((points >= self.lower) & (points < self.upper)).all(-1)

    def cell_of(self, points: torch.Tensor) -> torch.Tensor:
        nx, ny, nz = self.shape
        ijk = ((points - self.lower) / self.cell).floor().long()
        i = ijk[:, 0].clamp(0, nx - 1)
        j = ijk[:, 1].clamp(0, ny - 1)
        k = ijk[:, 2].clamp(0, nz - 1)
        return (i * ny + j) * nz + k

    def centre(self, cell: torch.Tensor) -> torch.Tensor:
        _, ny, nz = self.shape
        ijk = torch.stack([cell // (ny * nz), cell // nz % ny, cell % nz], dim=-1)
        return self.lower + (ijk + 0.5) * self.cell


def pool_mean(values: torch.Tensor, cell: torch.Tensor, keep: torch.Tensor, cells: int) -> torch.Tensor:
    weight = keep.to(values.dtype)
    total = values.new_zeros(cells, values.shape[1]).index_add(0, cell, values * weight[:, None])
    count = values.new_zeros(cells).index_add(0, cell, weight)
    return total / count.clamp_min(1.0)[:, None]
