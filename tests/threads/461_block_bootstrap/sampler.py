from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class BlockConfig:
    block: int = 6
    resamples: int = 16


class BlockSampler:
    """Index matrices for the moving block bootstrap."""

    def __init__(self, cfg):
        self.cfg = cfg

    def blocks_for(self, length):
        return -(-length // self.cfg.block)

    def starts(self, length):
        shape = (self.cfg.resamples, self.blocks_for(length))
        return torch.empty(shape, dtype=torch.long).random_(0, length - self.cfg.block + 1)

    def indices(self, length):
        offsets = torch.arange(self.cfg.block)
        index = self.starts(length).unsqueeze(-1) + offsets
        return index.flatten(1)[:, :length]
