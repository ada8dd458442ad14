from dataclasses import dataclass

import torch
from torch.utils.data import DataLoader, Dataset, default_collate


@dataclass(frozen=True)
class SplitConfig:
    name: str
    size: int
    noise: float


class Blobs(Dataset):
    """Grey images with one bright quadrant; the quadrant is the label."""

    def __init__(self, cfg, side=12):
        g = torch.Generator().manual_seed(len(cfg.name))
        self.labels = torch.randint(0, 4, (cfg.size,), generator=g)
        self.images = cfg.noise * torch.randn(cfg.size, 1, side, side, generator=g)
        half = side // 2
        for i, k in enumerate(self.labels.tolist()):
            r, c = (k // 2) * half, (k % 2) * half
            self.images[i, :, r : r + half, c : c + half] += 0.8

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, i):
        return {"image": self.images[i], "label": self.labels[i]}


def make_loader(cfg, batch_size):
    return DataLoader(Blobs(cfg), batch_size=batch_size, collate_fn=default_collate)
