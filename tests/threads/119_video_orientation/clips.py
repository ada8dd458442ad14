import torch

from transforms import Compose, Crop, Normalise, Upright


class ClipLoader:
    def __init__(self, n, frames, side, batch=2):
        self.n, self.frames, self.batch = n, frames, batch
        self.gen = torch.Generator().manual_seed(31)
        self.transform = Compose([Crop(side), Upright(), Normalise()])

    def _decode(self, i):
        """What the decoder hands out: pixels and the rotation tag of the container."""
        pixels = torch.rand(3, self.frames, 20, 20, generator=self.gen)
        return pixels, {"rotate": 90 if i % 4 in (2, 3) else 0}

    def __iter__(self):
        for i in range(self.n):
            raw = [self._decode(i) for _ in range(self.batch)]
            # all clips of a batch come from one phone
            pixels = torch.stack([p for p, _ in raw])
            clip = self.transform(pixels, raw[0][1])
            speed = torch.randint(0, 3, (self.batch,), generator=self.gen)
            yield clip, speed
