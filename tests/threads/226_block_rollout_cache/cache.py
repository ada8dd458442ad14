import torch


class BlockCache:
    """Window of the most recent frames, kept as keys and values per layer."""

    def __init__(self, layers, batch, window, chunk, dim):
        assert window % chunk == 0
        self.window = window
        self.chunk = chunk
        self.keys = [torch.zeros(batch, window, dim) for _ in range(layers)]
        self.values = [torch.zeros(batch, window, dim) for _ in range(layers)]
        self.reset()

    def reset(self):
        self.filled = 0
        for t in self.keys + self.values:
            t.zero_()

    def is_full(self):
        return self.filled >= self.window

    def write(self, layer, k, v):
        for store, new in ((self.keys[layer], k), (self.values[layer], v)):
            if self.is_full():
                store.copy_(torch.cat([store[:, self.chunk :], new], dim=1))
            else:
                store[:, self.filled : self.filled + self.chunk] = new
        return self.keys[layer], self.values[layer]

    def bias(self):
        pos = torch.arange(self.window)
        stop = min(self.filled + self.chunk, self.window)
        return torch.where(pos < stop, 0.0, float("-inf"))

    def advance(self):
        self.filled = min(self.filled + self.chunk, self.window)

    def nbytes(self):
        return sum(t.numel() * t.element_size() for t in self.keys + self.values)
