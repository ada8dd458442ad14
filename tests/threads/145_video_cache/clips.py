import numpy as np
import torch


class ClipReader:
    """'Decodes' clips of three frames; the first ones are kept decoded."""

    def __init__(self, clips, size, cache):
        self.clips, self.size = clips, size
        self.limit = cache
        self.cache = {}
        self.hits = self.reads = 0

    def decode(self, i):
        rng = np.random.default_rng(i)
        base = rng.random((self.size, self.size, 3), dtype=np.float32)
        return np.stack([np.roll(base, s, axis=1) for s in range(3)])

    def __getitem__(self, i):
        self.reads += 1
        if i in self.cache:
            self.hits += 1
            return self.cache[i]
        frames = torch.from_numpy(self.decode(i)).permute(0, 3, 1, 2)
        if len(self.cache) < self.limit:
            self.cache[i] = frames.contiguous()
        return frames

    def __len__(self):
        return self.clips
