from dataclasses import dataclass
from typing import Optional, Tuple

import numpy as np
import torch


@dataclass
class MixConfig:
    alpha: float = 0.4
    mix_prob: float = 0.75
    cutmix_prob: float = 0.4
    table_size: int = 64


class MixPolicy:
    """Draws one mixing plan a batch; the beta samples are drawn once, up front."""

    def __init__(self, cfg: MixConfig, image_size: int, seed: int):
        self.cfg, self.size = cfg, image_size
        self.rng = np.random.default_rng(seed)
        self.ratios = self.rng.beta(cfg.alpha, cfg.alpha, cfg.table_size).astype(np.float32)
        self.cursor = 0

    def draw_box(self) -> Tuple[int, int, int]:
        side = int(self.rng.integers(4, self.size - 3))
        top, left = self.rng.integers(0, self.size - side, 2)
        return int(top), int(left), side

    def next_plan(self):
        if self.rng.random() >= self.cfg.mix_prob:
            return None, 1.0
        if self.rng.random() < self.cfg.cutmix_prob:
            box = self.draw_box()
            return box, 1.0 - box[2] ** 2 / self.size ** 2
        self.cursor = (self.cursor + 1) % len(self.ratios)
        return None, self.ratios[self.cursor]


def paste(images: torch.Tensor, other: torch.Tensor, box: Optional[Tuple[int, int, int]]) -> torch.Tensor:
    if box is None:
        return images
    top, left, side = box
    out = images.clone()
    out[:, :, top:top + side, left:left + side] = other[:, :, top:top + side, left:left + side]
    return out


def mix_batch(policy: MixPolicy, images: torch.Tensor, labels: torch.Tensor, perm: torch.Tensor):
    box, lam = policy.next_plan()
    other = images[perm]
    if box is None and lam < 1.0:
        images = torch.lerp(other, images, float(lam))
    return paste(images, other, box), labels, labels[perm], lam
