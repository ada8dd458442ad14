from dataclasses import dataclass

import torch


@dataclass
class Batch:
    z: torch.Tensor
    pos: torch.Tensor
    edge_index: torch.Tensor
    batch: torch.Tensor
    energy: torch.Tensor


def make_batch(generator, graphs=4, atoms=6, cutoff=1.6):
    n = graphs * atoms
    pos = torch.randn(n, 3, generator=generator)
    batch = torch.arange(graphs).repeat_interleave(atoms)
    same = batch[:, None] == batch[None, :]
    near = (torch.cdist(pos, pos) + (~same) * 99.0).fill_diagonal_(99.0)
    edges = near.flatten().argsort()[: 4 * n]
    edge_index = torch.stack([edges // n, edges % n])
    z = torch.randint(1, 6, (n,), generator=generator)
    energy = z.view(graphs, atoms).float().mean(1) + 0.1 * pos.view(graphs, -1).abs().mean(1)
    return Batch(z, pos, edge_index, batch, energy)
