import contextlib

import torch


@contextlib.contextmanager
def decoding(seed):
    """Deterministic sensor noise for a tile."""
    state = torch.random.get_rng_state()
    torch.manual_seed(seed)
    yield
    torch.random.set_rng_state(state)


def resample(raw, side):
    """Bicubic; oversubscribed cores make it slower, so it gets one thread."""
    torch.set_num_threads(1)
    return torch.nn.functional.interpolate(raw, size=(side, side), mode="bicubic")


class TileStore:
    def __init__(self, side, bands=5):
        self.side, self.bands = side, bands
        self.cache = {}
        self.hits = 0

    def fetch(self, tile_id):
        key = tile_id % 6
        if key in self.cache:
            self.hits += 1
            return self.cache[key]
        with decoding(100 + key):
            side = self.side if key < 3 else self.side * 2
            raw = torch.rand(1, self.bands, side, side)
        tile = raw if side == self.side else resample(raw, self.side)
        self.cache[key] = tile
        return tile
