from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F

from backends import multi_head


@dataclass
class TableConfig:
    features: int = 6
    classes: int = 3
    width: int = 32
    heads: int = 4
    layers: int = 2
    attention: str = "blocked"


class Attention(nn.Module):
    def __init__(self, cfg: TableConfig) -> None:
        super().__init__()
        self.heads, self.backend = cfg.heads, cfg.attention
        self.query = nn.Linear(cfg.width, cfg.width)
        self.key_value = nn.Linear(cfg.width, 2 * cfg.width)
        self.out = nn.Linear(cfg.width, cfg.width)

    def forward(self, x: torch.Tensor, context: torch.Tensor) -> torch.Tensor:
        k, v = self.key_value(context).chunk(2, dim=-1)
        return self.out(multi_head(self.query(x), k, v, self.heads, self.backend))


class Layer(nn.Module):
    def __init__(self, cfg: TableConfig) -> None:
        super().__init__()
        self.columns, self.rows = Attention(cfg), Attention(cfg)
        self.norms = nn.ModuleList(nn.LayerNorm(cfg.width) for _ in range(3))
        self.mlp = nn.Sequential(nn.Linear(cfg.width, 2 * cfg.width), nn.GELU(), nn.Linear(2 * cfg.width, cfg.width))

    def forward(self, cells: torch.Tensor, train_rows: int) -> torch.Tensor:
        h = self.norms[0](cells)
        cells = cells + self.columns(h, h)
        h = self.norms[1](cells).transpose(0, 1)
        cells = cells + self.rows(h, h[:, :train_rows]).transpose(0, 1)
        return cells + self.mlp(self.norms[2](cells))


class TableModel(nn.Module):
    def __init__(self, cfg: TableConfig) -> None:
        super().__init__()
        self.cell = nn.Linear(1, cfg.width)
        self.column = nn.Parameter(torch.randn(cfg.features + 1, cfg.width) * 0.2)
        self.label = nn.Embedding(cfg.classes + 1, cfg.width)
        self.layers = nn.ModuleList(Layer(cfg) for _ in range(cfg.layers))
        self.head = nn.Linear(cfg.width, cfg.classes)

    def forward(self, x: torch.Tensor, y_train: torch.Tensor) -> torch.Tensor:
        n = y_train.shape[0]
        target = self.label(F.pad(y_train + 1, (0, x.shape[0] - n)))
        cells = torch.cat([self.cell(x.unsqueeze(-1)), target.unsqueeze(1)], dim=1) + self.column
        for layer in self.layers:
            cells = layer(cells, n)
        return self.head(cells[n:, -1])
