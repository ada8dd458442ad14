from dataclasses import dataclass

import torch
import torch.nn.functional as F


@dataclass(frozen=True)
class TileSpec:
    size: int = 32
    overlap: int = 8

    @property
    def stride(self):
        return self.size - self.overlap


def tile_origins(height, width, spec):
    for top in range(0, max(height - spec.overlap, 1), spec.stride):
        for left in range(0, max(width - spec.overlap, 1), spec.stride):
            yield top, left


def cut(image, top, left, size):
    """A size x size window; windows over the border repeat the edge."""
    tile = image[..., top:top + size, left:left + size]
    missing_h = size - tile.shape[-2]
    missing_w = size - tile.shape[-1]
    if missing_h or missing_w:
        tile = F.pad(tile, (0, missing_w, 0, missing_h), mode="replicate")
    return tile


def blend_window(spec):
    ramp = torch.ones(spec.size)
    edge = torch.linspace(1.0 / spec.overlap, 1.0, spec.overlap)
    ramp[: spec.overlap] = edge
    ramp[-spec.overlap:] = edge.flip(0)
    return ramp[:, None] * ramp[None, :]
