import torch


class Request:
    def __init__(self, first, length, temperature, seed=None):
        self.tokens = [first]
        self.length = length
        self.temperature = temperature
        self.source = None if seed is None else torch.Generator().manual_seed(seed)

    @property
    def done(self):
        return len(self.tokens) > self.length

    def noise(self, vocab):
        return torch.empty(vocab).exponential_(generator=self.source)


def seeded_rows(batch, vocab):
    return {row: r.noise(vocab) for row, r in enumerate(batch) if r.source is not None}
