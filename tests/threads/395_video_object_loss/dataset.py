from dataclasses import dataclass

import torch


@dataclass
class Clip:
    frames: torch.Tensor
    masks: torch.Tensor
    object_ids: list


class SyntheticClips:
    def __init__(self, size=24, max_objects=4, seed=0):
        self.size, self.max_objects = size, max_objects
        self.gen = torch.Generator().manual_seed(seed)

    def sample(self):
        n = int(torch.randint(1, self.max_objects + 1, (1,), generator=self.gen))
        masks = torch.zeros(self.max_objects, self.size, self.size)
        for k in range(n):
            y, x = torch.randint(0, self.size - 8, (2,), generator=self.gen).tolist()
            masks[k, y : y + 8, x : x + 8] = 1.0
        frames = torch.randn(3, self.size, self.size, generator=self.gen) + masks.sum(0)
        return Clip(frames, masks, list(range(1, n + 1)))


def collate(clips):
    return {
        "frames": torch.stack([c.frames for c in clips]),
        "masks": torch.stack([c.masks for c in clips]),
        "num_objects": [len(c.object_ids) for c in clips],
    }
