from contextlib import contextmanager
from dataclasses import dataclass

import torch


@dataclass
class PartitionConfig:
    nodes: int
    fanout: int = 4
    batch: int = 16
    threads: int = 1


@contextmanager
def intra_op(count: int):
    previous = torch.get_num_threads()
    torch.set_num_threads(count)
    try:
        yield
    finally:
        torch.set_num_threads(previous)


class Partition:
    def __init__(self, cfg: PartitionConfig, dim: int, classes: int, gen: torch.Generator):
        self.cfg = cfg
        self.x = torch.randn(cfg.nodes, dim, generator=gen)
        self.nbrs = torch.randint(0, cfg.nodes, (cfg.nodes, cfg.fanout * 2), generator=gen)
        self.y = torch.randint(0, classes, (cfg.nodes,), generator=gen)


class NeighborLoader:
    def __init__(self, part: Partition, gen: torch.Generator):
        self.part = part
        self.gen = gen

    def __len__(self):
        return self.part.cfg.nodes // self.part.cfg.batch

    def sample(self, seeds: torch.Tensor):
        cfg = self.part.cfg
        pick = torch.randint(0, cfg.fanout * 2, (seeds.numel(), cfg.fanout), generator=self.gen)
        nbr = self.part.nbrs[seeds].gather(1, pick)
        dst = torch.arange(seeds.numel()).repeat_interleave(cfg.fanout)
        return self.part.x[seeds], self.part.x[nbr.flatten()], dst, self.part.y[seeds]

    def __iter__(self):
        cfg = self.part.cfg
        order = torch.randperm(cfg.nodes, generator=self.gen)
        with intra_op(cfg.threads):
            for i in range(len(self)):
                batch = self.sample(order[i * cfg.batch : (i + 1) * cfg.batch])
                yield batch
