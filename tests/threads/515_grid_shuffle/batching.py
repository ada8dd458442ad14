from dataclasses import dataclass

import torch


@dataclass
class VisionBatch:
    patches: torch.Tensor
    grid: torch.Tensor
    targets: torch.Tensor


GRIDS = [(1, 4, 4), (2, 4, 2), (1, 2, 6)]


def patch_count(grids):
    return sum(f * h * w for f, h, w in grids)


def make_batch(step, channels=12, classes=5):
    gen = torch.Generator().manual_seed(100 + step)
    patches = torch.randn(patch_count(GRIDS), channels, generator=gen)
    targets = torch.randint(0, classes, (len(GRIDS),), generator=gen)
    return VisionBatch(patches, torch.tensor(GRIDS), targets)
