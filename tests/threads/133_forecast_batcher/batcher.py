import torch
from torch._dynamo import mark_dynamic

ROWS, TIME = 0, 1


def loose(x, *dims):
    """These sizes may differ from batch to batch."""
    for d in dims:
        mark_dynamic(x, d)
    return x


class Batcher:
    def __init__(self, streams, features, lengths):
        self.streams, self.features, self.lengths = streams, features, lengths
        self.gen = torch.Generator().manual_seed(64)

    def _window(self, length):
        t = torch.arange(length).float()
        day = torch.sin(t / 24 * 6.28)[None, :, None]
        noise = torch.randn(self.streams, length, self.features, generator=self.gen)
        return 1.0 + 0.3 * day + 0.1 * noise

    def __iter__(self):
        for length in self.lengths:
            yield loose(self._window(length), ROWS, TIME)
