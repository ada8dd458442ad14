import torch


class Block:
    """One sampled hop in compressed column format."""

    def __init__(self, indptr, indices):
        self.indptr = indptr
        self.indices = indices
        self.seeds = torch.arange(indptr.numel() - 1)


class NeighborSampler:
    def __init__(self, num_nodes, fanout, seed):
        self.num_nodes = num_nodes
        self.fanout = fanout
        self.gen = torch.Generator().manual_seed(seed)

    def sample(self, seeds=16):
        degree = torch.randint(1, self.fanout + 1, (seeds,), generator=self.gen)
        indptr = torch.cat([torch.zeros(1, dtype=torch.long), degree.cumsum(0)])
        total = int(indptr[-1])
        indices = torch.randint(0, self.num_nodes, (total,), generator=self.gen)
        return Block(indptr, indices)
