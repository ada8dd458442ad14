from dataclasses import dataclass

import torch
import torch.nn as nn

from levels import flatten_levels, level_shapes, level_starts, pixel_centers


@dataclass
class DetectorConfig:
    dim: int = 32
    queries: int = 10
    points: int = 4
    layers: int = 2
    classes: int = 5


class PointSampler(nn.Module):
    """Reads each query's feature at a few predicted offsets on every level."""

    def __init__(self, cfg, levels=3):
        super().__init__()
        self.shape = (cfg.queries, levels, cfg.points)
        self.offsets = nn.Linear(cfg.dim, levels * cfg.points * 2)
        self.weights = nn.Linear(cfg.dim, levels * cfg.points)

    def forward(self, query, ref, memory, shapes, starts):
        b, _, d = query.shape
        offset = self.offsets(query).view(b, *self.shape, 2).tanh() * 0.1
        loc = (ref[:, :, None, None] + offset).clamp(0, 1)
        hw = shapes[None, None, :, None]
        cell = torch.minimum((loc.flip(-1) * hw).long(), hw - 1)
        index = starts[None, None, :, None] + cell[..., 0] * hw[..., 1] + cell[..., 1]
        picked = memory.gather(1, index.reshape(b, -1, 1).expand(-1, -1, d))
        weight = self.weights(query).softmax(-1)
        return (picked.view(b, self.shape[0], -1, d) * weight[..., None]).sum(2)


class Detector(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.stem = nn.Conv2d(3, cfg.dim, 4, stride=4)
        self.down = nn.ModuleList(nn.Conv2d(cfg.dim, cfg.dim, 3, 2, 1) for _ in range(2))
        self.score = nn.Linear(cfg.dim, cfg.classes)
        self.samplers = nn.ModuleList(PointSampler(cfg) for _ in range(cfg.layers))
        self.mix = nn.ModuleList(nn.Linear(cfg.dim, cfg.dim) for _ in range(cfg.layers))
        self.box = nn.Linear(cfg.dim, 4)

    def forward(self, images):
        feats = [self.stem(images)]
        for conv in self.down:
            feats.append(conv(feats[-1].relu()))
        memory, shapes = flatten_levels(feats), level_shapes(feats)
        starts = level_starts(shapes)
        top = self.score(memory).amax(-1).topk(self.cfg.queries, dim=1).indices
        query = memory.gather(1, top[..., None].expand(-1, -1, self.cfg.dim))
        ref = pixel_centers(feats).expand(len(images), -1, -1).gather(1, top[..., None].expand(-1, -1, 2))
        for sampler, mix in zip(self.samplers, self.mix):
            query = query + mix(sampler(query, ref, memory, shapes, starts)).relu()
        return self.score(query), torch.cat([ref, ref], -1) + self.box(query).tanh() * 0.2
