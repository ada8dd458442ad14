import torch


class StaticLayer:
    def __init__(self, batch, heads, max_len, dim):
        self.keys = torch.zeros(batch, heads, max_len, dim)
        self.values = torch.zeros(batch, heads, max_len, dim)

    def update(self, k, v, positions):
        self.keys.index_copy_(2, positions, k)
        self.values.index_copy_(2, positions, v)
        return self.keys, self.values


class StaticCache:
    def __init__(self, depth, batch, heads, max_len, dim):
        self.layers = [StaticLayer(batch, heads, max_len, dim) for _ in range(depth)]
        self.max_len = max_len
        self.seen = torch.zeros((), dtype=torch.long)

    def get_seq_length(self):
        return self.seen

    def advance(self, count):
        self.seen.add_(count)

    def nbytes(self):
        return sum(l.keys.nbytes + l.values.nbytes for l in self.layers)
