from dataclasses import dataclass

import torch


@dataclass
class Feed:
    name: str
    height: int
    width: int
    interlaced: bool
    seed: int
    n: int = 3

    def frames(self):
        g = torch.Generator().manual_seed(self.seed)
        base = torch.randint(0, 200, (self.height, self.width, 3), generator=g, dtype=torch.uint8)
        for k in range(self.n):
            frame = base.clone()
            frame[4 + 2 * k : 10 + 2 * k, 5:11] = 250
            yield frame


def feeds(seed):
    return [
        Feed("gate", 24, 24, False, seed),
        Feed("lobby", 32, 40, False, seed + 1),
        Feed("yard", 48, 48, True, seed + 2),
        Feed("dock", 24, 30, False, seed + 3),
    ]
