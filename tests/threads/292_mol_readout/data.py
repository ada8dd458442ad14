from dataclasses import dataclass

import torch


@dataclass
class MolBatch:
    z: torch.Tensor
    pos: torch.Tensor
    edge_index: torch.Tensor
    batch: torch.Tensor
    ptr: torch.Tensor
    energy: torch.Tensor

    @property
    def num_graphs(self):
        return self.ptr.shape[0] - 1


def ring_edges(n, offset):
    src = torch.arange(n)
    pairs = torch.stack([src, (src + 1) % n])
    return torch.cat([pairs, pairs.flip(0)], dim=1) + offset


def collate(sizes, generator):
    ptr = torch.tensor([0] + list(sizes)).cumsum(0)
    total = int(ptr[-1])
    edges = [ring_edges(n, int(o)) for n, o in zip(sizes, ptr)]
    return MolBatch(
        z=torch.randint(1, 9, (total,), generator=generator),
        pos=torch.randn(total, 3, generator=generator),
        edge_index=torch.cat(edges, dim=1),
        batch=torch.repeat_interleave(torch.arange(len(sizes)), torch.tensor(sizes)),
        ptr=ptr,
        energy=torch.randn(len(sizes), generator=generator),
    )
