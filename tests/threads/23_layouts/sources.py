import torch


def planar(n, size):
    return torch.rand(n, 3, size, size), torch.full((n,), 3.5)


def interleaved(n, size):
    return torch.rand(n, size, size, 3).permute(0, 3, 1, 2), torch.full((n,), 3.5)


def cropped(n, size):
    return torch.rand(n, 3, size + 2, size + 5)[:, :, :size, :size], torch.full((1,), 2.0).expand(n)


class Mixed:
    def __init__(self, batch, size):
        self.batch, self.size = batch, size
        self.sources = [planar, interleaved, cropped]

    def load(self, i):
        x, guidance = self.sources[i % 3](self.batch, self.size)
        return x, guidance

    def take(self, n):
        for i in range(n):
            yield self.load(i)
