from dataclasses import dataclass

import torch
from torch import nn

from geometry import enclosing, pairwise_iou, wrap_angle


@dataclass
class DecoderConfig:
    top_k: int = 6
    sigma: float = 0.4
    cell: float = 2.0
    size_prior: tuple[float, float] = (4.0, 1.8)


class BevHead(nn.Module):
    def __init__(self, channels: int = 8):
        super().__init__()
        self.trunk = nn.Conv2d(4, channels, 3, padding=1)
        self.score = nn.Conv2d(channels, 1, 1)
        self.reg = nn.Conv2d(channels, 5, 1)

    def forward(self, bev: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        h = self.trunk(bev).relu()
        return self.score(h)[0, 0].sigmoid(), self.reg(h)[0]


class BoxDecoder(nn.Module):
    def __init__(self, cfg: DecoderConfig):
        super().__init__()
        self.cfg = cfg
        self.register_buffer("prior", torch.tensor(cfg.size_prior))

    def forward(self, score: torch.Tensor, reg: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        width = score.shape[1]
        top, index = score.flatten().topk(self.cfg.top_k)
        r = reg.flatten(1)[:, index].T
        cell = torch.stack([index % width, index // width], dim=-1)
        centre = (cell + 0.5 + r[:, :2].tanh()) * self.cfg.cell
        size = self.prior * r[:, 2:4].exp()
        boxes = torch.cat([centre, size, wrap_angle(3 * r[:, 4:])], dim=-1)
        return boxes, self.soften(boxes, top)

    def soften(self, boxes: torch.Tensor, top: torch.Tensor) -> torch.Tensor:
        frames = enclosing(boxes)
        overlap = pairwise_iou(frames, frames).tril(-1)
        return top * torch.exp(-overlap.square() / self.cfg.sigma).prod(-1)


class Detector(nn.Module):
    def __init__(self, cfg: DecoderConfig):
        super().__init__()
        self.head = BevHead()
        self.decoder = BoxDecoder(cfg)

    def forward(self, bev: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return self.decoder(*self.head(bev))
