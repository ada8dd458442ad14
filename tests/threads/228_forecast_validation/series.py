from dataclasses import dataclass

import torch


@dataclass
class WindowConfig:
    context: int = 24
    horizon: int = 6
    batch_size: int = 8


class Windows:
    """Cuts one long multi-series signal into (past, future) windows."""

    def __init__(self, values, cfg, generator=None):
        self.values = values
        self.cfg = cfg
        self.generator = generator
        self.span = cfg.context + cfg.horizon

    def __len__(self):
        return (self.values.shape[0] * (self.values.shape[1] // self.span)) // self.cfg.batch_size

    def __iter__(self):
        cuts = self.values.unfold(1, self.span, self.span).reshape(-1, self.span)
        if self.generator is not None:
            cuts = cuts[torch.randperm(len(cuts), generator=self.generator)]
        for i in range(len(self)):
            part = cuts[i * self.cfg.batch_size : (i + 1) * self.cfg.batch_size]
            yield {"past": part[:, : self.cfg.context], "future": part[:, self.cfg.context :]}


def synthetic(series, length, seed):
    gen = torch.Generator().manual_seed(seed)
    t = torch.arange(length).float()
    phase = torch.rand(series, 1, generator=gen) * 6.28
    level = torch.rand(series, 1, generator=gen) * 10
    return level + torch.sin(t / 4 + phase) + 0.1 * torch.randn(series, length, generator=gen)
